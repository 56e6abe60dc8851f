//! Walks a tree of moves down to the nodes that are counted.

use core::sync::atomic::{AtomicBool, Ordering};

use std::vec::Vec;

use hyperbola::word::{Vector, WideWord, WordVisitor};
use hyperbola::{Color, FrontDoor};

use super::board::CounterBoard;
use super::castles::Castles;
use super::legal::{LegalSets, en_passant, legal_sets, take_lowest};
use super::pieces::{MOVER, REPLIER, last_rank};
use super::{Counter, Room};
use crate::{Position, Role};

/// Returns whether White moves in positions that are `depth` moves before the end. Nodes are two
/// moves before it.
pub(super) const fn is_white(depth: u32) -> bool {
    depth.is_multiple_of(2) == MOVER
}

/// A position in the counter's form. It is turned over if Black would be to move in the nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) board: CounterBoard,
    pub(crate) castles: Castles,
}

impl Start {
    /// Converts a position that is `depth` moves before the end.
    pub(crate) fn new(position: &Position, depth: u32) -> Self {
        let (board, castles) = (CounterBoard::from(position), Castles::from(position));
        if (position.side_to_move() == Color::White) == is_white(depth) {
            Self { board, castles }
        } else {
            Self { board: board.turned_over(), castles: castles.turned_over() }
        }
    }
}

/// A walk through the tree of moves, which counts positions node by node.
pub(crate) struct Walk<'a> {
    counter: Counter<'a>,
    /// The positions still to be visited. Those of each depth follow those of the depth above.
    boards: Vec<CounterBoard>,
    /// The flag that tells the walk to stop.
    stop: &'a AtomicBool,
    /// The positions that were counted elsewhere than in the counter.
    besides: u128,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(word: WideWord, castles: &'a Castles, stop: &'a AtomicBool) -> Self {
        Self::in_room(word, castles, stop, Room::default())
    }

    /// Makes a walk in the memory of another.
    pub(crate) fn in_room(
        word: WideWord,
        castles: &'a Castles,
        stop: &'a AtomicBool,
        room: Room,
    ) -> Self {
        let Room { quiet, checks, whole, boards } = room;
        let counter = Counter::new(word, castles, quiet, checks, whole);
        Self { counter, boards, stop, besides: 0 }
    }

    /// Returns the memory, for another walk.
    pub(crate) fn into_room(self) -> Room {
        let Self { counter: Counter { mut quiet, mut checks, mut whole, .. }, mut boards, .. } =
            self;
        quiet.clear();
        checks.clear();
        whole.clear();
        boards.clear();
        Room { quiet, checks, whole, boards }
    }

    /// Returns the number of positions `depth` moves on, and whether the count is complete. If the
    /// walk is told to stop, the number may be only what was counted until then.
    pub(crate) fn count(&mut self, board: &CounterBoard, depth: u32) -> (u128, bool) {
        let (before, besides) = (self.counter.finish(), self.besides);
        self.descend(board, depth);
        // The counter counts modulo 2^64. All positions before may be more, but to visit so many
        // below one would take decades.
        let counted = self.counter.finish().wrapping_sub(before);
        let counted = u128::from(counted) + (self.besides - besides);
        (counted, !self.stop.load(Ordering::Relaxed))
    }

    /// Visits the children of a position.
    fn descend(&mut self, board: &CounterBoard, depth: u32) {
        let (word, castles) = (self.counter.word, self.counter.castles);
        match depth {
            0 => self.besides += 1,
            1 => {
                let sets = legal_sets::<FrontDoor, REPLIER>(board, castles);
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
                    if self.stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let child = self.boards[index];
                    self.descend(&child, depth - 1);
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
pub(super) fn add_children(
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
trait Take {
    fn take(&mut self, board: CounterBoard);
}

impl Take for &mut Vec<CounterBoard> {
    #[inline(always)]
    fn take(&mut self, board: CounterBoard) {
        self.push(board);
    }
}

/// The counter takes the positions as its nodes.
impl Take for &mut Counter<'_> {
    #[inline(always)]
    fn take(&mut self, board: CounterBoard) {
        self.put(&board);
    }
}

/// Passes the positions after all legal moves to a receiver.
struct Children<'a, const WHITE: bool, T> {
    board: &'a CounterBoard,
    castles: &'a Castles,
    taker: T,
}

impl<const WHITE: bool, T: Take> WordVisitor for Children<'_, WHITE, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) {
        let Self { board, castles, mut taker } = self;
        let sets = legal_sets::<FrontDoor, WHITE>(board, castles);
        children_of::<WHITE>(board, castles, &sets, &mut taker);
    }
}

