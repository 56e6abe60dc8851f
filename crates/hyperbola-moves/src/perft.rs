//! Perft: the number of legal move sequences of a length. Move generators are tested with it.
//!
//! [`count`] hardly ever makes the last two moves: two moves before the end it plans eight
//! positions at once (docs/COUNTER.md explains how). [`Perft`] does the same with several threads, a
//! memory of positions and a chosen kind of word, and it can divide the count by first moves.
//! [`plain`] makes every move except the last, as move generators do, and needs no standard library.

#[cfg(feature = "counter")]
use core::num::NonZeroUsize;
#[cfg(feature = "counter")]
use core::sync::atomic::AtomicBool;
#[cfg(feature = "counter")]
use std::vec::Vec;

#[cfg(feature = "counter")]
use hyperbola::word::{WideWord, WordKind};
use hyperbola::{FrontDoor, SliderAttacks};

#[cfg(feature = "counter")]
use crate::Move;
use crate::Position;
#[cfg(feature = "counter")]
use crate::counter::{self, Castles, CounterBoard, LAST_LAYER, Layers, Start, Walk};
#[cfg(feature = "std")]
pub use crate::split::{Split, SplitError, SplitPosition};
#[cfg(feature = "counter")]
pub use crate::subtrees::{Counted, Divided, Progress, Subtrees};

/// The greatest length of sequences that is counted. It bounds the stack that counting takes, and
/// hardly any count of so great a length would end.
pub const MAX_DEPTH: u32 = 255;

/// Panics if a length is too great.
#[track_caller]
pub(crate) fn check_depth(depth: u32) {
    if depth > MAX_DEPTH {
        too_deep(depth);
    }
}

#[cold]
#[track_caller]
fn too_deep(depth: u32) -> ! {
    panic!("expected a depth to {MAX_DEPTH}, found {depth}")
}

/// Counts the legal move sequences of a length with the default technique. If there are `u64::MAX`
/// or more, it returns `u64::MAX`.
///
/// It makes every move except the last; the last moves are only counted.
///
/// # Panics
///
/// Panics if `depth` is greater than [`MAX_DEPTH`].
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

/// Counts the legal move sequences of a length with a chosen technique, as [`plain`] does.
///
/// # Panics
///
/// Panics if `depth` is greater than [`MAX_DEPTH`].
#[must_use]
pub fn plain_by<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    check_depth(depth);
    plain_below::<T>(position, depth)
}

/// Counts as [`plain_by`] does, and calls itself for each move.
fn plain_below<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    let legal = position.legal_by::<T>();
    match depth {
        0 => 1,
        1 => legal.count() as u64,
        _ => {
            let mut nodes = 0_u64;
            legal.for_each_set(|set| {
                for played in set.moves() {
                    let mut next = *position;
                    next.play_unchecked(played);
                    nodes = nodes.saturating_add(plain_below::<T>(&next, depth - 1));
                }
            });
            nodes
        }
    }
}

/// Counts the legal move sequences of a length with the counter. It uses one thread, no memory
/// of positions, and the widest word that the processor has. If there are `u128::MAX` or more, it
/// returns `u128::MAX`.
///
/// # Panics
///
/// Panics if `depth` is greater than [`MAX_DEPTH`].
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
    /// About how many bytes the positions may take that are kept, so that hardly any position is
    /// counted twice. 0 means that none is kept. If no two of the largest layers fit, the time of
    /// deep counts grows with each further move as if none were kept.
    pub hash_bytes: usize,
    /// The kind of word that positions are counted on. If the processor does not have it, or it is
    /// not one of [`KINDS`](Self::KINDS), the widest that the processor has is used instead.
    pub word: WordKind,
}

#[cfg(feature = "counter")]
impl Default for Perft {
    /// Returns the default options: one thread, no position kept, the widest word.
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

    /// Returns the options with about as many bytes for positions that are kept.
    #[must_use]
    pub const fn hash_bytes(self, hash_bytes: usize) -> Self {
        Self { hash_bytes, ..self }
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
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    #[must_use]
    pub fn count(&self, position: &Position, depth: u32) -> u128 {
        check_depth(depth);
        let stop = AtomicBool::new(false);
        if depth > 0 && (self.threads.get() > 1 || self.hash_bytes > 0) {
            return self.count_until(position, depth, &stop, &|_| {}).nodes;
        }
        let Start { board, castles } = Start::new(position, depth);
        Walk::new(self.wide_word(), &castles, &stop).count(&board, depth).0
    }

    /// Counts the legal move sequences of a length.
    ///
    /// Once `stop` is set, it soon returns the count so far. From time to time it calls `progress`,
    /// on any of its threads but never on two at once. Where positions are kept, the first call may
    /// come late. If some threads cannot be started, those that run count everything.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    ///
    /// ```
    /// use core::sync::atomic::AtomicBool;
    /// use hyperbola_moves::{Position, perft::Perft};
    ///
    /// let (perft, stop) = (Perft::default().hash_bytes(1 << 24), AtomicBool::new(false));
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
        check_depth(depth);
        if depth == 0 {
            return Counted { nodes: 1, is_complete: true };
        }
        if self.keeps(depth) {
            let Start { board, castles } = Start::new(position, depth);
            return self.by_layers(&castles, [(board, 1)].into_iter(), depth, stop, progress);
        }
        self.divide(position, depth, stop, progress).counted()
    }

