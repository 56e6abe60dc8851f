//! Positions in batches, which are made quickly because their keys are not computed.

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
