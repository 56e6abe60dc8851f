//! Positions in columns from other code.

use core::fmt;

use hyperbola_moves::{PositionError, Setup, Square};

use crate::threads::{self, PIECE};
use crate::{CastlingFiles, NONE, PositionSlice};

/// The number of columns.
pub(crate) const COLUMNS: usize = 13;

/// The columns' names and the bytes of a row.
pub(crate) const COLUMN: [(&str, u64); COLUMNS] = [
    ("pawns", 8),
    ("knights", 8),
    ("bishops", 8),
    ("rooks", 8),
    ("queens", 8),
    ("kings", 8),
    ("white", 8),
    ("black", 8),
    ("sides_to_move", 1),
    ("castling", 4),
    ("en_passant", 1),
    ("halfmove_clocks", 2),
    ("fullmove_numbers", 2),
];

/// The reason why a row of columns is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowError {
    /// The sets of squares do not fit together: a square has two pieces, or a piece has a role and
    /// no colour.
    Sets,
    /// The side to move is not 0 or 1.
    SideToMove {
        /// The side.
        found: u8,
    },
    /// The files of the rooks that may castle are not 0 to 7 or 255.
    Castling {
        /// The files.
        found: CastlingFiles,
    },
    /// The en passant square is not 0 to 63 or 255.
    EnPassant {
        /// The square.
        found: u8,
    },
    /// There is an en passant square, and no capture there is legal.
    NoCapture {
        /// The square.
        square: Square,
    },
    /// The board is empty, and another column does not have the value of a marked row.
    Marked,
    /// The parts do not make a position.
    Position(PositionError),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sets => write!(f, "expected a role and a colour for each occupied square"),
            Self::SideToMove { found } => write!(f, "expected the side 0 or 1, found {found}"),
            Self::Castling { found } => {
                write!(f, "expected files of rooks from 0 to 7 or 255, found {found:?}")
            }
            Self::EnPassant { found } => {
                write!(f, "expected an en passant square from 0 to 63 or 255, found {found}")
            }
            Self::NoCapture { square } => {
                let index = *square as u8;
                write!(f, "expected 255, found {index}: no capture en passant on {square} is legal")
            }
            Self::Marked => write!(
                f,
                "expected side 0, castling and en passant 255 and clocks 0 with an empty board"
            ),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for RowError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            _ => None,
        }
    }
}

/// The reason why columns are not positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnsError {
    /// A column does not have as many rows as the first one.
    Length {
        /// The column's name.
        column: &'static str,
        /// The number of rows of the first column.
        expected: usize,
        /// The number of rows of this column.
        found: usize,
    },
    /// A row is not a position, and is not marked.
    Row {
        /// The number of the row.
        row: usize,
        /// The reason.
        error: RowError,
    },
}

impl fmt::Display for ColumnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { column, expected, found } => {
                let (first, _) = COLUMN[0];
                write!(f, "column {column}: expected {expected} rows as in {first}, found {found}")
            }
            Self::Row { row, error } => write!(f, "row {row}: {error}"),
        }
    }
}

impl core::error::Error for ColumnsError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Row { error, .. } => Some(error),
            Self::Length { .. } => None,
        }
    }
}

