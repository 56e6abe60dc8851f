//! Clocks and evaluations in comments.

use pyo3::prelude::*;

use crate::names::value_error;

/// Returns where a command such as [%clk …] stands in a comment, and its value.
fn command<'a>(comment: &'a str, name: &str) -> Option<(usize, usize, &'a str)> {
    let head = format!("[%{name} ");
    let start = comment.find(&head)?;
    let value = &comment[start + head.len()..];
    let len = value.find(']')?;
    Some((start, start + head.len() + len + 1, value[..len].trim()))
}

/// Sets the value of a command, in its place if there is one, or removes all of its name.
pub(super) fn set(comments: &mut Vec<String>, name: &str, value: Option<String>) {
    let text = value.map(|value| format!("[%{name} {value}]"));
    for comment in comments.iter_mut() {
        while let Some((start, end, _)) = command(comment, name) {
            if let Some(text) = text {
                comment.replace_range(start..end, &text);
                return;
            }
            let rest = comment[end..].trim_start().to_owned();
            comment.replace_range(start.., &rest);
        }
    }
    let Some(text) = text else {
        comments.retain(|comment| !comment.trim().is_empty());
        return;
    };
    match comments.last_mut() {
        Some(last) => *last = format!("{} {text}", last.trim_end()),
        None => comments.push(text),
    }
}

/// Returns the seconds of a clock.
pub(super) fn clock(comment: &str) -> Option<f64> {
    let (.., value) = command(comment, "clk")?;
    let mut seconds = 0.0;
    for part in value.split(':') {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        seconds = 60.0 * seconds + part.parse::<f64>().ok().filter(|_| is_number)?;
    }
    Some(seconds).filter(|seconds| seconds.is_finite())
}

/// The largest clock that can be written, in seconds.
const LONGEST: f64 = 1e9;

/// Returns a clock as it is written, to a thousandth of a second.
pub(super) fn clock_text(seconds: f64) -> PyResult<String> {
    if !(0.0..=LONGEST).contains(&seconds) {
        return Err(value_error(format_args!(
            "seconds: expected a number from 0 to {LONGEST}, found {seconds}"
        )));
    }
    let whole = seconds.floor();
    let text = format!("{seconds:.3}");
    let (whole, fraction) = text.split_once('.').map_or((whole, ""), |(number, fraction)| {
        (number.parse().unwrap_or(whole), fraction.trim_end_matches('0'))
    });
    let (minutes, rest) = ((whole / 60.0).floor(), whole % 60.0);
    let (hours, minutes) = ((minutes / 60.0).floor(), minutes % 60.0);
    let point = if fraction.is_empty() { "" } else { "." };
    Ok(format!("{hours}:{minutes:02}:{rest:02}{point}{fraction}"))
}

/// An evaluation: hundredths of a pawn or moves to mate, and the depth.
type Eval = (Option<i32>, Option<i32>, Option<u32>);

/// Returns an evaluation.
pub(super) fn eval(comment: &str) -> Option<Eval> {
    let (.., value) = command(comment, "eval")?;
    let (value, depth) = value.split_once(',').unwrap_or((value, ""));
    let depth = if depth.is_empty() { None } else { Some(depth.trim().parse().ok()?) };
    if let Some(mate) = value.strip_prefix('#') {
        return Some((None, Some(mate.parse().ok()?), depth));
    }
    let pawns: f64 = value.parse().ok()?;
    // The bounds of what an engine says, far beyond any evaluation.
    let cp = (100.0 * pawns).round();
    let cp = format!("{cp:.0}").parse().ok()?;
    Some((Some(cp), None, depth))
}

/// Returns an evaluation as it is written.
pub(super) fn eval_text(
    cp: Option<i32>,
    mate: Option<i32>,
    depth: Option<u32>,
) -> PyResult<Option<String>> {
    let value = match (cp, mate) {
        (None, None) => return Ok(None),
        (Some(cp), None) => {
            let sign = if cp < 0 { "-" } else { "" };
            let cp = cp.unsigned_abs();
            format!("{sign}{}.{:02}", cp / 100, cp % 100)
        }
        (None, Some(mate)) => format!("#{mate}"),
        _ => return Err(value_error("expected cp or mate, found both")),
    };
    Ok(Some(depth.map_or(value.clone(), |depth| format!("{value},{depth}"))))
}
