//! Counts the positions that are two moves on from nodes, for many nodes at once.
//!
//! Nodes wait until there are eight. Then [`plan`] counts the replies to most of their moves
//! without making these moves. The remaining moves are made: the positions after them go into
//! queues, and [`replies`] counts the legal moves of eight positions at once. The formulas run on
//! as many of the eight positions as a word has lanes. [`WideWord`] chooses the word and compiles
//! the formulas for its instructions.
//!
//! In all nodes White is to move. If Black would be to move in the nodes, the board is first turned
//! over ([`Start`]), so that every formula is compiled for one colour only.

mod add;
mod batch;
mod board;
mod castles;
mod found;
mod lanes;
mod layers;
mod legal;
mod lines;
mod lone;
mod made;
mod moves;
mod neutral;
mod nodes;
mod numbers;
mod packed;
mod pieces;
mod plan;
#[cfg(test)]
mod proofs;
mod replies;
mod sides;
mod waiting;
mod walk;

use std::vec::Vec;

use hyperbola::word::{WideWord, WordVisitor};

use add::Tally;
pub use batch::{Sets, replies_of_black};
pub(crate) use board::CounterBoard;
pub(crate) use castles::Castles;
use lanes::{CountReplies, PlanNodes};
pub(crate) use layers::{BYTES, LAST_LAYER, Layers};
use made::MakeMoves;
use nodes::{Eight, Moves, Nodes, Positions, itself, kinds};
use pieces::MOVER;
use plan::Plan;
pub(crate) use walk::{Start, Walk, children};

/// Tests whether a word is not zero in some lane.
trait Any<W> {
    fn any(word: W) -> bool;
}

/// Runs formulas in the lanes of a word. The unit tests of this crate run them on one lane: every
/// word is tested from outside, and compiling all of them twice would take half a minute.
#[inline(always)]
fn run(word: WideWord, visitor: impl WordVisitor<Output = ()>) {
    if cfg!(test) { word.run_one_lane(visitor) } else { word.run(visitor) }
}

/// The counter of the positions that are two moves on from nodes.
struct Counter<'a> {
    word: WideWord,
    castles: &'a Castles,
    nodes: Nodes,
    /// The half of the nodes that is being filled, and the number of nodes in it.
    half: usize,
    waiting: usize,
    /// The kinds of pieces in each half that was counted.
    kinds: [u32; 2],
    plan: Plan<Eight>,
    /// The waiting moves that give no check, and those that may give check.
    quiet: Moves,
    checks: Moves,
    /// The waiting positions after moves of other kinds.
    whole: Positions,
    /// The number of positions so far, modulo 2^64: the value of the digits plus this number.
    digits: [Eight; Tally::<u64>::WORDS],
    besides: u64,
    /// The total number of positions, known while nothing waits.
    total: Option<u64>,
}

/// The memory of a [`Walk`], which another one can use again.
#[derive(Debug, Default)]
pub(crate) struct Room {
    quiet: Moves,
    checks: Moves,
    whole: Positions,
    boards: Vec<CounterBoard>,
}

impl<'a> Counter<'a> {
    /// Makes a counter of nothing yet, in memory in which nothing waits.
    fn new(
        word: WideWord,
        castles: &'a Castles,
        quiet: Moves,
        checks: Moves,
        whole: Positions,
    ) -> Self {
        Self {
            word,
            castles,
            nodes: Nodes::NONE,
            half: 0,
            waiting: 0,
            kinds: [0; 2],
            plan: Plan::default(),
            quiet,
            checks,
            whole,
            digits: [[0; 8]; Tally::<u64>::WORDS],
            besides: 0,
            total: None,
        }
    }

    /// Adds a node. When there are eight, it counts them.
    #[inline(always)]
    fn put(&mut self, node: &CounterBoard) {
        self.nodes.put(8 * self.half + self.waiting, node);
        self.total = None;
        self.waiting += 1;
        if self.waiting == 8 {
            self.count_nodes();
        }
    }

