//! The two colours as types, so that what depends on the colour is settled at compile time.

use hyperbola::{Bitboard, Color, Direction, Rank};

/// A colour as a type, and where its pawns go.
pub(crate) trait Side {
    const COLOR: Color;
    /// Where a pawn pushes.
    const FORWARD: Direction;
    /// Where a pawn captures.
    const CAPTURES: [Direction; 2];
    /// Where a pawn's first push leads, and a second may follow.
    const AFTER_FIRST_PUSH: Bitboard;
    /// Where a pawn promotes.
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
    const AFTER_FIRST_PUSH: Bitboard = Bitboard::from_rank(Rank::Third);
    const LAST_RANK: Bitboard = Bitboard::from_rank(Rank::Eighth);
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    const FORWARD: Direction = Direction::South;
    const CAPTURES: [Direction; 2] = [Direction::SouthWest, Direction::SouthEast];
    const AFTER_FIRST_PUSH: Bitboard = Bitboard::from_rank(Rank::Sixth);
    const LAST_RANK: Bitboard = Bitboard::from_rank(Rank::First);
}

/// Returns the rank where a colour's king and rooks begin.
pub(crate) const fn back_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    }
}
