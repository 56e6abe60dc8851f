//! Counts the positions that are two moves on from nodes.

use core::cmp::max;

use hyperbola::word::{WideWord, WordVisitor};

use super::board::CounterBoard;
use super::lanes::{CountReplies, PlanNodes};
use super::made::MakeMoves;
use super::nodes::{Eight, Nodes};
use super::queues::{Block, Queues, itself};
use crate::plan::Plan;
use hyperbola_rules::castling::Castles;
use hyperbola_rules::digits::Tally;
use hyperbola_rules::pieces::{MOVER, kinds};

/// The counter of the positions that are two moves on from nodes.
#[derive(Debug)]
pub(super) struct NodeCounter {
    word: WideWord,
    castles: Castles,
    nodes: Nodes,
    /// The half of the nodes that is being filled, and the number of nodes in it.
    half: usize,
    waiting: usize,
    /// The kinds of pieces in each half that was counted.
    kinds: [u8; 2],
    plan: Plan<Eight>,
    queues: Queues,
    /// The number of positions so far, modulo 2^64: the value of the digits plus this number.
    digits: Digits,
    besides: u64,
}

/// The words of a [`Tally`] in eight lanes.
type Digits = [Eight; Tally::<u64>::WORDS];

impl NodeCounter {
    /// Makes a counter of nothing yet.
    pub(super) fn new(word: WideWord) -> Self {
        Self {
            word,
            castles: Castles::default(),
            nodes: Nodes::default(),
            half: 0,
            waiting: 0,
            kinds: [kinds::ROOKS_AND_PAWNS; 2],
            plan: Plan::default(),
            queues: Queues::default(),
            digits: Digits::default(),
            besides: 0,
        }
    }

    /// Returns the kind of word that the formulas run on.
    pub(super) const fn word(&self) -> WideWord {
        self.word
    }

    /// Sets the castling moves of the next nodes. No other nodes may wait.
    pub(super) const fn set_castles(&mut self, castles: &Castles) {
        self.castles = *castles;
    }

    /// Adds a node. When there are eight, it counts them.
    #[inline(always)]
    pub(super) fn put(&mut self, node: &CounterBoard) {
        self.nodes.put(8 * self.half + self.waiting, node);
        self.waiting += 1;
        if self.waiting == 8 {
            self.count_nodes();
        }
    }

    /// Counts everything that waits. Returns the number of positions so far, and starts again from
    /// zero.
    #[inline(never)]
    pub(super) fn take_count(&mut self) -> u64 {
        let nothing = CounterBoard::without_a_move(MOVER);
        while self.waiting > 0 {
            self.put(&nothing);
        }
        for half in [self.half, 1 - self.half] {
            self.settle(half);
        }
        self.queues.whole.fill_up();
        self.count_blocks();
        let digits = core::mem::take(&mut self.digits);
        let lane = |lane: usize| Tally::from_words(digits.map(|word| word[lane])).total();
        (0..8).map(lane).fold(core::mem::take(&mut self.besides), u64::wrapping_add)
    }

    /// Counts the replies in the nodes. The moves that remain wait as moves or positions.
    #[inline(never)]
    fn count_nodes(&mut self) {
        let Self { word, castles, nodes, half, plan, queues, besides, .. } = self;
        let (word, half) = (*word, *half);
        let kinds = nodes.kinds(half);
        match kinds {
            kinds::ROOKS_AND_PAWNS => {
                run(word, PlanNodes::<{ kinds::ROOKS_AND_PAWNS }> { castles, nodes, half, plan });
            }
            kinds::WITHOUT_DIAGONALS => {
                run(word, PlanNodes::<{ kinds::WITHOUT_DIAGONALS }> { castles, nodes, half, plan });
            }
            _ => run(word, PlanNodes::<{ kinds::ALL }> { castles, nodes, half, plan }),
        }
        *besides = plan.replies.iter().fold(*besides, |sum, replies| sum.wrapping_add(*replies));
        word.run_one_lane(MakeMoves { castles, nodes, half, plan, queues, besides });
        self.kinds[half] = kinds;
        self.count_blocks();
        self.waiting = 0;
        self.half = 1 - half;
        self.settle(self.half);
    }

    /// Makes the waiting moves from nodes of a half, so that this half can be filled again.
    #[inline(always)]
    fn settle(&mut self, half: usize) {
        let Queues { quiet, checks, whole } = &mut self.queues;
        for moves in [quiet, checks] {
            while let Some((place, from, to)) = moves.take_of_half(half) {
                let node = self.nodes.get(place);
                let role = node.role_of::<MOVER>(from);
                whole.put(&node.after::<MOVER>(&self.castles, role, from, to));
            }
        }
    }

    /// Counts the replies to full blocks of moves.
    #[inline(always)]
    fn count_blocks(&mut self) {
        let Self { word, castles, nodes, digits, .. } = self;
        let Queues { quiet, checks, whole } = &mut self.queues;
        let mut replies = Replies { word: *word, castles, digits };
        let kinds = max(self.kinds[0], self.kinds[1]);
        if !quiet.full().is_empty() {
            let full = quiet.full();
            match kinds {
                _ if quiet.is_rare => replies.add::<{ kinds::ALL }, false, true>(nodes, full),
                kinds::ROOKS_AND_PAWNS => {
                    replies.add::<{ kinds::ROOKS_AND_PAWNS }, false, false>(nodes, full);
                }
                kinds::WITHOUT_DIAGONALS => {
                    replies.add::<{ kinds::WITHOUT_DIAGONALS }, false, false>(nodes, full);
                }
                _ => replies.add::<{ kinds::ALL }, false, false>(nodes, full),
            }
            quiet.take_full();
        }
        if !checks.full().is_empty() {
            let full = checks.full();
            match kinds {
                kinds::ROOKS_AND_PAWNS => {
                    replies.add::<{ kinds::ROOKS_AND_PAWNS }, true, true>(nodes, full);
                }
                _ => replies.add::<{ kinds::ALL }, true, true>(nodes, full),
            }
            checks.take_full();
        }
        for (positions, half) in whole.full() {
            replies.add::<{ kinds::ALL }, true, true>(positions, &[itself(half)]);
        }
        whole.take_full();
    }
}

/// The place where numbers of replies are added up.
struct Replies<'a> {
    word: WideWord,
    castles: &'a Castles,
    digits: &'a mut Digits,
}

impl Replies<'_> {
    /// Adds the numbers of replies to the moves of some blocks.
    #[inline(always)]
    fn add<const KINDS: u8, const CHECKS: bool, const RARE: bool>(
        &mut self,
        nodes: &Nodes,
        blocks: &[Block],
    ) {
        let Self { word, castles, ref mut digits } = *self;
        run(word, CountReplies::<KINDS, CHECKS, RARE> { castles, nodes, blocks, digits });
    }
}

/// Runs formulas in the lanes of a word. The unit tests of this crate run them on one lane: every
/// word is tested from outside, and compiling all of them twice would take half a minute.
#[inline(always)]
fn run(word: WideWord, visitor: impl WordVisitor<Output = ()>) {
    if cfg!(test) { word.run_one_lane(visitor) } else { word.run(visitor) }
}
