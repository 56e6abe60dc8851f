//! The inputs in sections, which several threads read and one takes in their order.

use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;

use hyperbola_data::{Batch, BatchReader, Plan};
use hyperbola_files::ordered::in_order;
use serde::{Deserialize, Serialize};

use super::source::Source;

/// The bytes of a section, at least. A chunk of a binpack has as many.
const BYTES: u64 = 1 << 20;

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
    /// The entries and mistakes at its beginning that are left out, because an earlier run has taken
    /// them.
    passed: u64,
}

/// A place between two entries or mistakes of the inputs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    /// The number of the input.
    pub(super) input: usize,
    /// The byte where the section begins.
    pub(super) from: u64,
    /// The entries and mistakes of the section before the place.
    pub(super) passed: u64,
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

/// What was read of a section, or the error for a file that cannot be opened.
pub(super) type Found = io::Result<Read>;

/// A batch, with what else is known of its section.
pub(super) struct Read {
    pub(super) batch: Batch,
    /// The bytes of the input that were read for it.
    pub(super) passed: u64,
    /// At the end of a section, the number of its chunks, games, records or lines.
    pub(super) units: Option<u64>,
}

/// Reads a section and gives it away in batches.
fn read_section<E>(
    sources: &[Source],
    section: Section,
    plan: &Plan,
    give: &mut dyn FnMut(Found) -> Result<(), E>,
) -> Result<(), E> {
    let passed = Arc::new(AtomicU64::new(0));
    let reader = sources[section.input].reader(section.from, section.to, Arc::clone(&passed));
    let mut reader = match reader {
        Ok(reader) => BatchReader::new(reader, plan),
        Err(error) => return give(Err(error)),
    };
    // They are the same as in the earlier run.
    reader.pass(section.passed);
    loop {
        let batch = match reader.next_batch() {
            Ok(batch) => batch,
            Err(error) => return give(Err(error)),
        };
        let is_last = batch.is_last;
        let units = is_last.then(|| reader.units());
        give(Ok(Read { batch, passed: passed.swap(0, Ordering::Relaxed), units }))?;
        if is_last {
            return Ok(());
        }
    }
}

/// The sections of all inputs.
struct Sections<'a> {
    sources: &'a [Source],
    input: usize,
    from: u64,
    /// The entries and mistakes that the next section leaves out.
    passed: u64,
    /// The file of the input, if it has been opened.
    file: Option<File>,
}

impl<'a> Sections<'a> {
    const fn new(sources: &'a [Source], Place { input, from, passed }: Place) -> Self {
        Self { sources, input, from, passed, file: None }
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

impl Iterator for Sections<'_> {
    type Item = (Section, io::Result<()>);

    /// Returns the next section, or the error for one that cannot be found.
    fn next(&mut self) -> Option<Self::Item> {
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
                let passed = core::mem::take(&mut self.passed);
                return Some((Section { input, from, to, passed }, found.map(drop)));
            }
        }
    }
}

/// Reads all inputs from a place on, on a number of threads if they are files, and gives the batches to
/// a function in the order of the entries.
///
/// # Errors
///
/// Returns the first error of the function, which gets nothing more then.
pub(super) fn read(
    sources: &[Source],
    plan: &Plan,
    begin: Place,
    threads: usize,
    mut take: impl FnMut(Section, Found) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let sections = Sections::new(sources, begin);
    // More threads than sections would have nothing to do.
    let bytes: u64 = sources.iter().filter_map(|source| source.bytes).sum();
    let most = bytes / BYTES + sources.len() as u64;
    let threads = threads.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1);
    // A thread that waits for a pipe could not be stopped.
    if threads == 1 || sources.iter().any(|source| source.bytes.is_none()) {
        for (section, found) in sections {
            match found {
                Ok(()) => read_section(sources, section, plan, &mut |found| take(section, found))?,
                Err(error) => take(section, Err(error))?,
            }
        }
        return Ok(());
    }
    thread::scope(|scope| {
        let work = |section, found, batches: &SyncSender<Found>| {
            let mut give = |found| batches.send(found).map_err(drop);
            // A thread that nobody takes anything from ends at its next section.
            let _ = match found {
                Ok(()) => read_section(sources, section, plan, &mut give),
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
                is_whole = found.as_ref().is_ok_and(|read| read.units.is_some());
                take(section, found)?;
            }
            // What is behind would be taken in the place of what a thread has not read.
            anyhow::ensure!(
                is_whole,
                "a thread has not read all of {}",
                sources[section.input].name
            );
        }
        Ok(())
    })
}
