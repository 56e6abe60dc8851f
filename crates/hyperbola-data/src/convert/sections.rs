//! Sources in sections, which several threads read and one takes in their order.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;

use hyperbola_files::ordered::in_order;
use serde::{Deserialize, Serialize};

use super::error::ConvertError;
use super::source::Source;
use crate::{Batch, BatchReader, LeftOut, Plan, ReadOptions};

/// A section with its source.
type SourceSection = (Section, Arc<Source>);

/// The bytes of a section, at least. A chunk of a binpack has as many.
const BYTES: u64 = 1 << 20;

/// The batches of a section that wait to be taken. Most chunks of binpacks have fewer. So a thread
/// holds at most about 30 MB, whatever the size of a chunk.
const WAITING: usize = 256;

/// A part of a source that is read by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Section {
    /// The number of the source.
    pub input: usize,
    /// The byte where it begins.
    pub from: u64,
    /// The byte where it ends.
    pub to: u64,
    /// Whether it is the first section of the source that is read.
    pub is_first: bool,
    /// The entries and mistakes at its beginning that are left out, because an earlier run has
    /// taken them.
    passed: u64,
}

/// A place between two entries or mistakes of the sources.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The number of the source.
    pub input: usize,
    /// The byte where the section begins.
    pub from: u64,
    /// The entries and mistakes of the section before the place.
    pub passed: u64,
}

impl Section {
    /// Returns a place in the section.
    pub(super) const fn place(self, passed: u64) -> Place {
        Place { input: self.input, from: self.from, passed }
    }

    /// Returns the place behind the section.
    pub(super) const fn end(self) -> Place {
        Place { input: self.input, from: self.to, passed: 0 }
    }
}

/// Opens the source with a number, and says which of its bytes are read: the sections that begin
/// there. Returns nothing behind the last source.
pub type OpenSource =
    dyn FnMut(usize) -> Option<Result<(Arc<Source>, core::ops::Range<u64>), ConvertError>> + Send;

/// The sections of all sources, each with its source or with the error for one that cannot be
/// found. A source is opened when its first section is asked for. Nothing follows an error.
pub struct Sections {
    open: Box<OpenSource>,
    place: Place,
    /// The source that is being divided.
    divided: Option<Divided>,
    has_failed: bool,
}

/// A source that is being divided.
struct Divided {
    source: Arc<Source>,
    /// The file, unless it can be read only once.
    file: Option<File>,
    from: u64,
    end: u64,
    is_first: bool,
}

impl fmt::Debug for Sections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sections").field("place", &self.place).finish_non_exhaustive()
    }
}

impl Sections {
    /// Divides sources, beginning at a place.
    #[must_use]
    pub fn new(open: Box<OpenSource>, place: Place) -> Self {
        Self { open, place, divided: None, has_failed: false }
    }

    /// Opens the source whose turn it is, and finds where its first section begins.
    fn begin(&mut self) -> Option<Result<Divided, ConvertError>> {
        let opened = (self.open)(self.place.input)?;
        let begin = self.place.from;
        Some(opened.and_then(|(source, range)| {
            if source.bytes.is_none() {
                return Ok(Divided { source, file: None, from: 0, end: u64::MAX, is_first: true });
            }
            let find = || {
                let mut file = source.file()?;
                let from = match begin {
                    0 => source.format.section_from(&mut file, 0, range.start)?,
                    begin => begin,
                };
                Ok((file, from))
            };
            let found: io::Result<(File, u64)> = find();
            let (file, from) = found.map_err(ConvertError::unreadable(&source.name))?;
            let end = range.end.min(source.bytes.unwrap_or(0));
            Ok(Divided { source, file: Some(file), from, end, is_first: true })
        }))
    }

    /// Returns the next section of the source whose turn it is, or nothing behind its last one.
    fn next_of_source(&mut self) -> Option<Result<Option<SourceSection>, ConvertError>> {
        let divided = match self.divided.take() {
            Some(divided) => divided,
            None => match self.begin()? {
                Ok(divided) => divided,
                Err(error) => return Some(Err(error)),
            },
        };
        let divided = self.divided.insert(divided);
        let Divided { source, file, from, end, is_first } = divided;
        if *from >= *end {
            return Some(Ok(None));
        }
        let start = *from;
        *from = match file {
            None => *end,
            Some(file) => {
                let stop = start.saturating_add(BYTES).min(*end);
                match source.format.section_from(file, start, stop) {
                    Ok(to) => to,
                    Err(error) => return Some(Err(ConvertError::unreadable(&source.name)(error))),
                }
            }
        };
        let (input, passed) = (self.place.input, core::mem::take(&mut self.place.passed));
        let is_first = core::mem::take(is_first);
        let section = Section { input, from: start, to: *from, is_first, passed };
        Some(Ok(Some((section, Arc::clone(source)))))
    }
}

