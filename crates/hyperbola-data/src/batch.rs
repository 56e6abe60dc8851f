//! Entries in batches: read, filtered and, where a format allows it, written by one thread while
//! other threads do the same with other sections.

use core::fmt;
use std::io;

use hyperbola_moves::Position;

use crate::{
    Entry, Filter, Format, GameReader, GameResult, LeftOut, Part, ReadError, Reader, Refusal,
    Score, Thing, WriteError, position_hash,
};

/// The entries of a batch, and those that are read for it at most.
const KEPT: usize = 1 << 10;
const READ: u64 = 1 << 14;

/// The refused entries of a batch that are named.
const NAMED: usize = 5;

/// What is done with each entry that is read. Without more, all entries are wanted as they are, and
/// only their number counts.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Which entries are wanted.
    pub filter: Filter,
    /// The part of all entries that is wanted, or nothing for all.
    pub part: Option<Part>,
    /// Whether the part is one of games, and not of positions.
    pub by_game: bool,
    /// The score of an entry that has none.
    pub missing_score: Option<Score>,
    /// The result of an entry whose result is not known.
    pub missing_result: GameResult,
    /// Whether castling rights that only Chess960 has are dropped, as
    /// [`Entry::of_chess`] does.
    pub drops_chess960: bool,
    /// What becomes of the entries that are wanted.
    pub target: Target,
}

/// What becomes of the entries that are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Target {
    /// Only their number counts.
    #[default]
    Nothing,
    /// Their bytes in a format, which should have
    /// [separate entries](Format::has_separate_entries).
    Bytes(Format),
    /// They are given as they are.
    Entries,
}

impl Plan {
    /// Returns whether an entry is wanted. The hash says its share.
    #[inline]
    fn wants(&self, entry: &Entry, hash: u64) -> bool {
        self.part.as_ref().is_none_or(|part| part.holds(hash)) && self.filter.wants(entry)
    }

    /// Returns whether something of an entry is not known in whose place something else stands,
    /// or something is dropped.
    const fn completes(&self, entry: &Entry) -> bool {
        let has_score = entry.score.is_some() || self.missing_score.is_none();
        !has_score || matches!(entry.result, GameResult::Unknown) || self.drops_chess960
    }

    /// Returns an entry with defaults for missing values, and without what is dropped.
    fn completed(&self, entry: &Entry) -> Entry {
        let entry = entry.completed(self.missing_score, self.missing_result);
        if self.drops_chess960 { entry.of_chess() } else { entry }
    }
}

/// Some entries of a section, in their order.
#[derive(Debug, Default)]
pub struct Batch {
    /// The number of entries that were read.
    pub read: u64,
    /// The entries that are wanted, each with its number among those that were read, from 1.
    pub entries: Vec<(u64, Entry)>,
    /// The bytes of the entries that are wanted.
    pub bytes: Vec<u8>,
    /// The number of entries that are wanted and in none of the lists.
    pub written: u64,
    /// The number of entries that the format cannot hold.
    pub refused: u64,
    /// The first of them, with their numbers among the entries that were read.
    pub named: Vec<(u64, Refusal, Position)>,
    /// The others, by their reasons.
    pub unnamed: LeftOut,
    /// The mistake behind all of these.
    pub mistake: Option<ReadError>,
    /// Why the file's games are incomplete, if that is known and matters.
    pub pieces: Option<String>,
    /// Whether the section ends behind them.
    pub is_last: bool,
}

/// Reads the entries of a section in batches.
///
/// ```
/// use hyperbola_data::{BatchReader, Filter, Format, Plan, Target};
///
/// let text = "4k2Q/8/8/8/8/8/8/4K3 b - - 0 1 | 900 | 1.0\n4k3/8/8/8/8/8/8/4K2R w - - 0 1 | 500 | 1.0";
/// let plan = Plan {
///     filter: Filter { without_checks: true, ..Filter::default() },
///     target: Target::Bytes(Format::Bullet),
///     ..Plan::default()
/// };
/// let mut batches = BatchReader::new(Format::BulletText.reader(text.as_bytes()), &plan);
/// let batch = batches.next_batch()?;
/// assert_eq!((batch.read, batch.written, batch.bytes.len(), batch.is_last), (2, 1, 32, true));
/// assert_eq!(batches.units(), 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct BatchReader<'a> {
    reader: Hashed<'a>,
    plan: &'a Plan,
}

impl fmt::Debug for BatchReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchReader").field("plan", &self.plan).finish_non_exhaustive()
    }
}

