//! The lines of sliders and kings, by direction, on a word.

use hyperbola::setwise::Sliders;
use hyperbola::techniques::KoggeStone;
use hyperbola::{Direction, Line, SetwiseAttacks, Word};

use super::pieces::{Pieces, around, knight_attacks, pawn_attacks};

/// Makes an array from an expression for each direction, in the order of [`Direction::ALL`]. It can
/// also take a constant that tells whether diagonals matter, and the value to use for diagonals if
/// they do not.
///
/// It is a macro because a closure would be compiled without the word's instructions.
macro_rules! each_direction {
    (|$direction:ident| $value:expr) => {
        [
            each_direction!(East, $direction, $value),
            each_direction!(NorthWest, $direction, $value),
            each_direction!(North, $direction, $value),
            each_direction!(NorthEast, $direction, $value),
            each_direction!(West, $direction, $value),
            each_direction!(SouthEast, $direction, $value),
            each_direction!(South, $direction, $value),
            each_direction!(SouthWest, $direction, $value),
        ]
    };
    (if $diagonals:ident else $none:expr, |$direction:ident| $value:expr) => {
        each_direction!(|$direction| if $diagonals || $direction.is_orthogonal() {
            $value
        } else {
            $none
        })
    };
    ($of:ident, $direction:ident, $value:expr) => {{
        let $direction = hyperbola::Direction::$of;
        $value
    }};
}
pub(super) use each_direction;

/// Returns the attacks of sliders in one direction.
#[inline(always)]
pub(super) fn fill<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
    KoggeStone::direction(direction, sliders, occupied)
}

/// Returns the attacks of sliders in each direction.
#[inline(always)]
pub(super) fn slides<W: Word, const DIAGONALS: bool>(sliders: Sliders<W>, occupied: W) -> [W; 8] {
    each_direction!(if DIAGONALS else occupied.splat(0), |direction| {
        fill(direction, sliders.moving(direction), occupied)
    })
}

/// Returns the attacks of sliders in each direction. A pinned slider stays on its king's line.
#[inline(always)]
pub(super) fn slides_in_pins<W: Word, const DIAGONALS: bool>(
    sliders: Sliders<W>,
    pins: &Pins<W>,
    occupied: W,
) -> [W; 8] {
    each_direction!(if DIAGONALS else occupied.splat(0), |direction| {
        fill(direction, sliders.moving(direction) & !pins.except(direction.line()), occupied)
    })
}

/// Returns the intersection of each of eight sets with one set.
#[inline(always)]
pub(super) fn each_and<W: Word>(sets: [W; 8], set: W) -> [W; 8] {
    let [a, b, c, d, e, f, g, h] = sets;
    [a & set, b & set, c & set, d & set, e & set, f & set, g & set, h & set]
}

/// Returns each of eight sets without the matching one of eight other sets.
#[inline(always)]
pub(super) fn each_without<W: Word>(sets: [W; 8], others: [W; 8]) -> [W; 8] {
    let [a, b, c, d, e, f, g, h] = sets;
    let [i, j, k, l, m, n, o, p] = others;
    [a & !i, b & !j, c & !k, d & !l, e & !m, f & !n, g & !o, h & !p]
}

/// Returns the union of eight sets.
#[inline(always)]
pub(super) fn union<W: Word>(sets: [W; 8]) -> W {
    let [a, b, c, d, e, f, g, h] = sets;
    ((a | b) | (c | d)) | ((e | f) | (g | h))
}

/// Returns, for each line, the union of the sets of its two directions, in the order of
/// [`Line::ALL`].
#[inline(always)]
pub(super) fn by_line<W: Word>(sets: [W; 8]) -> [W; 4] {
    let [east, north_west, north, north_east, west, south_east, south, south_west] = sets;
    [east | west, north | south, north_east | south_west, north_west | south_east]
}

