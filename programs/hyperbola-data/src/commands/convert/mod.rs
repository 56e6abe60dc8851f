//! `hyperbola convert`: files of training data from one format into another.

mod arguments;
mod screen;
mod state;

use core::sync::atomic::Ordering;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, anyhow};
use hyperbola_console::{is_wrong, output};
use hyperbola_data::convert::{
    BadRows, Conversion, ConvertError, InputCounts, Progress, Source, State, Stopped, Watch,
};
use hyperbola_data::{ArrangeError, FindFormatError, Format, LeftOutRow, Reason, Thing};
use hyperbola_files::interrupt::{self, Interrupted, STOP};
use hyperbola_files::unfinished::{INTERRUPTED, LONG, interrupted};
use hyperbola_files::{Wrong, file, shown_path};
use indicatif::{HumanBytes, HumanCount, HumanFloatCount};
use serde::Serialize;

use crate::bad_rows;
pub(crate) use arguments::ConvertArguments;
use arguments::{Output, PartBy};
use screen::Screen;
use state::{Unfinished, check_none_unfinished, input};

/// The message for a run that was interrupted before its report was written.
const UNREPORTED: &str = "interrupted before the report was written";

/// Converts the files that the arguments name, or checks them.
pub(crate) fn run(arguments: &ConvertArguments) -> anyhow::Result<()> {
    let paths = arguments.paths()?;
    let open = |path: &PathBuf| open(path, arguments.from).map_err(|error| failure(error, None));
    let sources: Vec<Source> = paths.inputs.iter().map(open).collect::<anyhow::Result<_>>()?;
    check_games(arguments, &sources)?;
    let mut run = WatchedConversion::new(arguments, sources, paths.output)?;
    let result = match paths.output {
        None => run.check(),
        Some(Output { path, format, .. }) if path == Path::new("-") => {
            run.write(format, &mut io::stdout().lock())
        }
        Some(Output { path, format, .. }) => run.write_file(format, path),
    };
    run.watcher.screen.finish();
    run.print_bad_rows();
    result?;
    run.write_report()?;
    run.print_empty_inputs();
    if arguments.json || !run.is_empty() {
        run.print_summary(paths.output)?;
    }
    run.check_not_empty()?;
    let counts = run.conversion.tally().counts;
    Ok(bad_rows::check(arguments.bad_rows, counts.bad + counts.refused)?)
}

/// Opens a file or standard input.
fn open(path: &Path, format: Option<Format>) -> Result<Source, ConvertError> {
    if path == Path::new("-") {
        return Source::of_stream("standard input", Box::new(io::stdin()), format);
    }
    Source::open(path, format)
}

/// Refuses inputs without games if their games are divided.
fn check_games(arguments: &ConvertArguments, sources: &[Source]) -> anyhow::Result<()> {
    let is_divided = arguments.filters.part_by == PartBy::Game;
    match sources.iter().find(|source| is_divided && !source.format.has_games()) {
        None => Ok(()),
        Some(Source { name, format, .. }) => Err(Wrong(format!(
            "{name}: --part-by game: expected binpack, viriformat or pgn, found {format}, which does \
             not say which entries belong to a game"
        ))
        .into()),
    }
}

/// Returns the error for a conversion that has failed, with what to do.
fn failure(error: ConvertError, scratch: Option<&Path>) -> anyhow::Error {
    let scratch = scratch.map(shown_path).unwrap_or_default();
    match error {
        ConvertError::Wrong(text) | ConvertError::BadRow(text) => Wrong(text).into(),
        ConvertError::Format { name, error } => {
            let advice = match error {
                FindFormatError::Contradiction { .. } => "; say it with --from",
                _ => ", or --from with a format",
            };
            Wrong(format!("{name}: {error}{advice}")).into()
        }
        // That the reader of a pipe has closed it stays what it is.
        ConvertError::System { what, error } => anyhow::Error::new(error).context(what),
        ConvertError::Arrange(error) => {
            let advice = match error {
                ArrangeError::Memory { .. } => "expected a larger --memory".to_owned(),
                ArrangeError::OutOfMemory { .. } => "expected a smaller --memory".to_owned(),
                _ => format!("the scratch folder is {scratch}; --scratch names another"),
            };
            anyhow!("{error}; {advice}")
        }
        ConvertError::Room { free, needed } => anyhow!(
            "{scratch} has {} free, and the rest of the inputs needs about {}; --scratch names \
             another folder",
            HumanBytes(free),
            HumanBytes(needed),
        ),
        ConvertError::Stopped => Interrupted(INTERRUPTED).into(),
        error => error.into(),
    }
}

