//! Positions in the lanes of words.

use hyperbola::setwise::Sliders;
use hyperbola::word::{Portable, Vector, WideWord, WordVisitor};
use hyperbola::{Color, File, Word};
use hyperbola_moves::Role;

use crate::{CastlingFiles, Feature, NONE, PositionSlice};

/// As many positions as a word has lanes. Lanes after the last position have empty boards.
#[derive(Debug, Clone, Copy)]
pub struct Block<W> {
    /// The squares of the pieces of each role, from pawn to king.
    pub roles: [W; 6],
    /// White's pieces and Black's.
    pub colors: [W; 2],
    /// All ones where Black is to move, else 0.
    pub is_black: W,
    /// Where the side to move may castle with the rook on file h, 1; with that on file a, 2 more;
    /// with a rook on another file, 4 more.
    pub castling: W,
}

impl<V: Vector> Block<V> {
    /// Loads as many rows as there are lanes, beginning with a row.
    #[inline(always)]
    pub(crate) fn load(token: V::Token, rows: PositionSlice<'_>, start: usize) -> Self {
        let mut sets = [V::from_array(token, V::ZEROS); 8];
        let mut column = 0;
        while column < 8 {
            sets[column] = V::load(token, &rows.sets[column][start..start + V::LANES]);
            column += 1;
        }
        let sides_to_move = &rows.sides_to_move[start..start + V::LANES];
        let files = &rows.castling[start..start + V::LANES];
        let (mut sides, mut castling) = (V::ZEROS, V::ZEROS);
        let mut lane = 0;
        while lane < V::LANES {
            let side = sides_to_move[lane];
            sides.as_mut()[lane] = u64::from(side).wrapping_neg();
            castling.as_mut()[lane] = castling_of_side(files[lane], side);
            lane += 1;
        }
        let [a, b, c, d, e, f, white, black] = sets;
        Self {
            roles: [a, b, c, d, e, f],
            colors: [white, black],
            is_black: V::from_array(token, sides),
            castling: V::from_array(token, castling),
        }
    }

    /// Loads rows, of which there may be fewer than lanes. The other lanes have empty boards.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn load_some(token: V::Token, rows: PositionSlice<'_>) -> Self {
        if rows.len() >= V::LANES {
            return Self::load(token, rows, 0);
        }
        Self::load(token, Last::new(rows).as_slice(V::LANES), 0)
    }
}

/// The most lanes of a word.
pub(crate) const MOST_LANES: usize = {
    let (mut most, mut kind) = (0, 0);
    while kind < WideWord::KINDS.len() {
        let lanes = WideWord::KINDS[kind].lanes();
        most = if lanes > most { lanes } else { most };
        kind += 1;
    }
    most
};

/// The last rows of many, which are fewer than lanes. They are kept without memory from the heap,
/// with marked rows after them.
struct Last {
    sets: [[u64; MOST_LANES]; 8],
    sides_to_move: [u8; MOST_LANES],
    castling: [CastlingFiles; MOST_LANES],
    en_passant: [u8; MOST_LANES],
    halfmove_clocks: [u16; MOST_LANES],
    fullmove_numbers: [u16; MOST_LANES],
}

impl Last {
    fn new(rows: PositionSlice<'_>) -> Self {
        let mut last = Self {
            sets: [[0; MOST_LANES]; 8],
            sides_to_move: [0; MOST_LANES],
            castling: [[NONE; 4]; MOST_LANES],
            en_passant: [NONE; MOST_LANES],
            halfmove_clocks: [0; MOST_LANES],
            fullmove_numbers: [0; MOST_LANES],
        };
        let count = rows.len();
        for (column, set) in last.sets.iter_mut().zip(rows.sets) {
            column[..count].copy_from_slice(set);
        }
        last.sides_to_move[..count].copy_from_slice(rows.sides_to_move);
        last.castling[..count].copy_from_slice(rows.castling);
        last.en_passant[..count].copy_from_slice(rows.en_passant);
        last.halfmove_clocks[..count].copy_from_slice(rows.halfmove_clocks);
        last.fullmove_numbers[..count].copy_from_slice(rows.fullmove_numbers);
        last
    }

    /// Returns as many rows as a word has lanes.
    fn as_slice(&self, lanes: usize) -> PositionSlice<'_> {
        PositionSlice {
            sets: self.sets.each_ref().map(|column| &column[..lanes]),
            sides_to_move: &self.sides_to_move[..lanes],
            castling: &self.castling[..lanes],
            en_passant: &self.en_passant[..lanes],
            halfmove_clocks: &self.halfmove_clocks[..lanes],
            fullmove_numbers: &self.fullmove_numbers[..lanes],
        }
    }
}

