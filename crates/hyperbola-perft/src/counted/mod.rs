//! Perft by the counter, and its options.

pub(crate) mod shared;

use core::convert::Infallible;
use core::num::NonZeroUsize;
use core::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use hyperbola::word::{WideWord, WordKind};

use super::depth::check_depth;
use super::split::{Split, SplitPosition};
use super::statistics::{self, Statistics};
use crate::counter::{self, LAST_LAYER, Layers, Start, Walk};
use hyperbola_moves::Position;

pub use shared::{Counted, Divided, Progress, count_shared, divide};

/// Counts the legal move sequences of a length with the counter. It uses one thread, no memory
/// of positions, and the widest word that the processor has. If there are `u128::MAX` or more, it
/// returns `u128::MAX`.
///
/// # Panics
///
/// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
///
/// ```
/// use hyperbola_moves::Position;
/// assert_eq!(hyperbola_perft::count(&Position::initial(), 5), 4_865_609);
/// ```
#[must_use]
pub fn count(position: &Position, depth: u32) -> u128 {
    Perft::default().count(position, depth)
}

/// The options of the counter.
///
/// ```
/// use hyperbola_moves::Position;
/// use hyperbola_perft::Perft;
/// let perft = Perft::default().memory_bytes(1 << 24);
/// assert_eq!(perft.count(&Position::initial(), 5), 4_865_609);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Perft {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// About how many bytes the positions may take that are kept, so that hardly any position is
    /// counted twice. 0 means that none is kept. If no two of the largest layers fit, the time of
    /// deep counts grows with each further move as if none were kept.
    pub memory_bytes: usize,
    /// The kind of word that positions are counted on. If the processor does not have it, or it is
    /// not one of [`KINDS`](Self::KINDS), the widest that the processor has is used instead.
    pub word: WordKind,
}

impl Default for Perft {
    /// Returns the default options: one thread, no position kept, the widest word.
    fn default() -> Self {
        let word = WideWord::widest().kind();
        Self { threads: NonZeroUsize::MIN, memory_bytes: 0, word }
    }
}

impl Perft {
    /// The kinds of words that positions can be counted on, from the plainest to the widest.
    pub const KINDS: &[WordKind] = WideWord::KINDS;

    /// Returns the options with a number of threads.
    #[must_use]
    pub const fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Returns the options with about as many bytes for positions that are kept.
    #[must_use]
    pub const fn memory_bytes(self, memory_bytes: usize) -> Self {
        Self { memory_bytes, ..self }
    }

    /// Returns the options with a kind of word.
    #[must_use]
    pub const fn word(self, word: WordKind) -> Self {
        Self { word, ..self }
    }

    /// Returns the number of legal move sequences of a length. If there are `u128::MAX` or more, it
    /// is `u128::MAX`.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[must_use]
    pub fn count(&self, position: &Position, depth: u32) -> u128 {
        self.count_until(position, depth, &AtomicBool::new(false), &|_| {}).nodes
    }

    /// Counts the legal move sequences of a length.
    ///
    /// Once `stop` is set, it soon returns the count so far. From time to time it calls `progress`,
    /// on any of its threads but never on two at once. Where positions are kept, the first call may
    /// come late. If some threads cannot be started, those that run count everything.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use hyperbola_moves::Position;
    /// use hyperbola_perft::Perft;
    ///
    /// let (perft, stop) = (Perft::default().memory_bytes(1 << 24), AtomicBool::new(false));
    /// let counted = perft.count_until(&Position::initial(), 6, &stop, &|progress| {
    ///     eprintln!("{} of {}", progress.done, progress.parts);
    /// });
    /// assert_eq!((counted.nodes, counted.is_complete), (119_060_324, true));
    /// ```
    #[must_use]
    pub fn count_until(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        let split = Split::new(position);
        self.count_share(&split, split.positions(), depth, stop, progress)
    }

