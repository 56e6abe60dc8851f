//! The lines of sliders and kings, by direction, on a word.

use hyperbola::formulas::setwise_subtraction;
use hyperbola::setwise::{Course, Sliders};
use hyperbola::{Bits, Direction, Lanes, Line, Word, formula};

use crate::pieces::{FILE_A, Pieces};

pub use hyperbola::each_direction;

/// Returns the attacks of sliders in one direction.
///
/// Eastwards one subtraction serves all ranks. The other directions take the fill of Kogge and
/// Stone. Here its propagators are all empty squares, even those of sliders that are not on the
/// board. Such sliders attack through each other, and the union of their attacks is the same. So
/// the propagators depend on the board alone, and all fills of one board share them.
#[inline(always)]
#[must_use]
pub fn fill<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
    if direction == Direction::East {
        return setwise_subtraction(sliders, occupied | sliders, occupied.splat(FILE_A));
    }
    formula! {
        empty = direction.without_edge(!occupied);
        two_empty = empty & direction.move_round(empty, 1);
        four_empty = two_empty & direction.move_round(two_empty, 2);
        one = sliders | (empty & direction.move_round(sliders, 1));
        two = one | (two_empty & direction.move_round(one, 2));
        four = two | (four_empty & direction.move_round(two, 4));
    }
    direction.shift(four)
}

/// Returns the attacks of sliders in each direction.
#[inline(always)]
#[must_use]
pub fn slides<W: Word>(sliders: Sliders<W>, occupied: W) -> [W; 8] {
    each_direction!(|direction| fill(direction, sliders.moving(direction), occupied))
}

/// Returns the attacks of sliders in each direction. A pinned slider stays on its king's line.
#[inline(always)]
#[must_use]
pub fn slides_in_pins<W: Word>(sliders: Sliders<W>, pins: &Pins<W>, occupied: W) -> [W; 8] {
    each_direction!(|direction| {
        fill(direction, sliders.moving(direction) & !pins.except(direction.line()), occupied)
    })
}

/// Returns the intersection of each of eight sets with one set.
#[inline(always)]
#[must_use]
pub fn each_and<W: Word>(sets: [W; 8], set: W) -> [W; 8] {
    let [a, b, c, d, e, f, g, h] = sets;
    [a & set, b & set, c & set, d & set, e & set, f & set, g & set, h & set]
}

/// Returns each of eight sets without the matching one of eight other sets.
#[inline(always)]
#[must_use]
pub fn each_without<W: Word>(sets: [W; 8], others: [W; 8]) -> [W; 8] {
    let [a, b, c, d, e, f, g, h] = sets;
    let [i, j, k, l, m, n, o, p] = others;
    [a & !i, b & !j, c & !k, d & !l, e & !m, f & !n, g & !o, h & !p]
}

/// Returns the union of eight sets.
#[inline(always)]
#[must_use]
pub fn union<W: Word>(sets: [W; 8]) -> W {
    let [a, b, c, d, e, f, g, h] = sets;
    ((a | b) | (c | d)) | ((e | f) | (g | h))
}

/// Returns, for each line, the union of the sets of its two directions, in the order of
/// [`Line::ALL`].
#[inline(always)]
#[must_use]
pub fn by_line<W: Word>(sets: [W; 8]) -> [W; 4] {
    let [east, north_west, north, north_east, west, south_east, south, south_west] = sets;
    [east | west, north | south, north_east | south_west, north_west | south_east]
}

/// The squares that a side attacks.
#[derive(Debug, Clone, Copy)]
pub struct Attacks<W> {
    /// The attacks of its sliders, by direction.
    pub slides: [W; 8],
    /// The attacks of its other pieces. The king's own square is added.
    pub steps: W,
    /// All of them.
    pub all: W,
}

impl<W: Word> Attacks<W> {
    /// Finds the attacks of White if `WHITE` is true, otherwise of Black.
    #[inline(always)]
    #[must_use]
    pub fn new<const WHITE: bool>(side: &Pieces<W>, occupied: W) -> Self {
        let slides = slides(side.sliders(), occupied);
        let steps = side.step_attacks::<WHITE>();
        Self { slides, steps, all: union(slides) | steps }
    }

    /// Names the sets for onlookers.
    #[inline(always)]
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        let slides = Lanes(self.slides).named(name).0;
        Self { slides, all: self.all.named(name), ..self }
    }

    /// Returns the squares where attacks of the sliders meet the rays of a king, by the king's
    /// direction.
    #[inline(always)]
    #[must_use]
    pub fn meeting(&self, rays: &[W; 8]) -> [W; 8] {
        each_direction!(|direction| {
            self.slides[direction.opposite() as usize] & rays[direction as usize]
        })
    }
}

/// A ray of a king, up to and including its first and its second piece.
#[derive(Debug, Clone, Copy)]
pub struct KingRay<W> {
    /// The squares up to the first piece, and its own.
    pub first: W,
    /// The squares up to the second piece, and its own.
    pub second: W,
}

/// Returns a king's rays in the order of [`Direction::ALL`].
#[inline(always)]
#[must_use]
pub fn king_rays<W: Word>(king: W, occupied: W) -> [KingRay<W>; 8] {
    each_direction!(|direction| {
        let first = fill(direction, king, occupied);
        KingRay { first, second: first | fill(direction, first & occupied, occupied) }
    })
}

/// Returns the first parts of a king's rays: those up to and including the first piece.
#[inline(always)]
#[must_use]
pub fn first_of_king_rays<W: Word>(king: W, occupied: W) -> [W; 8] {
    slides(Sliders { orthogonal: king, diagonal: king }, occupied)
}

/// The pieces that are pinned to their king.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pins<W> {
    /// The pinned pieces of each line, in the order of [`Line::ALL`].
    pub lines: [W; 4],
    /// All pinned pieces.
    pub all: W,
}

impl<W: Word> Pins<W> {
    /// Finds the pins from a side's pieces and from the squares where the enemy's attacks meet its
    /// king's rays.
    #[inline(always)]
    #[must_use]
    pub fn new(pieces: W, meeting: [W; 8]) -> Self {
        let [rank, file, diagonal, anti_diagonal] = by_line(each_and(meeting, pieces));
        Self {
            lines: [rank, file, diagonal, anti_diagonal],
            all: (rank | file) | (diagonal | anti_diagonal),
        }
    }

    /// Names the sets for onlookers.
    #[inline(always)]
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { lines: Lanes(self.lines).named(name).0, all: self.all.named(name) }
    }

    /// Returns the pinned pieces that may not move along a line.
    #[inline(always)]
    #[must_use]
    pub fn except(&self, line: Line) -> W {
        self.all & !self.lines[line as usize]
    }
}