/// Returns the castling of a side to move, as [`Block::castling`] has it.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn castling_of_side(files: CastlingFiles, side_to_move: u8) -> u64 {
    let [a, b, c, d] = files;
    let [king_side, queen_side] = if side_to_move == 0 { [a, b] } else { [c, d] };
    let is_other = |file, ordinary| (file != ordinary) & (file != NONE);
    let others = is_other(king_side, File::H as u8) | is_other(queen_side, File::A as u8);
    u64::from(king_side == File::H as u8)
        | u64::from(queen_side == File::A as u8) << 1
        | u64::from(others) << 2
}

impl Block<u64> {
    /// Loads the position of one row.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer rows.
    #[must_use]
    pub fn of_row(positions: PositionSlice<'_>, row: usize) -> Self {
        Self::load(Portable, positions, row)
    }
}

impl<W: Word> Block<W> {
    /// Returns the squares of a colour's pieces of a role.
    #[must_use]
    #[inline(always)]
    pub fn of(&self, color: Color, role: Role) -> W {
        self.colors[color as usize] & self.roles[role as usize]
    }

    /// Returns all occupied squares.
    #[must_use]
    #[inline(always)]
    pub fn occupied(&self) -> W {
        self.colors[0] | self.colors[1]
    }

    /// Returns a colour's bishops, rooks and queens.
    #[inline(always)]
    pub(crate) fn sliders(&self, color: Color) -> Sliders<W> {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        let own = self.colors[color as usize];
        Sliders::new(rooks & own, bishops & own, queens & own)
    }

    /// Returns the first word where White is to move and the second where Black is to move.
    #[must_use]
    #[inline(always)]
    pub fn by_side(&self, white: W, black: W) -> W {
        self.is_black.select(black, white)
    }
}

/// A feature whose numbers are made of a few words of each position, by a formula that runs on any
/// word.
///
/// A word of many lanes computes it for many positions at once, as [`Features`](crate::Features)
/// does. A word that records counts its operations, and a symbolic word proves it.
///
/// ```
/// use hyperbola_features::{Attacks, Block, WordFormula as _};
///
/// // White's king on e1 and pawn on e2, Black's king on e8.
/// let (white, black) = (0x1010_u64, 1 << 60);
/// let roles = [0x1000, 0, 0, 0, 0, 0x10 | 1 << 60];
/// let block = Block { roles, colors: [white, black], is_black: 0, castling: 0 };
/// assert_eq!(Attacks.words(&block), [0x28_3828, 0x2838 << 48]);
/// ```
pub trait WordFormula<const N: usize>: OfWords {
    /// Returns the words: those of a position in its lane.
    ///
    /// If the numbers are sets of squares, the words are the numbers. Eight small numbers may be
    /// the bytes of a word, the first number in the lowest byte. Or each word is one number: where
    /// it is too large for the feature's type, the feature has the largest of that type. Where the
    /// words are not of these kinds, [`parts`](Self::parts) describes them.
    #[must_use]
    fn words<W: Word>(self, block: &Block<W>) -> [W; N];

    /// Returns the meaning of each word, if the numbers are made of the words and more data.
    #[must_use]
    fn parts(self) -> Option<[&'static str; N]> {
        None
    }
}

/// Makes the numbers of a feature from the words that its formula computes elsewhere, such as on
/// another device.
#[doc(hidden)]
pub trait OfWords: Feature<Item: PartialEq> {
    /// Makes the numbers of positions. There are as many words for each as the formula has.
    fn fill_of_words(self, words: &[u64], positions: PositionSlice<'_>, items: &mut [Self::Item]);
}

/// A feature of each position, computed for as many positions at once as a word has lanes.
pub(crate) trait Formula: Feature {
    /// Room for the numbers of a block of the [most lanes](MOST_LANES).
    type Block: AsMut<[Self::Item]>;

    /// Makes that room.
    fn room() -> Self::Block;

    /// Computes the numbers of a block's positions: as many rows as there are lanes. The rows are
    /// the same positions in their columns.
    ///
    /// Implement it without closures around operations on words, and without functions of the
    /// standard library that are not inlined: they are compiled without the word's instructions,
    /// and a call spills all registers.
    fn block<V: Vector>(self, block: &Block<V>, rows: Rows<'_>, items: &mut [Self::Item]);
}

/// The rows of a block, for formulas that need more than the block has. Other formulas then do not
/// pay for slices of all columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'a> {
    positions: PositionSlice<'a>,
    start: usize,
    end: usize,
}

impl<'a> Rows<'a> {
    /// Returns the columns of the rows.
    #[inline]
    pub(crate) fn columns(self) -> PositionSlice<'a> {
        self.positions.rows_of(self.start..self.end)
    }
}

