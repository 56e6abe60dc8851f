//! The search: alpha-beta in windows of one, deeper and deeper.

use core::cell::OnceCell;
use std::sync::Arc;

use hyperbola_moves::{CheckSquares, Legal, Move, MoveList, Picker, Position, Repetitions, Role};
use hyperbola_uci::{Game, Info, Score, Task};

use crate::endgames::Endgames;
use crate::history::{History, PASS, place};
use crate::network::Network;
use crate::table::{Entry, Table};

/// The score of a mate at once. A mate n half moves later scores n less.
pub const MATE: i32 = 30_000;
/// Scores from here on are mates.
pub(crate) const MATE_AT_MOST: i32 = MATE - 1_000;
/// The score of a position that the tables of endgames say is won.
const TABLE_WIN: i32 = MATE_AT_MOST - 1_000;
/// The most half moves from the root.
pub(crate) const MOST_PLIES: usize = 120;

/// What a search knows about a position on the way: its killers and its score by the network, and
/// the piece that moves on, with its square.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ply {
    killers: [Option<Move>; 2],
    score: i32,
    place: usize,
}

/// A position whose moves are searched.
struct Node<'a> {
    position: &'a Position,
    legal: Legal<'a>,
    /// The squares that check, once they are asked for.
    checks: OnceCell<CheckSquares<'a>>,
    depth: i32,
    /// The place of the move before.
    before: usize,
    /// Whether the exact score is wanted, and not only whether it is too high or too low.
    is_wide: bool,
    is_check: bool,
    /// Whether the side to move stands better than before its last move.
    improves: bool,
}

/// What a search remembers.
#[derive(Debug)]
pub struct Search {
    /// The number of positions that have been searched.
    pub nodes: u64,
    /// The milliseconds that the way to the other program takes.
    pub(crate) overhead: u64,
    pub(crate) table: Table,
    pub(crate) network: Network,
    pub(crate) endgames: Option<Endgames>,
    /// The number of positions that were found in tables of endgames.
    table_hits: u64,
    pub(crate) history: History,
    pub(crate) plies: [Ply; MOST_PLIES + 1],
    ply: usize,
    /// The most half moves from the root so far.
    deepest: usize,
    /// The positions of the game, and those on the way from the root.
    repetitions: Repetitions,
    task: Arc<Task>,
    /// The milliseconds after which the search ends.
    hard: u64,
    is_over: bool,
    best: Option<Move>,
}

impl Search {
    /// Makes a search that remembers nothing, with a hash table of some mebibytes.
    #[must_use]
    pub fn new(network: Network, mebibytes: usize) -> Self {
        Self {
            nodes: 0,
            overhead: 20,
            table: Table::new(mebibytes),
            network,
            endgames: None,
            table_hits: 0,
            history: History::new(),
            plies: [Ply::default(); MOST_PLIES + 1],
            ply: 0,
            deepest: 0,
            repetitions: Repetitions::new(),
            task: Arc::default(),
            hard: 0,
            is_over: false,
            best: None,
        }
    }

