//! Positions that wait to be counted.

use std::boxed::Box;
use std::vec;

use super::pieces::Pieces;

/// A word of eight positions.
pub(super) type Eight = [u64; 8];

/// Eight positions: five words of the side to move, five of the other, and the castling rights of
/// the side to move.
pub(super) type Block = [Eight; 11];

/// Room for the 218 moves of eight nodes each, and for what waits before.
const BLOCKS: usize = 256;

/// A side without a move, and the other: a king among attacked squares.
pub(super) const NOTHING: (Pieces<u64>, Pieces<u64>) = {
    let king = Pieces { pawns: 0, knights: 0, diagonal: 0, orthogonal: 0, king: 1 };
    (king, Pieces { king: !1, ..king })
};

/// Positions that wait to be counted, eight in a block.
#[derive(Debug)]
pub(super) struct Queue {
    blocks: Box<[Block; BLOCKS]>,
    len: usize,
    /// A position may have castling or promotions.
    pub(super) is_rare: bool,
}

impl Queue {
    pub(super) fn new() -> Self {
        let blocks = vec![[[0; 8]; 11]; BLOCKS].into_boxed_slice();
        Self { blocks: blocks.try_into().expect("as many blocks"), len: 0, is_rare: false }
    }

    /// Adds a position whose side to move is `own`.
    #[inline(always)]
    pub(super) fn put(&mut self, own: &Pieces<u64>, enemy: &Pieces<u64>, rights: u64) {
        let block = &mut self.blocks[self.len / 8 % BLOCKS];
        let lane = self.len % 8;
        block[0][lane] = own.pawns;
        block[1][lane] = own.knights;
        block[2][lane] = own.diagonal;
        block[3][lane] = own.orthogonal;
        block[4][lane] = own.king;
        block[5][lane] = enemy.pawns;
        block[6][lane] = enemy.knights;
        block[7][lane] = enemy.diagonal;
        block[8][lane] = enemy.orthogonal;
        block[9][lane] = enemy.king;
        block[10][lane] = rights;
        self.len += 1;
    }

    /// Returns the full blocks.
    #[inline(always)]
    pub(super) fn full(&self) -> &[Block] {
        &self.blocks[..(self.len / 8).min(BLOCKS)]
    }

    /// Takes the full blocks off; what is left begins the first.
    #[inline(always)]
    pub(super) fn take_full(&mut self) {
        let full = self.len / 8;
        if full > 0 {
            self.len -= 8 * full;
            if self.len > 0 {
                self.blocks[0] = self.blocks[full % BLOCKS];
            } else {
                self.is_rare = false;
            }
        }
    }

    /// Fills the last block up with positions that have no move.
    pub(super) fn fill_up(&mut self) {
        let (own, enemy) = NOTHING;
        while !self.len.is_multiple_of(8) {
            self.put(&own, &enemy, 0);
        }
    }
}
