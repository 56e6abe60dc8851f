//! Counts the positions two moves on, many nodes at once.
//!
//! Nodes wait until there are eight. Then [`plan`] counts the replies to most of their moves without
//! making them. The moves that are left are made: the positions after them go into queues, and
//! [`replies`] counts the legal moves of eight at once. What is formulas over words runs on as many
//! of the eight as a word has lanes; [`Machine`] says which word, and compiles for its instructions.

use hyperbola::word::{Vector, WordVisitor};

mod add;
mod board;
mod castles;
mod hash;
mod legal;
mod machine;
mod made;
mod pieces;
mod plan;
mod queue;
mod replies;
mod walk;

use add::Tally;
pub(crate) use board::Board;
pub(crate) use castles::Castles;
pub(crate) use hash::HashTable;
pub(crate) use machine::{KINDS, Machine};
use made::MakeMoves;
use pieces::Pieces;
use plan::{Any, Plan, plan};
use queue::{Block, Eight, NOTHING, Queue};
pub(crate) use walk::{Walk, children};

/// What counts positions two moves on from nodes.
struct Counter<'a> {
    machine: Machine,
    castles: &'a Castles,
    nodes: [Board; 8],
    waiting: usize,
    plan: Plan<Eight>,
    /// Positions without check, and those that may be in check.
    quiet: Queue,
    checks: Queue,
    /// Positions so far: what the digits stand for, and this besides, modulo 2^64.
    digits: [Eight; Tally::<u64>::WORDS],
    besides: u64,
}

impl<'a> Counter<'a> {
    fn new(machine: Machine, castles: &'a Castles) -> Self {
        Self {
            machine,
            castles,
            nodes: [Board::default(); 8],
            waiting: 0,
            plan: Plan::default(),
            quiet: Queue::new(),
            checks: Queue::new(),
            digits: [[0; 8]; Tally::<u64>::WORDS],
            besides: 0,
        }
    }

    /// Adds a node, where `WHITE` is to move; counts if there are eight.
    #[inline(always)]
    fn put<const WHITE: bool>(&mut self, node: &Board) {
        self.nodes[self.waiting % 8] = *node;
        self.waiting += 1;
        if self.waiting == 8 {
            self.count_nodes::<WHITE>();
            self.count_blocks::<WHITE>();
        }
    }

    /// Counts all that waits and returns the positions so far. `WHITE` is to move in
    /// the nodes.
    #[inline(never)]
    fn finish<const WHITE: bool>(&mut self) -> u64 {
        if self.waiting > 0 {
            let (own, enemy) = NOTHING;
            let sides = if WHITE { [own, enemy] } else { [enemy, own] };
            self.nodes[self.waiting..].fill(Board { sides, ..Board::default() });
            self.count_nodes::<WHITE>();
        }
        self.quiet.fill_up();
        self.checks.fill_up();
        self.count_blocks::<WHITE>();
        let lane = |lane: usize| Tally::from_words(self.digits.map(|word| word[lane])).total();
        (0..8).map(lane).fold(self.besides, u64::wrapping_add)
    }

    /// Counts the replies in the nodes; the positions after moves that are left wait.
    #[inline(always)]
    fn count_nodes<const WHITE: bool>(&mut self) {
        let Self { machine, castles, nodes, plan, .. } = self;
        machine.run(PlanNodes::<WHITE> { castles, nodes, plan });
        let replies = self.plan.replies.iter();
        self.besides = replies.fold(self.besides, |sum, replies| sum.wrapping_add(*replies));
        let machine = self.machine;
        machine.run(MakeMoves::<WHITE>(self));
        self.waiting = 0;
    }

    /// Counts the positions of full blocks, those after moves of `WHITE`.
    #[inline(always)]
    fn count_blocks<const WHITE: bool>(&mut self) {
        if WHITE { self.count_replies::<false>() } else { self.count_replies::<true>() }
    }

    /// Counts the positions of full blocks, where `WHITE` is to move.
    #[inline(always)]
    fn count_replies<const WHITE: bool>(&mut self) {
        let Self { machine, castles, quiet, checks, digits, .. } = self;
        macro_rules! count {
            ($queue:ident, $checks:literal, $rare:literal) => {
                machine.run(CountBlocks::<WHITE, $checks, $rare> {
                    castles,
                    blocks: $queue.full(),
                    digits,
                })
            };
        }
        if !quiet.full().is_empty() {
            if quiet.is_rare {
                count!(quiet, false, true);
            } else {
                count!(quiet, false, false);
            }
            quiet.take_full();
        }
        if !checks.full().is_empty() {
            count!(checks, true, true);
            checks.take_full();
        }
    }
}

