//! Rays, lines and leaps, computed step by step. The compiler makes every table of the crate from
//! these functions, so none of them reads a table.

#[cfg(any(test, feature = "tables"))]
use crate::Slider;
use crate::{Bitboard, Direction, Line, Square};

/// Returns the squares from a square in one direction, up to and including the first occupied one.
pub(crate) const fn ray_walk(square: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let (files, ranks) = direction.step();
    let mut attacks = 0;
    let mut next = square.offset(files, ranks);
    while let Some(square) = next {
        attacks |= square.bit();
        next = if occupied.contains(square) { None } else { square.offset(files, ranks) };
    }
    Bitboard(attacks)
}

/// Returns the ray from a square in a direction: all squares up to the edge, without the square.
pub(crate) const fn ray(square: Square, direction: Direction) -> Bitboard {
    ray_walk(square, direction, Bitboard::EMPTY)
}

/// Returns the squares that are so many files and ranks away.
pub(crate) const fn leaps(square: Square, offsets: &[(i8, i8)]) -> Bitboard {
    let mut squares = 0;
    let mut index = 0;
    while index < offsets.len() {
        let (files, ranks) = offsets[index];
        if let Some(target) = square.offset(files, ranks) {
            squares |= target.bit();
        }
        index += 1;
    }
    Bitboard(squares)
}

/// Returns the line of a kind through a square, without the square.
pub(crate) const fn line(square: Square, line: Line) -> Bitboard {
    Bitboard(ray(square, line.positive()).0 | ray(square, line.negative()).0)
}

/// Returns the attacks along a line by hyperbola quintessence with a full bit reversal.
pub(crate) const fn line_attacks(along: Line, square: Square, occupied: Bitboard) -> Bitboard {
    let (line, r) = (line(square, along).0, square.bit());
    let o = occupied.0 & line;
    let negative = o.reverse_bits().wrapping_sub(r.reverse_bits()).reverse_bits();
    Bitboard((o.wrapping_sub(r) ^ negative) & line)
}

/// Returns the relevant occupancy of one line: its squares without the last one of each ray.
pub(crate) const fn relevant_occupancy(square: Square, line: Line) -> Bitboard {
    inner_squares(ray(square, line.positive()), ray(square, line.negative()))
}

/// Returns two opposite rays without the last square of each.
pub(crate) const fn inner_squares(positive: Bitboard, negative: Bitboard) -> Bitboard {
    let mut squares = positive.0 | negative.0;
    if let Some(end) = positive.last() {
        squares ^= end.bit();
    }
    if let Some(end) = negative.first() {
        squares ^= end.bit();
    }
    Bitboard(squares)
}

/// Returns the relevant occupancy of all lines of a slider.
#[cfg(any(test, feature = "tables"))]
pub(crate) const fn relevant_occupancies(square: Square, slider: Slider) -> Bitboard {
    let lines = slider.lines();
    let mut squares = 0;
    let mut index = 0;
    while index < lines.len() {
        squares |= relevant_occupancy(square, lines[index]).0;
        index += 1;
    }
    Bitboard(squares)
}
