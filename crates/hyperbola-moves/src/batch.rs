//! What the crate hyperbola-features needs besides: parts for batches of positions, which are not
//! for others to use.

#[cfg(feature = "counter")]
use core::sync::atomic::AtomicBool;

#[cfg(feature = "counter")]
use hyperbola::word::WideWord;

#[cfg(feature = "counter")]
use crate::counter::{Room, Start, Walk};
#[cfg(feature = "counter")]
pub use crate::counter::{Sets, replies_of_black};
#[cfg(feature = "counter")]
use crate::perft::check_depth;
pub use crate::zobrist::key;
use crate::{Legal, Move, Position, Setup};

/// A position whose key is not known. Without a key it is cheap to make.
///
/// Nothing is checked. If the setup is no position, what its functions return has no meaning, but
/// they do not panic.
#[derive(Debug, Clone, Copy)]
pub struct Unkeyed(Position);

impl Unkeyed {
    /// Makes the position of a setup. Its en passant square must be one where a capture is legal.
    #[inline]
    #[must_use]
    pub const fn new(setup: &Setup) -> Self {
        Self(Position::without_key(setup))
    }

    /// Finds the legal moves.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Legal<'_> {
        self.0.legal()
    }

    /// Returns the setup after a move, or nothing if the move is not legal.
    #[must_use]
    pub fn play(&self, played: Move) -> Option<Setup> {
        Some(self.0.play(played).ok()?.setup())
    }
}

/// Counts the legal move sequences from one position after another, in memory that is used again.
#[cfg(feature = "counter")]
#[derive(Debug, Default)]
pub struct Sequences(Option<Room>);

#[cfg(feature = "counter")]
impl Sequences {
    /// Returns the number of legal move sequences of a length, as
    /// [`Perft::count`](crate::perft::Perft::count) does on one thread, with no position kept.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::perft::MAX_DEPTH).
    #[must_use]
    pub fn count(&mut self, position: &Position, depth: u32, word: WideWord) -> u128 {
        check_depth(depth);
        let stop = AtomicBool::new(false);
        let Start { board, castles } = Start::new(position, depth);
        let room = self.0.take().unwrap_or_default();
        let mut walk = Walk::in_room(word, &castles, &stop, room);
        let (count, _) = walk.count(&board, depth);
        self.0 = Some(walk.into_room());
        count
    }
}
