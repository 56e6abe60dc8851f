//! Perft: the number of legal move sequences of a length. Move generators are tested with it.
//!
//! [`count`] hardly ever makes the last two moves: two moves before the end it plans eight
//! positions at once (docs/COUNTER.md explains how). [`Perft`] does the same with several threads,
//! a hash table and a chosen kind of word, and it can divide the count by first moves. [`plain`]
//! makes every move except the last, as move generators do, and needs no standard library.

#[cfg(feature = "counter")]
use core::num::NonZeroUsize;
#[cfg(feature = "counter")]
use core::sync::atomic::AtomicBool;
#[cfg(feature = "counter")]
use std::vec::Vec;

#[cfg(feature = "counter")]
use hyperbola::word::{WideWord, WordKind};
use hyperbola::{FrontDoor, SliderAttacks};

use crate::Position;
#[cfg(feature = "counter")]
use crate::counter::{self, Castles, CounterBoard, HashTable, Start, Walk};
#[cfg(feature = "std")]
pub use crate::split::{Split, SplitError, SplitPosition};
#[cfg(feature = "counter")]
pub use crate::subtrees::{Divided, Progress, Subtrees};

/// Counts the legal move sequences of a length with the default technique.
///
/// It makes every move except the last; the last moves are only counted.
///
/// ```
/// use hyperbola_moves::{Position, perft};
/// assert_eq!(perft::plain(&Position::initial(), 4), 197_281);
/// ```
#[inline]
#[must_use]
pub fn plain(position: &Position, depth: u32) -> u64 {
    plain_by::<FrontDoor>(position, depth)
}

/// Counts the legal move sequences of a length with a chosen technique.
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

/// Counts the legal move sequences of a length with the counter. It uses one thread, no hash table,
/// and the widest word that the processor has.
///
/// ```
/// use hyperbola_moves::{Position, perft};
/// assert_eq!(perft::count(&Position::initial(), 5), 4_865_609);
/// ```
#[cfg(feature = "counter")]
#[must_use]
pub fn count(position: &Position, depth: u32) -> u128 {
    Perft::default().count(position, depth)
}

/// The options of the counter.
///
/// ```
/// use hyperbola_moves::{Position, perft::Perft};
/// let perft = Perft::default().hash_bytes(1 << 24);
/// assert_eq!(perft.count(&Position::initial(), 5), 4_865_609);
/// ```
#[cfg(feature = "counter")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Perft {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The largest size in bytes of the hash table, which all threads share; 0 for no table.
    pub hash_bytes: usize,
    /// The kind of word that positions are counted on. If the processor does not have it, or it is
    /// not one of [`KINDS`](Self::KINDS), the widest that the processor has is used instead.
    pub word: WordKind,
}

#[cfg(feature = "counter")]
impl Default for Perft {
    /// Returns the default options: one thread, no hash table, the widest word.
    fn default() -> Self {
        let word = WideWord::widest().kind();
        Self { threads: NonZeroUsize::MIN, hash_bytes: 0, word }
    }
}

#[cfg(feature = "counter")]
impl Perft {
    /// The kinds of words that positions can be counted on, from the plainest to the widest.
    pub const KINDS: &[WordKind] = WideWord::KINDS;

    /// Returns the options with a number of threads.
    #[must_use]
    pub const fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the options with a largest size in bytes of the hash table.
    #[must_use]
    pub const fn hash_bytes(self, hash_bytes: usize) -> Self {
        Self { hash_bytes, ..self }
    }

    /// Returns the options with a kind of word.
    #[must_use]
    pub const fn word(self, word: WordKind) -> Self {
        Self { word, ..self }
    }

    /// Returns the number of legal move sequences of a length.
    #[must_use]
    pub fn count(&self, position: &Position, depth: u32) -> u128 {
        let stop = AtomicBool::new(false);
        if depth > 0 && (self.threads.get() > 1 || self.hash_bytes > 0) {
            return self.divide(position, depth, &stop, &|_| {}).total();
        }
        let Start { board, castles } = Start::new(position, depth);
        Walk::new(self.wide_word(), &castles, None, &stop).count(&board, depth).0
    }

    fn wide_word(&self) -> WideWord {
        WideWord::detect(self.word).unwrap_or_else(WideWord::widest)
    }

