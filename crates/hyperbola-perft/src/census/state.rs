//! The state of a long count of different positions, so that an interrupted count can continue, and
//! the counts of many computers add up.
//!
//! The file has its full length from the beginning, and it is replaced as a whole after each class.
//! A continued count replaces it once at the beginning too. So a full disk shows before a class is
//! counted, and a killed program leaves the state before or after a class.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use hyperbola_files::journal::{self, Journal, Question, Words};
use hyperbola_files::unfinished::lock;
use hyperbola_files::{Error, Wrong, list, shown_path};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{EnPassant, UniqueCounts, UniqueError};
use crate::report::Number;

/// The name of the file.
const NAME: &str = "unique.state";

/// The greatest number of classes, which a journal has room for.
const MOST_CLASSES: u32 = 1 << 17;

/// The question of the count, by the names of arguments.
#[derive(Debug, Serialize)]
struct UniqueQuestion<'a> {
    #[serde(rename = "FEN")]
    fen: &'a str,
    #[serde(rename = "DEPTH")]
    depth: u8,
    /// The number on which the classes depend.
    seed: Option<u64>,
}

impl UniqueQuestion<'_> {
    fn question(&self) -> Result<Question, Error> {
        Question::new("positions", self, Vec::new())
    }
}

/// The numbers and the digests of a class.
type Counts = ([u64; 3], [[u64; 2]; 3]);

/// The classes of a count, with their known numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Classes {
    counts: Vec<Option<Counts>>,
}

impl Classes {
    /// Returns the counts of a class, if it is counted.
    fn of(&self, class: usize) -> Option<UniqueCounts> {
        let counts = self.counts.get(class).copied().flatten();
        counts.map(|(numbers, digests)| UniqueCounts::new(numbers, digests))
    }
}

/// The state of a count in a folder, which no other program uses meanwhile.
#[derive(Debug)]
pub struct State {
    path: PathBuf,
    _lock: File,
    question: Question,
    classes: Option<Classes>,
}

impl State {
    /// Opens the state of a count in a folder, which is made if it is not there. The count has any
    /// seed if none is given. An existing state is replaced by the same, so that a failure shows
    /// before anything is counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be used, if another program uses it, or if the file is
    /// damaged, of another count or of another version of the program.
    pub fn open(folder: &Path, fen: &str, depth: u8, seed: Option<u64>) -> Result<Self, Error> {
        let name = shown_path(folder);
        let made = fs::create_dir_all(folder);
        made.map_err(Error::system(format!("cannot make the folder {name}")))?;
        let lock = lock(folder, "unique.lock")?;
        let path = folder.join(NAME);
        let question = UniqueQuestion { fen, depth, seed }.question()?;
        let mut state = Self { path, _lock: lock, question, classes: None };
        let run = format!("{} is of another count", shown_path(&state.path));
        let anew = "remove the file to count from the beginning";
        let may_change = |option: &str, _: &Value, _: &Classes| option == "seed" && seed.is_none();
        let words = Words { run: &run, anew };
        let before = Journal::read(&state.path, &state.question, words, may_change);
        if let Some(Journal { question, state: classes }) = before.map_err(wrong)? {
            (state.question, state.classes) = (question, Some(classes));
            state.write()?;
        }
        Ok(state)
    }

    /// Returns the seed and the number of classes of the count, if it was begun.
    #[must_use]
    pub fn division(&self) -> Option<(u64, u32)> {
        let seed = self.question.argument("seed").as_u64()?;
        let classes = self.classes.as_ref()?.counts.len();
        Some((seed, u32::try_from(classes).ok()?))
    }

    /// Begins a count with a seed and a number of classes, unless it continues.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn begin(
        &mut self,
        fen: &str,
        depth: u8,
        (seed, classes): (u64, u32),
    ) -> Result<(), Error> {
        if self.classes.is_some() {
            return Ok(());
        }
        if classes > MOST_CLASSES {
            let message = format!("expected at most {MOST_CLASSES} classes, found {classes}");
            return Err(Wrong(message).into());
        }
        self.question = UniqueQuestion { fen, depth, seed: Some(seed) }.question()?;
        self.classes = Some(Classes { counts: vec![None; classes as usize] });
        self.write()
    }

    /// Returns the counts of a class, if it is counted.
    #[must_use]
    pub fn counts(&self, class: u32) -> Option<UniqueCounts> {
        self.classes.as_ref()?.of(class as usize)
    }

    /// Stores the counts of a class of the count that was begun.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written; the one before is then unchanged.
    pub fn store(&mut self, class: u32, counts: UniqueCounts) -> Result<(), Error> {
        let classes = self.classes.as_mut();
        if let Some(place) = classes.and_then(|classes| classes.counts.get_mut(class as usize)) {
            let [numbers, digests] = [(); 2].map(|()| EnPassant::ALL);
            let numbers = numbers.map(|by| counts.number(by));
            *place = Some((numbers, digests.map(|by| counts.digest(by))));
        }
        self.write()
    }

    /// Writes the file, with as many bytes as when all classes are counted.
    fn write(&self) -> Result<(), Error> {
        let Some(classes) = &self.classes else { return Ok(()) };
        let longest = Some(([u64::MAX; 3], [[u64::MAX; 2]; 3]));
        let longest = Classes { counts: vec![longest; classes.counts.len()] };
        let written = journal::write_padded(&self.path, &self.question, classes, &longest);
        written.map_err(Error::system(format!(
            "cannot write {}, which keeps what was there; once it can be written, the same \
                 command goes on from there",
            shown_path(&self.path)
        )))
    }
}

