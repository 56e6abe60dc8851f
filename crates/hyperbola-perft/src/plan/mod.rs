//! Counts the replies to most moves without making them, for one position in each lane.
//!
//! The *base* is the number of the replier's legal moves if the mover passed: the sum that
//! [`replies`](hyperbola_rules::replies) counts. A move that leaves the replier's king moves, pins
//! and checks as they are, and its castling and promotions too, changes this sum only at its two
//! squares:
//!
//! - the square that it leaves opens: the replier's sliders that reach it also reach the squares
//!   beyond, and pawns may step onto it; pawns that attack it lose a capture;
//! - the square that it reaches closes, if it was empty: the sliders that reach it lose the squares
//!   beyond, and pawns their steps; pawns that attack it win a capture;
//! - a captured piece loses its moves, and those that guarded it may recapture.
//!
//! Each of these changes depends on one square and on the position before the move. So each square
//! has a number ([`numbers`](self::numbers)): how many replies a piece takes away when it comes
//! there, and gives back when it leaves. Then
//!
//! ```text
//! replies after a move = base + number(from) - number(to)
//! ```
//!
//! This is wrong if the two squares are not independent, for example if a piece moves along the
//! line of a slider that attacks it. The moves for which it is right are *neutral*
//! ([`neutral`](self::neutral) has the conditions). They need not be made, and not even be looked
//! at one by one: their replies are the base times their number, and the numbers of the squares
//! that they leave and reach are added up for whole sets at once. All other moves remain and are
//! made.

pub mod alone;
pub(crate) mod limits;
mod lone;
mod neutral;
pub(crate) mod numbers;
pub(crate) mod replier;

use hyperbola::word::Branch;
use hyperbola::{Direction, Line, formula};

use self::neutral::Neutral;
use self::replier::Replier;
use hyperbola_rules::castling::{BothRights, Castles};
use hyperbola_rules::lines::{by_line, each_direction, each_without};
use hyperbola_rules::mover::{Mover, Sides};
use hyperbola_rules::moves::PawnMoves;
use hyperbola_rules::pieces::{MOVER, Pieces, REPLIER, ahead, beside, last_rank};

/// The replies to the neutral moves of positions, and the moves that remain to be made.
///
/// The sets up to `promotions`, and `castles`, have the target squares of the moves that remain,
/// each those of one kind. The kind and the target square together tell where a move comes from.
/// The other sets help to make these moves. Captures en passant by the mover are made apart.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Plan<W> {
    /// The number of replies to all neutral moves.
    pub(crate) replies: W,
    /// The moves of sliders, by direction.
    pub(crate) sliders: Group<W, 8>,
    /// The moves of knights, by step in the order of
    /// [`knight_steps`](hyperbola_rules::pieces::knight_steps).
    pub(crate) knights: Group<W, 8>,
    /// The moves of pawns that are not promoted, by [`STEPS`](hyperbola_rules::sets::STEPS), then
    /// the moves of the king.
    pub(crate) others: Group<W, 5>,
    /// The moves of pawns that are promoted, by
    /// [`PROMOTION_STEPS`](hyperbola_rules::sets::PROMOTION_STEPS).
    pub(crate) promotions: [W; 3],
    /// The double steps after which it takes a closer look whether a pawn may capture en passant.
    pub(crate) may_be_taken: W,
    /// The castling moves.
    pub(crate) castles: W,
    /// The squares from which a rook or a queen gives check.
    pub(crate) rook_checks: W,
    /// The squares from which a bishop or a queen gives check.
    pub(crate) bishop_checks: W,
    /// The pieces that open a check when they move.
    pub(crate) discoverers: W,
}

/// The moves of a group of kinds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group<W, const N: usize> {
    /// The target squares of each kind.
    pub(crate) sets: [W; N],
    /// The kinds whose sets are not empty: bit i stands for kind i.
    pub(crate) filled: W,
}

impl<W: Default, const N: usize> Default for Group<W, N> {
    fn default() -> Self {
        Self { sets: core::array::from_fn(|_| W::default()), filled: W::default() }
    }
}

impl<W: Branch, const N: usize> Group<W, N> {
    #[inline(always)]
    fn new(sets: [W; N]) -> Self {
        let mut filled = sets[0].splat(0);
        for (kind, set) in sets.iter().enumerate() {
            filled = filled | (!set.zero_mask() & set.splat(1 << kind));
        }
        Self { sets, filled }
    }
}

