//! The inputs in sections, which several threads read and one takes in their order.

use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::File;
use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use hyperbola_data::{
    Entry, Filter, Format, GameReader, GameResult, Part, ReadError, Reader, Refusal, Score,
    WriteError, position_hash,
};
use hyperbola_moves::{Color, Position};

use super::NAMED;
use super::arguments::{ConvertArguments, PartBy};
use super::source::Source;

/// The bytes of a section, at least. A chunk of a binpack has as many.
const BYTES: u64 = 1 << 20;

/// The entries of a batch, and those that are read for it at most.
const KEPT: usize = 1 << 10;
const READ: u64 = 1 << 14;

/// The batches of a section that wait to be taken. Most chunks of binpacks have fewer. So a thread
/// holds at most about 30 MB, whatever the size of a chunk.
const WAITING: usize = 256;

/// A part of an input that is read by itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Section {
    /// The number of the input.
    pub(super) input: usize,
    from: u64,
    to: u64,
}

/// What is done with each entry by the thread that reads it.
pub(super) struct Plan {
    filter: Filter,
    part: Option<Part>,
    part_by: PartBy,
    /// What stands in the place of what is not known.
    missing_score: Option<Score>,
    missing_result: GameResult,
    pub(super) target: Target,
}

/// What becomes of the entries that are wanted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    /// Only their number counts.
    Nothing,
    /// They are written by the thread that reads them.
    Bytes(Format),
    /// They are taken as they are.
    Entries,
}

impl Plan {
    pub(super) fn new(arguments: &ConvertArguments, target: Target) -> Self {
        let missing_score = arguments.missing_score.map(i32::from);
        Self {
            filter: arguments.filters.filter(),
            part: arguments.filters.part.clone(),
            part_by: arguments.filters.part_by,
            missing_score: missing_score.map(|score| Score::seen_by(Color::White, score)),
            missing_result: arguments.missing_result.unwrap_or_default(),
            target,
        }
    }

    /// Returns whether an entry is wanted. The hash says its share.
    fn wants(&self, entry: &Entry, hash: u64) -> bool {
        self.part.as_ref().is_none_or(|part| part.holds(hash)) && self.filter.wants(entry)
    }

    /// Returns an entry with what stands in the place of what is not known.
    fn completed(&self, entry: Entry) -> Entry {
        let result = match entry.result {
            GameResult::Unknown => self.missing_result,
            result => result,
        };
        Entry { score: entry.score.or(self.missing_score), result, ..entry }
    }
}

/// What was read of a section, in its order.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The entries that were read, and those that the filter left out.
    pub(super) read: u64,
    pub(super) filtered: u64,
    /// The entries that are wanted, each with its number among those that were read, from 1.
    pub(super) entries: Vec<(u64, Entry)>,
    /// What was written of them, and the number of entries that were.
    pub(super) bytes: Vec<u8>,
    pub(super) written: u64,
    /// The number of entries that the format cannot hold, and the first of them.
    pub(super) refused: u64,
    pub(super) named: Vec<(u64, Refusal, Position)>,
    /// The mistake behind the entries.
    pub(super) fault: Option<Fault>,
    /// The bytes of the input that were read for the batch.
    pub(super) passed: u64,
    /// At the end of a section, the number of its chunks, games, records or lines.
    pub(super) units: Option<u64>,
}

/// The reason why a part of an input cannot be read.
#[derive(Debug)]
pub(super) enum Fault {
    /// The file cannot be opened.
    Open(io::Error),
    Read(ReadError),
}

impl Batch {
    fn of_fault(error: io::Error) -> Self {
        Self { fault: Some(Fault::Open(error)), ..Self::default() }
    }

    fn is_full(&self) -> bool {
        self.entries.len() >= KEPT || self.read >= READ || self.fault.is_some()
    }

