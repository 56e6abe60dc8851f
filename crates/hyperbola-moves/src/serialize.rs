//! Serde: short texts for formats that people read, numbers for the others, and FENs for both.

use core::fmt;

use arrayvec::ArrayVec;
use hyperbola::serialize::{TextOrNumber, deserialize_text};
use hyperbola::serialize_as_text_or_number;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fen::Written;
use crate::{Color, Move, MoveList, Piece, Position, Role};

impl TextOrNumber for Role {
    /// The role's index, from the pawn's 0 to the king's 5.
    type Number = u8;
    const EXPECTED: &'static str = "a role, one of P, N, B, R, Q and K";

    fn text(&self) -> impl fmt::Display {
        self
    }

    fn number(&self) -> u8 {
        *self as u8
    }

    fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

impl TextOrNumber for Piece {
    /// The role's index, and 8 more for Black.
    type Number = u8;
    const EXPECTED: &'static str = "a piece, one of PNBRQK or pnbrqk";

    fn text(&self) -> impl fmt::Display {
        self
    }

    fn number(&self) -> u8 {
        8 * (self.color as u8) + self.role.number()
    }

    fn from_number(number: u8) -> Option<Self> {
        let color = *Color::ALL.get(usize::from(number / 8))?;
        Some(Self::new(color, Role::from_number(number % 8)?))
    }
}

impl TextOrNumber for Move {
    /// The bits that [`Move::to_bits`] returns.
    type Number = u16;
    const EXPECTED: &'static str = "a move, as in e2e4 or e7e8q";

    fn text(&self) -> impl fmt::Display {
        self
    }

    fn number(&self) -> u16 {
        self.to_bits()
    }

    fn from_number(number: u16) -> Option<Self> {
        Self::from_bits(number)
    }
}

serialize_as_text_or_number!(Role, Piece, Move);

impl Serialize for MoveList {
    /// Writes a sequence of moves.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de> Deserialize<'de> for MoveList {
    /// Reads a sequence of at most 256 moves.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ArrayVec::deserialize(deserializer).map(|moves| Self { moves })
    }
}

impl Serialize for Position {
    /// Writes the X-FEN.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    /// Reads a FEN, X-FEN or Shredder-FEN, and refuses what is not a valid position. A position
    /// that no game can reach, as lenient reading makes it, is read back as it was written.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize_text(deserializer, "the FEN of a position").map(|Written(position)| position)
    }
}
