//! Makes the moves that a plan leaves.

use hyperbola::FrontDoor;
use hyperbola::word::{Vector, WordVisitor};

use super::Counter;
use super::board::Board;
use super::castles::Castles;
use super::legal::{RAYS, en_passant, take_lowest};
use super::pieces::{ahead, pawn_attacks, rank_before_last};
use crate::Role;
use crate::tables::KNIGHT_ATTACKS;

/// Makes the moves that the plan of a counter's nodes leaves, where `WHITE` is to move. Nothing of it
/// is vectors, but it takes the machine's instructions for bits.
///
/// What does no more than go and capture waits as a move, everything else as a position.
pub(super) struct MakeMoves<'a, 'b, const WHITE: bool>(pub(super) &'a mut Counter<'b>);

/// What knights' steps add to a square, in the order of [`knight_steps`](super::pieces::knight_steps).
const KNIGHT_STEPS: [u32; 8] = [17, 15, 10, 6, 64 - 17, 64 - 15, 64 - 10, 64 - 6];

/// What pawns' steps add to a square, White's and Black's: one step, two steps, captures to the east
/// and to the west. The king is no pawn.
const PAWN_STEPS: [[u32; 5]; 2] = [[8, 16, 9, 7, 0], [64 - 8, 64 - 16, 64 - 7, 64 - 9, 0]];

impl<const WHITE: bool> WordVisitor for MakeMoves<'_, '_, WHITE> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) {
        let Counter { castles, nodes, half, plan, quiet, checks: in_check, whole, besides, .. } =
            self.0;
        let words = nodes.0.each_ref().map(|halves| &halves[*half % 2]);
        let [_, _, diagonal, orthogonal, king, enemy_pawns, .., enemy_king, rights, _, en_passants] =
            words;
        let place = 8 * *half;
        let rare =
            |all, lane: usize| all | rights[lane] | (enemy_pawns[lane] & rank_before_last(!WHITE));
        quiet.is_rare |= (0..8).fold(0, rare) != 0;
        macro_rules! put {
            ($lane:expr, $from:expr, $to:expr, $checks:expr) => {{
                let moves = if $checks & $to != 0 { &mut *in_check } else { &mut *quiet };
                moves.put(place + $lane, $from, $to);
            }};
        }
        // All moves of a group in one loop: its end is guessed wrong once, not once a node and kind.
        macro_rules! for_each {
            ($sets:ident, $kinds:ident, |$lane:ident, $kind:ident, $to:ident| $block:block) => {{
                let mut left = 0_u64;
                for (lane, kinds) in plan.$kinds.iter().enumerate() {
                    left |= kinds << (8 * lane);
                }
                while left != 0 {
                    let index = left.trailing_zeros() as usize;
                    let ($lane, $kind) = (index / 8 % 8, (index % 8).min(plan.$sets.len() - 1));
                    let set = &mut plan.$sets[$kind][$lane];
                    let $to = *set & set.wrapping_neg();
                    *set ^= $to;
                    if *set == 0 {
                        left &= left - 1;
                    }
                    $block
                }
            }};
        }
        let mask = |is: bool| 0_u64.wrapping_sub(u64::from(is));

        for_each!(sliders, slider_kinds, |lane, direction, to| {
            // The slider is the nearest back from there: the ray back goes down for the first four
            // directions.
            let back = RAYS[to.trailing_zeros() as usize % 64][(direction + 4) % 8];
            let ray = back & (diagonal[lane] | orthogonal[lane]);
            let highest = (1 << 63) >> ray.leading_zeros();
            let from = if direction < 4 { highest } else { ray & ray.wrapping_neg() };
            let checks = mask(plan.discoverers[lane] & from != 0)
                | (mask(diagonal[lane] & from != 0) & plan.bishop_checks[lane])
                | (mask(orthogonal[lane] & from != 0) & plan.rook_checks[lane]);
            put!(lane, from, to, checks);
        });
        for_each!(knights, knight_kinds, |lane, step, to| {
            let from = to.rotate_right(KNIGHT_STEPS[step]);
            let checks = KNIGHT_ATTACKS[enemy_king[lane].trailing_zeros() as usize % 64].0;
            put!(lane, from, to, checks | mask(plan.discoverers[lane] & from != 0));
        });
        for_each!(others, other_kinds, |lane, kind, to| {
            let from = to.rotate_right(PAWN_STEPS[usize::from(!WHITE)][kind]);
            let from = if kind == 4 { king[lane] } else { from };
            let checks = if WHITE {
                pawn_attacks::<u64, false>(enemy_king[lane])
            } else {
                pawn_attacks::<u64, true>(enemy_king[lane])
            };
            let checks = if kind == 4 { 0 } else { checks };
            put!(lane, from, to, checks | mask(plan.discoverers[lane] & from != 0));
        });

        for lane in 0..8 {
            let [one, east, west] = plan.promotions.each_ref().map(|set| set[lane]);
            let (taken, wings) = (plan.may_be_taken[lane], plan.castles[lane]);
            if (one | east | west) | (taken | wings | en_passants[lane]) == 0 {
                continue;
            }
            let node = nodes.get::<WHITE>(place + lane);
            for (targets, step) in [one, east, west].into_iter().zip([0, 2, 3]) {
                let mut rest = targets;
                while rest != 0 {
                    let to = 1_u64 << (take_lowest(&mut rest) & 63);
                    let from = to.rotate_right(PAWN_STEPS[usize::from(!WHITE)][step]);
                    for role in Role::PROMOTIONS {
                        whole.put::<WHITE>(&node.after_promotion::<WHITE>(castles, role, from, to));
                    }
                }
            }
            let mut rest = taken;
            while rest != 0 {
                let to = 1_u64 << (take_lowest(&mut rest) & 63);
                *besides += captures_en_passant::<WHITE>(castles, &node, to);
            }
            if en_passants[lane] != 0 {
                let mut pawns = en_passant::<FrontDoor, WHITE>(&node);
                while pawns != 0 {
                    let from = 1 << take_lowest(&mut pawns);
                    whole.put::<WHITE>(&node.after_en_passant::<WHITE>(from));
                }
            }
            for wing in 0..2 {
                if wings >> wing & 1 == 1 {
                    whole.put::<WHITE>(&node.after_castling::<WHITE>(castles, wing));
                }
            }
        }
    }
}

/// Returns the number of captures en passant after a pawn's two steps, which are added by
/// themselves.
#[inline(never)]
fn captures_en_passant<const WHITE: bool>(castles: &Castles, node: &Board, to: u64) -> u64 {
    let from = if WHITE { to >> 16 } else { to << 16 };
    let mut after = node.after::<WHITE>(castles, Role::Pawn, from, to);
    after.en_passant = ahead::<u64, WHITE>(from);
    let pawns = if WHITE {
        en_passant::<FrontDoor, false>(&after)
    } else {
        en_passant::<FrontDoor, true>(&after)
    };
    u64::from(pawns.count_ones())
}
