//! The side from which a feature sees the board.

use hyperbola::Color;

/// The side that a feature's numbers are seen from.
///
/// From Black's side the board is turned over: rank 8 becomes rank 1, files stay, and the colours
/// are exchanged. So a position and the same position with the colours exchanged have the same
/// numbers from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum View {
    /// White's side in every position: the board as it is.
    #[default]
    White,
    /// Black's side in every position.
    Black,
    /// The side to move of each position.
    SideToMove,
}

impl View {
    /// Returns the side that a position with this side to move is seen from.
    #[inline]
    #[must_use]
    pub const fn color(self, side_to_move: Color) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::SideToMove => side_to_move,
        }
    }
}
