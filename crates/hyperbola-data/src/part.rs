//! Parts of the entries by a hash of the position or of the game.

use core::fmt;
use core::mem;
use core::ops::RangeInclusive;
use core::str::FromStr;
use std::vec;

use hyperbola_moves::{Board, Color, Position, Role};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

use crate::packed::position_bytes;
use crate::{Entry, ReadError, Reader};

/// A part of all entries: some of a number of equal shares.
///
/// Each hash belongs to one share. So parts without a common share are disjoint, and all shares
/// together are all entries.
///
/// ```
/// use hyperbola_data::{Part, position_hash};
/// use hyperbola_moves::Position;
/// let (training, validation): (Part, Part) = ("0-89/100".parse()?, "90-99/100".parse()?);
/// let hash = position_hash(&Position::initial());
/// assert!(training.holds(hash) != validation.holds(hash));
/// # Ok::<(), hyperbola_data::ParsePartError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    shares: RangeInclusive<u32>,
    of: u32,
}

impl Part {
    /// Makes a part of the shares with some numbers, of which the first of all is 0. Returns
    /// nothing if there is no such share.
    #[must_use]
    pub const fn new(shares: RangeInclusive<u32>, of: u32) -> Option<Self> {
        if *shares.start() <= *shares.end() && *shares.end() < of {
            return Some(Self { shares, of });
        }
        None
    }

    /// Returns whether a hash belongs to the part.
    #[must_use]
    pub const fn holds(&self, hash: u64) -> bool {
        let share = (hash as u128 * self.of as u128) >> 64;
        *self.shares.start() as u128 <= share && share <= *self.shares.end() as u128
    }
}

impl FromStr for Part {
    type Err = ParsePartError;

    /// Reads a share as `7/10`, or some of them as `0-89/100`.
    fn from_str(text: &str) -> Result<Self, ParsePartError> {
        let number = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| is_number)
        };
        let part = || {
            let (shares, of) = text.split_once('/')?;
            let (first, last) = shares.split_once('-').unwrap_or((shares, shares));
            Self::new(number(first)?..=number(last)?, number(of)?)
        };
        part().ok_or(ParsePartError(()))
    }
}

impl fmt::Display for Part {
    /// Writes what [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.shares.start(), self.shares.end());
        write!(f, "{first}")?;
        if first != last {
            write!(f, "-{last}")?;
        }
        write!(f, "/{}", self.of)
    }
}

/// The error for a text that is not a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsePartError(());

impl fmt::Display for ParsePartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected shares as 0-89/100 or 7/10: numbers from 0 below the number of all shares",
        )
    }
}

impl core::error::Error for ParsePartError {}

/// Returns a hash of a position's pieces, side to move, castling rights and en passant square. It
/// is the same on every machine, and in every version with the same major number.
#[must_use]
pub fn position_hash(position: &Position) -> u64 {
    xxh3_64(&position_bytes(position))
}

/// Reads entries, each with a hash of its game.
///
/// The hash is that of the positions of the game's first 1,024 entries. So it depends neither on
/// the file nor on the place of the game in it, and equal games have equal hashes. Games that
/// differ only in moves behind their last entry are equal, and so are those that differ behind so
/// many entries.
///
/// It holds at most so many entries.
///
/// Where entries were left out of a file, a game is in several pieces, each of which has a hash of
/// its own. [`pieces`](Self::pieces) says so.
pub struct GameReader<R> {
    reader: R,
    pieces: Pieces,
    /// The entries of the current game that have been read and not returned.
    entries: vec::IntoIter<Entry>,
    hash: u64,
    /// The number of the current game.
    game: Option<u64>,
    /// What was read behind these entries.
    next: Next,
}

/// What was read behind the entries that are held.
enum Next {
    /// Nothing yet.
    Unknown,
    /// The first entry of another game.
    Entry(Entry),
    Error(ReadError),
    End,
}

/// The entries of a game that its hash depends on.
const HASHED: usize = 1024;

impl<R> fmt::Debug for GameReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameReader").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<R: Reader> GameReader<R> {
    /// Takes the entries of a reader. If its format has no games, each entry is a game.
    pub fn new(reader: R) -> Self {
        let (entries, pieces) = (Vec::new().into_iter(), Pieces::default());
        Self { reader, pieces, entries, hash: 0, game: None, next: Next::Unknown }
    }

    /// Returns why the games that were read so far are pieces of games, if they are.
    pub const fn pieces(&self) -> Option<&str> {
        self.pieces.reason
    }

    /// Returns the reader.
    pub const fn reader(&self) -> &R {
        &self.reader
    }

    /// Reads the next entry, and the hash of its game. Returns nothing at the end.
    ///
    /// # Errors
    ///
    /// Returns the next mistake, behind the entries before it. The call after it goes on.
    pub fn next_entry(&mut self) -> Result<Option<(Entry, u64)>, ReadError> {
        loop {
            if let Some(entry) = self.entries.next() {
                return Ok(Some((entry, self.hash)));
            }
            match mem::replace(&mut self.next, Next::Unknown) {
                Next::Error(error) => {
                    // The rest of the game may be behind it.
                    self.pieces.last = None;
                    return Err(error);
                }
                Next::End => {
                    self.pieces.judge();
                    return Ok(None);
                }
                Next::Entry(first) => self.read_game(first),
                Next::Unknown => match self.reader.next_entry()? {
                    None => {
                        self.pieces.judge();
                        return Ok(None);
                    }
                    Some(entry) if self.game.is_some() && self.reader.game() == self.game => {
                        // The game goes on behind the entries that its hash depends on.
                        self.pieces.last = Some(entry);
                        return Ok(Some((entry, self.hash)));
                    }
                    Some(first) => self.read_game(first),
                },
            }
        }
    }

    /// Reads the entries of a game behind its first one.
    fn read_game(&mut self, first: Entry) {
        self.game = self.reader.game();
        if self.game.is_some() && !self.reader.has_whole_games() {
            self.pieces.begin(&first);
        }
        let mut hash = Xxh3Default::new();
        hash.update(&position_bytes(&first.position));
        let mut entries = vec![first];
        while entries.len() < HASHED {
            self.next = match self.reader.next_entry() {
                Ok(Some(entry)) if self.game.is_some() && self.reader.game() == self.game => {
                    hash.update(&position_bytes(&entry.position));
                    entries.push(entry);
                    continue;
                }
                Ok(Some(entry)) => Next::Entry(entry),
                Ok(None) => Next::End,
                Err(error) => Next::Error(error),
            };
            break;
        }
        self.pieces.add(&entries);
        self.hash = hash.digest();
        self.entries = entries.into_iter();
    }
}

