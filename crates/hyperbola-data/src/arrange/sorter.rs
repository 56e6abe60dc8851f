//! Sorting beyond memory: sorted runs in a scratch file, which are merged.

use core::cmp::Ordering;
use core::marker::PhantomData;
use core::mem;
use std::collections::BinaryHeap;
use std::path::PathBuf;
use std::vec;

use super::ArrangeError;
use super::scratch::{BLOCK, BLOCK_BYTES, Scratch};
use crate::packed::{Packed, SIZE};

/// An order of entries, and which of them count once.
pub(super) trait Order {
    /// Compares two entries.
    fn compare(a: &Packed, b: &Packed) -> Ordering;

    /// Returns whether only the first of two neighbours is kept.
    fn is_same(a: &Packed, b: &Packed) -> bool;
}

/// The order of positions, and of places where positions are the same. Each position is kept once.
#[derive(Debug)]
pub(super) struct ByPosition;

impl Order for ByPosition {
    #[inline]
    fn compare(a: &Packed, b: &Packed) -> Ordering {
        a.position_and_place().cmp(b.position_and_place())
    }

    #[inline]
    fn is_same(a: &Packed, b: &Packed) -> bool {
        a.position() == b.position()
    }
}

/// The order of places. All entries are kept.
#[derive(Debug)]
pub(super) struct ByPlace;

impl Order for ByPlace {
    #[inline]
    fn compare(a: &Packed, b: &Packed) -> Ordering {
        a.place().cmp(&b.place())
    }

    #[inline]
    fn is_same(_: &Packed, _: &Packed) -> bool {
        false
    }
}

/// How the memory is divided: three quarters for entries that are collected, an eighth for the
/// blocks of the runs that are merged. Another eighth is for those of a sorter that is being read
/// meanwhile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// The entries that are collected.
    entries: usize,
    /// The runs that are merged at once.
    runs: usize,
}

impl Budget {
    /// The least memory in bytes, with which four runs are merged.
    pub(super) const LEAST: usize = 1 << 21;

    /// Divides a number of bytes.
    pub(super) const fn new(memory: usize) -> Self {
        Self { entries: memory / 4 * 3 / SIZE, runs: memory / 8 / BLOCK_BYTES }
    }
}

/// A sorted sequence in a scratch file.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// The byte where the next block stands.
    byte: u64,
    /// The entries from there on.
    left: u64,
}

/// Collects entries and sorts them.
#[derive(Debug)]
pub(super) struct Sorter<O> {
    budget: Budget,
    folder: PathBuf,
    entries: Vec<Packed>,
    runs: Vec<Run>,
    scratch: Option<Scratch>,
    /// The entries that are left out so far.
    dropped: u64,
    /// The most bytes that there were in scratch files at once.
    most_bytes: u64,
    order: PhantomData<O>,
}

/// Entries in their order.
#[derive(Debug)]
pub(super) enum Sorted<O> {
    /// In memory.
    Memory(vec::IntoIter<Packed>),
    /// In runs.
    Disk(Merge<O>),
}

impl<O: Order> Sorter<O> {
    pub(super) fn new(budget: Budget, folder: PathBuf) -> Result<Self, ArrangeError> {
        let mut entries = Vec::new();
        entries
            .try_reserve_exact(budget.entries)
            .map_err(|_| ArrangeError::OutOfMemory { bytes: budget.entries * SIZE })?;
        Ok(Self {
            budget,
            folder,
            entries,
            runs: Vec::new(),
            scratch: None,
            dropped: 0,
            most_bytes: 0,
            order: PhantomData,
        })
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, entry: Packed) -> Result<(), ArrangeError> {
        if self.entries.len() == self.budget.entries {
            self.write_run()?;
        }
        self.entries.push(entry);
        Ok(())
    }

    /// Returns the most bytes that there were in scratch files at once.
    pub(super) const fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    /// Sorts the entries in memory, and leaves out those that count once.
    fn sort(&mut self) {
        self.entries.sort_unstable_by(O::compare);
        let before = self.entries.len();
        self.entries.dedup_by(|next, kept| O::is_same(next, kept));
        self.dropped += (before - self.entries.len()) as u64;
    }

    /// Moves the entries into the scratch file.
    fn write_run(&mut self) -> Result<(), ArrangeError> {
        self.sort();
        if self.runs.len() == self.budget.runs {
            self.merge_runs()?;
        }
        let scratch = match &mut self.scratch {
            Some(scratch) => scratch,
            none => none.insert(Scratch::new(&self.folder)?),
        };
        self.runs.push(Run { byte: scratch.length, left: self.entries.len() as u64 });
        for block in self.entries.chunks(BLOCK) {
            scratch.write(block)?;
        }
        self.most_bytes = self.most_bytes.max(scratch.length);
        self.entries.clear();
        Ok(())
    }

