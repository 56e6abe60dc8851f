//! `hyperbola convert`: files of training data from one format into another.

mod arguments;
mod arrange;
mod sections;
mod source;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use hyperbola_console::{Wrong, file, shown_path};
use hyperbola_data::{Entry, Format, ReadErrorKind, Refusal, Survey, WriteError, Writer};
use hyperbola_moves::Position;
use indicatif::{HumanCount, HumanFloatCount, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::progress_of_bytes;
use crate::output;
pub(crate) use arguments::ConvertArguments;
use arguments::{BadRowsPolicy, Output, PartBy};
use arrange::Collection;
use sections::{Batch, Fault, Plan, Section, Target};
use source::Source;

/// Converts the files that the arguments name, or checks them.
pub(crate) fn run(arguments: &ConvertArguments) -> anyhow::Result<()> {
    let paths = arguments.paths()?;
    let sources: anyhow::Result<Vec<Source>> =
        paths.inputs.iter().map(|path| Source::open(path, arguments.from)).collect();
    let sources = sources?;
    check_games(arguments, &sources)?;
    let mut run = Run::new(arguments, &sources, paths.output)?;
    let result = match paths.output {
        None => run.convert_to(Sink::Nothing, None),
        Some(Output { path, format }) if path == Path::new("-") => {
            run.write(format, output::stdout()?).map(drop)
        }
        Some(Output { path, format }) => run.write_file(format, path),
    };
    run.bar.finish_and_clear();
    run.print_bad_rows();
    result?;
    run.write_report()?;
    run.print_empty_inputs();
    run.print_summary(paths.output)
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

/// Where entries go.
enum Sink<'a> {
    Nothing,
    /// Entries that were written before.
    Bytes(&'a mut dyn Write),
    Entries(Box<dyn Writer + 'a>),
}

impl Sink<'_> {
    /// Writes an entry.
    fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        match self {
            Self::Nothing | Self::Bytes(_) => Ok(()),
            Self::Entries(writer) => writer.write(entry),
        }
    }

    /// Writes what is still held back.
    fn finish(&mut self) -> Result<(), WriteError> {
        match self {
            Self::Nothing => Ok(()),
            Self::Bytes(target) => Ok(target.flush()?),
            Self::Entries(writer) => writer.finish(),
        }
    }
}

/// The number of bad rows that are named.
const NAMED: usize = 5;

/// The entries after which the progress is shown.
const SHOWN: u64 = 1 << 16;

/// A run of the command.
struct Run<'a> {
    arguments: &'a ConvertArguments,
    sources: &'a [Source],
    bar: ProgressBar,
    begin: Instant,
    /// What was read of each input.
    inputs: Vec<Progress>,
    /// The bytes of all inputs that were read.
    passed: u64,
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
    /// What is in the entries that are written, if there is to be a report.
    survey: Option<Survey>,
    /// The entries that are collected, if they are arranged.
    collection: Option<Collection>,
    /// The entries that were left out as duplicates, and the most bytes in scratch files.
    duplicates: u64,
    scratch_bytes: u64,
}

/// What was read of an input.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    entries: u64,
    /// The chunks, games, records or lines of the sections that were read.
    units: u64,
}

