//! Positions and moves that wait to be counted, in a layout for vectors.

use std::boxed::Box;
use std::vec;
use std::vec::Vec;

use super::board::CounterBoard;
use super::castles::Rights;
use super::pieces::{MOVER, Pieces, REPLIER};
use crate::MoveList;

/// A word of eight positions.
pub(super) type Eight = [u64; 8];

/// The rows of positions: the mover's pieces and the replier's in the order of [`Pieces`], then
/// their castling rights and the en passant square.
pub(super) mod rows {
    /// The first row of the mover, then the first row of the replier.
    pub(in super::super) const MOVER: usize = 0;
    pub(in super::super) const REPLIER: usize = MOVER + SIDE;
    pub(in super::super) const RIGHTS_OF_MOVER: usize = REPLIER + SIDE;
    pub(in super::super) const RIGHTS_OF_REPLIER: usize = RIGHTS_OF_MOVER + 1;
    pub(in super::super) const EN_PASSANT: usize = RIGHTS_OF_REPLIER + 1;
    /// The number of rows.
    pub(super) const ALL: usize = EN_PASSANT + 1;

    /// The rows of a side, counted from its first row.
    pub(in super::super) const PAWNS: usize = 0;
    pub(in super::super) const KNIGHTS: usize = 1;
    pub(in super::super) const DIAGONAL: usize = 2;
    pub(in super::super) const ORTHOGONAL: usize = 3;
    pub(in super::super) const KING: usize = 4;
    const SIDE: usize = 5;
}

/// Sets of kinds of pieces. The bit of a kind is that of its row.
pub(super) mod kinds {
    use super::rows::{DIAGONAL, KING, KNIGHTS, ORTHOGONAL, PAWNS};

    pub(in super::super) const ALL: u32 = WITHOUT_DIAGONALS | 1 << DIAGONAL;
    pub(in super::super) const WITHOUT_DIAGONALS: u32 = ROOKS_AND_PAWNS | 1 << KNIGHTS;
    /// The kings, rooks and pawns.
    pub(in super::super) const ROOKS_AND_PAWNS: u32 = 1 << KING | 1 << ORTHOGONAL | 1 << PAWNS;
}

/// Sixteen positions. Each word of a position has a row of its own. White is the mover.
///
/// They form two halves of eight: while the moves of one half wait, the other half is filled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nodes(pub(super) [[Eight; 2]; rows::ALL]);

impl Nodes {
    pub(super) const NONE: Self = Self([[[0; 8]; 2]; rows::ALL]);

    /// Stores a position in a place.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, board: &CounterBoard) {
        let (mover, replier) = (board.own::<MOVER>(), board.own::<REPLIER>());
        let words = [
            mover.pawns,
            mover.knights,
            mover.diagonal,
            mover.orthogonal,
            mover.king,
            replier.pawns,
            replier.knights,
            replier.diagonal,
            replier.orthogonal,
            replier.king,
            board.rights.of(MOVER).into(),
            board.rights.of(REPLIER).into(),
            board.en_passant,
        ];
        for (places, word) in self.0.iter_mut().zip(words) {
            // One index, not two, is part of a store's address.
            places.as_flattened_mut()[place % 16] = word;
        }
    }

    /// Returns the kinds of pieces in a half, out of [`kinds`].
    #[inline(always)]
    pub(super) fn kinds(&self, half: usize) -> u32 {
        let mut found = kinds::ROOKS_AND_PAWNS;
        for kind in [rows::KNIGHTS, rows::DIAGONAL] {
            let of = |side: usize| &self.0[side + kind][half % 2];
            let both = of(rows::MOVER).iter().zip(of(rows::REPLIER));
            let any = both.fold(0, |any, (mover, replier)| any | mover | replier);
            found |= u32::from(any != 0) << kind;
        }
        found
    }

    /// Returns the position in a place.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> CounterBoard {
        let word = |row: usize| self.0[row].as_flattened()[place % 16];
        let pieces = |side: usize| Pieces {
            pawns: word(side + rows::PAWNS),
            knights: word(side + rows::KNIGHTS),
            diagonal: word(side + rows::DIAGONAL),
            orthogonal: word(side + rows::ORTHOGONAL),
            king: word(side + rows::KING),
        };
        let sides = [pieces(rows::MOVER), pieces(rows::REPLIER)];
        let rights = Rights::new(word(rows::RIGHTS_OF_MOVER), word(rows::RIGHTS_OF_REPLIER));
        CounterBoard { sides, rights, en_passant: word(rows::EN_PASSANT) }
    }
}

/// Waiting positions, each after a move of the mover.
#[derive(Debug, Default)]
pub(super) struct Positions {
    tables: Vec<Nodes>,
    len: usize,
}

impl Positions {
    /// Removes all positions and keeps the memory.
    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a position.
    pub(super) fn put(&mut self, board: &CounterBoard) {
        if self.len / 16 == self.tables.len() {
            self.tables.push(Nodes::NONE);
        }
        self.tables[self.len / 16].put(self.len % 16, board);
        self.len += 1;
    }

