//! A small move generator with a switch for each of many classical mistakes.
//!
//! It generates pseudo-legal moves from a board of squares, makes each, and looks whether the king
//! is attacked. It shares nothing with the generator that it is compared with.

mod generate;
mod make;
mod mistakes;

use hyperbola_moves::{Board, CastlingSide, Color, Piece, Role, Setup, Square};

pub(crate) use mistakes::Mistake;

/// A move as the generator knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Made {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
    pub(crate) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    DoubleStep,
    EnPassant,
    /// To a side, with the rook on a square.
    Castling(CastlingSide, Square),
}

/// A position of the generator, with its mistake.
#[derive(Debug, Clone)]
pub(crate) struct Faulty {
    mistake: Option<Mistake>,
    board: Board,
    side: Color,
    rights: [[Option<Square>; 2]; 2],
    en_passant: Option<Square>,
    chess960: bool,
    /// A captured piece that a mistake keeps.
    ghost: Option<(Square, Piece)>,
}

impl Faulty {
    /// Reads a FEN.
    pub(crate) fn new(fen: &str, mistake: Option<Mistake>) -> Self {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let position = setup.position_lenient().expect("the hunt sends valid positions").0;
        let rights = Color::ALL
            .map(|color| CastlingSide::ALL.map(|side| setup.castling_rights.rook(color, side)));
        Self {
            mistake,
            board: setup.board,
            side: setup.side_to_move,
            rights,
            en_passant: setup.en_passant,
            chess960: position.chess960_right().is_some(),
            ghost: None,
        }
    }

    fn has(&self, mistake: Mistake) -> bool {
        self.mistake == Some(mistake)
    }

    fn king(&self, color: Color) -> Square {
        self.board.of(color, Role::King).first().expect("there is a king")
    }

    /// Plays a move in UCI's notation.
    pub(crate) fn play(&mut self, uci: &str) {
        let found = self.pseudo_legal().into_iter().find(|made| self.uci(made) == uci);
        let found = found.unwrap_or_else(|| {
            // A legal move that the mistake leaves out.
            let right = Self { mistake: None, ..self.clone() };
            let found = right.pseudo_legal().into_iter().find(|made| right.uci(made) == uci);
            found.unwrap_or_else(|| panic!("{uci} is not legal"))
        });
        *self = self.after(&found);
    }

    /// Writes a move in UCI's notation.
    fn uci(&self, made: &Made) -> String {
        let to = match made.kind {
            Kind::Castling(_, rook) if self.chess960 => rook,
            _ => made.to,
        };
        let letter = made
            .promotion
            .map_or(String::new(), |role| role.letter().to_ascii_lowercase().to_string());
        format!("{}{to}{letter}", made.from)
    }

    /// Returns the legal moves in UCI's notation, with the number of sequences after each.
    pub(crate) fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let moves = self.legal().into_iter();
        moves.map(|made| (self.uci(&made), self.after(&made).count(depth - 1))).collect()
    }

    /// Counts sequences.
    pub(crate) fn count(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal().len() as u64,
            _ => self.legal().iter().map(|made| self.after(made).count(depth - 1)).sum(),
        }
    }
}

/// Returns the direction in which pawns go.
const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}
