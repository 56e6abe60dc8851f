//! Slider attacks at compile time: the ray walk and hyperbola quintessence as `const fn`.
//!
//! A trait's functions cannot be `const`. So the formulas that constants need are written here once
//! more, on plain `u64`. The conformance suite checks that they equal the techniques of the
//! registry. The tables of the crate are made with them.

use crate::{Bitboard, Direction, Line, Slider, Square, geometry};

/// Returns the squares from a square in one direction, up to and including the first occupied one.
#[must_use]
pub const fn ray_walk(square: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let (files, ranks) = direction.step();
    let mut attacks = 0;
    let mut next = square.offset(files, ranks);
    while let Some(square) = next {
        attacks |= square.bit();
        next = if occupied.contains(square) { None } else { square.offset(files, ranks) };
    }
    Bitboard(attacks)
}

/// Returns the attacks along one line by hyperbola quintessence with a full bit reversal.
///
/// `line` is the line through the square `r`, without it.
#[must_use]
pub const fn line_attacks(r: u64, line: u64, occupied: u64) -> u64 {
    let o = occupied & line;
    let negative = o.reverse_bits().wrapping_sub(r.reverse_bits()).reverse_bits();
    (o.wrapping_sub(r) ^ negative) & line
}

/// Returns the attacks of a slider.
#[must_use]
pub const fn slider_attacks(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    let lines = slider.lines();
    let mut attacks = 0;
    let mut index = 0;
    while index < lines.len() {
        let line = geometry::line(square, lines[index]).0;
        attacks |= line_attacks(square.bit(), line, occupied.0);
        index += 1;
    }
    Bitboard(attacks)
}

/// Returns the attacks of a rook.
///
/// ```
/// use hyperbola::{bitboard, constant, Bitboard, Square};
/// const ATTACKS: Bitboard = constant::rook_attacks(Square::B2, Bitboard::from_square(Square::B4));
/// assert_eq!(ATTACKS, bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . 1 . . . . . .
///     . 1 . . . . . .
///     1 . 1 1 1 1 1 1
///     . 1 . . . . . .
/// });
/// ```
#[must_use]
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(Slider::Rook, square, occupied)
}

/// Returns the attacks of a bishop.
#[must_use]
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(Slider::Bishop, square, occupied)
}

/// Returns the attacks of a queen.
#[must_use]
pub const fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(Slider::Queen, square, occupied)
}

/// Returns the attacks along one line of the board, for tables that keep lines apart.
pub(crate) const fn attacks_along(line: Line, square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(line_attacks(square.bit(), geometry::line(square, line).0, occupied.0))
}