/// The squares that a side attacks.
#[derive(Clone, Copy)]
pub(super) struct Attacks<W> {
    /// The attacks of its sliders, by direction.
    pub(super) slides: [W; 8],
    /// The attacks of all its pieces. The king's own square is added.
    pub(super) all: W,
}

impl<W: Word> Attacks<W> {
    #[inline(always)]
    pub(super) fn new<const WHITE: bool, const DIAGONALS: bool>(
        side: &Pieces<W>,
        occupied: W,
    ) -> Self {
        let slides = slides::<W, DIAGONALS>(side.sliders(), occupied);
        let all = union(slides)
            | knight_attacks(side.knights)
            | pawn_attacks::<W, WHITE>(side.pawns)
            | around(side.king);
        Self { slides, all }
    }

    /// Returns the squares where attacks of the sliders meet the rays of a king, by the king's
    /// direction.
    #[inline(always)]
    pub(super) fn meeting(&self, rays: &[KingRay<W>; 8]) -> [W; 8] {
        each_direction!(|direction| {
            self.slides[direction.opposite() as usize] & rays[direction as usize].first
        })
    }
}

/// A ray of a king: up to and including the first piece, up to and including the second, and whole.
#[derive(Clone, Copy)]
pub(super) struct KingRay<W> {
    pub(super) first: W,
    pub(super) second: W,
    pub(super) whole: W,
}

/// Returns a king's ray in a direction.
#[inline(always)]
fn king_ray<W: Word>(direction: Direction, square: W, occupied: W) -> KingRay<W> {
    let whole = square.ray_mask(direction);
    let (zero, one) = (square.splat(0), square.splat(1));
    if direction.is_positive() {
        let blockers = occupied & whole;
        let below = blockers.wrapping_sub(one);
        let rest = blockers & below;
        KingRay {
            first: (blockers ^ below) & whole,
            second: (rest ^ rest.wrapping_sub(one)) & whole,
            whole,
        }
    } else {
        // The bit of a1 makes sure that there is a highest bit; no ray goes on beyond a1.
        let top = square.splat(1 << 63);
        let blockers = (occupied & whole) | one;
        let highest = top.shr_by(blockers.leading_zeros());
        let rest = (blockers ^ highest) | one;
        let second = top.shr_by(rest.leading_zeros());
        KingRay {
            first: zero.wrapping_sub(highest) & whole,
            second: zero.wrapping_sub(second) & whole,
            whole,
        }
    }
}

/// Returns a king's rays in the order of [`Direction::ALL`]. The diagonal ones are filled only with
/// `DIAGONALS`.
#[inline(always)]
pub(super) fn king_rays<W: Word, const DIAGONALS: bool>(king: W, occupied: W) -> [KingRay<W>; 8] {
    let square = king.leading_zeros() ^ king.splat(63);
    let zero = king.splat(0);
    each_direction!(
        if DIAGONALS else KingRay { first: zero, second: zero, whole: zero },
        |direction| king_ray(direction, square, occupied)
    )
}

/// The pieces that are pinned to their king.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pins<W> {
    /// The pinned pieces of each line, in the order of [`Line::ALL`].
    pub(super) lines: [W; 4],
    pub(super) all: W,
}

impl<W: Word> Pins<W> {
    /// Finds the pins from a side's pieces and from the squares where the enemy's attacks meet its
    /// king's rays.
    #[inline(always)]
    pub(super) fn new(pieces: W, meeting: [W; 8]) -> Self {
        let [rank, file, diagonal, anti_diagonal] = by_line(each_and(meeting, pieces));
        Self {
            lines: [rank, file, diagonal, anti_diagonal],
            all: (rank | file) | (diagonal | anti_diagonal),
        }
    }

    /// Returns the pinned pieces that may not move along a line.
    #[inline(always)]
    pub(super) fn except(&self, line: Line) -> W {
        self.all & !self.lines[line as usize]
    }
}
