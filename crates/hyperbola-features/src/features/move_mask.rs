//! Legal moves as masks of a network's outputs.

use hyperbola::word::WideWord;
use hyperbola_moves::Unkeyed;

use crate::feature::{Feature, Sealed, Shape};
use crate::{MoveIndex, PositionSlice};

/// The numbers of the legal moves: `u8` of shape (K), 1 where a legal move has the number and 0
/// elsewhere. K is the [size](MoveIndex::size) of the numbering.
///
/// A marked row has no move. In files and in other languages the numbers are truth values, so that
/// a mask selects outputs: `logits[mask]`.
///
/// ```
/// use hyperbola_features::{MoveIndex, MoveMask, Positions};
/// use hyperbola_moves::Position;
///
/// let positions: Positions = [Position::initial()].iter().collect();
/// let mask = positions.as_slice().features().compute(MoveMask { index: MoveIndex::Leela });
/// assert_eq!(mask.len(), 1858);
/// assert_eq!(mask.iter().filter(|&&is_legal| is_legal == 1).count(), 20);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveMask {
    /// The numbering of the moves.
    pub index: MoveIndex,
}

/// The numbers of the legal moves, eight in a byte: `u8` of shape (K / 8, rounded up).
///
/// Number `k` is the bit `k % 8` of byte `k / 8`, counted from the lowest bit. This is what NumPy
/// calls `bitorder="little"`. Bits after the last number are 0. Everything else is as in
/// [`MoveMask`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveMaskBits {
    /// The numbering of the moves.
    pub index: MoveIndex,
}

impl Sealed for MoveMask {}

impl Feature for MoveMask {
    type Item = u8;

    fn info(self) -> [&'static str; 2] {
        match self.index {
            MoveIndex::FromTo => {
                ["move_mask_from_to", "legal moves by their numbers, 64 from + to"]
            }
            MoveIndex::AlphaZero => ["move_mask_alphazero", "legal moves by AlphaZero's numbers"],
            MoveIndex::Leela => ["move_mask_leela", "legal moves by Leela's numbers"],
        }
    }

    fn details(self) -> String {
        format!("True where a legal move has the number. {}", self.index.details())
    }

    fn shape(self) -> Shape {
        Shape::new([self.index.size()])
    }

    fn fill(self, positions: PositionSlice<'_>, _word: WideWord, items: &mut [u8]) {
        for (row, mask) in items.chunks_exact_mut(self.index.size()).enumerate() {
            mask.fill(0);
            for_each_number_of_row(self.index, positions, row, |number| mask[number] = 1);
        }
    }
}

impl Sealed for MoveMaskBits {}

impl Feature for MoveMaskBits {
    type Item = u8;

    fn info(self) -> [&'static str; 2] {
        match self.index {
            MoveIndex::FromTo => {
                ["move_mask_bits_from_to", "the first of these masks, eight numbers a byte"]
            }
            MoveIndex::AlphaZero => {
                ["move_mask_bits_alphazero", "AlphaZero's mask, eight numbers a byte"]
            }
            MoveIndex::Leela => ["move_mask_bits_leela", "Leela's mask, eight numbers a byte"],
        }
    }

    fn details(self) -> String {
        format!(
            "Number k is bit k % 8 of byte k // 8, counted from the lowest bit: NumPy's \
             bitorder=\"little\". {}",
            self.index.details()
        )
    }

    fn shape(self) -> Shape {
        Shape::new([self.index.size().div_ceil(8)])
    }

    fn fill(self, positions: PositionSlice<'_>, _word: WideWord, items: &mut [u8]) {
        for (row, mask) in items.chunks_exact_mut(self.shape().size()).enumerate() {
            mask.fill(0);
            for_each_number_of_row(self.index, positions, row, |number| {
                mask[number / 8] |= 1 << (number % 8);
            });
        }
    }
}

/// Visits the numbers of a row's legal moves.
#[inline]
fn for_each_number_of_row(
    index: MoveIndex,
    positions: PositionSlice<'_>,
    row: usize,
    mut visit: impl FnMut(usize),
) {
    let Some(setup) = positions.setup(row) else { return };
    let (board, side) = (&setup.board, setup.side_to_move);
    Unkeyed::new(&setup).legal().for_each_set(|set| {
        index.for_each_number(set, board, side, |number| visit(usize::from(number)));
    });
}
