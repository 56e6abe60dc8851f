//! Rays, lines, the squares between two squares, and distances. All are look-ups or a few
//! instructions, and all are `const fn`.
//!
//! | question | function | reads |
//! |---|---|---|
//! | the squares from here to the edge | [`ray`] | 4 KiB |
//! | both rays of a line | [`line()`] | 4 KiB |
//! | all lines of a slider | [`lines`] | 1 KiB |
//! | the ray from a square through another | [`ray_through`] | 32 KiB |
//! | the squares between two squares | [`between`] | 32 KiB |
//! | the whole line through two squares | [`line_through`] | 32 KiB |
//! | whether two squares share a line, and which | [`aligned`] | nothing |
//! | the steps of a king from one square to another | [`distance`] | nothing |
//! | attacks in one direction | [`ray_attacks`] | 4 KiB |

use crate::masks::RAY_MASKS;
use crate::{Bitboard, Direction, Line, Slider, Square, steps};

/// The whole ray from a square through another: 32 KiB, by the first square, then by the second.
/// The entry is empty if the squares are not aligned.
static RAYS_THROUGH: [[Bitboard; 64]; 64] = {
    let mut entries = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let from = index / 8;
        let ray = steps::ray(Square::ALL[from], Direction::ALL[index % 8]);
        let mut rest = ray.0;
        while rest != 0 {
            entries[from][rest.trailing_zeros() as usize] = ray;
            rest &= rest - 1;
        }
        index += 1;
    }
    // From e1 through g1 the ray has f1, g1 and h1.
    assert!(entries[4][6].0 == 0xe0 && entries[4][13].0 != 0 && entries[4][14].0 == 0);
    entries
};