impl<'a> BatchReader<'a> {
    /// Takes the entries of a reader.
    #[must_use]
    pub fn new(reader: Box<dyn Reader + 'a>, plan: &'a Plan) -> Self {
        let reader = match (&plan.part, plan.by_game) {
            (None, _) => Hashed::None(reader),
            (Some(_), false) => Hashed::Position(reader),
            (Some(_), true) => Hashed::Game(Box::new(GameReader::new(reader))),
        };
        Self { reader, plan }
    }

    /// Returns how many chunks, games, records or lines were read so far.
    #[must_use]
    pub fn units(&self) -> u64 {
        match &self.reader {
            Hashed::None(reader) | Hashed::Position(reader) => reader.units(),
            Hashed::Game(reader) => reader.reader().units(),
        }
    }

    /// Returns what was left out so far of what was read without a mistake, and what is noted of
    /// it.
    #[must_use]
    pub fn left_out(&self) -> LeftOut {
        match &self.reader {
            Hashed::None(reader) | Hashed::Position(reader) => reader.left_out(),
            Hashed::Game(reader) => reader.reader().left_out(),
        }
    }

    /// Passes a number of entries and mistakes.
    pub fn pass(&mut self, mut number: u64) {
        if number > 0 {
            self.reader.visit(|_| {
                number -= 1;
                number > 0
            });
        }
    }

    /// Reads the next entries: up to 1,024 that are wanted, or up to a mistake.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no memory for the bytes.
    pub fn next_batch(&mut self) -> io::Result<Batch> {
        let mut batch = Batch::default();
        batch.is_last = !batch.fill(&mut self.reader, self.plan)?;
        if let Hashed::Game(reader) = &self.reader {
            batch.pieces = reader.pieces().map(str::to_owned);
        }
        Ok(batch)
    }
}

impl Batch {
    /// Reads the next entries up to some, or to a mistake. Returns whether more may follow.
    fn fill(&mut self, reader: &mut Hashed<'_>, plan: &Plan) -> io::Result<bool> {
        let mut writer = match plan.target {
            Target::Bytes(format) => format.writer(&mut self.bytes),
            Target::Nothing | Target::Entries => None,
        };
        let wants_all = plan.part.is_none() && plan.filter == Filter::default();
        let mut failed = Ok(());
        let mut wanted = 0;
        let has_more = reader.visit(|read| {
            let (entry, hash) = match read {
                Ok(read) => read,
                Err(error) => {
                    self.mistake = Some(error);
                    return false;
                }
            };
            self.read += 1;
            if !wants_all && !plan.wants(entry, hash) {
                return self.read < READ;
            }
            wanted += 1;
            let completed;
            let entry = if plan.completes(entry) {
                completed = plan.completed(entry);
                &completed
            } else {
                entry
            };
            match (&mut writer, plan.target) {
                (Some(writer), _) => match writer.write(entry) {
                    Ok(()) => self.written += 1,
                    Err(WriteError::Refused(refusal)) => {
                        self.refused += 1;
                        if self.named.len() < NAMED {
                            self.named.push((self.read, refusal, entry.position));
                        } else {
                            self.unnamed.add(Thing::Entry, refusal.into(), 1);
                        }
                    }
                    Err(error) => failed = Err(error),
                },
                (None, Target::Entries) => self.entries.push((self.read, *entry)),
                (None, _) => self.written += 1,
            }
            failed.is_ok() && wanted < KEPT && self.read < READ
        });
        let finished = writer.map_or(Ok(()), |mut writer| writer.finish());
        match failed.and(finished) {
            Err(WriteError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
            Ok(()) => Ok(has_more),
        }
    }
}

/// A reader, with the hash of each entry if there is to be one.
enum Hashed<'a> {
    None(Box<dyn Reader + 'a>),
    Position(Box<dyn Reader + 'a>),
    Game(Box<GameReader<Box<dyn Reader + 'a>>>),
}

impl Hashed<'_> {
    /// Visits entries and mistakes until the function returns that it is enough. Returns whether
    /// more may follow.
    #[inline]
    fn visit(&mut self, mut visit: impl FnMut(Result<(&Entry, u64), ReadError>) -> bool) -> bool {
        loop {
            let goes_on = match self {
                Self::None(reader) => match reader.next_entry() {
                    Ok(None) => return false,
                    Ok(Some(entry)) => visit(Ok((&entry, 0))),
                    Err(error) => visit(Err(error)),
                },
                Self::Position(reader) => match reader.next_entry() {
                    Ok(None) => return false,
                    Ok(Some(entry)) => visit(Ok((&entry, position_hash(&entry.position)))),
                    Err(error) => visit(Err(error)),
                },
                Self::Game(reader) => match reader.next_entry() {
                    Ok(None) => return false,
                    Ok(Some((entry, hash))) => visit(Ok((&entry, hash))),
                    Err(error) => visit(Err(error)),
                },
            };
            if !goes_on {
                return true;
            }
        }
    }
}
