//! Positions in a layout for vectors: each word of a position stands beside those of others.

use super::board::CounterBoard;
use hyperbola_rules::castling::Rights;
use hyperbola_rules::pieces::{MOVER, Pieces, REPLIER, kinds};

/// A word of eight positions.
pub(super) type Eight = [u64; 8];

/// A word of sixteen positions, in two halves of eight.
pub(super) type Halves = [Eight; 2];

/// Sixteen positions. White is the mover.
///
/// They form two halves of eight: while the moves of one half wait, the other half is filled.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Nodes {
    pub(super) mover: Pieces<Halves>,
    pub(super) replier: Pieces<Halves>,
    pub(super) rights_of_mover: Halves,
    pub(super) rights_of_replier: Halves,
    pub(super) en_passant: Halves,
}

impl Nodes {
    /// Stores a position in a place.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, board: &CounterBoard) {
        put_pieces(&mut self.mover, place, board.own::<MOVER>());
        put_pieces(&mut self.replier, place, board.own::<REPLIER>());
        put(&mut self.rights_of_mover, place, board.rights.of(MOVER).into());
        put(&mut self.rights_of_replier, place, board.rights.of(REPLIER).into());
        put(&mut self.en_passant, place, board.en_passant);
    }

    /// Returns the position in a place.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> CounterBoard {
        let word = |halves: &Halves| halves.as_flattened()[place % 16];
        let rights = Rights::new(word(&self.rights_of_mover), word(&self.rights_of_replier));
        let sides = [self.mover.map(word), self.replier.map(word)];
        CounterBoard { sides, rights, en_passant: word(&self.en_passant) }
    }

    /// Returns the first of the [`kinds`] that has all pieces of a half.
    #[inline(always)]
    pub(super) fn kinds(&self, half: usize) -> u8 {
        let has = |of_mover: &Halves, of_replier: &Halves| {
            let both = of_mover[half % 2].iter().zip(&of_replier[half % 2]);
            both.fold(0, |any, (mover, replier)| any | mover | replier) != 0
        };
        if has(&self.mover.diagonal, &self.replier.diagonal) {
            kinds::ALL
        } else if has(&self.mover.knights, &self.replier.knights) {
            kinds::WITHOUT_DIAGONALS
        } else {
            kinds::ROOKS_AND_PAWNS
        }
    }
}

#[inline(always)]
fn put_pieces(all: &mut Pieces<Halves>, place: usize, pieces: &Pieces<u64>) {
    put(&mut all.pawns, place, pieces.pawns);
    put(&mut all.knights, place, pieces.knights);
    put(&mut all.diagonal, place, pieces.diagonal);
    put(&mut all.orthogonal, place, pieces.orthogonal);
    put(&mut all.king, place, pieces.king);
}

/// Stores a word in a place. One index, not two, is part of a store's address.
#[inline(always)]
const fn put(halves: &mut Halves, place: usize, word: u64) {
    halves.as_flattened_mut()[place % 16] = word;
}
