//! Castling: its two sides and the castling rights.

use core::fmt;

use hyperbola::{Bitboard, Color, Square};
use hyperbola_rules::castling;

use crate::side::{back_rank, is_white};
use crate::{Board, Role};

/// A side to castle to. It is named after the squares where the king and the rook end up; in
/// Chess960 both may start anywhere on their rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// Towards file h: the king ends on file g, the rook on file f.
    King,
    /// Towards file a: the king ends on file c, the rook on file d.
    Queen,
}

impl CastlingSide {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Returns the side that a rook castles to, from the squares of the rook and its king.
    #[inline]
    #[must_use]
    pub const fn of_rook(king: Square, rook: Square) -> Self {
        if rook as u8 > king as u8 { Self::King } else { Self::Queen }
    }

    /// Returns the outermost rook on this side of a king. This is the rook that `K` or `Q` means in a
    /// FEN.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn outermost_rook(self, board: &Board, king: Square) -> Option<Square> {
        let color = board.color_at(king)?;
        let rooks = board.of(color, Role::Rook) & Bitboard::from_rank(back_rank(color));
        let rook = match self {
            Self::King => rooks.last(),
            Self::Queen => rooks.first(),
        };
        rook.filter(|&rook| rook != king && Self::of_rook(king, rook) == self)
    }

    /// Returns the square where the king ends up.
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        castling::king_target(self as usize, is_white(color))
    }

    /// Returns the square where the rook ends up.
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        castling::rook_target(self as usize, is_white(color))
    }
}

impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::King => "king's side",
            Self::Queen => "queen's side",
        })
    }
}

/// The castling rights: for each colour and side, the square of the rook that may still castle.
///
/// The squares of the two colours are independent, so their rooks may start on different files, as
/// in double Chess960.
///
/// ```
/// use hyperbola_moves::{CastlingRights, CastlingSide, Color, Square};
/// let mut rights = CastlingRights::NONE;
/// rights.set(Color::White, CastlingSide::King, Some(Square::F1));
/// assert_eq!(rights.rook(Color::White, CastlingSide::King), Some(Square::F1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights {
    rooks: [[Option<Square>; 2]; 2],
}

impl CastlingRights {
    /// No castling rights.
    pub const NONE: Self = Self { rooks: [[None; 2]; 2] };

    /// All castling rights of ordinary chess.
    pub const ORDINARY: Self = Self {
        rooks: [[Some(Square::H1), Some(Square::A1)], [Some(Square::H8), Some(Square::A8)]],
    };

    /// Returns the square of the rook that may castle, if there is one.
    #[inline]
    #[must_use]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[color as usize][side as usize]
    }

    /// Gives the right to castle with a rook, or removes the right.
    pub const fn set(&mut self, color: Color, side: CastlingSide, rook: Option<Square>) {
        self.rooks[color as usize][side as usize] = rook;
    }

    /// Returns whether no right is left.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // All four are compared at once.
        self.rooks.as_flattened().iter().fold(true, |none, rook| none & rook.is_none())
    }

    /// Returns all rights.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, Square)> + use<> {
        let rights = *self;
        (0..4).filter_map(move |index| {
            let (color, side) = (Color::ALL[index / 2], CastlingSide::ALL[index % 2]);
            Some((color, side, rights.rook(color, side)?))
        })
    }

    /// Removes both rights of a colour.
    #[inline]
    pub(crate) const fn discard_color(&mut self, color: Color) {
        self.rooks[color as usize] = [None; 2];
    }

    /// Removes the right of the rook on a square, if there is one.
    #[inline]
    pub(crate) fn discard_rook(&mut self, square: Square) {
        for rook in self.rooks.as_flattened_mut() {
            if *rook == Some(square) {
                *rook = None;
            }
        }
    }
}
