//! The two sides of positions whose moves are planned: their attacks, pins and moves.

use hyperbola::word::Branch;
use hyperbola::{Lanes, Line, formula};

use super::add::{total, twenty};
use super::castles::Castle;
use super::lines::{
    Attacks, KingRay, Pins, each_and, each_direction, first_of_king_rays, king_rays,
    slides_in_pins, union,
};
use super::moves::{PawnMoves, capturing, castling, check_target};
use super::pieces::{
    MOVER, Pieces, REPLIER, ahead, ahead_east, ahead_west, around, knight_steps, last_rank,
    rank_before_last, third_rank,
};

/// The pieces of both sides.
pub(super) struct Sides<'a, W> {
    pub(super) mover: &'a Pieces<W>,
    pub(super) replier: &'a Pieces<W>,
    /// All pieces of the mover, then all pieces of the replier.
    pub(super) movers: W,
    pub(super) repliers: W,
    pub(super) occupied: W,
}

impl<'a, W: Branch> Sides<'a, W> {
    #[inline(always)]
    pub(super) fn new(mover: &'a Pieces<W>, replier: &'a Pieces<W>) -> Self {
        formula! {
            movers = mover.all();
            repliers = replier.all();
            occupied = movers | repliers;
        }
        Self { mover, replier, movers, repliers, occupied }
    }
}

/// The side to move.
pub(super) struct Mover<W> {
    /// The squares that the replier attacks. The mover's king shields nothing.
    pub(super) danger: Attacks<W>,
    /// All squares if the king is not in check, otherwise none.
    pub(super) free: W,
    pub(super) pins: Pins<W>,
    /// The squares that moves may go to because of a check.
    target: W,
    pub(super) attacks: Attacks<W>,
    /// The attacks of its sliders, limited by their pins.
    slides: [W; 8],
}

impl<W: Branch> Mover<W> {
    #[inline(always)]
    pub(super) fn new(sides: &Sides<'_, W>) -> Self {
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
    pub(super) fn slider_moves(&self) -> [W; 8] {
        each_and(self.slides, self.target)
    }

    /// Returns the target squares of the king.
    #[inline(always)]
    pub(super) fn king_moves(&self, sides: &Sides<'_, W>) -> W {
        around(sides.mover.king) & !sides.movers & !self.danger.all
    }

    /// Returns the target squares of the knights, by step.
    #[inline(always)]
    pub(super) fn knight_moves(&self, sides: &Sides<'_, W>) -> [W; 8] {
        each_and(knight_steps(sides.mover.knights & !self.pins.all), self.target)
    }

    /// Returns the target squares of the pawns.
    #[inline(always)]
    pub(super) fn pawn_moves(&self, sides: &Sides<'_, W>) -> PawnMoves<W> {
        let prey = sides.repliers & self.target;
        let pawns = sides.mover.pawns;
        PawnMoves::new::<MOVER>(pawns, &self.pins, !sides.occupied, self.target, prey)
    }

    /// Returns the castling moves.
    #[inline(always)]
    pub(super) fn castles(&self, sides: &Sides<'_, W>, castles: &[Castle; 2], rights: W) -> W {
        castling(castles, rights, sides.occupied, self.danger.all, self.pins.all)
    }
}

/// The other side, with the replies that it would have if the mover passed.
pub(super) struct Replier<W> {
    pub(super) rays: [KingRay<W>; 8],
    pub(super) pins: Pins<W>,
    /// The mover's pieces that open a check when they move.
    pub(super) discoverers: W,
    /// The attacks of its sliders, limited by their pins, and their target squares.
    pub(super) lines: [W; 8],
    pub(super) slides: [W; 8],
    /// The squares that its knights attack, and their target squares, by step.
    pub(super) leaps: [W; 8],
    pub(super) leap_moves: [W; 8],
    /// The squares one step ahead of its pawns, and the squares that they attack to the east and to
    /// the west, limited by their pins.
    pub(super) stepping: W,
    pub(super) east: W,
    pub(super) west: W,
    /// The two squares of a pawn's double step: each of them where the other one is empty.
    pub(super) two_steps: W,
    /// The target squares of its pawns.
    pub(super) pawns: PawnMoves<W>,
}

impl<W: Branch> Replier<W> {
    #[inline(always)]
    pub(super) fn new(sides: &Sides<'_, W>, mover: &Mover<W>) -> Self {
        let &Sides { replier, movers, repliers, occupied, .. } = sides;
        let rays = king_rays(replier.king, occupied);
        formula! { first = Lanes(each_direction!(|direction| rays[direction as usize].first)); }
        let meeting = mover.attacks.meeting(&first.0);
        formula! { discoverers = union(meeting) & movers; }
        let pins = Pins::new(repliers, meeting).named("replier_pins");
        // These lines pass through the mover's king; but without a check none reaches him.
        let (mut lines, pinned) = (mover.danger.slides, pins.all & replier.sliders().all());
        if pinned.any() {
            let limited = slides_in_pins(replier.sliders(), &pins, occupied);
            lines = pinned.choose(limited, || lines);
        }
        Self::with_lines(sides, rays, pins, discoverers, lines)
    }

