//! `hyperbola convert`: files of training data from one format into another.

mod arguments;
mod source;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use hyperbola_console::{Wrong, file, shown_path};
use hyperbola_data::{Entry, Filter, Format, GameResult, ReadErrorKind, Score, WriteError, Writer};
use hyperbola_moves::Color;
use indicatif::{HumanCount, HumanFloatCount, ProgressBar};
use serde::Serialize;

use super::progress_of_bytes;
use crate::output;
pub(crate) use arguments::ConvertArguments;
use arguments::{BadRowsPolicy, Output};
use source::Source;

/// Converts the files that the arguments name, or checks them.
pub(crate) fn run(arguments: &ConvertArguments) -> anyhow::Result<()> {
    let paths = arguments.paths()?;
    let sources: anyhow::Result<Vec<Source>> =
        paths.inputs.iter().map(|path| Source::open(path, arguments.from)).collect();
    let mut run = Run::new(arguments, sources?)?;
    let result = match paths.output {
        None => run.convert_to(&mut NoWriter),
        Some(Output { path, format }) if path == Path::new("-") => {
            run.write(format, output::stdout()?).map(drop)
        }
        Some(Output { path, format }) => run.write_file(format, path),
    };
    run.bar.finish_and_clear();
    run.print_bad_rows();
    result?;
    run.print_empty_inputs();
    run.print_summary(paths.output)
}

/// Takes entries and writes nothing.
struct NoWriter;

impl Writer for NoWriter {
    fn write(&mut self, _: &Entry) -> Result<(), WriteError> {
        Ok(())
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        Ok(())
    }
}

/// The number of bad rows that are named.
const NAMED: usize = 5;

/// The entries after which the progress is shown.
const SHOWN: u64 = 1 << 16;

/// A run of the command.
struct Run<'a> {
    arguments: &'a ConvertArguments,
    sources: Vec<Source>,
    bar: ProgressBar,
    begin: Instant,
    filter: Filter,
    /// The entries that the filter wants.
    fitting: u64,
    /// The entries that were read, that were left out by filters, and that were written.
    read: u64,
    filtered: u64,
    written: u64,
    /// The parts of the inputs that could not be read, and the entries that the output cannot hold.
    bad: u64,
    refused: u64,
    /// The first of both, as texts.
    named: Vec<String>,
}

impl<'a> Run<'a> {
    fn new(arguments: &'a ConvertArguments, sources: Vec<Source>) -> anyhow::Result<Self> {
        let bytes: Option<u64> = sources.iter().map(|source| source.bytes).sum();
        Ok(Self {
            arguments,
            sources,
            bar: progress_of_bytes(bytes, "entries")?,
            begin: Instant::now(),
            filter: arguments.filters.filter(),
            fitting: 0,
            read: 0,
            filtered: 0,
            written: 0,
            bad: 0,
            refused: 0,
            named: Vec::new(),
        })
    }

    /// Writes the output into a file, which takes its place when it is complete.
    fn write_file(&mut self, format: Format, path: &Path) -> anyhow::Result<()> {
        let failure = || format!("cannot write {}", shown_path(path));
        let file = file::create(path).with_context(failure)?;
        let file = self.write(format, file)?;
        file::finish_as_result(file).with_context(failure)
    }

    /// Writes the output to a stream.
    fn write<W: Write>(&mut self, format: Format, target: W) -> anyhow::Result<W> {
        let mut target = BufWriter::with_capacity(1 << 18, target);
        let mut writer = format.writer(&mut target).context("the format is only read")?;
        self.convert_to(&mut *writer)?;
        drop(writer);
        target.into_inner().map_err(|error| unwritable(error.into_error()))
    }

    /// Reads all inputs and writes their entries.
    fn convert_to(&mut self, writer: &mut dyn Writer) -> anyhow::Result<()> {
        for index in 0..self.sources.len() {
            let mut reader = self.sources[index].reader()?;
            loop {
                match reader.next_entry() {
                    Ok(None) => break,
                    Ok(Some(entry)) => self.take(index, &entry, writer)?,
                    Err(error) => {
                        let name = &self.sources[index].name;
                        if let ReadErrorKind::Io(_) = error.kind {
                            return Err(error).with_context(|| format!("cannot read {name}"));
                        }
                        self.bad += 1;
                        self.name_bad(format!("{name}: {error}"))?;
                    }
                }
            }
        }
        writer.finish().map_err(|error| match error {
            WriteError::Io(error) => unwritable(error),
            error => error.into(),
        })
    }

