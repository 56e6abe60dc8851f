//! Positions from texts.

use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

use hyperbola_moves::{ParsePositionError, Setup};

use crate::Positions;
use crate::positions::RowsMut;
use crate::threads::{self, PIECE};

/// What happens with a row of texts that is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BadRows {
    /// The first bad row is an error.
    #[default]
    Fail,
    /// Bad rows are left out, so the rows after them get other numbers.
    Skip,
    /// Bad rows become [marked rows](Positions::push_marked), so that each row keeps its number.
    Mark,
}

/// A row of texts that is no position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadRow {
    /// The number of the row among the texts, from 0.
    pub row: usize,
    /// The text, or its beginning.
    pub text: String,
    /// The reason.
    pub error: ParsePositionError,
}

/// The number of bytes of a bad text that its error keeps.
const KEPT: usize = 200;

impl BadRow {
    fn new(row: usize, text: &str, error: ParsePositionError) -> Self {
        let end = text.char_indices().map(|(index, _)| index).nth(KEPT).unwrap_or(text.len());
        Self { row, text: text[..end].into(), error }
    }
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}: {:?}", self.row, self.error, self.text)
    }
}

impl core::error::Error for BadRow {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Many texts, each of which has a number.
///
/// It is implemented for slices, arrays and vectors of strings. Implement it for a column of texts that is kept in
/// another way, so that no text is copied.
pub trait Texts: Sync {
    /// Returns the number of texts.
    fn len(&self) -> usize;

    /// Returns a text by its number, which is less than [`len`](Self::len).
    fn text(&self, index: usize) -> &str;

    /// Returns whether there is no text.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<T: AsRef<str> + Sync> Texts for [T] {
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    fn text(&self, index: usize) -> &str {
        self[index].as_ref()
    }
}

impl<T: AsRef<str> + Sync> Texts for Vec<T> {
    fn len(&self) -> usize {
        self.as_slice().len()
    }

    fn text(&self, index: usize) -> &str {
        self[index].as_ref()
    }
}

impl<T: AsRef<str> + Sync, const N: usize> Texts for [T; N] {
    fn len(&self) -> usize {
        N
    }

    fn text(&self, index: usize) -> &str {
        self[index].as_ref()
    }
}

/// The positions of a batch of texts, and the rows that are none.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Read {
    /// The positions.
    pub positions: Positions,
    /// The rows that are left out or marked, in ascending order.
    pub bad_rows: Vec<BadRow>,
}

impl Positions {
    /// Reads positions from FENs, on the current pool of rayon's threads if the feature `rayon` is
    /// on.
    ///
    /// ```
    /// use hyperbola_features::{BadRows, Positions};
    ///
    /// let fens = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "no FEN", "4k3/8/8/8/8/8/8/4K3 b - - 3 9"];
    /// let read = Positions::from_fens(&fens[..], BadRows::Mark)?;
    /// assert_eq!(read.positions.len(), 3);
    /// assert!(read.positions.as_slice().is_marked(1));
    /// assert_eq!(read.bad_rows[0].row, 1);
    ///
    /// let refused = Positions::from_fens(&fens[..], BadRows::Fail).unwrap_err();
    /// assert_eq!((refused.row, refused.text.as_str()), (1, "no FEN"));
    /// # Ok::<(), hyperbola_features::BadRow>(())
    /// ```
    ///
    /// # Errors
    ///
    /// With [`BadRows::Fail`], returns the first row that is no position.
    pub fn from_fens(texts: &(impl Texts + ?Sized), bad_rows: BadRows) -> Result<Read, BadRow> {
        let read = |row| {
            let text = texts.text(row);
            // No row needs a hash key.
            let setup = text.parse::<Setup>().map_err(ParsePositionError::from);
            let checked = setup.and_then(|setup| Ok(setup.checked()?));
            checked.map_err(|error| BadRow::new(row, text, error))
        };
        let mut positions = Self::new();
        let bad_rows = bad_rows.positions(texts.len(), read, &mut positions)?;
        Ok(Read { positions, bad_rows })
    }
}

impl BadRows {
    /// Replaces rows by so many others, on many threads if there are many. Does with the rows that are
    /// no positions what is to happen with them, and returns them. With an error, no row is left.
    ///
    /// Each piece is written where it is to be. After a bad row that is an error, only pieces before
    /// it are still read.
    pub(crate) fn positions<B: Send>(
        self,
        rows: usize,
        setup: impl Fn(usize) -> Result<Setup, B> + Sync,
        positions: &mut Positions,
    ) -> Result<Vec<B>, B> {
        positions.renew(rows);
        let first_failed = AtomicUsize::new(usize::MAX);
        let read = |(piece, mut columns): (usize, RowsMut<'_>)| {
            let (mut kept, mut bad_rows) = (0, Vec::new());
            if piece > first_failed.load(Ordering::Relaxed) {
                return Ok((kept, bad_rows));
            }
            for row in 0..columns.len() {
                match setup(piece * PIECE + row) {
                    Ok(setup) => {
                        columns.put(kept, &setup);
                        kept += 1;
                    }
                    Err(bad) => {
                        match self {
                            Self::Fail => {
                                first_failed.fetch_min(piece, Ordering::Relaxed);
                                return Err(bad);
                            }
                            Self::Skip => {}
                            // The row is marked as it is.
                            Self::Mark => kept += 1,
                        }
                        bad_rows.push(bad);
                    }
                }
            }
            Ok((kept, bad_rows))
        };
        let found = threads::map(positions.pieces_mut(PIECE).enumerate(), read);
        let (mut kept, mut bad_rows) = (Vec::with_capacity(found.len()), Vec::new());
        for found in found {
            match found {
                Ok((rows, bad)) => {
                    kept.push(rows);
                    bad_rows.extend(bad);
                }
                Err(bad) => {
                    positions.clear();
                    return Err(bad);
                }
            }
        }
        if self == Self::Skip && !bad_rows.is_empty() {
            positions.keep_of_pieces(PIECE, &kept);
        }
        Ok(bad_rows)
    }
}
