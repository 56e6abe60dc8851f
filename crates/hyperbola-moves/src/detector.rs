//! Ryan Mack's check test with reversed boards, kept up to date from position to position.
//!
//! The [`CheckDetector`] of the crate `hyperbola` knows sliders only. This module keeps it up to
//! date with the positions of a game by changing only the squares that differ, and adds the checks
//! of pawns and knights.

use hyperbola::check::{CachedCheckDetector, CheckDetector};
use hyperbola::{Color, Slider, Square};

use crate::{Board, Position, Role};

/// The sliding roles, each with its [`Slider`].
const SLIDERS: [(Role, Slider); 3] =
    [(Role::Bishop, Slider::Bishop), (Role::Rook, Slider::Rook), (Role::Queen, Slider::Queen)];

/// Ryan Mack's check test for the positions of a game.
///
/// ```
/// use hyperbola_moves::{Position, detector::PositionCheckDetector};
/// let mut position = Position::initial();
/// let mut detector = PositionCheckDetector::new(&position);
/// for san in ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"] {
///     assert!(!detector.is_check(&position));
///     position = position.play(position.parse_san(san)?)?;
/// }
/// assert!(detector.is_check(&position));
/// // No piece has moved since the last test.
/// assert!(detector.reuses(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PositionCheckDetector {
    boards: CachedCheckDetector,
    /// The board that the reversed boards were made from.
    seen: Board,
}

impl PositionCheckDetector {
    /// Makes the reversed boards of a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let boards = CachedCheckDetector::new(CheckDetector::new(0));
        let mut detector = Self { boards, seen: Board::EMPTY };
        detector.follow(position);
        detector
    }

    /// Updates the reversed boards to a position. The test does this by itself.
    #[inline]
    pub fn follow(&mut self, position: &Position) {
        let (board, boards) = (position.board(), &mut self.boards.boards);
        for square in board.occupied() ^ self.seen.occupied() {
            boards.toggle_occupied(square.word());
        }
        for color in Color::ALL {
            for (role, slider) in SLIDERS {
                for square in board.of(color, role) ^ self.seen.of(color, role) {
                    boards.replace_slider(color, slider, square.word());
                }
            }
        }
        self.seen = *board;
    }

    /// Returns whether the side to move is in check. The position may be any; the test is fast if
    /// it differs little from the last one.
    #[inline]
    #[must_use]
    pub fn is_check(&mut self, position: &Position) -> bool {
        self.is_check_by(position, |boards, king, color| boards.is_check(king, color))
    }

    /// Returns the same without the shortcut: it computes the king's attacks anew.
    #[inline]
    #[must_use]
    pub fn is_check_uncached(&mut self, position: &Position) -> bool {
        self.is_check_by(position, |boards, king, color| boards.boards.is_check(king, color))
    }

    /// Returns whether the side to move is in check, with a test of the checks of sliders.
    #[inline(always)]
    fn is_check_by(
        &mut self,
        position: &Position,
        by_sliders: impl FnOnce(&mut CachedCheckDetector, Square, Color) -> bool,
    ) -> bool {
        self.follow(position);
        let color = position.side_to_move();
        let king = position.king(color);
        by_sliders(&mut self.boards, king, !color) || !self.seen.leapers_to(color, king).is_empty()
    }

    /// Updates the reversed boards and returns whether [`is_check`](Self::is_check) will reuse the
    /// stored attacks from the king's square.
    #[must_use]
    pub fn reuses(&mut self, position: &Position) -> bool {
        self.follow(position);
        let color = position.side_to_move();
        self.boards.reuses(position.king(color), !color)
    }
}
