//! The checks that a file is complete and undamaged.

use core::sync::atomic::{AtomicBool, Ordering};

use super::layout::Header;
use super::{FileError, checksum, stopped};
use crate::PositionSlice;
use crate::columns::{COLUMN, is_misfit, misfit};
use crate::threads::{self, PIECE};

/// Checks the columns of a file whose header is right, until `stop` is set.
pub(super) fn contents(file: &[u8], header: &Header, stop: &AtomicBool) -> Result<(), FileError> {
    let columns = header.columns.each_ref().map(|column| &file[column.clone()]);
    let checksums = checksum::of_columns(columns, stop)?;
    for (index, (column, _)) in COLUMN.into_iter().enumerate() {
        let padding = header.padding(index);
        if let Some(byte) = file[padding.clone()].iter().position(|&byte| byte != 0) {
            return Err(FileError::Padding { offset: (padding.start + byte) as u64 });
        }
        let (expected, found) = (header.checksums[index], checksums[index]);
        if expected != found {
            return Err(FileError::Column { column, expected, found });
        }
    }
    rows(header.rows_of(file), stop)
}

/// Checks that each row has values that fit, until `stop` is set.
pub(super) fn rows(rows: PositionSlice<'_>, stop: &AtomicBool) -> Result<(), FileError> {
    let is_last = |piece| stop.load(Ordering::Relaxed) || is_misfit(piece);
    let bad = threads::map(rows.pieces(PIECE), is_last);
    let Some(bad) = bad.into_iter().position(|is_bad| is_bad) else { return Ok(()) };
    if stop.load(Ordering::Relaxed) {
        return Err(stopped().into());
    }
    let error = (bad * PIECE..rows.len()).find_map(|row| {
        let error = misfit(rows.rows(row..row + 1))?;
        Some(FileError::Row { row, error })
    });
    error.map_or(Ok(()), Err)
}
