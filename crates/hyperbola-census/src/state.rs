//! The state of a long count of different positions: a file with a line for each class, so that an
//! interrupted count goes on, and the counts of many computers add up.
//!
//! The file has its full length from the beginning, and it is replaced as a whole after each class.
//! A count that goes on replaces it once at the beginning too. So a full disk shows before a class
//! is counted, and a killed program leaves the state before or after a class. Every line has a
//! digest of itself and of the count that it belongs to.

use core::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use hyperbola_files::{Digest, Error, Wrong, file, limited, list, shown_path};
use serde::{Deserialize, Serialize};

use crate::{EnPassant, UniqueCounts, UniqueError};

/// The version of the fields of a state.
const FORM: u32 = 1;

/// The version of the program. Another may divide the positions into other classes.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name of the file.
const NAME: &str = "unique.state";

/// The length of a line without its line feed. Shorter ones are filled up with spaces.
const LINE: usize = 383;

/// The largest number of bytes of a state.
const MOST_BYTES: u64 = 1 << 23;

/// What is counted, and how it is divided: the first line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    form: u32,
    version: String,
    fen: String,
    depth: u8,
    /// The number on which the classes depend.
    pub seed: u64,
    /// The number of classes.
    pub classes: u32,
}

impl Job {
    /// Describes a count.
    #[must_use]
    pub fn new(fen: String, depth: u8, seed: u64, classes: u32) -> Self {
        Self { form: FORM, version: VERSION.to_owned(), fen, depth, seed, classes }
    }
}

impl fmt::Display for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fen, depth, seed, classes, .. } = self;
        write!(f, "{depth} half moves from {fen}, seed {seed}, {classes} classes")
    }
}

/// The line of a class.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    class: u32,
    /// The numbers and the digests, if the class is counted.
    counts: Option<([u64; 3], [[u64; 2]; 3])>,
}

/// A line of the file with its digest.
#[derive(Debug, Serialize, Deserialize)]
struct Checked<T> {
    #[serde(flatten)]
    line: T,
    check: String,
}

/// The state of a count in a folder, which no other program uses meanwhile.
#[derive(Debug)]
pub struct State {
    path: PathBuf,
    _lock: File,
    job: Option<Job>,
    counted: Vec<Option<UniqueCounts>>,
}

impl State {
    /// Opens the state in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be used, if another program uses it, or if the file is
    /// damaged or of another version of the program.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let name = shown_path(folder);
        let made = fs::create_dir_all(folder);
        made.map_err(Error::system(format!("cannot make the folder {name}")))?;
        let lock = File::create(folder.join("unique.lock"));
        let lock = lock.map_err(Error::system(format!("cannot write to {name}")))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Wrong(format!(
                    "another count uses the folder {name}: expected a folder of its own"
                ))
                .into());
            }
            // Where nothing can be locked, nobody is kept out.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let path = folder.join(NAME);
        let mut state = Self { path, _lock: lock, job: None, counted: Vec::new() };
        if state.path.exists() {
            state.read()?;
        }
        Ok(state)
    }

    /// Returns what the file is about, if there is one.
    #[must_use]
    pub const fn job(&self) -> Option<&Job> {
        self.job.as_ref()
    }

    /// Checks that a file that is there is of a count, with any seed if none is given, and replaces
    /// it by the same: what prevents that shows before anything is counted.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is of another count, or if it cannot be written.
    pub fn resume(&self, fen: &str, depth: u8, seed: Option<u64>) -> Result<(), Error> {
        let Some(job) = &self.job else { return Ok(()) };
        if job.fen == fen && job.depth == depth && seed.is_none_or(|seed| seed == job.seed) {
            self.write(job)
        } else {
            Err(self.of_another(job).into())
        }
    }

    /// Begins or goes on with a count. A new file gets its full length.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is of another count, or if it cannot be written.
    pub fn begin(&mut self, job: &Job) -> Result<(), Error> {
        match &self.job {
            Some(before) if before == job => Ok(()),
            Some(before) => Err(self.of_another(before).into()),
            None => {
                self.counted = vec![None; job.classes as usize];
                self.job = Some(job.clone());
                self.write(job)
            }
        }
    }

    /// Returns the error for a file that is of another count.
    fn of_another(&self, job: &Job) -> Wrong {
        let name = shown_path(&self.path);
        let message = "expected a folder of its own for each count";
        Wrong(format!("{name} is of another count: {job}; {message}"))
    }

    /// Returns the counts of a class, if it is counted.
    #[must_use]
    pub fn counts(&self, class: u32) -> Option<UniqueCounts> {
        self.counted.get(class as usize).copied().flatten()
    }

    /// Stores the counts of a class of the count that was begun.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written; the one before is then unchanged.
    pub fn store(&mut self, class: u32, counts: UniqueCounts) -> Result<(), Error> {
        if let (Some(job), Some(place)) = (&self.job, self.counted.get_mut(class as usize)) {
            *place = Some(counts);
            self.write(job)?;
        }
        Ok(())
    }

    fn write(&self, job: &Job) -> Result<(), Error> {
        let text = self.text(job).map_err(io::Error::from);
        text.and_then(|text| file::write(&self.path, &text)).map_err(Error::system(format!(
            "cannot write {}, which keeps what was there; once it can be written, the same command \
             goes on from there",
            shown_path(&self.path)
        )))
    }

    /// Returns the contents of the file.
    fn text(&self, job: &Job) -> serde_json::Result<String> {
        let mut text = String::new();
        put(&mut text, job, job)?;
        for (class, counts) in (0..).zip(&self.counted) {
            let numbers = |counts: &UniqueCounts| {
                let [numbers, digests] = [(); 2].map(|()| EnPassant::ALL);
                (numbers.map(|by| counts.number(by)), digests.map(|by| counts.digest(by)))
            };
            put(&mut text, job, &Line { class, counts: counts.as_ref().map(numbers) })?;
        }
        Ok(text)
    }

    fn read(&mut self) -> Result<(), Error> {
        let (job, counted) = read(&self.path, "remove the file to count from the beginning")?;
        (self.job, self.counted) = (Some(job), counted);
        Ok(())
    }
}

