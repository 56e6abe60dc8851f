//! Makes the moves that a plan leaves over.

use hyperbola::masks::RAY_MASKS;
use hyperbola::word::{Vector, WordVisitor};
use hyperbola::{Bitboard, Direction, Square, Word, knight_attacks};

use super::board::CounterBoard;
use super::legal::{each, en_passant};
use super::nodes::{Eight, Nodes};
use super::queues::Queues;
use crate::plan::{Group, Plan};
use hyperbola_moves::Role;
use hyperbola_rules::castling::Castles;
use hyperbola_rules::pieces::{MOVER, REPLIER, ahead, pawn_attacks, rank_before_last};
use hyperbola_rules::sets::{KNIGHT_STEPS, PROMOTION_STEPS, STEPS};

/// Makes the moves that the plan of a half of the nodes leaves over. This code uses no vectors, but
/// it uses the machine's bit instructions.
///
/// A move that only goes and captures waits as a move. Any other move waits as a position.
pub(super) struct MakeMoves<'a> {
    pub(super) castles: &'a Castles,
    pub(super) nodes: &'a Nodes,
    pub(super) half: usize,
    pub(super) plan: &'a mut Plan<Eight>,
    pub(super) queues: &'a mut Queues,
    /// The number of positions that are counted here.
    pub(super) besides: &'a mut u64,
}

/// The number of directions, and the distance in their list from a direction to its opposite.
const DIRECTIONS: u64 = Direction::ALL.len() as u64;
const WAY_BACK: u64 = Direction::East.opposite() as u64 - Direction::East as u64;

impl WordVisitor for MakeMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(mut self, _: V::Token) {
        self.queues.quiet.is_rare |= self.may_promote_or_castle();
        self.move_sliders();
        self.move_knights();
        self.move_others();
        let Self { castles, nodes, half, plan, queues: Queues { whole, .. }, besides } = self;
        for lane in 0..8 {
            let promotions = plan.promotions.each_ref().map(|set| set[lane]);
            let [one, east, west] = promotions;
            let (taken, wings) = (plan.may_be_taken[lane], plan.castles[lane]);
            let en_passants = nodes.en_passant[half % 2][lane];
            if (one | east | west) | (taken | wings | en_passants) == 0 {
                continue;
            }
            let node = nodes.get(8 * half + lane);
            for (targets, step) in promotions.into_iter().zip(PROMOTION_STEPS) {
                for to in each(targets) {
                    for role in Role::PROMOTIONS {
                        let from = to.rotate_right(step);
                        whole.put(&node.after_promotion::<MOVER>(castles, role, from, to));
                    }
                }
            }
            for to in each(taken) {
                *besides += captures_en_passant(castles, &node, to);
            }
            if en_passants != 0 {
                for from in each(en_passant::<MOVER>(&node)) {
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

impl MakeMoves<'_> {
    /// Returns whether some replier may promote pawns or castle.
    #[inline(always)]
    fn may_promote_or_castle(&self) -> bool {
        let pawns = &self.nodes.replier.pawns[self.half % 2];
        let rights = &self.nodes.rights_of_replier[self.half % 2];
        let mut all = 0;
        for (pawns, rights) in pawns.iter().zip(rights) {
            all |= rights | (pawns & rank_before_last(REPLIER));
        }
        all != 0
    }

    #[inline(always)]
    fn move_sliders(&mut self) {
        let diagonal = &self.nodes.mover.diagonal[self.half % 2];
        let orthogonal = &self.nodes.mover.orthogonal[self.half % 2];
        let plan = &mut *self.plan;
        for (lane, direction, to) in Moves::of(&mut plan.sliders) {
            // The slider is the nearest piece on the way back from its target. The way back leads
            // down for the first four directions.
            let is_positive = direction < 4;
            let back = (direction as u64 + WAY_BACK) % DIRECTIONS;
            let ray = RAY_MASKS.get(DIRECTIONS * u64::from(to) + back);
            let ray = ray & (diagonal[lane] | orthogonal[lane]);
            let from =
                if is_positive { 63 - ray.leading_zeros() } else { ray.trailing_zeros() } & 63;
            let checks = plan.discoverers[lane] >> from
                | (diagonal[lane] >> from & plan.bishop_checks[lane] >> to)
                | (orthogonal[lane] >> from & plan.rook_checks[lane] >> to);
            self.queues.put(8 * self.half + lane, from, to, checks);
        }
    }

    #[inline(always)]
    fn move_knights(&mut self) {
        let enemy_kings = &self.nodes.replier.king[self.half % 2];
        let plan = &mut *self.plan;
        for (lane, step, to) in Moves::of(&mut plan.knights) {
            let from = to.wrapping_sub(KNIGHT_STEPS[step % 8]) & 63;
            let king = Bitboard(enemy_kings[lane]).first().unwrap_or(Square::A1);
            let checks = plan.discoverers[lane] >> from | knight_attacks(king).0 >> to;
            self.queues.put(8 * self.half + lane, from, to, checks);
        }
    }

    /// Makes the moves of pawns and kings.
    #[inline(always)]
    fn move_others(&mut self) {
        let kings = &self.nodes.mover.king[self.half % 2];
        let enemy_kings = &self.nodes.replier.king[self.half % 2];
        let plan = &mut *self.plan;
        for (lane, kind, to) in Moves::of(&mut plan.others) {
            let is_king = kind >= STEPS.len();
            let of_pawn = to.wrapping_sub(STEPS[kind % STEPS.len()]);
            let from = if is_king { kings[lane].trailing_zeros() } else { of_pawn } & 63;
            let checks = pawn_attacks::<u64, REPLIER>(enemy_kings[lane]);
            let checks = if is_king { 0 } else { checks };
            let checks = plan.discoverers[lane] >> from | checks >> to;
            self.queues.put(8 * self.half + lane, from, to, checks);
        }
    }
}

/// Takes the moves of a group out of its sets, one after another: for each move its lane, its kind
/// and its target square. It is one loop for all of them, so that the branch at its end is
/// mispredicted once in all, not once for each node and kind.
struct Moves<'a> {
    /// The sets by kind, and by lane in each kind.
    sets: &'a mut [u64],
    /// The indices of the sets that are not empty.
    filled: u64,
}

impl<'a> Moves<'a> {
    #[inline(always)]
    fn of<const N: usize>(group: &'a mut Group<Eight, N>) -> Self {
        let mut filled = 0;
        for (lane, kinds) in group.filled.iter().enumerate() {
            filled |= kinds << (8 * lane);
        }
        Self { sets: group.sets.as_flattened_mut(), filled: Word::transpose(filled) }
    }
}

impl Iterator for Moves<'_> {
    type Item = (usize, usize, u32);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.filled == 0 {
            return None;
        }
        let index = self.filled.trailing_zeros() as usize;
        let last = self.sets.len() - 1;
        let set = &mut self.sets[index.min(last)];
        let to = set.trailing_zeros() & 63;
        *set &= set.wrapping_sub(1);
        if *set == 0 {
            self.filled &= self.filled - 1;
        }
        Some((index % 8, index / 8, to))
    }
}

/// Returns the number of captures en passant after a pawn's double step. These are added
/// separately.
#[inline(never)]
fn captures_en_passant(castles: &Castles, node: &CounterBoard, to: u64) -> u64 {
    let from = to.rotate_right(STEPS[1]);
    let mut after = node.after::<MOVER>(castles, Role::Pawn, from, to);
    after.en_passant = ahead::<u64, MOVER>(from);
    u64::from(en_passant::<REPLIER>(&after).count_ones())
}
