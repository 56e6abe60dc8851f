//! Rays, lines and leaps, computed step by step. The compiler makes every table of the crate from
//! these functions, so none of them reads a table.
//!
//! The compiler interprets each statement and each call, of which a call takes the longest. So what
//! runs for every square does little and calls nothing.

#[cfg(any(test, feature = "tables"))]
use crate::Slider;
use crate::{Bitboard, Direction, Line, Square};

/// Returns the squares from a square in one direction, up to and including the first occupied one.
pub(crate) const fn ray_walk(square: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let (files, ranks) = direction.step();
    let (mut file, mut rank) = (square as i8 & 7, square as i8 >> 3);
    let mut attacks = 0;
    loop {
        file += files;
        rank += ranks;
        // Above 7 or below 0, other bits than the lowest three are set.
        if (file | rank) & !7 != 0 {
            return Bitboard(attacks);
        }
        let bit = 1 << (rank << 3 | file);
        attacks |= bit;
        if occupied.0 & bit != 0 {
            return Bitboard(attacks);
        }
    }
}

/// Returns the ray from a square in a direction: all squares up to the edge, without the square.
pub(crate) const fn ray(square: Square, direction: Direction) -> Bitboard {
    ray_walk(square, direction, Bitboard::EMPTY)
}

/// Returns the squares that are a number of files and ranks away.
pub(crate) const fn leaps(square: Square, offsets: &[(i8, i8)]) -> Bitboard {
    let mut squares = 0;
    let mut index = 0;
    while index < offsets.len() {
        let (files, ranks) = offsets[index];
        let (file, rank) = ((square as i8 & 7) + files, (square as i8 >> 3) + ranks);
        if (file | rank) & !7 == 0 {
            squares |= 1 << (rank << 3 | file);
        }
        index += 1;
    }
    Bitboard(squares)
}

/// Returns the line of a kind through a square, without the square.
pub(crate) const fn line(square: Square, line: Line) -> Bitboard {
    Bitboard(ray(square, line.positive()).0 | ray(square, line.negative()).0)
}

/// Returns the attacks along a line.
pub(crate) const fn line_attacks(along: Line, square: Square, occupied: Bitboard) -> Bitboard {
    let positive = ray_walk(square, along.positive(), occupied);
    let negative = ray_walk(square, along.negative(), occupied);
    Bitboard(positive.0 | negative.0)
}

/// Returns the relevant occupancy of one line: its squares without the last one of each ray.
pub(crate) const fn relevant_occupancy(square: Square, line: Line) -> Bitboard {
    inner_squares(line, ray(square, line.positive()), ray(square, line.negative()))
}

/// Returns both rays of a line without the last square of each, after which the ray ends.
pub(crate) const fn inner_squares(line: Line, positive: Bitboard, negative: Bitboard) -> Bitboard {
    let step = line.positive().index_step();
    Bitboard(positive.0 & positive.0 >> step | negative.0 & negative.0 << step)
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