/// The number of positions by one definition.
#[derive(Debug, Serialize)]
pub struct Number {
    /// The id of the definition.
    pub en_passant: &'static str,
    /// The number of positions.
    pub positions: u64,
    /// Both halves of their digest, as hexadecimal digits.
    pub digest: String,
}

impl Number {
    /// Returns the numbers by all definitions.
    ///
    /// # Errors
    ///
    /// Returns an error if there are so many positions that a `u64` may not hold their number.
    pub fn all(counts: &UniqueCounts) -> Result<Vec<Self>, UniqueError> {
        if counts.number(EnPassant::Every) == u64::MAX {
            return Err(UniqueError::TooManyPositions);
        }
        let number = |by: EnPassant| {
            let [first, second] = counts.digest(by);
            let digest = format!("{first:016x}{second:016x}");
            Self { en_passant: by.id(), positions: counts.number(by), digest }
        };
        Ok(EnPassant::ALL.map(number).into())
    }
}

/// The sum of all classes, in the order of the JSON object.
#[derive(Debug, Serialize)]
pub struct Merged {
    fen: String,
    depth: u8,
    /// The numbers by all definitions.
    pub numbers: Vec<Number>,
    classes: u32,
    seed: u64,
}

/// Adds up the classes of a count from states, or folders with states, which together have all.
///
/// # Errors
///
/// Returns why a file cannot be read, or [`Error::Wrong`] if it is damaged, if it is of another
/// count, if it has another number for a class, if a class is missing, or if there are too many
/// positions.
pub fn merge(paths: &[PathBuf]) -> Result<Merged, Error> {
    let mut all: Option<(PathBuf, Job, Vec<Option<UniqueCounts>>)> = None;
    for path in paths {
        let path = if path.is_dir() { path.join(NAME) } else { path.clone() };
        let (job, counted) = read(&path, "count this shard again")?;
        let Some((first, of_first, sum)) = &mut all else {
            all = Some((path, job, counted));
            continue;
        };
        if job != *of_first {
            let (name, first) = (shown_path(&path), shown_path(first));
            return Err(Wrong(format!(
                "{name} is of another count: {job}; {first} has {of_first}; give each shard the same \
                 --seed, and the same --memory"
            ))
            .into());
        }
        for ((class, known), found) in (0_u32..).zip(sum.iter_mut()).zip(counted) {
            if known.is_some() && found.is_some() && *known != found {
                let message = "has another number than a file before it for the class";
                return Err(Wrong(format!("{} {message} {class}", shown_path(&path))).into());
            }
            *known = known.or(found);
        }
    }
    let (_, Job { fen, depth, seed, classes, .. }, counts) =
        all.ok_or_else(|| Wrong("expected files".to_owned()))?;
    let missing = (0..classes).zip(&counts).filter(|(_, counts)| counts.is_none());
    let missing: Vec<u32> = missing.map(|(class, _)| class).collect();
    if !missing.is_empty() {
        let (number, which) = (missing.len(), list(missing.iter().map(u32::to_string)));
        let message = format!("classes that are not counted: {number} of {classes}, {which}");
        return Err(Wrong(message).into());
    }
    let sum = counts.into_iter().flatten().fold(UniqueCounts::default(), |sum, of| sum + of);
    let numbers = Number::all(&sum).map_err(|error| Wrong(error.to_string()))?;
    Ok(Merged { fen, depth, numbers, classes, seed })
}

/// Reads a state. The error for one that is damaged says what to do.
fn read(path: &Path, remedy: &str) -> Result<(Job, Vec<Option<UniqueCounts>>), Error> {
    let bytes = limited::read(path, MOST_BYTES)?;
    let wrong = |mistake| Wrong(format!("{} {mistake}; {remedy}", shown_path(path)));
    Ok(parsed(&bytes).map_err(wrong)?)
}

