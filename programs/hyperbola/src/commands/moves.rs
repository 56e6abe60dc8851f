//! `hyperbola moves`: the legal moves of a position.

use std::ffi::OsString;

use clap::Args;
use hyperbola_console::reading::ReadingArguments;
use hyperbola_moves::{Move, Position, Role, Stage};
use serde::Serialize;

use crate::output;

/// The arguments of `hyperbola moves`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct MovesArguments {
    /// The position: a FEN, X-FEN or Shredder-FEN, or startpos
    #[arg(default_value = "startpos")]
    pub(crate) fen: OsString,
    /// How the position is read.
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Print the moves in algebraic notation only
    #[arg(long, conflicts_with_all = ["uci", "json"])]
    pub(crate) san: bool,
    /// Print the moves in UCI notation only
    #[arg(long, conflicts_with = "json")]
    pub(crate) uci: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// List only the moves that capture a piece
    #[arg(long, conflicts_with = "quiets")]
    pub(crate) captures: bool,
    /// List only the moves that capture nothing
    #[arg(long)]
    pub(crate) quiets: bool,
}

/// The text at the end of the help of `hyperbola moves`.
const HELP: &str = "\
Each line has a move in UCI notation and in algebraic notation. The lines are sorted by the UCI \
notation. Then come an empty line, the number of moves, and whether the side to move is in check, \
checkmated or stalemated. If a king or a rook that may castle stands on a square that only \
Chess960 allows, UCI notation writes castling as the king's move onto its rook.

The JSON object has fen, side_to_move, legal_moves (the number of all legal moves, even if only \
some are listed), check, checkmate, stalemate and the array moves. Each move has uci, san, \
capture, en_passant, check, checkmate, promotion (queen, rook, bishop, knight or null) and \
castling (king, queen or null).

Examples:
  hyperbola moves
  hyperbola moves 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --san
  hyperbola moves '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --captures --json";

/// Lists the legal moves that the arguments ask for.
pub(crate) fn run(arguments: &MovesArguments) -> anyhow::Result<()> {
    let position = &arguments.reading.read(&arguments.fen)?.position;
    let legal = position.legal();
    let stage = match (arguments.captures, arguments.quiets) {
        (true, _) => Stage::Captures,
        (_, true) => Stage::Quiets,
        _ => Stage::All,
    };
    let moves = legal.stage(stage).moves();
    let mut moves: Vec<Listed> = moves.iter().map(|&legal| Listed::new(position, legal)).collect();
    moves.sort_by(|a, b| a.uci.cmp(&b.uci));
    let list = List {
        fen: position.to_string(),
        side_to_move: position.side_to_move().to_string(),
        legal_moves: legal.count(),
        check: position.is_check(),
        checkmate: position.is_checkmate(),
        stalemate: position.is_stalemate(),
        moves,
    };
    if arguments.json { output::print_json(&list) } else { output::print(&list.text(arguments)) }
}

/// The moves and the state of the position, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct List {
    fen: String,
    side_to_move: String,
    legal_moves: usize,
    check: bool,
    checkmate: bool,
    stalemate: bool,
    moves: Vec<Listed>,
}

/// A move, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Listed {
    uci: String,
    san: String,
    capture: bool,
    en_passant: bool,
    check: bool,
    checkmate: bool,
    promotion: Option<&'static str>,
    castling: Option<&'static str>,
}

impl Listed {
    fn new(position: &Position, legal: Move) -> Self {
        let check = position.gives_check(legal);
        let mut next = *position;
        next.play_unchecked(legal);
        Self {
            uci: position.uci(legal).to_string(),
            san: position.san(legal).to_string(),
            capture: legal.is_capture(position),
            en_passant: legal.is_en_passant(position),
            check,
            checkmate: check && next.is_checkmate(),
            promotion: legal.promotion().map(Role::name),
            castling: legal.castling_side(position).map(output::castling_side),
        }
    }
}

impl List {
    /// Returns a line for each move, and a last line with the state of the position.
    fn text(&self, arguments: &MovesArguments) -> String {
        let width = self.moves.iter().map(|listed| listed.uci.len()).max().unwrap_or(0);
        let line = |Listed { uci, san, .. }: &Listed| {
            if arguments.san {
                format!("{san}\n")
            } else if arguments.uci {
                format!("{uci}\n")
            } else {
                format!("{uci:<width$}  {san}\n")
            }
        };
        let counted = |number: usize, thing| output::counted(number as u64, thing);
        let mut text: String = self.moves.iter().map(line).collect();
        if !text.is_empty() {
            text += "\n";
        }
        if arguments.captures {
            text += &format!("{} of ", counted(self.moves.len(), "capture"));
        } else if arguments.quiets {
            text += &format!("{} of ", counted(self.moves.len(), "quiet move"));
        }
        let state = match output::end_of_game(self.checkmate, self.stalemate) {
            "" if self.check => ", check",
            end => end,
        };
        text + &format!("{}{state}\n", counted(self.legal_moves, "legal move"))
    }
}