    /// Counts everything that waits and returns the number of positions so far.
    #[inline(never)]
    fn finish(&mut self) -> u64 {
        if let Some(total) = self.total {
            return total;
        }
        if self.waiting > 0 {
            let nothing = CounterBoard::without_a_move(MOVER);
            while self.waiting < 8 {
                self.nodes.put(8 * self.half + self.waiting, &nothing);
                self.waiting += 1;
            }
            self.count_nodes();
        }
        for half in [self.half, 1 - self.half] {
            self.settle(half);
        }
        self.whole.fill_up();
        self.count_blocks();
        let lane = |lane: usize| Tally::from_words(self.digits.map(|word| word[lane])).total();
        let total = (0..8).map(lane).fold(self.besides, u64::wrapping_add);
        self.total = Some(total);
        total
    }

    /// Counts the replies in the nodes. The moves that remain wait as moves or positions.
    #[inline(never)]
    fn count_nodes(&mut self) {
        let Self { word, castles, nodes, half, plan, .. } = self;
        let word = *word;
        let half = *half;
        self.kinds[half] = nodes.kinds(half);
        match self.kinds[half] {
            kinds::ROOKS_AND_PAWNS => {
                run(word, PlanNodes::<{ kinds::ROOKS_AND_PAWNS }> { castles, nodes, half, plan });
            }
            kinds::WITHOUT_DIAGONALS => {
                run(word, PlanNodes::<{ kinds::WITHOUT_DIAGONALS }> { castles, nodes, half, plan });
            }
            _ => run(word, PlanNodes::<{ kinds::ALL }> { castles, nodes, half, plan }),
        }
        let replies = self.plan.replies.iter();
        self.besides = replies.fold(self.besides, |sum, replies| sum.wrapping_add(*replies));
        word.run_one_lane(MakeMoves(self));
        self.count_blocks();
        self.waiting = 0;
        self.half = 1 - self.half;
        self.settle(self.half);
    }

    /// Counts the waiting moves from nodes of a half, so that this half can be filled again.
    #[inline(always)]
    fn settle(&mut self, half: usize) {
        for moves in [&mut self.quiet, &mut self.checks] {
            while let Some((place, from, to)) = moves.take_of_half(half) {
                let node = self.nodes.get(place);
                let role = node.role_of::<MOVER>(from);
                self.whole.put(&node.after::<MOVER>(self.castles, role, from, to));
            }
        }
    }

    /// Counts the replies to full blocks of moves.
    #[inline(always)]
    fn count_blocks(&mut self) {
        let Self { word, castles, nodes, quiet, checks, whole, digits, .. } = self;
        macro_rules! count {
            ($nodes:expr, $blocks:expr, $kinds:ident, $checks:literal, $rare:literal) => {
                run(
                    *word,
                    CountReplies::<{ kinds::$kinds }, $checks, $rare> {
                        castles,
                        nodes: $nodes,
                        blocks: $blocks,
                        digits,
                    },
                )
            };
        }
        let all_kinds = self.kinds[0] | self.kinds[1];
        if !quiet.full().is_empty() {
            match all_kinds {
                _ if quiet.is_rare => count!(nodes, quiet.full(), ALL, false, true),
                kinds::ROOKS_AND_PAWNS => {
                    count!(nodes, quiet.full(), ROOKS_AND_PAWNS, false, false);
                }
                kinds::WITHOUT_DIAGONALS => {
                    count!(nodes, quiet.full(), WITHOUT_DIAGONALS, false, false);
                }
                _ => count!(nodes, quiet.full(), ALL, false, false),
            }
            quiet.take_full();
        }
        if !checks.full().is_empty() {
            match all_kinds {
                kinds::ROOKS_AND_PAWNS => {
                    count!(nodes, checks.full(), ROOKS_AND_PAWNS, true, true);
                }
                _ => count!(nodes, checks.full(), ALL, true, true),
            }
            checks.take_full();
        }
        for (positions, half) in whole.full() {
            count!(positions, &[itself(half)], ALL, true, true);
        }
        whole.take_full();
    }
}