    /// Writes an entry of an input, if it is wanted.
    fn take(&mut self, input: usize, entry: &Entry, writer: &mut dyn Writer) -> anyhow::Result<()> {
        self.read += 1;
        self.sources[input].entries += 1;
        if self.read.is_multiple_of(SHOWN) {
            self.show();
        }
        if !self.wants(entry) {
            self.filtered += 1;
            return Ok(());
        }
        let entry = self.completed(*entry);
        match writer.write(&entry) {
            Ok(()) => self.written += 1,
            Err(WriteError::Io(error)) => return Err(unwritable(error)),
            Err(error) => {
                self.refused += 1;
                let Source { name, entries, .. } = &self.sources[input];
                let text = format!("{name}: entry {entries}: {error}: \"{}\"", entry.position);
                self.name_bad(text)?;
            }
        }
        Ok(())
    }

    /// Returns whether an entry is wanted.
    fn wants(&mut self, entry: &Entry) -> bool {
        let fits = self.filter.wants(entry);
        let place = self.fitting;
        self.fitting += u64::from(fits);
        fits && place.is_multiple_of(self.arguments.filters.every)
    }

    /// Returns an entry with what the arguments put in the place of what is not known.
    fn completed(&self, entry: Entry) -> Entry {
        let score =
            self.arguments.missing_score.map(|pawns| Score::seen_by(Color::White, pawns.into()));
        let result = match entry.result {
            GameResult::Unknown => self.arguments.missing_result.unwrap_or_default(),
            result => result,
        };
        Entry { score: entry.score.or(score), result, ..entry }
    }

    /// Ends the run at a bad row, or counts and keeps it to be named.
    fn name_bad(&mut self, text: String) -> anyhow::Result<()> {
        match self.arguments.bad_rows {
            BadRowsPolicy::Error => Err(Wrong(text).into()),
            BadRowsPolicy::Skip => {
                if self.named.len() < NAMED {
                    self.named.push(text);
                }
                Ok(())
            }
        }
    }

    /// Shows the progress.
    fn show(&self) {
        let bytes = || self.sources.iter().map(Source::passed).sum();
        let position = if self.bar.length().is_some() { bytes() } else { self.read };
        self.bar.set_position(position);
    }

    /// Prints the first bad rows on standard error, and how many there are.
    fn print_bad_rows(&self) {
        let mut text: String = self.named.iter().map(|named| format!("{named}\n")).collect();
        for (count, one, more) in [
            (self.bad, "part of an input is left out", "parts of the inputs are left out"),
            (
                self.refused,
                "entry that the output cannot hold is left out",
                "entries that the output cannot hold are left out",
            ),
        ] {
            if count > 0 && self.arguments.bad_rows == BadRowsPolicy::Skip {
                let what = if count == 1 { one } else { more };
                text += &format!("{} {what}\n", HumanCount(count));
            }
        }
        let _ = anstream::stderr().write_all(text.as_bytes());
    }

    /// Names the inputs without entries on standard error.
    fn print_empty_inputs(&self) {
        for Source { name, format, .. } in self.sources.iter().filter(|input| input.entries == 0) {
            let _ = writeln!(anstream::stderr(), "{name}: warning: no {format} entry was found");
        }
    }

    /// Prints what was done.
    fn print_summary(&self, output: Option<Output<'_>>) -> anyhow::Result<()> {
        let seconds = self.begin.elapsed().as_secs_f64();
        // No clock measures less than a nanosecond.
        let entries_per_second = (self.read as f64 / seconds.max(1e-9)).round();
        let summary = Summary {
            output: output.map(|output| output.path.to_string_lossy().into_owned()),
            format: output.map(|output| output.format.name()),
            seconds,
            entries_per_second,
            inputs: self.sources.iter().map(Input::new).collect(),
            read: self.read,
            filtered: self.filtered,
            written: output.map(|_| self.written),
            bad_rows: BadRows {
                policy: self.arguments.bad_rows.name(),
                unreadable: self.bad,
                refused: self.refused,
            },
        };
        if self.arguments.json {
            return output::print_json(&summary);
        }
        if output.is_none_or(|output| output.path != Path::new("-")) {
            output::print(&summary.text())?;
        }
        let speed = HumanFloatCount(entries_per_second);
        let _ = writeln!(anstream::stderr(), "{seconds:.3} s, {speed} entries/s");
        Ok(())
    }
}

/// Returns the error for an output that cannot be written. That the reader of a pipe has closed it
/// stays what it is.
fn unwritable(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot write the output")
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
    written: Option<u64>,
    bad_rows: BadRows,
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
struct BadRows {
    policy: &'static str,
    unreadable: u64,
    refused: u64,
}

impl Input {
    fn new(source: &Source) -> Self {
        let Source { name, format, entries, .. } = source;
        Self { file: name.clone(), format: format.name(), entries: *entries }
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
        text
    }
}
