//! Counting by the move generator, with any technique.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use hyperbola::Technique;
use hyperbola_kernels::generator::Generator;
use hyperbola_moves::Position;
use hyperbola_moves::perft::{Divided, Progress};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// The greatest depth that is counted without a look whether to stop.
const AT_ONCE: u32 = 3;

/// How the move generator counts.
pub(super) struct Plain {
    pub(super) technique: Technique,
    /// Whether the last moves are counted and not made.
    pub(super) is_bulk: bool,
    threads: usize,
    generator: Generator,
}

/// A subtree that is counted by itself.
struct Part {
    /// The number of the move that it follows.
    index: usize,
    position: Position,
    depth: u32,
}

/// What is counted so far.
struct Counts {
    by_move: Vec<u128>,
    done: usize,
    nodes: u128,
}

impl Plain {
    pub(super) fn new(technique: Technique, is_bulk: bool, threads: usize) -> Self {
        Self { technique, is_bulk, threads, generator: Generator::new(technique) }
    }

    /// Counts the sequences of a length by their first moves, until it is to stop.
    pub(super) fn divide(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> anyhow::Result<Divided> {
        let moves = self.generator.moves(position);
        let parts = self.parts(position, depth.max(1));
        let counts = Counts { by_move: vec![0; moves.len()], done: 0, nodes: 0 };
        let counts = Mutex::new(counts);
        let count = |part: &Part| {
            let (nodes, is_all) = self.count(&part.position, part.depth, stop);
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            counts.by_move[part.index] += nodes;
            counts.nodes += nodes;
            if !is_all {
                return;
            }
            counts.done += 1;
            let (done, nodes) = (counts.done, counts.nodes);
            drop(counts);
            progress(Progress { done, parts: parts.len(), nodes });
        };
        if self.threads == 1 {
            parts.iter().for_each(count);
        } else {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads).build()?;
            pool.install(|| parts.par_iter().for_each(count));
        }
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Divided {
            moves: moves.iter().copied().zip(counts.by_move).collect(),
            is_complete: counts.done == parts.len(),
        })
    }

    /// Returns what follows each move, or each move and reply, or three moves, where that makes for
    /// more progress and for even work of threads.
    fn parts(&self, position: &Position, depth: u32) -> Vec<Part> {
        let more_moves = match depth {
            ..5 => 0,
            5..8 => 1,
            8.. => 2,
        };
        let mut parts = Vec::new();
        for (index, next) in self.children(position).into_iter().enumerate() {
            let mut positions = vec![next];
            for _ in 0..more_moves {
                positions = positions.iter().flat_map(|next| self.children(next)).collect();
            }
            let depth = depth - 1 - more_moves;
            parts.extend(positions.into_iter().map(|position| Part { index, position, depth }));
        }
        parts
    }

    /// Returns the positions after all legal moves.
    fn children(&self, position: &Position) -> Vec<Position> {
        let after = |&played| {
            let mut next = *position;
            next.play_unchecked(played);
            next
        };
        self.generator.moves(position).iter().map(after).collect()
    }

    /// Returns the number of sequences of a length, and whether that is all: if told to stop, it is
    /// what was counted by then.
    fn count(&self, position: &Position, depth: u32, stop: &AtomicBool) -> (u128, bool) {
        if stop.load(Ordering::Relaxed) {
            return (0, false);
        }
        if depth <= AT_ONCE {
            let count = if self.is_bulk { Generator::count } else { Generator::count_every_move };
            return (count(self.generator, position, depth).into(), true);
        }
        let mut nodes = 0;
        for next in self.children(position) {
            let (counted, is_all) = self.count(&next, depth - 1, stop);
            nodes += counted;
            if !is_all {
                return (nodes, false);
            }
        }
        (nodes, true)
    }
}
