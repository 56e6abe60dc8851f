//! The progress of `hyperbola convert`.

use hyperbola_console::progress_of_bytes;
use hyperbola_data::convert::Progress;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar for what is being done.
pub(super) struct Screen {
    bar: ProgressBar,
    /// What is done with the entries of the bar, if they were collected.
    done: &'static str,
}

impl Screen {
    /// Begins a bar for the bytes of the inputs.
    pub(super) fn new(bytes: Option<u64>) -> anyhow::Result<Self> {
        Ok(Self { bar: progress_of_bytes(bytes, "entries")?, done: "" })
    }

    /// Shows the progress.
    pub(super) fn show(&mut self, progress: Progress) {
        match progress {
            Progress::Read { bytes, entries } => {
                self.bar.set_position(if self.bar.length().is_some() { bytes } else { entries });
            }
            Progress::Compared { entries, all } => self.show_entries(entries, all, "compared"),
            Progress::Written { entries, all } => self.show_entries(entries, all, "written"),
            _ => {}
        }
    }

    /// Shows of how many entries something has been done, in a bar of its own.
    fn show_entries(&mut self, entries: u64, all: u64, done: &'static str) {
        if self.done != done {
            self.bar.finish_and_clear();
            let template =
                format!("{{wide_bar}} {{human_pos}} of {{human_len}} entries {done} {{eta:>4}}");
            self.bar = ProgressBar::new(all);
            if let Ok(style) = ProgressStyle::with_template(&template) {
                self.bar.set_style(style);
            }
            self.done = done;
        }
        self.bar.set_position(entries);
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
