//! Progress bars on standard error.

use core::fmt;

use indicatif::{HumanFloatCount, ProgressBar, ProgressState, ProgressStyle};

/// Makes a progress bar on standard error. It is not drawn if that is not a terminal.
#[must_use]
pub fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} % {eta:>4} {msg}");
    let bar = ProgressBar::new(length);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Makes a progress bar on standard error. It counts bytes, or things if the number of bytes is
/// unknown. It is not drawn if standard error is not a terminal.
///
/// # Errors
///
/// Returns an error if the template is wrong, which does not depend on the arguments.
pub fn progress_of_bytes(bytes: Option<u64>, things: &str) -> anyhow::Result<ProgressBar> {
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
