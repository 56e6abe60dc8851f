//! The move generator with any technique.

use hyperbola::{Algorithm, AlgorithmVisitor, SliderAttacks};
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
        technique.visit(MakeGenerator)
    }
}

/// Makes the generator of the technique that it visits.
struct MakeGenerator;

impl AlgorithmVisitor for MakeGenerator {
    type Output = Generator;

    fn visit<T: SliderAttacks>(self) -> Generator {
        Generator {
            moves: |position| position.legal_by::<T>().moves(),
            count: perft::plain_by::<T>,
            count_every_move: perft::every_move_by::<T>,
        }
    }
}
