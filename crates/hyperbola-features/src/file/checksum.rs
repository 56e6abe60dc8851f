//! The checksum of a file's columns. The documentation of the form defines it.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::threads;

/// The number of bytes of a piece.
pub(super) const PIECE: usize = 1 << 20;

/// The words that are mixed in at a time, each into a sum of its own: so one multiplication need
/// not wait for another.
const SUMS: usize = 8;

/// Mixes a word into a sum. For one sum, different words give different results; and for one word,
/// different sums do.
#[inline]
const fn mix(sum: u64, word: u64) -> u64 {
    let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ (product >> 32)
}

/// Returns the checksum of a piece.
pub(super) fn piece(bytes: &[u8]) -> u64 {
    let mut sums = [0, 1, 2, 3, 4, 5, 6, 7];
    let (rows, rest) = bytes.as_chunks::<{ 8 * SUMS }>();
    for row in rows {
        mix_row(&mut sums, row);
    }
    if !rest.is_empty() {
        let mut row = [0; 8 * SUMS];
        row[..rest.len()].copy_from_slice(rest);
        mix_row(&mut sums, &row);
    }
    sums.into_iter().fold(bytes.len() as u64, mix)
}

#[inline]
fn mix_row(sums: &mut [u64; SUMS], row: &[u8; 8 * SUMS]) {
    for (sum, word) in sums.iter_mut().zip(row.as_chunks().0) {
        *sum = mix(*sum, u64::from_le_bytes(*word));
    }
}

/// Returns the checksum of a column, of those of its pieces.
pub(super) fn of_pieces(pieces: impl IntoIterator<Item = u64>) -> u64 {
    pieces.into_iter().fold(0, mix)
}

/// Returns the checksum of a column, or nothing if `stop` has been set.
pub(super) fn of_column(bytes: &[u8], stop: &AtomicBool) -> Option<u64> {
    let piece = |bytes: &[u8]| (!stop.load(Ordering::Relaxed)).then(|| piece(bytes));
    let pieces: Option<Vec<u64>> = threads::map(bytes.chunks(PIECE), piece).into_iter().collect();
    pieces.map(of_pieces)
}