/// The lines of a rook and those of a bishop through each square: 1 KiB, by square.
static LINES: [[Bitboard; 2]; 64] = {
    let mut entries = [[Bitboard::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let square = Square::ALL[index / 8];
        let direction = Direction::ALL[index % 8];
        let is_bishop = matches!(direction.line(), Line::Diagonal | Line::AntiDiagonal);
        entries[index / 8][is_bishop as usize].0 |= steps::ray(square, direction).0;
        index += 1;
    }
    assert!(entries[0][0].0 == 0x0101_0101_0101_01fe && entries[7][1].0 == 0x0102_0408_1020_4000);
    entries
};

/// Returns the ray from a square in a direction: all squares up to the edge, without the square.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Direction, Square};
/// const RAY: Bitboard = geometry::ray(Square::F6, Direction::NorthEast);
/// assert_eq!(RAY, Bitboard::from_iter([Square::G7, Square::H8]));
/// ```
#[inline]
#[must_use]
pub const fn ray(square: Square, direction: Direction) -> Bitboard {
    Bitboard(RAY_MASKS.at(8 * square as usize + direction as usize))
}

/// Returns the attacks from a square in one direction, up to and including the first occupied
/// square.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Direction, Square};
/// let attacks = geometry::ray_attacks(Square::A1, Direction::North, Square::A3.into());
/// assert_eq!(attacks, Bitboard::from_iter([Square::A2, Square::A3]));
/// ```
#[inline]
#[must_use]
pub const fn ray_attacks(square: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let whole = ray(square, direction);
    let blockers = Bitboard(whole.0 & occupied.0);
    let first = if direction.is_positive() { blockers.first() } else { blockers.last() };
    match first {
        Some(blocker) => Bitboard(whole.0 ^ ray(blocker, direction).0),
        None => whole,
    }
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
#[inline]
#[must_use]
pub const fn line(square: Square, line: Line) -> Bitboard {
    Bitboard(ray(square, line.positive()).0 | ray(square, line.negative()).0)
}

/// Returns all lines that a slider has through a square, without the square. These are its attacks
/// on an empty board.
#[inline]
#[must_use]
pub const fn lines(square: Square, slider: Slider) -> Bitboard {
    let [rook, bishop] = LINES[square as usize];
    match slider {
        Slider::Rook => rook,
        Slider::Bishop => bishop,
        Slider::Queen => Bitboard(rook.0 | bishop.0),
    }
}

/// Returns the kind of line that contains two different squares, if there is one.
///
/// ```
/// use hyperbola::{geometry, Line, Square};
/// assert_eq!(geometry::aligned(Square::B2, Square::G7), Some(Line::Diagonal));
/// assert_eq!(geometry::aligned(Square::B2, Square::C4), None);
/// ```
#[inline]
#[must_use]
pub const fn aligned(a: Square, b: Square) -> Option<Line> {
    match steps_apart(a, b) {
        (0, 0) => None,
        (_, 0) => Some(Line::Rank),
        (0, _) => Some(Line::File),
        (files, ranks) if files == ranks => Some(Line::Diagonal),
        (files, ranks) if files == -ranks => Some(Line::AntiDiagonal),
        _ => None,
    }
}

/// Returns the number of steps that a king needs from one square to another, 0 to 7. It is the
/// larger of the distances in files and in ranks.
///
/// ```
/// use hyperbola::{geometry, Square};
/// assert_eq!(geometry::distance(Square::A1, Square::C8), 7);
/// ```
#[inline]
#[must_use]
pub const fn distance(a: Square, b: Square) -> u8 {
    let (files, ranks) = steps_apart(a, b);
    let (files, ranks) = (files.unsigned_abs(), ranks.unsigned_abs());
    if files > ranks { files } else { ranks }
}

/// Returns the distance in files and ranks from a square to another.
#[inline]
const fn steps_apart(a: Square, b: Square) -> (i8, i8) {
    let (a, b) = (a as i8, b as i8);
    ((b & 7) - (a & 7), (b >> 3) - (a >> 3))
}

/// Returns the ray from a square through another up to the edge, without the first square. It is
/// empty if the squares are not aligned.
///
/// A pinned piece stays on the ray from its king through it.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Square};
/// let ray = geometry::ray_through(Square::E1, Square::F2);
/// assert_eq!(ray, Bitboard::from_iter([Square::F2, Square::G3, Square::H4]));
/// ```
#[inline]
#[must_use]
pub const fn ray_through(from: Square, through: Square) -> Bitboard {
    RAYS_THROUGH[from as usize][through as usize]
}

/// Returns the squares strictly between two squares. The set is empty if they are not aligned.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Square};
/// let between = geometry::between(Square::B2, Square::E5);
/// assert_eq!(between, Bitboard::from_iter([Square::C3, Square::D4]));
/// ```
#[inline]
#[must_use]
pub const fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(ray_through(a, b).0 & ray_through(b, a).0)
}

/// Returns the whole line through two squares, from edge to edge, with both squares. The set is
/// empty if they are not aligned.
///
/// ```
/// use hyperbola::{geometry, Bitboard, Rank, Square};
/// let line = geometry::line_through(Square::C4, Square::D4);
/// assert_eq!(line, Bitboard::from_rank(Rank::Fourth));
/// ```
#[inline]
#[must_use]
pub const fn line_through(a: Square, b: Square) -> Bitboard {
    Bitboard(ray_through(a, b).0 | ray_through(b, a).0)
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
#[inline]
#[must_use]
pub const fn relevant_occupancy(square: Square, line: Line) -> Bitboard {
    steps::inner_squares(line, ray(square, line.positive()), ray(square, line.negative()))
}

/// Returns the relevant occupancy of all lines of a slider: the inner squares that a look-up uses.
#[inline]
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

    /// Each function against the definition, step by step, for all squares.
    #[test]
    fn rays_and_lines_are_those_of_steps() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                assert_eq!(ray(square, direction), steps::ray(square, direction));
            }
            for kind in Line::ALL {
                assert_eq!(line(square, kind), steps::line(square, kind));
                let relevant = steps::relevant_occupancy(square, kind);
                assert_eq!(relevant_occupancy(square, kind), relevant);
            }
            for slider in Slider::ALL {
                let relevant = steps::relevant_occupancies(square, slider);
                assert_eq!(relevant_occupancies(square, slider), relevant);
                let of_lines: Bitboard =
                    slider.lines().iter().flat_map(|&kind| steps::line(square, kind)).collect();
                assert_eq!(lines(square, slider), of_lines);
            }
        }
    }

    #[test]
    fn attacks_along_a_ray_are_those_of_steps() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                let whole = steps::ray(square, direction);
                let mut occupied = Bitboard::EMPTY;
                loop {
                    // Squares off the ray, and the square itself, do not matter.
                    for occupied in [occupied, occupied | !whole] {
                        let expected = steps::ray_walk(square, direction, occupied);
                        assert_eq!(ray_attacks(square, direction, occupied), expected);
                    }
                    occupied = next_subset(occupied, whole);
                    if occupied.is_empty() {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn two_squares_are_related_as_their_steps_say() {
        for a in Square::ALL {
            let mut reached = Bitboard::from(a);
            assert_eq!((aligned(a, a), distance(a, a)), (None, 0));
            assert_eq!(
                [between(a, a), ray_through(a, a), line_through(a, a)],
                [Bitboard::EMPTY; 3]
            );
            for kind in Line::ALL {
                for direction in [kind.positive(), kind.negative()] {
                    let mut inside = Bitboard::EMPTY;
                    let (files, ranks) = direction.step();
                    let mut next = a.offset(files, ranks);
                    while let Some(b) = next {
                        reached.insert(b);
                        assert_eq!(aligned(a, b), Some(kind), "{a} {b}");
                        assert_eq!(between(a, b), inside, "{a} {b}");
                        assert_eq!(ray_through(a, b), steps::ray(a, direction), "{a} {b}");
                        let whole = steps::line(a, kind) | a.into();
                        assert_eq!(line_through(a, b), whole, "{a} {b}");
                        assert_eq!(u32::from(distance(a, b)), inside.count() + 1, "{a} {b}");
                        inside.insert(b);
                        next = b.offset(files, ranks);
                    }
                }
            }
            for b in !reached {
                assert_eq!(aligned(a, b), None, "{a} {b}");
                let sets = [between(a, b), ray_through(a, b), line_through(a, b)];
                assert_eq!(sets, [Bitboard::EMPTY; 3], "{a} {b}");
            }
        }
    }

    #[test]
    fn a_distance_is_a_kings_way() {
        for a in Square::ALL {
            let mut within = Bitboard::from(a);
            for steps in 0..8 {
                for b in Square::ALL {
                    assert_eq!(distance(a, b) <= steps, within.contains(b), "{a} {b}");
                }
                within |= within.into_iter().flat_map(crate::king_attacks).collect::<Bitboard>();
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
