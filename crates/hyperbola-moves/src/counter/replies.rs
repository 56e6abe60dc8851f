//! The number of replies in positions, one in each lane, as one formula over words.
//!
//! In one direction at most one slider, the nearest, reaches a square. So the sliders' moves are
//! the one bits of eight sets, and the knights' moves those of eight more, one for each step. No
//! branch depends on a position.
//!
//! So the number of replies is a sum: for each square, how many of the replier's pieces may go
//! there. Only three masks and the promotions and castlings know more of the position than the lines
//! and steps to that square: the *danger*, where the king may not go; the *pins*; and the *target*,
//! where a check may be answered. A move that changes none of these changes the sum only where a
//! line or a step of the replier meets the move's two squares. For such a move, which is called
//! neutral, [`plan`](super::plan) has the new sum without a second count.

use hyperbola::Word;

use super::add::Tally;
use super::castles::Castle;
use super::lines::{Attacks, Pins, each_and, first_of_king_rays, slides_in_pins};
use super::moves::{PawnMoves, castling, check_target};
use super::pieces::{MOVER, Pieces, REPLIER, around, knight_steps};

/// Adds the replier's legal moves to a tally, except captures en passant.
///
/// With `CHECKS` the replier may be in check. With `RARE` it may promote pawns and castle.
#[inline(always)]
pub(super) fn count<W: Word, const CHECKS: bool, const RARE: bool>(
    replier: &Pieces<W>,
    mover: &Pieces<W>,
    castles: &[Castle; 2],
    rights: W,
    tally: &mut Tally<W>,
) {
    let (own, prey) = (replier.all(), mover.all());
    let occupied = own | prey;
    let rays = first_of_king_rays(replier.king, occupied);
    // The king does not shield the squares behind him.
    let blockers = if CHECKS { occupied & !replier.king } else { occupied };
    let danger = Attacks::new::<MOVER>(mover, blockers);
    let pins = Pins::new(own, danger.meeting(&rays));
    let mut target = !own;
    if CHECKS {
        target = target & check_target::<W, REPLIER>(replier, mover, &rays);
    }
    let slides = slides_in_pins(replier.sliders(), &pins, occupied);
    let leaps = knight_steps(replier.knights & !pins.all);
    tally.add_sixteen(each_and(slides, target), each_and(leaps, target));

    let pawns = PawnMoves::new::<REPLIER>(replier.pawns, &pins, !occupied, target, prey & target);
    let king = around(replier.king) & !own & !danger.all;
    let mut castles_to = occupied.splat(0);
    if RARE {
        castles_to = castling(castles, rights, occupied, danger.all, pins.all);
        // A promotion counts as four moves.
        let (ones, twos) = pawns.promotions::<REPLIER>();
        tally.add_three_times(ones, twos);
    }
    let PawnMoves { one, two, east, west } = pawns;
    tally.add_six([king, two, one, east, west, castles_to]);
}
