//! Sets of squares of a board.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::Not;

use hyperbola::{Bits as _, Direction, Line};

use crate::Square;
use crate::Storage;
use crate::board::{self, Board};

/// A set of squares of a board: a bit for each square, at its index.
///
/// The set operators are `|` union, `&` intersection, `^` symmetric difference, `-` difference and
/// `!` complement. The set displays as a picture of the board. `{:#?}` prints the
/// [`square_set!`](crate::square_set!) literal that makes it, which can be pasted into a test.
///
/// ```
/// use hyperbola_boards::boards::Shogi;
/// use hyperbola_boards::{Square, SquareSet, square_set};
///
/// let set: SquareSet<Shogi> = square_set! {
///     1 . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . 1 .
///     . . . . . . . . .
/// };
/// assert_eq!(set, SquareSet::from_iter(["9a".parse()?, "2h".parse::<Square<Shogi>>()?]));
/// assert_eq!((set.count(), (!set).count()), (2, 79));
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareSet<B: Board>(
    /// Without bits beyond the board.
    B::Bits,
);

/// Makes a [`SquareSet`] from a picture: rows of squares from the highest rank to the lowest, `1`
/// set, `.` empty.
///
/// A picture with a wrong number of squares does not compile:
///
/// ```compile_fail,E0080
/// use hyperbola_boards::{SquareSet, boards::Chess, square_set};
///
/// let set: SquareSet<Chess> = square_set! { 1 . . };
/// ```
#[macro_export]
macro_rules! square_set {
    (@square 1) => { true };
    (@square .) => { false };
    ($($square:tt)*) => {
        $crate::SquareSet::from_picture(&[$($crate::square_set!(@square $square)),*])
    };
}

impl<B: Board> SquareSet<B> {
    /// The empty set.
    pub const EMPTY: Self = Self(B::Bits::ZERO);

    /// Returns the set of all squares of the board.
    #[inline]
    #[must_use]
    pub fn full() -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 squares")]
        let beyond = B::Bits::WIDTH - B::SIZE.squares() as u32;
        Self((!B::Bits::ZERO).shr(beyond))
    }

    /// Makes a set from bits. Bits beyond the board are left out.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: B::Bits) -> Self {
        Self(bits & Self::full().0)
    }

    /// Makes a set from bits that a formula has masked by a line of the board, or that are known to
    /// be on the board. Nothing is left out: the set is wrong if there are bits beyond the board.
    #[inline(always)]
    #[must_use]
    pub const fn from_line(bits: B::Bits) -> Self {
        Self(bits)
    }

    /// Returns the bits: that of a square is at its index.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> B::Bits {
        self.0
    }

    /// Makes a set from a picture in reading order, from the highest rank's leftmost square to the
    /// lowest rank's rightmost. A picture with a wrong number of squares does not compile.
    #[must_use]
    pub fn from_picture<const SQUARES: usize>(picture: &[bool; SQUARES]) -> Self {
        const { assert!(SQUARES == B::SIZE.squares(), "a picture has the squares of its board") };
        let squares = reading_order::<B>().zip(picture);
        squares.filter(|&(_, &is_set)| is_set).map(|(square, _)| square).collect()
    }

    /// Makes the set of one square.
    #[inline]
    #[must_use]
    pub fn from_square(square: Square<B>) -> Self {
        Self(B::Bits::ZERO.splat(1).shl(square.index().into()))
    }

    /// Returns the ray from a square in a direction: all squares up to the edge, without the
    /// square.
    #[inline]
    #[must_use]
    pub fn ray(square: Square<B>, direction: Direction) -> Self {
        Self(board::ray::<B>(square.index().into(), direction))
    }

    /// Returns the line of a kind through a square, without the square.
    #[inline]
    #[must_use]
    pub fn line(square: Square<B>, line: Line) -> Self {
        Self::ray(square, line.positive()) | Self::ray(square, line.negative())
    }

    /// Returns whether the set has no square.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Returns the number of squares in the set, 0 to 256.
    #[inline]
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "a count of bits is at most 256")]
    pub fn count(self) -> u32 {
        self.0.count_ones().low_word() as u32
    }

    /// Returns whether a square is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, square: Square<B>) -> bool {
        !self.is_disjoint(square.into())
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square<B>) {
        *self |= square.into();
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square<B>) {
        *self -= square.into();
    }

    /// Returns whether all squares of the set are in `other`.
    #[inline]
    #[must_use]
    pub fn is_subset(self, other: Self) -> bool {
        other.is_superset(self)
    }

    /// Returns whether all squares of `other` are in the set.
    #[inline]
    #[must_use]
    pub fn is_superset(self, other: Self) -> bool {
        (other - self).is_empty()
    }

    /// Returns whether the sets have no square in common.
    #[inline]
    #[must_use]
    pub fn is_disjoint(self, other: Self) -> bool {
        (self & other).is_empty()
    }

    /// Returns the square with the lowest index, if there is one.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Square<B>> {
        let index = self.0.trailing_zeros().low_word();
        u8::try_from(index).ok().and_then(Square::from_index)
    }

    /// Returns the square with the highest index, if there is one.
    #[inline]
    #[must_use]
    pub fn last(self) -> Option<Square<B>> {
        let above = self.0.leading_zeros().low_word();
        let index = u64::from(B::Bits::WIDTH - 1).checked_sub(above)?;
        u8::try_from(index).ok().and_then(Square::from_index)
    }
}