    /// Counts the legal move sequences through some positions of a [`Split`]. `depth` is their
    /// length from the positions on. Each position counts as often as sequences lead to it. All
    /// other counts come here: theirs is the only position of a split after no moves.
    ///
    /// `stop` and `progress` are as in [`count_until`](Self::count_until).
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use hyperbola_moves::Position;
    /// use hyperbola_perft::{Perft, Split};
    ///
    /// let mut split = Split::new(&Position::initial());
    /// split.deepen(100)?;
    /// let stop = AtomicBool::new(false);
    /// let perft = Perft::default();
    /// let counted = perft.count_share(&split, split.share(0, 1), 3, &stop, &|_| {});
    /// assert_eq!((counted.nodes, counted.is_complete), (197_281, true));
    /// # Ok::<(), hyperbola_perft::SplitError>(())
    /// ```
    #[must_use]
    pub fn count_share<'a>(
        &self,
        split: &Split,
        positions: impl IntoIterator<Item = &'a SplitPosition>,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        check_depth(depth);
        // Castling is the same in all positions of a split.
        let Start { castles, .. } = Start::new(split.start(), split.plies().wrapping_add(depth));
        let board = |reached: &SplitPosition| {
            (Start::new(&reached.position, depth).board, reached.multiplicity)
        };
        let positions = positions.into_iter().map(board);
        let (word, threads) = (self.wide_word(), self.threads);
        if self.keeps(depth) {
            return Layers::new(word, &castles, threads, stop, progress, self.memory_bytes)
                .count(positions, depth);
        }
        let children = |board: &_, depth| counter::children(board, &castles, depth);
        let counter = || {
            let (mut walk, castles) = (Walk::new(word), &castles);
            move |board: &_, depth| walk.count(board, castles, depth, stop)
        };
        count_shared(positions.collect(), depth, threads, children, counter, progress)
    }

    fn wide_word(&self) -> WideWord {
        WideWord::detect(self.word).unwrap_or_else(WideWord::widest)
    }

    /// Returns whether positions are kept in a count of sequences of a length.
    const fn keeps(&self, depth: u32) -> bool {
        self.memory_bytes > 0 && depth >= LAST_LAYER
    }

    /// Returns about how many bytes the positions take that a count keeps: at most
    /// [`memory_bytes`](Self::memory_bytes). If there is not so much memory, the count may end the
    /// program, as every allocation does.
    ///
    /// ```
    /// use hyperbola_moves::Position;
    /// use hyperbola_perft::Perft;
    /// let perft = Perft::default().memory_bytes(1 << 30);
    /// assert!(perft.kept_bytes(&Position::initial(), 4) < 1 << 20);
    /// assert_eq!(perft.kept_bytes(&Position::initial(), 12), 1 << 30);
    /// ```
    #[must_use]
    pub fn kept_bytes(&self, position: &Position, depth: u32) -> usize {
        if self.keeps(depth) {
            // The layers above the last take far less.
            let useful = sequences_to_the_last_layer(position, depth);
            useful.saturating_mul(2 * counter::BYTES).min(self.memory_bytes)
        } else {
            0
        }
    }

    /// Returns the number of legal move sequences of a length for each first move. A length of 0
    /// counts as 1.
    ///
    /// `stop` and `progress` are as in [`count_until`](Self::count_until). First moves are counted
    /// one after another, and positions are kept for one of them at a time. So the total may take
    /// many times as long as by `count_until`, at most as many as there are first moves.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[must_use]
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Divided {
        check_depth(depth);
        let divided = divide::<Infallible>(position, depth, progress, |next, depth, progress| {
            Ok(self.count_until(next, depth, stop, progress))
        });
        let Ok(divided) = divided;
        divided
    }

    /// Says what the last moves of all legal move sequences of a length are, on the threads of the
    /// options. The moves are those of the plain generator, without the counter's word; positions
    /// near the first that several sequences lead to are looked at once. Nothing is returned if
    /// `stop` is set before the end.
    ///
    /// `progress` is as in [`count_until`](Self::count_until).
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use hyperbola_moves::Position;
    /// use hyperbola_perft::Perft;
    /// let stop = AtomicBool::new(false);
    /// let found = Perft::default().statistics(&Position::initial(), 5, &stop, &|_| {});
    /// assert_eq!(found.map(|statistics| statistics.en_passant), Some(258));
    /// ```
    #[must_use]
    pub fn statistics(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Option<Statistics> {
        /// The most positions that are kept together.
        const MOST: usize = 100_000;
        /// The least depth below them: else to find equal ones takes longer than to look at all.
        const BELOW: u32 = 3;
        check_depth(depth);
        let (mut split, mut before) = (Split::new(position), 1);
        // The number is taken to grow as by the last move.
        while split.plies() + BELOW <= depth
            && (split.positions().len() as u64).pow(2) <= MOST as u64 * before as u64
        {
            before = split.positions().len();
            if split.deepen_until(MOST, stop).is_err() {
                break;
            }
        }
        let depth = depth - split.plies();
        let positions = split.positions().iter();
        // A part of the work knows how often it counts.
        let parts =
            positions.map(|reached| ((reached.position, reached.multiplicity), 1)).collect();
        let children = |&(position, multiplicity): &(Position, u128), _| {
            let moves = position.legal_moves();
            let after = |&played| (super::after(&position, played), multiplicity);
            moves.iter().map(after).collect()
        };
        let sum = Mutex::new(Statistics::default());
        let counter = || {
            |&(position, multiplicity): &(Position, u128), depth| {
                let found = statistics::below_until(&position, depth, stop);
                let found = found.map(|statistics| statistics.times(multiplicity));
                let nodes = found.map_or(0, |statistics| statistics.nodes.into());
                *sum.lock().unwrap_or_else(PoisonError::into_inner) += found.unwrap_or_default();
                (nodes, found.is_some())
            }
        };
        let counted = count_shared(parts, depth, self.threads, children, counter, progress);
        let sum = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        counted.is_complete.then_some(sum)
    }
}

/// Estimates how many sequences lead to the last layer, rather too many. It counts the first moves
/// and extrapolates from these counts.
fn sequences_to_the_last_layer(position: &Position, depth: u32) -> usize {
    /// Moves in a position: few have more.
    const MOVES: u64 = 60;
    let above = depth.saturating_sub(LAST_LAYER);
    let counted = above.min(3);
    let sequences = super::plain(position, counted)
        .max(1)
        .saturating_mul(MOVES.saturating_pow(above - counted));
    usize::try_from(sequences).unwrap_or(usize::MAX)
}
