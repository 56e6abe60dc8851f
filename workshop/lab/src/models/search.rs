//! One fixed search, whose sliders move by a technique: what a technique is worth in an engine.
//!
//! Alpha-beta with a hash table, killers, history, null moves, late moves less deep, and captures
//! at the end; the score is material, places, mobility and what is near the king. Everything that a
//! slider does is asked of the technique, so all techniques search the same tree.

use core::hint::black_box;
use core::marker::PhantomData;

use anyhow::bail;
use hyperbola::word::WordKind;
use hyperbola::{Bitboard, SliderAttacks, dispatch, king_attacks, knight_attacks};
use hyperbola_moves::{Color, Move, Position, Role};

use crate::definition::Definition;
use crate::inputs::{Inputs, PerftPosition};
use crate::models::panel::{PanelPlan, repeated};
use crate::record::Row;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let Inputs::Perft { positions } = &definition.inputs else { bail!("a search needs positions") };
    let panel = |&PerftPosition { ref fen, depth, nodes }: &PerftPosition| {
        let (position, operations) = (fen.parse::<Position>()?, usize::try_from(nodes)?);
        let participants = definition.techniques().map(|technique| {
            let search: fn(&Position, u32) -> u64 = dispatch!(technique, T => nodes_by::<T>);
            let once = move |counted: &mut u64| {
                *counted = search(black_box(&position), depth);
                Ok(())
            };
            let work = repeated(0, operations, once, u64::to_string);
            (Row::of(technique, WordKind::Scalar), work)
        });
        let label = format!("depth {depth}, {fen}");
        Ok(PanelPlan::of(label, &nodes.to_string(), participants.collect()))
    };
    positions.iter().map(panel).collect()
}

/// The score of a mate at once.
const MATE: i32 = 30_000;

/// The most half moves from the root.
const PLIES: usize = 64;

/// The entries of the hash table: 512 KiB, so that other data than the technique's are in the
/// caches.
const ENTRIES: usize = 1 << 15;

/// The values of pieces, in the order of their roles.
const VALUES: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    best: Option<Move>,
    score: i16,
    depth: i8,
    /// 1 if the score is at least that, 2 if it is at most that, 3 if it is exact.
    bound: u8,
}

struct Search<T> {
    nodes: u64,
    table: Vec<Entry>,
    killers: [[Option<Move>; 2]; PLIES + 1],
    history: Vec<i32>,
    technique: PhantomData<T>,
}

/// Searches a position deeper and deeper, and returns the number of positions searched.
fn nodes_by<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    let mut search = Search::<T> {
        nodes: 0,
        table: vec![Entry::default(); ENTRIES],
        killers: [[None; 2]; PLIES + 1],
        history: vec![0; 2 * 64 * 64],
        technique: PhantomData,
    };
    for depth in 1..=depth.cast_signed() {
        search.search(position, depth, 0, [-MATE, MATE], true);
    }
    search.nodes
}

/// Returns the place of a move in the history.
fn place(position: &Position, played: Move) -> usize {
    let side = position.side_to_move() as usize;
    side << 12 | usize::from(played.from().index()) << 6 | usize::from(played.to().index())
}

impl<T: SliderAttacks> Search<T> {
    /// Returns the score of a position for the side to move.
    fn evaluate(position: &Position) -> i32 {
        let board = position.board();
        let occupied = board.occupied();
        let side = |color: Color| {
            let own = board.of_color(color);
            let near = board.of(!color, Role::King).into_iter().next().map(king_attacks);
            let near = near.unwrap_or(Bitboard::EMPTY);
            let mut score = 0;
            for role in Role::ALL {
                for square in board.of(color, role) {
                    let attacks = match role {
                        Role::Knight => knight_attacks(square),
                        Role::Bishop => T::bishop_attacks(square, occupied),
                        Role::Rook => T::rook_attacks(square, occupied),
                        Role::Queen => T::queen_attacks(square, occupied),
                        Role::Pawn | Role::King => Bitboard::EMPTY,
                    };
                    let middle = |at: u8| i32::from(at.min(7 - at));
                    let centre = middle(square.index() % 8) + middle(square.index() / 8);
                    let mobility = (attacks & !own).count().cast_signed();
                    let attack = (attacks & near).count().cast_signed();
                    let weight = if role == Role::King { -4 } else { 3 };
                    score += VALUES[role as usize] + weight * centre + 4 * mobility + 8 * attack;
                }
            }
            score
        };
        let us = position.side_to_move();
        side(us) - side(!us)
    }

