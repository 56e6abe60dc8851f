//! Walks a tree of moves down to the nodes that are counted.

use core::sync::atomic::{AtomicBool, Ordering};

use hyperbola::Bitboard;
use hyperbola::word::{Vector, WideWord, WordVisitor};

use super::board::{CounterBoard, castles_of};
use super::legal::{each, en_passant, legal_sets};
use super::node_counter::NodeCounter;
use hyperbola_moves::{Position, Role};
use hyperbola_rules::castling::Castles;
use hyperbola_rules::pieces::{MOVER, REPLIER, last_rank};

/// Returns whether White moves in positions that are `depth` moves before the end. Nodes are two
/// moves before it.
pub(super) const fn is_white(depth: u32) -> bool {
    depth.is_multiple_of(2) == MOVER
}

/// A position in the counter's form. It is turned over if Black would be to move in the nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Start {
    /// The board.
    pub(crate) board: CounterBoard,
    /// The castling moves of the game.
    pub(crate) castles: Castles,
}

impl Start {
    /// Converts a position that is `depth` moves before the end.
    #[must_use]
    pub(crate) fn new(position: &Position, depth: u32) -> Self {
        let mover = position.side_to_move();
        let white = if is_white(depth) { mover } else { !mover };
        Self { board: CounterBoard::new(position, white), castles: castles_of(position, white) }
    }
}

/// A walk through the tree of moves, which counts positions node by node.
#[derive(Debug)]
pub(crate) struct Walk {
    counter: NodeCounter,
    /// The positions still to be visited. Those of each depth follow those of the depth above.
    boards: Vec<CounterBoard>,
    /// The positions that were counted elsewhere than in the counter.
    besides: u128,
}

impl Walk {
    pub(crate) fn new(word: WideWord) -> Self {
        Self { counter: NodeCounter::new(word), boards: Vec::new(), besides: 0 }
    }

    /// Returns the number of positions `depth` moves on, and whether the count is complete. If
    /// `stop` is set, the number may be only what was counted until then.
    pub(crate) fn count(
        &mut self,
        board: &CounterBoard,
        castles: &Castles,
        depth: u32,
        stop: &AtomicBool,
    ) -> (u128, bool) {
        self.counter.set_castles(castles);
        self.descend(board, castles, depth, stop);
        // The counter counts modulo 2^64, but to visit 2^64 moves would take decades.
        let counted = if depth < 2 { 0 } else { self.counter.take_count() };
        let counted = u128::from(counted) + core::mem::take(&mut self.besides);
        (counted, !stop.load(Ordering::Relaxed))
    }

    /// Visits the children of a position.
    fn descend(&mut self, board: &CounterBoard, castles: &Castles, depth: u32, stop: &AtomicBool) {
        let word = self.counter.word();
        match depth {
            0 => self.besides += 1,
            1 => {
                let sets = legal_sets::<REPLIER>(board, castles);
                self.besides += u128::from(sets.count::<REPLIER>());
            }
            2 => self.counter.put(board),
            3 => {
                let taker = &mut self.counter;
                word.run_one_lane(Children::<{ is_white(3) }, _> { board, castles, taker });
            }
            _ => {
                let first = self.boards.len();
                add_children(word, board, castles, depth, &mut self.boards);
                for index in first..self.boards.len() {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let child = self.boards[index];
                    self.descend(&child, castles, depth - 1, stop);
                }
                self.boards.truncate(first);
            }
        }
    }
}

/// Returns the positions after all legal moves of a position that is `depth` moves before the end.
pub(crate) fn children(board: &CounterBoard, castles: &Castles, depth: u32) -> Vec<CounterBoard> {
    let mut boards = Vec::new();
    add_children(WideWord::SCALAR, board, castles, depth, &mut boards);
    boards
}

/// Adds the positions after all legal moves of a position that is `depth` moves before the end.
#[inline(always)]
pub(crate) fn add_children(
    word: WideWord,
    board: &CounterBoard,
    castles: &Castles,
    depth: u32,
    taker: &mut Vec<CounterBoard>,
) {
    if is_white(depth) {
        word.run_one_lane(Children::<true, _> { board, castles, taker });
    } else {
        word.run_one_lane(Children::<false, _> { board, castles, taker });
    }
}

