//! The squares of the board, its files and its ranks.
//!
//! The mapping is little-endian rank-file: a1 = 0, b1 = 1, … h8 = 63. [`crate::a8`] converts boards
//! that count from a8.

use core::fmt;
use core::str::FromStr;

use crate::{Color, ParseNameError};

/// Declares an enum of consecutive values, with its list and its conversions from an index.
macro_rules! indexed_enum {
    ($(#[$meta:meta])* $enum:ident of $count:literal: $($name:ident = $index:literal,)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names say all there is to say")]
        pub enum $enum { $($name = $index,)* }

        impl $enum {
            /// All values, in the order of their indices.
            pub const ALL: [Self; $count] = [$(Self::$name,)*];

            /// Makes the value from its index, if the index is in range.
            #[inline]
            #[must_use]
            pub const fn from_index(index: u8) -> Option<Self> {
                if index < $count { Some(Self::from_index_wrapping(index)) } else { None }
            }

            /// Makes the value from its index modulo the number of values, so that no index fails.
            #[inline]
            #[must_use]
            pub const fn from_index_wrapping(index: u8) -> Self {
                match index % $count { $($index => Self::$name,)* _ => Self::ALL[0] }
            }

            /// Returns the index, from 0.
            #[inline]
            #[must_use]
            pub const fn index(self) -> u8 {
                self as u8
            }
        }
    };
}

indexed_enum! {
    /// A file of the board, a to h; its index is 0 to 7.
    File of 8: A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7,
}

indexed_enum! {
    /// A rank of the board, 1 to 8; its index is 0 to 7.
    Rank of 8:
    First = 0, Second = 1, Third = 2, Fourth = 3, Fifth = 4, Sixth = 5, Seventh = 6, Eighth = 7,
}

indexed_enum! {
    /// A square of the board; its index is 8 x rank + file: a1 = 0, h8 = 63.
    ///
    /// ```
    /// use hyperbola::{File, Rank, Square};
    /// assert_eq!(Square::D4.index(), 27);
    /// assert_eq!(Square::new(File::D, Rank::Fourth), Square::D4);
    /// assert_eq!("d4".parse(), Ok(Square::D4));
    /// ```
    Square of 64:
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl File {
    /// Returns the file that changes places with this one when the board is mirrored: a and h, b
    /// and g, and so on.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::from_index_wrapping(7 - self.index())
    }
}

impl Rank {
    /// Returns the rank that changes places with this one when the board is turned upside down: 1
    /// and 8, 2 and 7, and so on.
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::from_index_wrapping(7 - self.index())
    }

    /// Returns the rank as a side counts it, from its own first rank: itself for White, the flipped
    /// rank for Black.
    ///
    /// ```
    /// use hyperbola::{Color, Rank};
    /// assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }
}

impl Square {
    /// Makes the square where a file and a rank cross.
    #[inline]
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index_wrapping(8 * rank.index() + file.index())
    }

    /// Returns the file of the square.
    #[inline]
    #[must_use]
    pub const fn file(self) -> File {
        File::from_index_wrapping(self.index() % 8)
    }

    /// Returns the rank of the square.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::from_index_wrapping(self.index() / 8)
    }

    /// Returns the board with only this square's bit set: `1 << index`.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.index()
    }

    /// Returns the square as a word that formulas take: its index.
    #[inline]
    #[must_use]
    pub const fn word(self) -> u64 {
        self.index() as u64
    }

    /// Returns the square on the same file when the board is turned upside down: rank 1 and rank 8
    /// change places, as in [`Bitboard::flip_ranks`](crate::Bitboard::flip_ranks).
    ///
    /// ```
    /// use hyperbola::Square;
    /// assert_eq!(Square::B2.flip_ranks(), Square::B7);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self::from_index_wrapping(self.index() ^ 56)
    }

    /// Returns the square on the same rank when the board is mirrored: file a and file h change
    /// places, as in [`Bitboard::flip_files`](crate::Bitboard::flip_files).
    ///
    /// ```
    /// use hyperbola::Square;
    /// assert_eq!(Square::B2.flip_files(), Square::G2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_files(self) -> Self {
        Self::from_index_wrapping(self.index() ^ 7)
    }

    /// Returns the square as a side sees it, with its own first rank below: itself for White, the
    /// square with flipped ranks for Black. Tables that are made for White are read so.
    ///
    /// ```
    /// use hyperbola::{Color, Square};
    /// assert_eq!(Square::E2.relative_to(Color::White), Square::E2);
    /// assert_eq!(Square::E7.relative_to(Color::Black), Square::E2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }

    /// Returns the square `files` to the right and `ranks` up, if it is on the board.
    ///
    /// ```
    /// use hyperbola::Square;
    /// assert_eq!(Square::D4.offset(1, 2), Some(Square::E6));
    /// assert_eq!(Square::D4.offset(-4, 0), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        // `index` is at most 63, so neither sum can leave the range of i16.
        let file = (self.index() % 8) as i16 + files as i16;
        let rank = (self.index() / 8) as i16 + ranks as i16;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 63")]
        Self::from_index((8 * rank + file) as u8)
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&char::from(b'a' + self.index()), f)
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&char::from(b'A' + self.index()), f)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&char::from(b'1' + self.index()), f)
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.file().index(), b'1' + self.rank().index()];
        f.pad(core::str::from_utf8(&name).unwrap_or_default())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'A' + self.file().index(), b'1' + self.rank().index()];
        f.pad(core::str::from_utf8(&name).unwrap_or_default())
    }
}