/// Adds a line with its digest.
fn put(text: &mut String, job: &Job, line: &impl Serialize) -> serde_json::Result<()> {
    let check = check(job, line)?;
    let line = serde_json::to_string(&Checked { line, check })?;
    text.push_str(&format!("{line:LINE$}\n"));
    Ok(())
}

/// Returns the digest of a line of a count.
fn check(job: &Job, line: &impl Serialize) -> serde_json::Result<String> {
    let mut digest = Digest::new();
    digest.add(&serde_json::to_vec(job)?);
    digest.add(&serde_json::to_vec(line)?);
    Ok(digest.text())
}

/// Reads a state.
fn parsed(bytes: &[u8]) -> Result<(Job, Vec<Option<UniqueCounts>>), String> {
    let wrong =
        |number: usize, what: &dyn fmt::Display| format!("is damaged in line {number}: {what}");
    let text = core::str::from_utf8(bytes).map_err(|error| wrong(1, &error))?;
    let mut lines = (1..).zip(text.split_inclusive('\n'));
    let (_, first) = lines.next().ok_or_else(|| wrong(1, &"expected a count"))?;
    let job: Checked<Job> = serde_json::from_str(first).map_err(|error| wrong(1, &error))?;
    if job.line.form != FORM || job.line.version != VERSION {
        let version = &job.line.version;
        return Err(format!("is of the version {version} of this program; expected {VERSION}"));
    }
    let is_whole = |text: &str, found: &str, expected: serde_json::Result<String>| {
        text.len() == LINE + 1 && text.ends_with('\n') && expected.is_ok_and(|text| text == found)
    };
    if !is_whole(first, &job.check, check(&job.line, &job.line)) {
        return Err(wrong(1, &"its digest is another"));
    }
    let job = job.line;
    let mut counted = Vec::new();
    for (number, text) in lines {
        let line: Checked<Line> =
            serde_json::from_str(text).map_err(|error| wrong(number, &error))?;
        let is_right = is_whole(text, &line.check, check(&job, &line.line));
        if !is_right || line.line.class as usize != counted.len() {
            return Err(wrong(number, &"its digest is another, or it is in another's place"));
        }
        counted
            .push(line.line.counts.map(|(numbers, digests)| UniqueCounts::new(numbers, digests)));
    }
    if counted.len() != job.classes as usize {
        let (found, expected) = (counted.len(), job.classes);
        return Err(format!("is cut off: expected {expected} lines of classes, found {found}"));
    }
    Ok((job, counted))
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
        let job = Job::new("a FEN".to_owned(), 255, u64::MAX, 4);
        let mut state = State::open(folder.path()).expect("it is empty");
        assert!(state.job().is_none());
        state.begin(&job).expect("it can be written");
        let length = || fs::metadata(folder.path().join(NAME)).expect("it is there").len();
        let first = length();
        state.store(2, counts(2)).expect("it can be written");
        state.store(0, counts(0)).expect("it can be written");
        assert_eq!((first, length()), (5 * (LINE as u64 + 1), first));
        drop(state);
        let mut state = State::open(folder.path()).expect("it is whole");
        assert_eq!(state.job(), Some(&job));
        state.resume("a FEN", 255, None).expect("it is the same count");
        state.resume("a FEN", 255, Some(u64::MAX)).expect("it is the same count");
        for (fen, depth, seed) in [("b", 255, None), ("a FEN", 9, None), ("a FEN", 255, Some(0))] {
            let error = state.resume(fen, depth, seed).expect_err("it is another count");
            assert!(error.to_string().contains("is of another count"), "{error}");
        }
        let other = Job::new("a FEN".to_owned(), 255, u64::MAX, 5);
        assert!(state.begin(&other).is_err());
        state.begin(&job).expect("it is the same count");
        let expected = [Some(counts(0)), None, Some(counts(2)), None, None];
        assert_eq!([0, 1, 2, 3, 4].map(|class| state.counts(class)), expected);
    }

    #[test]
    fn lines_that_are_missing_or_in_another_place_are_errors() {
        let folder = tempfile::tempdir().expect("the folder can be made");
        let mut state = State::open(folder.path()).expect("it is empty");
        state.begin(&Job::new("a FEN".to_owned(), 9, 0, 4)).expect("it can be written");
        (0..4).for_each(|class| state.store(class, counts(class)).expect("it can be written"));
        let bytes = fs::read(&state.path).expect("it can be read");
        assert!(parsed(&bytes).is_ok());
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let wrong = |lines: &[&[u8]]| parsed(&lines.concat()).expect_err("it is damaged");
        for count in 1..5 {
            assert!(wrong(&lines[..count]).contains("is cut off"), "{count}");
        }
        assert!(wrong(&[]).contains("line 1"));
        let [job, a, b, c, d] = lines[..] else { panic!("five lines") };
        assert!(wrong(&[job, a, c, b, d]).contains("line 3"));
        assert!(wrong(&[job, a, a, c, d]).contains("line 3"));
        assert!(wrong(&[job, a, b, c, d, d]).contains("line 6"));
        assert!(wrong(&[a, b, c, d]).contains("line 1"));
    }
}
