//! Whether a file is what was written.

use core::sync::atomic::{AtomicBool, Ordering};

use super::layout::{COLUMN, Header};
use super::{FileError, RowError, checksum, stopped};
use crate::threads::{self, PIECE};
use crate::{NONE, PositionSlice};

/// Checks the columns of a file whose header is right, until `stop` is set.
pub(super) fn contents(file: &[u8], header: &Header, stop: &AtomicBool) -> Result<(), FileError> {
    for (index, (column, _)) in COLUMN.into_iter().enumerate() {
        let padding = header.padding(index);
        if let Some(byte) = file[padding.clone()].iter().position(|&byte| byte != 0) {
            return Err(FileError::Padding { offset: (padding.start + byte) as u64 });
        }
        let expected = header.checksums[index];
        let bytes = &file[header.columns[index].clone()];
        let found = checksum::of_column(bytes, stop).ok_or_else(stopped)?;
        if expected != found {
            return Err(FileError::Column { column, expected, found });
        }
    }
    rows(header.rows_of(file), stop)
}

/// Checks that each row has values that fit, until `stop` is set.
pub(super) fn rows(rows: PositionSlice<'_>, stop: &AtomicBool) -> Result<(), FileError> {
    let is_last = |piece| stop.load(Ordering::Relaxed) || is_bad(piece);
    let bad = threads::map(rows.pieces(PIECE), is_last);
    let Some(bad) = bad.into_iter().position(|is_bad| is_bad) else { return Ok(()) };
    if stop.load(Ordering::Relaxed) {
        return Err(stopped().into());
    }
    let error = (bad * PIECE..rows.len()).find_map(|row| {
        let error = row_error(rows.rows(row..row + 1))?;
        Some(FileError::Row { row, error })
    });
    error.map_or(Ok(()), Err)
}

/// Returns whether a row has a value that does not fit. The loops have no exit, so that they run on
/// vectors.
fn is_bad(rows: PositionSlice<'_>) -> bool {
    let [pawns, knights, bishops, rooks, queens, kings, white, black] = rows.sets;
    let mut misfits = 0;
    for row in 0..rows.len() {
        let roles = [pawns, knights, bishops, rooks, queens, kings].map(|column| column[row]);
        let (mut all, mut twice) = (0, white[row] & black[row]);
        for role in roles {
            twice |= all & role;
            all |= role;
        }
        misfits |= twice | (all ^ (white[row] | black[row]));
    }
    let any = |bytes: &[u8], is_bad: fn(u8) -> bool| {
        bytes.iter().fold(false, |any, &byte| any | is_bad(byte))
    };
    misfits != 0
        || any(rows.sides_to_move, |side| side > 1)
        || any(rows.castling.as_flattened(), |file| (file > 7) & (file != NONE))
        || any(rows.en_passant, |square| (square > 63) & (square != NONE))
}

/// Returns what is wrong with the one row.
fn row_error(row: PositionSlice<'_>) -> Option<RowError> {
    let side = row.sides_to_move[0];
    let castling = row.castling[0];
    let square = row.en_passant[0];
    if side > 1 {
        Some(RowError::SideToMove { found: side })
    } else if castling.into_iter().any(|file| file > 7 && file != NONE) {
        Some(RowError::Castling { found: castling })
    } else if square > 63 && square != NONE {
        Some(RowError::EnPassant { found: square })
    } else {
        is_bad(row).then_some(RowError::Sets)
    }
}
