//! A conversion, from the sources to the output.

use std::io::{BufWriter, ErrorKind, Write};
use std::sync::Arc;

use hyperbola_features::BadRows;
use hyperbola_moves::{Position, Rules};

use super::collection::Collection;
use super::error::ConvertError;
use super::sections::{self, Found, Place, Read, Section};
use super::sink::{Sink, SinkPlace};
use super::source::Source;
use super::tally::{Counts, State, Tally};
use super::watch::{Progress, Watch};
use crate::{
    Arranged, Arrangement, Entry, Format, LeftOut, Plan, ReadError, ReadErrorKind, ReadOptions,
    Reason, Refusal, Survey, Target, Thing,
};

/// The entries after which the progress is shown.
const SHOWN: u64 = 1 << 16;

/// The bytes of the output that are held back.
const BUFFER: usize = 1 << 18;

/// What is done with the entries of all sources. Without more, one thread reads all of them.
#[derive(Debug, Clone)]
pub struct Request {
    /// What is done with each entry. The conversion chooses its target.
    pub plan: Plan,
    /// Of the entries that the filter wants, the first of so many is kept.
    pub every: u64,
    /// What is done with a part of a source that is wrong, and with an entry that the output cannot
    /// hold. They cannot be marked.
    pub bad_rows: BadRows,
    /// The rules by which castling rights are read, as [`ReadOptions::rules`] says.
    pub rules: Rules,
    /// Whether FENs are mended, as [`ReadOptions::lenient`] says.
    pub lenient: bool,
    /// The most threads that read.
    pub threads: usize,
    /// How entries are arranged, if they are.
    pub arrangement: Option<Arrangement>,
    /// Whether it is found out what is in the entries.
    pub surveys: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            plan: Plan::default(),
            every: 1,
            bad_rows: BadRows::default(),
            rules: Rules::Auto,
            lenient: false,
            threads: 1,
            arrangement: None,
            surveys: false,
        }
    }
}

/// Files of training data that are converted, or only read.
///
/// ```
/// use hyperbola_data::convert::{Conversion, Request, Source};
/// use hyperbola_data::{Filter, Format, Plan};
/// use std::io::Cursor;
///
/// let text = "4k2Q/8/8/8/8/8/8/4K3 b - - 0 1 | 900 | 1.0\n4k3/8/8/8/8/8/8/4K2R w - - 0 1 | 500 | 1.0";
/// let source = Source::of_stream("a text", Box::new(Cursor::new(text)), None)?;
/// let filter = Filter { without_checks: true, ..Filter::default() };
/// let plan = Plan { filter, ..Plan::default() };
/// let request = Request { plan, ..Request::default() };
/// let mut conversion = Conversion::new(vec![source], request)?;
/// let mut records = Vec::new();
/// conversion.write(Format::Bullet, &mut records, &mut ())?;
/// assert_eq!((conversion.tally().counts.read, records.len()), (2, 32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Conversion {
    sources: Arc<[Arc<Source>]>,
    request: Request,
    begin: Place,
    tally: Tally,
    collection: Option<Collection>,
    outcome: Outcome,
}

/// What is known of a conversion at its end.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Outcome {
    /// The entries that were left out as duplicates.
    pub duplicates: u64,
    /// The most bytes in scratch files at once.
    pub scratch_bytes: u64,
    /// What is in the entries, if that was asked for.
    pub survey: Option<Survey>,
}

impl Conversion {
    /// Prepares a conversion.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory or no scratch file for the arrangement, or if bad
    /// rows are to be marked.
    pub fn new(sources: Vec<Source>, request: Request) -> Result<Self, ConvertError> {
        if request.bad_rows == BadRows::Mark {
            let text = "bad rows: expected error, skip or keep-before, found mark: no format has a \
                        place for an entry without a position";
            return Err(ConvertError::Wrong(text.to_owned()));
        }
        Ok(Self {
            begin: Place::default(),
            tally: Tally::new(sources.len()),
            collection: request.arrangement.as_ref().map(Collection::new).transpose()?,
            outcome: Outcome::default(),
            sources: sources.into_iter().map(Arc::new).collect(),
            request,
        })
    }

