//! A journal: the progress of a run and its question, so that the same command can continue it.
//!
//! The text is one JSON object on a line: the number of this form, the program with its version,
//! the [`Question`], the state of the run, and a digest of all text before the digest. It is
//! replaced as a whole. A run continues only with a journal of the same form and program, which is
//! not damaged, and which has the same question.

use std::io::{self, Write};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::new_file::NewFile;
use crate::{Digest, Error, Wrong, limited, shown_path};

/// The number of this form of the text. Programs before the first number had other journals.
const FORM: u32 = 2;

/// The program. Another version may do the same in another way.
pub const PROGRAM: &str = concat!("hyperbola ", env!("CARGO_PKG_VERSION"));

/// The greatest number of bytes in a journal. Most have some thousands.
const MOST_BYTES: u64 = 1 << 26;

/// The texts before and after the digest at the end of the journal.
const CHECK: [&str; 2] = [",\"check\":\"", "\"}\n"];

/// The question of a run: everything that its result depends on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Question {
    command: String,
    /// The arguments by the names of their options, or by those that the help shows: `FEN`.
    arguments: Map<String, Value>,
    inputs: Vec<Input>,
}

/// An input of a run. It counts as another one if anything except its name differs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Input {
    /// The name to show.
    pub name: String,
    /// The number of bytes, if it is known.
    pub bytes: Option<u64>,
    /// The nanoseconds from 1970 until it was modified, if they are known.
    pub modified: Option<u64>,
    /// The digest of its bytes, or of those that are read.
    pub digest: Option<String>,
}

/// The value of an argument that has no short text. Messages show that it differs, but not how.
#[derive(Debug, Clone, Serialize)]
pub struct Unshown {
    digest: String,
}

impl Unshown {
    /// Describes a value by its digest.
    #[must_use]
    pub fn new(digest: u64) -> Self {
        Self { digest: format!("{digest:016x}") }
    }
}

impl Question {
    /// Describes the question of a command. The arguments serialize as a map whose keys are the
    /// names of options. They should be the very structure that is parsed, so that none is
    /// forgotten.
    ///
    /// # Errors
    ///
    /// Returns an error if the arguments do not serialize in this way.
    pub fn new(
        command: &str,
        arguments: &impl Serialize,
        inputs: Vec<Input>,
    ) -> Result<Self, Error> {
        let arguments = serde_json::to_value(arguments).and_then(serde_json::from_value);
        let arguments = arguments.map_err(io::Error::from);
        let arguments = arguments.map_err(Error::system("cannot write down the arguments"))?;
        Ok(Self { command: command.to_owned(), arguments, inputs })
    }

    /// Returns the value of an argument by the name of its option, which is null if there is none.
    #[must_use]
    pub fn argument(&self, option: &str) -> &Value {
        self.arguments.get(option).unwrap_or(&Value::Null)
    }

    /// Describes how an earlier run differs from this one, unless the difference is allowed.
    fn difference(
        &self,
        before: &Self,
        may_change: impl Fn(&str, &Value) -> bool,
    ) -> Option<String> {
        if before.command != self.command {
            return Some(format!("made by {}, and this is {}", before.command, self.command));
        }
        if before.inputs.len() != self.inputs.len() {
            let (before, found) = (before.inputs.len(), self.inputs.len());
            return Some(format!("with {before} inputs, not {found}"));
        }
        let mut inputs = before.inputs.iter().zip(&self.inputs);
        if let Some((_, input)) = inputs.find(|(before, input)| !input.is_same(before)) {
            return Some(format!(
                "with another input: {} has another length, time of modification or content",
                input.name
            ));
        }
        let mut options = self.arguments.keys().chain(before.arguments.keys());
        let option = options.find(|option| {
            let before = before.argument(option);
            before != self.argument(option) && !may_change(option, before)
        })?;
        // The names of arguments that are not options begin with a capital letter.
        let is_option = !option.starts_with(|first: char| first.is_ascii_uppercase());
        let shown = if is_option { format!("--{option}") } else { option.clone() };
        Some(match (before.argument(option), self.argument(option)) {
            (Value::Object(_), _) | (_, Value::Object(_)) => format!("made with other {shown}"),
            (Value::Bool(true), _) => format!("made with {shown}"),
            (Value::Bool(false), _) => format!("made without {shown}"),
            (before, found) => {
                format!("made with {shown} {}, not {}", value(before), value(found))
            }
        })
    }
}