impl<'a> PositionSlice<'a> {
    /// Makes positions of borrowed columns, without a copy. The parameters are the fields of the
    /// same names.
    ///
    /// It reads all columns and checks each row, on the current pool of rayon's threads if the
    /// feature `rayon` is on. A row must be a position, which need not be reachable in a game, or a
    /// [marked row](crate::Positions::push_marked).
    ///
    /// ```
    /// use hyperbola_features::{LegalCounts, NONE, PositionSlice};
    ///
    /// let (kings, white, black) = ([0x10 | 1 << 60], [0x90], [1 << 60]);
    /// let none = [0];
    /// let slice = PositionSlice::from_columns(
    ///     [&none, &none, &none, &[0x80], &none, &kings, &white, &black],
    ///     &[0],
    ///     &[[7, NONE, NONE, NONE]],
    ///     &[NONE],
    ///     &[0],
    ///     &[1],
    /// )?;
    /// let position = slice.position(0).expect("a position");
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(slice.features().compute(LegalCounts), [15]);
    ///
    /// let wrong = PositionSlice::from_columns(slice.sets, &[1], &[[NONE; 4]; 2], &[3], &[0], &[1]);
    /// let error = wrong.expect_err("another length");
    /// assert_eq!(error.to_string(), "column castling: expected 1 rows as in pawns, found 2");
    /// # Ok::<(), hyperbola_features::ColumnsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first column that does not have as many rows as the first one, or else the first
    /// row that is not a position.
    pub fn from_columns(
        sets: [&'a [u64]; 8],
        sides_to_move: &'a [u8],
        castling: &'a [CastlingFiles],
        en_passant: &'a [u8],
        halfmove_clocks: &'a [u16],
        fullmove_numbers: &'a [u16],
    ) -> Result<Self, ColumnsError> {
        let rows = Self::with_columns(
            sets,
            sides_to_move,
            castling,
            en_passant,
            halfmove_clocks,
            fullmove_numbers,
        )?;
        let bad = threads::map(threads::ranges(rows.len(), PIECE), |mut piece| {
            piece.find_map(|row| Some((row, rows.row_error(row)?)))
        });
        match bad.into_iter().flatten().next() {
            Some((row, error)) => Err(ColumnsError::Row { row, error }),
            None => Ok(rows),
        }
    }

    /// Makes positions of columns of one length. Their rows may be wrong.
    #[doc(hidden)]
    pub fn with_columns(
        sets: [&'a [u64]; 8],
        sides_to_move: &'a [u8],
        castling: &'a [CastlingFiles],
        en_passant: &'a [u8],
        halfmove_clocks: &'a [u16],
        fullmove_numbers: &'a [u16],
    ) -> Result<Self, ColumnsError> {
        let clocks = [halfmove_clocks.len(), fullmove_numbers.len()];
        let others = [sides_to_move.len(), castling.len(), en_passant.len()];
        let lengths = sets.into_iter().map(<[u64]>::len).chain(others).chain(clocks);
        let expected = sets[0].len();
        for ((column, _), found) in COLUMN.into_iter().zip(lengths) {
            if found != expected {
                return Err(ColumnsError::Length { column, expected, found });
            }
        }
        Ok(Self { sets, sides_to_move, castling, en_passant, halfmove_clocks, fullmove_numbers })
    }

    /// Returns the parts of a row whose values fit. They need not be a position.
    #[doc(hidden)]
    pub fn fitting_setup(&self, row: usize) -> Result<Setup, RowError> {
        match misfit(self.rows_of(row..row + 1)) {
            Some(error) => Err(error),
            None => self.parts(row).ok_or(RowError::Sets),
        }
    }

    /// Returns the mistake in a row, or nothing if it is a position or marked.
    fn row_error(&self, row: usize) -> Option<RowError> {
        if let Some(error) = misfit(self.rows_of(row..row + 1)) {
            return Some(error);
        }
        if self.is_marked(row) {
            let clocks = self.halfmove_clocks[row] | self.fullmove_numbers[row];
            let is_plain = self.sides_to_move[row] == 0
                && self.castling[row] == [NONE; 4]
                && self.en_passant[row] == NONE
                && clocks == 0;
            return (!is_plain).then_some(RowError::Marked);
        }
        // The sets fit together.
        let Some(setup) = self.parts(row) else { return Some(RowError::Sets) };
        match checked(&setup) {
            Err(error) => Some(RowError::Position(error)),
            Ok(found) => match setup.en_passant {
                Some(square) if found.en_passant.is_none() => Some(RowError::NoCapture { square }),
                _ => None,
            },
        }
    }
}

/// Checks the parts of a position, which need not be reachable in a game.
fn checked(setup: &Setup) -> Result<Setup, PositionError> {
    use PositionError::{Checkers, Pieces, Promoted};
    match setup.checked() {
        Err(Checkers { .. } | Pieces { .. } | Promoted { .. }) => {
            setup.unreachable_position().map(|position| position.setup())
        }
        checked => checked,
    }
}

/// Returns whether a row has a value that no position has. The loops have no exit, so that they run
/// on vectors.
pub(crate) fn is_misfit(rows: PositionSlice<'_>) -> bool {
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

/// Returns the value of the one row that no position has.
pub(crate) fn misfit(row: PositionSlice<'_>) -> Option<RowError> {
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
        is_misfit(row).then_some(RowError::Sets)
    }
}
