//! Checks techniques one by one, in the form that several commands share.

use hyperbola::Technique;
use hyperbola_console::is_broken_pipe;
use indicatif::ProgressBar;

/// A check of several techniques whose results are printed as a table.
pub(crate) struct Checks<'a> {
    /// The techniques in their order.
    pub(crate) techniques: &'a [Technique],
    /// The heading of the table, without the first column.
    pub(crate) heading: &'a str,
    /// The bar that shows the progress.
    pub(crate) progress: &'a ProgressBar,
}

impl Checks<'_> {
    /// Checks each technique and prints a row for it, without the first column. The first error
    /// ends the checks. If the reader of the table has closed it, the other techniques are still
    /// checked: `hyperbola verify | head` does not hide an error.
    pub(crate) fn run<R>(
        self,
        mut print: impl FnMut(&str) -> anyhow::Result<()>,
        mut check: impl FnMut(Technique) -> anyhow::Result<R>,
        row: impl Fn(&R) -> String,
    ) -> anyhow::Result<Vec<R>> {
        let Self { techniques, heading, progress } = self;
        let width = techniques.iter().map(|technique| technique.id().len()).max().unwrap_or(0);
        let mut print_row =
            |first: &str, rest: &str| match print(&format!("{first:<width$}  {rest}\n")) {
                Err(error) if is_broken_pipe(&error) => Ok(()),
                printed => printed,
            };
        print_row("technique", heading)?;
        let mut results = Vec::new();
        for &technique in techniques {
            progress.set_message(technique.id());
            let result = check(technique).inspect_err(|_| progress.finish_and_clear())?;
            progress.suspend(|| print_row(technique.id(), &row(&result)))?;
            results.push(result);
        }
        progress.finish_and_clear();
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    /// Runs a check that fails for the last technique. The reader of the table has closed it, or
    /// printing fails in another way.
    fn run(kind: io::ErrorKind) -> (usize, String) {
        let mut checked = 0;
        let progress = ProgressBar::hidden();
        let checks = Checks { techniques: Technique::ALL, heading: "", progress: &progress };
        let print = |_: &str| Err(io::Error::from(kind).into());
        let check = |technique| {
            checked += 1;
            anyhow::ensure!(Some(&technique) != Technique::ALL.last(), "the last is wrong");
            Ok(())
        };
        let error = checks.run(print, check, |()| String::new()).unwrap_err();
        (checked, error.to_string())
    }

    #[test]
    fn a_table_that_is_closed_ends_no_check() {
        let last_is_wrong = (Technique::ALL.len(), "the last is wrong".to_owned());
        assert_eq!(run(io::ErrorKind::BrokenPipe), last_is_wrong);
        let (checked, error) = run(io::ErrorKind::StorageFull);
        assert_eq!(checked, 0, "{error}");
    }
}