/// Plans the mover's moves. With `FEW` fewer moves remain where there are few kinds of pieces:
/// moves of lone rooks are counted too, and moves of pawns that change what the king may do.
#[inline(always)]
pub(crate) fn plan<W: Branch, const FEW: bool>(
    mover: &Pieces<W>,
    replier: &Pieces<W>,
    castles: &Castles,
    rights: BothRights<W>,
) -> Plan<W> {
    let sides = Sides::new(mover, replier);
    let mover = Mover::new(&sides);
    let replier = Replier::new(&sides, &mover);
    let castles_of_replier = castles.side(REPLIER);
    let neutral = Neutral::new::<FEW>(&sides, &mover, castles_of_replier, rights.replier, &replier);

    let PawnMoves { one, two, east, west } = mover.pawn_moves(&sides);
    let last = one.splat(last_rank(MOVER));
    let [rank, file, diagonal, anti_diagonal] =
        by_line(each_direction!(|direction| replier.rays[direction as usize].first));
    let captures = CapturesEnPassant::new(&sides, &replier, two);
    Plan {
        replies: neutral.replies.wrapping_add(captures.count()),
        sliders: Group::new(each_without(mover.slider_moves(), neutral.sliders)),
        knights: Group::new(each_without(mover.knight_moves(&sides), neutral.knights())),
        others: Group::new([
            one & !(neutral.pawns.one | last),
            two & !neutral.pawns.two,
            east & !(neutral.pawns.east | last),
            west & !(neutral.pawns.west | last),
            mover.king_moves(&sides) & !neutral.king,
        ]),
        promotions: [one & last, east & last, west & last],
        may_be_taken: captures.left_out,
        castles: mover.castles(&sides, castles.side(MOVER), rights.mover),
        rook_checks: rank | file,
        // Without a diagonal slider of the mover no bishop gives check: the set may be empty.
        bishop_checks: (diagonal | anti_diagonal) & !sides.mover.diagonal.zero_mask(),
        discoverers: replier.discoverers,
    }
}

/// Finds the captures en passant after White's double steps, as the plan does.
#[inline(always)]
pub(crate) fn captures_en_passant<W: Branch>(
    mover: &Pieces<W>,
    replier: &Pieces<W>,
) -> CapturesEnPassant<W> {
    let sides = Sides::new(mover, replier);
    let mover = Mover::new(&sides);
    let replier = Replier::new(&sides, &mover);
    CapturesEnPassant::new(&sides, &replier, mover.pawn_moves(&sides).two)
}

/// The captures en passant after double steps, by the squares that these go to.
///
/// A pawn beside the moved pawn may capture it, if neither is on a line between the replier's king
/// and a slider: the first may be pinned, and the second may open a check. These are left out. No
/// line between the king and a slider goes through the squares of both pawns before the double
/// step. A pawn that is pinned along its rank never may: the capture takes both pawns off the rank
/// between the king and the slider.
#[derive(Debug, Clone, Copy)]
pub struct CapturesEnPassant<W> {
    /// The double steps.
    pub two: W,
    /// Those after which a pawn to the west may capture, and it is counted.
    pub from_west: W,
    /// Those after which a pawn to the east may capture, and it is counted.
    pub from_east: W,
    /// Those that are left out: after them nothing is counted.
    pub left_out: W,
}

impl<W: Branch> CapturesEnPassant<W> {
    #[inline(always)]
    fn new(sides: &Sides<'_, W>, replier: &Replier<W>, two: W) -> Self {
        let first = replier.discoverers;
        let pawns = sides.replier.pawns & !replier.pins.lines[Line::Rank as usize];
        let opened = ahead::<W, MOVER>(ahead::<W, MOVER>(first));
        formula! {
            left_out = two & beside(pawns) & (opened | beside(pawns & replier.pins.all));
            counted = two & !left_out;
        }
        let from_west = counted & Direction::East.shift(pawns);
        let from_east = counted & Direction::West.shift(pawns);
        Self { two, from_west, from_east, left_out }
    }

    /// Returns the number of captures that are counted.
    #[inline(always)]
    fn count(&self) -> W {
        // Both sets lie on one rank. One is moved to the next, so that one count serves both.
        (self.from_west | ahead::<W, MOVER>(self.from_east)).count_ones()
    }
}
