//! Counts that threads share, and counts for each first move, by any move generator.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use hyperbola::word::WideWord;

use crate::after;
use hyperbola_moves::{Move, Position};

/// The progress of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
pub struct Counted {
    /// The number. If there are `u128::MAX` sequences or more, it is `u128::MAX`.
    pub nodes: u128,
    /// Whether everything was counted. It is false if counting was told to stop.
    pub is_complete: bool,
}

impl Counted {
    /// Returns a number that was counted to the end.
    #[must_use]
    pub const fn complete(nodes: u128) -> Self {
        Self { nodes, is_complete: true }
    }
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

/// The least number of parts of a count for each thread, if each part is then at least
/// [`SHALLOW`] moves deep.
const PARTS_A_THREAD: usize = 16;

/// The number of parts of a count that is split further only as long as each part is at least
/// [`DEEP`] moves deep: enough to show progress.
const PARTS: usize = 1 << 10;

/// The least depth of parts. To end a part takes as long as to count a few nodes.
const SHALLOW: u32 = 4;

/// The depth of parts that take much longer than their end.
const DEEP: u32 = 6;

/// Counts the sequences of a length that begin at positions, on threads. Each position counts as
/// often as its number says.
///
/// `children` returns the positions after all legal moves of a position. Its other argument is the
/// number of moves before the end. With it the count is split into parts. Each thread calls
/// `counter` once. The function that this returns counts one part: from its position and its depth
/// it returns the number of sequences, and whether the count is complete. After an incomplete count
/// the thread ends.
/// `progress` is called after each complete part, on any of the threads, but never by two at once.
///
/// The calling thread is one of the threads, unless its stack may be too small: in a library that
/// is compiled without optimizations. If others cannot be started, those that run count everything.
pub fn count_shared<P: Sync, C: FnMut(&P, u32) -> (u128, bool)>(
    mut positions: Vec<(P, u128)>,
    mut depth: u32,
    threads: NonZeroUsize,
    children: impl Fn(&P, u32) -> Vec<P>,
    counter: impl Fn() -> C + Sync,
    progress: &(dyn Fn(Progress) + Sync),
) -> Counted {
    let is_whole = |parts: usize, depth: u32| {
        let is_for_threads = parts < PARTS_A_THREAD.saturating_mul(threads.get());
        parts >= PARTS || depth <= if is_for_threads { SHALLOW } else { DEEP }
    };
    while !is_whole(positions.len(), depth) {
        let next = |&(ref position, number): &(P, u128)| {
            children(position, depth).into_iter().map(move |child| (child, number))
        };
        positions = positions.iter().flat_map(next).collect();
        depth -= 1;
    }

    let parts = positions.len();
    let counted = Mutex::new(Progress { done: 0, parts, nodes: 0 });
    let count = |count: &mut C, (position, number): &(P, u128)| {
        let (nodes, is_complete) = count(position, depth);
        let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
        counted.nodes = counted.nodes.saturating_add(nodes.saturating_mul(*number));
        if is_complete {
            counted.done += 1;
            progress(*counted);
        }
        is_complete
    };
    each_on_threads(threads.get(), &positions, counter, count, drop);
    let counted = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    Counted { nodes: counted.nodes, is_complete: counted.done == parts }
}

/// Counts the sequences of a length that begin with each legal move, one move after another. A
/// length of 0 counts as 1.
///
/// `count` counts the sequences from a position, with its own depth and progress.
///
/// # Errors
///
/// Returns the first error of `count`.
pub fn divide<E>(
    position: &Position,
    depth: u32,
    progress: &(dyn Fn(Progress) + Sync),
    mut count: impl FnMut(&Position, u32, &(dyn Fn(Progress) + Sync)) -> Result<Counted, E>,
) -> Result<Divided, E> {
    /// The steps of the progress for each move.
    const STEPS: usize = 1 << 12;
    let moves = position.legal_moves();
    let mut divided = Divided { moves: Vec::new(), is_complete: true };
    for (index, &played) in moves.iter().enumerate() {
        let next = after(position, played);
        let before = divided.total();
        let counted = count(&next, depth.max(1) - 1, &|Progress { done, parts, nodes }| {
            let done = index * STEPS + STEPS * done / parts;
            let nodes = before.saturating_add(nodes);
            progress(Progress { done, parts: moves.len() * STEPS, nodes });
        })?;
        divided.moves.push((played, counted.nodes));
        divided.is_complete &= counted.is_complete;
    }
    Ok(divided)
}

/// Works on items on a number of threads, of which the calling one is the first, until `work`
/// returns false. Each thread has a value that it works with, and ends with it. If others cannot be
/// started, those that run do everything.
pub(crate) fn each_on_threads<I: Sync, T>(
    threads: usize,
    items: &[I],
    make: impl Fn() -> T + Sync,
    work: impl Fn(&mut T, &I) -> bool + Sync,
    end: impl Fn(T) + Sync,
) {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut own = make();
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed))
            && work(&mut own, item)
        {}
        end(own);
    };
    thread::scope(|scope| {
        let start = || {
            let builder = thread::Builder::new();
            // Without optimizations a formula takes several MiB.
            let builder =
                if WideWord::IS_UNOPTIMIZED { builder.stack_size(64 << 20) } else { builder };
            builder.spawn_scoped(scope, run).is_ok()
        };
        for _ in 1..threads.min(items.len()) {
            if !start() {
                break;
            }
        }
        if !WideWord::IS_UNOPTIMIZED || !start() {
            run();
        }
    });
}
