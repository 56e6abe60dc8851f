//! Positions from texts.

use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

use hyperbola_moves::{ParsePositionError, Position, Rules, Setup};

use crate::Positions;
use crate::positions::RowsMut;
use crate::threads::{self, PIECE};

/// What happens with what cannot be read: rows that are no positions, games, records and chunks of
/// training data, and entries that an output cannot hold.
///
/// By default a bad row does not end what millions of others are read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BadRows {
    /// The first bad row is an error.
    Error,
    /// Bad rows are left out, so the rows after them get other numbers.
    #[default]
    Skip,
    /// Bad rows become [marked rows](Positions::push_marked), so that each row keeps its number.
    Mark,
    /// Bad rows are left out, but for the entries of a game before a mistake in it.
    KeepBefore,
}

impl BadRows {
    /// All policies.
    pub const ALL: [Self; 4] = [Self::Error, Self::Skip, Self::Mark, Self::KeepBefore];

    /// Returns the name: `error`, `skip`, `mark` or `keep-before`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Skip => "skip",
            Self::Mark => "mark",
            Self::KeepBefore => "keep-before",
        }
    }
}

/// A row of text that is not a position.
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

/// The number of characters of a text that an error keeps.
const KEPT: usize = 200;

impl BadRow {
    fn new(row: usize, text: &str, error: ParsePositionError) -> Self {
        Self { row, text: beginning(text), error }
    }
}

/// Returns the beginning of a text that an error keeps.
fn beginning(text: &str) -> String {
    let end = text.char_indices().map(|(index, _)| index).nth(KEPT).unwrap_or(text.len());
    text[..end].into()
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

/// A row of texts with mistakes that lenient reading has mended.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MendedRow {
    /// The number of the row among the texts, from 0.
    pub row: usize,
    /// The text, or its beginning.
    pub text: String,
    /// The mistakes, as [`Mends`](hyperbola_moves::Mends) has them: at least one.
    pub mends: Vec<ParsePositionError>,
}

impl fmt::Display for MendedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: ", self.row)?;
        for (index, mend) in self.mends.iter().enumerate() {
            write!(f, "{}{mend}", if index == 0 { "" } else { "; " })?;
        }
        write!(f, ": {:?}", self.text)
    }
}

/// Many texts, each of which has a number.
///
/// It is implemented for slices, arrays and vectors of strings. Implement it for a column of texts
/// in another form, so that no text is copied.
pub trait Texts: Sync {
    /// Returns the number of texts.
    fn len(&self) -> usize;

    /// Returns a text by its number, which is less than [`len`](Self::len).
    fn text(&self, index: usize) -> &str;

    /// Returns whether there are no texts.
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

/// The positions of a batch of texts, and the rows that are not positions.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Read {
    /// The positions.
    pub positions: Positions,
    /// The rows that are left out or marked, in ascending order.
    pub bad_rows: Vec<BadRow>,
    /// The rows that lenient reading has mended, in ascending order. The list is empty after other
    /// reading.
    pub mended_rows: Vec<MendedRow>,
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
    /// let refused = Positions::from_fens(&fens[..], BadRows::Error).unwrap_err();
    /// assert_eq!((refused.row, refused.text.as_str()), (1, "no FEN"));
    /// # Ok::<(), hyperbola_features::BadRow>(())
    /// ```
    ///
    /// # Errors
    ///
    /// With [`BadRows::Error`], returns the first row that is not a position.
    pub fn from_fens(texts: &(impl Texts + ?Sized), bad_rows: BadRows) -> Result<Read, BadRow> {
        Self::from_fens_by_rules(texts, Rules::Auto, bad_rows)
    }

    /// Reads positions from FENs as [`from_fens`](Self::from_fens) does, by rules. By the rules of
    /// chess a row with a castling right that is not one of chess is a bad row.
    ///
    /// ```
    /// use hyperbola_features::{BadRows, Positions};
    /// use hyperbola_moves::Rules;
    ///
    /// let fens = ["5k1r/8/8/8/8/8/8/4K3 b k - 0 1"];
    /// assert!(Positions::from_fens_by_rules(&fens[..], Rules::Chess960, BadRows::Error).is_ok());
    /// assert!(Positions::from_fens_by_rules(&fens[..], Rules::Chess, BadRows::Error).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// As there.
    pub fn from_fens_by_rules(
        texts: &(impl Texts + ?Sized),
        rules: Rules,
        bad_rows: BadRows,
    ) -> Result<Read, BadRow> {
        let read = |row, _: &mut Vec<MendedRow>| {
            let text = texts.text(row);
            strict(text, rules).map_err(|error| BadRow::new(row, text, error))
        };
        bad_rows.read(texts, read)
    }