impl Input {
    fn is_same(&self, before: &Self) -> bool {
        let Self { name: _, bytes, modified, digest } = self;
        (bytes, modified, digest) == (&before.bytes, &before.modified, &before.digest)
    }
}

/// Returns the value of an argument as it is given to a command.
fn value(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(self::value).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// A journal in memory.
#[derive(Debug, Clone)]
pub struct Journal<S> {
    /// The question of the run.
    pub question: Question,
    /// Its progress.
    pub state: S,
}

/// The fields of the text before the digest.
#[derive(Debug, Serialize, Deserialize)]
struct Text<P, Q, S> {
    form: u32,
    program: P,
    question: Q,
    state: S,
}

/// The fields that every form has.
#[derive(Debug, Default, Deserialize)]
struct Header {
    form: Option<u32>,
    program: Option<String>,
}

/// The words of the errors about a journal.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    /// The beginning of messages about the run: `out.partial is of an unfinished run`.
    pub run: &'a str,
    /// The way to start again in place of the run: `remove out.partial to start anew`.
    pub anew: &'a str,
}

impl<S: DeserializeOwned> Journal<S> {
    /// Reads the journal of a run, if there is one, to go on with it. A function decides which
    /// options may differ from the question of that run: it gets the name of an option, its value
    /// there, and the state.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, if it is damaged or of another version of the
    /// program, or if the run had another question: its text names the first argument that differs.
    pub fn read(
        path: &Path,
        question: &Question,
        words: Words<'_>,
        may_change: impl Fn(&str, &Value, &S) -> bool,
    ) -> Result<Option<Self>, Error> {
        let Some(journal) = Self::read_any(path, words)? else { return Ok(None) };
        let may_change = |option: &str, before: &Value| may_change(option, before, &journal.state);
        match question.difference(&journal.question, may_change) {
            Some(difference) => Err(words.other(&difference)),
            None => Ok(Some(journal)),
        }
    }

    /// Reads the journal of a run with any question, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if it is damaged or of another version of
    /// the program.
    pub fn read_any(path: &Path, words: Words<'_>) -> Result<Option<Self>, Error> {
        let cannot = format!("cannot read {}; {}", shown_path(path), words.anew);
        let is_there = path.try_exists().map_err(Error::system(&*cannot))?;
        if !is_there {
            return Ok(None);
        }
        let bytes = limited::read(path, MOST_BYTES)?;
        let unreadable = |why: serde_json::Error| Error::Damaged(format!("{cannot}: {why}"));
        // The text after the first value is checked below. A state of an earlier version has more.
        let header = serde_json::Deserializer::from_slice(&bytes).into_iter().next();
        match header.unwrap_or_else(|| Ok(Header::default())).map_err(unreadable)? {
            Header { form: Some(FORM), program: Some(program) } if program == PROGRAM => {}
            Header { form: Some(_), program: Some(program) } => {
                return Err(words.other(&format!("made by {program}, and this is {PROGRAM}")));
            }
            _ => {
                let why =
                    "expected a journal of this version, found none, or one of an earlier version";
                return Err(Error::Damaged(format!("{cannot}: {why}")));
            }
        }
        if !is_whole(&bytes) {
            return Err(damaged(path, words.anew));
        }
        let text = serde_json::from_slice(&bytes).map_err(unreadable)?;
        let Text::<String, Question, S> { question, state, .. } = text;
        Ok(Some(Self { question, state }))
    }
}