/// The loop over all blocks. There are as many positions as whole blocks have.
struct Blocks<'a, F: Formula> {
    formula: F,
    positions: PositionSlice<'a>,
    items: &'a mut [F::Item],
}

impl<F: Formula> WordVisitor for Blocks<'_, F> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { formula, positions, items } = self;
        let width = formula.shape().size();
        let mut start = 0;
        while start < positions.len() {
            let end = start + V::LANES;
            let block = Block::<V>::load(token, positions, start);
            let items = &mut items[start * width..end * width];
            formula.block(&block, Rows { positions, start, end }, items);
            start = end;
        }
    }
}

/// Computes a formula for all positions.
pub(crate) fn run<F: Formula>(
    formula: F,
    positions: PositionSlice<'_>,
    word: WideWord,
    items: &mut [F::Item],
) {
    let (width, lanes) = (formula.shape().size(), word.kind().lanes());
    let whole = positions.len() - positions.len() % lanes;
    let (whole_items, last_items) = items.split_at_mut(whole * width);
    run_whole(formula, positions.rows(0..whole), word, whole_items);
    if last_items.is_empty() {
        return;
    }
    // The last positions are filled up to a whole block.
    let last = Last::new(positions.rows(whole..positions.len()));
    let mut room = F::room();
    let items = &mut room.as_mut()[..lanes * width];
    run_whole(formula, last.as_slice(lanes), word, items);
    last_items.copy_from_slice(&items[..last_items.len()]);
}

#[inline(never)]
fn run_whole<F: Formula>(
    formula: F,
    positions: PositionSlice<'_>,
    word: WideWord,
    items: &mut [F::Item],
) {
    word.run(Blocks { formula, positions, items });
}

/// Implements [`Feature`] for a type with a formula. `info` is a function of the feature that
/// returns its name and description, and `details` are sentences on how to read its numbers.
macro_rules! formula_feature {
    ($type:ty: $item:ty, [$($length:expr),*]; info: $info:expr; details: $details:expr;) => {
        impl crate::feature::Sealed for $type {}

        impl crate::Feature for $type {
            type Item = $item;

            fn info(self) -> [&'static str; 2] {
                let info: fn(Self) -> [&'static str; 2] = $info;
                info(self)
            }

            fn details(self) -> String {
                $details.join(" ")
            }

            fn shape(self) -> crate::Shape {
                const SHAPE: crate::Shape = crate::Shape::new([$($length),*]);
                SHAPE
            }

            fn fill(
                self,
                positions: crate::PositionSlice<'_>,
                word: hyperbola::word::WideWord,
                items: &mut [Self::Item],
            ) {
                crate::block::run(self, positions, word, items);
            }
        }
    };
}
pub(crate) use formula_feature;

/// Implements [`Feature`], [`Formula`] and [`OfWords`] for a type whose words are its numbers.
macro_rules! set_feature {
    ($type:ty: $shape:tt; $($texts:tt)*) => {
        crate::block::formula_feature! { $type: u64, $shape; $($texts)* }

        impl crate::block::Formula for $type {
            crate::block::room!(u64, $shape);

            #[inline(always)]
            fn block<V: hyperbola::word::Vector>(
                self,
                block: &crate::block::Block<V>,
                _rows: crate::block::Rows<'_>,
                items: &mut [u64],
            ) {
                crate::block::store(crate::block::WordFormula::words(self, block), items);
            }
        }

        impl crate::block::OfWords for $type {
            fn fill_of_words(
                self,
                words: &[u64],
                _positions: crate::PositionSlice<'_>,
                items: &mut [u64],
            ) {
                items.copy_from_slice(words);
            }
        }
    };
}
pub(crate) use set_feature;

/// Implements the room of a [`Formula`] whose numbers have a type and a shape.
macro_rules! room {
    ($item:ty, [$($length:expr),*]) => {
        type Block = [$item; crate::block::MOST_LANES $(* $length)*];

        fn room() -> Self::Block {
            [0; crate::block::MOST_LANES $(* $length)*]
        }
    };
}
pub(crate) use room;

/// Stores some words of each position next to each other.
#[inline(always)]
pub(crate) fn store<V: Vector, const N: usize>(words: [V; N], items: &mut [u64]) {
    let items = &mut items[..N * V::LANES];
    let mut column = 0;
    while column < N {
        let lanes = words[column].into_array();
        let mut row = 0;
        while row < V::LANES {
            items[row * N + column] = lanes.as_ref()[row];
            row += 1;
        }
        column += 1;
    }
}
