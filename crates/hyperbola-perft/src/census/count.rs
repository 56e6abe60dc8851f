//! Counts the different positions after a number of half moves, class by class.
//!
//! The positions two half moves before the end are kept in memory. The positions at the end fall
//! into classes by the pieces of the side that does not make the last half move. For each class,
//! the positions before the last half move that lead into it are made and counted, and then
//! forgotten:
//!
//! - A move that captures nothing leaves the class as it is. So only the positions of the class
//!   itself are needed, grouped by the pieces of the side that does not move. Equal positions
//!   come from one group, so a small table finds them.
//! - A capture leads into the class from any other. So all positions are looked at for each class,
//!   but only for captures of pieces whose loss leads into the class.
//!
//! Each position is compared in full; hashes only help to find it.

use core::num::NonZeroUsize;
use core::ops::Add;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::counted::shared::each_on_threads;
use crate::counter::{CounterBoard, Packed, PositionTable, Reached, Start, add_children};
use hyperbola::word::WideWord;
use hyperbola_moves::{Color, Position};
use hyperbola_rules::castling::Castles;

use super::buckets::{Bucket, LimitedBuckets};
use super::captures::{Classes, add_leading, lead_into};
use super::last::{Group, lone};
use super::table::Table;

/// The bytes of a position that is kept.
const BYTES: usize = size_of::<Packed>();

/// The largest number of positions that a thread takes at once.
const PORTION: usize = 1 << 14;

/// The estimate of the following positions looks at one portion of this many.
const SAMPLE: usize = 64;

/// The largest number of bytes for the table of a thread and its work.
const BYTES_A_THREAD: usize = 64 << 20;

/// The part of all bytes, as its denominator, that the threads share at most.
const THREADS_PART: usize = 4;

/// Numbers of positions and digests for the three definitions: legal, pseudo-legal, every.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Counts {
    pub(crate) numbers: [u64; 3],
    pub(crate) digests: [[u64; 2]; 3],
}

/// Gathers the positions at the end. It gets each position once for a definition.
pub(crate) trait Gather: Default + Add<Output = Self> + Send {
    /// Adds a position that counts for one definition.
    fn add(&mut self, definition: usize, hashes: [u64; 2]);

    /// Adds a position that counts for all definitions.
    #[inline(always)]
    fn add_to_all(&mut self, hashes: [u64; 2]) {
        (0..3).for_each(|definition| self.add(definition, hashes));
    }
}

impl Gather for Counts {
    #[inline(always)]
    fn add(&mut self, definition: usize, hashes: [u64; 2]) {
        self.numbers[definition] += 1;
        for (sum, hash) in self.digests[definition].iter_mut().zip(hashes) {
            *sum = sum.wrapping_add(hash);
        }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let numbers = core::array::from_fn(|at| self.numbers[at].saturating_add(other.numbers[at]));
        let digests = core::array::from_fn(|at| {
            core::array::from_fn(|key| self.digests[at][key].wrapping_add(other.digests[at][key]))
        });
        Self { numbers, digests }
    }
}

/// The reason why a count stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The count was stopped.
    Stopped,
    /// The memory is too small.
    Full {
        /// The estimated minimum of bytes.
        needed: usize,
    },
}

/// The options of a count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) threads: NonZeroUsize,
    pub(crate) bytes: usize,
    /// The number that the classes depend on.
    pub(crate) seed: u64,
    /// The number of classes, a power of two, unless the memory decides.
    pub(crate) classes: Option<u32>,
    /// The flag that stops the count.
    pub(crate) stop: &'a AtomicBool,
}

