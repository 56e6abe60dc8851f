//! Entries without duplicates or in random order, beyond memory.

mod scratch;
mod sorter;

use core::fmt;
use std::io;
use std::path::PathBuf;

use hyperbola_random::Random;

use crate::Entry;
use crate::packed::Packed;
use sorter::{Account, Budget, ByPlace, ByPosition, Sorted, Sorter};

/// How entries are arranged. The default keeps all of them in their order.
///
/// Two entries have the same position if their pieces, side to move, castling rights and en passant
/// square are equal; clocks do not count. Whole positions are compared.
///
/// ```
/// use hyperbola_data::{Arrangement, Entry};
/// use hyperbola_moves::Position;
///
/// let start = Position::initial();
/// let next = start.play(start.parse_san("e4")?)?;
/// let mut arranger = Arrangement { unique: true, ..Arrangement::default() }.arranger()?;
/// for position in [start, next, start] {
///     arranger.add(&Entry::new(position))?;
/// }
/// let arranged = arranger.finish()?;
/// assert_eq!(arranged.duplicates(), 1);
/// let positions: Result<Vec<Position>, _> =
///     arranged.map(|entry| entry.map(|entry| entry.position)).collect();
/// assert_eq!(positions?, [start, next]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Memory and disk
///
/// Entries that do not fit into the memory go into a scratch file, 58 bytes each. The file has no
/// name, so nothing is left of it however the program ends. Without duplicates or in random order,
/// one such file is needed. Without duplicates there is a second one for the entries that are left
/// while the first is read. With a memory of `m` bytes, files beyond `m²` / 640,000 bytes are
/// sorted in more steps, and need twice the room meanwhile.
///
/// Each block of the file has a checksum. A changed bit and a cut file are errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// Whether only the first entry of each position is kept.
    pub unique: bool,
    /// The seed of the random order, or nothing to keep the order. Every order is as likely as any
    /// other. It depends on the seed and on the entries that are added, but not on the memory.
    pub shuffle: Option<u64>,
    /// The memory in bytes, at least [`LEAST_MEMORY`](Self::LEAST_MEMORY). All of it is reserved,
    /// and as much is used as the entries need.
    pub memory: usize,
    /// The folder of the scratch files.
    pub scratch: PathBuf,
}

impl Default for Arrangement {
    /// A GiB of memory, and the system's folder for temporary files.
    fn default() -> Self {
        Self { unique: false, shuffle: None, memory: 1 << 30, scratch: std::env::temp_dir() }
    }
}

impl Arrangement {
    /// The least memory in bytes: 2 MiB.
    pub const LEAST_MEMORY: usize = Budget::LEAST;

    /// Begins to collect entries.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory is too small or is not there.
    pub fn arranger(self) -> Result<Arranger, ArrangeError> {
        if self.memory < Self::LEAST_MEMORY {
            return Err(ArrangeError::Memory { found: self.memory });
        }
        let Self { unique, shuffle, memory, scratch } = self;
        let budget = Budget::new(memory);
        let sorter = match unique {
            true => Stage::Positions(Sorter::new(budget, scratch.clone())?),
            false => Stage::Places(Sorter::new(budget, scratch.clone())?),
        };
        Ok(Arranger { sorter, places: Places::new(shuffle), budget, scratch, added: 0 })
    }
}

/// The places that entries get.
#[derive(Debug, Clone, Copy)]
struct Places(Option<u64>);

impl Places {
    fn new(seed: Option<u64>) -> Self {
        Self(seed.map(|seed| Random::new(seed).word()))
    }

    /// Returns the place of the entry with a number. No two numbers have the same place.
    fn place(self, number: u64) -> u64 {
        match self.0 {
            None => number,
            // The numbers are neighbours, so they are mixed twice.
            Some(start) => Random::new(Random::new(start.wrapping_add(number)).word()).word(),
        }
    }
}

/// Collects the entries that are to be arranged.
#[derive(Debug)]
pub struct Arranger {
    sorter: Stage,
    places: Places,
    budget: Budget,
    scratch: PathBuf,
    added: u64,
}

/// What the entries are sorted by first.
#[derive(Debug)]
enum Stage {
    Positions(Sorter<ByPosition>),
    Places(Sorter<ByPlace>),
}

impl Arranger {
    /// Adds an entry.
    ///
    /// # Errors
    ///
    /// Returns an error if the scratch file cannot be made, written or read, or if it was damaged.
    pub fn add(&mut self, entry: &Entry) -> Result<(), ArrangeError> {
        let number = self.added;
        self.added += 1;
        match &mut self.sorter {
            Stage::Positions(sorter) => sorter.add(Packed::new(entry, number)),
            Stage::Places(sorter) => sorter.add(Packed::new(entry, self.places.place(number))),
        }
    }

    /// Returns the most bytes that there were in scratch files at once so far.
    #[must_use]
    pub const fn scratch_bytes(&self) -> u64 {
        match &self.sorter {
            Stage::Positions(sorter) => sorter.most_bytes(),
            Stage::Places(sorter) => sorter.most_bytes(),
        }
    }

