//! Positions, and what is left after a move of one.

use hyperbola_moves::{Position, Rules};

/// Reads a FEN by rules.
pub(crate) fn position(fen: &str, rules: Rules) -> Result<Position, String> {
    Position::from_fen_by_rules(fen, rules).map_err(|error| error.to_string())
}

/// Returns the position after a move of one whose FEN says the files of its rooks.
pub(crate) fn after(fen: &str, uci: &str) -> Result<Position, String> {
    let position = position(fen, Rules::Auto)?;
    let played = position.parse_uci(uci);
    let played = played.map_err(|error| format!("{}: {error}", uci.escape_debug()))?;
    position.play(played).map_err(|error| error.to_string())
}