    /// Finds the replies from what the lines of both sides are.
    #[inline(always)]
    pub(super) fn with_lines(
        sides: &Sides<'_, W>,
        rays: [KingRay<W>; 8],
        pins: Pins<W>,
        discoverers: W,
        lines: [W; 8],
    ) -> Self {
        let &Sides { replier, movers, repliers, occupied, .. } = sides;
        let empty = !occupied;
        formula! { slides = Lanes(each_and(lines, !repliers)); }
        let third = empty.splat(third_rank(REPLIER));
        formula! { stepping = ahead::<W, REPLIER>(replier.pawns & !pins.except(Line::File)); }
        let (to_east, to_west) = capturing::<W, REPLIER>(replier.pawns, &pins);
        formula! {
            east = ahead_east::<W, REPLIER>(to_east);
            west = ahead_west::<W, REPLIER>(to_west);
            first_of_two = stepping & third & ahead::<W, MOVER>(empty);
            second_of_two = ahead::<W, REPLIER>(stepping & third & empty);
            leaps = Lanes(knight_steps(replier.knights & !pins.all));
        }
        let (slides, leaps) = (slides.0, leaps.0);
        Self {
            rays,
            pins,
            discoverers,
            lines,
            slides,
            leaps,
            leap_moves: each_and(leaps, !repliers),
            stepping,
            east,
            west,
            two_steps: first_of_two | second_of_two,
            pawns: PawnMoves {
                one: stepping & empty,
                two: second_of_two & empty,
                east: east & movers,
                west: west & movers,
            },
        }
    }

    /// Returns the number of replies after a pass.
    #[inline(always)]
    pub(super) fn base(
        &self,
        sides: &Sides<'_, W>,
        mover: &Mover<W>,
        castles: &[Castle; 2],
        rights: W,
    ) -> W {
        let attacked = mover.attacks.all;
        formula! {
            safe = around(sides.replier.king) & !sides.repliers & !attacked;
            castles = castling(castles, rights, sides.occupied, attacked, self.pins.all);
            pieces = self.base_of_pieces();
            base = pieces.wrapping_add(safe.count_ones()).wrapping_add(castles.count_ones());
        }
        base
    }

    /// Returns the number of replies after a pass, except those of the king.
    #[inline(always)]
    pub(super) fn base_of_pieces(&self) -> W {
        let PawnMoves { one, two, east, west } = self.pawns;
        let zero = one.splat(0);
        let mut base = total(&twenty(self.slides, self.leap_moves, [one, two, east, west], zero));
        let (ones, twos) = self.pawns.promotions::<REPLIER>();
        let any = ones | twos;
        if any.any() {
            // A promotion counts as four moves.
            let promotions = total(&[ones, twos]);
            let all = base.wrapping_add(promotions.wrapping_add(promotions.shl(1)));
            [base] = any.choose([all], || [base]);
        }
        base
    }

    /// Returns the squares where its pawns may affect the replies, even if in the end they do not.
    #[inline(always)]
    pub(super) fn pawn_squares(&self) -> W {
        self.stepping | self.east | self.west
    }
    /// Returns the squares where a piece affects promotions of its pawns.
    #[inline(always)]
    pub(super) fn promotion_squares(&self, sides: &Sides<'_, W>) -> W {
        let pawns = sides.replier.pawns;
        (self.pawn_squares() & pawns.splat(last_rank(REPLIER)))
            | (pawns & pawns.splat(rank_before_last(REPLIER)))
    }
}
