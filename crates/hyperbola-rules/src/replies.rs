//! The number of legal moves of the *replier*, the side that moves after the *mover*, as one
//! formula over words: for one position in each lane, either one in which the mover has passed or
//! one after a move that was made.
//!
//! In one direction at most one slider, the nearest, reaches a square. So the sliders' moves are
//! the bits set in eight sets, and the knights' moves those in eight more, one for each step. No
//! branch depends on a position.
//!
//! The number of replies is a sum over squares: how many of the replier's pieces may go to each.
//! What a square adds depends on the lines and steps that lead there, and on few facts of the whole
//! position: the *danger*, where the king may not go; the *pins*; the *target*, where a check may
//! be answered; promotions and castlings. A move of the mover that changes none of these facts
//! changes the sum only at its two squares. If these two do not influence each other either, the
//! move is *neutral*, and the plan of `hyperbola-perft` has its sum from that before the move, the
//! *base*.

use hyperbola::{Word, formula};

use crate::castling::{self, Castle};
use crate::digits::Tally;
use crate::lines::{Attacks, Pins, each_and, first_of_king_rays, slides_in_pins};
use crate::moves::{PawnMoves, check_target};
use crate::pieces::{MOVER, Pieces, REPLIER, around, knight_steps};

/// The replier's legal moves as sets of target squares, except captures en passant.
#[derive(Debug, Clone, Copy)]
pub struct Replies<W> {
    /// The moves of sliders, by direction.
    pub slides: [W; 8],
    /// The moves of knights, by step.
    pub leaps: [W; 8],
    /// The moves of pawns.
    pub pawns: PawnMoves<W>,
    /// The moves of the king.
    pub king: W,
    /// The castling moves: 1 for the king's side, 2 for the queen's side.
    pub castles: W,
}

/// Adds the number of the replier's legal moves to a tally, except captures en passant. Returns the
/// moves.
///
/// Without `CHECKS` the replier is known not to be in check. With `RARE` it may promote pawns and
/// castle.
#[inline(always)]
pub fn count<W: Word, const CHECKS: bool, const RARE: bool>(
    replier: &Pieces<W>,
    mover: &Pieces<W>,
    castles: &[Castle; 2],
    rights: W,
    tally: &mut Tally<W>,
) -> Replies<W> {
    formula! {
        own = replier.all();
        prey = mover.all();
        occupied = own | prey;
    }
    let rays = first_of_king_rays(replier.king, occupied);
    // The king does not shield the squares behind him.
    let blockers = if CHECKS { occupied & !replier.king } else { occupied };
    let danger = Attacks::new::<MOVER>(mover, blockers).named("danger");
    let pins = Pins::new(own, danger.meeting(&rays)).named("pins");
    let mut target = !own;
    if CHECKS {
        target = target & check_target::<W, REPLIER>(replier, mover, &rays);
    }
    formula! { target = target; }
    let slides = each_and(slides_in_pins(replier.sliders(), &pins, occupied), target);
    let leaps = each_and(knight_steps(replier.knights & !pins.all), target);
    tally.add_sixteen(slides, leaps);

    let pawns = PawnMoves::new::<REPLIER>(replier.pawns, &pins, !occupied, target, prey & target);
    formula! { king = around(replier.king) & !own & !danger.all; }
    let mut castles_to = occupied.splat(0);
    if RARE {
        castles_to = castling::possible(castles, rights, occupied, danger.all, pins.all);
        // A promotion counts as four moves.
        let (ones, twos) = pawns.promotions::<REPLIER>();
        tally.add_three_times(ones, twos);
    }
    let PawnMoves { one, two, east, west } = pawns;
    tally.add_six([king, two, one, east, west, castles_to]);
    Replies { slides, leaps, pawns, king, castles: castles_to }
}

/// Black's castling in ordinary chess, to the king's side and to the queen's side.
static ORDINARY: [Castle; 2] = [Castle::ordinary(0, false), Castle::ordinary(1, false)];

/// Returns the number of Black's legal moves in each lane, except captures en passant.
///
/// The rights are 1 for castling to the king's side plus 2 for the queen's side. They must be
/// rights of ordinary chess, with the king on e8 and rooks on h8 and a8.
#[inline(always)]
#[must_use]
pub fn of_black<W: Word>(black: &Pieces<W>, white: &Pieces<W>, rights: W) -> W {
    let mut tally = Tally::from_words([rights.splat(0); Tally::<u64>::WORDS]);
    count::<W, true, true>(black, white, &ORDINARY, rights, &mut tally);
    tally.total()
}
