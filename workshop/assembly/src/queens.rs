//! A queen's attacks by each technique on each word of one lane, each as a function. `cargo
//! workshop code-bytes` reads the lengths of the functions.

use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::word::Vector;
use hyperbola::{SliderAttacks, Technique, dispatch};

/// A queen and the occupied squares.
#[derive(Debug, Clone, Copy)]
pub struct QueenQuery {
    /// The square's index.
    pub square: u64,
    /// The occupied squares.
    pub occupied: u64,
}

impl ChoiceVisitor for QueenQuery {
    type Output = u64;

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> u64 {
        if const { V::LANES > 1 } {
            return 0;
        }
        let like = V::from_array(token, V::ZEROS);
        let occupied = T::occupied(like.splat(self.occupied));
        T::queen(like.splat(self.square), &occupied).into_array().as_ref()[0]
    }
}

/// Computes the attacks on plain `u64`.
#[inline(never)]
fn plain<T: SliderAttacks>(square: u64, occupied: u64) -> u64 {
    T::queen(square, &T::occupied(occupied))
}

/// Returns the attacks of a queen, by a function for each word that has instructions of its own.
#[must_use]
pub fn on_words(choice: Choice, queen: QueenQuery) -> Option<u64> {
    choice.visit(queen)
}

/// Returns the attacks of a queen, by a function for plain `u64`.
#[must_use]
pub fn on_u64(technique: Technique, queen: QueenQuery) -> u64 {
    dispatch!(technique, T => plain::<T>(queen.square, queen.occupied))
}
