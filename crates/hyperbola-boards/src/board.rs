//! Boards: their sizes, the order of their bits, the names of their squares, and their tables.

use core::fmt::Debug;
use core::hash::Hash;

use hyperbola::formulas::Mirror;
use hyperbola::word::U256;
use hyperbola::{Bits, Direction, Line};

use crate::geometry::{self, Size};
use crate::magic::Magics;

/// A board of up to 256 squares, as a type. [`board!`](crate::board!) makes one.
///
/// Its picture has the files from left to right and the ranks from below to above. Files and ranks
/// are counted so from 0, and [`Direction`]s are those of the picture: north is up, east is right.
pub trait Board: Copy + Debug + Ord + Hash {
    /// The number of files and of ranks, and the order of the bits.
    const SIZE: Size;

    /// How squares are called.
    const NAMES: Names;

    /// The bits of a set of squares: as few words as hold the board.
    type Bits: Storage;

    /// The tables of the board.
    const TABLES: &'static Tables<<Self::Bits as Storage>::Words>;

    /// For each square its lines and its own bit.
    const LINES: &'static [[<Self::Bits as Storage>::Words; 5]];

    /// The attacks in a row of the layout: empty if a row has more than twelve squares.
    const ROWS: &'static [u16];

    /// The hashes and attacks of magic factors, where there are some: of the named boards, with the
    /// feature `tables`.
    const MAGICS: Option<Magics<<Self::Bits as Storage>::Words>> = None;

    /// For each kind of line, whether swapping bytes mirrors it. If not, reversing bits does.
    const MIRRORS: [Mirror; 4] = geometry::mirrors(Self::SIZE);
}

/// The order of a board's bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Rank by rank from the lowest one, each from the left, as on a chessboard with a1 = 0.
    Ranks,
    /// File by file from the left, each from below.
    Files,
    /// File by file from the right, each from above, as shogi programs have it: 1a = 0.
    FilesFromTopRight,
}

/// How the squares of a board are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Names {
    /// A letter for the file, from the left, and a number for the rank, from 1 below: a1.
    FromOne,
    /// The same with the lowest rank as 0: a0.
    FromZero,
    /// A number for the file, from 1 at the right, and a letter for the rank, from above: 1a.
    Usi,
}

/// The bits of a set of squares: 64, 128 or 256.
///
/// The trait is closed. The tables of a board hold words, because only these can be made at compile
/// time.
pub trait Storage: Bits + Eq + Hash + Default + Debug + sealed::Sealed {
    /// The words, the lowest first.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]> + Debug + 'static;

    /// The number of bits.
    const WIDTH: u32;

    /// No bit.
    const ZERO: Self;

    /// Whether these bits explain or prove. Then a line is a call, because no speed is needed.
    const IS_PARTIAL: bool = false;

    /// Makes bits from words.
    #[must_use]
    fn from_words(words: Self::Words) -> Self;

    /// Returns the words, the lowest first.
    #[must_use]
    fn words(self) -> Self::Words;

    /// Returns the lowest 64 bits.
    #[inline(always)]
    #[must_use]
    fn low_word(self) -> u64 {
        self.words().as_ref()[0]
    }

    /// Returns the union of all words: a bit is at its place modulo 64.
    #[must_use]
    fn folded(self) -> u64;

    /// Makes bits from the same word again and again.
    #[must_use]
    fn repeated(word: u64) -> Self;

    /// Multiplies each word by a factor of its own, and adds up.
    #[must_use]
    fn sum_of_products(self, factors: Self::Words) -> u64;
}

pub(crate) mod sealed {
    /// Hides what the trait of storages needs.
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
    impl Sealed for super::U256 {}
}

impl Storage for u64 {
    type Words = [u64; 1];
    const WIDTH: u32 = 64;
    const ZERO: Self = 0;

    #[inline(always)]
    fn from_words([word]: [u64; 1]) -> Self {
        word
    }

    #[inline(always)]
    fn words(self) -> [u64; 1] {
        [self]
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        self
    }

    #[inline(always)]
    fn repeated(word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn sum_of_products(self, [factor]: [u64; 1]) -> u64 {
        self.wrapping_mul(factor)
    }
}

impl Storage for u128 {
    type Words = [u64; 2];
    const WIDTH: u32 = 128;
    const ZERO: Self = 0;

    #[inline(always)]
    fn from_words([low, high]: [u64; 2]) -> Self {
        Self::from(low) | Self::from(high) << 64
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "each word has its 64 bits")]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        self.low_word() | (self >> 64).low_word()
    }

    #[inline(always)]
    fn repeated(word: u64) -> Self {
        Self::from_words([word; 2])
    }

    #[inline(always)]
    fn sum_of_products(self, [a, b]: [u64; 2]) -> u64 {
        let [low, high] = self.words();
        low.wrapping_mul(a).wrapping_add(high.wrapping_mul(b))
    }
}