    fn wide_word(&self) -> WideWord {
        WideWord::detect(self.word).unwrap_or_else(WideWord::widest)
    }

    /// Returns whether positions are kept in a count of sequences of a length.
    const fn keeps(&self, depth: u32) -> bool {
        self.hash_bytes > 0 && depth >= LAST_LAYER
    }

    /// Counts the sequences that go on from positions, each of which comes with the number of
    /// sequences that lead to it.
    fn by_layers(
        &self,
        castles: &Castles,
        positions: impl Iterator<Item = (CounterBoard, u128)>,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        let (word, bytes) = (self.wide_word(), self.hash_bytes);
        Layers::new(word, castles, self.threads, stop, progress, bytes).count(positions, depth)
    }

    /// Counts the legal move sequences through some positions of a [`Split`]. `depth` is their
    /// length from the positions on. Each position counts as often as sequences lead to it.
    ///
    /// `stop` and `progress` are as in [`count_until`](Self::count_until).
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
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
    /// let counted = perft.count_share(&split, split.share(0, 1), 3, &stop, &|_| {});
    /// assert_eq!((counted.nodes, counted.is_complete), (197_281, true));
    /// # Ok::<(), hyperbola_moves::perft::SplitError>(())
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
        if self.keeps(depth) {
            return self.by_layers(&castles, positions, depth, stop, progress);
        }
        Subtrees::of_positions(positions, depth).count_all(
            self.threads,
            || self.counter(&castles, stop),
            progress,
        )
    }

    /// Returns about how many bytes the positions take that a count keeps: at most
    /// [`hash_bytes`](Self::hash_bytes). If there is not so much memory, the count may end the
    /// program, as every allocation does.
    ///
    /// ```
    /// use hyperbola_moves::{Position, perft::Perft};
    /// let perft = Perft::default().hash_bytes(1 << 30);
    /// assert!(perft.kept_bytes(&Position::initial(), 4) < 1 << 20);
    /// assert_eq!(perft.kept_bytes(&Position::initial(), 12), 1 << 30);
    /// ```
    #[must_use]
    pub fn kept_bytes(&self, position: &Position, depth: u32) -> usize {
        if self.keeps(depth) {
            // The layers above the last take far less.
            let useful = sequences_to_the_last_layer(position, depth);
            useful.saturating_mul(2 * counter::BYTES).min(self.hash_bytes)
        } else {
            0
        }
    }

    /// Returns a function that counts the subtrees of positions in the counter's form.
    fn counter<'a>(
        &self,
        castles: &'a Castles,
        stop: &'a AtomicBool,
    ) -> impl FnMut(&CounterBoard, u32) -> (u128, bool) + use<'a> {
        let mut walk = Walk::new(self.wide_word(), castles, stop);
        move |board, depth| walk.count(board, depth)
    }

    /// Returns the number of legal move sequences of a length for each first move. A length of 0
    /// counts as 1.
    ///
    /// `stop` and `progress` are as in [`count_until`](Self::count_until). Positions are kept for one
    /// first move at a time. So the total may take many times as long as by `count_until`, at most as
    /// many as there are first moves.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    #[must_use]
    pub fn divide(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Divided {
        check_depth(depth);
        let depth = depth.max(1);
        let Start { castles, .. } = Start::new(position, depth);
        let after = |played, depth| {
            let mut next = *position;
            next.play_unchecked(played);
            Start::new(&next, depth).board
        };
        let moves = position.legal_moves();
        if self.keeps(depth - 1) {
            return divide_by(&moves, progress, |played, progress| {
                let first = [(after(played, depth - 1), 1)].into_iter();
                self.by_layers(&castles, first, depth - 1, stop, progress)
            });
        }
        let more_moves = match depth {
            ..6 => 0,
            6..9 => 1,
            9.. => 2,
        };
        let children = |board: &_, depth| counter::children(board, &castles, depth);
        let subtrees = Subtrees::new(moves, depth, more_moves, after, children);
        subtrees.count(self.threads, || self.counter(&castles, stop), progress)
    }
}

/// Counts the sequences that begin with each of some moves, one move after another.
#[cfg(feature = "counter")]
fn divide_by(
    moves: &[Move],
    progress: &(dyn Fn(Progress) + Sync),
    mut count: impl FnMut(Move, &(dyn Fn(Progress) + Sync)) -> Counted,
) -> Divided {
    let mut divided = Divided { moves: Vec::new(), is_complete: true };
    for (index, &played) in moves.iter().enumerate() {
        let before = divided.total();
        let counted = count(played, &|Progress { done, parts, nodes }| {
            let (done, parts) = (index * parts + done, moves.len() * parts);
            progress(Progress { done, parts, nodes: before.saturating_add(nodes) });
        });
        divided.moves.push((played, counted.nodes));
        divided.is_complete &= counted.is_complete;
    }
    divided
}

/// Estimates how many sequences lead to the last layer, rather too many. It counts the first moves and
/// extrapolates from these counts.
#[cfg(feature = "counter")]
fn sequences_to_the_last_layer(position: &Position, depth: u32) -> usize {
    /// Moves in a position: few have more.
    const MOVES: u64 = 60;
    let above = depth.saturating_sub(LAST_LAYER);
    let counted = above.min(3);
    let sequences =
        plain(position, counted).max(1).saturating_mul(MOVES.saturating_pow(above - counted));
    usize::try_from(sequences).unwrap_or(usize::MAX)
}
