//! Castling, including Chess960: the rights, and the squares of the king and the rook.

use hyperbola::geometry::between;
use hyperbola::{Color, Square};

use super::pieces::Pieces;
use crate::{CastlingRights, CastlingSide, Position};

/// Returns the index of a side in arrays: White 0, Black 1.
pub(super) const fn index(white: bool) -> usize {
    if white { 0 } else { 1 }
}

/// The castling rights of both sides: for each side, 1 for the king's side, 2 for the queen's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rights(pub(super) u8);

impl Rights {
    /// Converts the rights of a position. `white` is the colour that becomes White.
    pub(super) fn from_rights(rights: &CastlingRights, white: Color) -> Self {
        let bit = |(color, side, _)| 1 << (2 * index(color == white) + side as usize);
        Self(rights.iter().map(bit).fold(0, |all, bit| all | bit))
    }

    /// Makes the rights from White's and Black's.
    #[inline(always)]
    pub(super) const fn new(white: u64, black: u64) -> Self {
        Self((white | black << 2).to_le_bytes()[0])
    }

    /// Returns whether no right is left.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the rights of a side.
    #[inline(always)]
    pub(super) const fn of(self, white: bool) -> u8 {
        self.0 >> (2 * index(white)) & 3
    }

    /// Removes the rights of a side.
    #[inline(always)]
    pub(super) const fn take(&mut self, white: bool, rights: u8) {
        self.0 &= !(rights << (2 * index(white)));
    }
}

/// Castling to one side of the board, as sets of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Castle {
    /// The rook's square.
    pub(super) rook: u64,
    /// The squares that must be empty.
    pub(super) empty: u64,
    /// The squares that the king passes, including his first and his last. None of them may be
    /// attacked.
    pub(super) path: u64,
    /// The square where the king ends up.
    pub(super) king_to: u64,
    /// The square where the rook ends up.
    pub(super) rook_to: u64,
}

/// The castling moves of both sides. They are the same in all positions of a game.
///
/// A castling whose rook is unknown has no squares; no position has a right to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Castles {
    sides: [[Castle; 2]; 2],
    /// The squares of all rooks.
    pub(super) rooks: u64,
}

impl Castle {
    pub(super) const fn new(king: Square, rook: Square, side: CastlingSide, color: Color) -> Self {
        let (king_to, rook_to) = (side.king_target(color), side.rook_target(color));
        let path = span(king, king_to);
        Self {
            rook: rook.bit(),
            empty: (path | span(rook, rook_to)) & !(king.bit() | rook.bit()),
            path,
            king_to: king_to.bit(),
            rook_to: rook_to.bit(),
        }
    }

    /// Returns castling in ordinary chess.
    pub(super) const fn ordinary(side: CastlingSide, color: Color) -> Self {
        let (king, rook) = match (color, side) {
            (Color::White, CastlingSide::King) => (Square::E1, Square::H1),
            (Color::White, CastlingSide::Queen) => (Square::E1, Square::A1),
            (Color::Black, CastlingSide::King) => (Square::E8, Square::H8),
            (Color::Black, CastlingSide::Queen) => (Square::E8, Square::A8),
        };
        Self::new(king, rook, side, color)
    }
}

impl Castle {
    /// Returns the same on the board turned over.
    const fn turned_over(self) -> Self {
        Self {
            rook: self.rook.swap_bytes(),
            empty: self.empty.swap_bytes(),
            path: self.path.swap_bytes(),
            king_to: self.king_to.swap_bytes(),
            rook_to: self.rook_to.swap_bytes(),
        }
    }
}

impl Castles {
    /// Finds the castling moves of a position. `white` is the colour that becomes White.
    pub(super) fn new(position: &Position, white: Color) -> Self {
        let mut castles = Self::default();
        for (color, side, rook) in position.castling_rights().iter() {
            let [king, rook] = [position.king(color), rook].map(|at| at.relative_to(white));
            let color = if color == white { Color::White } else { Color::Black };
            let castle = Castle::new(king, rook, side, color);
            castles.sides[color as usize][side as usize] = castle;
            castles.rooks |= castle.rook;
        }
        castles
    }

    /// Returns the castling moves on the board turned over.
    pub(super) fn turned_over(&self) -> Self {
        let [white, black] = self.sides.map(|side| side.map(Castle::turned_over));
        Self { sides: [black, white], rooks: self.rooks.swap_bytes() }
    }

    /// Returns these castling moves, and for each that is unknown the other side's, or that of ordinary
    /// chess. So most positions of games have the same.
    pub(super) fn with_mirrored(&self) -> Self {
        let mut all = *self;
        for (white, color) in [(true, Color::White), (false, Color::Black)] {
            for (wing, side) in [CastlingSide::King, CastlingSide::Queen].into_iter().enumerate() {
                if *self.get(white, wing) != Castle::default() {
                    continue;
                }
                let other = self.get(!white, wing).turned_over();
                let ordinary = Castle::ordinary(side, color);
                let castle = if other == Castle::default() { ordinary } else { other };
                // If the kings stand on different files, it may be this side's rook of the other wing.
                if castle.rook != self.get(white, 1 - wing).rook {
                    all.sides[index(white)][wing] = castle;
                    all.rooks |= castle.rook;
                }
            }
        }
        all
    }

    pub(super) const fn get(&self, white: bool, wing: usize) -> &Castle {
        &self.sides[index(white)][wing]
    }

    pub(super) const fn side(&self, white: bool) -> &[Castle; 2] {
        &self.sides[index(white)]
    }

    /// Returns the rights that a side loses when its rooks on some squares are lost.
    #[inline(always)]
    pub(super) fn rights_of_rooks(&self, white: bool, squares: u64) -> u8 {
        let [king_side, queen_side] = &self.sides[index(white)];
        u8::from(squares & king_side.rook != 0) | u8::from(squares & queen_side.rook != 0) << 1
    }

    /// Returns the squares of the rooks that may castle by some rights.
    #[inline(always)]
    pub(super) fn rooks_with(&self, rights: Rights) -> u64 {
        let castles = self.sides.as_flattened().iter().enumerate();
        let rook = |(index, castle): (usize, &Castle)| {
            if rights.0 >> index & 1 == 1 { castle.rook } else { 0 }
        };
        castles.map(rook).fold(0, |all, rook| all | rook)
    }

    /// Returns the pieces of a side after castling.
    #[inline(always)]
    pub(super) fn castled(&self, side: &Pieces<u64>, white: bool, wing: usize) -> Pieces<u64> {
        let castle = self.get(white, wing);
        Pieces {
            king: castle.king_to,
            orthogonal: (side.orthogonal & !castle.rook) | castle.rook_to,
            ..*side
        }
    }
}

/// Returns the squares of a rank from one square to another, both included.
const fn span(from: Square, to: Square) -> u64 {
    between(from, to).0 | from.bit() | to.bit()
}