impl Storage for U256 {
    type Words = [u64; 4];
    const WIDTH: u32 = 256;
    const ZERO: Self = Self([0; 4]);

    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        let [a, b, c, d] = self.0;
        a | b | c | d
    }

    #[inline(always)]
    fn repeated(word: u64) -> Self {
        Self([word; 4])
    }

    #[inline(always)]
    fn sum_of_products(self, [a, b, c, d]: [u64; 4]) -> u64 {
        let [low, second, third, high] = self.0;
        let [low, high] = [[low, second], [third, high]].map(u128::from_words);
        low.sum_of_products([a, b]).wrapping_add(high.sum_of_products([c, d]))
    }
}

/// The masks of a board, as words.
#[derive(Debug)]
pub struct Tables<W: 'static> {
    /// For each square its rays, without the square, in the order of [`Direction::ALL`].
    pub rays: &'static [[W; 8]],
    /// For each direction the squares that a step in it can reach.
    pub reached: [W; 8],
}

/// A number of words, which chooses the bits of a board.
#[derive(Debug)]
pub struct WordCount<const WORDS: usize>;

/// A number of words that are the bits of a set.
pub trait Stored {
    /// The bits.
    type Bits: Storage;
}

impl Stored for WordCount<1> {
    type Bits = u64;
}

impl Stored for WordCount<2> {
    type Bits = u128;
}

impl Stored for WordCount<4> {
    type Bits = U256;
}

/// Makes a type for a board of a size that is known when the program is compiled.
///
/// The line says the number of files, then that of ranks, the [`Layout`] and the [`Names`]. Bits and
/// tables follow from them; the named boards also say where their magics are. A board of no square, of
/// more than 16 files or ranks, or of more than 256 squares does not compile.
///
/// ```
/// use hyperbola_boards::{Square, SquareSet, board, rook_attacks, square_set};
///
/// board! {
///     /// The board of Los Alamos chess.
///     pub LosAlamos: 6 files, 6 ranks, Ranks, FromOne;
/// }
///
/// let square: Square<LosAlamos> = "b2".parse()?;
/// let occupied: SquareSet<LosAlamos> = square_set! {
///     . . . . . .
///     . 1 . . . .
///     . . . . . .
///     . . . . . .
///     . . . . 1 .
///     . . . . . .
/// };
/// assert_eq!(rook_attacks(square, occupied), square_set! {
///     . . . . . .
///     . 1 . . . .
///     . 1 . . . .
///     . 1 . . . .
///     1 . 1 1 1 .
///     . 1 . . . .
/// });
/// # Ok::<(), hyperbola_boards::ParseSquareError>(())
/// ```
#[macro_export]
macro_rules! board {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis $name:ident:
            $files:literal files, $ranks:literal ranks, $layout:ident, $names:ident
            $(, $magics:expr)?;
    )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name;

        const _: () = {
            const SIZE: $crate::Size = $crate::Size::new($files, $ranks, $crate::Layout::$layout);
            const SQUARES: usize = SIZE.squares();
            const WORDS: usize = SIZE.words();
            static RAYS: [[[u64; WORDS]; 8]; SQUARES] = $crate::geometry::rays(SIZE);
            static LINES: [[[u64; WORDS]; 5]; SQUARES] = $crate::geometry::lines(&RAYS);
            static ROWS: [u16; SIZE.row_entries()] = $crate::geometry::rows(SIZE);
            static TABLES: $crate::Tables<[u64; WORDS]> =
                $crate::Tables { rays: &RAYS, reached: $crate::geometry::reached(SIZE) };

            impl $crate::Board for $name {
                const SIZE: $crate::Size = SIZE;
                const NAMES: $crate::Names = $crate::Names::$names;
                type Bits = <$crate::WordCount<WORDS> as $crate::Stored>::Bits;
                const TABLES: &'static $crate::Tables<[u64; WORDS]> = &TABLES;
                const LINES: &'static [[[u64; WORDS]; 5]] = &LINES;
                const ROWS: &'static [u16] = &ROWS;
                $(const MAGICS: Option<$crate::magic::Magics<[u64; WORDS]>> = $magics;)?
            }
        };
    )*};
}

/// Returns a ray from a square of a board, without the square.
#[inline(always)]
pub(crate) fn ray<B: Board>(square: usize, direction: Direction) -> B::Bits {
    B::Bits::from_words(B::TABLES.rays[square][direction as usize])
}

/// Returns a line through a square of a board, without the square.
#[inline(always)]
pub(crate) fn line<B: Board>(square: usize, line: Line) -> B::Bits {
    B::Bits::from_words(B::LINES[square][geometry::mask_of_line(line)])
}

/// Returns the bit of a square, from the masks of its lines.
#[inline(always)]
pub(crate) fn own_bit<B: Board>(square: usize) -> B::Bits {
    B::Bits::from_words(B::LINES[square][geometry::OWN_BIT])
}

/// Returns the direction along a line that leads to higher bits.
#[inline(always)]
pub(crate) const fn towards_higher_bits<B: Board>(line: Line) -> Direction {
    let positive = line.positive();
    if B::SIZE.step(positive) > 0 { positive } else { line.negative() }
}
