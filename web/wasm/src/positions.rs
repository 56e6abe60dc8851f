//! Positions and their legal moves.

use hyperbola_moves::{Bitboard, Board, FenError, Move, Position, Rules, Setup, Square};
use serde::Serialize;

use crate::played::{after, position};

/// The pieces of a position.
#[derive(Serialize)]
pub(crate) struct Placed {
    /// Each with its square, such as `Ke1`.
    pieces: Vec<String>,
    occupied: Bitboard,
}

impl Placed {
    fn new(board: &Board) -> Self {
        let pieces = board.pieces().map(|(square, piece)| format!("{}{square}", piece.letter()));
        Self { pieces: pieces.collect(), occupied: board.occupied() }
    }
}

/// A position and its legal moves.
#[derive(Serialize)]
pub(crate) struct Facts {
    #[serde(flatten)]
    placed: Placed,
    fen: String,
    shredder_fen: String,
    side_to_move: String,
    state: &'static str,
    /// What is guessed of the rules.
    guess: Option<String>,
    moves: Vec<Listed>,
}

/// A legal move.
#[derive(Serialize)]
struct Listed {
    uci: String,
    san: String,
    from: Square,
    /// The square that the move is made onto: of castling, the rook's.
    to: Square,
}

/// Returns the pieces of a FEN, whose position need not be legal.
pub(crate) fn placed(fen: &str) -> Result<Placed, String> {
    let setup: Setup = fen.parse().map_err(|error: FenError| error.to_string())?;
    Ok(Placed::new(&setup.board))
}

/// Returns what a FEN says, and the legal moves.
pub(crate) fn read(fen: &str, rules: Rules) -> Result<Facts, String> {
    let position = position(fen, rules)?;
    let guess = rules.guess(fen, &position).map(|guess| guess.to_string());
    Ok(Facts { guess, ..facts(&position) })
}

/// A FEN that is mended.
#[derive(Serialize)]
pub(crate) struct Mended {
    fen: String,
    shredder_fen: String,
    /// What was wrong.
    mends: Vec<String>,
}

/// Mends a FEN where that can be done.
pub(crate) fn mend(fen: &str, rules: Rules) -> Result<Mended, String> {
    let (position, mends) =
        Position::from_fen_lenient_by_rules(fen, rules).map_err(|error| error.to_string())?;
    let mends = mends.iter().map(|mend| mend.to_string()).collect();
    let (fen, shredder_fen) = (position.fen().to_string(), position.shredder_fen().to_string());
    Ok(Mended { fen, shredder_fen, mends })
}

/// Returns the same after a move of a position whose FEN says the files of its rooks.
pub(crate) fn play(fen: &str, uci: &str) -> Result<Facts, String> {
    Ok(facts(&after(fen, uci)?))
}

fn facts(position: &Position) -> Facts {
    let moves = position.legal_moves();
    let listed = |&played: &Move| Listed {
        uci: position.uci(played).to_string(),
        san: position.san(played).to_string(),
        from: played.from(),
        to: played.to(),
    };
    let mut moves: Vec<Listed> = moves.iter().map(listed).collect();
    moves.sort_by(|a, b| a.uci.cmp(&b.uci));
    Facts {
        placed: Placed::new(position.board()),
        fen: position.fen().to_string(),
        shredder_fen: position.shredder_fen().to_string(),
        side_to_move: position.side_to_move().to_string(),
        state: match (position.is_check(), moves.is_empty()) {
            (true, true) => "checkmate",
            (false, true) => "stalemate",
            (true, false) => "check",
            (false, false) => "",
        },
        guess: None,
        moves,
    }
}