    /// Returns the full groups of eight: for each, its table and the half of it.
    pub(super) fn full(&self) -> impl Iterator<Item = (&Nodes, usize)> {
        (0..self.len / 8).map(|eight| (&self.tables[eight / 2], eight % 2))
    }

    /// Removes the full groups of eight. The remaining positions move to the front.
    pub(super) fn take_full(&mut self) {
        let full = self.len / 8;
        if full > 0 {
            self.len %= 8;
            if self.len > 0 {
                let Nodes(last) = self.tables[full / 2];
                for (words, last) in self.tables[0].0.iter_mut().zip(last) {
                    words[0] = last[full % 2];
                }
            }
        }
    }

    /// Fills up the last group of eight with positions without a legal move: a king among attacked
    /// squares.
    pub(super) fn fill_up(&mut self) {
        let board = CounterBoard::without_a_move(REPLIER);
        while !self.len.is_multiple_of(8) {
            self.put(&board);
        }
    }
}

/// A move of a piece that only goes and captures: from the lowest, a byte each for the place of the
/// position, for the square that the piece leaves, for the square that it reaches, and a one. If
/// this one is missing, the position stays as it is.
pub(super) type Move = u32;

/// The lowest bits of the bytes of a [`Move`] after the first.
pub(super) mod move_bits {
    pub(in super::super) const FROM: u32 = 8;
    pub(in super::super) const TO: u32 = 16;
    pub(in super::super) const IS_MOVE: u32 = 24;
}

/// Returns the move of the position in a place from one square to another.
#[inline(always)]
pub(super) const fn packed(place: usize, from: u32, to: u32) -> Move {
    #[expect(clippy::cast_possible_truncation, reason = "places are below sixteen")]
    let place = place as u32;
    place | from << move_bits::FROM | to << move_bits::TO | 1 << move_bits::IS_MOVE
}

/// Moves that are counted together.
pub(super) type Block = [Move; 8];

/// Returns the block that leaves the positions of a half unchanged.
pub(super) const fn itself(half: usize) -> Block {
    if half == 0 { [0, 1, 2, 3, 4, 5, 6, 7] } else { [8, 9, 10, 11, 12, 13, 14, 15] }
}

/// The number of moves: enough for those of each of eight positions and for those that already
/// wait, if a position has fewer moves than a list of moves holds.
const MOVES: usize = 8 * MoveList::CAPACITY;

/// Waiting moves.
#[derive(Debug)]
pub(super) struct Moves {
    moves: Box<[Move; MOVES]>,
    len: usize,
    /// Whether some replier may castle or promote.
    pub(super) is_rare: bool,
}

impl Default for Moves {
    fn default() -> Self {
        let moves = vec![0; MOVES].into_boxed_slice();
        Self { moves: moves.try_into().expect("as many moves"), len: 0, is_rare: false }
    }
}

impl Moves {
    /// Removes all moves and keeps the memory.
    pub(super) const fn clear(&mut self) {
        self.len = 0;
        self.is_rare = false;
    }

    /// Writes a move behind the last one. If it is not added, the next move overwrites it.
    #[inline(always)]
    pub(super) fn put_if(&mut self, is_added: bool, played: Move) {
        self.moves[self.len % MOVES] = played;
        self.len += usize::from(is_added);
    }

    /// Returns the full blocks.
    #[inline(always)]
    pub(super) fn full(&self) -> &[Block] {
        // More moves would have overwritten the first ones.
        assert!(self.len < MOVES, "the moves of eight positions fit");
        self.moves[..self.len].as_chunks().0
    }

    /// Removes the full blocks. The remaining moves move to the front.
    #[inline(always)]
    pub(super) fn take_full(&mut self) {
        let full = self.len - self.len % 8;
        if full > 0 {
            self.moves.copy_within(full..full + 8, 0);
            self.len %= 8;
            self.is_rare &= self.len > 0;
        }
    }

    /// Removes the first move of a block that is not full, if the move's position is in a given
    /// half. Returns its place and its squares.
    #[inline(always)]
    pub(super) fn take_of_half(&mut self, half: usize) -> Option<(usize, u64, u64)> {
        let [place, from, to, _] = self.moves[0].to_le_bytes();
        let place = usize::from(place);
        if self.len == 0 || place / 8 != half {
            return None;
        }
        self.moves.copy_within(1..8, 0);
        self.len -= 1;
        self.is_rare &= self.len > 0;
        Some((place, 1 << from, 1 << to))
    }
}

impl CounterBoard {
    /// Returns a board on which a side has no legal move: its king is among attacked squares.
    pub(super) const fn without_a_move(is_white: bool) -> Self {
        let king = Pieces { pawns: 0, knights: 0, diagonal: 0, orthogonal: 0, king: 1 };
        let attacker = Pieces { king: !1, ..king };
        let sides = if is_white { [king, attacker] } else { [attacker, king] };
        Self { sides, rights: Rights(0), en_passant: 0 }
    }
}
