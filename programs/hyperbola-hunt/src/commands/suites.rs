//! Perft suites, and the files that say how far one has come.

use core::time::Duration;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hyperbola_files::journal::{self, Input, Journal, Question, Words};
use hyperbola_files::{Digest, Wrong, file, limited, shown_path};
use hyperbola_hunt::{Given, Rows};

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

/// Reads the positions of a suite, and describes it as an input.
pub(super) fn read_suite(path: &Path) -> anyhow::Result<(Vec<Given>, Input)> {
    let text = read_rows(path)?;
    let name = shown_path(path);
    let given = hyperbola_hunt::given(&text)
        .map(|given| given.map_err(|(line, error)| Wrong(format!("{name}, line {line}: {error}"))));
    let given = given.collect::<Result<_, _>>()?;
    let (bytes, digest) = (Some(text.len() as u64), Digest::of(text.as_bytes()).text());
    Ok((given, Input { name, bytes, modified: None, digest: Some(digest) }))
}

/// The time after which a state is written again.
pub(super) const SAVING: Duration = Duration::from_secs(1);

/// How far a suite has come, and the file that keeps it, if there is one.
#[derive(Debug)]
pub(super) struct State {
    path: Option<PathBuf>,
    question: Question,
    /// The rows, or their numbers, that are done.
    pub(super) rows: Rows,
}

impl State {
    /// Reads the state of a question with so many rows. Without a file, and if it is not there yet,
    /// nothing was asked.
    pub(super) fn read(
        path: Option<&Path>,
        question: Question,
        count: usize,
    ) -> anyhow::Result<Self> {
        let mut state = Self { path: path.map(Path::to_owned), question, rows: Rows::default() };
        let Some(path) = path else { return Ok(state) };
        let name = shown_path(path);
        // A pipe would be waited for, and keeps nothing.
        if path.exists() && !path.is_file() && !path.is_dir() {
            return Err(Wrong(format!("{name}: expected a file, found a pipe or a device")).into());
        }
        file::check_writable(path).with_context(|| format!("cannot write {name}"))?;
        if !path.is_file() || path.metadata()?.len() == 0 {
            return Ok(state);
        }
        let run = format!("{name} is the state of another run");
        let words = Words { run: &run, anew: "name a new file to start anew" };
        let journal = Journal::read(path, &state.question, words, |_, _, _: &Rows| false)?;
        state.rows = journal.map(|journal| journal.state).unwrap_or_default();
        let Rows { done, wrong, .. } = &state.rows;
        let is_ordered = wrong.is_sorted_by(|one, other| one < other);
        if !is_ordered || *done > count || wrong.last().is_some_and(|last| last >= done) {
            return Err(journal::damaged(path, words.anew).into());
        }
        Ok(state)
    }

    /// Writes the state, if it has a file.
    pub(super) fn write(&self) -> anyhow::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        journal::write(path, &self.question, &self.rows)
            .with_context(|| format!("cannot write {}", shown_path(path)))
    }
}
