//! Parts of the entries by a hash of the position or of the game.

use core::fmt;
use core::mem;
use core::ops::RangeInclusive;
use core::str::FromStr;
use std::vec;

use hyperbola_moves::Position;
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
    /// Makes a part of the shares with some numbers, of which the first of all is 0. Returns nothing
    /// if there is no such share.
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

/// Returns a hash of a position's pieces, side to move, castling rights and en passant square. It is
/// the same on every machine, and in every version with the same major number.
#[must_use]
pub fn position_hash(position: &Position) -> u64 {
    xxh3_64(&position_bytes(position))
}

/// Reads entries, each with a hash of its game.
///
/// The hash is that of the positions of the game's first 1,024 entries. So it depends neither on the
/// file nor on the place of the game in it, and equal games have equal hashes. Games that differ only
/// in moves behind their last entry are equal, and so are those that differ behind so many entries.
///
/// It holds at most so many entries.
pub struct GameReader<R> {
    reader: R,
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
        let entries = Vec::new().into_iter();
        Self { reader, entries, hash: 0, game: None, next: Next::Unknown }
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
                Next::Error(error) => return Err(error),
                Next::End => return Ok(None),
                Next::Entry(first) => self.read_game(first),
                Next::Unknown => match self.reader.next_entry()? {
                    None => return Ok(None),
                    Some(entry) if self.game.is_some() && self.reader.game() == self.game => {
                        // The game goes on behind the entries that its hash depends on.
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
        self.hash = hash.digest();
        self.entries = entries.into_iter();
    }
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
