//! The side to move: its danger, its pins, its checks and its moves.

use hyperbola::word::Branch;
use hyperbola::{Lanes, formula};

use crate::castling::{self, Castle};
use crate::lines::{Attacks, Pins, each_and, first_of_king_rays, slides_in_pins};
use crate::moves::{PawnMoves, check_target};
use crate::pieces::{MOVER, Pieces, REPLIER, around, knight_steps};

/// The pieces of both sides.
#[derive(Debug, Clone, Copy)]
pub struct Sides<'a, W> {
    /// The pieces of the side to move.
    pub mover: &'a Pieces<W>,
    /// The pieces of the other side.
    pub replier: &'a Pieces<W>,
    /// The squares of the mover's pieces.
    pub movers: W,
    /// The squares of the replier's pieces.
    pub repliers: W,
    /// The squares of all pieces.
    pub occupied: W,
}

impl<'a, W: Branch> Sides<'a, W> {
    /// Finds the squares of both sides' pieces.
    #[inline(always)]
    #[must_use]
    pub fn new(mover: &'a Pieces<W>, replier: &'a Pieces<W>) -> Self {
        formula! {
            movers = mover.all();
            repliers = replier.all();
            occupied = movers | repliers;
        }
        Self { mover, replier, movers, repliers, occupied }
    }
}

/// The side to move.
#[derive(Debug, Clone, Copy)]
pub struct Mover<W> {
    /// The squares that the replier attacks. The mover's king shields nothing.
    pub danger: Attacks<W>,
    /// All squares if the king is not in check, otherwise none.
    pub free: W,
    /// Its pinned pieces.
    pub pins: Pins<W>,
    /// The squares that moves may go to because of a check.
    target: W,
    /// The squares that it attacks.
    pub attacks: Attacks<W>,
    /// The attacks of its sliders, limited by their pins.
    slides: [W; 8],
}

impl<W: Branch> Mover<W> {
    /// Finds the danger, the pins, the target of a check and the attacks.
    #[inline(always)]
    #[must_use]
    pub fn new(sides: &Sides<'_, W>) -> Self {
        let &Sides { mover, replier, movers, occupied, .. } = sides;
        let danger = Attacks::new::<REPLIER>(replier, occupied & !mover.king).named("danger");
        formula! { free = (danger.all & mover.king).zero_mask(); }
        let rays = first_of_king_rays(mover.king, occupied);
        let pins = Pins::new(movers, danger.meeting(&rays)).named("mover_pins");
        let (mut target, check) = (!movers, !free);
        if check.any() {
            let limited = target & check_target::<W, MOVER>(mover, replier, &rays);
            [target] = check.choose([limited], || [target]);
        }
        let attacks = Attacks::new::<MOVER>(mover, occupied).named("mover_attacks");
        let (mut slides, pinned) = (attacks.slides, pins.all & mover.sliders().all());
        if pinned.any() {
            let limited = slides_in_pins(mover.sliders(), &pins, occupied);
            slides = pinned.choose(limited, || slides);
        }
        formula! {
            target = target;
            mover_slides = Lanes(slides);
        }
        Self { danger, free, pins, target, attacks, slides: mover_slides.0 }
    }

    /// Returns the target squares of the sliders, by direction.
    #[inline(always)]
    #[must_use]
    pub fn slider_moves(&self) -> [W; 8] {
        each_and(self.slides, self.target)
    }

    /// Returns the target squares of the king.
    #[inline(always)]
    #[must_use]
    pub fn king_moves(&self, sides: &Sides<'_, W>) -> W {
        around(sides.mover.king) & !sides.movers & !self.danger.all
    }

    /// Returns the target squares of the knights, by step.
    #[inline(always)]
    #[must_use]
    pub fn knight_moves(&self, sides: &Sides<'_, W>) -> [W; 8] {
        each_and(knight_steps(sides.mover.knights & !self.pins.all), self.target)
    }

    /// Returns the target squares of the pawns.
    #[inline(always)]
    #[must_use]
    pub fn pawn_moves(&self, sides: &Sides<'_, W>) -> PawnMoves<W> {
        let prey = sides.repliers & self.target;
        let pawns = sides.mover.pawns;
        PawnMoves::new::<MOVER>(pawns, &self.pins, !sides.occupied, self.target, prey)
    }

    /// Returns the castling moves.
    #[inline(always)]
    #[must_use]
    pub fn castles(&self, sides: &Sides<'_, W>, castles: &[Castle; 2], rights: W) -> W {
        castling::possible(castles, rights, sides.occupied, self.danger.all, self.pins.all)
    }
}