/// Takes a word of as many of eight positions as it has lanes.
#[inline(always)]
fn load<V: Vector>(token: V::Token, eight: &Eight, start: usize) -> V {
    let mut lanes = V::ZEROS;
    lanes.as_mut().copy_from_slice(&eight[start..start + V::LANES]);
    V::from_array(token, lanes)
}

/// Puts a word's lanes where they belong among eight positions.
#[inline(always)]
fn store<V: Vector>(word: V, eight: &mut Eight, start: usize) {
    eight[start..start + V::LANES].copy_from_slice(word.into_array().as_ref());
}

/// Plans the moves of eight nodes, where `WHITE` is to move.
struct PlanNodes<'a, const WHITE: bool> {
    castles: &'a Castles,
    nodes: &'a [Board; 8],
    plan: &'a mut Plan<Eight>,
}

/// Tells of the lanes of a vector.
struct InLanes;

impl<V: Vector> Any<V> for InLanes {
    #[inline(always)]
    fn any(word: V) -> bool {
        word.into_array().as_ref().iter().fold(0, |all, lane| all | lane) != 0
    }
}

impl<const WHITE: bool> WordVisitor for PlanNodes<'_, WHITE> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes, plan: planned } = self;
        let mut start = 0;
        while start < 8 {
            macro_rules! gather {
                ($node:ident => $word:expr) => {{
                    let mut lanes = V::ZEROS;
                    for (lane, $node) in lanes.as_mut().iter_mut().zip(&nodes[start..]) {
                        *lane = $word;
                    }
                    V::from_array(token, lanes)
                }};
            }
            macro_rules! gather_pieces {
                ($side:ident) => {
                    Pieces {
                        pawns: gather!(node => node.$side::<WHITE>().pawns),
                        knights: gather!(node => node.$side::<WHITE>().knights),
                        diagonal: gather!(node => node.$side::<WHITE>().diagonal),
                        orthogonal: gather!(node => node.$side::<WHITE>().orthogonal),
                        king: gather!(node => node.$side::<WHITE>().king),
                    }
                };
            }
            let plan = plan::<V, WHITE, InLanes>(
                &gather_pieces!(own),
                &gather_pieces!(enemy),
                [castles.side(WHITE), castles.side(!WHITE)],
                [
                    gather!(node => u64::from(node.rights.of(WHITE))),
                    gather!(node => u64::from(node.rights.of(!WHITE))),
                ],
            );
            macro_rules! store {
                ($($($word:ident).+ $([$index:literal])?),* $(,)?) => {
                    $(store(plan.$($word).+$([$index])?, &mut planned.$($word).+$([$index])?, start);)*
                };
            }
            store!(
                replies,
                sliders[0],
                sliders[1],
                sliders[2],
                sliders[3],
                sliders[4],
                sliders[5],
                sliders[6],
                sliders[7],
                knights,
                target,
                knights_neutral,
                knights_done,
                king,
                pawns[0],
                pawns[1],
                pawns[2],
                pawns[3],
                castles,
                rook_checks,
                bishop_checks,
                discoverers,
            );
            start += V::LANES;
        }
    }
}

/// Adds the legal moves of the positions of blocks, where `WHITE` is to move, to a tally's digits.
struct CountBlocks<'a, const WHITE: bool, const CHECKS: bool, const RARE: bool> {
    castles: &'a Castles,
    blocks: &'a [Block],
    digits: &'a mut [Eight; Tally::<u64>::WORDS],
}

impl<const WHITE: bool, const CHECKS: bool, const RARE: bool> WordVisitor
    for CountBlocks<'_, WHITE, CHECKS, RARE>
{
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, blocks, digits } = self;
        let castles = castles.side(WHITE);
        let mut start = 0;
        while start < 8 {
            let [a, b, c, d, e] = &mut *digits;
            let mut tally = Tally::from_words([
                load::<V>(token, a, start),
                load(token, b, start),
                load(token, c, start),
                load(token, d, start),
                load(token, e, start),
            ]);
            for block in blocks {
                let own = Pieces {
                    pawns: load::<V>(token, &block[0], start),
                    knights: load(token, &block[1], start),
                    diagonal: load(token, &block[2], start),
                    orthogonal: load(token, &block[3], start),
                    king: load(token, &block[4], start),
                };
                let enemy = Pieces {
                    pawns: load::<V>(token, &block[5], start),
                    knights: load(token, &block[6], start),
                    diagonal: load(token, &block[7], start),
                    orthogonal: load(token, &block[8], start),
                    king: load(token, &block[9], start),
                };
                let rights = load(token, &block[10], start);
                replies::count::<V, WHITE, CHECKS, RARE>(&own, &enemy, castles, rights, &mut tally);
            }
            let [i, j, k, l, m] = tally.into_words();
            store(i, a, start);
            store(j, b, start);
            store(k, c, start);
            store(l, d, start);
            store(m, e, start);
            start += V::LANES;
        }
    }
}