    /// Merges all runs into one, in a new scratch file.
    fn merge_runs(&mut self) -> Result<(), ArrangeError> {
        let Some(before) = self.scratch.take() else { return Ok(()) };
        let bytes = before.length;
        let mut merge = Merge::<O>::new(before, mem::take(&mut self.runs))?;
        let mut scratch = Scratch::new(&self.folder)?;
        let mut left = 0;
        let mut block = Vec::with_capacity(BLOCK);
        while let Some(entry) = merge.next()? {
            block.push(entry);
            left += 1;
            if block.len() == BLOCK {
                scratch.write(&block)?;
                block.clear();
            }
        }
        if !block.is_empty() {
            scratch.write(&block)?;
        }
        self.dropped += merge.dropped;
        self.most_bytes = self.most_bytes.max(bytes + scratch.length);
        self.runs.push(Run { byte: 0, left });
        self.scratch = Some(scratch);
        Ok(())
    }

    /// Ends the collection.
    pub(super) fn finish(mut self) -> Result<(Sorted<O>, Account), ArrangeError> {
        if self.runs.is_empty() {
            self.sort();
            let account = self.account();
            return Ok((Sorted::Memory(self.entries.into_iter()), account));
        }
        self.write_run()?;
        let account = self.account();
        let Self { entries, runs, scratch, folder, .. } = self;
        drop(entries);
        let scratch = match scratch {
            Some(scratch) => scratch,
            None => Scratch::new(&folder)?,
        };
        Ok((Sorted::Disk(Merge::new(scratch, runs)?), account))
    }

    fn account(&self) -> Account {
        let bytes = self.scratch.as_ref().map_or(0, |scratch| scratch.length);
        Account { dropped: self.dropped, bytes, most_bytes: self.most_bytes }
    }
}

/// What a sorter has left out and used.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Account {
    /// The entries that are left out so far.
    pub(super) dropped: u64,
    /// The bytes in the scratch file.
    pub(super) bytes: u64,
    /// The most bytes that there were in scratch files at once.
    pub(super) most_bytes: u64,
}

impl<O: Order> Sorted<O> {
    /// Returns the next entry.
    pub(super) fn next(&mut self) -> Result<Option<Packed>, ArrangeError> {
        match self {
            Self::Memory(entries) => Ok(entries.next()),
            Self::Disk(merge) => merge.next(),
        }
    }
}

/// The runs of a scratch file as one sequence.
#[derive(Debug)]
pub(super) struct Merge<O> {
    scratch: Scratch,
    runs: Vec<Open>,
    heads: BinaryHeap<Head<O>>,
    last: Option<Packed>,
    /// The entries that are left out so far.
    pub(super) dropped: u64,
}

/// A run with its current block.
#[derive(Debug)]
struct Open {
    run: Run,
    block: Vec<Packed>,
    next: usize,
}

/// The next entry of a run. The greatest head is the first entry.
#[derive(Debug)]
struct Head<O> {
    entry: Packed,
    run: usize,
    order: PhantomData<O>,
}

impl<O: Order> Ord for Head<O> {
    fn cmp(&self, other: &Self) -> Ordering {
        O::compare(&other.entry, &self.entry)
    }
}

impl<O: Order> PartialOrd for Head<O> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<O: Order> PartialEq for Head<O> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<O: Order> Eq for Head<O> {}

impl Open {
    /// Returns the next entry of the run.
    fn next(&mut self, scratch: &mut Scratch) -> Result<Option<Packed>, ArrangeError> {
        if self.next == self.block.len() {
            if self.run.left == 0 {
                return Ok(None);
            }
            let count = usize::try_from(self.run.left).unwrap_or(BLOCK).min(BLOCK);
            scratch.read(self.run.byte, count, &mut self.block)?;
            self.run.byte += BLOCK_BYTES as u64;
            self.run.left -= count as u64;
            self.next = 0;
        }
        self.next += 1;
        Ok(Some(self.block[self.next - 1]))
    }
}

impl<O: Order> Merge<O> {
    fn new(mut scratch: Scratch, runs: Vec<Run>) -> Result<Self, ArrangeError> {
        let open = |run| Open { run, block: Vec::with_capacity(BLOCK), next: 0 };
        let mut runs: Vec<Open> = runs.into_iter().map(open).collect();
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (index, run) in runs.iter_mut().enumerate() {
            if let Some(entry) = run.next(&mut scratch)? {
                heads.push(Head { entry, run: index, order: PhantomData });
            }
        }
        Ok(Self { scratch, runs, heads, last: None, dropped: 0 })
    }