impl<'a> Run<'a> {
    fn new(
        arguments: &'a ConvertArguments,
        sources: &'a [Source],
        output: Option<Output<'_>>,
    ) -> anyhow::Result<Self> {
        let arrangement = arguments.order.arrangement(output)?;
        let bytes: Option<u64> = sources.iter().map(|source| source.bytes).sum();
        Ok(Self {
            arguments,
            sources,
            bar: progress_of_bytes(bytes, "entries")?,
            begin: Instant::now(),
            inputs: vec![Progress::default(); sources.len()],
            passed: 0,
            fitting: 0,
            read: 0,
            filtered: 0,
            written: 0,
            bad: 0,
            refused: 0,
            named: Vec::new(),
            survey: arguments.report.is_some().then(Survey::default),
            collection: arrangement.map(Collection::new).transpose()?,
            duplicates: 0,
            scratch_bytes: 0,
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
        let sink = match self.target(Some(format)) {
            Target::Bytes(_) => Sink::Bytes(&mut target),
            _ => Sink::Entries(format.writer(&mut target).context("the format is only read")?),
        };
        self.convert_to(sink, Some(format))?;
        target.into_inner().map_err(|error| unwritable(error.into_error()))
    }

    /// Returns what becomes of the entries where they are read. If an entry's bytes depend on others,
    /// or all entries are needed in their order, they are written where they come together.
    fn target(&self, format: Option<Format>) -> Target {
        let is_in_order = self.arguments.filters.every > 1;
        match format {
            _ if is_in_order || self.collection.is_some() || self.survey.is_some() => {
                Target::Entries
            }
            None => Target::Nothing,
            Some(format) if format.has_separate_entries() => Target::Bytes(format),
            Some(_) => Target::Entries,
        }
    }

    /// Reads all inputs and writes their entries.
    fn convert_to(&mut self, mut sink: Sink<'_>, format: Option<Format>) -> anyhow::Result<()> {
        let plan = Plan::new(self.arguments, self.target(format));
        let threads = self.arguments.threads.into();
        sections::read(self.sources, &plan, threads, |section, batch| {
            self.take(section, batch, &mut sink)
        })?;
        if let Some(collection) = self.collection.take() {
            self.write_arranged(collection, &mut sink)?;
        }
        sink.finish().map_err(|error| match error {
            WriteError::Io(error) => unwritable(error),
            error => error.into(),
        })
    }

    /// Takes what was read of a section.
    fn take(
        &mut self,
        Section { input, .. }: Section,
        batch: Batch,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        let before = self.inputs[input];
        let Batch { read, filtered, bytes, written, .. } = batch;
        for (number, entry) in &batch.entries {
            self.keep(entry, (input, before.entries + number), sink)?;
        }
        if let Sink::Bytes(target) = sink {
            target.write_all(&bytes).map_err(unwritable)?;
        }
        self.written += written;
        let unnamed = batch.refused - batch.named.len() as u64;
        for (number, refusal, position) in &batch.named {
            self.refuse(*refusal, position, Some((input, before.entries + number)))?;
        }
        self.refused += unnamed;
        self.filtered += filtered;
        self.inputs[input].entries += read;
        self.passed += batch.passed;
        let shown = self.read / SHOWN;
        self.read += read;
        if self.read / SHOWN != shown {
            self.show();
            self.check_room()?;
        }
        if let Some(fault) = batch.fault {
            self.fail(input, fault)?;
        }
        self.inputs[input].units += batch.units.unwrap_or_default();
        Ok(())
    }

    /// Names a part of an input that cannot be read.
    fn fail(&mut self, input: usize, fault: Fault) -> anyhow::Result<()> {
        let name = &self.sources[input].name;
        let cannot = || format!("cannot read {name}");
        let mut error = match fault {
            Fault::Open(error) => return Err(error).with_context(cannot),
            Fault::Read(error) => error,
        };
        // The number in the section becomes that in the file.
        error.number += self.inputs[input].units;
        if let ReadErrorKind::Io(_) = error.kind {
            return Err(error).with_context(cannot);
        }
        self.bad += 1;
        self.name_bad(|| format!("{name}: {error}"))
    }

    /// Writes or collects an entry that the filter wants. The place is its input and its number there.
    fn keep(
        &mut self,
        entry: &Entry,
        place: (usize, u64),
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        self.fitting += 1;
        if !(self.fitting - 1).is_multiple_of(self.arguments.filters.every) {
            self.filtered += 1;
            return Ok(());
        }
        if let Some(collection) = &mut self.collection {
            return collection.add(entry);
        }
        self.put(entry, Some(place), sink)
    }

    /// Writes the entries that were collected.
    fn write_arranged(
        &mut self,
        collection: Collection,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        let (arranged, folder) = collection.finish()?;
        self.duplicates = arranged.duplicates();
        self.scratch_bytes = arranged.scratch_bytes();
        self.bar.finish_and_clear();
        let template = "{wide_bar} {human_pos} of {human_len} entries written {eta:>4}";
        let style = ProgressStyle::with_template(template)?;
        self.bar = ProgressBar::new(arranged.left()).with_style(style);
        for (entry, place) in arranged.zip(1_u64..) {
            let entry = entry.map_err(|error| arrange::failure(error, &folder))?;
            self.put(&entry, None, sink)?;
            if place.is_multiple_of(SHOWN) {
                self.bar.set_position(place);
            }
        }
        Ok(())
    }

    /// Writes an entry, of which the place may be known: its input and its number there.
    fn put(
        &mut self,
        entry: &Entry,
        place: Option<(usize, u64)>,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        match sink.write(entry) {
            Ok(()) => {
                self.written += 1;
                if let Some(survey) = &mut self.survey {
                    survey.add(entry);
                }
                Ok(())
            }
            Err(WriteError::Refused(refusal)) => self.refuse(refusal, &entry.position, place),
            Err(WriteError::Io(error)) => Err(unwritable(error)),
            Err(error) => Err(error.into()),
        }
    }

    /// Names an entry that the output cannot hold.
    fn refuse(
        &mut self,
        refusal: Refusal,
        position: &Position,
        place: Option<(usize, u64)>,
    ) -> anyhow::Result<()> {
        self.refused += 1;
        let sources = self.sources;
        self.name_bad(|| {
            let place = place.map_or_else(String::new, |(input, number)| {
                format!("{}: entry {number}: ", sources[input].name)
            });
            format!("{place}{refusal}: \"{position}\"")
        })
    }

    /// Writes the page about the entries.
    fn write_report(&self) -> anyhow::Result<()> {
        let (Some(path), Some(survey)) = (&self.arguments.report, &self.survey) else {
            return Ok(());
        };
        let names: Vec<&str> = self.sources.iter().map(|source| &*source.name).collect();
        file::write(path, &survey.page(&names.join(", ")))
            .with_context(|| format!("cannot write {}", shown_path(path)))
    }

    /// Fails if there is no room for the entries that are collected.
    fn check_room(&mut self) -> anyhow::Result<()> {
        let all: Option<u64> = self.sources.iter().map(|source| source.bytes).sum();
        match (&mut self.collection, all) {
            (Some(collection), Some(all)) => collection.check_room(self.passed, all),
            _ => Ok(()),
        }
    }

    /// Ends the run at a bad row, or counts and keeps it to be named.
    fn name_bad(&mut self, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        match self.arguments.bad_rows {
            BadRowsPolicy::Error => Err(Wrong(text()).into()),
            BadRowsPolicy::Skip => {
                if self.named.len() < NAMED {
                    self.named.push(text());
                }
                Ok(())
            }
        }
    }

    /// Shows the progress.
    fn show(&self) {
        let position = if self.bar.length().is_some() { self.passed } else { self.read };
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
        let inputs = self.sources.iter().zip(&self.inputs);
        for (Source { name, format, .. }, _) in inputs.filter(|(_, read)| read.entries == 0) {
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
            inputs: self.sources.iter().zip(&self.inputs).map(Input::new).collect(),
            read: self.read,
            filtered: self.filtered,
            duplicates: self.arguments.order.unique.then_some(self.duplicates),
            written: output.map(|_| self.written),
            seed: self.arguments.order.shuffle.then_some(self.arguments.order.seed),
            scratch_bytes: self.scratch_bytes,
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
    duplicates: Option<u64>,
    written: Option<u64>,
    seed: Option<u64>,
    scratch_bytes: u64,
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
    fn new((source, read): (&Source, &Progress)) -> Self {
        let Source { name, format, .. } = source;
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
}