/// Returns all squares in reading order, from the highest rank's leftmost one.
fn reading_order<B: Board>() -> impl Iterator<Item = Square<B>> {
    let ranks = (0..B::SIZE.ranks()).rev();
    ranks.flat_map(|rank| (0..B::SIZE.files()).filter_map(move |file| Square::new(file, rank)))
}

hyperbola::set_operators! { [B: Board] SquareSet<B> }

impl<B: Board> Not for SquareSet<B> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self::full() - self
    }
}

impl<B: Board> Default for SquareSet<B> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<B: Board> From<Square<B>> for SquareSet<B> {
    #[inline]
    fn from(square: Square<B>) -> Self {
        Self::from_square(square)
    }
}

impl<B: Board> FromIterator<Square<B>> for SquareSet<B> {
    fn from_iter<I: IntoIterator<Item = Square<B>>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.into())
    }
}

impl<B: Board> Extend<Square<B>> for SquareSet<B> {
    fn extend<I: IntoIterator<Item = Square<B>>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

/// The squares of a set, from the lowest index to the highest.
#[derive(Debug, Clone)]
pub struct Squares<B: Board>(SquareSet<B>);

impl<B: Board> Iterator for Squares<B> {
    type Item = Square<B>;

    #[inline]
    fn next(&mut self) -> Option<Square<B>> {
        let square = self.0.first()?;
        self.0 -= square.into();
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<B: Board> DoubleEndedIterator for Squares<B> {
    #[inline]
    fn next_back(&mut self) -> Option<Square<B>> {
        let square = self.0.last()?;
        self.0 -= square.into();
        Some(square)
    }
}

impl<B: Board> ExactSizeIterator for Squares<B> {}
impl<B: Board> FusedIterator for Squares<B> {}

impl<B: Board> IntoIterator for SquareSet<B> {
    type Item = Square<B>;
    type IntoIter = Squares<B>;

    #[inline]
    fn into_iter(self) -> Squares<B> {
        Squares(self)
    }
}

impl<B: Board> fmt::Display for SquareSet<B> {
    /// Draws the board as it looks, `1` set and `.` empty, without a last line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in reading_order::<B>() {
            let is_row_start = square.file() == 0;
            if is_row_start && square.rank() + 1 < B::SIZE.ranks() {
                writeln!(f)?;
            }
            let mark = if self.contains(square) { "1" } else { "." };
            write!(f, "{}{mark}", if is_row_start { "" } else { " " })?;
        }
        Ok(())
    }
}

impl<B: Board> fmt::Debug for SquareSet<B> {
    /// Prints the squares' names for `{:?}` and a `square_set!` literal for `{:#?}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            write!(f, "square_set! {{\n{self}\n}}")
        } else {
            f.debug_set().entries(*self).finish()
        }
    }
}
