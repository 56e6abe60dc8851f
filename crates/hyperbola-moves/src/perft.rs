//! Perft: the number of move sequences of a length, the measure that move generators are held to.
//!
//! [`count`] hardly ever makes the last two moves: it plans eight positions two moves before the
//! end at once (docs/COUNTER.md explains how). [`Perft`] does the same with more threads, a hash
//! table, a kind of word of choice, and move by move. [`plain`] makes every move but the last, as a
//! generator does, and needs no standard library.

#[cfg(feature = "std")]
use core::num::NonZeroUsize;
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};
#[cfg(feature = "std")]
use std::vec::Vec;

#[cfg(feature = "std")]
use hyperbola::word::WordKind;
use hyperbola::{FrontDoor, SliderAttacks};

#[cfg(feature = "std")]
use crate::Move;
use crate::Position;
#[cfg(feature = "std")]
use crate::counter::{self, Board, Castles, HashTable, Machine, Start, Walk};

/// Counts the legal move sequences of a length, by the core's technique.
///
/// Every move is made but the last, whose number is counted without making it.
///
/// ```
/// use hyperbola_moves::{Position, perft};
/// assert_eq!(perft::plain(&Position::initial(), 4), 197_281);
/// ```
#[must_use]
pub fn plain(position: &Position, depth: u32) -> u64 {
    plain_by::<FrontDoor>(position, depth)
}

/// Counts the legal move sequences of a length, by a technique of choice.
#[must_use]
pub fn plain_by<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    let legal = position.legal_by::<T>();
    match depth {
        0 => 1,
        1 => legal.count() as u64,
        _ => {
            let mut nodes = 0;
            legal.for_each_set(|set| {
                for played in set.moves() {
                    let mut next = *position;
                    next.play_unchecked(played);
                    nodes += plain_by::<T>(&next, depth - 1);
                }
            });
            nodes
        }
    }
}

/// Counts the legal move sequences of a length, making every one of their moves.
#[must_use]
pub fn every_move_by<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    position.legal_by::<T>().for_each_set(|set| {
        for played in set.moves() {
            let mut next = *position;
            next.play_unchecked(played);
            nodes += every_move_by::<T>(&next, depth - 1);
        }
    });
    nodes
}

/// Counts the legal move sequences of a length with the counter, on one thread and without a hash
/// table, on the widest word that the processor has.
///
/// ```
/// use hyperbola_moves::{Position, perft};
/// assert_eq!(perft::count(&Position::initial(), 5), 4_865_609);
/// ```
#[cfg(feature = "std")]
#[must_use]
pub fn count(position: &Position, depth: u32) -> u128 {
    Perft::default().count(position, depth)
}

/// How the counter runs.
///
/// ```
/// use hyperbola_moves::{Position, perft::Perft};
/// let perft = Perft { hash_bytes: 1 << 24, ..Perft::default() };
/// assert_eq!(perft.count(&Position::initial(), 5), 4_865_609);
/// ```
#[cfg(feature = "std")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Perft {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The bytes that a hash table, which all threads share, may have at most; 0 for none.
    pub hash_bytes: usize,
    /// The kind of word that positions are counted on; the widest that the processor has in place
    /// of one that it has not, or that is none of [`KINDS`](Self::KINDS).
    pub word: WordKind,
}

#[cfg(feature = "std")]
impl Default for Perft {
    /// One thread, no hash table, the widest word.
    fn default() -> Self {
        let mut available = Self::KINDS.iter().rev().filter(|kind| kind.is_available());
        let word = *available.next().unwrap_or(&WordKind::Scalar);
        Self { threads: NonZeroUsize::MIN, hash_bytes: 0, word }
    }
}

/// How far a count is.
#[cfg(feature = "std")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The parts that are done.
    pub done: usize,
    /// All parts.
    pub parts: usize,
    /// The move sequences so far.
    pub nodes: u128,
}

/// The numbers of sequences that begin with each legal move.
#[cfg(feature = "std")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divided {
    /// The moves, with what is counted of them.
    pub moves: Vec<(Move, u128)>,
    /// Whether all is counted; it is not where counting was told to stop.
    pub is_complete: bool,
}

