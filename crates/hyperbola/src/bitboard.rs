//! A set of squares in one 64-bit word.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::masks::FILE_A;
use crate::{Color, File, Rank, Square};

/// A set of squares: bit `i` is the square of index `i` (a1 = 0, h8 = 63).
///
/// The set operators are `|` union, `&` intersection, `^` symmetric difference, `-` difference and
/// `!` complement. The set displays as a board with a8 top left. `{:#?}` prints the
/// [`bitboard!`](crate::bitboard!) literal that makes it, which can be pasted into a test.
///
/// ```
/// use hyperbola::{bitboard, Bitboard, Square};
/// let set = Bitboard::from_iter([Square::A1, Square::C2]);
/// assert_eq!(set, bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . 1 . . . . .
///     1 . . . . . . .
/// });
/// assert!(set.contains(Square::C2));
/// assert_eq!(set - Square::C2.into(), Square::A1.into());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

/// Makes a [`Bitboard`] from a picture: eight rows of eight, a8 top left, `1` set, `.` empty.
///
/// The picture is read at compile time. A picture with a wrong number of squares does not compile.
#[macro_export]
macro_rules! bitboard {
    (@square 1) => { true };
    (@square .) => { false };
    ($($square:tt)*) => {
        const { $crate::Bitboard::from_picture(&[$($crate::bitboard!(@square $square)),*]) }
    };
}

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all 64 squares.
    pub const FULL: Self = Self(u64::MAX);

    /// Makes a set from a picture in reading order: a8 first, h1 last.
    #[must_use]
    pub const fn from_picture(picture: &[bool; 64]) -> Self {
        let mut squares = 0;
        let mut place = 0;
        while place < 64 {
            // Reading order and square index differ only in the order of the ranks.
            squares |= (picture[place] as u64) << (place ^ 56);
            place += 1;
        }
        Self(squares)
    }

    /// Makes the set of one square.
    #[inline]
    #[must_use]
    pub const fn from_square(square: Square) -> Self {
        Self(square.bit())
    }

    /// Returns the eight squares of a file.
    #[inline]
    #[must_use]
    pub const fn from_file(file: File) -> Self {
        Self(FILE_A << file.index())
    }

    /// Returns the eight squares of a rank.
    #[inline]
    #[must_use]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank.index()))
    }

    /// Returns whether the set has no square.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether a square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= square.bit();
    }

    /// Removes a square.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !square.bit();
    }

    /// Returns whether all squares of the set are in `other`.
    #[inline]
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        other.is_superset(self)
    }

    /// Returns whether all squares of `other` are in the set.
    #[inline]
    #[must_use]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Returns whether the sets have no square in common.
    #[inline]
    #[must_use]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the square with the lowest index, if there is one.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        #[expect(clippy::cast_possible_truncation, reason = "a count of bits is at most 64")]
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// Returns the square with the highest index, if there is one.
    #[inline]
    #[must_use]
    pub const fn last(self) -> Option<Square> {
        match self.0.checked_ilog2() {
            #[expect(clippy::cast_possible_truncation, reason = "a bit's number is at most 63")]
            Some(index) => Square::from_index(index as u8),
            None => None,
        }
    }

    /// Returns the board upside down: rank 1 and rank 8 change places (a byte swap).
    #[inline]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the board mirrored: file a and file h change places.
    #[inline]
    #[must_use]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// Returns the board turned by half a turn: a1 and h8 change places (a bit reversal).
    #[inline]
    #[must_use]
    pub const fn rotate_half(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// Returns the board as a side sees it, with its own first rank below: itself for White, the
    /// board upside down for Black.
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_ranks(),
        }
    }

    /// Returns the board reflected in the a1-h8 diagonal: files become ranks.
    ///
    /// ```
    /// use hyperbola::{Bitboard, File, Rank};
    /// assert_eq!(Bitboard::from_file(File::C).transpose(), Bitboard::from_rank(Rank::Third));
    /// ```
    #[inline]
    #[must_use]
    pub fn transpose(self) -> Self {
        Self(crate::word::transform::transpose(self.0))
    }
}

/// Implements the operators of sets of squares but `!`: for a type with one field, the bits, whose
/// generic parameters stand in brackets. The crate of other boards uses it too.
#[doc(hidden)]
#[macro_export]
macro_rules! set_operators {
    (
        @ [$($generics:tt)*] $set:ty:
        $operator:ident $method:ident $assign:ident $assign_method:ident $a:ident, $b:ident => $result:expr
    ) => {
        impl<$($generics)*> core::ops::$operator for $set {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($result)
            }
        }
        impl<$($generics)*> core::ops::$assign for $set {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = core::ops::$operator::$method(*self, other);
            }
        }
    };
    ($generics:tt $set:ty) => {
        $crate::set_operators! { @ $generics $set: BitAnd bitand BitAndAssign bitand_assign a, b => a & b }
        $crate::set_operators! { @ $generics $set: BitOr bitor BitOrAssign bitor_assign a, b => a | b }
        $crate::set_operators! { @ $generics $set: BitXor bitxor BitXorAssign bitxor_assign a, b => a ^ b }
        $crate::set_operators! { @ $generics $set: Sub sub SubAssign sub_assign a, b => a & !b }
    };
}

set_operators! { [] Bitboard }

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::from_square(square)
    }
}

impl From<u64> for Bitboard {
    #[inline]
    fn from(squares: u64) -> Self {
        Self(squares)
    }
}

