//! Squares of a board.

use core::fmt::{self, Write as _};
use core::marker::PhantomData;
use core::str::FromStr;

use crate::board::Board;
use crate::{Names, Size};

/// A square of a board: its index, which is also the place of its bit.
///
/// ```
/// use hyperbola_boards::Square;
/// use hyperbola_boards::boards::{Shogi, Xiangqi};
///
/// // Shogi programs count file by file from the right.
/// let square: Square<Shogi> = "2c".parse()?;
/// assert_eq!((square.index(), square.file(), square.rank()), (11, 7, 6));
/// assert_eq!(Square::<Xiangqi>::new(4, 9).map(|square| square.to_string()), Some("e9".to_owned()));
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<B> {
    /// Below the number of squares.
    index: u8,
    board: PhantomData<B>,
}

impl<B: Board> Square<B> {
    /// Returns the square with an index, if there is one.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < B::SIZE.squares() {
            Some(Self { index, board: PhantomData })
        } else {
            None
        }
    }

    /// Returns the square on a file and a rank, if there is one. Files are counted from the left
    /// and ranks from below, both from 0.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        // Larger numbers than those of any board are too large as signed ones, too, or below 0.
        match B::SIZE.index(file.cast_signed(), rank.cast_signed()) {
            Some(index) => Some(Self { index, board: PhantomData }),
            None => None,
        }
    }

    /// Returns all squares, in the order of their indices.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 squares")]
        let square = |index: usize| Self { index: index as u8, board: PhantomData };
        (0..B::SIZE.squares()).map(square)
    }

    /// Returns the index, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.index
    }

    /// Returns the file, counted from the left, from 0.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        B::SIZE.file_and_rank(self.index).0
    }

    /// Returns the rank, counted from below, from 0.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        B::SIZE.file_and_rank(self.index).1
    }

    /// Returns the square that is a number of files to the right and ranks up, if there is one.
    ///
    /// ```
    /// use hyperbola_boards::Square;
    /// use hyperbola_boards::boards::Capablanca;
    ///
    /// let square: Square<Capablanca> = "i1".parse()?;
    /// assert_eq!(square.offset(1, 2), "j3".parse().ok());
    /// assert_eq!(square.offset(2, 1), None);
    /// # Ok::<(), hyperbola_boards::ParseSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = B::SIZE.file_and_rank(self.index);
        let file = file.cast_signed().saturating_add(files);
        let rank = rank.cast_signed().saturating_add(ranks);
        match B::SIZE.index(file, rank) {
            Some(index) => Some(Self { index, board: PhantomData }),
            None => None,
        }
    }
}

impl<B: Board> fmt::Display for Square<B> {
    /// Writes the name, such as `e4`, or `5e` on a shogi board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (file, rank) = (self.file(), self.rank());
        let letter = |number: u8| char::from(b'a' + number);
        match B::NAMES {
            Names::FromOne => write!(f, "{}{}", letter(file), rank + 1),
            Names::FromZero => write!(f, "{}{rank}", letter(file)),
            Names::Usi => {
                write!(f, "{}", B::SIZE.files() - file)?;
                f.write_char(letter(B::SIZE.ranks() - 1 - rank))
            }
        }
    }
}

impl<B: Board> fmt::Debug for Square<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({self})")
    }
}

/// The error for a text that is not the name of a square of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseSquareError {
    names: Names,
    size: Size,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |number: u8| char::from(b'a' + number - 1);
        let (files, ranks) = (self.size.files(), self.size.ranks());
        f.write_str("expected a square, from ")?;
        match self.names {
            Names::FromOne => write!(f, "a1 to {}{ranks}", letter(files)),
            Names::FromZero => write!(f, "a0 to {}{}", letter(files), ranks - 1),
            Names::Usi => write!(f, "{files}a to 1{}", letter(ranks)),
        }
    }
}

impl core::error::Error for ParseSquareError {}

impl<B: Board> FromStr for Square<B> {
    type Err = ParseSquareError;

    /// Reads the name of a square.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text).ok_or(ParseSquareError { names: B::NAMES, size: B::SIZE })
    }
}

/// Reads the name of a square, if it is one.
fn read<B: Board>(text: &str) -> Option<Square<B>> {
    let letter = |byte: u8| byte.is_ascii_lowercase().then(|| byte - b'a');
    let number = |digits: &str| {
        // No sign and no zero in front: each square has one name.
        let is_plain = digits == "0" || !digits.starts_with(['0', '+']);
        digits.parse::<u8>().ok().filter(|_| is_plain)
    };
    let (size, (&first, &last)) = (B::SIZE, (text.as_bytes().first()?, text.as_bytes().last()?));
    match B::NAMES {
        Names::FromOne => Square::new(letter(first)?, number(text.get(1..)?)?.checked_sub(1)?),
        Names::FromZero => Square::new(letter(first)?, number(text.get(1..)?)?),
        Names::Usi => Square::new(
            size.files().checked_sub(number(text.get(..text.len() - 1)?)?)?,
            (size.ranks() - 1).checked_sub(letter(last)?)?,
        ),
    }
}
