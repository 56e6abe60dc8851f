//! Positions and moves that wait to be counted, laid out for vectors.

use std::boxed::Box;
use std::vec;
use std::vec::Vec;

use super::board::Board;
use super::castles::{Castles, Rights};
use super::pieces::Pieces;

/// A word of eight positions.
pub(super) type Eight = [u64; 8];

/// Sixteen positions, word by word: the pieces of the side to move, of the other side, the castling
/// rights of the other side and of the side to move, and the en passant square.
///
/// They are two halves of eight: while the moves of one wait, the other is filled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nodes(pub(super) [[Eight; 2]; 13]);

impl Nodes {
    pub(super) const NONE: Self = Self([[[0; 8]; 2]; 13]);

    /// Puts a position, where `WHITE` is to move, in a place.
    #[inline(always)]
    pub(super) fn put<const WHITE: bool>(&mut self, place: usize, board: &Board) {
        let (own, enemy) = (board.own::<WHITE>(), board.enemy::<WHITE>());
        let words = [
            own.pawns,
            own.knights,
            own.diagonal,
            own.orthogonal,
            own.king,
            enemy.pawns,
            enemy.knights,
            enemy.diagonal,
            enemy.orthogonal,
            enemy.king,
            board.rights.of(!WHITE).into(),
            board.rights.of(WHITE).into(),
            board.en_passant,
        ];
        for (places, word) in self.0.iter_mut().zip(words) {
            places[place / 8 % 2][place % 8] = word;
        }
    }

    /// Returns whether there are bishops or queens in a half.
    #[inline(always)]
    pub(super) fn have_diagonals(&self, half: usize) -> bool {
        let (own, enemy) = (&self.0[2][half % 2], &self.0[7][half % 2]);
        own.iter().chain(enemy).fold(0, |all, set| all | set) != 0
    }

    /// Returns the position in a place, where `WHITE` is to move.
    #[inline(always)]
    pub(super) fn get<const WHITE: bool>(&self, place: usize) -> Board {
        let word = |word: usize| self.0[word][place / 8 % 2][place % 8];
        let pieces = |first: usize| Pieces {
            pawns: word(first),
            knights: word(first + 1),
            diagonal: word(first + 2),
            orthogonal: word(first + 3),
            king: word(first + 4),
        };
        let (own, enemy) = (pieces(0), pieces(5));
        Board {
            sides: if WHITE { [own, enemy] } else { [enemy, own] },
            rights: Rights::new::<WHITE>(word(11), word(10)),
            en_passant: word(12),
        }
    }
}

/// Positions that wait, each where the other side has moved.
#[derive(Debug)]
pub(super) struct Positions {
    tables: Vec<Nodes>,
    len: usize,
}

impl Positions {
    pub(super) const fn new() -> Self {
        Self { tables: Vec::new(), len: 0 }
    }

    /// Adds a position after a move of the side that is `WHITE` or not.
    pub(super) fn put<const WHITE: bool>(&mut self, board: &Board) {
        if self.len / 16 == self.tables.len() {
            self.tables.push(Nodes::NONE);
        }
        self.tables[self.len / 16].put::<WHITE>(self.len % 16, board);
        self.len += 1;
    }

    /// Returns the full eights: in which half of which table they are.
    pub(super) fn full(&self) -> impl Iterator<Item = (&Nodes, usize)> {
        (0..self.len / 8).map(|eight| (&self.tables[eight / 2], eight % 2))
    }

    /// Takes the full eights off; what is left begins the first.
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

    /// Fills the last eight up with positions without a move: a king among attacked squares.
    pub(super) fn fill_up<const WHITE: bool>(&mut self) {
        let board = Board::without_a_move(!WHITE);
        while !self.len.is_multiple_of(8) {
            self.put::<WHITE>(&board);
        }
    }
}

/// The block of the moves that lead from a half's positions to these themselves.
pub(super) const fn itself(half: usize) -> Block {
    let first = 8 * half as u64;
    let places =
        [first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7];
    [places, [0; 8], [0; 8]]
}

/// Moves of eight pieces that do no more than go and capture: the place of the position, the square
/// they come from, and the square they go to.
pub(super) type Block = [Eight; 3];

/// Room for the 218 moves of eight positions each, and for what waits before.
const BLOCKS: usize = 256;

/// Moves that wait.
#[derive(Debug)]
pub(super) struct Moves {
    blocks: Box<[Block; BLOCKS]>,
    len: usize,
    /// A replier may castle or promote.
    pub(super) is_rare: bool,
}

impl Moves {
    pub(super) fn new() -> Self {
        let blocks = vec![[[0; 8]; 3]; BLOCKS].into_boxed_slice();
        Self { blocks: blocks.try_into().expect("as many blocks"), len: 0, is_rare: false }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, from: u64, to: u64) {
        let block = &mut self.blocks[self.len / 8 % BLOCKS];
        let lane = self.len % 8;
        block[0][lane] = place as u64;
        block[1][lane] = from;
        block[2][lane] = to;
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
            self.blocks[0] = self.blocks[full % BLOCKS];
            self.len %= 8;
            self.is_rare &= self.len > 0;
        }
    }

    /// Takes the first move off, if its position is in a half, of less than a full block.
    #[inline(always)]
    pub(super) fn take_of_half(&mut self, half: usize) -> Option<(usize, u64, u64)> {
        let [places, from, to] = &mut self.blocks[0];
        #[expect(clippy::cast_possible_truncation, reason = "places are below sixteen")]
        let place = places[0] as usize;
        if self.len == 0 || place / 8 != half {
            return None;
        }
        let first = (place, from[0], to[0]);
        for words in [places, from, to] {
            words.copy_within(1.., 0);
        }
        self.len -= 1;
        self.is_rare &= self.len > 0;
        Some(first)
    }
}

impl Board {
    /// Returns a board where a side has no move: a king among attacked squares.
    pub(super) const fn without_a_move(is_white: bool) -> Self {
        let king = Pieces { pawns: 0, knights: 0, diagonal: 0, orthogonal: 0, king: 1 };
        let attacker = Pieces { king: !1, ..king };
        let sides = if is_white { [king, attacker] } else { [attacker, king] };
        Self { sides, rights: Rights(0), en_passant: 0 }
    }

    /// Returns the board after a move that does no more than go and capture.
    #[inline(always)]
    pub(super) fn after_any<const WHITE: bool>(
        &self,
        castles: &Castles,
        from: u64,
        to: u64,
    ) -> Self {
        let mut next = *self;
        let (own, enemy) = next.both::<WHITE>();
        for set in [
            &mut own.pawns,
            &mut own.knights,
            &mut own.diagonal,
            &mut own.orthogonal,
            &mut own.king,
        ] {
            if *set & from != 0 {
                *set ^= from | to;
            }
        }
        enemy.remove(to);
        next.rights.take(!WHITE, castles.rights_of_rooks(!WHITE, to));
        next.en_passant = 0;
        next
    }
}