/// A conversion, with what is shown and saved on its way.
struct WatchedConversion<'a> {
    arguments: &'a ConvertArguments,
    conversion: Conversion,
    /// The folder of scratch files, if there are any.
    scratch: Option<PathBuf>,
    watcher: Watcher,
    begin: Instant,
    /// The entries that an earlier run has read.
    read_before: u64,
}

/// What is shown and saved while files are converted.
struct Watcher {
    screen: Screen,
    /// The output, if the same command continues it after a break.
    unfinished: Option<Unfinished>,
    /// Why the progress cannot be saved.
    failure: Option<anyhow::Error>,
    /// Whether the conversion has failed at what `--bad-rows skip` leaves out.
    can_be_skipped: bool,
}

impl Watch for Watcher {
    fn show(&mut self, progress: Progress) {
        self.screen.show(progress);
    }

    fn is_due(&mut self) -> bool {
        self.unfinished.as_ref().is_some_and(Unfinished::is_due)
    }

    fn save(&mut self, state: State) -> Result<(), Stopped> {
        let saved = self.unfinished.as_mut().map_or(Ok(()), |unfinished| unfinished.save(state));
        saved.map_err(|error| {
            self.failure = Some(error.into());
            Stopped
        })
    }

    fn go_on(&mut self) -> Result<(), Stopped> {
        match self.unfinished.is_some() && STOP.load(Ordering::Relaxed) {
            true => Err(Stopped),
            false => Ok(()),
        }
    }
}

impl<'a> WatchedConversion<'a> {
    fn new(
        arguments: &'a ConvertArguments,
        sources: Vec<Source>,
        output: Option<Output<'_>>,
    ) -> anyhow::Result<Self> {
        let request = arguments.request(output)?;
        let scratch = request.arrangement.as_ref().map(|arrangement| arrangement.scratch.clone());
        let conversion = Conversion::new(sources, request);
        let conversion = conversion.map_err(|error| failure(error, scratch.as_deref()))?;
        let screen = Screen::new(conversion.bytes())?;
        Ok(Self {
            arguments,
            conversion,
            scratch,
            watcher: Watcher { screen, unfinished: None, failure: None, can_be_skipped: false },
            begin: Instant::now(),
            read_before: 0,
        })
    }

    /// Reads the inputs and writes nothing.
    fn check(&mut self) -> anyhow::Result<()> {
        let checked = self.conversion.check(&mut self.watcher);
        self.result(checked)
    }

    /// Writes the output to a stream.
    fn write(&mut self, format: Format, target: &mut dyn Write) -> anyhow::Result<()> {
        let written = self.conversion.write(format, target, &mut self.watcher);
        self.result(written)
    }

    /// Returns the result of a conversion as that of the command.
    fn result(&mut self, result: Result<(), ConvertError>) -> anyhow::Result<()> {
        let Err(error) = result else { return Ok(()) };
        self.watcher.can_be_skipped = matches!(error, ConvertError::BadRow(_));
        Err(match self.watcher.failure.take() {
            Some(failure) => failure,
            None => failure(error, self.scratch.as_deref()),
        })
    }

    /// Writes the output into a file, which takes its place when it is complete.
    fn write_file(&mut self, format: Format, path: &Path) -> anyhow::Result<()> {
        let failure = || format!("cannot write {}", shown_path(path));
        let place = file::place(path).with_context(failure)?;
        if let Some(place) = place {
            if self.conversion.can_go_on() {
                return self.write_on(format, place);
            }
            check_none_unfinished(&place)?;
        }
        let mut file = file::create(path).with_context(failure)?;
        self.write(format, &mut file)?;
        if self.is_empty() {
            return Ok(());
        }
        if self.arguments.report.is_none() {
            return file::finish_as_result(file).with_context(failure);
        }
        file.sync().with_context(failure)?;
        interrupt::complete_before(UNREPORTED, || file.finish()).with_context(failure)
    }

