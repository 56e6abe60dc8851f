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
mod nodes;
mod pieces;
mod plan;
#[cfg(test)]
mod proofs;
mod replies;
mod walk;

use add::Tally;
pub(crate) use board::Board;
pub(crate) use castles::Castles;
pub(crate) use hash::HashTable;
pub(crate) use machine::{KINDS, Machine};
use made::MakeMoves;
use nodes::{Block, Eight, Moves, Nodes, Positions, itself};
use pieces::Pieces;
use plan::{Any, Plan, plan};
pub(crate) use walk::{HASH_DEPTH, Walk, children};

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

    /// Adds a node, where `WHITE` is to move; counts if there are eight.
    #[inline(always)]
    fn put<const WHITE: bool>(&mut self, node: &Board) {
        self.nodes.put::<WHITE>(8 * self.half + self.waiting, node);
        self.total = None;
        self.waiting += 1;
        if self.waiting == 8 {
            self.count_nodes::<WHITE>();
        }
    }

    /// Counts all that waits and returns the positions so far. `WHITE` is to move in the nodes.
    #[inline(never)]
    fn finish<const WHITE: bool>(&mut self) -> u64 {
        if let Some(total) = self.total {
            return total;
        }
        if self.waiting > 0 {
            let nothing = Board::without_a_move(WHITE);
            while self.waiting < 8 {
                self.nodes.put::<WHITE>(8 * self.half + self.waiting, &nothing);
                self.waiting += 1;
            }
            self.count_nodes::<WHITE>();
        }
        for half in [self.half, 1 - self.half] {
            self.settle::<WHITE>(half);
        }
        self.whole.fill_up::<WHITE>();
        self.count_blocks::<WHITE>();
        let lane = |lane: usize| Tally::from_words(self.digits.map(|word| word[lane])).total();
        let total = (0..8).map(lane).fold(self.besides, u64::wrapping_add);
        self.total = Some(total);
        total
    }

    /// Counts the replies in the nodes; the last moves that are left wait.
    #[inline(never)]
    fn count_nodes<const WHITE: bool>(&mut self) {
        let Self { machine, castles, nodes, half, plan, .. } = self;
        let machine = *machine;
        let half = *half;
        if nodes.have_diagonals(half) {
            machine.run(PlanNodes::<WHITE, true> { castles, nodes, half, plan });
        } else {
            machine.run(PlanNodes::<WHITE, false> { castles, nodes, half, plan });
        }
        let replies = self.plan.replies.iter();
        self.besides = replies.fold(self.besides, |sum, replies| sum.wrapping_add(*replies));
        machine.run(MakeMoves::<WHITE>(self));
        self.count_blocks::<WHITE>();
        self.waiting = 0;
        self.half = 1 - self.half;
        self.settle::<WHITE>(self.half);
    }

    /// Makes the moves that wait in nodes of a half, which is to be filled anew.
    #[inline(always)]
    fn settle<const WHITE: bool>(&mut self, half: usize) {
        for moves in [&mut self.quiet, &mut self.checks] {
            while let Some((place, from, to)) = moves.take_of_half(half) {
                let node = self.nodes.get::<WHITE>(place);
                self.whole.put::<WHITE>(&node.after_any::<WHITE>(self.castles, from, to));
            }
        }
    }

    /// Counts the replies to full blocks of moves of the side that is `WHITE` or not.
    #[inline(always)]
    fn count_blocks<const WHITE: bool>(&mut self) {
        let Self { machine, castles, nodes, quiet, checks, whole, digits, .. } = self;
        macro_rules! count {
            ($nodes:expr, $blocks:expr, $diagonals:literal, $checks:literal, $rare:literal) => {
                machine.run(CountReplies::<WHITE, $diagonals, $checks, $rare> {
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

/// Takes a word of as many of eight positions as it has lanes.
#[inline(always)]
fn load<V: Vector>(token: V::Token, words: &Eight, start: usize) -> V {
    let mut lanes = V::ZEROS;
    lanes.as_mut().copy_from_slice(&words[start..start + V::LANES]);
    V::from_array(token, lanes)
}

/// Puts a word's lanes where they belong among eight positions.
#[inline(always)]
fn store<V: Vector>(word: V, eight: &mut Eight, start: usize) {
    eight[start..start + V::LANES].copy_from_slice(word.into_array().as_ref());
}

/// Plans the moves of a half of the nodes, where `WHITE` is to move.
struct PlanNodes<'a, const WHITE: bool, const DIAGONALS: bool> {
    castles: &'a Castles,
    nodes: &'a Nodes,
    half: usize,
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

/// Makes a side's pieces of what a macro gives for the five words from one on.
macro_rules! pieces {
    ($word:ident, $first:literal) => {
        Pieces {
            pawns: $word!($first),
            knights: $word!($first + 1),
            diagonal: $word!($first + 2),
            orthogonal: $word!($first + 3),
            king: $word!($first + 4),
        }
    };
}

impl<const WHITE: bool, const DIAGONALS: bool> WordVisitor for PlanNodes<'_, WHITE, DIAGONALS> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes: Nodes(words), half, plan: planned } = self;
        let mut start = 0;
        while start < 8 {
            macro_rules! word {
                ($word:expr) => {
                    load::<V>(token, &words[$word][half % 2], start)
                };
            }
            let plan = plan::<V, InLanes, WHITE, DIAGONALS>(
                &pieces!(word, 0),
                &pieces!(word, 5),
                [castles.side(WHITE), castles.side(!WHITE)],
                [word!(11), word!(10)],
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
                slider_kinds,
                knights[0],
                knights[1],
                knights[2],
                knights[3],
                knights[4],
                knights[5],
                knights[6],
                knights[7],
                knight_kinds,
                others[0],
                others[1],
                others[2],
                others[3],
                others[4],
                other_kinds,
                promotions[0],
                promotions[1],
                promotions[2],
                may_be_taken,
                castles,
                rook_checks,
                bishop_checks,
                discoverers,
            );
            start += V::LANES;
        }
    }
}

/// Adds the replies to moves of blocks, which are of the side that is `WHITE` or not, to a tally's
/// digits.
struct CountReplies<
    'a,
    const WHITE: bool,
    const DIAGONALS: bool,
    const CHECKS: bool,
    const RARE: bool,
> {
    castles: &'a Castles,
    nodes: &'a Nodes,
    blocks: &'a [Block],
    digits: &'a mut [Eight; Tally::<u64>::WORDS],
}

impl<const WHITE: bool, const DIAGONALS: bool, const CHECKS: bool, const RARE: bool> WordVisitor
    for CountReplies<'_, WHITE, DIAGONALS, CHECKS, RARE>
{
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { castles, nodes: Nodes(words), blocks, digits } = self;
        let castles = castles.side(!WHITE);
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
            for [places, from, to] in blocks {
                let (from, to) = (load::<V>(token, from, start), load(token, to, start));
                let places = load(token, places, start);
                let both = from | to;
                // The positions after the moves.
                macro_rules! moved {
                    ($word:expr) => {{
                        let set = V::pick(token, &words[$word], places);
                        set ^ (both & !(set & from).zero_mask())
                    }};
                }
                macro_rules! left {
                    ($word:expr) => {
                        V::pick(token, &words[$word], places) & !to
                    };
                }
                let (enemy, own) = (pieces!(moved, 0), pieces!(left, 5));
                let mut rights = to.splat(0);
                if RARE {
                    rights = V::pick(token, &words[10], places);
                    for (wing, castle) in castles.iter().enumerate() {
                        let lost = !(to & to.splat(castle.rook)).zero_mask();
                        rights = rights & !(lost & to.splat(1 << wing));
                    }
                }
                let tally = &mut tally;
                if WHITE {
                    replies::count::<V, false, DIAGONALS, CHECKS, RARE>(
                        &own, &enemy, castles, rights, tally,
                    );
                } else {
                    replies::count::<V, true, DIAGONALS, CHECKS, RARE>(
                        &own, &enemy, castles, rights, tally,
                    );
                }
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

#[cfg(test)]
mod tests {
    use hyperbola::Color;

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
            let (board, castles) = (Board::from(&position), Castles::from(&position));
            for machine in KINDS.iter().filter_map(|&kind| Machine::detect(kind)) {
                let mut counter = Counter::new(machine, &castles);
                // It waits as a position after a move of the other side.
                let count = if position.side_to_move() == Color::White {
                    counter.whole.put::<false>(&board);
                    counter.finish::<false>()
                } else {
                    counter.whole.put::<true>(&board);
                    counter.finish::<true>()
                };
                assert_eq!(count, listed(&position) as u64, "{position} {machine:?}");
            }
        }
    }
}
