//! The reasons why a text is not a FEN or not a position.

use core::fmt;

use hyperbola::Color;

use super::placement::{PlacementError, PlacementErrorKind};
use crate::{CastlingSide, PositionError, UciError};

/// The reason why a text is not a FEN, and the byte where it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenError {
    /// The index of the wrong byte, from 0. If the text ends too early, this is the text's length.
    pub index: usize,
    /// The part that was expected at that byte.
    pub kind: FenErrorKind,
}

/// The part of a FEN that was expected but not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A piece placement, the first field.
    Placement(PlacementErrorKind),
    /// The side to move, `w` or `b`.
    SideToMove,
    /// Castling rights: letters or `-`.
    CastlingRights,
    /// A king on its back rank, for a castling right.
    CastlingKing {
        /// The king's colour.
        color: Color,
    },
    /// A rook on the back rank, for a castling right.
    CastlingRook {
        /// The rook's colour.
        color: Color,
    },
    /// At most one right for each colour and side; the text has two.
    CastlingTwice {
        /// The colour of the rights.
        color: Color,
        /// The side that both rights are for.
        side: CastlingSide,
    },
    /// An en passant square or `-`.
    EnPassant,
    /// The halfmove clock, a number.
    HalfmoveClock,
    /// The move number.
    FullmoveNumber,
    /// The end of the text.
    End,
    /// A position before the moves; its parts do not fit together.
    Start(PositionError),
    /// A legal move behind the word `moves`.
    Move(UciError),
    /// Fields of chess; the text has one that only another game has.
    OtherGame(OtherGame),
}

/// A game that is not chess, which a text is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OtherGame {
    /// Crazyhouse: pieces in hand `[Qn]`, a promoted piece `Q~`, or a drop `N@h5`. Bughouse and
    /// others have them too.
    Crazyhouse,
    /// Three-check: the checks that are left, `3+3`, or those that were given, `+0+1`.
    ThreeCheck,
}

impl fmt::Display for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crazyhouse => {
                "expected chess, found a hand, a promoted piece or a drop of Crazyhouse"
            }
            Self::ThreeCheck => "expected chess, found the counted checks of Three-check",
        })
    }
}

impl From<PlacementError> for FenError {
    fn from(error: PlacementError) -> Self {
        Self { index: error.index, kind: FenErrorKind::Placement(error.kind) }
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Placement(kind) => kind.fmt(f),
            Self::SideToMove => f.write_str("expected the side to move, w or b"),
            Self::CastlingRights => {
                f.write_str("expected castling rights, letters of KQkq, A to H or a to h, or -")
            }
            Self::CastlingKing { color } => {
                write!(f, "expected the king of {color:?} on its back rank for a castling right")
            }
            Self::CastlingRook { color } => {
                write!(f, "expected a rook of {color:?} on its back rank for a castling right")
            }
            Self::CastlingTwice { color, side } => {
                write!(f, "expected one castling right of {color:?} to the {side}")
            }
            Self::EnPassant => f.write_str("expected an en passant square or -"),
            Self::HalfmoveClock => f.write_str(
                "expected the number of half moves since a capture or pawn move, 0 to 65535",
            ),
            Self::FullmoveNumber => f.write_str("expected the move number, 0 to 65535"),
            Self::End => f.write_str("expected the end after six fields"),
            Self::Start(error) => error.fmt(f),
            Self::Move(UciError::Syntax { .. }) => {
                f.write_str("expected moves such as e2e4 or e7e8q behind the word moves")
            }
            Self::Move(error) => error.fmt(f),
            Self::OtherGame(game) => game.fmt(f),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.index)
    }
}

impl core::error::Error for FenError {}

/// The reason why a text is not a position that can be played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The text is a FEN, but its parts do not fit together.
    Position(PositionError),
}

impl From<FenError> for ParsePositionError {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl From<PositionError> for ParsePositionError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParsePositionError {}
