//! Counts the positions two moves on, many nodes at once.
//!
//! Nodes wait until there are eight. Then [`plan`] counts the replies to most of their moves
//! without making them. The moves that are left are made: the positions after them go into queues,
//! and [`replies`] counts the legal moves of eight at once. What is formulas over words runs on as
//! many of the eight as a word has lanes; [`Machine`] says which word, and compiles for its
//! instructions.
//!
//! In the nodes White is to move. Of a game where it is Black's turn then, the board is turned over
//! before all else ([`Start`]), so that every formula is compiled for one colour.

mod add;
mod board;
mod castles;
mod hash;
mod lanes;
mod legal;
mod lines;
mod machine;
mod made;
mod moves;
mod neutral;
mod nodes;
mod numbers;
mod pieces;
mod plan;
#[cfg(test)]
mod proofs;
mod replies;
mod sides;
mod walk;

use add::Tally;
pub(crate) use board::Board;
pub(crate) use castles::Castles;
pub(crate) use hash::HashTable;
use lanes::{CountReplies, PlanNodes};
pub(crate) use machine::{KINDS, Machine};
use made::MakeMoves;
use nodes::{Eight, Moves, Nodes, Positions, itself};
use pieces::MOVER;
use plan::Plan;
pub(crate) use walk::{HASH_DEPTH, Start, Walk, children};

/// Tells whether a word is not zero in some lane.
trait Any<W> {
    fn any(word: W) -> bool;
}

/// What counts positions two moves on from nodes.
struct Counter<'a> {
    machine: Machine,
    castles: &'a Castles,
    nodes: Nodes,
    /// The half of the nodes that is filled, and how far it is.
    half: usize,
    waiting: usize,
    plan: Plan<Eight>,
    /// Moves that give no check, and those that may.
    quiet: Moves,
    checks: Moves,
    /// Positions after moves of other kinds.
    whole: Positions,
    /// Positions so far: what the digits stand for, and this besides, modulo 2^64.
    digits: [Eight; Tally::<u64>::WORDS],
    besides: u64,
    /// All of them, where nothing waits.
    total: Option<u64>,
}

impl<'a> Counter<'a> {
    fn new(machine: Machine, castles: &'a Castles) -> Self {
        Self {
            machine,
            castles,
            nodes: Nodes::NONE,
            half: 0,
            waiting: 0,
            plan: Plan::default(),
            quiet: Moves::new(),
            checks: Moves::new(),
            whole: Positions::new(),
            digits: [[0; 8]; Tally::<u64>::WORDS],
            besides: 0,
            total: None,
        }
    }

    /// Adds a node; counts if there are eight.
    #[inline(always)]
    fn put(&mut self, node: &Board) {
        self.nodes.put(8 * self.half + self.waiting, node);
        self.total = None;
        self.waiting += 1;
        if self.waiting == 8 {
            self.count_nodes();
        }
    }

    /// Counts all that waits and returns the positions so far.
    #[inline(never)]
    fn finish(&mut self) -> u64 {
        if let Some(total) = self.total {
            return total;
        }
        if self.waiting > 0 {
            let nothing = Board::without_a_move(MOVER);
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

    /// Counts the replies in the nodes; the last moves that are left wait.
    #[inline(never)]
    fn count_nodes(&mut self) {
        let Self { machine, castles, nodes, half, plan, .. } = self;
        let machine = *machine;
        let half = *half;
        if nodes.have_diagonals(half) {
            machine.run(PlanNodes::<true> { castles, nodes, half, plan });
        } else {
            machine.run(PlanNodes::<false> { castles, nodes, half, plan });
        }
        let replies = self.plan.replies.iter();
        self.besides = replies.fold(self.besides, |sum, replies| sum.wrapping_add(*replies));
        machine.run(MakeMoves(self));
        self.count_blocks();
        self.waiting = 0;
        self.half = 1 - self.half;
        self.settle(self.half);
    }

    /// Makes the moves that wait in nodes of a half, which is to be filled anew.
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
        let Self { machine, castles, nodes, quiet, checks, whole, digits, .. } = self;
        macro_rules! count {
            ($nodes:expr, $blocks:expr, $diagonals:literal, $checks:literal, $rare:literal) => {
                machine.run(CountReplies::<$diagonals, $checks, $rare> {
                    castles,
                    nodes: $nodes,
                    blocks: $blocks,
                    digits,
                })
            };
        }
        if !quiet.full().is_empty() {
            if quiet.is_rare {
                count!(nodes, quiet.full(), true, false, true);
            } else if nodes.have_diagonals(0) || nodes.have_diagonals(1) {
                count!(nodes, quiet.full(), true, false, false);
            } else {
                count!(nodes, quiet.full(), false, false, false);
            }
            quiet.take_full();
        }
        if !checks.full().is_empty() {
            count!(nodes, checks.full(), true, true, true);
            checks.take_full();
        }
        for (positions, half) in whole.full() {
            count!(positions, &[itself(half)], true, true, true);
        }
        whole.take_full();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Origin, Position, Role};

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

    /// The positions of the suites, and of `valid.fens`.
    pub(super) fn positions() -> impl Iterator<Item = Position> {
        let fens = TEXTS.into_iter().flat_map(str::lines).filter_map(|line| line.split(';').next());
        fens.map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    /// The length of the list of moves, without captures en passant, which the formula leaves out.
    fn listed(position: &Position) -> usize {
        let mut en_passant = 0;
        position.legal().for_each_set(|set| {
            let is_pawn = set.role == Role::Pawn && matches!(set.origin, Origin::Square(_));
            en_passant += if is_pawn { set.count() } else { 0 };
        });
        position.legal_moves().len() - en_passant
    }

    #[test]
    fn a_position_has_as_many_moves_as_are_listed_in_each_word() {
        for position in positions() {
            // It waits as a position after a move of the other side.
            let Start { board, castles } = Start::new(&position, 1);
            for machine in KINDS.iter().filter_map(|&kind| Machine::detect(kind)) {
                let mut counter = Counter::new(machine, &castles);
                counter.whole.put(&board);
                let count = counter.finish();
                assert_eq!(count, listed(&position) as u64, "{position} {machine:?}");
            }
        }
    }
}
