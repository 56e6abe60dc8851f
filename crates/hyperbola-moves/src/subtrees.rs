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
    /// The number of parts of the work that are finished.
    pub done: usize,
    /// The number of all parts.
    pub parts: usize,
    /// The number of move sequences counted so far.
    pub nodes: u128,
}

/// The number of all sequences of a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counted {
    /// The number. If there are `u128::MAX` sequences or more, it is `u128::MAX`.
    pub nodes: u128,
    /// Whether everything was counted. It is false if counting was told to stop.
    pub is_complete: bool,
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
    /// Returns the number of sequences of all moves. If there are `u128::MAX` or more, it is
    /// `u128::MAX`.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.moves.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Returns the number of sequences of all moves, and whether everything was counted.
    #[must_use]
    pub fn counted(&self) -> Counted {
        Counted { nodes: self.total(), is_complete: self.is_complete }
    }
}

/// The subtrees that a count is split into. Each is counted by itself, on any thread.
///
/// `P` is the type of the positions at the top of the subtrees.
#[derive(Debug, Clone)]
pub struct Subtrees<P> {
    /// The first moves. There are none if the subtrees are those of given positions.
    moves: MoveList,
    tops: Vec<Top<P>>,
    depth: u32,
}

/// The top of a subtree.
#[derive(Debug, Clone)]
struct Top<P> {
    position: P,
    /// The index of the first move, or 0.
    index: usize,
    /// How often the subtree counts.
    multiplicity: u128,
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
        let mut tops = Vec::new();
        for (index, &played) in moves.iter().enumerate() {
            let mut positions = std::vec![after(played, depth - 1)];
            for played in 1..=more_moves {
                positions = positions
                    .iter()
                    .flat_map(|position| children(position, depth - played))
                    .collect();
            }
            let top = |position| Top { position, index, multiplicity: 1 };
            tops.extend(positions.into_iter().map(top));
        }
        Self { moves, tops, depth: depth - 1 - more_moves }
    }

    /// Makes the subtrees of sequences of length `depth` that begin with some positions. Each
    /// position comes with the number of times that its subtree counts. They have no first moves, so
    /// they are for [`count_all`](Self::count_all).
    pub fn of_positions(positions: impl IntoIterator<Item = (P, u128)>, depth: u32) -> Self {
        let top = |(position, multiplicity)| Top { position, index: 0, multiplicity };
        let tops = positions.into_iter().map(top).collect();
        Self { moves: MoveList::new(), tops, depth }
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
        let (counts, is_complete) = self.counts(threads, counter, progress);
        let moves = self.moves.iter().copied().zip(counts.by_index).collect();
        Divided { moves, is_complete }
    }

    /// Counts the subtrees as [`count`](Self::count) does, and adds all counts up.
    pub fn count_all<C: FnMut(&P, u32) -> (u128, bool)>(
        &self,
        threads: NonZeroUsize,
        counter: impl Fn() -> C + Sync,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        let (SubtreeCounts { nodes, .. }, is_complete) = self.counts(threads, counter, progress);
        Counted { nodes, is_complete }
    }

    /// Counts the subtrees. Returns the counts, and whether everything was counted.
    fn counts<C: FnMut(&P, u32) -> (u128, bool)>(
        &self,
        threads: NonZeroUsize,
        counter: impl Fn() -> C + Sync,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> (SubtreeCounts, bool) {
        let parts = self.tops.len();
        let next = AtomicUsize::new(0);
        let by_index = std::vec![0_u128; self.moves.len().max(1)];
        let counts = Mutex::new(SubtreeCounts { by_index, done: 0, nodes: 0 });
        let work = || {
            let mut count = counter();
            while let Some(top) = self.tops.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (nodes, is_all) = count(&top.position, self.depth);
                let nodes = nodes.saturating_mul(top.multiplicity);
                let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
                let of_index = &mut counts.by_index[top.index];
                *of_index = of_index.saturating_add(nodes);
                counts.nodes = counts.nodes.saturating_add(nodes);
                if !is_all {
                    return;
                }
                counts.done += 1;
                progress(Progress { done: counts.done, parts, nodes: counts.nodes });
            }
        };
        on_threads(threads.get().min(parts), work);
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_complete = counts.done == parts;
        (counts, is_complete)
    }
}

/// Runs the same on a number of threads, of which the calling one is the first. If others cannot be
/// started, those that run do everything.
pub(crate) fn on_threads(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}
