//! Numbers of move sequences.

use hyperbola_perft::Sequences;

use super::{Features, LengthError};
use crate::threads;

impl Features<'_> {
    /// Returns the number of legal move sequences of a length from each position, by the counter of
    /// [`hyperbola_perft`]. A marked row has none. A number above `u64::MAX` is `u64::MAX`.
    ///
    /// The time grows about thirtyfold with each move. For one move,
    /// [`LegalCounts`](crate::LegalCounts) is faster.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](hyperbola_perft::MAX_DEPTH) and there is
    /// a position.
    ///
    /// ```
    /// use hyperbola_features::Positions;
    /// use hyperbola_moves::Position;
    ///
    /// let positions: Positions = [Position::initial()].iter().collect();
    /// assert_eq!(positions.as_slice().features().perft(4), [197_281]);
    /// ```
    #[must_use]
    pub fn perft(self, depth: u32) -> Vec<u64> {
        let mut counts = vec![0; self.positions.len()];
        self.fill_perft(depth, &mut counts);
        counts
    }

    /// Writes the numbers that [`perft`](Self::perft) returns into a slice of the caller.
    ///
    /// # Errors
    ///
    /// Returns a [`LengthError`] if there are not as many numbers as positions. Nothing is written
    /// then.
    ///
    /// # Panics
    ///
    /// As `perft`.
    pub fn perft_into(self, depth: u32, counts: &mut [u64]) -> Result<(), LengthError> {
        let expected = self.positions.len();
        if counts.len() != expected {
            return Err(LengthError { expected, found: counts.len() });
        }
        self.fill_perft(depth, counts);
        Ok(())
    }

    fn fill_perft(self, depth: u32, counts: &mut [u64]) {
        let piece = rows_at_once(depth);
        let parts = counts.chunks_mut(piece).enumerate();
        let count = |sequences: &mut Sequences, (part, counts): (usize, &mut [u64])| {
            for (row, number) in (part * piece..).zip(counts) {
                let position = self.positions.position(row);
                let count = position.map(|position| sequences.count(&position, depth));
                *number = count.map_or(0, |count| u64::try_from(count).unwrap_or(u64::MAX));
            }
        };
        threads::for_each_with(self.is_parallel, parts, || Sequences::new(self.word), count);
    }
}

/// Returns the number of rows that a thread takes at a time: enough to be worth a task, and few
/// enough that no thread waits long for another.
const fn rows_at_once(depth: u32) -> usize {
    match depth {
        0 | 1 => 512,
        2 => 64,
        3 => 4,
        _ => 1,
    }
}