/// Whether what a file has as games are pieces of games.
#[derive(Debug, Default)]
struct Pieces {
    /// The last entry that was read.
    last: Option<Entry>,
    /// The games, those that have one entry, and those that may go on where the one before ended.
    games: u64,
    single: u64,
    likely: u64,
    reason: Option<&'static str>,
}

impl Pieces {
    /// Takes the first entry of a game.
    fn begin(&mut self, first: &Entry) {
        self.games += 1;
        if let Some(last) = self.last
            && let Some(gap) = first.ply.checked_sub(last.ply).filter(|&gap| gap > 0)
            && may_follow(&last, first, gap)
        {
            self.likely += 1;
            if does_follow(&last, first, gap) {
                self.reason = Some("one begins where the one before it was left");
            }
        }
        if self.games >= ENOUGH {
            self.judge();
        }
    }

    /// Takes the entries of a game, or the first of them.
    fn add(&mut self, entries: &[Entry]) {
        self.last = entries.last().copied();
        self.single += u64::from(entries.len() == 1);
    }

    /// Judges by numbers, which those of whole games are far from.
    fn judge(&mut self) {
        if 4 * self.likely > self.games && self.likely >= FEW {
            self.reason = Some("many may go on where the one before it ended");
        } else if self.games >= ENOUGH && 2 * self.single > self.games {
            self.reason = Some("most have one entry");
        }
    }
}

/// The games that are enough to judge by numbers before the last one.
const ENOUGH: u64 = 64;

/// The games that may go on where the one before ended, and are not so by chance.
const FEW: u64 = 5;

/// Returns whether an entry may be of the same game as an earlier one, so many half moves later:
/// what never comes back in a game is no more than it was.
fn may_follow(last: &Entry, first: &Entry, gap: u16) -> bool {
    let sides =
        (last.position.side_to_move() == first.position.side_to_move()) == gap.is_multiple_of(2);
    let (before, after) = (last.position.board(), first.position.board());
    let captured = before.occupied().count().checked_sub(after.occupied().count());
    let fits = captured.is_some_and(|captured| captured <= u32::from(gap));
    let pawns = |board: &Board, color| board.of(color, Role::Pawn).count();
    let has_no_new_pawn = Color::ALL.iter().all(|&c| pawns(after, c) <= pawns(before, c));
    sides && last.result == first.result && fits && has_no_new_pawn
}

/// Returns whether an entry is reached from an earlier one, in so few half moves that all can be
/// tried.
fn does_follow(last: &Entry, first: &Entry, gap: u16) -> bool {
    let Some(Ok(next)) = last.played.map(|played| last.position.play(played)) else {
        return false;
    };
    gap <= 3 && reaches(&next, first.position.board(), gap - 1)
}

/// Returns whether a board is reached in a number of half moves.
fn reaches(position: &Position, board: &Board, plies: u16) -> bool {
    if plies == 0 {
        return position.board() == board;
    }
    position.legal_moves().iter().any(|&legal| {
        let mut next = *position;
        next.play_unchecked(legal);
        reaches(&next, board, plies - 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_they_are_written() {
        for text in ["0/1", "7/10", "0-89/100", "4294967294/4294967295"] {
            assert_eq!(text.parse::<Part>().map(|part| part.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("3-3/4".parse::<Part>(), "3/4".parse());
        for text in ["", "/", "1", "1/1", "10-9/100", "0-100/100", "+1/2", "1/+2", "1-/4", "-1/4"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }

    #[test]
    fn each_hash_belongs_to_one_share() {
        for of in [1, 2, 3, 100, u32::MAX] {
            let share = |number: u32| Part::new(number..=number, of).expect("a share");
            let ends = [0, 1, of / 2, of - 1].into_iter().filter(|number| *number < of);
            for number in ends {
                // The first and the last hash of the share, and those beside it.
                let first = (u128::from(number) << 64).div_ceil(u128::from(of));
                let first = u64::try_from(first).expect("it is below 2^64");
                assert!(share(number).holds(first), "{number} of {of}");
                if number > 0 {
                    assert!(!share(number).holds(first - 1));
                    assert!(share(number - 1).holds(first - 1));
                }
            }
            assert!(share(of - 1).holds(u64::MAX));
            assert!(
                Part::new(0..=of - 1, of).is_some_and(|all| all.holds(0) && all.holds(u64::MAX))
            );
        }
    }
}