    /// Returns the sources.
    #[must_use]
    pub fn sources(&self) -> &[Arc<Source>] {
        &self.sources
    }

    /// Returns the number of bytes of all sources, if it is known.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        self.sources.iter().map(|source| source.bytes).sum()
    }

    /// Returns whether a conversion that is stopped can go on. What is collected and what is known
    /// of the entries are in memory or in files without a name, and a pipe cannot be read again.
    #[must_use]
    pub fn can_go_on(&self) -> bool {
        self.bytes().is_some() && self.collection.is_none() && !self.request.surveys
    }

    /// Goes on where an earlier conversion of the same sources was, by the same request.
    pub fn resume(&mut self, state: State) {
        self.begin = state.place;
        self.tally = state.tally;
    }

    /// Returns what was counted and found wrong so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns what was left out so far, and why.
    #[must_use]
    pub fn left_out(&self) -> LeftOut {
        let Counts { read, fitting, kept, .. } = self.tally.counts;
        // Entries that are written by threads are not counted before they are kept.
        let fitting = fitting.max(kept);
        let mut left = self.tally.left.clone();
        left.add(Thing::Entry, Reason::Filtered, read - fitting);
        left.add(Thing::Entry, Reason::Every, fitting - kept);
        left.add(Thing::Entry, Reason::Duplicate, self.outcome.duplicates);
        left
    }

    /// Returns what else is known at the end.
    #[must_use]
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Reads all sources and writes nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if a source cannot be read, or is wrong and that is not left out.
    pub fn check(&mut self, watch: &mut dyn Watch) -> Result<(), ConvertError> {
        let target = if self.needs_entries() { Target::Entries } else { Target::Nothing };
        self.convert(SinkPlace::Nothing, target, watch)
    }

    /// Writes the entries in a format, which must be one that is [written](Format::is_written).
    /// What is written is behind that of the conversion that this one [resumes](Self::resume).
    ///
    /// # Errors
    ///
    /// As for [`check`](Self::check), and if the target cannot be written.
    pub fn write(
        &mut self,
        format: Format,
        target: &mut dyn Write,
        watch: &mut dyn Watch,
    ) -> Result<(), ConvertError> {
        let mut target = BufWriter::with_capacity(BUFFER, target);
        // If an entry's bytes depend on others, or all entries are needed in their order, they are
        // written where they come together.
        let (place, wanted) = if format.has_separate_entries() && !self.needs_entries() {
            (SinkPlace::Bytes(&mut target), Target::Bytes(format))
        } else {
            let writer = format.writer(&mut target).ok_or_else(|| {
                ConvertError::Wrong(format!("expected a format that is written, found {format}"))
            })?;
            (SinkPlace::Entries(writer), Target::Entries)
        };
        self.convert(place, wanted, watch)?;
        target.flush().map_err(ConvertError::unwritable)
    }

    /// Returns whether the entries themselves are needed, in their order.
    const fn needs_entries(&self) -> bool {
        self.request.every > 1 || self.collection.is_some() || self.request.surveys
    }

    /// Reads all sources and writes their entries.
    fn convert(
        &mut self,
        place: SinkPlace<'_>,
        target: Target,
        watch: &mut dyn Watch,
    ) -> Result<(), ConvertError> {
        let plan = Plan { target, ..self.request.plan.clone() };
        let survey = self.request.surveys.then(Survey::default);
        let mut run = Run {
            request: &self.request,
            sources: &self.sources,
            tally: &mut self.tally,
            collection: self.collection.take(),
            sink: Sink { place, survey },
            reading: Reading::new(&self.sources, self.begin),
            watch,
        };
        let (threads, begin) = (self.request.threads, self.begin);
        let options = ReadOptions {
            unscored: plan.missing_score.is_some(),
            keeps_before: self.request.bad_rows == BadRows::KeepBefore,
            rules: self.request.rules,
            lenient: self.request.lenient,
        };
        sections::read(&self.sources, (&plan, options), begin, threads, &mut |section, found| {
            run.take(section, found)
        })?;
        if let Some(collection) = run.collection.take() {
            let arranged = run.arrange(collection)?;
            self.outcome.duplicates = arranged.duplicates();
            self.outcome.scratch_bytes = arranged.scratch_bytes();
            run.write_arranged(arranged)?;
        }
        run.sink.finish()?;
        self.outcome.survey = run.sink.survey;
        Ok(())
    }
}

