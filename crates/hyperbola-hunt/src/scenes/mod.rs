//! Positions made to hurt: each family makes one kind of position that generators get wrong.

mod castling;
mod pawns;
mod pieces;
mod scene;

use hyperbola_moves::Setup;

use crate::Situation;
use crate::dice::Dice;
use crate::situation::with_colors_exchanged;
use scene::Scene;

/// A family: its name and the function that makes one of its positions, or nothing if the pieces
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
    Family { name: "mixed", make: pieces::mixed },
    Family { name: "crowds", make: pieces::crowd },
];

/// Makes a position of a family. If `unreachable`, it may be one that no game leads to.
pub(crate) fn make(family: &Family, dice: &mut Dice, unreachable: bool) -> Option<Situation> {
    // Most families fit at the first try.
    for _ in 0..20 {
        let Some(Scene { setup, .. }) = (family.make)(dice) else { continue };
        let setup = if dice.one_in(2) { setup } else { with_colors_exchanged(&setup) };
        let setup = with_valid_rights(setup);
        let made = if unreachable { Situation::unreachable(setup) } else { Situation::new(setup) };
        if let Ok(situation) = made {
            return Some(situation);
        }
    }
    None
}

/// Drops the en passant square if it does not fit.
fn with_valid_rights(setup: Setup) -> Setup {
    let without = Setup { en_passant: None, ..setup };
    if setup.position().is_err() && without.position().is_ok() { without } else { setup }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
