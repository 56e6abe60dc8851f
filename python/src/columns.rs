//! Positions from columns that others have made.

use std::collections::HashMap;

use hyperbola::{Bitboard, Color, File, Rank, Square};
use hyperbola_features::file::RowError;
use hyperbola_features::{BadRows as Policy, NONE, Positions};
use hyperbola_moves::{
    Board, CastlingRights, CastlingSide, ParsePositionError, Position, PositionError, Setup,
};
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

/// The columns as slices.
struct Columns<'a> {
    sets: [&'a [u64]; 8],
    side_to_move: &'a [u8],
    castling: &'a [[u8; 4]],
    en_passant: &'a [u8],
    halfmove_clock: &'a [u16],
    fullmove_number: &'a [u16],
}

/// Reads the rows of columns. Each is checked.
pub(crate) fn read(
    py: Python<'_>,
    arrays: &Arrays<'_>,
    policy: Policy,
    first: usize,
) -> PyResult<(Positions, BadRows)> {
    let mut sets = [&[][..]; 8];
    for (slice, array) in sets.iter_mut().zip(&arrays.sets) {
        *slice = array.as_slice()?;
    }
    let columns = Columns {
        sets,
        side_to_move: arrays.side_to_move.as_slice()?,
        castling: arrays.castling.as_slice()?.as_chunks().0,
        en_passant: arrays.en_passant.as_slice()?,
        halfmove_clock: arrays.halfmove_clock.as_slice()?,
        fullmove_number: arrays.fullmove_number.as_slice()?,
    };
    let rows = columns.side_to_move.len();
    let mut lengths = columns.sets.map(<[u64]>::len).to_vec();
    lengths.extend([columns.castling.len(), columns.en_passant.len()]);
    lengths.extend([columns.halfmove_clock.len(), columns.fullmove_number.len()]);
    if lengths.iter().any(|&length| length != rows) {
        return Err(value_error(format_args!(
            "expected columns of one length, found {rows} and {lengths:?}"
        )));
    }
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
                None => columns.position(row),
            };
            match found {
                Ok(position) => positions.push(&position),
                Err(reason) => {
                    match policy {
                        Policy::Fail => {
                            return Err(value_error(format_args!("row {}: {reason}", first + row)));
                        }
                        Policy::Skip => {}
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

impl Columns<'_> {
    /// Returns a row as a position, or the reason why it is no position.
    fn position(&self, row: usize) -> Result<Position, String> {
        let setup = self.setup(row).map_err(|error| error.to_string())?;
        // A batch may have positions that no game reaches. Nothing else is mended.
        let (position, mends) = setup.position_lenient().map_err(|error| error.to_string())?;
        let is_taken = |mend: &&ParsePositionError| {
            use PositionError::{Checkers, Pieces, Promoted};
            let taken = |error| matches!(error, Pieces { .. } | Promoted { .. } | Checkers { .. });
            matches!(mend, ParsePositionError::Position(error) if taken(*error))
        };
        match mends.iter().find(|mend| !is_taken(mend)) {
            Some(wrong) => Err(wrong.to_string()),
            None => Ok(position),
        }
    }

    /// Returns the parts of a row.
    fn setup(&self, row: usize) -> Result<Setup, RowError> {
        let [roles @ .., white, black] = self.sets.map(|column| Bitboard(column[row]));
        let board = Board::from_sets(roles, [white, black]).ok_or(RowError::Sets)?;
        let side_to_move = match self.side_to_move[row] {
            0 => Color::White,
            1 => Color::Black,
            found => return Err(RowError::SideToMove { found }),
        };
        let mut castling_rights = CastlingRights::NONE;
        let files = self.castling[row];
        let mut rest = files.into_iter();
        for (color, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
            for side in CastlingSide::ALL {
                let index = rest.next().unwrap_or(NONE);
                let file = File::from_index(index);
                if file.is_none() && index != NONE {
                    return Err(RowError::Castling { found: files });
                }
                castling_rights.set(color, side, file.map(|file| Square::new(file, rank)));
            }
        }
        let found = self.en_passant[row];
        let en_passant = Square::from_index(found);
        if en_passant.is_none() && found != NONE {
            return Err(RowError::EnPassant { found });
        }
        Ok(Setup {
            board,
            side_to_move,
            castling_rights,
            en_passant,
            halfmove_clock: self.halfmove_clock[row],
            fullmove_number: self.fullmove_number[row],
        })
    }
}
