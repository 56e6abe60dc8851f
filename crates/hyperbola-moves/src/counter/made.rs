//! Makes the moves that a plan leaves over.

use hyperbola::masks::RAY_MASKS;
use hyperbola::word::{Vector, WordVisitor};
use hyperbola::{Bitboard, Direction, FrontDoor, Square, Word, knight_attacks};

use super::Counter;
use super::board::CounterBoard;
use super::castles::Castles;
use super::legal::{en_passant, take_lowest};
use super::nodes::{Eight, Moves, Nodes, packed, rows};
use super::pieces::{MOVER, REPLIER, ahead, pawn_attacks, rank_before_last};
use super::plan::{PROMOTION_STEPS, Plan, STEPS};
use crate::Role;

/// Makes the moves that the plan of a counter's nodes leaves over. This code uses no vectors, but
/// it uses the machine's bit instructions.
///
/// A move that only goes and captures waits as a move. Any other move waits as a position.
pub(super) struct MakeMoves<'a, 'b>(pub(super) &'a mut Counter<'b>);

/// The number of directions, and the distance in their list from a direction to its opposite.
const DIRECTIONS: u64 = Direction::ALL.len() as u64;
const WAY_BACK: u64 = Direction::East.opposite() as u64 - Direction::East as u64;

/// The differences that knights' steps add to a square, in the order of
/// [`knight_steps`](super::pieces::knight_steps).
const KNIGHT_STEPS: [u32; 8] = [17, 15, 10, 6, 64 - 17, 64 - 15, 64 - 10, 64 - 6];

impl WordVisitor for MakeMoves<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) {
        let Counter { castles, nodes, half, plan, quiet, checks, whole, besides, .. } = self.0;
        let nodes = Half { nodes, half: *half };
        quiet.is_rare |= nodes.may_promote_or_castle();
        let mut waiting = Waiting { first: 8 * nodes.half, quiet, checks };
        move_sliders(&nodes, plan, &mut waiting);
        move_knights(&nodes, plan, &mut waiting);
        move_others(&nodes, plan, &mut waiting);
        for lane in 0..8 {
            let promotions = plan.promotions.each_ref().map(|set| set[lane]);
            let [one, east, west] = promotions;
            let (taken, wings) = (plan.may_be_taken[lane], plan.castles[lane]);
            let en_passants = nodes.row(rows::EN_PASSANT)[lane];
            if (one | east | west) | (taken | wings | en_passants) == 0 {
                continue;
            }
            let node = nodes.nodes.get(8 * nodes.half + lane);
            after_promotions(castles, &node, promotions, |board| whole.put(board));
            let mut rest = taken;
            while rest != 0 {
                let to = 1_u64 << (take_lowest(&mut rest) & 63);
                *besides += captures_en_passant(castles, &node, to);
            }
            if en_passants != 0 {
                let mut pawns = en_passant::<FrontDoor, MOVER>(&node);
                while pawns != 0 {
                    let from = 1 << take_lowest(&mut pawns);
                    whole.put(&node.after_en_passant::<MOVER>(from));
                }
            }
            for wing in 0..2 {
                if wings >> wing & 1 == 1 {
                    whole.put(&node.after_castling::<MOVER>(castles, wing));
                }
            }
        }
    }
}

/// A half of the nodes.
struct Half<'a> {
    nodes: &'a Nodes,
    half: usize,
}

impl Half<'_> {
    #[inline(always)]
    fn row(&self, row: usize) -> &Eight {
        &self.nodes.0[row][self.half % 2]
    }

    /// Returns whether some replier may promote pawns or castle.
    #[inline(always)]
    fn may_promote_or_castle(&self) -> bool {
        let pawns = self.row(rows::REPLIER + rows::PAWNS);
        let rights = self.row(rows::RIGHTS_OF_REPLIER);
        let mut all = 0;
        for (pawns, rights) in pawns.iter().zip(rights) {
            all |= rights | (pawns & rank_before_last(REPLIER));
        }
        all != 0
    }
}

/// The waiting moves: those that give no check, and those that may.
struct Waiting<'a> {
    /// The place of the first node of the half.
    first: usize,
    quiet: &'a mut Moves,
    checks: &'a mut Moves,
}

impl Waiting<'_> {
    /// Stores the move of a node. The lowest bit of `checks` tells whether it may give check.
    #[inline(always)]
    fn put(&mut self, lane: usize, from: u32, to: u32, checks: u64) {
        let played = packed(self.first + lane, from, to);
        // It is written to both, because a branch would often be mispredicted.
        let is_check = checks & 1 == 1;
        self.quiet.put_if(!is_check, played);
        self.checks.put_if(is_check, played);
    }
}

