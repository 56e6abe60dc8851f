//! The moves and positions that wait until eight of them can be counted together.

use std::vec;

use super::board::CounterBoard;
use super::nodes::Nodes;
use hyperbola_moves::MoveList;
use hyperbola_rules::pieces::REPLIER;

/// What waits: the moves that give no check, those that may give check, and the positions after
/// moves of other kinds.
#[derive(Debug, Default)]
pub(super) struct Queues {
    pub(super) quiet: MoveQueue,
    pub(super) checks: MoveQueue,
    pub(super) whole: PositionQueue,
}

/// Waiting positions, each after a move of the mover.
#[derive(Debug, Default)]
pub(super) struct PositionQueue {
    tables: Vec<Nodes>,
    len: usize,
}

impl PositionQueue {
    /// Adds a position.
    pub(super) fn put(&mut self, board: &CounterBoard) {
        if self.len / 16 == self.tables.len() {
            self.tables.push(Nodes::default());
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
        let full = self.len - self.len % 8;
        if full > 0 {
            self.len %= 8;
            for place in 0..self.len {
                let board = self.tables[full / 16].get(full % 16 + place);
                self.tables[0].put(place, &board);
            }
        }
    }

    /// Fills up the last group of eight with positions without a legal move.
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
const fn packed(place: usize, from: u32, to: u32) -> Move {
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
pub(super) struct MoveQueue {
    moves: Box<[Move; MOVES]>,
    len: usize,
    /// Whether some replier may castle or promote.
    pub(super) is_rare: bool,
}

impl Default for MoveQueue {
    fn default() -> Self {
        let moves = vec![0; MOVES].into_boxed_slice();
        Self { moves: moves.try_into().expect("as many moves"), len: 0, is_rare: false }
    }
}

impl Queues {
    /// Adds the move of the position in a place. The lowest bit of `checks` tells whether it may
    /// give check.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, from: u32, to: u32, checks: u64) {
        let played = packed(place, from, to);
        // It is written to both, because a branch would often be mispredicted.
        let is_check = checks & 1 == 1;
        self.quiet.put_if(!is_check, played);
        self.checks.put_if(is_check, played);
    }
}

impl MoveQueue {
    /// Writes a move behind the last one. If it is not added, the next move overwrites it.
    #[inline(always)]
    fn put_if(&mut self, is_added: bool, played: Move) {
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
