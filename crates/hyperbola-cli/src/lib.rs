//! What of the command `hyperbola` is compiled apart, because it takes the longest by far: every
//! technique on every kind of word, and in the move generator. The binary, its tests and their next
//! builds share it.
#![forbid(unsafe_code)]

use hyperbola::batch::{Batch, BatchError};
use hyperbola::choice::Choice;
use hyperbola::{Algorithm, AlgorithmVisitor, SliderAttacks};
use hyperbola_moves::{MoveList, Position, perft};

/// Answers a batch by a choice made at run time.
///
/// # Errors
///
/// [`BatchError::Unavailable`] if this processor does not have the kind of word.
pub fn answer_by(choice: Choice, batch: Batch<'_>) -> Result<(), BatchError> {
    batch.answer_by(choice)
}

/// The move generator with one technique.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    /// Returns the legal moves.
    pub moves: fn(&Position) -> MoveList,
    /// Counts move sequences of a length, without making their last moves.
    pub count: fn(&Position, u32) -> u64,
    /// Counts move sequences of a length, making every move.
    pub count_every_move: fn(&Position, u32) -> u64,
}

impl Generator {
    /// Returns the generator with a technique chosen at run time.
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
