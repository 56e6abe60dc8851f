//! The commands, each in its own file.

pub(crate) mod attacks;
pub(crate) mod completions;
pub(crate) mod convert;
mod each;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod features;
pub(crate) mod fen;
pub(crate) mod hunt;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod moves;
mod parsers;
pub(crate) mod perft;
pub(crate) mod prove;
mod suites;
pub(crate) mod verify;

use core::fmt;

use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

/// Makes a progress bar on standard error. It counts bytes, or things if the number of bytes is
/// unknown. It is not drawn if standard error is not a terminal.
fn progress_of_bytes(bytes: Option<u64>, things: &str) -> anyhow::Result<ProgressBar> {
    Ok(match bytes {
        Some(bytes) => {
            let template = "{wide_bar} {decimal_bytes} of {decimal_total_bytes} {decimal_bytes_per_sec} {eta:>4}";
            ProgressBar::new(bytes).with_style(ProgressStyle::with_template(template)?)
        }
        None => {
            let template = format!("{{spinner}} {{human_pos}} {things}, {{speed}}");
            let speed = |state: &ProgressState, text: &mut dyn fmt::Write| {
                let _ = write!(text, "{}/s", HumanFloatCount(state.per_sec().round()));
            };
            let style = ProgressStyle::with_template(&template)?.with_key("speed", speed);
            ProgressBar::new_spinner().with_style(style)
        }
    })
}

/// Returns the items of a list that are named, in the list's order. If none is named, it returns
/// all.
fn chosen<T: Copy + PartialEq>(all: &[T], named: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| named.is_empty() || named.contains(one)).collect()
}