/// A count of the positions after a number of half moves.
#[derive(Debug)]
pub(crate) struct Census {
    word: WideWord,
    castles: Castles,
    /// Whether White makes the last half move.
    white: bool,
    /// The number of half moves, to 2, that the base is before the end.
    before: u32,
    /// The positions two half moves before the end, or the first. Each part is sorted by the pieces
    /// of the side that does not move.
    base: Vec<Vec<Packed>>,
    classes: Classes,
    /// The estimated number of positions that are made for all classes.
    pub(crate) estimate: u64,
    /// The numbers of different positions after each completed half move.
    pub(crate) layers: Vec<u64>,
    /// The seconds that the last of these took.
    seconds: f64,
}

impl Census {
    /// Makes the positions two half moves before the end.
    pub(crate) fn new(
        position: &Position,
        depth: u32,
        options: &Options<'_>,
    ) -> Result<Self, Halt> {
        let is_first_white = position.side_to_move() == Color::White;
        // The depth whose parity leaves the board as it is.
        let Start { board, castles } = Start::new(position, if is_first_white { 2 } else { 1 });
        let before = depth.min(2);
        let mut census = Self {
            word: WideWord::widest(),
            castles,
            white: is_first_white != depth.is_multiple_of(2),
            before,
            base: vec![vec![Packed::new(&board, &castles)]],
            classes: Classes::new(0, options.seed),
            estimate: 0,
            layers: vec![1],
            seconds: 0.0,
        };
        for ply in 0..depth - before {
            let white = is_first_white == ply.is_multiple_of(2);
            let start = Instant::now();
            census.base = census.next_layer(white, options)?;
            census.seconds = start.elapsed().as_secs_f64();
            census.layers.push(census.len() as u64);
        }
        census.choose_classes(options)?;
        Ok(census)
    }

    /// Returns the number of classes.
    pub(crate) const fn classes(&self) -> u32 {
        1 << self.classes.bits()
    }

    /// Returns the factor by which the last half move increased the positions.
    fn growth(&self) -> f64 {
        match self.layers[..] {
            [.., before, last] => last as f64 / before.max(1) as f64,
            _ => 1.0,
        }
    }

    /// Estimates the number of positions at the end.
    pub(crate) fn estimated_positions(&self) -> f64 {
        (0..self.before).fold(self.len() as f64, |positions, _| positions * self.growth())
    }

    /// Estimates the seconds for all classes.
    pub(crate) fn estimated_seconds(&self) -> f64 {
        // Each class takes a walk over the base, and all together take the last half move. For each
        // position after a move, they take a sixteenth and a quarter as long as a layer does.
        self.seconds * self.growth() * (f64::from(self.classes()) / 16.0 + self.growth() / 4.0)
    }

    /// Returns the number of kept positions.
    fn len(&self) -> usize {
        self.base.iter().map(Vec::len).sum()
    }

    /// Returns the bytes that the largest class takes in addition to the base, for a number of
    /// classes.
    fn class_bytes(&self, classes: usize) -> usize {
        let positions = usize::try_from(self.estimate).unwrap_or(usize::MAX) / classes;
        // Classes differ in size.
        positions.saturating_add(positions / 6).saturating_mul(BYTES)
    }

    /// Returns the bytes for the table of a thread and its work, if the count may take a number of
    /// bytes in total.
    fn thread_bytes(&self, threads: NonZeroUsize, bytes: usize) -> usize {
        let estimate = usize::try_from(self.estimate).unwrap_or(usize::MAX);
        let most = estimate.saturating_mul(2 * BYTES).min(BYTES_A_THREAD);
        most.min(bytes / THREADS_PART / threads)
    }

    /// Returns the bytes of the base and of the largest class.
    fn position_bytes(&self) -> usize {
        (self.len() * BYTES).saturating_add(self.class_bytes(self.classes.len()))
    }

    /// Estimates the bytes that the count takes, if it may take a number of bytes.
    pub(crate) fn bytes(&self, threads: NonZeroUsize, bytes: usize) -> usize {
        let shares = threads.get() * self.thread_bytes(threads, bytes);
        self.position_bytes().saturating_add(shares)
    }

