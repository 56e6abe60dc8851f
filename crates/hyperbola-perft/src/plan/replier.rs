//! The side that moves after the mover, with the replies that it would have if the mover passed.

use hyperbola::word::Branch;
use hyperbola::{Lanes, Line, formula};
use hyperbola_rules::castling::{self, Castle};
use hyperbola_rules::digits::{total, twenty};
use hyperbola_rules::lines::{
    KingRay, Pins, each_and, each_direction, king_rays, slides_in_pins, union,
};
use hyperbola_rules::mover::{Mover, Sides};
use hyperbola_rules::moves::{PawnMoves, capturing};
use hyperbola_rules::pieces::{
    MOVER, REPLIER, ahead, ahead_east, ahead_west, around, knight_steps, last_rank,
    rank_before_last, third_rank,
};

/// The other side, with the replies that it would have if the mover passed.
pub(crate) struct Replier<W> {
    pub(crate) rays: [KingRay<W>; 8],
    pub(crate) pins: Pins<W>,
    /// The mover's pieces that open a check when they move.
    pub(crate) discoverers: W,
    /// The attacks of its sliders, limited by their pins, and their target squares.
    pub(crate) lines: [W; 8],
    pub(crate) slides: [W; 8],
    /// The squares that its knights attack, and their target squares, by step.
    pub(crate) leaps: [W; 8],
    pub(crate) leap_moves: [W; 8],
    /// The squares one step ahead of its pawns, and the squares that they attack to the east and to
    /// the west, limited by their pins.
    pub(crate) stepping: W,
    pub(crate) east: W,
    pub(crate) west: W,
    /// The two squares of a pawn's double step: each of them where the other one is empty.
    pub(crate) two_steps: W,
    /// The target squares of its pawns.
    pub(crate) pawns: PawnMoves<W>,
}

impl<W: Branch> Replier<W> {
    #[inline(always)]
    pub(crate) fn new(sides: &Sides<'_, W>, mover: &Mover<W>) -> Self {
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
    pub(crate) fn with_lines(
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
    pub(crate) fn base(
        &self,
        sides: &Sides<'_, W>,
        mover: &Mover<W>,
        castles: &[Castle; 2],
        rights: W,
    ) -> W {
        let attacked = mover.attacks.all;
        formula! {
            safe = around(sides.replier.king) & !sides.repliers & !attacked;
            castles = castling::possible(castles, rights, sides.occupied, attacked, self.pins.all);
            pieces = self.base_of_pieces();
            base = pieces.wrapping_add(safe.count_ones()).wrapping_add(castles.count_ones());
        }
        base
    }

    /// Returns the number of replies after a pass, except those of the king.
    #[inline(always)]
    pub(crate) fn base_of_pieces(&self) -> W {
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
    pub(crate) fn pawn_squares(&self) -> W {
        self.stepping | self.east | self.west
    }
    /// Returns the squares where a piece affects promotions of its pawns.
    #[inline(always)]
    pub(crate) fn promotion_squares(&self, sides: &Sides<'_, W>) -> W {
        let pawns = sides.replier.pawns;
        (self.pawn_squares() & pawns.splat(last_rank(REPLIER)))
            | (pawns & pawns.splat(rank_before_last(REPLIER)))
    }
}
