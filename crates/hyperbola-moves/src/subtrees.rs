//! Subtrees of a count, which threads count one after another.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::vec::Vec;

use crate::{Move, MoveList};

/// The progress of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of subtrees that are finished.
    pub done: usize,
    /// The number of all subtrees.
    pub parts: usize,
    /// The number of move sequences counted so far.
    pub nodes: u128,
}

/// The numbers of sequences that begin with each legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divided {
    /// The moves, each with the number of sequences that begin with it.
    pub moves: Vec<(Move, u128)>,
    /// Whether everything was counted. It is false if counting was told to stop.
    pub is_complete: bool,
}

impl Divided {
    /// Returns the number of sequences of all moves.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.moves.iter().map(|(_, count)| count).sum()
    }
}

/// The subtrees that a count is split into. Each is counted by itself, on any thread.
///
/// `P` is the type of the positions at the top of the subtrees.
#[derive(Debug, Clone)]
pub struct Subtrees<P> {
    /// The first moves. There are none if the subtrees are those of given positions.
    moves: MoveList,
    /// The positions at the top of the subtrees, each with the index of its first move, or its own.
    positions: Vec<(usize, P)>,
    /// The number of those indices.
    indices: usize,
    depth: u32,
}

/// The counts so far.
struct SubtreeCounts {
    by_index: Vec<u128>,
    done: usize,
    nodes: u128,
}

impl<P: Sync> Subtrees<P> {
    /// Splits a count of sequences of length `depth` into a subtree for each of `moves`, or for
    /// each sequence of some more moves. More subtrees give finer progress and more even work for
    /// threads.
    ///
    /// `after` returns the position after one of `moves`, given the depth of its subtree.
    /// `children` returns the positions after all legal moves of a position, given the depth of the
    /// position's own subtree.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is not greater than `more_moves`.
    pub fn new(
        moves: MoveList,
        depth: u32,
        more_moves: u32,
        after: impl Fn(Move, u32) -> P,
        children: impl Fn(&P, u32) -> Vec<P>,
    ) -> Self {
        assert!(depth > more_moves, "the subtrees begin above the end");
        let mut positions = Vec::new();
        for (index, &played) in moves.iter().enumerate() {
            let mut tops = std::vec![after(played, depth - 1)];
            for played in 1..=more_moves {
                tops = tops.iter().flat_map(|top| children(top, depth - played)).collect();
            }
            positions.extend(tops.into_iter().map(|top| (index, top)));
        }
        let indices = moves.len();
        Self { moves, positions, indices, depth: depth - 1 - more_moves }
    }

    /// Makes the subtrees of sequences of length `depth` that begin with some positions.
    pub fn of_positions(positions: impl IntoIterator<Item = P>, depth: u32) -> Self {
        let positions: Vec<(usize, P)> = positions.into_iter().enumerate().collect();
        Self { moves: MoveList::new(), indices: positions.len(), positions, depth }
    }

    /// Counts the subtrees on threads, and adds the counts up for each first move.
    ///
    /// Each thread calls `counter` once. The function that this returns counts one subtree: from
    /// its position and its depth it returns the number of sequences, and whether the count is
    /// complete. After an incomplete count the thread ends. `progress` is called after each
    /// complete count, on any of the threads, but never by two at once: its numbers only grow.
    ///
    /// The calling thread is one of the threads. If others cannot be started, those that run count
    /// everything.
    pub fn count<C: FnMut(&P, u32) -> (u128, bool)>(
        &self,
        threads: NonZeroUsize,
        counter: impl Fn() -> C + Sync,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Divided {
        let (counts, is_complete) = self.count_each(threads, counter, progress);
        Divided { moves: self.moves.iter().copied().zip(counts).collect(), is_complete }
    }

    /// Counts the subtrees as [`count`](Self::count) does. Returns the numbers for each first move
    /// or position, and whether everything was counted.
    pub fn count_each<C: FnMut(&P, u32) -> (u128, bool)>(
        &self,
        threads: NonZeroUsize,
        counter: impl Fn() -> C + Sync,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> (Vec<u128>, bool) {
        let parts = self.positions.len();
        let next = AtomicUsize::new(0);
        let by_index = std::vec![0; self.indices];
        let counts = Mutex::new(SubtreeCounts { by_index, done: 0, nodes: 0 });
        let work = || {
            let mut count = counter();
            while let Some((index, top)) = self.positions.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let (nodes, is_all) = count(top, self.depth);
                let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
                counts.by_index[*index] += nodes;
                counts.nodes += nodes;
                if !is_all {
                    return;
                }
                counts.done += 1;
                progress(Progress { done: counts.done, parts, nodes: counts.nodes });
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.get().min(parts) {
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        (counts.by_index, counts.done == parts)
    }
}