    /// Arranges the entries. Without duplicates, this reads all scratch files and writes another.
    ///
    /// # Errors
    ///
    /// Returns an error if a scratch file cannot be made, written or read, or if it was damaged.
    pub fn finish(self) -> Result<Arranged, ArrangeError> {
        self.finish_showing(|_| ())
    }

    /// Returns the number of entries that were added.
    #[must_use]
    pub const fn added(&self) -> u64 {
        self.added
    }

    /// Arranges the entries as [`finish`](Self::finish) does. While duplicates beyond memory are
    /// left out, which takes long, a function gets the number of entries so far, of all that were
    /// added.
    ///
    /// # Errors
    ///
    /// As `finish`.
    pub fn finish_showing(self, mut show: impl FnMut(u64)) -> Result<Arranged, ArrangeError> {
        /// The entries after which the number is shown.
        const SHOWN: u64 = 1 << 16;
        let Self { sorter, places, budget, scratch, added } = self;
        let (entries, first, second) = match sorter {
            Stage::Places(sorter) => {
                let (entries, account) = sorter.finish()?;
                (entries, account, Account::default())
            }
            Stage::Positions(sorter) => match sorter.finish()? {
                (Sorted::Memory(entries), account) => {
                    let mut entries: Vec<Packed> = entries.collect();
                    for entry in &mut entries {
                        entry.set_place(places.place(entry.place()));
                    }
                    entries.sort_unstable_by_key(Packed::place);
                    (Sorted::Memory(entries.into_iter()), account, Account::default())
                }
                (Sorted::Disk(mut merge), mut first) => {
                    let mut sorter = Sorter::new(budget, scratch)?;
                    let mut left = 0_u64;
                    while let Some(mut entry) = merge.next()? {
                        entry.set_place(places.place(entry.place()));
                        sorter.add(entry)?;
                        left += 1;
                        if left.is_multiple_of(SHOWN) {
                            show(first.dropped + merge.dropped + left);
                        }
                    }
                    first.dropped += merge.dropped;
                    let (entries, second) = sorter.finish()?;
                    (entries, first, second)
                }
            },
        };
        Ok(Arranged {
            entries,
            left: added - first.dropped,
            duplicates: first.dropped,
            scratch_bytes: first.most_bytes.max(first.bytes + second.most_bytes),
            has_failed: false,
        })
    }
}

/// Entries as they were arranged. An iterator: after an error it ends.
#[derive(Debug)]
pub struct Arranged {
    entries: Sorted<ByPlace>,
    left: u64,
    duplicates: u64,
    scratch_bytes: u64,
    has_failed: bool,
}

impl Arranged {
    /// Returns the number of entries that are still to come.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Returns the number of entries that were left out, because another one of the same position
    /// was added before.
    #[must_use]
    pub const fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Returns the most bytes that there were in scratch files at once.
    #[must_use]
    pub const fn scratch_bytes(&self) -> u64 {
        self.scratch_bytes
    }
}

impl Iterator for Arranged {
    type Item = Result<Entry, ArrangeError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let entry = match self.entries.next() {
            Ok(None) => return None,
            // A checksum that fits by chance is not trusted.
            Ok(Some(entry)) => entry.entry().ok_or(ArrangeError::Damaged { byte: 0 }),
            Err(error) => Err(error),
        };
        match entry {
            Ok(_) => self.left = self.left.saturating_sub(1),
            Err(_) => self.has_failed = true,
        }
        Some(entry)
    }
}

/// The reason why entries cannot be arranged.
#[derive(Debug)]
#[non_exhaustive]
pub enum ArrangeError {
    /// The memory is less than [`Arrangement::LEAST_MEMORY`].
    Memory {
        /// The memory in bytes.
        found: usize,
    },
    /// The system does not give the memory.
    OutOfMemory {
        /// The bytes.
        bytes: usize,
    },
    /// No file can be made in the scratch folder.
    Create(io::Error),
    /// A scratch file cannot be written.
    Write(io::Error),
    /// A scratch file cannot be read.
    Read(io::Error),
    /// A scratch file does not have the bytes that were written.
    Damaged {
        /// The byte where the damaged block stands.
        byte: u64,
    },
}

impl fmt::Display for ArrangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { found } => {
                let least = Arrangement::LEAST_MEMORY;
                write!(f, "expected a memory of at least {least} bytes, found {found}")
            }
            Self::OutOfMemory { bytes } => write!(f, "the system does not give {bytes} bytes"),
            Self::Create(error) => write!(f, "cannot make a file in the scratch folder: {error}"),
            Self::Write(error) => write!(f, "cannot write the scratch file: {error}"),
            Self::Read(error) => write!(f, "cannot read the scratch file: {error}"),
            Self::Damaged { byte } => write!(
                f,
                "the scratch file is not what was written, in the block at byte {byte}: the disk or \
                 the memory is faulty, or another program has changed it; expected a scratch folder \
                 on another disk"
            ),
        }
    }
}

impl core::error::Error for ArrangeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // The text has the error already.
            Self::Create(error) | Self::Write(error) | Self::Read(error) => error.source(),
            _ => None,
        }
    }
}