impl Words<'_> {
    /// Returns the error for a run that differs.
    fn other(&self, difference: &str) -> Error {
        let Self { run, anew } = self;
        Wrong(format!("{run}, {difference}: run that command to finish it, or {anew}")).into()
    }
}

/// Writes the journal of a run in place of the one before, which stays if this fails.
///
/// # Errors
///
/// Returns an error if it cannot be written.
pub fn write(path: &Path, question: &Question, state: &impl Serialize) -> io::Result<()> {
    replace(path, before_digest(question, state)?)
}

/// Writes the journal of a run as [`write()`] does, with as many bytes as if it had another state.
/// If all states have as many, a full disk shows when the first one is written.
///
/// # Errors
///
/// Returns an error if it cannot be written.
pub fn write_padded<S: Serialize>(
    path: &Path,
    question: &Question,
    state: &S,
    longest: &S,
) -> io::Result<()> {
    let length = before_digest(question, longest)?.len();
    let text = before_digest(question, state)?;
    replace(path, format!("{text:length$}"))
}

/// Returns the text of a journal, which ends with its digest.
fn before_digest(question: &Question, state: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string(&Text { form: FORM, program: PROGRAM, question, state })?;
    // The brace at the end follows the digest.
    text.pop();
    Ok(text)
}

/// Adds the digest to the text of a journal, and puts it into its place.
fn replace(path: &Path, mut text: String) -> io::Result<()> {
    let digest = Digest::of(text.as_bytes()).text();
    let [before, behind] = CHECK;
    text.extend([before, &digest, behind]);
    let mut file = NewFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// Returns whether the digest of a text is at its end.
fn is_whole(text: &[u8]) -> bool {
    let [before, behind] = CHECK;
    let text = text.strip_suffix(behind.as_bytes());
    let parts = text.and_then(|text| text.split_last_chunk::<16>());
    parts.is_some_and(|(text, check)| {
        let text = text.strip_suffix(before.as_bytes());
        text.is_some_and(|text| Digest::of(text).text().as_bytes() == check)
    })
}

/// Returns the error for a file that differs from its journal.
#[must_use]
pub fn damaged(path: &Path, anew: &str) -> Error {
    let name = shown_path(path);
    Error::Damaged(format!("{name} is damaged: it does not have the digest in its journal; {anew}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    const WORDS: Words<'_> = Words { run: "it is of a run", anew: "remove it" };

    fn input(digest: &str) -> Input {
        let digest = Some(digest.to_owned());
        Input { name: format!("of {digest:?}"), bytes: None, modified: Some(1), digest }
    }

    fn question(arguments: &Value) -> Question {
        Question::new("count", arguments, vec![input("a")]).expect("an object")
    }

    #[test]
    fn a_journal_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let asked = question(&json!({ "every": 2 }));
        let read = || Journal::<u64>::read(&path, &asked, WORDS, |_, _, _| false);
        assert!(read().expect("none is there").is_none());
        for state in [0, u64::MAX] {
            write(&path, &asked, &state).expect("it can be written");
            assert_eq!(read().expect("it is whole").map(|journal| journal.state), Some(state));
        }
    }

    #[test]
    fn padded_journals_have_one_length() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let asked = question(&json!({ "every": 2 }));
        let lengths = [1, u64::MAX / 2, u64::MAX].map(|state| {
            write_padded(&path, &asked, &state, &u64::MAX).expect("it can be written");
            let read = Journal::read(&path, &asked, WORDS, |_, _, _| false);
            assert_eq!(read.expect("it is whole").map(|journal| journal.state), Some(state));
            fs::metadata(&path).expect("it is there").len()
        });
        assert!(lengths.iter().all(|length| *length == lengths[0]), "{lengths:?}");
    }

    #[test]
    fn every_changed_byte_of_a_journal_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let asked = question(&json!({ "every": 2 }));
        write(&path, &asked, &7).expect("it can be written");
        let bytes = fs::read(&path).expect("it is there");
        let refused = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("it can be written");
            Journal::<u64>::read(&path, &asked, WORDS, |_, _, _| true).expect_err("it is changed")
        };
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            refused(&changed);
            refused(&bytes[..place]);
        }
        refused(&[&bytes[..], b" "].concat());
    }

    #[test]
    fn journals_of_other_versions_are_refused_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let asked = question(&json!({ "every": 2 }));
        let message = |text: &str| {
            fs::write(&path, text).expect("it can be written");
            let read = Journal::<u64>::read(&path, &asked, WORDS, |_, _, _| true);
            let error = read.expect_err("it is of another version");
            error.to_string()
        };
        // The forms before the first number.
        for text in [
            r#"{"asked":{"program":"hyperbola 0.1.0","options":[["every","2"]],"inputs":[]},
            "state":{},"written":{"bytes":9,"digest":"0"},"check":"0123456789abcdef"}"#,
            r#"{"question":{"suite":"0","max_nodes":null},"done":7,"wrong":[]}"#,
        ] {
            let message = message(text);
            let begin = format!("cannot read {}; remove it: expected a journal", shown_path(&path));
            assert!(message.starts_with(&begin), "{message}");
            assert!(message.ends_with("found none, or one of an earlier version"), "{message}");
        }
        write(&path, &asked, &7).expect("it can be written");
        let text = fs::read_to_string(&path).expect("it is there");
        let message = message(&text.replace(PROGRAM, "hyperbola 9.9.9"));
        let end = "run that command to finish it, or remove it";
        let made = format!("made by hyperbola 9.9.9, and this is {PROGRAM}");
        assert_eq!(message, format!("it is of a run, {made}: {end}"));
    }

    #[test]
    fn the_first_argument_that_differs_is_named() {
        let before = question(&json!({
            "bad-rows": "error", "every": 1, "features": ["a", "b"], "inputs": null, "scored": false
        }));
        let difference = |change: (&str, Value)| {
            let mut asked = before.clone();
            asked.arguments.insert(change.0.to_owned(), change.1);
            let may_change =
                |option: &str, before: &Value| option == "bad-rows" && before == "error";
            asked.difference(&before, may_change)
        };
        let unshown = serde_json::to_value(Unshown::new(0)).expect("an object");
        for (option, value, expected) in [
            ("every", json!(2), "made with --every 1, not 2"),
            ("every", json!(null), "made with --every 1, not none"),
            ("FEN", json!("8/8"), "made with FEN none, not 8/8"),
            ("features", json!(["b"]), "made with --features a,b, not b"),
            ("inputs", unshown, "made with other --inputs"),
            ("scored", json!(true), "made without --scored"),
            ("new-filter", json!(3), "made with --new-filter none, not 3"),
        ] {
            assert_eq!(difference((option, value)).as_deref(), Some(expected));
        }
        assert_eq!(difference(("bad-rows", json!("skip"))), None);
        let mut asked = before.clone();
        asked.arguments.remove("every");
        let missing = asked.difference(&before, |_, _| false);
        assert_eq!(missing.as_deref(), Some("made with --every 1, not none"));
        let of = |command, inputs| {
            let asked = Question::new(command, &before.arguments, inputs).expect("an object");
            asked.difference(&before, |_, _| true)
        };
        assert_eq!(of("count", vec![Input { name: String::new(), ..input("a") }]), None);
        assert!(of("sum", Vec::new()).is_some_and(|text| text == "made by count, and this is sum"));
        assert!(of("count", Vec::new()).is_some_and(|text| text == "with 1 inputs, not 0"));
        for other in [
            input("b"),
            Input { digest: None, ..input("a") },
            Input { modified: Some(2), ..input("a") },
            Input { modified: None, ..input("a") },
            Input { bytes: Some(1), ..input("a") },
        ] {
            let other = of("count", vec![other]);
            assert!(other.is_some_and(|text| text.starts_with("with another input: ")));
        }
    }
}