/// A receiver of positions, one at a time.
pub(crate) trait Take {
    /// Returns whether it wants the position after a move that is neither castling nor a capture en
    /// passant, from one square to another.
    #[inline(always)]
    fn wants(&self, _from: u64, _to: u64) -> bool {
        true
    }

    /// Takes the position after a move.
    fn take(&mut self, board: CounterBoard);
}

impl Take for &mut Vec<CounterBoard> {
    #[inline(always)]
    fn take(&mut self, board: CounterBoard) {
        self.push(board);
    }
}

/// The counter takes the positions as its nodes.
impl Take for &mut NodeCounter {
    #[inline(always)]
    fn take(&mut self, board: CounterBoard) {
        self.put(&board);
    }
}

/// Passes the positions after all legal moves to a receiver.
#[derive(Debug)]
pub(crate) struct Children<'a, const WHITE: bool, T> {
    /// The position.
    pub(crate) board: &'a CounterBoard,
    /// The castling moves of the game.
    pub(crate) castles: &'a Castles,
    /// The receiver.
    pub(crate) taker: T,
}

impl<const WHITE: bool, T: Take> WordVisitor for Children<'_, WHITE, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) {
        let Self { board, castles, mut taker } = self;
        let sets = legal_sets::<WHITE>(board, castles);
        for piece in sets.pieces() {
            for to in piece.targets {
                let (from, to) = (piece.from.bit(), to.bit());
                if taker.wants(from, to) {
                    taker.take(board.after::<WHITE>(castles, piece.role, from, to));
                }
            }
        }
        for (kind, (targets, step)) in sets.pawns::<WHITE>().into_iter().enumerate() {
            for square in Bitboard(targets) {
                let to = square.bit();
                let from = 1_u64 << (square.index().wrapping_add_signed(-step) & 63);
                if !taker.wants(from, to) {
                    continue;
                }
                if to & last_rank(WHITE) != 0 {
                    for role in Role::PROMOTIONS {
                        taker.take(board.after_promotion::<WHITE>(castles, role, from, to));
                    }
                } else if kind == 1 {
                    taker.take(board.after_two_steps::<WHITE>(castles, from, to, |next| {
                        0 != if WHITE {
                            en_passant::<false>(next)
                        } else {
                            en_passant::<true>(next)
                        }
                    }));
                } else {
                    taker.take(board.after::<WHITE>(castles, Role::Pawn, from, to));
                }
            }
        }
        for from in each(sets.en_passant) {
            taker.take(board.after_en_passant::<WHITE>(from));
        }
        for wing in 0..2 {
            if sets.castles >> wing & 1 == 1 {
                taker.take(board.after_castling::<WHITE>(castles, wing));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hyperbola_samples::positions;

    use super::*;

    #[test]
    fn a_walk_keeps_only_the_positions_on_its_way() {
        let Start { board, castles } = Start::new(&Position::initial(), 6);
        let stop = AtomicBool::new(false);
        let mut walk = Walk::new(WideWord::widest());
        assert_eq!(walk.count(&board, &castles, 6, &stop), (119_060_324, true));
        // Those after one move of each of three positions, in a vector that grows by doubling.
        assert!(walk.boards.is_empty() && walk.boards.capacity() <= 256);
    }

    #[test]
    fn the_positions_after_moves_are_those_of_the_generator() {
        for position in positions() {
            let moves = position.legal_moves();
            // Once with the board as it is, and once turned over.
            for depth in [1, 2] {
                let Start { board, castles } = Start::new(&position, depth);
                let boards = children(&board, &castles, depth);
                let next = |&played| position.play(played).expect("legal");
                let after = |played| Start::new(&next(played), depth - 1).board;
                let expected: HashSet<CounterBoard> = moves.iter().map(after).collect();
                assert_eq!(boards.len(), moves.len(), "{position}");
                assert_eq!(boards.into_iter().collect::<HashSet<_>>(), expected, "{position}");
                let sets = if is_white(depth) {
                    legal_sets::<true>(&board, &castles).count::<true>()
                } else {
                    legal_sets::<false>(&board, &castles).count::<false>()
                };
                assert_eq!(sets as usize, moves.len(), "{position}");
            }
        }
    }
}