/// Takes the moves of a group out of its sets. It is one loop for all of them, so that the branch
/// at its end is mispredicted once in all, not once for each node and kind.
macro_rules! for_each {
    ($sets:expr, $kinds:expr, |$lane:ident, $kind:ident, $to:ident| $block:block) => {{
        let sets = $sets.as_flattened_mut();
        let mut left = 0_u64;
        for (lane, kinds) in $kinds.iter().enumerate() {
            left |= kinds << (8 * lane);
        }
        // All nodes' moves of the first kind come first, as in the sets.
        let mut left = Word::transpose(left);
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            let ($kind, $lane) = (index / 8, index % 8);
            let set = &mut sets[index.min(sets.len() - 1)];
            let $to = set.trailing_zeros() & 63;
            *set &= set.wrapping_sub(1);
            if *set == 0 {
                left &= left - 1;
            }
            $block
        }
    }};
}

#[inline(always)]
fn move_sliders(nodes: &Half<'_>, plan: &mut Plan<Eight>, waiting: &mut Waiting<'_>) {
    let diagonal = nodes.row(rows::MOVER + rows::DIAGONAL);
    let orthogonal = nodes.row(rows::MOVER + rows::ORTHOGONAL);
    for_each!(&mut plan.sliders, plan.slider_kinds, |lane, direction, to| {
        // The slider is the nearest piece on the way back from its target. The way back leads down
        // for the first four directions.
        let is_positive = direction < 4;
        let back = (direction as u64 + WAY_BACK) % DIRECTIONS;
        let ray = RAY_MASKS.get(DIRECTIONS * u64::from(to) + back);
        let ray = ray & (diagonal[lane] | orthogonal[lane]);
        let from = if is_positive { 63 - ray.leading_zeros() } else { ray.trailing_zeros() } & 63;
        let checks = plan.discoverers[lane] >> from
            | (diagonal[lane] >> from & plan.bishop_checks[lane] >> to)
            | (orthogonal[lane] >> from & plan.rook_checks[lane] >> to);
        waiting.put(lane, from, to, checks);
    });
}

#[inline(always)]
fn move_knights(nodes: &Half<'_>, plan: &mut Plan<Eight>, waiting: &mut Waiting<'_>) {
    let enemy_kings = nodes.row(rows::REPLIER + rows::KING);
    for_each!(&mut plan.knights, plan.knight_kinds, |lane, step, to| {
        let from = to.wrapping_sub(KNIGHT_STEPS[step % 8]) & 63;
        let king = Bitboard(enemy_kings[lane]).first().unwrap_or(Square::A1);
        let checks = knight_attacks(king).0;
        waiting.put(lane, from, to, plan.discoverers[lane] >> from | checks >> to);
    });
}

/// Makes the moves of pawns and kings.
#[inline(always)]
fn move_others(nodes: &Half<'_>, plan: &mut Plan<Eight>, waiting: &mut Waiting<'_>) {
    let kings = nodes.row(rows::MOVER + rows::KING);
    let enemy_kings = nodes.row(rows::REPLIER + rows::KING);
    for_each!(&mut plan.others, plan.other_kinds, |lane, kind, to| {
        let is_king = kind >= STEPS.len();
        let of_pawn = to.wrapping_sub(STEPS[kind % STEPS.len()]);
        let from = if is_king { kings[lane].trailing_zeros() } else { of_pawn } & 63;
        let checks = pawn_attacks::<u64, REPLIER>(enemy_kings[lane]);
        let checks = if is_king { 0 } else { checks };
        waiting.put(lane, from, to, plan.discoverers[lane] >> from | checks >> to);
    });
}

/// Visits the positions after promotions, by [`PROMOTION_STEPS`].
#[inline(always)]
fn after_promotions(
    castles: &Castles,
    node: &CounterBoard,
    promotions: [u64; PROMOTION_STEPS.len()],
    mut visit: impl FnMut(&CounterBoard),
) {
    for (targets, step) in promotions.into_iter().zip(PROMOTION_STEPS) {
        let mut rest = targets;
        while rest != 0 {
            let to = 1_u64 << (take_lowest(&mut rest) & 63);
            let from = to.rotate_right(step);
            for role in Role::PROMOTIONS {
                visit(&node.after_promotion::<MOVER>(castles, role, from, to));
            }
        }
    }
}

/// Returns the number of captures en passant after a pawn's double step. These are added
/// separately.
#[inline(never)]
fn captures_en_passant(castles: &Castles, node: &CounterBoard, to: u64) -> u64 {
    let from = to.rotate_right(STEPS[1]);
    let mut after = node.after::<MOVER>(castles, Role::Pawn, from, to);
    after.en_passant = ahead::<u64, MOVER>(from);
    u64::from(en_passant::<FrontDoor, REPLIER>(&after).count_ones())
}