/// A conversion while it runs.
struct Run<'a, 's> {
    request: &'a Request,
    sources: &'a [Arc<Source>],
    tally: &'a mut Tally,
    collection: Option<Collection>,
    sink: Sink<'s>,
    reading: Reading,
    watch: &'a mut dyn Watch,
}

/// How far the sources have been read.
struct Reading {
    /// The bytes of all sources, and those of them that were read.
    all: Option<u64>,
    bytes: u64,
    /// The entries and mistakes of the section before the batch that is being taken.
    taken: u64,
    /// Whether it is time to save.
    is_due: bool,
}

impl Reading {
    fn new(sources: &[Arc<Source>], begin: Place) -> Self {
        let before = sources.iter().take(begin.input).filter_map(|source| source.bytes);
        Self {
            all: sources.iter().map(|source| source.bytes).sum(),
            bytes: before.sum::<u64>() + begin.from,
            taken: begin.passed,
            is_due: false,
        }
    }
}

impl Run<'_, '_> {
    /// Takes what was read of a section.
    fn take(&mut self, section: Section, found: Found) -> Result<(), ConvertError> {
        let input = section.input;
        let Read { batch, passed, whole } = found?;
        if let Some(reason) = &batch.pieces {
            let name = &self.sources[input].name;
            return Err(ConvertError::Wrong(format!(
                "{name}: expected whole games to part by game, found pieces of games: {reason}; part the \
                 file from which entries were left out, or part by position"
            )));
        }
        let before = self.tally.inputs[input].entries;
        self.reading.is_due = self.watch.is_due();
        for (number, entry) in &batch.entries {
            self.keep(entry, section, *number)?;
        }
        self.sink.write_bytes(&batch.bytes)?;
        let counts = &mut self.tally.counts;
        counts.written += batch.written;
        counts.kept += batch.written + batch.refused;
        counts.refused += batch.refused - batch.named.len() as u64;
        self.tally.left.extend(&batch.unnamed);
        for (number, refusal, position) in &batch.named {
            self.refuse(*refusal, position, Some((input, before + number)))?;
        }
        self.tally.inputs[input].entries += batch.read;
        self.reading.bytes += passed;
        self.reading.taken += batch.read + u64::from(batch.mistake.is_some());
        let shown = self.tally.counts.read / SHOWN;
        self.tally.counts.read += batch.read;
        if self.tally.counts.read / SHOWN != shown {
            self.show()?;
        }
        if let Some(mistake) = batch.mistake {
            self.fail(input, mistake)?;
        }
        let mut place = section.place(self.reading.taken);
        if let Some((units, left)) = whole {
            self.tally.inputs[input].units += units;
            self.tally.left.extend(&left);
            self.reading.taken = 0;
            place = section.end();
        }
        if self.reading.is_due && matches!(self.sink.place, SinkPlace::Bytes(_)) {
            self.save(State { place, tally: self.tally.clone() })?;
        }
        Ok(self.watch.go_on()?)
    }

    /// Shows the progress, and fails if there is no room for the entries that are collected.
    fn show(&mut self) -> Result<(), ConvertError> {
        let (bytes, entries) = (self.reading.bytes, self.tally.counts.read);
        self.watch.show(Progress::Read { bytes, entries });
        match (&mut self.collection, self.reading.all) {
            (Some(collection), Some(all)) => collection.check_room(bytes, all),
            _ => Ok(()),
        }
    }