    /// Orders moves, the most promising last.
    fn ordered(
        &self,
        position: &Position,
        moves: &[Move],
        hash: Option<Move>,
        ply: usize,
    ) -> Vec<(i32, Move)> {
        let board = position.board();
        let score = |&played: &Move| {
            if Some(played) == hash {
                return i32::MAX;
            }
            let taken = board.role_at(played.to()).filter(|_| !played.is_castling(position));
            if let Some(taken) = taken {
                let by = board.role_at(played.from()).map_or(0, |role| VALUES[role as usize]);
                let gain = VALUES[taken as usize];
                // Another's piece may take back.
                let back = || {
                    let occupied = board.occupied() ^ Bitboard::from(played.from());
                    board.attackers_to_by::<T>(played.to(), occupied)
                        & board.of_color(!position.side_to_move())
                };
                let is_good = gain >= by || back().is_empty();
                return 16 * gain - by + if is_good { 1 << 24 } else { -(1 << 24) };
            }
            if self.killers[ply].contains(&Some(played)) {
                return 1 << 23;
            }
            self.history[place(position, played)]
        };
        let mut scored: Vec<_> = moves.iter().map(|played| (score(played), *played)).collect();
        scored.sort_by_key(|&(score, played)| (score, played.to_bits()));
        scored
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "an index is taken modulo, scores fit 16 bits, and plies and depths 7"
    )]
    fn search(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        [mut alpha, beta]: [i32; 2],
        may_pass: bool,
    ) -> i32 {
        self.nodes += 1;
        let legal = position.legal_by::<T>();
        let is_check = !legal.checkers().is_empty();
        let depth = depth.max(0) + i32::from(is_check && ply < 2 * PLIES / 3);
        let (index, key) = (position.key() as usize % ENTRIES, position.key());
        let entry = Some(self.table[index]).filter(|entry| entry.key == key && entry.bound > 0);
        if let Some(entry) = entry.filter(|entry| i32::from(entry.depth) >= depth && ply > 0) {
            let score = i32::from(entry.score);
            if (entry.bound & 1 > 0 && score >= beta) || (entry.bound & 2 > 0 && score <= alpha) {
                return score;
            }
        }
        let stands = if is_check { -MATE } else { Self::evaluate(position) };
        if ply == PLIES || (depth == 0 && stands >= beta) {
            return stands;
        }
        if may_pass && !is_check && depth >= 3 && stands >= beta {
            let passed = position.null_move().expect("no check");
            let score = -self.search(&passed, depth - 3, ply + 1, [-beta, 1 - beta], false);
            if score >= beta {
                return score;
            }
        }
        let is_end = depth == 0;
        let before = alpha;
        let mut highest = if is_end { stands } else { -MATE };
        alpha = alpha.max(highest);
        let mut moves = legal.moves();
        if moves.is_empty() {
            return if is_check { -MATE + ply as i32 } else { 0 };
        }
        if is_end && !is_check {
            moves.retain(|played| position.board().role_at(played.to()).is_some());
        }
        let hash = entry.and_then(|entry| entry.best);
        let (mut best, mut ordered) = (None, self.ordered(position, &moves, hash, ply));
        let mut count = 0;
        while let Some((order, played)) = ordered.pop() {
            if is_end && !is_check && order < 0 {
                break;
            }
            count += 1;
            let mut next = *position;
            next.play_unchecked(played);
            let is_late = count > 3 && depth >= 3 && order < 1 << 23 && !is_check;
            let mut score = alpha + 1;
            if count > 1 && beta - alpha > 1 || is_late {
                let less = depth - 1 - i32::from(is_late);
                score = -self.search(&next, less, ply + 1, [-alpha - 1, -alpha], true);
            }
            if score > alpha {
                score = -self.search(&next, depth - 1, ply + 1, [-beta, -alpha], true);
            }
            if score > highest {
                (highest, best) = (score, Some(played));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if order < 1 << 24 && position.board().role_at(played.to()).is_none() {
                    let [first, _] = self.killers[ply];
                    self.killers[ply] = [Some(played), first];
                    self.history[place(position, played)] += depth * depth;
                }
                break;
            }
        }
        let bound = u8::from(highest > before) | u8::from(highest < beta) << 1;
        let (score, depth) = (highest as i16, depth as i8);
        self.table[index] = Entry { key, best, score, depth, bound };
        highest
    }
}
