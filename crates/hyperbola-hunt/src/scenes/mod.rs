//! Positions made to hurt: each family makes one kind of position that generators get wrong.

mod castling;
mod pawns;
mod pieces;
mod scene;

use hyperbola_moves::{Color, Setup};

use crate::Situation;
use crate::dice::Dice;
use crate::situation::with_colors_exchanged;
use scene::Scene;

/// A family: its name and the function that makes one of its positions, or `None` if the pieces
/// did not fit. White moves; the other half are the same with the colours exchanged.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    make: fn(&mut Dice) -> Option<Scene>,
}

/// All families.
pub(crate) const FAMILIES: [Family; 16] = [
    Family { name: "en passant with pins", make: pawns::en_passant },
    Family { name: "double steps", make: pawns::before_double_step },
    Family { name: "promotions", make: pawns::promotions },
    Family { name: "pawns", make: pawns::many },
    Family { name: "castling", make: castling::ordinary },
    Family { name: "castling in Chess960", make: castling::chess960 },
    Family { name: "rights that end", make: castling::rights },
    Family { name: "rooks that are replaced", make: castling::replaced },
    Family { name: "checks", make: pieces::checks },
    Family { name: "double checks", make: pieces::double_checks },
    Family { name: "pins", make: pieces::pins },
    Family { name: "kings among attackers", make: pieces::king_walk },
    Family { name: "pieces at the edge", make: pieces::edge },
    Family { name: "many queens", make: pieces::queens },
    Family { name: "mixed", make: |dice| pieces::any(dice, 12) },
    Family { name: "crowds", make: |dice| pieces::any(dice, 28) },
];

/// Makes a position of a family. If `unreachable`, it may be one that no game leads to.
pub(crate) fn make(family: &Family, dice: &mut Dice, unreachable: bool) -> Option<Situation> {
    // Most families fit at the first try.
    for _ in 0..20 {
        let Some(Scene { setup, .. }) = (family.make)(dice) else { continue };
        let setup = if dice.one_in(2) { setup } else { with_colors_exchanged(&setup) };
        if let Some(situation) = made(with_valid_rights(setup), unreachable) {
            return Some(situation);
        }
    }
    None
}

/// Makes the situation of a setup. If `unreachable`, it may be one that no game leads to; otherwise
/// a check must have a last move that gave it.
fn made(setup: Setup, unreachable: bool) -> Option<Situation> {
    if unreachable { Situation::unreachable(setup).ok() } else { Situation::reached(setup) }
}

/// Returns the back ranks of Chess960 for each colour, in an order that the seed determines.
pub(crate) fn arrangements(seed: u64) -> Vec<(usize, Color)> {
    let colors = |number| Color::ALL.map(|color| (number, color));
    let mut all: Vec<_> = (0..castling::BACK_RANKS).flat_map(colors).collect();
    let mut dice = Dice::new(seed, u64::MAX, u64::MAX);
    for last in (1..all.len()).rev() {
        all.swap(last, dice.below(last + 1));
    }
    all
}

/// Makes a position in which a colour may castle from a back rank of Chess960.
pub(crate) fn arranged(
    (number, color): (usize, Color),
    dice: &mut Dice,
    unreachable: bool,
) -> Option<Situation> {
    // About every third one fits.
    let setups = (0..100).filter_map(|_| castling::arranged(dice, number));
    let of_color = |setup: &Setup| match color {
        Color::White => *setup,
        Color::Black => with_colors_exchanged(setup),
    };
    setups.map(|scene| of_color(&scene.setup)).find_map(|setup| made(setup, unreachable))
}

/// Drops the en passant square if it does not fit.
fn with_valid_rights(setup: Setup) -> Setup {
    let without = Setup { en_passant: None, ..setup };
    if setup.position().is_err() && without.position().is_ok() { without } else { setup }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use hyperbola_moves::{CastlingSide, Move};

    use super::*;
    use crate::explain::rules::{self, Rule};

    #[test]
    fn every_family_makes_positions_and_the_same_for_the_same_seed() {
        for (number, family) in FAMILIES.iter().enumerate() {
            let make = |round| {
                let mut dice = Dice::new(7, round, number as u64);
                make(family, &mut dice, false).map(|situation| situation.fen())
            };
            let fens: Vec<_> = (0..50).map(make).collect();
            let made = fens.iter().flatten().count();
            assert!(made >= 45, "{}: {made}", family.name);
            assert_eq!(fens, (0..50).map(make).collect::<Vec<_>>());
            let sides = [" w ", " b "]
                .map(|side| fens.iter().flatten().filter(|fen| fen.contains(side)).count());
            assert!(sides.iter().all(|&side| side > 9), "{}: {sides:?}", family.name);
        }
    }

    #[test]
    fn each_pass_has_every_arrangement_and_some_have_each_obstacle() {
        /// A few passes come to every obstacle of every arrangement.
        const PASSES: usize = 4;
        let arrangements = arrangements(7);
        let mut seen = BTreeMap::new();
        let turns = arrangements.iter().cycle().take(PASSES * arrangements.len());
        for (turn, &(number, color)) in turns.enumerate() {
            let mut dice = Dice::new(7, turn as u64, 0);
            let made = arranged((number, color), &mut dice, false);
            let made = made.unwrap_or_else(|| panic!("{number} does not fit"));
            let position = made.position();
            assert_eq!(position.side_to_move(), color);
            let king = position.king(color);
            let rights = position.castling_rights();
            let rooks = CastlingSide::ALL.map(|side| rights.rook(color, side));
            let [Some(_), Some(_)] = rooks else { panic!("{number} lacks a right") };
            let rules: &mut BTreeSet<_> = seen.entry((color, king, rooks)).or_default();
            for rook in rooks.into_iter().flatten() {
                let castling = Move::new(king, rook);
                let is_legal = position.is_legal(castling);
                rules.insert((!is_legal).then(|| rules::extra(position, castling, None).rule));
            }
            if turn + 1 == arrangements.len() {
                // Each colour has 56 ways to put a king between two rooks on eight files.
                assert_eq!(seen.len(), 2 * 56);
            }
        }
        for (arrangement, rules) in seen {
            let has = |rule: Rule| rules.contains(&Some(rule));
            assert!(rules.contains(&None), "{arrangement:?} never castles");
            assert!(has(Rule::CastlingOccupied), "{arrangement:?}: {rules:?}");
            let is_attacked = has(Rule::CastlingFromCheck)
                || has(Rule::CastlingThroughCheck)
                || has(Rule::CastlingIntoCheck);
            assert!(is_attacked, "{arrangement:?}: {rules:?}");
        }
        let numbers: BTreeSet<_> = arrangements.iter().map(|&(number, _)| number).collect();
        assert_eq!((arrangements.len(), numbers.len()), (2 * 960, 960));
        assert_ne!(arrangements, super::arrangements(8));
    }
}