    /// Returns the error with the bytes that are needed for positions and threads.
    fn full(&self, positions: usize, threads: NonZeroUsize) -> Halt {
        // The positions take the rest, without the part of the threads.
        let most = positions.saturating_add(positions / (THREADS_PART - 1));
        let shares = threads.get() * self.thread_bytes(threads, most);
        Halt::Full { needed: positions.saturating_add(shares) }
    }

    /// Chooses the number of classes for the memory, from a sample of the following positions.
    fn choose_classes(&mut self, options: &Options<'_>) -> Result<(), Halt> {
        self.estimate = self.sample(options)?;
        let bits = |classes: u32| classes.checked_ilog2().unwrap_or(0).min(Classes::MOST_BITS);
        if let Some(classes) = options.classes {
            self.classes = Classes::new(bits(classes), options.seed);
        } else {
            let mut bits = 0;
            while !self.fits(options) && bits < Classes::MOST_BITS {
                bits += 1;
                self.classes = Classes::new(bits, options.seed);
            }
        }
        if self.fits(options) {
            Ok(())
        } else {
            Err(self.full(self.position_bytes(), options.threads))
        }
    }

    /// Returns whether the count fits into the memory.
    fn fits(&self, options: &Options<'_>) -> bool {
        self.bytes(options.threads, options.bytes) <= options.bytes
    }

    /// Estimates the number of positions that are made for all classes.
    fn sample(&self, options: &Options<'_>) -> Result<u64, Halt> {
        if self.before < 2 {
            return Ok(0);
        }
        let portions = self.portions(options.threads);
        let step = if portions.len() < 4 * SAMPLE { 1 } else { SAMPLE };
        let sampled: Vec<&[Packed]> = portions.into_iter().step_by(step).collect();
        let in_sample: usize = sampled.iter().map(|portion| portion.len()).sum();
        let made = AtomicU64::new(0);
        self.each_child(
            !self.white,
            &sampled,
            options,
            |board, boards| self.add_all(!self.white, board, boards),
            |packed, boards| {
                let board = packed.board(&self.castles);
                boards.clear();
                self.lead_into(0, &board, boards);
                made.fetch_add(1 + boards.len() as u64, Ordering::Relaxed);
                true
            },
            &|_, _| (),
        )?;
        let all = u128::from(made.into_inner()) * self.len() as u128 / in_sample.max(1) as u128;
        Ok(u64::try_from(all).unwrap_or(u64::MAX))
    }

    /// Returns the positions of the base in portions.
    fn portions(&self, threads: NonZeroUsize) -> Vec<&[Packed]> {
        let most = self.len().div_ceil(4 * threads.get()).clamp(1 << 8, PORTION);
        self.base.iter().flat_map(|part| part.chunks(most)).collect()
    }

