//! Perft suites, and the files that say how far one has come.

use core::time::Duration;
use std::path::Path;

use anyhow::{Context, anyhow};
use hyperbola_files::Digest;
use hyperbola_files::{Wrong, file, limited, shown_path};
use hyperbola_hunt::Given;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The greatest number of bytes of a suite: more than half a million rows.
const MOST_BYTES: u64 = 1 << 26;

/// Reads a file of rows.
pub(super) fn read_rows(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(limited::read(path, MOST_BYTES)?).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count();
        Wrong(format!("{}, line {line}: expected UTF-8", shown_path(path))).into()
    })
}

/// Reads the positions of a suite, and adds its text to a digest.
pub(super) fn read_suite(path: &Path, digest: &mut Digest) -> anyhow::Result<Vec<Given>> {
    let text = read_rows(path)?;
    digest.add(text.as_bytes());
    let given = hyperbola_hunt::given(&text).map(|given| {
        given.map_err(|(line, error)| {
            Wrong(format!("{}, line {line}: {error}", shown_path(path))).into()
        })
    });
    given.collect()
}

/// The time after which a state is written again.
pub(super) const SAVING: Duration = Duration::from_secs(1);

/// How far a suite has come, as a file has it.
#[derive(Debug, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State<Q> {
    /// What was asked of what: a state of something else is not gone on with.
    pub(super) question: Q,
    /// The number of rows, or of their numbers, that are done.
    pub(super) done: usize,
    /// The indices of those that are wrong, from 0.
    pub(super) wrong: Vec<usize>,
}

impl<Q: Serialize + DeserializeOwned + PartialEq> State<Q> {
    /// Reads the state of a question with so many rows. Without a file, and if it is not there yet,
    /// nothing was asked.
    pub(super) fn read(path: Option<&Path>, question: Q, count: usize) -> anyhow::Result<Self> {
        let none = |question| Ok(Self { question, done: 0, wrong: Vec::new() });
        let Some(path) = path else { return none(question) };
        let name = shown_path(path);
        file::check_writable(path).with_context(|| format!("cannot write {name}"))?;
        if !path.is_file() {
            return none(question);
        }
        let bytes = limited::read(path, MOST_BYTES)?;
        if bytes.is_empty() {
            return none(question);
        }
        let state: Self = serde_json::from_slice(&bytes)
            .map_err(|error| anyhow!("{name}: expected the state of a suite: {error}"))?;
        if state.question != question {
            let expected = serde_json::to_string(&question)?;
            let found = serde_json::to_string(&state.question)?;
            return Err(anyhow!("{name}: expected a state of {expected}, found one of {found}"));
        }
        let Self { done, wrong, .. } = &state;
        let is_ordered = wrong.is_sorted_by(|one, other| one < other);
        if !is_ordered || *done > count || wrong.last().is_some_and(|last| last >= done) {
            return Err(anyhow!(
                "{name}: expected rows below {count} in their order, found others"
            ));
        }
        Ok(state)
    }

    /// Writes the state, if it has a file.
    pub(super) fn write(&self, path: Option<&Path>) -> anyhow::Result<()> {
        let Some(path) = path else { return Ok(()) };
        let text = serde_json::to_string(self)? + "\n";
        file::write(path, &text).with_context(|| format!("cannot write {}", shown_path(path)))
    }
}
