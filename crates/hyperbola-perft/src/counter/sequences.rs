//! Counts the sequences from one position after another.

use core::sync::atomic::AtomicBool;

use hyperbola::word::WideWord;
use hyperbola_moves::Position;

use super::walk::{Start, Walk};
use crate::check_depth;

/// Counts the legal move sequences from one position after another, in memory that is used again.
#[derive(Debug)]
pub struct Sequences(Walk);

impl Sequences {
    /// Makes what counts on a kind of word.
    #[must_use]
    pub fn new(word: WideWord) -> Self {
        Self(Walk::new(word))
    }

    /// Returns the number of legal move sequences of a length, as
    /// [`Perft::count`](crate::Perft::count) does on one thread, with no position kept.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[must_use]
    pub fn count(&mut self, position: &Position, depth: u32) -> u128 {
        check_depth(depth);
        let Start { board, castles } = Start::new(position, depth);
        self.0.count(&board, &castles, depth, &AtomicBool::new(false)).0
    }
}