    /// Writes the output into a file that the same command continues after a break.
    fn write_on(&mut self, format: Format, place: PathBuf) -> anyhow::Result<()> {
        interrupt::end(LONG, INTERRUPTED)?;
        let inputs = self.conversion.sources().iter().map(|source| input(source));
        let inputs: anyhow::Result<_> = inputs.collect();
        let question = self.arguments.question(format, inputs?)?;
        let mut unfinished = Unfinished::open(place, question)?;
        if let Some(state) = unfinished.before.take() {
            self.read_before = state.tally.counts.read;
            self.conversion.resume(state);
        }
        let mut target = unfinished.target();
        self.watcher.unfinished = Some(unfinished);
        let result = self.write(format, &mut target);
        let Some(unfinished) = self.watcher.unfinished.take() else { return result };
        match result {
            Ok(()) if self.is_empty() => {
                unfinished.give_up();
                Ok(())
            }
            Ok(()) => unfinished.publish(),
            Err(error) => {
                let kept = unfinished.abandon();
                if error.is::<Interrupted>() {
                    return Err(interrupted(kept.is_some()).into());
                }
                if let Some((read, partial)) = kept {
                    let (read, partial) = (HumanCount(read), shown_path(&partial));
                    let how = match is_wrong(&error) {
                        true if self.watcher.can_be_skipped => {
                            "with --bad-rows skip the command goes on behind them"
                        }
                        true => {
                            "the same command ends there again; remove the folder to begin anew"
                        }
                        false => "the same command goes on behind them",
                    };
                    let text = format!("{read} entries are kept in {partial}; {how}");
                    let _ = writeln!(anstream::stderr(), "{text}");
                }
                Err(error)
            }
        }
    }

    /// Writes the page about the entries.
    fn write_report(&self) -> anyhow::Result<()> {
        let (Some(path), Some(survey)) =
            (&self.arguments.report, &self.conversion.outcome().survey)
        else {
            return Ok(());
        };
        let sources = self.conversion.sources();
        let names: Vec<&str> = sources.iter().map(|source| &*source.name).collect();
        let page = survey.page(&names.join(", "), &self.conversion.left_out());
        let failure = || format!("cannot write {}", shown_path(path));
        let mut file = file::create(path).with_context(failure)?;
        file.write_all(page.as_bytes()).with_context(failure)?;
        file::finish_as_result(file).with_context(failure)
    }

    /// Prints the first bad rows on standard error, and how many there are.
    fn print_bad_rows(&self) {
        let tally = self.conversion.tally();
        let mut text: String = tally.named.iter().map(|named| format!("{named}\n")).collect();
        for (count, one, more) in [
            (tally.counts.bad, "part of an input is left out", "parts of the inputs are left out"),
            (
                tally.counts.refused,
                "entry that the output cannot hold is left out",
                "entries that the output cannot hold are left out",
            ),
        ] {
            if count > 0 && self.arguments.bad_rows != Some(BadRows::Error) {
                let what = if count == 1 { one } else { more };
                text += &format!("{} {what}\n", HumanCount(count));
            }
        }
        let _ = anstream::stderr().write_all(text.as_bytes());
    }

    /// Returns whether no entry is left.
    const fn is_empty(&self) -> bool {
        let counts = self.conversion.tally().counts;
        if self.arguments.check { counts.kept == 0 } else { counts.written == 0 }
    }

    /// Ends a run without entries with an error that says why.
    fn check_not_empty(&self) -> anyhow::Result<()> {
        if !self.is_empty() {
            return Ok(());
        }
        let left = self.conversion.left_out();
        let mut text = match self.arguments.check {
            true => "no entry was found".to_owned(),
            false => "no entry was found that can be written, so no output was made".to_owned(),
        };
        for row in left.rows().iter().filter(|row| !row.reason.is_note()) {
            text += &format!("\n  {row}");
        }
        for (number, comment) in left.comments().iter().enumerate() {
            text += if number == 0 { "\nThe first comments without an evaluation:" } else { "" };
            text += &format!("\n  {{{comment}}}");
        }
        if left.count(Thing::Move, Reason::NoEvaluation) > 0 {
            let other = match self.arguments.from {
                Some(Format::PgnMatch) => "--from pgn reads [%eval …]",
                _ => "--from pgn-match reads comments of matches",
            };
            text += "\n--missing-score gives moves without an evaluation a score; ";
            text += other;
        }
        Err(Wrong(text).into())
    }

