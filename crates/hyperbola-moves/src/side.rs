//! The two colours as types, so that everything that depends on the colour is decided at compile
//! time.

use hyperbola::{Bitboard, Color, Direction, Rank};
use hyperbola_rules::castling;
use hyperbola_rules::pieces::{last_rank, third_rank};

/// A colour as a type, with the directions of its pawns.
pub(crate) trait Side {
    const COLOR: Color;
    /// The direction of a pawn's push.
    const FORWARD: Direction;
    /// The directions of a pawn's captures.
    const CAPTURES: [Direction; 2];
    /// The rank that a pawn reaches with its first single push. A second push may follow from
    /// there.
    const AFTER_FIRST_PUSH: Bitboard;
    /// The rank where a pawn promotes.
    const LAST_RANK: Bitboard;
}

#[derive(Debug)]
pub(crate) struct White;

#[derive(Debug)]
pub(crate) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    const FORWARD: Direction = Direction::North;
    const CAPTURES: [Direction; 2] = [Direction::NorthWest, Direction::NorthEast];
    const AFTER_FIRST_PUSH: Bitboard = Bitboard(third_rank(true));
    const LAST_RANK: Bitboard = Bitboard(last_rank(true));
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const FORWARD: Direction = Direction::South;
    const CAPTURES: [Direction; 2] = [Direction::SouthWest, Direction::SouthEast];
    const AFTER_FIRST_PUSH: Bitboard = Bitboard(third_rank(false));
    const LAST_RANK: Bitboard = Bitboard(last_rank(false));
}

/// Returns by how many places to the left a colour's pawns are rotated to be pushed, and the rank that
/// they reach with their first single push.
#[inline]
pub(crate) const fn push(color: Color) -> (u32, Bitboard) {
    match color {
        Color::White => (8, White::AFTER_FIRST_PUSH),
        Color::Black => (56, Black::AFTER_FIRST_PUSH),
    }
}

/// Returns whether a colour is White, for formulas of `hyperbola-rules`.
#[inline]
pub(crate) const fn is_white(color: Color) -> bool {
    matches!(color, Color::White)
}

/// Returns the rank on which a colour's king and rooks start.
#[inline]
pub(crate) const fn back_rank(color: Color) -> Rank {
    castling::first_rank(is_white(color))
}

/// The first and the last rank, where pawns promote.
pub(crate) const LAST_RANKS: Bitboard = Bitboard(White::LAST_RANK.0 | Black::LAST_RANK.0);
