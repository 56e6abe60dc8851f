//! The reasons why a file cannot be read or an entry cannot be written.

use core::fmt;
use std::borrow::Cow;
use std::io;

use crate::Reason;
use crate::entry::NO_SCORE;

/// The reason why a part of a file cannot be read, and where it stands.
///
/// Reading may go on behind it: the reader gives the next entry that it can read.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadError {
    /// The kind of the part that is wrong.
    pub unit: Unit,
    /// The number of the part among all of its kind, from 1.
    pub number: u64,
    /// The byte of the file where the mistake stands or was found, from 0.
    pub byte: u64,
    /// The reason.
    pub kind: ReadErrorKind,
    /// The reason as one of few, for those who count.
    pub reason: Reason,
}

/// A part of a file that is wrong or right by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A chunk of a binpack.
    Chunk,
    /// A game.
    Game,
    /// A record.
    Record,
    /// A line of text.
    Line,
}

/// The reason why a part of a file cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file cannot be read. There are no further entries.
    Io(io::Error),
    /// The contents are wrong. The text says what was expected and what was found.
    Wrong(Cow<'static, str>),
}

impl ReadError {
    pub(crate) const fn io(unit: Unit, number: u64, byte: u64, error: io::Error) -> Self {
        Self { unit, number, byte, kind: ReadErrorKind::Io(error), reason: Reason::Unreadable }
    }

    pub(crate) const fn wrong(unit: Unit, number: u64, byte: u64, text: Cow<'static, str>) -> Self {
        Self { unit, number, byte, kind: ReadErrorKind::Wrong(text), reason: Reason::Unreadable }
    }
}

impl Unit {
    /// Returns the name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chunk => "chunk",
            Self::Game => "game",
            Self::Record => "record",
            Self::Line => "line",
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, number, byte, kind, .. } = self;
        write!(f, "{} {number}, byte {byte}: ", unit.name())?;
        match kind {
            ReadErrorKind::Io(error) => error.fmt(f),
            ReadErrorKind::Wrong(text) => f.write_str(text),
        }
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            // The text has the error already.
            ReadErrorKind::Io(error) => error.source(),
            ReadErrorKind::Wrong(_) => None,
        }
    }
}

/// The reason why an entry is not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The file cannot be written.
    Io(io::Error),
    /// The format cannot hold the entry. Nothing of it was written, and others can be.
    Refused(Refusal),
}

/// The reason why a format cannot hold an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The entry has no score.
    NoScore,
    /// The score does not fit into 16 bits, as the format's point of view has it.
    Score {
        /// The score.
        found: i32,
    },
    /// The score is the number that stands for no score.
    ReservedScore,
    /// The result is not known.
    NoResult,
    /// The entry has no move.
    NoMove,
    /// The move is not legal in its position.
    IllegalMove,
    /// The ply or the half move clock is too large.
    Number {
        /// The name of the number.
        name: &'static str,
        /// The number.
        found: u16,
        /// The largest number that the format holds.
        most: u16,
    },
    /// A castling right is not one that the format can say.
    Castling,
    /// No game can reach the position, which the format's readers refuse.
    Unreachable,
    /// There are more pieces than the format holds.
    Pieces {
        /// The number of pieces.
        found: u32,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoScore => f.write_str("expected a score, found none"),
            Self::Score { found } => write!(f, "expected a score of 16 bits, found {found}"),
            Self::ReservedScore => {
                write!(f, "expected a score other than {NO_SCORE}, which stands for none")
            }
            Self::NoResult => f.write_str("expected a result, found none"),
            Self::NoMove => f.write_str("expected a move, found none"),
            Self::IllegalMove => f.write_str("expected a legal move"),
            Self::Number { name, found, most } => {
                write!(f, "expected a {name} of at most {most}, found {found}")
            }
            Self::Castling => f.write_str(
                "expected castling rights that the format can say, found those of other rooks",
            ),
            Self::Unreachable => f.write_str("expected a position that a game can reach"),
            Self::Pieces { found } => write!(f, "expected at most 32 pieces, found {found}"),
        }
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl core::error::Error for Refusal {}

impl core::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            // The text has the error already.
            Self::Io(error) => error.source(),
            Self::Refused(refusal) => refusal.source(),
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Refusal> for WriteError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