impl From<Bitboard> for u64 {
    #[inline]
    fn from(squares: Bitboard) -> Self {
        squares.0
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

/// The squares of a set, from the lowest index to the highest.
#[derive(Debug, Clone)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0 -= square.into();
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl core::iter::FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Display for Bitboard {
    /// Draws eight rows of eight, a8 top left, `1` set and `.` empty, without a last line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { "1" } else { "." };
                write!(f, "{}{mark}", if file == File::A { "" } else { " " })?;
            }
            if rank != Rank::First {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// Prints the hexadecimal value for `{:?}` and a `bitboard!` literal for `{:#?}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "bitboard! {{\n{self}\n}}")
        } else {
            write!(f, "Bitboard({:#018x})", self.0)
        }
    }
}

impl fmt::LowerHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl fmt::UpperHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.0, f)
    }
}

impl fmt::Binary for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Binary::fmt(&self.0, f)
    }
}

/// The reason why a text is not a bitboard in hexadecimal, with the `index` of the error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseBitboardError {
    /// There is no digit.
    Empty {
        /// The byte index at which a digit was expected, from 0.
        index: usize,
    },
    /// A character is not a hexadecimal digit.
    Digit {
        /// The byte index of the character, from 0.
        index: usize,
    },
    /// There are more than 16 digits.
    Long {
        /// The byte index of the 17th digit, from 0.
        index: usize,
    },
}

impl ParseBitboardError {
    /// Returns the byte index of the error in the text, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Empty { index } | Self::Digit { index } | Self::Long { index } => index,
        }
    }
}

impl fmt::Display for ParseBitboardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty { .. } => "expected a bitboard of 1 to 16 hexadecimal digits",
            Self::Digit { .. } => "expected a hexadecimal digit, 0 to 9 or a to f",
            Self::Long { .. } => "expected at most 16 hexadecimal digits",
        })
    }
}

impl core::error::Error for ParseBitboardError {}

impl FromStr for Bitboard {
    type Err = ParseBitboardError;

    /// Reads 1 to 16 hexadecimal digits, with or without `0x`.
    ///
    /// ```
    /// use hyperbola::Bitboard;
    /// assert_eq!("0x4400000000".parse(), Ok(Bitboard(0x44_0000_0000)));
    /// assert_eq!("0x12g".parse::<Bitboard>().unwrap_err().index(), 4);
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let prefixed = text.starts_with("0x") || text.starts_with("0X");
        let start = if prefixed { 2 } else { 0 };
        let digits = &text.as_bytes()[start..];
        if digits.is_empty() {
            return Err(ParseBitboardError::Empty { index: start });
        }
        let mut squares = 0;
        for (index, &byte) in (start..).zip(digits) {
            let digit = char::from(byte).to_digit(16).ok_or(ParseBitboardError::Digit { index })?;
            if index - start == 16 {
                return Err(ParseBitboardError::Long { index });
            }
            squares = squares << 4 | u64::from(digit);
        }
        Ok(Self(squares))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;
    use std::vec::Vec;

    #[test]
    fn a_picture_reads_from_a8() {
        let set = bitboard! {
            1 . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . 1 . . . . . .
        };
        assert_eq!(set, Bitboard::from_iter([Square::A8, Square::B1]));
        assert_eq!(
            format!("{set:#?}"),
            "bitboard! {\n1 . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
             . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. 1 . . . . . .\n}"
        );
        assert_eq!(format!("{set:?}"), "Bitboard(0x0100000000000002)");
    }

    #[test]
    fn squares_come_and_go() {
        let mut set = Bitboard::EMPTY;
        set.insert(Square::C3);
        set.insert(Square::D4);
        set.remove(Square::C3);
        set.remove(Square::H8);
        assert_eq!(set, Square::D4.into());
        assert!(set.is_subset(Bitboard::FULL) && !Bitboard::FULL.is_subset(set));
        assert!(set.is_superset(Bitboard::EMPTY) && set.is_disjoint(Square::C3.into()));
    }

    #[test]
    fn iteration_goes_both_ways() {
        let set = Bitboard::from_iter([Square::A1, Square::D4, Square::H8]);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::D4, Square::H8]);
        assert_eq!(set.into_iter().rev().collect::<Vec<_>>(), [Square::H8, Square::D4, Square::A1]);
        assert_eq!(set.into_iter().len(), 3);
        assert_eq!(Bitboard::FULL.into_iter().count(), 64);
        assert_eq!(Bitboard::EMPTY.into_iter().next(), None);
    }

    #[test]
    fn hexadecimal_errors_name_their_place() {
        let index = |text: &str| text.parse::<Bitboard>().unwrap_err().index();
        assert_eq!(index(""), 0);
        assert_eq!(index("0x"), 2);
        assert_eq!(index("0x00000000000000001"), 18);
        assert_eq!(index("12 "), 2);
        assert_eq!(index("-1"), 0);
        assert_eq!("ffffffffffffffff".parse(), Ok(Bitboard::FULL));
    }

    #[test]
    fn the_board_turns() {
        for square in Square::ALL {
            let bit = Bitboard::from(square);
            let (file, rank) = (square.file().index(), square.rank().index());
            let at = |file: u8, rank: u8| Bitboard(1 << (8 * rank + file));
            assert_eq!(bit.flip_ranks(), at(file, 7 - rank));
            assert_eq!(bit.flip_files(), at(7 - file, rank));
            assert_eq!(bit.rotate_half(), at(7 - file, 7 - rank));
            assert_eq!(bit.transpose(), at(rank, file));
        }
    }
}
