//! A long suite: asked by several programs at once, and gone on with after an interrupt.

use std::path::Path;
use std::time::Instant;

use hyperbola_console::progress_bar;
use hyperbola_hunt::{Hunt, Rows};
use serde::{Deserialize, Serialize};

use super::{HuntArguments, HuntEnd, subject};
use crate::commands::suites::{SAVING, State};

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
    max_nodes: u64,
    /// The digest of the suites' texts.
    suite: String,
}

impl Question {
    fn new(arguments: &HuntArguments, suite: String) -> Self {
        let subject = &arguments.subject;
        let program = [&subject.uci, &subject.perftree, &subject.command, &arguments.perft_command];
        let program: Vec<&str> = program.into_iter().flatten().map(String::as_str).collect();
        Self {
            program: program.join(" "),
            compared: arguments.compared().name().to_owned(),
            inputs: arguments.inputs.as_ref().map(|set| format!("{:016x}", set.digest())),
            depth: arguments.depth,
            unreachable: arguments.unreachable,
            chess960: arguments.chess960,
            max_nodes: arguments.max_nodes,
            suite,
        }
    }
}

/// Asks for all rows of the suites, whose number and digest are given, and returns the hunt of those
/// that were answered wrongly.
pub(super) fn rows<'a>(
    arguments: &HuntArguments,
    hunt: Hunt<'a>,
    (count, suite): (usize, String),
) -> anyhow::Result<Hunt<'a>> {
    let question = Question::new(arguments, suite);
    let path = arguments.state.as_deref();
    let mut state = State::read(path, question, count).map_err(HuntEnd::Use)?;
    let done = Rows::new(state.done, state.wrong.clone());
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

/// Writes a state, if it has a file.
fn write(path: Option<&Path>, state: &mut State<Question>, rows: &Rows) -> anyhow::Result<()> {
    state.done = rows.done;
    state.wrong.clone_from(&rows.wrong);
    state.write(path)
}
