//! Numbers of move sequences.

use hyperbola_moves::perft::Perft;

use super::{Features, LengthError};
use crate::threads;

impl Features<'_> {
    /// Returns the number of legal move sequences of a length from each position, by the counter of
    /// [`hyperbola_moves::perft`]. A marked row has none. A number above `u64::MAX` is `u64::MAX`.
    ///
    /// The time grows about thirtyfold with each move. For one move,
    /// [`LegalCounts`](crate::LegalCounts) is faster.
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
    pub fn perft_into(self, depth: u32, counts: &mut [u64]) -> Result<(), LengthError> {
        let expected = self.positions.len();
        if counts.len() != expected {
            return Err(LengthError { expected, found: counts.len() });
        }
        self.fill_perft(depth, counts);
        Ok(())
    }

    fn fill_perft(self, depth: u32, counts: &mut [u64]) {
        let perft = Perft::default().word(self.word.kind());
        let count = |(row, number): (usize, &mut u64)| {
            let count = self.positions.position(row).map(|position| perft.count(&position, depth));
            *number = count.map_or(0, |count| u64::try_from(count).unwrap_or(u64::MAX));
        };
        threads::map_if(self.is_parallel, counts.iter_mut().enumerate(), count);
    }
}
