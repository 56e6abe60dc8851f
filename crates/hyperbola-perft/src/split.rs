//! Splits: the different positions after a number of half moves, each with the number of move
//! sequences that lead to it. Where a count is shared out to many computers, each position is a
//! part.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::HashMap;

use crate::after;
use hyperbola_moves::Position;

/// A position at the end of a split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitPosition {
    /// The position. Its clocks are 0 and 1, because perft does not depend on them.
    pub position: Position,
    /// The number of move sequences that lead to the position.
    pub multiplicity: u128,
}

/// The different positions after a number of half moves.
///
/// Two positions are one if all of their parts are equal except for the clocks: the pieces, the
/// side to move, the castling rights and the en passant square. Keys only help to find equal
/// positions. The order of the positions is that of their [keys](Position::key), so it is the same
/// everywhere.
///
/// ```
/// use hyperbola_moves::Position;
/// use hyperbola_perft::Split;
///
/// let mut split = Split::new(&Position::initial());
/// for _ in 0..3 {
///     split.deepen(10_000)?;
/// }
/// assert_eq!((split.positions().len(), split.sequences()), (5362, 8902));
/// let counts = split.positions().iter().map(|reached| {
///     reached.multiplicity * u128::from(hyperbola_perft::plain(&reached.position, 1))
/// });
/// assert_eq!(counts.sum::<u128>(), 197_281);
/// # Ok::<(), hyperbola_perft::SplitError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    start: Position,
    plies: u32,
    positions: Vec<SplitPosition>,
    sequences: u128,
}

impl Split {
    /// The greatest number of positions that one computer makes with ease: they take about 1 GiB
    /// while they are made. Programs that share a count out to many computers split no further.
    pub const MOST_POSITIONS: usize = 2_000_000;

    /// Makes the split after no moves, whose only position is the first.
    #[must_use]
    pub fn new(start: &Position) -> Self {
        let first = SplitPosition { position: without_clocks(*start), multiplicity: 1 };
        Self { start: *start, plies: 0, positions: std::vec![first], sequences: 1 }
    }

    /// Returns the position that the moves start from.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the number of half moves.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the positions, in the order of their keys.
    #[must_use]
    pub fn positions(&self) -> &[SplitPosition] {
        &self.positions
    }

    /// Returns the number of move sequences: the sum of the multiplicities.
    #[must_use]
    pub const fn sequences(&self) -> u128 {
        self.sequences
    }

    /// Goes on by one half move.
    ///
    /// # Errors
    ///
    /// Returns an error if there would be more than `most` positions, or more sequences than a
    /// `u128` holds. The split is then as it was.
    #[inline]
    pub fn deepen(&mut self, most: usize) -> Result<(), SplitError> {
        self.deepen_until(most, &AtomicBool::new(false))
    }

    /// Goes on as [`deepen`](Self::deepen) does, until another thread sets `stop`. It looks at
    /// `stop` at each position, but not while it sorts those that it has found.
    ///
    /// # Errors
    ///
    /// As `deepen`; and [`SplitError::Stopped`] if `stop` is set before that.
    #[inline]
    pub fn deepen_until(&mut self, most: usize, stop: &AtomicBool) -> Result<(), SplitError> {
        let mut found: HashMap<Position, u128> = HashMap::new();
        let mut sequences = 0_u128;
        for SplitPosition { position, multiplicity } in &self.positions {
            if stop.load(Ordering::Relaxed) {
                return Err(SplitError::Stopped);
            }
            for &played in &position.legal_moves() {
                // No count of a position is greater than that of all, so it needs no check.
                sequences =
                    sequences.checked_add(*multiplicity).ok_or(SplitError::TooManySequences)?;
                *found.entry(without_clocks(after(position, played))).or_default() += multiplicity;
                if found.len() > most {
                    return Err(SplitError::TooManyPositions { most });
                }
            }
        }
        let mut positions: Vec<SplitPosition> = found
            .into_iter()
            .map(|(position, multiplicity)| SplitPosition { position, multiplicity })
            .collect();
        // No two positions are equal, so this order is the only one.
        positions.sort_unstable_by(|a, b| {
            let [a, b] = [a, b].map(|reached| &reached.position);
            a.key().cmp(&b.key()).then_with(|| a.to_string().cmp(&b.to_string()))
        });
        (self.positions, self.sequences) = (positions, sequences);
        self.plies += 1;
        Ok(())
    }

    /// Returns the positions of one of several shares: every position that belongs to it, in their
    /// order. Share 0 has the first position, share 1 the second, and so on in turns.
    ///
    /// # Panics
    ///
    /// Panics if `shares` is 0.
    pub fn share(&self, share: usize, shares: usize) -> impl Iterator<Item = &SplitPosition> {
        assert!(shares > 0, "there is at least one share");
        self.positions.iter().skip(share).step_by(shares)
    }
}

/// Why a split ends before it is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitError {
    /// There are more positions than allowed.
    TooManyPositions {
        /// The number that is allowed.
        most: usize,
    },
    /// There are more move sequences than a `u128` holds.
    TooManySequences,
    /// Another thread has stopped the work.
    Stopped,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPositions { most } => write!(f, "there are more than {most} positions"),
            Self::TooManySequences => f.write_str("there are at least 2^128 move sequences"),
            Self::Stopped => f.write_str("the work was stopped"),
        }
    }
}

impl core::error::Error for SplitError {}

/// Returns a position with the clocks that all positions of a split have.
fn without_clocks(position: Position) -> Position {
    position.with_clocks(0, 1)
}
