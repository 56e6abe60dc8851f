//! The positions that the tests of all bridges convert.

use hyperbola_moves::Position;

#[path = "../../crates/hyperbola-moves/tests/moves/support/suites.rs"]
#[expect(dead_code, reason = "the counts are for perft")]
mod suites;

const SUITES: [&str; 7] =
    ["chess960", "classic", "double-checks", "en-passant", "random", "single-checks", "six"];

/// Returns the positions of all perft suites, and those of `valid.fens`, many of them of Chess960.
pub(crate) fn all() -> Vec<Position> {
    let cases = SUITES.into_iter().flat_map(suites::suite);
    let mut positions: Vec<Position> = cases.map(|case| case.position()).collect();
    // Some have a triple check or more pieces than a game can have.
    let valid = suites::testdata("positions/valid.fens");
    positions.extend(valid.lines().filter_map(|fen| fen.parse::<Position>().ok()));
    assert!(positions.len() > 8_000, "{} positions", positions.len());
    positions
}
