//! The move generator with any technique.

use hyperbola::{Algorithm, SliderAttacks, dispatch};
use hyperbola_moves::{MoveList, Position, perft};

/// The move generator with one technique on plain `u64`.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    /// Returns the legal moves.
    pub moves: fn(&Position) -> MoveList,
    /// Counts the move sequences of a length, without making their last moves.
    pub count: fn(&Position, u32) -> u64,
    /// Counts the move sequences of a length, making every move.
    pub count_every_move: fn(&Position, u32) -> u64,
}

impl Generator {
    /// Returns the generator with a technique.
    #[must_use]
    pub fn new(technique: Algorithm) -> Self {
        dispatch!(technique, T => Self::of::<T>())
    }

    fn of<T: SliderAttacks>() -> Self {
        Self {
            moves: |position| position.legal_by::<T>().moves(),
            count: perft::plain_by::<T>,
            count_every_move: perft::every_move_by::<T>,
        }
    }
}
