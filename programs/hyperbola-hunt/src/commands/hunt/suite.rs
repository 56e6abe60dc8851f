//! A long suite: asked by several programs at once, and gone on with after an interrupt.

use std::time::Instant;

use super::{HuntArguments, HuntEnd, subject};
use crate::commands::suites::{SAVING, State};
use hyperbola_console::progress_bar;
use hyperbola_files::journal::Input;
use hyperbola_hunt::Hunt;

/// Asks for all rows of the suites, of which there are so many, and returns the hunt of those
/// that were answered wrongly.
pub(super) fn rows<'a>(
    arguments: &HuntArguments,
    hunt: Hunt<'a>,
    (count, suites): (usize, Vec<Input>),
) -> anyhow::Result<Hunt<'a>> {
    let question = arguments.question(suites)?;
    let path = arguments.state.as_deref();
    let mut state = State::read(path, question, count).map_err(HuntEnd::Use)?;
    let done = state.rows.clone();
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
            state.rows.clone_from(rows);
            unwritten = state.write().err();
        }
    });
    bar.finish_and_clear();
    state.rows = rows.clone();
    state.write().map_err(HuntEnd::Use)?;
    if let Some(error) = failure {
        return Err(HuntEnd::Failed(error).into());
    }
    if rows.done < count {
        return Err(HuntEnd::Interrupted.into());
    }
    Ok(hunt.only_rows(&rows.wrong))
}
