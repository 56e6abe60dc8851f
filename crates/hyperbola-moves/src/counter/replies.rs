//! The number of legal moves of the *replier*, the side that moves after the *mover*, as one formula
//! over words: for one position in each lane, either one in which the mover has passed or one after a
//! move that was made.
//!
//! In one direction at most one slider, the nearest, reaches a square. So the sliders' moves are
//! the bits set in eight sets, and the knights' moves those in eight more, one for each step. No
//! branch depends on a position.
//!
//! The number of replies is a sum over squares: how many of the replier's pieces may go to each. What
//! a square adds depends on the lines and steps that lead there, and on few facts of the whole
//! position: the *danger*, where the king may not go; the *pins*; the *target*, where a check may be
//! answered; promotions and castlings. A move of the mover that changes none of these facts changes
//! the sum only at its two squares. If these two do not influence each other either, the move is
//! *neutral*, and [`plan`](super::plan) has its sum from that before the move, the *base*.

use hyperbola::{Word, formula};

use super::add::Tally;
use super::castles::Castle;
use super::lines::{Attacks, Pins, each_and, first_of_king_rays, slides_in_pins};
use super::moves::{PawnMoves, castling, check_target};
use super::pieces::{MOVER, Pieces, REPLIER, around, knight_steps};

/// The replier's legal moves as sets of target squares, except captures en passant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Replies<W> {
    /// The moves of sliders, by direction.
    pub(super) slides: [W; 8],
    /// The moves of knights, by step.
    pub(super) leaps: [W; 8],
    pub(super) pawns: PawnMoves<W>,
    pub(super) king: W,
    /// The castling moves: 1 for the king's side, 2 for the queen's side.
    pub(super) castles: W,
}

impl<W: Word> Replies<W> {
    /// Finds the moves.
    ///
    /// Without `CHECKS` the replier is known not to be in check. With `RARE` it may castle.
    #[inline(always)]
    pub(super) fn new<const CHECKS: bool, const RARE: bool>(
        replier: &Pieces<W>,
        mover: &Pieces<W>,
        castles: &[Castle; 2],
        rights: W,
    ) -> Self {
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
        let slides = slides_in_pins(replier.sliders(), &pins, occupied);
        let leaps = knight_steps(replier.knights & !pins.all);
        let prey = prey & target;
        let pawns = PawnMoves::new::<REPLIER>(replier.pawns, &pins, !occupied, target, prey);
        formula! { king = around(replier.king) & !own & !danger.all; }
        let castles = if RARE {
            castling(castles, rights, occupied, danger.all, pins.all)
        } else {
            occupied.splat(0)
        };
        Self {
            slides: each_and(slides, target),
            leaps: each_and(leaps, target),
            pawns,
            king,
            castles,
        }
    }

    /// Adds the number of moves to a tally. With `RARE` pawns may be promoted.
    #[inline(always)]
    pub(super) fn add_to<const RARE: bool>(&self, tally: &mut Tally<W>) {
        tally.add_sixteen(self.slides, self.leaps);
        if RARE {
            // A promotion counts as four moves.
            let (ones, twos) = self.pawns.promotions::<REPLIER>();
            tally.add_three_times(ones, twos);
        }
        let PawnMoves { one, two, east, west } = self.pawns;
        tally.add_six([self.king, two, one, east, west, self.castles]);
    }
}

/// Adds the number of the replier's legal moves to a tally, except captures en passant.
///
/// Without `CHECKS` the replier is known not to be in check. With `RARE` it may promote pawns and
/// castle.
#[inline(always)]
pub(super) fn count<W: Word, const CHECKS: bool, const RARE: bool>(
    replier: &Pieces<W>,
    mover: &Pieces<W>,
    castles: &[Castle; 2],
    rights: W,
    tally: &mut Tally<W>,
) {
    Replies::new::<CHECKS, RARE>(replier, mover, castles, rights).add_to::<RARE>(tally);
}
