//! One proof for each technique of the registry at a square of each kind, and of its sets. The
//! command proves the rest of the squares.

use hyperbola::{Square, Technique};
use hyperbola_prove::{Scope, prove};
use libtest_mimic::{Arguments, Failed, Trial};

/// A square of each kind: in a corner, on an edge, next to a corner, and in the centre.
const SQUARES: [Square; 4] = [Square::A1, Square::D1, Square::B2, Square::D4];

fn main() {
    let proof = |&technique: &Technique| {
        Trial::test(format!("{technique}::is_proved"), move || {
            let mut scope = Scope::default();
            scope.squares = SQUARES.to_vec();
            let proved = prove(technique, &scope, &|| ()).map_err(Failed::from)?;
            // At the least the three pieces and the two at once, and that a toggle is right.
            let equations = 6 * SQUARES.len() as u64;
            let enough = proved.equations >= equations;
            if enough { Ok(()) } else { Err(format!("{proved:?}, expected {equations}").into()) }
        })
    };
    let trials = Technique::ALL.iter().map(proof).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