    /// Does with the entries what the plan says.
    fn finish(&mut self, target: Target) -> io::Result<()> {
        let format = match target {
            Target::Entries => return Ok(()),
            Target::Nothing => {
                self.written = self.entries.len() as u64;
                self.entries.clear();
                return Ok(());
            }
            Target::Bytes(format) => format,
        };
        let Some(mut writer) = format.writer(&mut self.bytes) else { return Ok(()) };
        for (number, entry) in self.entries.drain(..) {
            match writer.write(&entry) {
                Ok(()) => self.written += 1,
                Err(WriteError::Refused(refusal)) => {
                    self.refused += 1;
                    if self.named.len() < NAMED {
                        self.named.push((number, refusal, entry.position));
                    }
                }
                Err(WriteError::Io(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        match writer.finish() {
            Err(WriteError::Io(error)) => Err(error),
            _ => Ok(()),
        }
    }
}

/// A reader, with the hash of each entry if there is to be one.
enum Hashed {
    None(Box<dyn Reader>),
    Position(Box<dyn Reader>),
    Game(GameReader<Box<dyn Reader>>),
}

impl Hashed {
    fn new(reader: Box<dyn Reader>, plan: &Plan) -> Self {
        match (&plan.part, plan.part_by) {
            (None, _) => Self::None(reader),
            (Some(_), PartBy::Position) => Self::Position(reader),
            (Some(_), PartBy::Game) => Self::Game(GameReader::new(reader)),
        }
    }

    #[inline]
    fn next(&mut self) -> Result<Option<(Entry, u64)>, ReadError> {
        match self {
            Self::None(reader) => Ok(reader.next_entry()?.map(|entry| (entry, 0))),
            Self::Position(reader) => {
                let entry = reader.next_entry()?;
                Ok(entry.map(|entry| (entry, position_hash(&entry.position))))
            }
            Self::Game(reader) => reader.next_entry(),
        }
    }

    fn units(&self) -> u64 {
        match self {
            Self::None(reader) | Self::Position(reader) => reader.units(),
            Self::Game(reader) => reader.reader().units(),
        }
    }
}

/// Reads a section and gives it away in batches.
fn read_section<E>(
    sources: &[Source],
    section: Section,
    plan: &Plan,
    give: &mut dyn FnMut(Batch) -> Result<(), E>,
) -> Result<(), E> {
    let passed = Arc::new(AtomicU64::new(0));
    let reader = sources[section.input].reader(section.from, section.to, Arc::clone(&passed));
    let mut reader = match reader {
        Ok(reader) => Hashed::new(reader, plan),
        Err(error) => return give(Batch::of_fault(error)),
    };
    let mut batch = Batch::default();
    loop {
        match reader.next() {
            Ok(None) => break,
            Ok(Some((entry, hash))) => {
                batch.read += 1;
                if plan.wants(&entry, hash) {
                    batch.entries.push((batch.read, plan.completed(entry)));
                } else {
                    batch.filtered += 1;
                }
            }
            Err(error) => batch.fault = Some(Fault::Read(error)),
        }
        if batch.is_full() {
            batch.passed = passed.swap(0, Ordering::Relaxed);
            give_finished(&mut batch, plan, give)?;
        }
    }
    batch.passed = passed.swap(0, Ordering::Relaxed);
    batch.units = Some(reader.units());
    give_finished(&mut batch, plan, give)
}

/// Gives a batch away and begins another.
fn give_finished<E>(
    batch: &mut Batch,
    plan: &Plan,
    give: &mut dyn FnMut(Batch) -> Result<(), E>,
) -> Result<(), E> {
    if let Err(error) = batch.finish(plan.target) {
        // Only memory is written to, so this is for formats that have other reasons.
        return give(Batch::of_fault(error));
    }
    give(core::mem::take(batch))
}

/// The sections of all inputs.
struct Sections<'a> {
    sources: &'a [Source],
    input: usize,
    from: u64,
    /// The file of the input, if it has been opened.
    file: Option<File>,
}

impl<'a> Sections<'a> {
    const fn new(sources: &'a [Source]) -> Self {
        Self { sources, input: 0, from: 0, file: None }
    }

    /// Returns the next section, or the error for one that cannot be found.
    fn next(&mut self) -> Option<(Section, io::Result<()>)> {
        loop {
            let source = self.sources.get(self.input)?;
            let found = self.find(source);
            let (input, from) = (self.input, self.from);
            let to = *found.as_ref().unwrap_or(&from);
            self.from = to;
            if found.is_ok() && from == to || source.bytes.is_none() {
                (self.input, self.from, self.file) = (input + 1, 0, None);
            }
            if found.is_err() || from < to {
                return Some((Section { input, from, to }, found.map(drop)));
            }
        }
    }

    /// Returns where the next section of an input ends.
    fn find(&mut self, source: &Source) -> io::Result<u64> {
        if source.bytes.is_none() {
            return Ok(u64::MAX);
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(source.file()?),
        };
        source.format.section_from(file, self.from, self.from + BYTES)
    }
}

/// Reads all inputs, on a number of threads if they are files, and gives the batches to a function in
/// the order of the entries.
///
/// # Errors
///
/// Returns the first error of the function, which gets nothing more then.
pub(super) fn read(
    sources: &[Source],
    plan: &Plan,
    threads: usize,
    mut take: impl FnMut(Section, Batch) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut sections = Sections::new(sources);
    // A thread that waits for a pipe could not be stopped.
    if threads == 1 || sources.iter().any(|source| source.bytes.is_none()) {
        while let Some((section, found)) = sections.next() {
            match found {
                Ok(()) => read_section(sources, section, plan, &mut |batch| take(section, batch))?,
                Err(error) => take(section, Batch::of_fault(error))?,
            }
        }
        return Ok(());
    }
    let sections = Mutex::new(sections);
    thread::scope(|scope| {
        let (order, begun) = sync_channel(threads);
        for _ in 0..threads {
            let (order, sections) = (order.clone(), &sections);
            scope.spawn(move || work(sources, plan, sections, &order));
        }
        drop(order);
        for (section, batches) in begun {
            for batch in batches {
                take(section, batch)?;
            }
        }
        Ok(())
    })
}

/// A section that a thread has begun to read.
type Begun = (Section, Receiver<Batch>);

/// Reads one section after another until none is left or nobody takes them.
fn work(
    sources: &[Source],
    plan: &Plan,
    sections: &Mutex<Sections<'_>>,
    order: &SyncSender<Begun>,
) {
    loop {
        let (sender, receiver) = sync_channel(WAITING);
        // A thread that panicked has not left it half changed.
        let mut next = sections.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((section, found)) = next.next() else { return };
        // Nobody else begins a section meanwhile, so they come in their order.
        if order.send((section, receiver)).is_err() {
            return;
        }
        drop(next);
        let mut give = |batch| sender.send(batch).map_err(drop);
        let read = match found {
            Ok(()) => read_section(sources, section, plan, &mut give),
            Err(error) => give(Batch::of_fault(error)),
        };
        if read.is_err() {
            return;
        }
    }
}