    /// Names the inputs without entries on standard error.
    fn print_empty_inputs(&self) {
        let inputs = self.conversion.sources().iter().zip(&self.conversion.tally().inputs);
        for (source, _) in inputs.filter(|(_, read)| read.entries == 0) {
            let Source { name, format, .. } = &**source;
            let _ = writeln!(anstream::stderr(), "{name}: warning: no {format} entry was found");
        }
    }

    /// Prints what was done.
    fn print_summary(&self, output: Option<Output<'_>>) -> anyhow::Result<()> {
        let (tally, outcome) = (self.conversion.tally(), self.conversion.outcome());
        let (counts, sources) = (tally.counts, self.conversion.sources());
        let seconds = self.begin.elapsed().as_secs_f64();
        // No clock measures less than a nanosecond.
        let entries_per_second =
            ((counts.read - self.read_before) as f64 / seconds.max(1e-9)).round();
        let left = self.conversion.left_out();
        let rows = |is_wanted: fn(&&LeftOutRow) -> bool| {
            left.rows().iter().filter(is_wanted).copied().collect::<Vec<_>>()
        };
        let summary = Summary {
            output: output.map(|output| output.path.to_string_lossy().into_owned()),
            format: output.map(|output| output.format.name()),
            seconds,
            entries_per_second,
            inputs: sources.iter().zip(&tally.inputs).map(Input::new).collect(),
            read: counts.read,
            filtered: counts.read - counts.kept,
            duplicates: self.arguments.order.unique.then_some(outcome.duplicates),
            written: output.map(|_| counts.written),
            seed: self.arguments.order.shuffle.then_some(self.arguments.order.seed),
            scratch_bytes: outcome.scratch_bytes,
            bad_rows: BadRowsSummary {
                policy: self.arguments.bad_rows.unwrap_or_default().name(),
                unreadable: counts.bad,
                refused: counts.refused,
            },
            left_out: rows(|row| !row.reason.is_note()),
            noted: rows(|row| row.reason.is_note()),
        };
        if self.arguments.json {
            return output::print_json(&summary);
        }
        if output.is_none_or(|output| !output.is_stdout) {
            output::print(&(summary.text() + &summary.rows_text()))?;
        } else {
            let _ = anstream::stderr().write_all(summary.rows_text().as_bytes());
        }
        let speed = HumanFloatCount(entries_per_second);
        let _ = writeln!(anstream::stderr(), "{seconds:.3} s, {speed} entries/s");
        Ok(())
    }
}

/// What was done, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Summary {
    output: Option<String>,
    format: Option<&'static str>,
    seconds: f64,
    entries_per_second: f64,
    inputs: Vec<Input>,
    read: u64,
    filtered: u64,
    duplicates: Option<u64>,
    written: Option<u64>,
    seed: Option<u64>,
    scratch_bytes: u64,
    bad_rows: BadRowsSummary,
    left_out: Vec<LeftOutRow>,
    noted: Vec<LeftOutRow>,
}

/// An input.
#[derive(Debug, Serialize)]
struct Input {
    file: String,
    format: &'static str,
    entries: u64,
}

/// What was left out.
#[derive(Debug, Serialize)]
struct BadRowsSummary {
    policy: &'static str,
    unreadable: u64,
    refused: u64,
}

impl Input {
    fn new((source, read): (&Arc<Source>, &InputCounts)) -> Self {
        let Source { name, format, .. } = &**source;
        Self { file: name.clone(), format: format.name(), entries: read.entries }
    }
}

impl Summary {
    /// Returns a line for each input, and one for the output.
    fn text(&self) -> String {
        let mut text = String::new();
        for Input { file, format, entries } in &self.inputs {
            text += &format!("{file}: {format}, {} entries\n", HumanCount(*entries));
        }
        if let (Some(output), Some(format), Some(written)) =
            (&self.output, self.format, self.written)
        {
            text += &format!("{output}: {format}, {} entries\n", HumanCount(written));
        }
        if let Some(duplicates) = self.duplicates {
            text += &format!("duplicates left out: {}\n", HumanCount(duplicates));
        }
        text
    }

    /// Returns a line for each reason for which something was left out or is noted.
    fn rows_text(&self) -> String {
        let mut text = String::new();
        for (title, rows) in [("left out", &self.left_out), ("noted", &self.noted)] {
            for (number, row) in rows.iter().enumerate() {
                text += &if number == 0 { format!("{title}:\n") } else { String::new() };
                text += &format!("  {row}\n");
            }
        }
        text
    }
}
