//! Games: the castling squares that are constants in the formulas.

use hyperbola_moves::batch::formulas::Formulas;
use hyperbola_moves::{CastlingSide, Color, Piece, Role, Setup, Square};

/// The formulas of a game, and the places of White's king and rooks that may castle: to the king's side
/// and to the queen's side.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub(super) formulas: Formulas,
    pub(super) king: usize,
    pub(super) rooks: [Option<usize>; 2],
}

impl Game {
    /// Returns the formulas of the games in which White's king stands on a square of his first rank:
    /// those with a rook on each wing wherever there can be one.
    pub(super) fn all(king: usize) -> Vec<Self> {
        let wing = |rooks: core::ops::Range<usize>| match rooks.len() {
            0 => vec![None],
            _ => rooks.map(Some).collect(),
        };
        let mut games = Vec::new();
        for right in wing(king + 1..8) {
            games.extend(wing(0..king).into_iter().map(|left| Self::new(king, [right, left])));
        }
        games
    }

    /// Returns the formulas of ordinary chess.
    pub(super) fn ordinary() -> Self {
        Self::new(4, [Some(7), Some(0)])
    }

    /// Returns the formulas of a game in which White may castle with these rooks.
    pub(super) fn new(king: usize, rooks: [Option<usize>; 2]) -> Self {
        let at = |place: usize| Square::from_index_wrapping(place.to_le_bytes()[0]);
        let mut setup = Setup::EMPTY;
        setup.board.put(at(king), Piece::new(Color::White, Role::King));
        for (side, rook) in CastlingSide::ALL.into_iter().zip(rooks) {
            if let Some(rook) = rook {
                setup.board.put(at(rook), Piece::new(Color::White, Role::Rook));
                setup.castling_rights.set(Color::White, side, Some(at(rook)));
            }
        }
        // Black's king stands where the rooks do not attack him.
        let positions = (16..64).filter_map(|place| {
            let mut setup = setup;
            setup.board.put(at(place), Piece::new(Color::Black, Role::King));
            setup.position().ok()
        });
        let position = positions.into_iter().next().expect("a square that is not attacked");
        Self { formulas: Formulas::new(&position, 2, 2).0, king, rooks }
    }
}
