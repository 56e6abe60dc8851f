//! The squares' numbers: a piece that comes to a square takes the square's number off the replies,
//! and a piece that leaves it gives the number back.
//!
//! For a square that is empty or has a piece of the mover, the number is a sum: for each slider of
//! the replier that reaches the square, the number of squares that it would reach beyond; the steps
//! of the replier's pawns over the square; less one for each pawn that attacks it. For a square
//! with a replier's piece, the number is the moves of this piece, less the replier's pieces that
//! guard the square and may recapture, plus sixteen so that it is not negative. Two is added to all
//! numbers, for the same reason.

use hyperbola::word::Branch;
use hyperbola::{Direction, Lanes, formula};

use super::replier::Replier;
use hyperbola_rules::digits::{add_at, add_fives, add_fours, nine, total_in};
use hyperbola_rules::lines::{each_direction, each_without, fill, union};
use hyperbola_rules::mover::Sides;
use hyperbola_rules::moves::PawnMoves;
use hyperbola_rules::pieces::{MOVER, ahead, ahead_east, ahead_west};

/// The number of a square where nothing changes.
pub(crate) const USUAL: u64 = 2;

/// The addition to the number of a square with a replier's piece, as a power of two.
pub(crate) const LOG_OF_PIECE: u32 = 4;

/// A number for each square; each word is a binary digit.
pub(crate) struct Numbers<W> {
    /// The numbers on the replier's pieces have their addition.
    pub(crate) digits: [W; 6],
}

impl<W: Branch> Numbers<W> {
    #[inline(always)]
    pub(crate) fn new(sides: &Sides<'_, W>, replier: &Replier<W>) -> Self {
        let repliers = sides.repliers;
        let (zero, all) = (repliers.splat(0), [repliers; 8]);
        let lost = add_fours(
            nine(moves_of_pieces(replier), !replier.east),
            nine(each_without(all, replier.lines), !replier.west),
        );
        let guards = nine(each_without(all, replier.leaps), replier.stepping & !repliers);
        let beyond = each_direction!(|direction| {
            // It counts on squares that a slider attacks, and on the square of a slider that may be
            // captured. A piece of the mover may leave its square, which opens the line.
            let slides = replier.slides[direction as usize];
            let opened = fill(direction, slides & sides.movers, sides.occupied) & !sides.repliers;
            let at = slides | sides.replier.sliders().moving(direction);
            beyond(direction, slides | opened, at, sides.occupied)
        });
        let [a, b, c, d, e, f, g, h] = beyond;
        let one = [a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0]];
        let two = [a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1]];
        let four = [a[2], b[2], c[2], d[2], e[2], f[2], g[2], h[2]];
        let more = add_fours(guards, nine(one, replier.two_steps & !repliers));
        let digits = add_fives(lost, more);
        let digits = add_at::<W, 1>(digits, nine(two, zero));
        formula! { numbers = Lanes(add_at::<W, 2>(digits, nine(four, zero))); }
        Self { digits: numbers.0 }
    }

    /// Returns the squares whose number is not the usual one.
    #[inline(always)]
    pub(crate) fn unusual(&self) -> W {
        const { assert!(USUAL == 2, "the number whose second digit is the only one") };
        let [ones, twos, fours, eights, sixteens, thirty_twos] = self.digits;
        formula! { unusual = ones | !twos | (fours | eights | sixteens | thirty_twos); }
        unusual
    }

    /// Returns the number of the only square of a set. For an empty set it is zero.
    #[inline(always)]
    pub(crate) fn of(&self, square: W) -> W {
        let mut number = square.splat(0);
        for (place, &digit) in self.digits.iter().enumerate() {
            number = number | (number.splat(1 << place) & !(square & digit).zero_mask());
        }
        number
    }

    /// Returns the sum of the numbers over a set's squares, without the addition for the replier's
    /// pieces.
    #[inline(always)]
    pub(crate) fn sum_in(&self, squares: W, repliers: W) -> W {
        let besides = (squares & repliers).count_ones().shl(LOG_OF_PIECE);
        total_in(&self.digits, squares).wrapping_sub(besides)
    }

    /// Returns the digits of numbers outside [`large`](Self::large), without the addition for the
    /// replier's pieces.
    #[inline(always)]
    pub(crate) fn small_digits(&self) -> [W; 4] {
        let [ones, twos, fours, eights, ..] = self.digits;
        [ones, twos, fours, eights]
    }

    /// Returns the squares whose number without the addition is negative or above fifteen.
    #[inline(always)]
    pub(crate) fn large(&self, repliers: W) -> W {
        const { assert!(LOG_OF_PIECE == 4, "the fifth digit is the addition's") };
        // No number reaches 32: a line gives a square at most six moves beyond it, and a queen has
        // at most 27 moves. So the fifth digit is right without the sixth, with the addition too.
        let [.., sixteens, _] = self.digits;
        sixteens ^ repliers
    }
}

/// Returns the number of moves of the replier's pieces other than sliders, each at the square of
/// its piece.
#[inline(always)]
fn moves_of_pieces<W: Branch>(replier: &Replier<W>) -> [W; 8] {
    let [a, b, c, d, e, f, g, h] = replier.leap_moves;
    let [one, two, east, west] = moves_of_pawns(replier);
    [
        a.shr(17) | one,
        b.shr(15) | two,
        c.shr(10) | east,
        d.shr(6) | west,
        e.shl(17),
        f.shl(15),
        g.shl(10),
        h.shl(6),
    ]
}

/// Returns the squares of the replier's pawns that have moves, by step.
#[inline(always)]
pub(crate) fn moves_of_pawns<W: Branch>(replier: &Replier<W>) -> [W; 4] {
    let PawnMoves { one, two, east, west } = replier.pawns;
    [
        ahead::<W, MOVER>(one),
        ahead::<W, MOVER>(ahead::<W, MOVER>(two)),
        ahead_west::<W, MOVER>(east),
        ahead_east::<W, MOVER>(west),
    ]
}

/// Returns squares one step back from a direction. None of them may lie beyond an edge of the
/// board.
#[inline(always)]
pub(crate) fn step_back<W: Branch>(direction: Direction, squares: W) -> W {
    let step = u32::from(direction.index_step().unsigned_abs());
    if direction.is_positive() { squares.shr(step) } else { squares.shl(step) }
}

/// Returns how many more squares a replier's slider would reach in a direction beyond each square
/// of a set: the digits of 1, 2 and 4. `reached` are the squares that it may reach.
#[inline(always)]
pub(crate) fn beyond<W: Branch>(direction: Direction, reached: W, at: W, occupied: W) -> [W; 3] {
    let through = reached & !occupied;
    // First the number is in unary: at least one, at least two, …
    let one = step_back(direction, reached);
    let two = step_back(direction, through & one);
    let three = step_back(direction, through & two);
    let four = step_back(direction, through & three);
    let five = step_back(direction, through & four);
    let six = step_back(direction, through & five);
    let seven = step_back(direction, through & six);
    let ones = one ^ two ^ three ^ four ^ five ^ six ^ seven;
    [ones & at, (two ^ four ^ six) & at, four & at]
}

/// Returns the squares where a replier's piece may affect the replies, even if in the end it does
/// not.
#[inline(always)]
pub(crate) fn touched_by_replies<W: Branch>(replier: &Replier<W>) -> W {
    union(replier.slides) | replier.pawn_squares()
}
