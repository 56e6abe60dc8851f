//! `hyperbola convert`: files of training data from one format into another.

mod arguments;
mod arrange;
mod sections;
mod source;
mod state;

use core::sync::atomic::Ordering;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use hyperbola_console::{is_wrong, output, progress_of_bytes};
use hyperbola_data::{
    Entry, Format, ReadError, ReadErrorKind, Refusal, Survey, Target, WriteError, Writer,
};
use hyperbola_files::interrupt::{self, Interrupted, STOP};
use hyperbola_files::unfinished::{INTERRUPTED, LONG, interrupted};
use hyperbola_files::{Wrong, file, shown_path};
use hyperbola_moves::Position;
use indicatif::{HumanCount, HumanFloatCount, ProgressBar, ProgressStyle};
use serde::Serialize;

pub(crate) use arguments::ConvertArguments;
use arguments::{BadRowsPolicy, Output, PartBy};
use arrange::Collection;
use sections::{Found, Place, Read, Section};
use source::Source;
use state::{Counts, Progress, State, Unfinished, check_none_unfinished};

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

    /// Returns whether what was written can be finished before an entry.
    fn can_pause(&self, entry: &Entry) -> bool {
        match self {
            Self::Nothing | Self::Bytes(_) => true,
            Self::Entries(writer) => writer.can_pause(entry),
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
    counts: Counts,
    /// The entries that an earlier run has read.
    read_before: u64,
    /// The first bad rows, as texts.
    named: Vec<String>,
    /// Where reading begins.
    begin_at: Place,
    /// The entries and mistakes of the section before the batch that is being taken.
    taken: u64,
    /// The output, if the same command continues it after a break.
    unfinished: Option<Unfinished>,
    /// Whether it is time to save how far it has come.
    is_due: bool,
    /// What is in the entries that are written, if there is to be a report.
    survey: Option<Survey>,
    /// The entries that are collected, if they are arranged.
    collection: Option<Collection>,
    /// The entries that were left out as duplicates, and the most bytes in scratch files.
    duplicates: u64,
    scratch_bytes: u64,
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
            counts: Counts::default(),
            read_before: 0,
            named: Vec::new(),
            begin_at: Place::default(),
            taken: 0,
            unfinished: None,
            is_due: false,
            survey: arguments.report.is_some().then(Survey::default),
            collection: arrangement.map(Collection::new).transpose()?,
            duplicates: 0,
            scratch_bytes: 0,
        })
    }

    /// Writes the output into a file, which takes its place when it is complete.
    fn write_file(&mut self, format: Format, path: &Path) -> anyhow::Result<()> {
        let failure = || format!("cannot write {}", shown_path(path));
        let place = file::place(path).with_context(failure)?;
        if let Some(place) = place {
            if self.can_go_on() {
                return self.write_on(format, place);
            }
            check_none_unfinished(&place)?;
        }
        let file = file::create(path).with_context(failure)?;
        let file = self.write(format, file)?;
        file::finish_as_result(file).with_context(failure)
    }

    /// Returns whether a run that is stopped can be continued. What is collected and the report are in
    /// memory or in files without a name, and a pipe cannot be read again.
    fn can_go_on(&self) -> bool {
        let are_files = self.sources.iter().all(|source| source.bytes.is_some());
        are_files && self.collection.is_none() && self.survey.is_none()
    }

    /// Writes the output into a file that the same command continues after a break.
    fn write_on(&mut self, format: Format, place: PathBuf) -> anyhow::Result<()> {
        interrupt::end(LONG, INTERRUPTED)?;
        let inputs: anyhow::Result<_> = self.sources.iter().map(Source::input).collect();
        let question = self.arguments.question(format, inputs?)?;
        let mut unfinished = Unfinished::open(place, question)?;
        if let Some(State { place, counts, inputs, named }) = unfinished.before.take() {
            let passed = self.sources.iter().take(place.input).filter_map(|source| source.bytes);
            self.passed = passed.sum::<u64>() + place.from;
            self.read_before = counts.read;
            (self.begin_at, self.taken) = (place, place.passed);
            (self.counts, self.inputs, self.named) = (counts, inputs, named);
        }
        let target = unfinished.target();
        self.unfinished = Some(unfinished);
        let result = self.write(format, target);
        let Some(unfinished) = self.unfinished.take() else { return result.map(drop) };
        match result {
            Ok(_) => unfinished.publish(),
            Err(error) => {
                let kept = unfinished.abandon();
                if error.is::<Interrupted>() {
                    return Err(interrupted(kept.is_some()).into());
                }
                if let Some((read, partial)) = kept {
                    let (read, partial) = (HumanCount(read), shown_path(&partial));
                    let how = match is_wrong(&error) {
                        true => "with --bad-rows skip the command goes on behind them",
                        false => "the same command goes on behind them",
                    };
                    let text = format!("{read} entries are kept in {partial}; {how}");
                    let _ = writeln!(anstream::stderr(), "{text}");
                }
                Err(error)
            }
        }
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
        let plan = self.arguments.plan(self.target(format));
        let threads = self.arguments.threads.into();
        let begin = self.begin_at;
        sections::read(self.sources, &plan, begin, threads, |section, found| {
            self.take(section, found, &mut sink)
        })?;
        if let Some(collection) = self.collection.take() {
            self.write_arranged(collection, &mut sink)?;
        }
        sink.finish().map_err(unfinishable)
    }

    /// Takes what was read of a section.
    fn take(&mut self, section: Section, found: Found, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        let input = section.input;
        let name = &self.sources[input].name;
        let Read { batch, passed, units } = found.with_context(|| format!("cannot read {name}"))?;
        let before = self.inputs[input].entries;
        self.is_due = self.unfinished.as_ref().is_some_and(Unfinished::is_due);
        for (number, entry) in &batch.entries {
            self.keep(entry, section, *number, sink)?;
        }
        if let Sink::Bytes(target) = sink {
            target.write_all(&batch.bytes).map_err(unwritable)?;
        }
        self.counts.written += batch.written;
        self.counts.kept += batch.written + batch.refused;
        for (number, refusal, position) in &batch.named {
            self.refuse(*refusal, position, Some((input, before + number)))?;
        }
        self.counts.refused += batch.refused - batch.named.len() as u64;
        self.inputs[input].entries += batch.read;
        self.passed += passed;
        self.taken += batch.read + u64::from(batch.mistake.is_some());
        let shown = self.counts.read / SHOWN;
        self.counts.read += batch.read;
        if self.counts.read / SHOWN != shown {
            self.show();
            self.check_room()?;
        }
        if let Some(mistake) = batch.mistake {
            self.fail(input, mistake)?;
        }
        let mut place = section.place(self.taken);
        if let Some(units) = units {
            self.inputs[input].units += units;
            self.taken = 0;
            place = section.end();
        }
        if self.is_due && matches!(sink, Sink::Bytes(_)) {
            self.save(place, self.counts, sink)?;
        }
        match &self.unfinished {
            Some(_) if STOP.load(Ordering::Relaxed) => Err(Interrupted(INTERRUPTED).into()),
            _ => Ok(()),
        }
    }

    /// Saves how far the run has come, in the background.
    fn save(&mut self, place: Place, counts: Counts, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        self.is_due = false;
        sink.finish().map_err(unfinishable)?;
        let mut inputs = self.inputs.clone();
        // The batch may have been taken in part.
        inputs[place.input].entries += counts.read - self.counts.read;
        let named = self.named.clone();
        match &mut self.unfinished {
            Some(unfinished) => Ok(unfinished.save(State { place, counts, inputs, named })?),
            None => Ok(()),
        }
    }

    /// Names a part of an input that cannot be read.
    fn fail(&mut self, input: usize, mut error: ReadError) -> anyhow::Result<()> {
        let name = &self.sources[input].name;
        // The number in the section becomes that in the file.
        error.number += self.inputs[input].units;
        if let ReadErrorKind::Io(_) = error.kind {
            return Err(error).with_context(|| format!("cannot read {name}"));
        }
        self.counts.bad += 1;
        self.name_bad(|| format!("{name}: {error}"))
    }

    /// Writes or collects an entry that the filter wants. It has a number in the batch of a section.
    fn keep(
        &mut self,
        entry: &Entry,
        section: Section,
        number: u64,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        let fitting = self.counts.fitting;
        self.counts.fitting += 1;
        if !fitting.is_multiple_of(self.arguments.filters.every) {
            return Ok(());
        }
        if self.is_due && sink.can_pause(entry) {
            let read = self.counts.read + number - 1;
            let counts = Counts { read, fitting, ..self.counts };
            self.save(section.place(self.taken + number - 1), counts, sink)?;
        }
        self.counts.kept += 1;
        if let Some(collection) = &mut self.collection {
            return collection.add(entry);
        }
        let number = self.inputs[section.input].entries + number;
        self.put(entry, Some((section.input, number)), sink)
    }

    /// Begins a bar for so many entries, of which something is done with each.
    fn count_entries(&mut self, entries: u64, done: &str) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        let template =
            format!("{{wide_bar}} {{human_pos}} of {{human_len}} entries {done} {{eta:>4}}");
        let style = ProgressStyle::with_template(&template)?;
        self.bar = ProgressBar::new(entries).with_style(style);
        Ok(())
    }

    /// Writes the entries that were collected.
    fn write_arranged(
        &mut self,
        collection: Collection,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        self.count_entries(collection.added(), "compared")?;
        let (arranged, folder) = collection.finish(|done| self.bar.set_position(done))?;
        self.duplicates = arranged.duplicates();
        self.scratch_bytes = arranged.scratch_bytes();
        self.count_entries(arranged.left(), "written")?;
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
                self.counts.written += 1;
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
        self.counts.refused += 1;
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
        let position = if self.bar.length().is_some() { self.passed } else { self.counts.read };
        self.bar.set_position(position);
    }

    /// Prints the first bad rows on standard error, and how many there are.
    fn print_bad_rows(&self) {
        let mut text: String = self.named.iter().map(|named| format!("{named}\n")).collect();
        for (count, one, more) in [
            (self.counts.bad, "part of an input is left out", "parts of the inputs are left out"),
            (
                self.counts.refused,
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
        let entries_per_second =
            ((self.counts.read - self.read_before) as f64 / seconds.max(1e-9)).round();
        let summary = Summary {
            output: output.map(|output| output.path.to_string_lossy().into_owned()),
            format: output.map(|output| output.format.name()),
            seconds,
            entries_per_second,
            inputs: self.sources.iter().zip(&self.inputs).map(Input::new).collect(),
            read: self.counts.read,
            filtered: self.counts.read - self.counts.kept,
            duplicates: self.arguments.order.unique.then_some(self.duplicates),
            written: output.map(|_| self.counts.written),
            seed: self.arguments.order.shuffle.then_some(self.arguments.order.seed),
            scratch_bytes: self.scratch_bytes,
            bad_rows: BadRows {
                policy: self.arguments.bad_rows.name(),
                unreadable: self.counts.bad,
                refused: self.counts.refused,
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

/// Returns the error for an output whose end cannot be written.
fn unfinishable(error: WriteError) -> anyhow::Error {
    match error {
        WriteError::Io(error) => unwritable(error),
        error => error.into(),
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
