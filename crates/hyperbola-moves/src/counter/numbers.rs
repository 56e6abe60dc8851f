//! The squares' numbers: what a piece that comes there takes off the replies, and one that leaves
//! gives back.
//!
//! Of a square where one of the mover's pieces stands, or none: for each replier's slider that
//! reaches it, the squares that it would reach beyond; the steps of the replier's pawns over it;
//! less one for each pawn that attacks it. Of a square where a replier's piece stands: its moves,
//! less the replier's pieces that guard the square and may take again; and sixteen more, so that it
//! is not negative. Two are added to all, for the same reason.

use hyperbola::{Direction, Word};

use super::add::{add_at, add_fives, add_fours, nine, total_in};
use super::lines::{each_direction, each_without, fill, union};
use super::moves::PawnMoves;
use super::pieces::{MOVER, ahead, ahead_east, ahead_west};
use super::sides::{Replier, Sides};

/// The number of a square where nothing changes.
pub(super) const USUAL: u64 = 2;

/// What the number of a square has besides where a replier's piece stands, as a power of two.
pub(super) const LOG_OF_PIECE: u32 = 4;

/// A number a square, a word a binary digit.
pub(super) struct Numbers<W> {
    digits: [W; 6],
}

impl<W: Word> Numbers<W> {
    #[inline(always)]
    pub(super) fn new<const DIAGONALS: bool>(sides: &Sides<'_, W>, replier: &Replier<W>) -> Self {
        let repliers = sides.repliers;
        let (zero, all) = (repliers.splat(0), [repliers; 8]);
        let lost = add_fours(
            nine(moves_of_pieces(replier), !replier.east),
            nine(each_without(all, replier.lines), !replier.west),
        );
        let guards = nine(each_without(all, replier.leaps), replier.stepping & !repliers);
        let beyond = each_direction!(if DIAGONALS else [zero; 3], |direction| {
            beyond(direction, sides, replier)
        });
        let [a, b, c, d, e, f, g, h] = beyond;
        let one = [a[0], b[0], c[0], d[0], e[0], f[0], g[0], h[0]];
        let two = [a[1], b[1], c[1], d[1], e[1], f[1], g[1], h[1]];
        let four = [a[2], b[2], c[2], d[2], e[2], f[2], g[2], h[2]];
        let more = add_fours(guards, nine(one, replier.two_steps & !repliers));
        let digits = add_fives(lost, more);
        let digits = add_at::<W, 1>(digits, nine(two, zero));
        Self { digits: add_at::<W, 2>(digits, nine(four, zero)) }
    }

    /// Returns the squares of other numbers than the usual.
    #[inline(always)]
    pub(super) fn unusual(&self) -> W {
        const { assert!(USUAL == 2, "the number whose second digit is the only one") };
        let [ones, twos, fours, eights, sixteens, thirty_twos] = self.digits;
        ones | !twos | (fours | eights | sixteens | thirty_twos)
    }

    /// Returns the number of the square of a set of one; without one, zero.
    #[inline(always)]
    pub(super) fn of(&self, square: W) -> W {
        let mut number = square.splat(0);
        for (place, &digit) in self.digits.iter().enumerate() {
            number = number | (number.splat(1 << place) & !(square & digit).zero_mask());
        }
        number
    }

    /// Returns the sum of the numbers of a set's squares, without what is there for the replier's
    /// pieces.
    #[inline(always)]
    pub(super) fn sum_in(&self, squares: W, repliers: W) -> W {
        let besides = (squares & repliers).count_ones().shl(LOG_OF_PIECE);
        total_in(&self.digits, squares).wrapping_sub(besides)
    }

    /// Returns the sum of products of the numbers and others.
    #[inline(always)]
    pub(super) fn sum_of_products<const N: usize>(&self, others: &[W; N]) -> W {
        super::add::total_of_products(others, &self.digits)
    }
}

/// Returns the moves of the replier's pieces but sliders, as the squares where these stand.
#[inline(always)]
fn moves_of_pieces<W: Word>(replier: &Replier<W>) -> [W; 8] {
    let [a, b, c, d, e, f, g, h] = replier.leap_moves;
    let PawnMoves { one, two, east, west } = replier.pawns;
    // Back by the knights' steps, and by the pawns'.
    [
        a.shr(17) | ahead::<W, MOVER>(one),
        b.shr(15) | ahead::<W, MOVER>(ahead::<W, MOVER>(two)),
        c.shr(10) | ahead_west::<W, MOVER>(east),
        d.shr(6) | ahead_east::<W, MOVER>(west),
        e.shl(17),
        f.shl(15),
        g.shl(10),
        h.shl(6),
    ]
}

/// Returns how many squares a replier's slider goes on in a direction from where it attacks or
/// stands: the digits of 1, 2 and 4.
#[inline(always)]
fn beyond<W: Word>(direction: Direction, sides: &Sides<'_, W>, replier: &Replier<W>) -> [W; 3] {
    // No slider comes round an edge, so a rotation steps back.
    let back = i32::from(direction.opposite().index_step()).rem_euclid(64).cast_unsigned();
    let slides = replier.slides[direction as usize];
    let opened = fill(direction, slides & sides.movers, sides.occupied) & !sides.repliers;
    let reached = slides | opened;
    let through = reached & !sides.occupied;
    // First in unary: at least one, two …
    let one = reached.rotate_left(back);
    let two = (through & one).rotate_left(back);
    let three = (through & two).rotate_left(back);
    let four = (through & three).rotate_left(back);
    let five = (through & four).rotate_left(back);
    let six = (through & five).rotate_left(back);
    let seven = (through & six).rotate_left(back);
    // It counts where a slider attacks, and where one stands that may be taken.
    let at = slides | sides.replier.sliders().moving(direction);
    let ones = one ^ two ^ three ^ four ^ five ^ six ^ seven;
    [ones & at, (two ^ four ^ six) & at, four & at]
}

/// Returns the squares that a replier's piece has a part in, even if it comes to nothing.
#[inline(always)]
pub(super) fn touched_by_replies<W: Word>(replier: &Replier<W>) -> W {
    union(replier.slides) | replier.pawn_squares()
}