    /// Returns the next entry of the sequence.
    pub(super) fn next(&mut self) -> Result<Option<Packed>, ArrangeError> {
        while let Some(mut head) = self.heads.peek_mut() {
            let entry = head.entry;
            match self.runs[head.run].next(&mut self.scratch)? {
                Some(next) => head.entry = next,
                None => drop(std::collections::binary_heap::PeekMut::pop(head)),
            }
            if self.last.as_ref().is_some_and(|last| O::is_same(last, &entry)) {
                self.dropped += 1;
                continue;
            }
            self.last = Some(entry);
            return Ok(Some(entry));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::{Seek, SeekFrom, Write};

    use hyperbola_moves::Position;

    use super::*;
    use crate::Entry;

    /// Sorts many entries with little memory.
    fn sorted() -> Sorted<ByPlace> {
        let budget = Budget { entries: 3000, runs: 64 };
        let mut sorter = Sorter::new(budget, std::env::temp_dir()).expect("there is memory");
        let mut entry = Packed::new(&Entry::new(Position::initial()), 0);
        for number in 0..10_000_u64 {
            entry.set_place(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            sorter.add(entry).expect("it is written");
        }
        sorter.finish().expect("it is written").0
    }

    /// Returns the number of entries before the end or an error.
    fn read(mut sorted: Sorted<ByPlace>) -> Result<u32, ArrangeError> {
        let (mut count, mut last) = (0, 0);
        while let Some(entry) = sorted.next()? {
            assert!(last <= entry.place());
            last = entry.place();
            count += 1;
        }
        Ok(count)
    }

    #[test]
    fn every_changed_block_is_noticed() {
        let Sorted::Disk(merge) = sorted() else { panic!("it is too much for the memory") };
        let length = merge.scratch.length;
        drop(merge);
        assert_eq!(read(sorted()).ok(), Some(10_000));
        // Three runs of three blocks and one of one.
        assert_eq!(length, 10_000 * SIZE as u64 + 10 * 8);
        for byte in (0..length).step_by(9973).chain([length - 1, length - 8, length - 9]) {
            let Sorted::Disk(merge) = sorted() else { panic!("it is too much for the memory") };
            let mut file = merge.scratch.file();
            // The first block of each run has been read by now.
            let mut before = [0];
            file.seek(SeekFrom::Start(byte)).expect("it is a file");
            std::io::Read::read_exact(&mut file, &mut before).expect("it is there");
            file.seek(SeekFrom::Start(byte)).expect("it is a file");
            file.write_all(&[before[0] ^ 4]).expect("it is written");
            let was_read = merge.runs.iter().any(|run| {
                let end = run.run.byte;
                (end.saturating_sub(BLOCK_BYTES as u64)..end).contains(&byte)
            });
            match read(Sorted::Disk(merge)) {
                Ok(count) => assert!(was_read && count == 10_000, "byte {byte}"),
                Err(ArrangeError::Damaged { byte: block }) => {
                    assert!(!was_read && block <= byte && byte < block + BLOCK_BYTES as u64);
                }
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn a_cut_file_and_blocks_in_other_places_are_noticed() {
        for length in [0, 1, BLOCK_BYTES as u64, 500_000] {
            let Sorted::Disk(merge) = sorted() else { panic!("it is too much for the memory") };
            merge.scratch.file().set_len(length).expect("it is cut");
            assert!(matches!(read(Sorted::Disk(merge)), Err(ArrangeError::Damaged { .. })));
        }
        let Sorted::Disk(merge) = sorted() else { panic!("it is too much for the memory") };
        let mut file = merge.scratch.file();
        let mut block = vec![0; BLOCK_BYTES];
        file.seek(SeekFrom::Start(BLOCK_BYTES as u64)).expect("it is a file");
        std::io::Read::read_exact(&mut file, &mut block).expect("it is there");
        // The second block of the first run in the place of the second run's.
        file.seek(SeekFrom::Start(0)).expect("it is a file");
        let second = 3000 * SIZE as u64 + 3 * 8;
        file.seek(SeekFrom::Start(second + BLOCK_BYTES as u64)).expect("it is a file");
        file.write_all(&block).expect("it is written");
        assert!(matches!(read(Sorted::Disk(merge)), Err(ArrangeError::Damaged { .. })));
    }

    #[test]
    fn a_full_disk_and_a_missing_folder_are_errors() {
        let budget = Budget { entries: 10, runs: 4 };
        let missing = std::env::temp_dir().join("no-such-folder");
        let mut sorter = Sorter::<ByPlace>::new(budget, missing).expect("there is memory");
        let entry = Packed::new(&Entry::new(Position::initial()), 0);
        for _ in 0..10 {
            sorter.add(entry).expect("there is room in memory");
        }
        assert!(matches!(sorter.add(entry), Err(ArrangeError::Create(_))));
        if cfg!(target_os = "linux") {
            let full = OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
            let mut sorter =
                Sorter::<ByPlace>::new(budget, std::env::temp_dir()).expect("there is memory");
            sorter.scratch = Some(Scratch::of(full));
            for _ in 0..10 {
                sorter.add(entry).expect("there is room in memory");
            }
            assert!(matches!(sorter.add(entry), Err(ArrangeError::Write(_))));
        }
    }
}
