//! Makes the moves that a plan leaves.

use hyperbola::FrontDoor;
use hyperbola::word::{Vector, WordVisitor};

use super::Counter;
use super::board::Board;
use super::castles::Castles;
use super::legal::{KNIGHT_ATTACKS, RAYS, en_passant, take_lowest};
use super::pieces::{Pieces, ahead, beside, last_rank, pawn_attacks, rank_before_last};
use crate::Role;

/// Makes the moves that the plan of a counter's nodes leaves, where `WHITE` is to move; the positions
/// after them wait. Nothing of it is vectors, but it takes the machine's instructions for bits.
pub(super) struct MakeMoves<'a, 'b, const WHITE: bool>(pub(super) &'a mut Counter<'b>);

impl<const WHITE: bool> WordVisitor for MakeMoves<'_, '_, WHITE> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) {
        let Counter { castles, nodes, plan, quiet, checks: in_check, besides, .. } = self.0;
        for (lane, node) in nodes.iter().enumerate() {
            let (own, enemy) = (node.own::<WHITE>(), node.enemy::<WHITE>());
            let rights = u64::from(node.rights.of(!WHITE));
            quiet.is_rare |= rights != 0 || enemy.pawns & rank_before_last(!WHITE) != 0;
            let discoverers = plan.discoverers[lane];
            let enemy_king = enemy.king.trailing_zeros() as usize & 63;
            macro_rules! put {
                ($to:expr, $checks:expr, $after:expr) => {{
                    let mut left = *enemy;
                    left.remove($to);
                    let lost = if rights == 0 { 0 } else { castles.rights_of_rooks(!WHITE, $to) };
                    let queue = if $checks { &mut *in_check } else { &mut *quiet };
                    queue.put(&left, &$after, rights & !u64::from(lost));
                }};
            }

            // The sliders' moves of all directions in one loop: its end is guessed wrong once, not
            // eight times.
            let mut targets = [0; 8];
            let mut directions = 0_u32;
            for (direction, targets) in targets.iter_mut().enumerate() {
                *targets = plan.sliders[direction][lane];
                directions |= u32::from(*targets != 0) << direction;
            }
            let all_sliders = own.diagonal | own.orthogonal;
            let checks_of_rooks = plan.rook_checks[lane];
            let checks_of_bishops = plan.bishop_checks[lane];
            while directions != 0 {
                let direction = directions.trailing_zeros() as usize & 7;
                let set = targets[direction];
                let to = set & set.wrapping_neg();
                let rest = set ^ to;
                targets[direction] = rest;
                directions = if rest == 0 { directions & (directions - 1) } else { directions };
                // The slider is the nearest back from there: the ray back goes down for the first
                // four directions.
                let ray =
                    RAYS[to.trailing_zeros() as usize & 63][(direction + 4) % 8] & all_sliders;
                let highest = (1 << 63) >> ray.leading_zeros();
                let from = if direction < 4 { highest } else { ray & ray.wrapping_neg() };
                let mask = |is: bool| 0_u64.wrapping_sub(u64::from(is));
                let diagonal = mask(own.diagonal & from != 0);
                let orthogonal = mask(own.orthogonal & from != 0);
                let checks = mask(discoverers & from != 0)
                    | (diagonal & checks_of_bishops)
                    | (orthogonal & checks_of_rooks);
                let both = from | to;
                let after = Pieces {
                    diagonal: own.diagonal ^ (both & diagonal),
                    orthogonal: own.orthogonal ^ (both & orthogonal),
                    ..*own
                };
                put!(to, checks & to != 0, after);
            }

            let mut set = plan.knights[lane];
            while set != 0 {
                let square = usize::from(take_lowest(&mut set) & 63);
                let from = 1_u64 << square;
                let mut targets = KNIGHT_ATTACKS[square] & plan.target[lane];
                if plan.knights_neutral[lane] & from != 0 {
                    targets &= !plan.knights_done[lane];
                }
                let checks =
                    if discoverers & from != 0 { u64::MAX } else { KNIGHT_ATTACKS[enemy_king] };
                while targets != 0 {
                    let to = 1_u64 << take_lowest(&mut targets);
                    let after = Pieces { knights: own.knights ^ (from | to), ..*own };
                    put!(to, checks & to != 0, after);
                }
            }

            let mut targets = plan.king[lane];
            while targets != 0 {
                let to = 1_u64 << take_lowest(&mut targets);
                put!(to, discoverers & own.king != 0, Pieces { king: to, ..*own });
            }

            let [one, two, east, west] = &plan.pawns;
            let (one, two) = (one[lane], two[lane]);
            let (east, west) = (east[lane], west[lane]);
            if (one | two) | (east | west) != 0 {
                let steps = if WHITE {
                    [(one, 8), (two, 16), (east, 9), (west, 7)]
                } else {
                    [(one, -8), (two, -16), (east, -7), (west, -9)]
                };
                let checks = if WHITE {
                    pawn_attacks::<u64, false>(enemy.king)
                } else {
                    pawn_attacks::<u64, true>(enemy.king)
                };
                for (kind, (targets, step)) in steps.into_iter().enumerate() {
                    let mut rest = targets;
                    while rest != 0 {
                        let square = take_lowest(&mut rest);
                        let to = 1_u64 << (square & 63);
                        let from = 1_u64 << (square.wrapping_add_signed(-step) & 63);
                        if to & last_rank(WHITE) != 0 {
                            for role in Role::PROMOTIONS {
                                let mut after = Pieces { pawns: own.pawns ^ from, ..*own };
                                after.put(role, to);
                                put!(to, true, after);
                            }
                            continue;
                        }
                        let after = Pieces { pawns: own.pawns ^ (from | to), ..*own };
                        put!(to, discoverers & from != 0 || checks & to != 0, after);
                        if kind == 1 && beside(to) & enemy.pawns != 0 {
                            *besides += captures_en_passant::<WHITE>(castles, node, from, to);
                        }
                    }
                }
            }
            if node.en_passant != 0 {
                let mut pawns = en_passant::<FrontDoor, WHITE>(node);
                while pawns != 0 {
                    let after = node.after_en_passant::<WHITE>(1 << take_lowest(&mut pawns));
                    in_check.put(after.enemy::<WHITE>(), after.own::<WHITE>(), rights);
                }
            }
            let wings = plan.castles[lane];
            if wings != 0 {
                for wing in 0..2 {
                    if wings >> wing & 1 == 1 {
                        in_check.put(enemy, &castles.castled(own, WHITE, wing), rights);
                    }
                }
            }
        }
    }
}

/// Returns the number of captures en passant after a pawn's two steps, which are added by
/// themselves.
#[inline(never)]
fn captures_en_passant<const WHITE: bool>(
    castles: &Castles,
    node: &Board,
    from: u64,
    to: u64,
) -> u64 {
    let mut after = node.after::<WHITE>(castles, Role::Pawn, from, to);
    after.en_passant = ahead::<u64, WHITE>(from);
    let pawns = if WHITE {
        en_passant::<FrontDoor, false>(&after)
    } else {
        en_passant::<FrontDoor, true>(&after)
    };
    u64::from(pawns.count_ones())
}