#[cfg(feature = "std")]
impl Divided {
    /// Returns the number of sequences of all moves.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.moves.iter().map(|(_, count)| count).sum()
    }
}

/// A subtree that is counted by itself.
#[cfg(feature = "std")]
struct Part {
    /// The number of the move that it follows.
    index: usize,
    board: Board,
    depth: u32,
}

/// What is counted so far.
#[cfg(feature = "std")]
struct Counts {
    by_move: Vec<u128>,
    done: usize,
    nodes: u128,
}

#[cfg(feature = "std")]
impl Perft {
    /// The kinds of words that positions can be counted on, from the plainest to the widest.
    pub const KINDS: &[WordKind] = counter::KINDS;

    /// Returns the number of legal move sequences of a length.
    #[must_use]
    pub fn count(&self, position: &Position, depth: u32) -> u128 {
        let stop = AtomicBool::new(false);
        if depth > 0 && (self.threads.get() > 1 || self.hash_bytes > 0) {
            return self.divide(position, depth, &stop, &|_| {}).total();
        }
        let Start { board, castles } = Start::new(position, depth);
        Walk::new(self.machine(), &castles, None, &stop).count(&board, depth).0
    }

    fn machine(&self) -> Machine {
        let widest = || Machine::detect(Self::default().word);
        Machine::detect(self.word).or_else(widest).unwrap_or(Machine::Scalar)
    }

    /// Returns the numbers of legal move sequences of a length, at least one, by their first moves.
    ///
    /// Once `stop` is set, it returns soon with what it has. From time to time it says how far it
    /// is, from any of its threads.
    ///
    /// # Panics
    ///
    /// If threads cannot be started.
    #[must_use]
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Divided {
        let moves = position.legal_moves();
        let depth = depth.max(1);
        let Start { castles, .. } = Start::new(position, depth);
        let parts = self.parts(position, &castles, depth);
        let hash = (self.hash_bytes > 0)
            .then(|| HashTable::new(self.hash_bytes, 2 * positions_to_keep(position, depth)));
        let machine = self.machine();
        let next = AtomicUsize::new(0);
        let counts = Counts { by_move: std::vec![0; moves.len()], done: 0, nodes: 0 };
        let counts = Mutex::new(counts);
        let work = || {
            let mut walk = Walk::new(machine, &castles, hash.as_ref(), stop);
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let (nodes, is_all) = walk.count(&part.board, part.depth);
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
            }
        };
        if self.threads.get() == 1 {
            work();
        } else {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads.get()).build();
            pool.expect("threads start").broadcast(|_| work());
        }
        let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
        Divided {
            moves: moves.iter().copied().zip(counts.by_move).collect(),
            is_complete: counts.done == parts.len(),
        }
    }

    /// Returns what follows each move, or each move and reply, or three moves, where that makes for
    /// more progress and for even work of threads.
    fn parts(&self, position: &Position, castles: &Castles, depth: u32) -> Vec<Part> {
        let more_moves = match depth {
            ..6 => 0,
            6..9 => 1,
            9.. => 2,
        };
        let mut parts = Vec::new();
        for (index, &played) in position.legal_moves().iter().enumerate() {
            let mut next = *position;
            next.play_unchecked(played);
            let mut depth = depth - 1;
            let mut boards = std::vec![Start::new(&next, depth).board];
            for _ in 0..more_moves {
                let replies = |board| counter::children(board, castles, depth);
                boards = boards.iter().flat_map(replies).collect();
                depth -= 1;
            }
            parts.extend(boards.into_iter().map(|board| Part { index, board, depth }));
        }
        parts
    }
}

/// Returns about how many positions there are at the depth where most are kept in a hash table, at
/// most a fourth of all numbers: the first moves counted, the others guessed from these. More room
/// than that would only take time to clear.
#[cfg(feature = "std")]
fn positions_to_keep(position: &Position, depth: u32) -> usize {
    let above = depth.saturating_sub(counter::HASH_DEPTH);
    let counted = above.min(3);
    let first = plain(position, counted).max(1);
    let growth = (first / plain(position, counted.saturating_sub(1)).max(1)).max(2) + 1;
    let positions = first.saturating_mul(growth.saturating_pow(above - counted));
    usize::try_from(positions).unwrap_or(usize::MAX).min(usize::MAX / 4)
}
