//! Choices that a seed determines.

use hyperbola_moves::{Bitboard, Square};
use hyperbola_random::Random;

/// A stream of choices.
#[derive(Debug, Clone)]
pub(crate) struct Dice(Random);

impl Dice {
    /// Makes the stream of a seed, a round and a number within the round. The streams have nothing
    /// to do with each other.
    pub(crate) const fn new(seed: u64, round: u64, number: u64) -> Self {
        let round = Random::new(seed).word() ^ round;
        let number = Random::new(round).word() ^ number;
        Self(Random::new(number))
    }

    /// Returns a number below a bound, which is above zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.0.word() % bound as u64).unwrap_or_default()
    }

    /// Returns true with a probability of one in so many.
    pub(crate) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// Returns an element of a list that is not empty.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns a square of a set, unless it is empty.
    pub(crate) fn square(&mut self, set: Bitboard) -> Option<Square> {
        match set.count() as usize {
            0 => None,
            count => set.into_iter().nth(self.below(count)),
        }
    }
}
