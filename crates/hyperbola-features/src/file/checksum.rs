//! The checksum of a column: XXH3 in 64 bits, worked out until another thread sets a flag.

use core::sync::atomic::{AtomicBool, Ordering};

use xxhash_rust::xxh3::Xxh3Default;

use super::stopped;
use crate::columns::COLUMNS;
use crate::threads;

/// The number of bytes between two looks at the flag.
pub(super) const PIECE: usize = 1 << 20;

/// Returns the checksums of columns, which threads share, until `stop` is set.
pub(super) fn of_columns(
    columns: [&[u8]; COLUMNS],
    stop: &AtomicBool,
) -> std::io::Result<[u64; COLUMNS]> {
    let found = threads::map(columns, |column: &[u8]| {
        let mut sum = Xxh3Default::new();
        for piece in column.chunks(PIECE) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            sum.update(piece);
        }
        Some(sum.digest())
    });
    let mut checksums = [0; COLUMNS];
    for (checksum, found) in checksums.iter_mut().zip(found) {
        *checksum = found.ok_or_else(stopped)?;
    }
    Ok(checksums)
}
