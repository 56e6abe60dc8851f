//! `hyperbola convert`: files of training data from one format into another.

mod arguments;
mod arrange;
mod source;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use hyperbola_console::{Wrong, file, shown_path};
use hyperbola_data::{
    Entry, Filter, Format, GameReader, GameResult, ReadError, ReadErrorKind, Reader, Score, Survey,
    WriteError, Writer, position_hash,
};
use hyperbola_moves::Color;
use indicatif::{HumanCount, HumanFloatCount, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::progress_of_bytes;
use crate::output;
pub(crate) use arguments::ConvertArguments;
use arguments::{BadRowsPolicy, Output, PartBy};
use arrange::Collection;
use source::Source;

/// Converts the files that the arguments name, or checks them.
pub(crate) fn run(arguments: &ConvertArguments) -> anyhow::Result<()> {
    let paths = arguments.paths()?;
    let sources: anyhow::Result<Vec<Source>> =
        paths.inputs.iter().map(|path| Source::open(path, arguments.from)).collect();
    let sources = sources?;
    check_games(arguments, &sources)?;
    let mut run = Run::new(arguments, sources, paths.output)?;
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

/// Reads the next entry, with the hash that says its share.
type NextEntry = dyn FnMut() -> Result<Option<(Entry, u64)>, ReadError>;

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
        sources: Vec<Source>,
        output: Option<Output<'_>>,
    ) -> anyhow::Result<Self> {
        let arrangement = arguments.order.arrangement(output)?;
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
        let mut writer = format.writer(&mut target).context("the format is only read")?;
        self.convert_to(&mut *writer)?;
        drop(writer);
        target.into_inner().map_err(|error| unwritable(error.into_error()))
    }

    /// Reads all inputs and writes their entries.
    fn convert_to(&mut self, writer: &mut dyn Writer) -> anyhow::Result<()> {
        for index in 0..self.sources.len() {
            let mut next = self.hashed(index)?;
            loop {
                match next() {
                    Ok(None) => break,
                    Ok(Some((entry, hash))) => self.take(index, &entry, hash, writer)?,
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
        if let Some(collection) = self.collection.take() {
            self.write_arranged(collection, writer)?;
        }
        writer.finish().map_err(|error| match error {
            WriteError::Io(error) => unwritable(error),
            error => error.into(),
        })
    }

    /// Returns a function that reads the next entry of an input, with the hash that says its share.
    fn hashed(&mut self, input: usize) -> anyhow::Result<Box<NextEntry>> {
        let mut reader = self.sources[input].reader()?;
        let filters = &self.arguments.filters;
        Ok(match (&filters.part, filters.part_by) {
            (None, _) => Box::new(move || Ok(reader.next_entry()?.map(|entry| (entry, 0)))),
            (Some(_), PartBy::Position) => Box::new(move || {
                let entry = reader.next_entry()?;
                Ok(entry.map(|entry| (entry, position_hash(&entry.position))))
            }),
            (Some(_), PartBy::Game) => {
                let mut games = GameReader::new(reader);
                Box::new(move || games.next_entry())
            }
        })
    }

    /// Writes an entry of an input or collects it, if it is wanted.
    fn take(
        &mut self,
        input: usize,
        entry: &Entry,
        hash: u64,
        writer: &mut dyn Writer,
    ) -> anyhow::Result<()> {
        self.read += 1;
        self.sources[input].entries += 1;
        if self.read.is_multiple_of(SHOWN) {
            self.show();
            self.check_room()?;
        }
        if !self.wants(entry, hash) {
            self.filtered += 1;
            return Ok(());
        }
        let entry = self.completed(*entry);
        if let Some(collection) = &mut self.collection {
            return collection.add(&entry);
        }
        self.put(&entry, Some(input), writer)
    }

    /// Writes the entries that were collected.
    fn write_arranged(
        &mut self,
        collection: Collection,
        writer: &mut dyn Writer,
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
            self.put(&entry, None, writer)?;
            if place.is_multiple_of(SHOWN) {
                self.bar.set_position(place);
            }
        }
        Ok(())
    }

    /// Writes an entry, which is the last of an input if one is given.
    fn put(
        &mut self,
        entry: &Entry,
        input: Option<usize>,
        writer: &mut dyn Writer,
    ) -> anyhow::Result<()> {
        match writer.write(entry) {
            Ok(()) => {
                self.written += 1;
                if let Some(survey) = &mut self.survey {
                    survey.add(entry);
                }
            }
            Err(WriteError::Io(error)) => return Err(unwritable(error)),
            Err(error) => {
                self.refused += 1;
                let place = input.map_or_else(String::new, |input| {
                    let Source { name, entries, .. } = &self.sources[input];
                    format!("{name}: entry {entries}: ")
                });
                self.name_bad(format!("{place}{error}: \"{}\"", entry.position))?;
            }
        }
        Ok(())
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
        let read = self.sources.iter().map(Source::passed).sum();
        match (&mut self.collection, all) {
            (Some(collection), Some(all)) => collection.check_room(read, all),
            _ => Ok(()),
        }
    }

    /// Returns whether an entry is wanted.
    fn wants(&mut self, entry: &Entry, hash: u64) -> bool {
        let is_in_part = self.arguments.filters.part.as_ref().is_none_or(|part| part.holds(hash));
        let fits = is_in_part && self.filter.wants(entry);
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
        if let Some(duplicates) = self.duplicates {
            text += &format!("duplicates left out: {}\n", HumanCount(duplicates));
        }
        text
    }
}