    /// Passes the positions after the moves from portions to a receiver, on all threads, until it
    /// returns false. Of those that `add` adds, each is passed once for a group. The receiver gets
    /// room for boards too.
    fn each_child(
        &self,
        white: bool,
        portions: &[&[Packed]],
        options: &Options<'_>,
        add: impl Fn(&CounterBoard, &mut Vec<CounterBoard>) + Sync,
        take: impl Fn(&Packed, &mut Vec<CounterBoard>) -> bool + Sync,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<(), Halt> {
        let done = Mutex::new(0);
        let work = |(found, boards): &mut (PositionTable, Vec<CounterBoard>),
                    portion: &&[Packed]| {
            for group in portion.chunk_by(|a, b| a.side(!white) == b.side(!white)) {
                if options.stop.load(Ordering::Relaxed) {
                    return false;
                }
                let mut take_all = |found: &PositionTable| {
                    found.positions.iter().all(|each| take(&each.position, boards))
                };
                found.empty(group.len());
                for position in group {
                    if found.is_full() {
                        if !take_all(found) {
                            return false;
                        }
                        found.empty(group.len());
                    }
                    found.boards.clear();
                    add(&position.board(&self.castles), &mut found.boards);
                    for index in 0..found.boards.len() {
                        let position = Packed::new(&found.boards[index], &self.castles);
                        found.add(Reached { position, multiplicity: 1 });
                    }
                }
                if !take_all(found) {
                    return false;
                }
            }
            let mut done = locked(&done);
            *done += 1;
            progress(*done, portions.len());
            true
        };
        each_on_threads(options.threads.get(), portions, Default::default, work, drop);
        let is_all = *locked(&done) == portions.len();
        if is_all { Ok(()) } else { Err(Halt::Stopped) }
    }

    /// Adds the boards after all moves of a position.
    #[inline(always)]
    fn add_all(&self, white: bool, board: &CounterBoard, boards: &mut Vec<CounterBoard>) {
        // The depth whose parity gives White the move, or Black.
        let depth = if white { 2 } else { 1 };
        add_children(self.word, board, &self.castles, depth, boards);
    }

    /// Returns the different positions after the next moves.
    fn next_layer(&self, white: bool, options: &Options<'_>) -> Result<Vec<Vec<Packed>>, Halt> {
        let most = (options.bytes / BYTES).saturating_sub(self.len());
        let buckets = LimitedBuckets::new(8 * self.len(), most, white);
        let portions = self.portions(options.threads);
        let put = |packed: &Packed, _: &mut _| buckets.put(packed, |bucket| &mut bucket.parents);
        let add = |board: &_, boards: &mut _| self.add_all(white, board, boards);
        let made = self.each_child(white, &portions, options, add, put, &|_, _| ());
        if buckets.is_full() {
            return Err(self.full((self.len() + 2 * buckets.len()) * BYTES, options.threads));
        }
        made?;
        let layer = Mutex::new(Vec::new());
        let sort = |(): &mut (), bucket: &Mutex<Bucket>| {
            let mut positions = locked(bucket).parents.take_sorted(white);
            positions.dedup();
            positions.shrink_to_fit();
            locked(&layer).push(positions);
            !options.stop.load(Ordering::Relaxed)
        };
        each_on_threads(options.threads.get(), buckets.all(), || (), sort, drop);
        if options.stop.load(Ordering::Relaxed) {
            return Err(Halt::Stopped);
        }
        Ok(layer.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Gathers the different positions of a class. `progress` gets a part and the number of all.
    pub(crate) fn gather<G: Gather>(
        &self,
        class: u32,
        options: &Options<'_>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<G, Halt> {
        if self.before == 0 {
            // It belongs to the first class.
            let first = self.base.iter().flatten().take(usize::from(class == 0));
            let gathered = first.map(|only| lone(&only.board(&self.castles), &self.castles));
            return Ok(gathered.fold(G::default(), Add::add));
        }
        let class = class as usize;
        let thread_bytes = self.thread_bytes(options.threads, options.bytes);
        let bytes = options.bytes - options.threads.get() * thread_bytes;
        let most = (bytes / BYTES).saturating_sub(self.len());
        let positions = usize::try_from(self.estimate).unwrap_or(usize::MAX) / self.classes.len();
        let buckets = LimitedBuckets::new(positions, most, !self.white);
        let filled = self.fill(class, options, &buckets, &|done, all| progress(done, 2 * all));
        if buckets.is_full() {
            return Err(self.full((self.len() + 2 * buckets.len()) * BYTES, options.threads));
        }
        filled?;
        self.gather_buckets(buckets.all(), thread_bytes, options, progress)
    }

    /// Makes the positions before the last half move that lead into a class.
    fn fill(
        &self,
        class: usize,
        options: &Options<'_>,
        buckets: &LimitedBuckets,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<(), Halt> {
        let put = |packed: &Packed, boards: &mut Vec<CounterBoard>| {
            self.put_for(class, packed, boards, buckets)
        };
        if self.before < 2 {
            self.base.iter().flatten().for_each(|packed| {
                put(packed, &mut Vec::new());
            });
            return Ok(());
        }
        let leads = |board: &CounterBoard, boards: &mut Vec<CounterBoard>| {
            let Self { word, white, castles, classes, .. } = self;
            add_leading(*word, *white, board, castles, classes, class, boards);
        };
        let portions = self.portions(options.threads);
        self.each_child(!self.white, &portions, options, leads, put, progress)
    }

    /// Adds the boards after captures that lead into a class, and returns whether the board before
    /// is of the class.
    #[inline(always)]
    fn lead_into(&self, class: usize, board: &CounterBoard, taker: &mut Vec<CounterBoard>) -> bool {
        lead_into(self.word, self.white, board, &self.castles, &self.classes, class, taker)
    }

    /// Puts a position before the last half move, if it is of a class, and those after the captures
    /// that lead into the class.
    fn put_for(
        &self,
        class: usize,
        packed: &Packed,
        boards: &mut Vec<CounterBoard>,
        buckets: &LimitedBuckets,
    ) -> bool {
        let board = packed.board(&self.castles);
        boards.clear();
        let mut has_room = true;
        if self.lead_into(class, &board, boards) {
            has_room = buckets.put(packed, |bucket| &mut bucket.parents);
        }
        for board in boards {
            let packed = Packed::new(board, &self.castles);
            has_room &= buckets.put(&packed, |bucket| &mut bucket.captured);
        }
        has_room
    }

    /// Gathers the different positions after the last half move, bucket by bucket. The table of a
    /// thread gets at most a number of bytes in advance.
    fn gather_buckets<G: Gather>(
        &self,
        buckets: &[Mutex<Bucket>],
        thread_bytes: usize,
        options: &Options<'_>,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<G, Halt> {
        let sum = Mutex::new((G::default(), 0));
        let work = |table: &mut Table, bucket: &Mutex<Bucket>| {
            let Some(found) = self.gather_bucket::<G>(&mut locked(bucket), table, options) else {
                return false;
            };
            let mut sum = locked(&sum);
            let (all, done) = &mut *sum;
            (*all, *done) = (core::mem::take(all) + found, *done + 1);
            progress(buckets.len() + *done, 2 * buckets.len());
            true
        };
        let table = || Table::new(thread_bytes);
        each_on_threads(options.threads.get(), buckets, table, work, drop);
        let (counts, done) = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        if done == buckets.len() { Ok(counts) } else { Err(Halt::Stopped) }
    }

    /// Gathers the different positions that come from a bucket, group by group, or stops.
    fn gather_bucket<G: Gather>(
        &self,
        bucket: &mut Bucket,
        table: &mut Table,
        options: &Options<'_>,
    ) -> Option<G> {
        let other = !self.white;
        let [parents, captured] =
            [&mut bucket.parents, &mut bucket.captured].map(|list| list.take_sorted(other));
        let (mut parents, mut captured) = (&parents[..], &captured[..]);
        let mut gathered = G::default();
        while let Some(key) = first_key(parents, captured, other) {
            if options.stop.load(Ordering::Relaxed) {
                return None;
            }
            let group = Group {
                castles: &self.castles,
                parents: take_group(&mut parents, key, other),
                captured: take_group(&mut captured, key, other),
                table,
            };
            group.gather(self.word, self.white, &mut gathered);
        }
        Some(gathered)
    }
}

/// Returns the smallest pieces of a side in two sorted lists.
fn first_key(parents: &[Packed], captured: &[Packed], white: bool) -> Option<[u64; 3]> {
    let keys = [parents.first(), captured.first()].into_iter().flatten();
    keys.map(|packed| packed.side(white)).min()
}

/// Takes the positions from the front of a sorted list in which a side has some pieces.
fn take_group<'a>(list: &mut &'a [Packed], key: [u64; 3], white: bool) -> &'a [Packed] {
    let end = list.partition_point(|packed| packed.side(white) <= key);
    let (group, rest) = list.split_at(end);
    *list = rest;
    group
}

/// Locks a value. A thread that panicked has not left it half changed.
fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first hashes of the positions by the definition of a legal capture.
    #[derive(Default)]
    struct Keys(Vec<u64>);

    impl Gather for Keys {
        fn add(&mut self, definition: usize, [key, _]: [u64; 2]) {
            if definition == 0 {
                self.0.push(key);
            }
        }
    }

    impl Add for Keys {
        type Output = Self;

        fn add(mut self, mut other: Self) -> Self {
            self.0.append(&mut other.0);
            self
        }
    }

    /// With many threads each takes less memory, and its table grows on demand.
    #[test]
    fn many_threads_need_no_more_memory() {
        let stop = AtomicBool::new(false);
        let threads = |threads| NonZeroUsize::new(threads).expect("some");
        let options =
            |threads, bytes| Options { threads, bytes, seed: 0, classes: None, stop: &stop };
        for number in [16, 64, 256] {
            let options = options(threads(number), 1 << 30);
            let census = Census::new(&Position::initial(), 6, &options).expect("there is memory");
            let bytes = census.bytes(options.threads, options.bytes);
            assert!(census.classes() == 1 && bytes <= 1 << 30, "{number}: {bytes}");
        }
        let [one, many] = [options(threads(1), 1 << 28), options(threads(64), 5 << 20)];
        let [one, many] = [one, many].map(|options| {
            let census = Census::new(&Position::initial(), 5, &options).expect("there is memory");
            let counts = (0..census.classes()).map(|class| {
                census.gather::<Counts>(class, &options, &|_, _| ()).expect("there is memory")
            });
            counts.fold(Counts::default(), Add::add)
        });
        assert_eq!((one.numbers[0], one), (822_518, many));
    }

    /// Checks how many positions are lost if only keys of some numbers of bits are compared. There
    /// are n<sup>2</sup> / 2<sup>bits + 1</sup> pairs with equal keys to expect, and about as many
    /// positions get lost.
    fn check_short_keys(depth: u32, positions: usize, numbers_of_bits: impl Iterator<Item = i32>) {
        let stop = AtomicBool::new(false);
        let threads = NonZeroUsize::new(2).expect("some");
        let options = Options { threads, bytes: 1 << 30, seed: 0, classes: Some(1), stop: &stop };
        let census = Census::new(&Position::initial(), depth, &options).expect("there is memory");
        let keys: Keys = census.gather(0, &options, &|_, _| ()).expect("there is memory");
        assert_eq!(keys.0.len(), positions);
        for bits in numbers_of_bits {
            // The highest bits, and the lowest.
            for shift in [64 - bits, 0] {
                let mask = u64::MAX >> (64 - bits);
                let mut short: Vec<u64> = keys.0.iter().map(|key| key >> shift & mask).collect();
                short.sort_unstable();
                short.dedup();
                let lost = (positions - short.len()) as f64;
                // With few bits, several positions fall on one key.
                let slots = 2_f64.powi(bits);
                let kept = slots * -(-(positions as f64) / slots).exp_m1();
                let expected = positions as f64 - kept;
                println!("{bits} bits from {shift}: {lost} lost, {expected:.1} expected");
                assert!((lost - expected).abs() <= 5.0 * expected.sqrt() + 1.0, "{bits}");
            }
        }
    }

    /// A program that compares only short keys takes some positions for the same one.
    #[test]
    fn short_keys_lose_as_many_positions_as_chance_says() {
        check_short_keys(5, 822_518, [26, 28, 30, 32, 34, 36, 64].into_iter());
    }

    #[test]
    #[ignore = "it takes minutes and 3 GiB of memory"]
    fn longer_keys_lose_as_many_positions_as_chance_says() {
        check_short_keys(7, 96_400_068, (38..=56).step_by(2));
    }
}