impl Iterator for Sections {
    type Item = (Section, Result<Arc<Source>, ConvertError>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.has_failed {
                return None;
            }
            match self.next_of_source()? {
                Ok(Some((section, source))) => return Some((section, Ok(source))),
                Ok(None) => {
                    self.divided = None;
                    self.place = Place { input: self.place.input + 1, ..Place::default() };
                }
                Err(error) => {
                    self.has_failed = true;
                    let Place { input, from, .. } = self.place;
                    let section = Section { input, from, to: from, is_first: true, passed: 0 };
                    return Some((section, Err(error)));
                }
            }
        }
    }
}

/// What was read of a section, or why it cannot be read.
pub(super) type Found = Result<Read, ConvertError>;

/// A batch, with what else is known of its section.
pub(super) struct Read {
    pub(super) batch: Batch,
    /// The bytes of the source that were read for it.
    pub(super) passed: u64,
    /// At the end of a section, the number of its chunks, games, records or lines, and what was
    /// left out of those without a mistake.
    pub(super) whole: Option<(u64, LeftOut)>,
}

/// Reads a section and gives it away in batches.
fn read_section<E>(
    source: &Source,
    section: Section,
    (plan, options): (&Plan, ReadOptions),
    give: &mut dyn FnMut(Found) -> Result<(), E>,
) -> Result<(), E> {
    let passed = Arc::new(AtomicU64::new(0));
    let failed = |error| ConvertError::unreadable(&source.name)(error);
    let mut reader =
        match source.reader_with(section.from, section.to, Arc::clone(&passed), options) {
            Ok(reader) => BatchReader::new(reader, plan),
            Err(error) => return give(Err(failed(error))),
        };
    // They are the same as in the earlier run.
    reader.pass(section.passed);
    loop {
        let batch = match reader.next_batch() {
            Ok(batch) => batch,
            Err(error) => return give(Err(failed(error))),
        };
        let is_last = batch.is_last;
        let whole = is_last.then(|| (reader.units(), reader.left_out()));
        give(Ok(Read { batch, passed: passed.swap(0, Ordering::Relaxed), whole }))?;
        if is_last {
            return Ok(());
        }
    }
}

/// What takes the batches in the order of the entries.
pub(super) type Take<'a> = dyn FnMut(Section, Found) -> Result<(), ConvertError> + 'a;

/// Reads all sources from a place on, on a number of threads if they are files, and gives the
/// batches to a function in the order of the entries.
///
/// # Errors
///
/// Returns the first error of the function, which gets nothing more then.
pub(super) fn read(
    sources: &Arc<[Arc<Source>]>,
    plan: (&Plan, ReadOptions),
    begin: Place,
    threads: usize,
    take: &mut Take<'_>,
) -> Result<(), ConvertError> {
    let opened = Arc::clone(sources);
    let open = move |number| {
        let source: &Arc<Source> = opened.get(number)?;
        Some(Ok((Arc::clone(source), 0..u64::MAX)))
    };
    let sections = Sections::new(Box::new(open), begin);
    // More threads than sections would have nothing to do.
    let bytes: u64 = sources.iter().filter_map(|source| source.bytes).sum();
    let most = bytes / BYTES + sources.len() as u64;
    let threads = threads.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1);
    // A thread that waits for a pipe could not be stopped.
    if threads == 1 || sources.iter().any(|source| source.bytes.is_none()) {
        for (section, source) in sections {
            match source {
                Ok(source) => {
                    read_section(&source, section, plan, &mut |found| take(section, found))?;
                }
                Err(error) => take(section, Err(error))?,
            }
        }
        return Ok(());
    }
    thread::scope(|scope| {
        let work = |section, source: Result<Arc<Source>, _>, batches: &SyncSender<Found>| {
            let mut give = |found| batches.send(found).map_err(drop);
            // A thread that nobody takes anything from ends at its next section.
            let _ = match source {
                Ok(source) => read_section(&source, section, plan, &mut give),
                Err(error) => give(Err(error)),
            };
        };
        let start = |work| {
            scope.spawn(work);
        };
        let begun = in_order(threads, WAITING, sections, work, start);
        for (section, batches) in begun {
            let mut is_whole = false;
            for found in batches {
                is_whole = found.as_ref().is_ok_and(|read| read.whole.is_some());
                take(section, found)?;
            }
            // What is behind would be taken in the place of what a thread has not read.
            if !is_whole {
                let name = &sources[section.input].name;
                let what = format!("a thread has not read all of {name}");
                return Err(ConvertError::System { what, error: io::ErrorKind::Other.into() });
            }
        }
        Ok(())
    })
}
