//! Opening books in the format of Polyglot.
//!
//! A book is a list of entries of 16 bytes in the order of their keys, all numbers with the highest
//! byte first: the [key](Position::polyglot_key) of a position, a move, its weight, and a number
//! for learning. The format is Fabien Letouzey's of 2004, described by Michel Van den Bergh:
//! <http://hgm.nubati.net/book_format.html>. Castling is written there as here, as the king's move
//! onto its rook.

use core::fmt;
use core::ops::Range;

use crate::{Move, Position, Role, Square};

/// The number of bytes of an entry.
const ENTRY: usize = 16;

/// An opening book in memory, for example the bytes of a file. The moves of a position are found by
/// bisection, and nothing is copied.
///
/// ```
/// use hyperbola_moves::Position;
/// use hyperbola_moves::polyglot::Book;
///
/// let key = Position::initial().key().to_be_bytes();
/// // From e2 (rank 2, file e) to e4, with the weight 3.
/// let (e2e4, weight) = ([0b0000_0011, 0b0001_1100], [0, 3]);
/// let bytes = [&key[..], &e2e4, &weight, &[0; 4]].concat();
/// let book = Book::new(&bytes)?;
/// let moves: Vec<_> = book.moves(&Position::initial(), None).collect();
/// assert_eq!((moves.len(), moves[0].played.to_string(), moves[0].weight), (1, "e2e4".into(), 3));
/// # Ok::<(), hyperbola_moves::polyglot::BookError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Book<'a> {
    entries: &'a [[u8; ENTRY]],
}

/// A move of a book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookMove {
    /// The move, which is legal.
    pub played: Move,
    /// How good it is: programs choose a move as often as its part of the sum of the weights says.
    pub weight: u16,
    /// The number that programs which learn keep here.
    pub learn: u32,
}

impl<'a> Book<'a> {
    /// Makes a book of the bytes of its file.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not whole entries in the order of their keys.
    pub fn new(bytes: &'a [u8]) -> Result<Self, BookError> {
        let (entries, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(BookError::Length { bytes: bytes.len() });
        }
        match entries.windows(2).position(|two| key(&two[0]) > key(&two[1])) {
            Some(before) => Err(BookError::Order { entry: before + 1 }),
            None => Ok(Self { entries }),
        }
    }

    /// Returns the number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there is no entry.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Visits the moves of a position in the book's order. Those that are not legal are passed
    /// over: another position may have the same key.
    ///
    /// `passed` is the square that a pawn has just passed over, as
    /// [`polyglot_key`](Position::polyglot_key) takes it.
    pub fn moves<'p>(
        &self,
        position: &'p Position,
        passed: Option<Square>,
    ) -> impl Iterator<Item = BookMove> + use<'a, 'p> {
        let wanted = position.polyglot_key(passed);
        let Range { start, end } = self.range(wanted);
        self.entries[start..end].iter().filter_map(move |entry| {
            let [.., a, b, c, d, e, f, g, h] = *entry;
            let played = read_move(u16::from_be_bytes([a, b]))?;
            let (weight, learn) = (u16::from_be_bytes([c, d]), u32::from_be_bytes([e, f, g, h]));
            position.is_legal(played).then_some(BookMove { played, weight, learn })
        })
    }

    /// Returns the places of the entries with a key.
    fn range(&self, wanted: u64) -> Range<usize> {
        let start = self.entries.partition_point(|entry| key(entry) < wanted);
        start..start + self.entries[start..].partition_point(|entry| key(entry) == wanted)
    }
}

/// Returns the key of an entry.
fn key(entry: &[u8; ENTRY]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *entry;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// Returns the move with these bits: from the lowest, three each for the file and the rank that it
/// goes to, those that it starts from, and the role that a pawn promotes to.
fn read_move(bits: u16) -> Option<Move> {
    let square = |shift: u32| Square::from_index_wrapping((bits >> shift).to_le_bytes()[0] & 63);
    let role = match bits >> 12 {
        0 => Role::Pawn,
        1 => Role::Knight,
        2 => Role::Bishop,
        3 => Role::Rook,
        4 => Role::Queen,
        _ => return None,
    };
    Some(Move::promoting(square(6), square(0), role))
}

/// The reason why bytes are no book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The last entry is not whole.
    Length {
        /// The number of bytes.
        bytes: usize,
    },
    /// An entry has a smaller key than the one before.
    Order {
        /// The number of the entry, from 0.
        entry: usize,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { bytes } => {
                write!(f, "expected a multiple of {ENTRY} bytes, found {bytes}")
            }
            Self::Order { entry } => write!(
                f,
                "entry {entry}: expected a key that is not less than the one before, as in a book"
            ),
        }
    }
}

impl core::error::Error for BookError {}
