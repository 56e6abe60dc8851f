//! Lines, rays and the squares between two squares, computed square by square at compile time.
//!
//! Every table of the crate is made from these functions and from [`crate::constant`].

use crate::{Bitboard, Direction, Line, Slider, Square};

/// Returns the ray from a square in a direction: all squares up to the edge, without the square.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Direction, Square};
/// const RAY: Bitboard = geometry::ray(Square::F6, Direction::NorthEast);
/// assert_eq!(RAY, Bitboard::from_iter([Square::G7, Square::H8]));
/// ```
#[must_use]
pub const fn ray(square: Square, direction: Direction) -> Bitboard {
    let (files, ranks) = direction.step();
    let mut squares = 0;
    let mut next = square.offset(files, ranks);
    while let Some(square) = next {
        squares |= square.bit();
        next = square.offset(files, ranks);
    }
    Bitboard(squares)
}

/// Returns the line of a kind through a square, without the square.
///
/// ```
/// use hyperbola::{bitboard, geometry, Line, Square};
/// assert_eq!(geometry::line(Square::B3, Line::Diagonal), bitboard! {
///     . . . . . . 1 .
///     . . . . . 1 . .
///     . . . . 1 . . .
///     . . . 1 . . . .
///     . . 1 . . . . .
///     . . . . . . . .
///     1 . . . . . . .
///     . . . . . . . .
/// });
/// ```
#[must_use]
pub const fn line(square: Square, line: Line) -> Bitboard {
    Bitboard(ray(square, line.positive()).0 | ray(square, line.negative()).0)
}

/// Returns all lines that a slider has through a square, without the square. These are its attacks
/// on an empty board.
#[must_use]
pub const fn lines(square: Square, slider: Slider) -> Bitboard {
    let lines = slider.lines();
    let mut squares = 0;
    let mut index = 0;
    while index < lines.len() {
        squares |= line(square, lines[index]).0;
        index += 1;
    }
    Bitboard(squares)
}

/// Returns the kind of line that contains two different squares, if there is one.
///
/// ```
/// use hyperbola::{geometry, Line, Square};
/// assert_eq!(geometry::aligned(Square::B2, Square::G7), Some(Line::Diagonal));
/// assert_eq!(geometry::aligned(Square::B2, Square::C4), None);
/// ```
#[must_use]
pub const fn aligned(a: Square, b: Square) -> Option<Line> {
    let mut index = 0;
    while index < 4 {
        if line(a, Line::ALL[index]).contains(b) {
            return Some(Line::ALL[index]);
        }
        index += 1;
    }
    None
}

/// Returns the squares strictly between two squares. The set is empty if they are not aligned.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Square};
/// let between = geometry::between(Square::B2, Square::E5);
/// assert_eq!(between, Bitboard::from_iter([Square::C3, Square::D4]));
/// ```
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    let mut index = 0;
    while index < 8 {
        let direction = Direction::ALL[index];
        let from_a = ray(a, direction);
        if from_a.contains(b) {
            return Bitboard(from_a.0 & ray(b, direction.opposite()).0);
        }
        index += 1;
    }
    Bitboard::EMPTY
}

/// Returns the relevant occupancy of one line: its squares without the last one of each ray. A
/// piece on the edge blocks nothing, because no square lies beyond it.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Line, Square};
/// let relevant = geometry::relevant_occupancy(Square::B1, Line::File);
/// assert_eq!(relevant.count(), 6);
/// assert!(!relevant.contains(Square::B8));
/// ```
#[must_use]
pub const fn relevant_occupancy(square: Square, line: Line) -> Bitboard {
    let positive = ray(square, line.positive());
    let negative = ray(square, line.negative());
    let mut squares = positive.0 | negative.0;
    if let Some(end) = positive.last() {
        squares ^= end.bit();
    }
    if let Some(end) = negative.first() {
        squares ^= end.bit();
    }
    Bitboard(squares)
}

/// Returns the relevant occupancy of all lines of a slider: the inner squares that a look-up uses.
#[must_use]
pub const fn relevant_occupancies(square: Square, slider: Slider) -> Bitboard {
    let lines = slider.lines();
    let mut squares = 0;
    let mut index = 0;
    while index < lines.len() {
        squares |= relevant_occupancy(square, lines[index]).0;
        index += 1;
    }
    Bitboard(squares)
}

/// Returns the subset of `set` that follows `subset` in counting order, and the empty set after the
/// whole set. The formula is `(subset - set) & set`. Starting from the empty set, it visits each
/// subset once.
///
/// The bits of k pick the squares of the k-th subset visited. The formula is known as the
/// carry-rippler, by Marcel van Kervinck and Steffan Westcott.
///
/// ```
/// use hyperbola::{geometry, Bitboard};
/// let set = Bitboard(0b1010);
/// let second = geometry::next_subset(Bitboard::EMPTY, set);
/// assert_eq!(second, Bitboard(0b0010));
/// assert_eq!(geometry::next_subset(set, set), Bitboard::EMPTY);
/// ```
#[inline]
#[must_use]
pub const fn next_subset(subset: Bitboard, set: Bitboard) -> Bitboard {
    Bitboard(subset.0.wrapping_sub(set.0) & set.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_and_aligned_agree_both_ways() {
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(aligned(a, b), aligned(b, a));
                let Some(kind) = aligned(a, b) else {
                    assert!(between(a, b).is_empty());
                    continue;
                };
                let inside = between(a, b);
                assert!(line(a, kind).is_superset(inside) && line(b, kind).is_superset(inside));
                let files = a.file().index().abs_diff(b.file().index());
                let ranks = a.rank().index().abs_diff(b.rank().index());
                assert_eq!(inside.count(), u32::from(files.max(ranks)) - 1);
            }
        }
    }

    #[test]
    fn relevant_occupancies_have_the_known_sizes() {
        let total = |slider| -> u64 {
            Square::ALL.map(|square| 1 << relevant_occupancies(square, slider).count()).iter().sum()
        };
        assert_eq!(total(Slider::Rook), 102_400);
        assert_eq!(total(Slider::Bishop), 5_248);
    }
}
