//! Legal moves as sets, from pins and checks, on a word.

use hyperbola::word::digits::full_add;
use hyperbola::{Line, Word, formula};

use crate::lines::{Pins, each_direction, first_of_king_rays, union};
use crate::pieces::{
    Pieces, ahead, ahead_east, ahead_west, knight_attacks, last_rank, pawn_attacks, third_rank,
};

/// The target squares of a side's pawns, except captures en passant.
#[derive(Debug, Clone, Copy)]
pub struct PawnMoves<W> {
    /// One step ahead.
    pub one: W,
    /// Two steps ahead.
    pub two: W,
    /// Captures to the east.
    pub east: W,
    /// Captures to the west.
    pub west: W,
}

impl<W: Word> PawnMoves<W> {
    /// Returns the moves to squares of `target` of the pawns of White if `WHITE` is true, otherwise
    /// of Black. `prey` is the set of the enemy's pieces among these squares.
    #[inline(always)]
    #[must_use]
    pub fn new<const WHITE: bool>(pawns: W, pins: &Pins<W>, empty: W, target: W, prey: W) -> Self {
        let one = ahead::<W, WHITE>(pawns & !pins.except(Line::File)) & empty;
        let two = ahead::<W, WHITE>(one & pawns.splat(third_rank(WHITE))) & empty & target;
        let (to_east, to_west) = capturing::<W, WHITE>(pawns, pins);
        Self {
            one: one & target,
            two,
            east: ahead_east::<W, WHITE>(to_east) & prey,
            west: ahead_west::<W, WHITE>(to_west) & prey,
        }
    }

    /// Returns the squares of promotions, as a number of two digits for each square.
    #[inline(always)]
    #[must_use]
    pub fn promotions<const WHITE: bool>(&self) -> (W, W) {
        let last = self.one.splat(last_rank(WHITE));
        full_add(self.one & last, self.east & last, self.west & last)
    }
}

/// Returns the lines along which a side's pawns capture, to the east and to the west.
#[inline]
#[must_use]
pub const fn capture_lines(white: bool) -> (Line, Line) {
    if white { (Line::Diagonal, Line::AntiDiagonal) } else { (Line::AntiDiagonal, Line::Diagonal) }
}

/// Returns the pawns whose pins let them capture to the east, and those for the west.
#[inline(always)]
#[must_use]
pub fn capturing<W: Word, const WHITE: bool>(pawns: W, pins: &Pins<W>) -> (W, W) {
    let (east, west) = const { capture_lines(WHITE) };
    (pawns & !pins.except(east), pawns & !pins.except(west))
}

/// Returns the squares that a side may move to because of a check: the square of the one piece that
/// gives check and the squares between. These are all squares if there is no check, and none if two
/// pieces give check.
#[inline(always)]
#[must_use]
pub fn check_target<W: Word, const WHITE: bool>(
    own: &Pieces<W>,
    enemy: &Pieces<W>,
    rays: &[W; 8],
) -> W {
    let leapers = (knight_attacks(own.king) & enemy.knights)
        | (pawn_attacks::<W, WHITE>(own.king) & enemy.pawns);
    let sliders = each_direction!(|direction| {
        rays[direction as usize] & enemy.sliders().moving(direction)
    });
    let lines = each_direction!(|direction| {
        rays[direction as usize] & !sliders[direction as usize].zero_mask()
    });
    formula! { checkers = union(sliders) | leapers; }
    let second = checkers & checkers.wrapping_sub(checkers.splat(1));
    (union(lines) | leapers | checkers.zero_mask()) & second.zero_mask()
}

/// Returns the pawns that may capture en passant to a square. It looks at the position after each
/// capture.
#[must_use]
pub fn capturing_en_passant<W: Word, const WHITE: bool>(
    own: &Pieces<W>,
    enemy: &Pieces<W>,
    to: W,
) -> W {
    let taken = if WHITE { to.shr(8) } else { to.shl(8) };
    formula! { before = (own.all() | enemy.all()) ^ taken; }
    // What else gives check does so before the capture and after it.
    let pawns =
        if WHITE { pawn_attacks::<W, true>(own.king) } else { pawn_attacks::<W, false>(own.king) };
    let leapers = (knight_attacks(own.king) & enemy.knights) | (pawns & enemy.pawns & !taken);
    let sides = if WHITE {
        [ahead_east::<W, false>(to), ahead_west::<W, false>(to)]
    } else {
        [ahead_east::<W, true>(to), ahead_west::<W, true>(to)]
    };
    let legal = sides.map(|from| {
        let from = from & own.pawns;
        let rays = first_of_king_rays(own.king, (before ^ from) | to);
        let checks = union(each_direction!(|direction| {
            rays[direction as usize] & enemy.sliders().moving(direction)
        }));
        from & (checks | leapers).zero_mask()
    });
    legal[0] | legal[1]
}