/// Returns the error for a state. One that is damaged is a wrong input.
fn wrong(error: Error) -> Error {
    match error {
        Error::Damaged(text) => Wrong(text).into(),
        error => error,
    }
}

/// Returns the numbers by all definitions.
///
/// # Errors
///
/// Returns an error if a `u64` may not hold the number of positions.
pub fn numbers(counts: &UniqueCounts) -> Result<Vec<Number>, UniqueError> {
    if counts.number(EnPassant::Every) == u64::MAX {
        return Err(UniqueError::TooManyPositions);
    }
    let number = |by: EnPassant| {
        let [first, second] = counts.digest(by);
        let digest = Some(format!("{first:016x}{second:016x}"));
        Number { en_passant: by.id(), positions: counts.number(by), digest }
    };
    Ok(EnPassant::ALL.map(number).into())
}

/// The sum of all classes, in the order of the JSON object.
#[derive(Debug, Serialize)]
pub struct Merged {
    fen: Value,
    depth: Value,
    /// The numbers by all definitions.
    pub numbers: Vec<Number>,
    classes: usize,
    seed: Value,
}

/// Adds up the classes of a count from states, or folders with states, which together have all.
///
/// # Errors
///
/// Returns why a file cannot be read, or [`Error::Wrong`] if it is damaged, if it is of another
/// count, if it has another number for a class, if a class is missing, or if there are too many
/// positions.
pub fn merge(paths: &[PathBuf]) -> Result<Merged, Error> {
    const ANEW: &str = "count this shard again";
    let mut all: Option<Journal<Classes>> = None;
    for path in paths {
        let path = if path.is_dir() { path.join(NAME) } else { path.clone() };
        let name = shown_path(&path);
        let run = format!("{name} is of another count");
        let words = Words { run: &run, anew: ANEW };
        let found = match &all {
            None => Journal::read_any(&path, words),
            Some(first) => Journal::read(&path, &first.question, words, |_, _, _| false),
        };
        let missing = || Error::from(Wrong(format!("cannot read {name}: there is no such file")));
        let found = found.map_err(wrong)?.ok_or_else(missing)?;
        let Some(first) = &mut all else {
            all = Some(found);
            continue;
        };
        let (sum, found) = (&mut first.state.counts, found.state.counts);
        if sum.len() != found.len() {
            let (found, expected) = (found.len(), sum.len());
            return Err(Wrong(format!(
                "{run}: expected {expected} classes, found {found}; give each shard the same --memory"
            ))
            .into());
        }
        for ((class, known), found) in (0_u32..).zip(sum.iter_mut()).zip(found) {
            if known.is_some() && found.is_some() && *known != found {
                let message = "has another number than a file before it for the class";
                return Err(Wrong(format!("{name} {message} {class}")).into());
            }
            *known = known.or(found);
        }
    }
    let Journal { question, state } = all.ok_or_else(|| Wrong("expected files".to_owned()))?;
    let counts: Vec<Option<UniqueCounts>> =
        (0..state.counts.len()).map(|class| state.of(class)).collect();
    let missing = (0..).zip(&counts).filter(|(_, counts)| counts.is_none());
    let missing: Vec<u32> = missing.map(|(class, _)| class).collect();
    let classes = counts.len();
    if !missing.is_empty() {
        let (number, which) = (missing.len(), list(missing.iter().map(u32::to_string)));
        let message = format!("classes that are not counted: {number} of {classes}, {which}");
        return Err(Wrong(message).into());
    }
    let sum = counts.into_iter().flatten().fold(UniqueCounts::default(), |sum, of| sum + of);
    let [fen, depth, seed] = ["FEN", "DEPTH", "seed"].map(|name| question.argument(name).clone());
    let numbers = numbers(&sum).map_err(|error| Wrong(error.to_string()))?;
    Ok(Merged { fen, depth, numbers, classes, seed })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the counts of a class that no count has.
    fn counts(class: u32) -> UniqueCounts {
        let number = u64::from(class) + 1;
        UniqueCounts::new(
            [number, u64::MAX - number, 0],
            [[number, !number], [0, 1], [2, u64::MAX]],
        )
    }

    #[test]
    fn a_state_has_its_full_length_from_the_beginning_and_is_read_again() {
        let folder = tempfile::tempdir().expect("the folder can be made");
        let open = |fen, depth, seed| State::open(folder.path(), fen, depth, seed);
        let mut state = open("a FEN", 255, None).expect("it is empty");
        assert!(state.division().is_none());
        state.begin("a FEN", 255, (u64::MAX, 4)).expect("it can be written");
        let length = || fs::metadata(folder.path().join(NAME)).expect("it is there").len();
        let first = length();
        state.store(2, counts(2)).expect("it can be written");
        state.store(0, counts(0)).expect("it can be written");
        assert_eq!(length(), first);
        drop(state);
        for (fen, depth, seed) in [("b", 255, None), ("a FEN", 9, None), ("a FEN", 255, Some(0))] {
            let error = open(fen, depth, seed).expect_err("it is another count");
            assert!(error.to_string().contains("is of another count"), "{error}");
        }
        for seed in [None, Some(u64::MAX)] {
            let mut state = open("a FEN", 255, seed).expect("it is the same count");
            assert_eq!(state.division(), Some((u64::MAX, 4)));
            state.begin("a FEN", 255, (u64::MAX, 4)).expect("it resumes");
            let expected = [Some(counts(0)), None, Some(counts(2)), None, None];
            assert_eq!([0, 1, 2, 3, 4].map(|class| state.counts(class)), expected);
        }
        assert_eq!(length(), first);
    }

    /// Writes a state with a number of classes, of which some have the counts of others.
    fn written(folder: &Path, name: &str, classes: u32, stored: &[(u32, u32)]) -> PathBuf {
        let path = folder.join(name);
        let mut state = State::open(&path, "a FEN", 9, None).expect("it is empty");
        state.begin("a FEN", 9, (1, classes)).expect("it can be written");
        for &(class, number) in stored {
            state.store(class, counts(number)).expect("it can be written");
        }
        path
    }

    /// Otherwise some positions would count twice, and others never.
    #[test]
    fn shards_of_other_numbers_of_classes_are_not_merged() {
        let folder = tempfile::tempdir().expect("the folder can be made");
        let two = written(folder.path(), "two", 2, &[(0, 0), (1, 1)]);
        let four = written(folder.path(), "four", 4, &[(0, 0), (1, 1), (2, 2), (3, 3)]);
        for (paths, expected) in [
            ([&two, &four], "expected 2 classes, found 4; give each shard the same --memory"),
            ([&four, &two], "expected 4 classes, found 2; give each shard the same --memory"),
        ] {
            let error = merge(&paths.map(Clone::clone)).expect_err("they differ").to_string();
            assert!(error.ends_with(expected), "{error}");
        }
    }

    #[test]
    fn two_numbers_for_one_class_are_not_merged() {
        let folder = tempfile::tempdir().expect("the folder can be made");
        // The first file has class 0 and the second both, of which the first is another or the
        // same.
        let written = |name: &str, stored: &[(u32, u32)]| written(folder.path(), name, 2, stored);
        let one = written("one", &[(0, 0)]);
        let same = written("same", &[(0, 0), (1, 1)]);
        let other = written("other", &[(0, 2), (1, 1)]);
        let digests = {
            let path = written("digests", &[(1, 1)]);
            let mut state = State::open(&path, "a FEN", 9, None).expect("it is the same count");
            let digests = [[7, 8], [0, 1], [2, u64::MAX]];
            let counts = UniqueCounts::new([1, u64::MAX - 1, 0], digests);
            state.store(0, counts).expect("it can be written");
            path
        };
        let merged = |paths: [&PathBuf; 2]| merge(&paths.map(Clone::clone));
        assert!(merged([&one, &same]).is_ok() && merged([&same, &one]).is_ok());
        for other in [&other, &digests] {
            for paths in [[&one, other], [other, &one], [&same, other]] {
                let error = merged(paths).expect_err("they differ").to_string();
                assert!(error.contains("has another number than a file before it"), "{error}");
            }
        }
    }
}
