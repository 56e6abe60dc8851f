//! Piece placement: the first field of a FEN.

use core::fmt;

use hyperbola::{Bitboard, File, Rank, Square};

use crate::Piece;
use crate::fen::Fields;

/// The reason why a text is not a piece placement, and the byte where it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacementError {
    /// The index of the wrong byte, from 0. If the text ends too early, this is the text's length.
    pub index: usize,
    /// The kind of mistake at that byte.
    pub kind: PlacementErrorKind,
}

/// The kind of mistake in a piece placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlacementErrorKind {
    /// A character that is neither a piece, nor a number of empty squares, nor a slash.
    Character,
    /// A number right after a number. The two should be written as one number.
    AdjacentNumbers,
    /// A rank that goes on after its eight squares.
    LongRank,
    /// A rank that ends before it has eight squares.
    ShortRank {
        /// The rank that ends too early.
        rank: Rank,
        /// The number of squares it has, 0 to 7.
        squares: u8,
    },
    /// More than eight ranks.
    ManyRanks,
    /// Fewer than eight ranks.
    FewRanks {
        /// The number of ranks, 0 to 7.
        ranks: u8,
    },
}

impl fmt::Display for PlacementErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character => {
                f.write_str("expected a piece (PNBRQK or pnbrqk), a number 1 to 8 or a slash")
            }
            Self::AdjacentNumbers => {
                f.write_str("expected a piece or a slash after a number of empty squares")
            }
            Self::LongRank => f.write_str("expected a slash after eight squares"),
            Self::ShortRank { rank, squares } => {
                write!(f, "expected eight squares on rank {rank}, which ends after {squares}")
            }
            Self::ManyRanks => f.write_str("expected the end after eight ranks"),
            Self::FewRanks { ranks } => {
                write!(f, "expected eight ranks, the text ends after {ranks}")
            }
        }
    }
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl core::error::Error for PlacementError {}

/// Reads the occupied squares from a FEN, or from its first field alone. Spaces and tabs before the
/// field and everything after it are ignored.
///
/// # Errors
///
/// Returns a [`PlacementError`] with the wrong byte and what was expected there.
///
/// ```
/// use hyperbola::bitboard;
/// use hyperbola_moves::placement;
///
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// assert_eq!(placement::occupied(fen)?, bitboard! {
///     1 . . . 1 . . 1
///     1 . 1 1 1 1 1 .
///     1 1 . . 1 1 1 .
///     . . . 1 1 . . .
///     . 1 . . 1 . . .
///     . . 1 . . 1 . 1
///     1 1 1 1 1 1 1 1
///     1 . . . 1 . . 1
/// });
/// assert_eq!(placement::occupied("8/8/7/8/8/8/8/8").unwrap_err().index, 5);
/// # Ok::<(), placement::PlacementError>(())
/// ```
pub fn occupied(fen: &str) -> Result<Bitboard, PlacementError> {
    let mut occupied = Bitboard::EMPTY;
    for_each_piece(fen, |square, _| occupied.insert(square))?;
    Ok(occupied)
}

/// Reads the pieces from a FEN or its first field, as [`occupied`] does. It visits each piece with
/// its square, from a8 to h1.
///
/// # Errors
///
/// Returns a [`PlacementError`] with the wrong byte and what was expected there. The pieces before
/// that byte have been visited.
///
/// ```
/// use hyperbola_moves::{Role, Square, placement};
/// let mut queen = None;
/// placement::for_each_piece("8/8/8/8/3Q4/8/8/7k", |square, piece| {
///     queen = queen.or((piece.role == Role::Queen).then_some(square));
/// })?;
/// assert_eq!(queen, Some(Square::D4));
/// # Ok::<(), placement::PlacementError>(())
/// ```
pub fn for_each_piece(fen: &str, visit: impl FnMut(Square, Piece)) -> Result<(), PlacementError> {
    let (start, field) = Fields::new(fen).next_or_end();
    read_field(field, visit).map_err(|error| PlacementError { index: start + error.index, ..error })
}

/// Reads the pieces from the first field of a FEN. The index of an error counts from the field.
pub(crate) fn read_field(
    field: &str,
    mut visit: impl FnMut(Square, Piece),
) -> Result<(), PlacementError> {
    let mut ranks = Rank::ALL.into_iter().rev();
    let mut index = 0;
    for text in field.split('/') {
        let error = |index, kind| Err(PlacementError { index, kind });
        let Some(rank) = ranks.next() else {
            return error(index - 1, PlacementErrorKind::ManyRanks);
        };
        let mut file = 0;
        let mut after_number = false;
        for byte in text.bytes() {
            let piece = Piece::from_letter(char::from(byte));
            let squares = match byte {
                b'1'..=b'8' => byte - b'0',
                _ if piece.is_some() => 1,
                _ => return error(index, PlacementErrorKind::Character),
            };
            let is_number = piece.is_none();
            if is_number && after_number {
                return error(index, PlacementErrorKind::AdjacentNumbers);
            }
            if file + squares > 8 {
                return error(index, PlacementErrorKind::LongRank);
            }
            if let Some(piece) = piece {
                visit(Square::new(File::from_index_wrapping(file), rank), piece);
            }
            file += squares;
            after_number = is_number;
            index += 1;
        }
        if file < 8 {
            return error(index, PlacementErrorKind::ShortRank { rank, squares: file });
        }
        index += 1;
    }
    match ranks.next() {
        None => Ok(()),
        Some(missing) => Err(PlacementError {
            index: field.len(),
            kind: PlacementErrorKind::FewRanks { ranks: 7 - missing.index() },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_byte_and_what_was_expected() {
        let error =
            |fen: &str| occupied(fen).map_err(|error| (error.index, error.kind)).unwrap_err();
        let short = |rank, squares| PlacementErrorKind::ShortRank { rank, squares };
        assert_eq!(error(""), (0, short(Rank::Eighth, 0)));
        assert_eq!(error("8/8"), (3, PlacementErrorKind::FewRanks { ranks: 2 }));
        assert_eq!(error("8/ppp/8"), (5, short(Rank::Seventh, 3)));
        assert_eq!(error("8/pppppp3/8"), (8, PlacementErrorKind::LongRank));
        assert_eq!(error("8/8/8/8/8/8/8/8/8"), (15, PlacementErrorKind::ManyRanks));
        assert_eq!(error("8/8/x"), (4, PlacementErrorKind::Character));
        assert_eq!(error("44/8"), (1, PlacementErrorKind::AdjacentNumbers));
        assert_eq!(error("8/8/9"), (4, PlacementErrorKind::Character));
        assert_eq!(error("8/8/é"), (4, PlacementErrorKind::Character));
    }
}