    /// Saves how far the conversion has come.
    fn save(&mut self, state: State) -> Result<(), ConvertError> {
        self.reading.is_due = false;
        self.sink.finish()?;
        Ok(self.watch.save(state)?)
    }

    /// Names a part of a source that cannot be read.
    fn fail(&mut self, input: usize, mut error: ReadError) -> Result<(), ConvertError> {
        let name = &self.sources[input].name;
        // The number in the section becomes that in the file.
        error.number += self.tally.inputs[input].units;
        match &error.kind {
            // The file is wrong, and not the system.
            ReadErrorKind::Io(cause) if cause.kind() == ErrorKind::InvalidData => {
                return Err(ConvertError::Wrong(format!("{name}: {error}")));
            }
            ReadErrorKind::Io(_) => {
                return Err(ConvertError::Read { name: name.clone(), error });
            }
            ReadErrorKind::Wrong(_) => {}
        }
        self.tally.counts.bad += 1;
        self.tally.left.add(error.unit.into(), error.reason, 1);
        self.tally.name_bad(self.request.bad_rows, || format!("{name}: {error}"))
    }

    /// Writes or collects an entry that the filter wants. It has a number in the batch of a
    /// section.
    fn keep(&mut self, entry: &Entry, section: Section, number: u64) -> Result<(), ConvertError> {
        let fitting = self.tally.counts.fitting;
        self.tally.counts.fitting += 1;
        if !fitting.is_multiple_of(self.request.every) {
            return Ok(());
        }
        if self.reading.is_due && self.sink.can_pause(entry) {
            // The batch has been taken in part.
            let mut tally = self.tally.clone();
            tally.counts.fitting = fitting;
            tally.counts.read += number - 1;
            tally.inputs[section.input].entries += number - 1;
            self.save(State { place: section.place(self.reading.taken + number - 1), tally })?;
        }
        self.tally.counts.kept += 1;
        if let Some(collection) = &mut self.collection {
            return Ok(collection.add(entry)?);
        }
        let number = self.tally.inputs[section.input].entries + number;
        self.put(entry, Some((section.input, number)))
    }

    /// Arranges the entries that were collected.
    fn arrange(&mut self, collection: Collection) -> Result<Arranged, ConvertError> {
        let all = collection.added();
        let mut show = |entries| self.watch.show(Progress::Compared { entries, all });
        show(0);
        Ok(collection.finish(&mut show)?)
    }

    /// Writes the entries that were arranged.
    fn write_arranged(&mut self, arranged: Arranged) -> Result<(), ConvertError> {
        let all = arranged.left();
        self.watch.show(Progress::Written { entries: 0, all });
        for (entry, entries) in arranged.zip(1_u64..) {
            self.put(&entry?, None)?;
            if entries.is_multiple_of(SHOWN) {
                self.watch.show(Progress::Written { entries, all });
            }
        }
        Ok(())
    }

    /// Writes an entry, of which the place may be known: its source and its number there.
    fn put(&mut self, entry: &Entry, place: Option<(usize, u64)>) -> Result<(), ConvertError> {
        match self.sink.write(entry)? {
            None => {
                self.tally.counts.written += 1;
                Ok(())
            }
            Some(refusal) => self.refuse(refusal, &entry.position, place),
        }
    }

    /// Names an entry that the output cannot hold.
    fn refuse(
        &mut self,
        refusal: Refusal,
        position: &Position,
        place: Option<(usize, u64)>,
    ) -> Result<(), ConvertError> {
        self.tally.counts.refused += 1;
        self.tally.left.add(Thing::Entry, refusal.into(), 1);
        self.tally.name_bad(self.request.bad_rows, || {
            let place = place.map_or_else(String::new, |(input, number)| {
                format!("{}: entry {number}: ", self.sources[input].name)
            });
            format!("{place}{refusal}: \"{position}\"")
        })
    }
}
