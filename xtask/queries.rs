//! A queen's attacks by each technique on each word of one lane, a function each; `cargo xtask
//! code-bytes` reads how long the functions are.

use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::word::Vector;
use hyperbola::{Algorithm, SliderAttacks, dispatch};

/// A queen's square and the occupied squares.
pub struct Queen(pub u64, pub u64);

impl ChoiceVisitor for Queen {
    type Output = u64;

    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> u64 {
        if const { V::LANES > 1 } {
            return 0;
        }
        let like = V::from_array(token, V::ZEROS);
        let occupied = T::occupied(like.splat(self.1));
        T::queen(like.splat(self.0), &occupied).into_array().as_ref()[0]
    }
}

/// On plain `u64`.
#[inline(never)]
fn plain<T: SliderAttacks>(square: u64, occupied: u64) -> u64 {
    T::queen(square, &T::occupied(occupied))
}

/// Has a function for each word that has instructions of its own.
pub fn on_words(choice: Choice, queen: Queen) -> Option<u64> {
    choice.visit(queen)
}

/// Has a function for plain `u64`.
pub fn on_u64(algorithm: Algorithm, queen: Queen) -> u64 {
    let Queen(square, occupied) = queen;
    dispatch!(algorithm, T => plain::<T>(square, occupied))
}
