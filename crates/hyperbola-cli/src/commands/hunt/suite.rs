//! A long suite: asked by several programs at once, and gone on with after an interrupt.

use core::time::Duration;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use hyperbola_console::{file, progress_bar, shown_path};
use hyperbola_hunt::{Hunt, Rows};
use serde::{Deserialize, Serialize};

use super::{HuntArguments, HuntEnd, MOST_BYTES, read_rows, subject};
use crate::limited;

/// The time after which a state is written again.
const SAVING: Duration = Duration::from_secs(1);

/// How far a suite has been asked, as the state file has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    /// What was asked of what: a state of something else is not gone on with.
    question: Question,
    /// The number of rows that were asked.
    done: usize,
    /// The indices of those with a wrong answer, from 0.
    wrong: Vec<usize>,
}

/// What a state belongs to.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    program: String,
    compared: String,
    /// The digest of the set of inputs, if those are compared.
    inputs: Option<String>,
    depth: u32,
    unreachable: bool,
    chess960: bool,
    /// The digest of the suites' texts.
    suite: String,
}

impl Question {
    fn new(arguments: &HuntArguments) -> anyhow::Result<Self> {
        let subject = &arguments.subject;
        let program = [&subject.uci, &subject.perftree, &subject.command, &arguments.perft_command];
        let program: Vec<&str> = program.into_iter().flatten().map(String::as_str).collect();
        let mut digest = 0xcbf2_9ce4_8422_2325_u64;
        for path in &arguments.suite {
            for byte in read_rows(path)?.bytes() {
                digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        Ok(Self {
            program: program.join(" "),
            compared: arguments.compared().name().to_owned(),
            inputs: arguments.inputs.as_ref().map(|set| format!("{:016x}", set.digest())),
            depth: arguments.depth,
            unreachable: arguments.unreachable,
            chess960: arguments.chess960,
            suite: format!("{digest:016x}"),
        })
    }
}

/// Asks for all rows of the suites, and returns the hunt of those that were answered wrongly.
pub(super) fn rows<'a>(
    arguments: &HuntArguments,
    hunt: Hunt<'a>,
    count: usize,
) -> anyhow::Result<Hunt<'a>> {
    let question = Question::new(arguments).map_err(HuntEnd::Use)?;
    let path = arguments.state.as_deref();
    let done = match path {
        Some(path) => read(path, &question, count).map_err(HuntEnd::Use)?,
        None => Rows::default(),
    };
    let mut state = State { question, done: done.done, wrong: done.wrong.clone() };
    let threads = usize::from(arguments.threads);
    let make = || match subject(arguments) {
        Ok(subject) => Ok(subject),
        Err(HuntEnd::Failed(error)) => Err(error),
        Err(other) => {
            Err(hyperbola_hunt::HuntError::Start(hyperbola_hunt::Failure::Start(other.to_string())))
        }
    };
    let bar = progress_bar(count as u64);
    let mut saved = Instant::now();
    let mut unwritten = None;
    let (rows, failure) = hunt.rows(&make, threads, done, &mut |rows| {
        bar.set_position(rows.done as u64);
        bar.set_message(format!("{} of {count} rows, {} wrong", rows.done, rows.wrong.len()));
        if saved.elapsed() >= SAVING && unwritten.is_none() {
            saved = Instant::now();
            unwritten = write(path, &mut state, rows).err();
        }
    });
    bar.finish_and_clear();
    write(path, &mut state, &rows).map_err(HuntEnd::Use)?;
    if let Some(error) = failure {
        return Err(HuntEnd::Failed(error).into());
    }
    if rows.done < count {
        return Err(HuntEnd::Interrupted.into());
    }
    Ok(hunt.only_rows(&rows.wrong))
}

/// Reads a state. A file that is not there yet is that of a suite of which nothing was asked.
fn read(path: &Path, question: &Question, count: usize) -> anyhow::Result<Rows> {
    file::check_writable(path).with_context(|| format!("cannot write {}", shown_path(path)))?;
    if !path.is_file() {
        return Ok(Rows::default());
    }
    let name = shown_path(path);
    let bytes = limited::read(path, MOST_BYTES)?;
    if bytes.is_empty() {
        return Ok(Rows::default());
    }
    let state: State = serde_json::from_slice(&bytes)
        .map_err(|error| anyhow!("{name}: expected the state of a suite: {error}"))?;
    if state.question != *question {
        let expected = serde_json::to_string(question)?;
        let found = serde_json::to_string(&state.question)?;
        return Err(anyhow!("{name}: expected a state of {expected}, found one of {found}"));
    }
    let is_ordered = state.wrong.is_sorted_by(|one, other| one < other);
    let is_inside = state.done <= count && state.wrong.last().is_none_or(|&last| last < state.done);
    if !is_ordered || !is_inside {
        return Err(anyhow!("{name}: expected rows below {count} in their order, found others"));
    }
    Ok(Rows::new(state.done, state.wrong))
}

/// Writes the state, if it has a file.
fn write(path: Option<&Path>, state: &mut State, rows: &Rows) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    state.done = rows.done;
    state.wrong.clone_from(&rows.wrong);
    let text = serde_json::to_string(state)? + "\n";
    file::write(path, &text).with_context(|| format!("cannot write {}", shown_path(path)))
}
