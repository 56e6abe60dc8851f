//! Boards: their sizes, the order of their bits, the names of their squares, and their tables.

use core::fmt::Debug;
use core::hash::Hash;

use hyperbola::formulas::Mirror;
use hyperbola::word::{Storage, U256};
use hyperbola::{Direction, Line};

use crate::geometry::{self, Size};
use crate::magic::Magics;

/// A board of up to 256 squares, as a type. [`board!`](crate::board!) makes one.
///
/// Its picture has the files from left to right and the ranks from below to above. Files and ranks
/// are counted in this order from 0, and [`Direction`]s are those of the picture: north is up, east
/// is right.
pub trait Board: Copy + Debug + Ord + Hash {
    /// The number of files and of ranks, and the order of the bits.
    const SIZE: Size;

    /// The form of the squares' names.
    const NAMES: Names;

    /// The bits of a set of squares: the least number of words that hold the board.
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

/// The form of the names of a board's squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Names {
    /// A letter for the file, from the left, and a number for the rank, from 1 below: a1.
    FromOne,
    /// The same with the lowest rank as 0: a0.
    FromZero,
    /// A number for the file, from 1 at the right, and a letter for the rank, from above: 1a.
    Usi,
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
/// The line gives the number of files, the number of ranks, the [`Layout`](crate::Layout) and the
/// [`Names`]. Bits and tables follow from them; the named boards also name their magics. A board of
/// no square, of more than 16 files or ranks, or of more than 256 squares does not compile.
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
