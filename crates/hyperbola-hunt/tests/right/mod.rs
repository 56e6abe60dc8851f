//! What is right: the position after moves, and its legal moves.

use hyperbola_moves::Position;

/// Returns the position after moves from a FEN.
pub(crate) fn right(fen: &str, played: &[String]) -> Position {
    let (mut position, _) = Position::from_fen_lenient(fen).expect("a FEN");
    for uci in played {
        position.play_unchecked(position.parse_uci(uci).expect("legal"));
    }
    position
}

/// Returns the legal moves in UCI's notation.
pub(crate) fn names(position: &Position) -> Vec<String> {
    position.legal_moves().iter().map(|&legal| position.uci(legal).to_string()).collect()
}