    /// Searches the last position of a game until a limit is reached, and reports each depth.
    /// Returns the best move and its score, or nothing if there is no legal move.
    pub fn best(
        &mut self,
        task: &Arc<Task>,
        mut report: impl FnMut(&Info<'_>),
    ) -> Option<(Move, i32)> {
        let Task { game: Game { position, repetitions }, go, clock } = &**task;
        self.repetitions.clone_from(repetitions);
        (self.task, self.nodes, self.deepest, self.is_over) = (task.clone(), 0, 0, false);
        self.table_hits = 0;
        self.network.layers.begin(position.board());
        let moves = go.search_moves.clone().unwrap_or_else(|| position.legal_moves());
        self.best = Some(*moves.first()?);
        let known = self.endgames.as_ref().and_then(|endgames| endgames.best(position));
        if let Some((best, value)) = known.filter(|_| go.search_moves.is_none()) {
            let mut next = *position;
            next.play_unchecked(best);
            let (score, told) = match next.is_checkmate() {
                true => (MATE - 1, Score::Mate(1)),
                false => (value * TABLE_WIN, Score::Centipawns(value * TABLE_WIN)),
            };
            let line = &[best];
            let (score_told, table_hits) = (Some(told), Some(1));
            report(&Info {
                depth: 1,
                score: score_told,
                nodes: 1,
                table_hits,
                line,
                ..Info::default()
            });
            return Some((best, score));
        }
        let [soft, hard] = go.limits(position.side_to_move(), self.overhead);
        self.hard = hard;
        // A mate in some moves takes at most twice as many half moves.
        let most = go.depth.or(go.mate.map(|moves| moves.saturating_mul(2))).unwrap_or(100);
        let mut score = 0;
        for depth in 1..=u32::try_from(most.clamp(1, 100)).expect("small") {
            let found = self.search(position, depth.cast_signed(), [-MATE, MATE]);
            if self.is_over {
                break;
            }
            score = found;
            let told = match MATE - score.abs() {
                plies @ ..1_000 => Score::Mate((plies + 1) / 2 * score.signum()),
                _ => Score::Centipawns(score),
            };
            report(&Info {
                depth,
                selective_depth: u32::try_from(self.deepest).ok(),
                score: Some(told),
                nodes: self.nodes,
                hash_full: Some(self.table.full()),
                table_hits: self.endgames.as_ref().map(|_| self.table_hits),
                line: &self.line(position, depth),
                ..Info::default()
            });
            // The first depths take less than a millisecond, unless the processor is taken away.
            if depth > 3 && clock.is_after(soft) {
                break;
            }
        }
        self.best.map(|best| (best, score))
    }

    /// Returns the best move and those that the hash table has after it, at most as many as a
    /// depth.
    fn line(&self, root: &Position, depth: u32) -> MoveList {
        let (mut line, mut position, mut next) = (MoveList::new(), *root, self.best);
        while let Some(best) = next.filter(|&best| position.is_legal(best)) {
            line.push(best);
            position.play_unchecked(best);
            let entry = self.table.find(position.key()).filter(|_| line.len() < depth as usize);
            next = entry.and_then(Entry::best);
        }
        line
    }

    /// Counts a position. Returns its score if no search is needed: it is a draw, or the search is
    /// over.
    fn count(&mut self, position: &Position) -> Option<i32> {
        let Task { go, clock, .. } = &*self.task;
        self.nodes += 1;
        self.is_over |= go.nodes.is_some_and(|nodes| self.nodes >= nodes);
        if self.nodes.is_multiple_of(256) {
            self.is_over |= clock.is_stopped() || clock.is_after(self.hard);
        }
        let is_drawn = self.ply > 0 && self.repetitions.is_draw_with(position, self.ply);
        if self.is_over || is_drawn { Some(0) } else { self.known(position) }
    }

    /// Returns the score of a position that the tables of endgames have. They count from a capture
    /// or a pawn's move.
    fn known(&mut self, position: &Position) -> Option<i32> {
        let is_asked = self.ply > 0 && position.halfmove_clock() == 0;
        let value = self.endgames.as_ref().filter(|_| is_asked)?.value(position)?;
        if value < 0 && position.is_checkmate() {
            return None;
        }
        self.table_hits += 1;
        Some(value * (TABLE_WIN - signed(self.ply)))
    }

    /// Goes to the position after a move, searches it, and goes back.
    fn after(&mut self, next: &Position, depth: i32, window: [i32; 2]) -> i32 {
        let [alpha, beta] = window;
        self.repetitions.push(next);
        self.network.layers.enter(next.board());
        self.ply += 1;
        let score = -self.search(next, depth, [-beta, -alpha]);
        self.ply -= 1;
        self.network.layers.leave();
        self.repetitions.pop();
        score
    }

    /// Returns the score of the network, the nearer to a draw the longer nothing has happened.
    fn evaluate(&mut self, position: &Position) -> i32 {
        let left = 200 - i32::from(position.halfmove_clock().min(100));
        self.network.score(position) * left / 200
    }

    /// Searches to a depth, in a window of scores. At the end of the depth it searches the captures
    /// that lose nothing, and all moves where the king is in check.
    fn search(&mut self, position: &Position, depth: i32, window: [i32; 2]) -> i32 {
        if let Some(score) = self.count(position) {
            return score;
        }
        let (ply, [mut alpha, mut beta]) = (self.ply, window);
        self.deepest = self.deepest.max(ply);
        // Nothing is worse than to be mated here, and nothing better than to mate with the next
        // move.
        (alpha, beta) = (alpha.max(signed(ply) - MATE), beta.min(MATE - 1 - signed(ply)));
        // Who can repeat a position can have a draw.
        if ply > 0 && alpha < 0 && self.repetitions.can_repeat(position, ply) {
            alpha = 0;
        }
        if alpha >= beta {
            return alpha;
        }
        let (legal, window) = (position.legal(), [alpha, beta]);
        let is_check = !legal.checkers().is_empty();
        let (depth, is_wide) = (depth.max(0) + i32::from(is_check), beta - alpha > 1);
        let entry = self.table.find(position.key());
        let deep = entry.filter(|entry| i32::from(entry.depth) >= depth && !is_wide);
        if let Some(score) = deep.and_then(|entry| entry.cuts(signed(ply), window)) {
            return score;
        }
        // At the last ply the moves are not found, so a check is no mate.
        let may_mate = is_check && ply < MOST_PLIES;
        let score = if may_mate { signed(ply) - MATE } else { self.evaluate(position) };
        if ply >= MOST_PLIES || (depth == 0 && score >= beta) {
            return score;
        }
        self.plies[ply].score = score;
        let improves = ply >= 2 && score > self.plies[ply - 2].score;
        let before = if ply > 0 { self.plies[ply - 1].place } else { PASS };
        if !is_wide && !is_check && depth > 0 && beta.abs() < MATE_AT_MOST {
            if depth <= 8 && score - 80 * (depth - i32::from(improves)) >= beta {
                return score;
            }
            let (board, side) = (position.board(), position.side_to_move());
            // Who has only pawns may be in zugzwang, and two null moves would be nothing.
            let few = board.of(side, Role::Pawn) | board.of(side, Role::King);
            if before != PASS && depth >= 3 && score >= beta && board.of_color(side) != few {
                let less = 4 + depth / 4 + ((score - beta) / 200).min(3);
                self.plies[ply].place = PASS;
                let next = legal.null_move().expect("no check");
                let passed = self.after(&next, depth - less, [beta - 1, beta]);
                if passed >= beta {
                    return passed.min(MATE_AT_MOST - 1);
                }
            }
        }
        // The root is not stored if some of its moves are left out.
        let hash = if self.is_restricted() { self.best } else { entry.and_then(Entry::best) };
        let picker = match depth {
            0 => Picker::captures(&legal, hash),
            _ => Picker::new(&legal, hash, self.plies[ply].killers),
        };
        // Without a move to begin with, the next search of this position will have one.
        let depth = depth - i32::from(depth >= 4 && picker.hash().is_none());
        let checks = OnceCell::new();
        let node = Node { position, legal, checks, depth, before, is_wide, is_check, improves };
        self.search_moves(&node, picker, window)
    }

    /// Searches the moves of a position, in their order, until one is too good.
    fn search_moves(&mut self, node: &Node<'_>, mut picker: Picker<'_>, window: [i32; 2]) -> i32 {
        let (&Node { position, depth, before, .. }, ply) = (node, self.ply);
        let ([mut alpha, beta], is_end) = (window, depth == 0);
        let mut highest = if is_end { self.plies[ply].score } else { -MATE };
        alpha = alpha.max(highest);
        let (mut best, mut count, mut quiets) = (None, 0, MoveList::new());
        while let Some(played) = picker.next(|quiet| self.history.of(position, before, quiet)) {
            if self.is_restricted()
                && !self.task.go.search_moves.iter().any(|moves| moves.contains(&played))
            {
                continue;
            }
            count += 1;
            if highest > -MATE_AT_MOST && self.is_hopeless(node, count, played, alpha) {
                continue;
            }
            let score = self.search_move(node, count, played, [alpha, beta]);
            if self.is_over {
                return 0;
            }
            highest = highest.max(score);
            if score > alpha {
                (best, alpha) = (Some(played), score);
                self.best = if ply == 0 { best } else { self.best };
            }
            if alpha >= beta {
                self.learn(node, played, &quiets);
                break;
            }
            if played.is_quiet(position) {
                quiets.push(played);
            }
        }
        if count == 0 && !is_end {
            return if node.is_check { signed(ply) - MATE } else { 0 };
        }
        // What some of the moves are worth is not what the position is.
        if !self.is_restricted() {
            self.table.store(position.key(), best, [highest, depth, signed(ply)], window);
        }
        highest
    }

    /// Returns whether only some moves of this position are searched.
    fn is_restricted(&self) -> bool {
        self.ply == 0 && self.task.go.search_moves.is_some()
    }

    /// Returns whether a move is not worth a search: it is late, loses material, or is quiet where
    /// the score is far too low.
    fn is_hopeless(&self, node: &Node<'_>, count: i32, played: Move, alpha: i32) -> bool {
        let &Node { position, depth, is_wide, is_check, improves, .. } = node;
        let quiet = played.is_quiet(position);
        let most = (4 + depth * depth) / if improves { 1 } else { 2 };
        let is_low = self.plies[self.ply].score + 100 + 90 * depth <= alpha;
        let loss = if quiet { -50 * depth } else { -100 * depth };
        (self.ply > 0 && (1..=8).contains(&depth))
            && ((quiet && !is_check && (is_low || (!is_wide && count > most)))
                || !position.see_at_least(played, loss))
            && !node.checks.get_or_init(|| node.legal.check_squares()).give(played)
    }

    /// Searches a move: the first one in the whole window, and others in a window of one, the later
    /// ones less deep, until they prove to be better.
    fn search_move(&mut self, node: &Node<'_>, count: i32, played: Move, window: [i32; 2]) -> i32 {
        let ([alpha, _], position, depth) = (window, node.position, node.depth - 1);
        let mut less = 0;
        if count > 1 + i32::from(node.is_wide) && depth >= 2 && played.is_quiet(position) {
            less = 1 + (count.ilog2() * depth.ilog2()).cast_signed() / 2
                - i32::from(node.is_wide)
                - i32::from(node.improves || node.is_check)
                - self.history.of(position, node.before, played) / 5_000;
        }
        let reduced = (depth - less).clamp(1.min(depth), depth);
        self.plies[self.ply].place = place(position, played);
        let mut next = *position;
        next.play_unchecked(played);
        let (mut score, narrow) = (alpha + 1, [alpha, alpha + 1]);
        if count > 1 || !node.is_wide {
            score = self.after(&next, reduced, narrow);
            if score > alpha && reduced < depth {
                score = self.after(&next, depth, narrow);
            }
        }
        if node.is_wide && score > alpha {
            score = self.after(&next, depth, window);
        }
        score
    }

    /// Notes that a quiet move was too good for the other side, and those before it were not.
    fn learn(&mut self, node: &Node<'_>, best: Move, others: &MoveList) {
        let &Node { position, depth, before, .. } = node;
        if best.is_quiet(position) {
            let killers = &mut self.plies[self.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            let by = (20 * depth * depth).min(1_500);
            self.history.learn(position, before, best, by);
            others.iter().for_each(|&other| self.history.learn(position, before, other, -by));
        }
    }
}

fn signed(ply: usize) -> i32 {
    i32::try_from(ply).expect("small")
}
