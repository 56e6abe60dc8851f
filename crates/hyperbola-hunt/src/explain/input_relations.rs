//! Which rule a wrong number breaks that stands in the place of a right one.

use hyperbola_inputs::{Block, Meaning};
use hyperbola_moves::Square;

use super::input_words::pieces_of;
use crate::Rule;

/// Returns the rule that is broken if an input stands in the place of another one of its block, if
/// they differ in one thing.
pub(super) fn relation(block: &Block, wanted: Meaning, found: Meaning) -> Option<Rule> {
    match (wanted, found, block) {
        (
            Meaning::Piece { bucket, plane, square },
            Meaning::Piece { bucket: other_bucket, plane: other_plane, square: other_square },
            Block::Pieces(pieces),
        ) => {
            let turned = square.index() ^ other_square.index();
            let is_bucket = bucket == other_bucket;
            let is_other_side = {
                let other: Vec<_> = pieces_of(&pieces.planes, other_plane).collect();
                pieces_of(&pieces.planes, plane).all(|mut piece| {
                    piece.color = !piece.color;
                    other.contains(&piece)
                })
            };
            match (turned, is_bucket, plane == other_plane) {
                (0, false, true) => Some(Rule::InputBucket),
                (7, _, true) => Some(Rule::InputFiles),
                (56 | 63, true, true) => Some(Rule::InputRanks),
                (56 | 63, true, false) if is_other_side => Some(Rule::InputView),
                (0, true, false) if is_other_side => Some(Rule::InputSide),
                (0, true, false) => Some(Rule::InputPlane),
                _ => None,
            }
        }
        (Meaning::Threat { .. }, Meaning::Threat { .. }, _) => threat_relation(wanted, found),
        (Meaning::Pair(wanted), Meaning::Pair(found), _) => {
            let is = |turn: u8, is_other: bool| {
                let turned = wanted.map(|(color, square)| {
                    let color = if is_other { !color } else { color };
                    (color, Square::from_index_wrapping(square.index() ^ turn))
                });
                turned == found || [turned[1], turned[0]] == found
            };
            match () {
                () if is(7, false) => Some(Rule::InputFiles),
                () if is(56, false) || is(63, false) => Some(Rule::InputRanks),
                () if is(56, true) || is(63, true) => Some(Rule::InputView),
                () if is(0, true) => Some(Rule::InputSide),
                () => None,
            }
        }
        _ => None,
    }
}

fn threat_relation(wanted: Meaning, found: Meaning) -> Option<Rule> {
    let (
        Meaning::Threat { attacker, from, victim, to },
        Meaning::Threat { attacker: one, from: one_from, victim: other, to: other_to },
    ) = (wanted, found)
    else {
        return None;
    };
    let turned = (from.index() ^ one_from.index(), to.index() ^ other_to.index());
    let is_side = (attacker.color == one.color, victim.color == other.color);
    let is_role = (attacker.role == one.role, victim.role == other.role);
    match (turned, is_role, is_side) {
        ((0, 0), (true, true), (true, false)) => Some(Rule::InputVictimSide),
        ((0, 0), (true, true), (false, true)) => Some(Rule::InputAttacker),
        ((0, 0), (true, true), (false, false)) => Some(Rule::InputSide),
        ((0, 0), (true, false), (true, true)) => Some(Rule::InputVictimOrder),
        ((0, 0), (false, true), (true, true)) => Some(Rule::InputAttacker),
        ((7, 7), (true, true), (true, true)) => Some(Rule::InputFiles),
        ((56, 56) | (63, 63), (true, true), (true, true)) => Some(Rule::InputRanks),
        ((56, 56) | (63, 63), (true, true), (false, false)) => Some(Rule::InputView),
        _ if (one, one_from, other, other_to) == (victim, to, attacker, from)
            && attacker.role == victim.role =>
        {
            Some(Rule::InputOnce)
        }
        ((0, 1..), (true, true), (true, true)) => Some(Rule::InputPlace),
        _ => None,
    }
}