#[inline(always)]
fn children_of<const WHITE: bool>(
    board: &CounterBoard,
    castles: &Castles,
    sets: &LegalSets,
    taker: &mut impl Take,
) {
    for piece in sets.pieces() {
        let mut targets = piece.targets;
        while targets != 0 {
            let to = 1_u64 << take_lowest(&mut targets);
            taker.take(board.after::<WHITE>(castles, piece.role, 1 << piece.from, to));
        }
    }
    for (kind, (targets, step)) in sets.pawns::<WHITE>().into_iter().enumerate() {
        let mut rest = targets;
        while rest != 0 {
            let square = take_lowest(&mut rest);
            let to = 1_u64 << square;
            let from = 1_u64 << (square.wrapping_add_signed(-step) & 63);
            if to & last_rank(WHITE) != 0 {
                for role in Role::PROMOTIONS {
                    taker.take(board.after_promotion::<WHITE>(castles, role, from, to));
                }
            } else if kind == 1 {
                taker.take(board.after_two_steps::<WHITE>(castles, from, to, |next| {
                    0 != if WHITE {
                        en_passant::<FrontDoor, false>(next)
                    } else {
                        en_passant::<FrontDoor, true>(next)
                    }
                }));
            } else {
                taker.take(board.after::<WHITE>(castles, Role::Pawn, from, to));
            }
        }
    }
    let mut pawns = sets.en_passant;
    while pawns != 0 {
        taker.take(board.after_en_passant::<WHITE>(1 << take_lowest(&mut pawns)));
    }
    for wing in 0..2 {
        if sets.castles >> wing & 1 == 1 {
            taker.take(board.after_castling::<WHITE>(castles, wing));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashSet;

    use super::*;

    const TEXTS: [&str; 8] = [
        include_str!("../../../../testdata/perft/six.epd"),
        include_str!("../../../../testdata/perft/classic.epd"),
        include_str!("../../../../testdata/perft/random.epd"),
        include_str!("../../../../testdata/perft/single-checks.epd"),
        include_str!("../../../../testdata/perft/double-checks.epd"),
        include_str!("../../../../testdata/perft/en-passant.epd"),
        include_str!("../../../../testdata/perft/chess960.epd"),
        include_str!("../../../../testdata/positions/valid.fens"),
    ];

    /// Returns the positions of the suites and of `valid.fens`.
    pub(in super::super) fn positions() -> impl Iterator<Item = Position> {
        let fens = TEXTS.into_iter().flat_map(str::lines).filter_map(|line| line.split(';').next());
        fens.map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    #[test]
    fn a_walk_counts_on_past_64_bits() {
        let Start { board, castles } = Start::new(&Position::initial(), 4);
        let stop = AtomicBool::new(false);
        let mut walk = Walk::new(WideWord::widest(), &castles, &stop);
        walk.counter.besides = u64::MAX - 100_000;
        assert_eq!(walk.count(&board, 4), (197_281, true));
        assert_eq!(walk.count(&board, 4), (197_281, true));
    }

    #[test]
    fn a_walk_keeps_only_the_positions_on_its_way() {
        let Start { board, castles } = Start::new(&Position::initial(), 6);
        let stop = AtomicBool::new(false);
        let mut walk = Walk::new(WideWord::widest(), &castles, &stop);
        assert_eq!(walk.count(&board, 6), (119_060_324, true));
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
                    legal_sets::<FrontDoor, true>(&board, &castles).count::<true>()
                } else {
                    legal_sets::<FrontDoor, false>(&board, &castles).count::<false>()
                };
                assert_eq!(sets as usize, moves.len(), "{position}");
            }
        }
    }
}
