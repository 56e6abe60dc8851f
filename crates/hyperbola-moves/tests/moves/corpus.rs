//! Runs the saved inputs from fuzzing again.

use hyperbola_samples::replay;

use crate::support::laws;

#[test]
fn fens() {
    replay("fen", laws::any_text);
}

#[test]
fn games() {
    replay("game", laws::any_game);
}

#[test]
fn streams() {
    replay("pgn", laws::any_stream);
}