    /// Returns the number of legal move sequences of a length for each of some positions of a
    /// [`Split`], and whether the counts are complete. The length is that from the positions on.
    ///
    /// The threads share one hash table for all positions. `stop` and `progress` are as in
    /// [`divide`](Self::divide); the number of sequences in the progress is that of all positions,
    /// each counted once.
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use hyperbola_moves::Position;
    /// use hyperbola_moves::perft::{Perft, Split};
    ///
    /// let mut split = Split::new(&Position::initial());
    /// split.deepen(100)?;
    /// let stop = AtomicBool::new(false);
    /// let perft = Perft::default();
    /// let (counts, is_complete) = perft.count_each(&split, split.share(0, 1), 3, &stop, &|_| {});
    /// assert_eq!((counts.len(), counts.iter().sum::<u128>(), is_complete), (20, 197_281, true));
    /// # Ok::<(), hyperbola_moves::perft::SplitError>(())
    /// ```
    #[must_use]
    pub fn count_each<'a>(
        &self,
        split: &Split,
        positions: impl IntoIterator<Item = &'a SplitPosition>,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> (Vec<u128>, bool) {
        let whole = split.plies() + depth;
        // Castling is the same in all positions of a split, so they can share a hash table.
        let Start { castles, .. } = Start::new(split.start(), whole);
        let boards =
            positions.into_iter().map(|reached| Start::new(&reached.position, depth).board);
        let subtrees = Subtrees::of_positions(boards, depth);
        let hash = self.table(split.start(), whole);
        subtrees.count_each(self.threads, || self.counter(&castles, hash.as_ref(), stop), progress)
    }

    /// Returns the bytes of the hash table of a count: at most [`hash_bytes`](Self::hash_bytes), and
    /// no more than the count has use for. If there is not so much memory, the count ends the
    /// program, as every allocation does.
    ///
    /// ```
    /// use hyperbola_moves::{Position, perft::Perft};
    /// let perft = Perft::default().hash_bytes(1 << 30);
    /// assert!(perft.table_bytes(&Position::initial(), 4) < 1 << 20);
    /// assert_eq!(perft.table_bytes(&Position::initial(), 12), 1 << 30);
    /// ```
    #[must_use]
    pub fn table_bytes(&self, position: &Position, depth: u32) -> usize {
        if self.hash_bytes == 0 {
            return 0;
        }
        let useful = 2 * positions_to_keep(position, depth.max(1));
        let entries = (self.hash_bytes / HashTable::ENTRY_BYTES).min(useful).max(1);
        entries * HashTable::ENTRY_BYTES
    }

    /// Makes the hash table of a count, if there is to be one.
    fn table(&self, position: &Position, depth: u32) -> Option<HashTable> {
        let bytes = self.table_bytes(position, depth);
        (bytes > 0).then(|| HashTable::new(bytes / HashTable::ENTRY_BYTES))
    }

    /// Returns a function that counts the subtrees of positions in the counter's form.
    fn counter<'a>(
        &self,
        castles: &'a Castles,
        hash: Option<&'a HashTable>,
        stop: &'a AtomicBool,
    ) -> impl FnMut(&CounterBoard, u32) -> (u128, bool) + use<'a> {
        let mut walk = Walk::new(self.wide_word(), castles, hash, stop);
        move |board, depth| walk.count(board, depth)
    }

    /// Returns the number of legal move sequences of a length for each first move. A length of 0
    /// counts as 1.
    ///
    /// Once `stop` is set, it soon returns the counts so far. From time to time it calls
    /// `progress`, on any of its threads but never on two at once. If some threads cannot be
    /// started, those that run count everything.
    #[must_use]
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Divided {
        let depth = depth.max(1);
        let Start { castles, .. } = Start::new(position, depth);
        let more_moves = match depth {
            ..6 => 0,
            6..9 => 1,
            9.. => 2,
        };
        let after = |played, depth| {
            let mut next = *position;
            next.play_unchecked(played);
            Start::new(&next, depth).board
        };
        let children = |board: &_, depth| counter::children(board, &castles, depth);
        let subtrees = Subtrees::new(position.legal_moves(), depth, more_moves, after, children);
        let hash = self.table(position, depth);
        subtrees.count(self.threads, || self.counter(&castles, hash.as_ref(), stop), progress)
    }
}

/// Estimates how many positions there are at the depth where the hash table stores most of them. It
/// counts the first moves and extrapolates from these counts. The result is at most a quarter of
/// all numbers. A table with more room would only take longer to clear.
#[cfg(feature = "counter")]
fn positions_to_keep(position: &Position, depth: u32) -> usize {
    let above = depth.saturating_sub(counter::HASH_DEPTH);
    let counted = above.min(3);
    let first = plain(position, counted).max(1);
    let growth = (first / plain(position, counted.saturating_sub(1)).max(1)).max(2) + 1;
    let positions = first.saturating_mul(growth.saturating_pow(above - counted));
    usize::try_from(positions).unwrap_or(usize::MAX).min(usize::MAX / 4)
}
