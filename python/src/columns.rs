//! Positions from columns that others have made.

use std::collections::HashMap;

use hyperbola_features::{BadRows as Policy, PositionSlice, Positions};
use hyperbola_moves::{ParsePositionError, Position, PositionError, Rules};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use crate::bad_rows::{BadRows, NULL};
use crate::interrupt::in_pieces;
use crate::memory;
use crate::names::value_error;

/// The number of rows between two looks at Python's signals.
const PIECE: usize = 1 << 14;

/// The columns that a batch has, as arrays of one length.
#[derive(FromPyObject)]
pub(crate) struct Arrays<'py> {
    sets: [PyReadonlyArray1<'py, u64>; 8],
    side_to_move: PyReadonlyArray1<'py, u8>,
    /// Four numbers a row.
    castling: PyReadonlyArray1<'py, u8>,
    en_passant: PyReadonlyArray1<'py, u8>,
    halfmove_clock: PyReadonlyArray1<'py, u16>,
    fullmove_number: PyReadonlyArray1<'py, u16>,
    /// Which rows are null, if any is.
    nulls: Option<PyReadonlyArray1<'py, bool>>,
    /// The rows that are known to be bad, and why.
    wrong: HashMap<usize, String>,
}

/// Reads the rows of columns. Each is checked.
pub(crate) fn read(
    py: Python<'_>,
    arrays: &Arrays<'_>,
    policy: Policy,
    reading: (bool, Rules),
    first: usize,
) -> PyResult<(Positions, BadRows)> {
    let mut sets = [&[][..]; 8];
    for (slice, array) in sets.iter_mut().zip(&arrays.sets) {
        *slice = array.as_slice()?;
    }
    let columns = PositionSlice::with_columns(
        sets,
        arrays.side_to_move.as_slice()?,
        arrays.castling.as_slice()?.as_chunks().0,
        arrays.en_passant.as_slice()?,
        arrays.halfmove_clock.as_slice()?,
        arrays.fullmove_number.as_slice()?,
    )
    .map_err(value_error)?;
    let rows = columns.len();
    let wrong = &arrays.wrong;
    let nulls = match &arrays.nulls {
        Some(nulls) => nulls.as_slice()?,
        None => &[],
    };
    memory::check_rows(rows)?;
    let (mut positions, mut bad) = (Positions::new(), BadRows::default());
    positions.reserve(rows);
    in_pieces(py, rows, PIECE, |rows| {
        for row in rows {
            let found = match wrong.get(&row) {
                _ if nulls.get(row) == Some(&true) => Err(NULL.to_owned()),
                Some(reason) => Err(reason.clone()),
                None => position(columns, row, reading),
            };
            match found {
                Ok(position) => positions.push(&position),
                Err(reason) => {
                    match policy {
                        Policy::Error => {
                            return Err(value_error(format_args!("row {}: {reason}", first + row)));
                        }
                        Policy::Skip | Policy::KeepBefore => {}
                        Policy::Mark => positions.push_marked(),
                    }
                    bad.push(first + row, "", &reason);
                }
            }
        }
        Ok(())
    })?;
    Ok((positions, bad))
}

/// Returns a row as a position, or the reason why it is no position.
fn position(
    columns: PositionSlice<'_>,
    row: usize,
    (lenient, rules): (bool, Rules),
) -> Result<Position, String> {
    let mut setup = columns.fitting_setup(row).map_err(|error| error.to_string())?;
    if rules == Rules::Chess && lenient {
        setup = setup.with_rights_of_chess();
    }
    // A batch may have positions that no game reaches. Without lenient, nothing else is mended.
    let (position, mends) = setup.position_lenient().map_err(|error| error.to_string())?;
    let is_taken = |mend: &&ParsePositionError| {
        use PositionError::{Checkers, Pieces, Promoted};
        let taken = |error| matches!(error, Pieces { .. } | Promoted { .. } | Checkers { .. });
        matches!(mend, ParsePositionError::Position(error) if taken(*error))
    };
    match mends.iter().find(|mend| !lenient && !is_taken(mend)) {
        Some(wrong) => Err(wrong.to_string()),
        None => {
            let checked = setup.check_rights(rules).map(|()| position);
            checked.map_err(|error| error.to_string())
        }
    }
}
