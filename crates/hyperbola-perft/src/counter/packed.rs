//! A position in four words.

use super::board::CounterBoard;
use hyperbola_rules::castling::{Castles, Rights};
use hyperbola_rules::pieces::Pieces;

/// A position in four words, which have four bits for each square: its kind, and whether the piece
/// is Black's. The kinds are
///
/// | number | kind | number | kind |
/// |---|---|---|---|
/// | 0 | empty, or with the bit of Black the en passant square | 4 | rook |
/// | 1 | pawn | 5 | queen |
/// | 2 | knight | 6 | king |
/// | 3 | bishop | 7 | rook that may castle |
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Packed {
    /// The three bits of the kinds, from the lowest.
    kinds: [u64; 3],
    black: u64,
}

impl Packed {
    /// Packs a position.
    #[inline(always)]
    #[must_use]
    pub(crate) fn new(board: &CounterBoard, castles: &Castles) -> Self {
        let [a, b] = &board.sides;
        let diagonal = a.diagonal | b.diagonal;
        let orthogonal = a.orthogonal | b.orthogonal;
        let king = a.king | b.king;
        let may_castle = if board.rights.is_empty() { 0 } else { castles.rooks_with(board.rights) };
        Self {
            kinds: [
                a.pawns | b.pawns | diagonal | may_castle,
                a.knights | b.knights | (diagonal & !orthogonal) | king | may_castle,
                orthogonal | king,
            ],
            black: b.all() | board.en_passant,
        }
    }

    /// Returns the position again, in which castling is as it was.
    #[inline(always)]
    #[must_use]
    pub(crate) fn board(&self, castles: &Castles) -> CounterBoard {
        let Self { kinds: [a, b, c], black } = *self;
        let side = |own: u64| Pieces {
            pawns: a & !b & !c & own,
            knights: b & !a & !c & own,
            diagonal: a & (b ^ c) & own,
            orthogonal: c & (a | !b) & own,
            king: b & c & !a & own,
        };
        let (white, may_castle) = (self.squares(true), a & b & c);
        CounterBoard {
            sides: [side(white), side(black)],
            rights: if may_castle == 0 {
                Rights::default()
            } else {
                Rights::new(
                    castles.rights_of_rooks(true, may_castle & white).into(),
                    castles.rights_of_rooks(false, may_castle & black).into(),
                )
            },
            en_passant: black & !self.occupied(),
        }
    }

    /// Returns the words: those of the kinds, then that of Black.
    pub(crate) const fn words(&self) -> [u64; 4] {
        let [a, b, c] = self.kinds;
        [a, b, c, self.black]
    }

    /// Makes a position of its words.
    pub(crate) const fn from_words([a, b, c, black]: [u64; 4]) -> Self {
        Self { kinds: [a, b, c], black }
    }

    #[inline(always)]
    const fn occupied(&self) -> u64 {
        let [a, b, c] = self.kinds;
        a | b | c
    }

    /// Returns the kinds of a side's pieces.
    #[inline(always)]
    #[must_use]
    pub(crate) fn side(&self, white: bool) -> [u64; 3] {
        let own = self.squares(white);
        self.kinds.map(|word| word & own)
    }

    /// Returns the squares of a side's pieces.
    #[inline(always)]
    #[must_use]
    pub(super) const fn squares(&self, white: bool) -> u64 {
        self.occupied() & if white { !self.black } else { self.black }
    }

    /// Returns the bucket of a position by the pieces of a side. The number of buckets is a power
    /// of two.
    #[inline(always)]
    #[must_use]
    pub(crate) fn bucket(&self, white: bool, buckets: usize) -> usize {
        let hash = mixed(self.side(white));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is less than the number of buckets"
        )]
        let bucket = hash.unbounded_shr(u64::BITS - buckets.ilog2()) as usize;
        bucket
    }

    /// Returns a hash.
    #[inline(always)]
    pub(super) fn hash(&self) -> u64 {
        mixed(self.words())
    }
}

/// A position and its multiplicity, the number of sequences that lead to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    /// The position.
    pub(crate) position: Packed,
    /// The number of sequences.
    pub(crate) multiplicity: u128,
}

/// Returns a hash of words, whose highest bits are the best.
#[inline(always)]
#[must_use]
pub(crate) fn mixed<const N: usize>(words: [u64; N]) -> u64 {
    let mix =
        |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    words.into_iter().fold(0, mix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counter::walk::{Start, children};
    use hyperbola_samples::positions;

    #[test]
    fn a_packed_position_is_the_same_again() {
        let mut with_en_passant = 0;
        for position in positions() {
            for depth in [1, 2] {
                let Start { board, castles } = Start::new(&position, depth);
                for board in children(&board, &castles, depth).iter().chain([&board]) {
                    with_en_passant += usize::from(board.en_passant != 0);
                    let packed = Packed::new(board, &castles);
                    assert_eq!(packed.board(&castles), *board, "{position}");
                    let both = packed.side(true).into_iter().zip(packed.side(false));
                    let kinds = both.map(|(white, black)| white | black);
                    assert!(kinds.eq(packed.kinds), "{position}");
                }
            }
        }
        assert!(with_en_passant > 100);
    }
}