    /// Reads positions from FENs as [`from_fens`](Self::from_fens) does, but mends what can be
    /// mended, as [`Position::from_fen_lenient`](hyperbola_moves::Position::from_fen_lenient) does.
    /// Each row that was mended is listed with its mistakes. A row that cannot be mended is a bad
    /// row.
    ///
    /// ```
    /// use hyperbola_features::{BadRows, Positions};
    ///
    /// let fens = ["4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 3 9", "no FEN"];
    /// let read = Positions::from_fens_lenient(&fens[..], BadRows::Skip)?;
    /// assert_eq!(read.positions.len(), 2);
    /// assert_eq!(read.bad_rows[0].row, 2);
    /// let [mended] = &read.mended_rows[..] else { panic!("one row") };
    /// assert_eq!((mended.row, mended.text.as_str()), (0, fens[0]));
    /// assert_eq!(
    ///     mended.mends[0].to_string(),
    ///     "expected a rook of White on its back rank for a castling right at byte 24"
    /// );
    /// # Ok::<(), hyperbola_features::BadRow>(())
    /// ```
    ///
    /// # Errors
    ///
    /// With [`BadRows::Error`], returns the first row that cannot be mended.
    pub fn from_fens_lenient(
        texts: &(impl Texts + ?Sized),
        bad_rows: BadRows,
    ) -> Result<Read, BadRow> {
        Self::from_fens_lenient_by_rules(texts, Rules::Chess960, bad_rows)
    }

    /// Reads positions from FENs as [`from_fens_lenient`](Self::from_fens_lenient) does, by rules,
    /// as [`Position::from_fen_lenient_by_rules`] does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn from_fens_lenient_by_rules(
        texts: &(impl Texts + ?Sized),
        rules: Rules,
        bad_rows: BadRows,
    ) -> Result<Read, BadRow> {
        let read = |row, mended: &mut Vec<MendedRow>| {
            let text = texts.text(row);
            // Most texts have no mistake.
            if let Ok(setup) = strict(text, rules)
                && (setup.chess960_right().is_none() || rules.or_of_letters(text) != Rules::Chess)
            {
                return Ok(setup);
            }
            let (position, mends) = Position::from_fen_lenient_by_rules(text, rules)
                .map_err(|error| BadRow::new(row, text, error))?;
            let mends = mends.iter().copied().collect();
            mended.push(MendedRow { row, text: beginning(text), mends });
            Ok(position.setup())
        };
        bad_rows.read(texts, read)
    }
}

/// Reads a FEN by rules. No row needs a hash key.
fn strict(text: &str, rules: Rules) -> Result<Setup, ParsePositionError> {
    let setup = text.parse::<Setup>()?.checked()?;
    setup.check_rights(rules)?;
    Ok(setup)
}

impl BadRows {
    /// Reads positions from texts.
    fn read(
        self,
        texts: &(impl Texts + ?Sized),
        read: impl Fn(usize, &mut Vec<MendedRow>) -> Result<Setup, BadRow> + Sync,
    ) -> Result<Read, BadRow> {
        let mut positions = Positions::new();
        let (bad_rows, mended_rows) = self.positions(texts.len(), read, &mut positions)?;
        Ok(Read { positions, bad_rows, mended_rows })
    }

    /// Replaces rows by a number of others, on many threads if there are many. Treats the rows that
    /// are not positions as chosen, and returns them and the notes on other rows. After an error,
    /// no row is left.
    ///
    /// Each piece is written at its final place. After a bad row that is an error, only pieces
    /// before it are still read.
    pub(crate) fn positions<B: Send, N: Send>(
        self,
        rows: usize,
        setup: impl Fn(usize, &mut Vec<N>) -> Result<Setup, B> + Sync,
        positions: &mut Positions,
    ) -> Result<(Vec<B>, Vec<N>), B> {
        positions.renew(rows);
        let first_failed = AtomicUsize::new(usize::MAX);
        let read = |(piece, mut columns): (usize, RowsMut<'_>)| {
            let (mut kept, mut bad_rows, mut notes) = (0, Vec::new(), Vec::new());
            if piece > first_failed.load(Ordering::Relaxed) {
                return Ok((kept, bad_rows, notes));
            }
            for row in 0..columns.len() {
                match setup(piece * PIECE + row, &mut notes) {
                    Ok(setup) => {
                        columns.put(kept, &setup);
                        kept += 1;
                    }
                    Err(bad) => {
                        match self {
                            Self::Error => {
                                first_failed.fetch_min(piece, Ordering::Relaxed);
                                return Err(bad);
                            }
                            Self::Skip | Self::KeepBefore => {}
                            // The row is marked as it is.
                            Self::Mark => kept += 1,
                        }
                        bad_rows.push(bad);
                    }
                }
            }
            Ok((kept, bad_rows, notes))
        };
        let found = threads::map(positions.pieces_mut(PIECE).enumerate(), read);
        let mut kept = Vec::with_capacity(found.len());
        let (mut bad_rows, mut notes) = (Vec::new(), Vec::new());
        for found in found {
            match found {
                Ok((rows, bad, noted)) => {
                    kept.push(rows);
                    bad_rows.extend(bad);
                    notes.extend(noted);
                }
                Err(bad) => {
                    positions.clear();
                    return Err(bad);
                }
            }
        }
        if self != Self::Mark && !bad_rows.is_empty() {
            positions.keep_of_pieces(PIECE, &kept);
        }
        Ok((bad_rows, notes))
    }
}
