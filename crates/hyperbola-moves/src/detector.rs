//! Ryan Mack's check test with reversed boards, kept up to date from position to position.
//!
//! The core's [`CheckDetector`] knows sliders only. Here it follows the positions of a game, by the
//! squares that differ, and the checks of pawns and knights are added.

use hyperbola::check::{CachedCheckDetector, CheckDetector};
use hyperbola::{Color, Slider};

use crate::{Board, Position, Role};

/// What slides: a role, and the same as the core calls it.
const SLIDERS: [(Role, Slider); 3] =
    [(Role::Bishop, Slider::Bishop), (Role::Rook, Slider::Rook), (Role::Queen, Slider::Queen)];

/// The check test on the positions of a game.
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
/// // Nothing has changed since.
/// assert!(detector.reuses(&position));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PositionCheckDetector {
    boards: CachedCheckDetector,
    /// What the boards were made from.
    seen: Board,
}

impl PositionCheckDetector {
    /// Makes the boards of a position.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let boards = CachedCheckDetector::new(CheckDetector::new(0));
        let mut detector = Self { boards, seen: Board::EMPTY };
        detector.follow(position);
        detector
    }

    /// Brings the boards up to date with a position, which the test does by itself.
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

    /// Returns whether the side to move is in check, for any position; it is quick for one that
    /// differs little from the last.
    #[inline]
    #[must_use]
    pub fn is_check(&mut self, position: &Position) -> bool {
        self.follow(position);
        let color = position.side_to_move();
        let king = position.king(color);
        self.boards.is_check(king, !color) || !self.seen.leapers_to(color, king).is_empty()
    }

    /// Does the same without the shortcut: the king's attacks are computed anew.
    #[inline]
    #[must_use]
    pub fn is_check_uncached(&mut self, position: &Position) -> bool {
        self.follow(position);
        let color = position.side_to_move();
        let king = position.king(color);
        self.boards.boards.is_check(king, !color) || !self.seen.leapers_to(color, king).is_empty()
    }

    /// Brings the boards up to date and returns whether [`is_check`](Self::is_check) will use the
    /// attacks from the king's square again that it has kept.
    #[must_use]
    pub fn reuses(&mut self, position: &Position) -> bool {
        self.follow(position);
        let color = position.side_to_move();
        self.boards.reuses(position.king(color), !color)
    }
}
