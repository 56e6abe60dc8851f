//! One proof for each technique of the registry at the corners, on the edges and in the centre, and
//! of its sets; the command proves the rest of the squares.

use hyperbola::{Square, Technique};
use hyperbola_prove::{Scope, prove};
use libtest_mimic::{Arguments, Failed, Trial};

/// Squares of every kind: each corner, each edge, next to a corner, and the centre.
const SQUARES: [Square; 12] = [
    Square::A1,
    Square::H1,
    Square::A8,
    Square::H8,
    Square::D1,
    Square::A5,
    Square::H4,
    Square::E8,
    Square::B2,
    Square::G6,
    Square::D4,
    Square::E5,
];

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