/// Reads a file's letter, which may be a capital.
fn file(letter: u8) -> Option<File> {
    letter.to_ascii_lowercase().checked_sub(b'a').and_then(File::from_index)
}

/// Reads a rank's digit.
fn rank(digit: u8) -> Option<Rank> {
    digit.checked_sub(b'1').and_then(Rank::from_index)
}

impl FromStr for File {
    type Err = ParseNameError;

    /// Reads a file's letter, which may be a capital.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let error = ParseNameError::expecting("a file, a to h");
        if let &[letter] = text.as_bytes() { file(letter).ok_or(error) } else { Err(error) }
    }
}

impl FromStr for Rank {
    type Err = ParseNameError;

    /// Reads a rank's digit, 1 to 8.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let error = ParseNameError::expecting("a rank, 1 to 8");
        if let &[digit] = text.as_bytes() { rank(digit).ok_or(error) } else { Err(error) }
    }
}

/// The reason why a text is not a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseSquareError {
    /// The text does not have exactly two characters.
    Length,
    /// The first character is not a file, a to h.
    File,
    /// The second character is not a rank, 1 to 8.
    Rank,
}

impl ParseSquareError {
    /// Returns the byte index of the error in the text, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Length | Self::File => 0,
            Self::Rank => 1,
        }
    }
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "expected a square of two characters, a1 to h8",
            Self::File => "expected a file, a to h, as a square's first character",
            Self::Rank => "expected a rank, 1 to 8, as a square's second character",
        })
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads a square's name. The file may be a capital letter.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let &[letter, digit] = text.as_bytes() else {
            return Err(ParseSquareError::Length);
        };
        let file = file(letter).ok_or(ParseSquareError::File)?;
        Ok(Self::new(file, rank(digit).ok_or(ParseSquareError::Rank)?))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::Bitboard;
    use std::format;
    use std::string::ToString;

    #[test]
    fn every_square_comes_back_from_its_name_index_and_coordinates() {
        for (index, square) in (0..).zip(Square::ALL) {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::from_index_wrapping(index + 64), square);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn a_wrong_name_says_what_was_expected() {
        assert_eq!("".parse::<Square>(), Err(ParseSquareError::Length));
        assert_eq!("d44".parse::<Square>(), Err(ParseSquareError::Length));
        assert_eq!("i4".parse::<Square>(), Err(ParseSquareError::File));
        assert_eq!("d9".parse::<Square>(), Err(ParseSquareError::Rank));
        assert_eq!("d0".parse::<Square>(), Err(ParseSquareError::Rank));
        assert_eq!("é".parse::<Square>(), Err(ParseSquareError::File));
    }
    #[test]
    fn files_and_ranks_come_back_from_their_names() {
        for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
            assert_eq!(file.to_string().parse(), Ok(file));
            assert_eq!(file.to_string().to_uppercase().parse(), Ok(file));
            assert_eq!(rank.to_string().parse(), Ok(rank));
        }
        for text in ["", "i", "aa", "1", "`", "é"] {
            let error = text.parse::<File>().unwrap_err();
            assert_eq!(error.to_string(), "expected a file, a to h");
        }
        for text in ["", "0", "9", "11", "a", "é"] {
            let error = text.parse::<Rank>().unwrap_err();
            assert_eq!(error.to_string(), "expected a rank, 1 to 8");
        }
    }

    #[test]
    fn names_are_padded_as_a_whole() {
        assert_eq!(format!("{:>4}{:<3}{:^4}|", Square::E4, File::C, Rank::Third), "  e4c   3  |");
        assert_eq!(format!("{:>4?}{:.1}{:?}", Square::E4, Square::D5, Square::A1), "  E4dA1");
    }

    #[test]
    fn squares_turn_as_bitboards_do() {
        for square in Square::ALL {
            let bit = Bitboard::from(square);
            assert_eq!(Bitboard::from(square.flip_ranks()), bit.flip_ranks());
            assert_eq!(Bitboard::from(square.flip_files()), bit.flip_files());
            assert_eq!(square.rank().flip(), square.flip_ranks().rank());
            assert_eq!(square.file().flip(), square.flip_files().file());
            assert_eq!(square.relative_to(Color::White), square);
            assert_eq!(square.relative_to(Color::Black), square.flip_ranks());
            for color in Color::ALL {
                assert_eq!(square.relative_to(color).rank(), square.rank().relative_to(color));
                assert_eq!(Bitboard::from(square.relative_to(color)), bit.relative_to(color));
            }
        }
    }
}
