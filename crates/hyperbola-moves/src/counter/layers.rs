//! Counts move sequences layer by layer. A layer has the different positions after some moves, each
//! with the number of sequences that lead to it, so hardly any position is counted twice.
//!
//! A move changes the pieces of the other side only if it captures. So the positions of a layer are
//! sorted by the pieces of the side that does not move next. Those in which these are the same form
//! a group. Equal positions after the next move come from one group, but for captures, so a table
//! for each group finds them, which fits into the cache. Equal positions that captures bring about
//! meet where the next layer is sorted.
//!
//! The layers end at the positions before the nodes. The different nodes of a group wait until there
//! are many that equally many sequences lead to; these are counted together.
//!
//! If the next layer does not fit into the memory, the positions are divided into chunks, and the
//! layers below each chunk are made one after another.
//!
//! All sums and products stop at the greatest `u128`, so the result is this number if it is as
//! great or greater.

use core::hash::{BuildHasherDefault, Hasher};
use core::num::NonZeroUsize;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::vec::Vec;

use hyperbola::word::WideWord;

use super::castles::Castles;
use super::packed::{Packed, mixed};
use super::walk::{add_children, is_white};
use super::{Counter, CounterBoard, Room};
use crate::subtrees::{Counted, Progress};

/// The depth of the last layer, whose positions are followed by the nodes.
pub(crate) const LAST_LAYER: u32 = 3;

/// The bytes of a position of a layer. A vector that grows has up to twice as many.
pub(crate) const BYTES: usize = 2 * size_of::<Reached>();

/// The largest number of buckets of a layer, a power of two.
const BUCKETS: usize = 1 << 10;

/// The largest number of positions that a thread takes at once.
const PORTION: usize = 1 << 14;

/// The number of different positions after which the table of a group is emptied.
const FOUND: usize = 1 << 15;

/// The number of nodes that are counted together.
const TOGETHER: usize = 256;

/// The largest number of nodes that wait.
const WAITING: usize = 1 << 18;

/// The number of parts of the progress.
const PARTS: usize = 1 << 12;

/// A position and the number of sequences that lead to it.
#[derive(Debug, Clone, Copy)]
struct Reached {
    position: Packed,
    sequences: u128,
}

/// Sorts positions by the pieces of a side, and merges those that are equal.
fn sort(layer: &mut Vec<Reached>, white: bool) {
    layer.sort_unstable_by_key(|reached| (reached.position.side(white), reached.position));
    layer.dedup_by(|next, first| {
        let is_same = next.position == first.position;
        if is_same {
            first.sequences = first.sequences.saturating_add(next.sequences);
        }
        is_same
    });
}

/// Some positions of a layer, in slices.
type Chunk<'a> = [&'a [Reached]];

fn len(chunk: &Chunk<'_>) -> usize {
    chunk.iter().map(|slice| slice.len()).sum()
}

/// Divides a chunk into a number of chunks, at most, of one size.
fn divided<'a>(chunk: &Chunk<'a>, parts: usize) -> Vec<Vec<&'a [Reached]>> {
    let size = len(chunk).div_ceil(parts).max(1);
    let mut chunks = Vec::new();
    let (mut last, mut room) = (Vec::new(), size);
    for &slice in chunk {
        let mut rest = slice;
        while !rest.is_empty() {
            let (taken, left) = rest.split_at(room.min(rest.len()));
            last.push(taken);
            (rest, room) = (left, room - taken.len());
            if room == 0 {
                chunks.push(core::mem::take(&mut last));
                room = size;
            }
        }
    }
    if !last.is_empty() {
        chunks.push(last);
    }
    chunks
}

/// A count by layers.
pub(crate) struct Layers<'a> {
    word: WideWord,
    castles: &'a Castles,
    threads: NonZeroUsize,
    /// The flag that tells the count to stop.
    stop: &'a AtomicBool,
    progress: &'a (dyn Fn(Progress) + Sync),
    /// The part of the progress and the number of sequences that were reached.
    reached: Mutex<(usize, u128)>,
}

impl<'a> Layers<'a> {
    /// Makes a count of nothing yet.
    pub(crate) fn new(
        word: WideWord,
        castles: &'a Castles,
        threads: NonZeroUsize,
        stop: &'a AtomicBool,
        progress: &'a (dyn Fn(Progress) + Sync),
    ) -> Self {
        Self { word, castles, threads, stop, progress, reached: Mutex::new((0, 0)) }
    }

    /// Counts the sequences that go on from some positions `depth` moves before the end, at least
    /// [`LAST_LAYER`]. Each position comes with the number of sequences that lead to it. The layers
    /// take about as many bytes as they may.
    pub(crate) fn count(
        self,
        positions: impl Iterator<Item = (CounterBoard, u128)>,
        depth: u32,
        bytes: usize,
    ) -> Counted {
        let pack =
            |(board, sequences)| Reached { position: Packed::new(&board, self.castles), sequences };
        let mut first: Vec<Reached> = positions.map(pack).collect();
        sort(&mut first, !is_white(depth));
        // The last part of the progress is that of the nodes that wait.
        self.below(&[&first], depth, bytes, 0..PARTS - 1);
        let is_complete = !self.is_stopped();
        if is_complete {
            self.add(0, PARTS);
        }
        let (_, nodes) = self.reached.into_inner().unwrap_or_else(PoisonError::into_inner);
        Counted { nodes, is_complete }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Counts the sequences that go on from positions of a layer, in some bytes more than these
    /// positions take. They are a share of the progress.
    fn below(&self, chunk: &Chunk<'_>, mut depth: u32, bytes: usize, share: Range<usize>) {
        // The layer that the chunk has led to so far.
        let mut layer: Option<Vec<Vec<Reached>>> = None;
        loop {
            let slices: Vec<&[Reached]> = layer.iter().flatten().map(Vec::as_slice).collect();
            let (chunk, bytes) = match layer {
                Some(_) => (&*slices, bytes.saturating_sub(len(&slices) * BYTES)),
                None => (chunk, bytes),
            };
            if depth == LAST_LAYER {
                return self.count_nodes(chunk, &share);
            }
            // The next layer may take all memory if it is the last, otherwise half of it.
            let room = if depth == LAST_LAYER + 1 { bytes } else { bytes / 2 };
            let all = len(chunk);
            let most = if all > 1 { room / BYTES } else { usize::MAX };
            match self.next_layer(chunk, depth, most) {
                Ok(next) => (layer, depth) = (Some(next), depth - 1),
                Err(done) => {
                    // A quarter more parts than seem to be needed, so that few parts are too large.
                    let parts = (all + all / 4).div_ceil(done.max(all / 64 + 1)).clamp(2, all);
                    let chunks = divided(chunk, parts);
                    let end = |index: usize| share.start + share.len() * index / chunks.len();
                    for (index, chunk) in chunks.iter().enumerate() {
                        self.below(chunk, depth, bytes, end(index)..end(index + 1));
                    }
                    return;
                }
            }
        }
    }

    /// Returns the different positions after the next moves, in buckets, each of which is sorted.
    ///
    /// If there are more than `most`, it returns the number of positions that it is through with.
    fn next_layer(
        &self,
        chunk: &Chunk<'_>,
        depth: u32,
        most: usize,
    ) -> Result<Vec<Vec<Reached>>, usize> {
        // The side that moves now will not move next.
        let white = is_white(depth);
        let bits = len(chunk).next_power_of_two().min(BUCKETS).ilog2();
        let buckets: Vec<Mutex<Vec<Reached>>> =
            (0..1_usize << bits).map(|_| Mutex::default()).collect();
        let lock = |bucket: u64| {
            #[expect(clippy::cast_possible_truncation, reason = "it is less than the length")]
            let bucket: &Mutex<_> = &buckets[bucket as usize];
            bucket.lock().unwrap_or_else(PoisonError::into_inner)
        };
        let (made, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let is_full = || made.load(Ordering::Relaxed) > most;
        self.on_threads(
            chunk,
            Found::default,
            |found, portion| {
                let is_all = self.each_group(portion, depth, found, |positions| {
                    made.fetch_add(positions.len(), Ordering::Relaxed);
                    if is_full() {
                        return false;
                    }
                    for reached in positions {
                        let hash = mixed(reached.position.side(white));
                        lock(hash.unbounded_shr(u64::BITS - bits)).push(*reached);
                    }
                    true
                });
                if is_all {
                    done.fetch_add(portion.len(), Ordering::Relaxed);
                }
                is_all
            },
            |_| (),
        );
        if is_full() {
            return Err(done.into_inner());
        }
        let next = AtomicUsize::new(0);
        self.spawn(made.into_inner(), || {
            while let Some(bucket) = buckets.get(next.fetch_add(1, Ordering::Relaxed)) {
                sort(&mut bucket.lock().unwrap_or_else(PoisonError::into_inner), white);
            }
        });
        let inner = |bucket: Mutex<_>| bucket.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(buckets.into_iter().map(inner).collect())
    }

    /// Counts the sequences that go on from positions of the last layer.
    fn count_nodes(&self, chunk: &Chunk<'_>, share: &Range<usize>) {
        let (all, done) = (len(chunk), AtomicUsize::new(0));
        self.on_threads(
            chunk,
            || (Found::default(), Waiting::new(self.word, self.castles)),
            |(found, waiting), portion| {
                let is_all = self.each_group(portion, LAST_LAYER, found, |positions| {
                    positions.iter().for_each(|reached| waiting.put(reached));
                    true
                });
                if is_all {
                    let done = done.fetch_add(portion.len(), Ordering::Relaxed) + portion.len();
                    self.add(waiting.take_counted(), share.start + share.len() * done / all);
                }
                is_all
            },
            |(_, mut waiting)| {
                if !self.is_stopped() {
                    waiting.count_all();
                }
                self.add(waiting.take_counted(), 0);
            },
        );
    }

    /// Adds a number of sequences, and reports the progress if there is some.
    fn add(&self, sequences: u128, part: usize) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, nodes) = &mut *reached;
        *nodes = nodes.saturating_add(sequences);
        if part > *done {
            *done = part;
            (self.progress)(Progress { done: part, parts: PARTS, nodes: *nodes });
        }
    }

    /// Passes the different positions after the next moves to a receiver, group by group, until it
    /// returns false or the count is to stop. Returns whether all were passed.
    fn each_group(
        &self,
        portion: &[Reached],
        depth: u32,
        found: &mut Found,
        mut take: impl FnMut(&[Reached]) -> bool,
    ) -> bool {
        let white = !is_white(depth);
        for group in portion.chunk_by(|a, b| a.position.side(white) == b.position.side(white)) {
            if self.is_stopped() {
                return false;
            }
            found.empty(group.len());
            for reached in group {
                let board = reached.position.board(self.castles);
                found.boards.clear();
                add_children(self.word, &board, self.castles, depth, &mut found.boards);
                for index in 0..found.boards.len() {
                    let position = Packed::new(&found.boards[index], self.castles);
                    found.add(Reached { position, sequences: reached.sequences });
                }
                if found.positions.len() >= FOUND {
                    if !take(&found.positions) {
                        return false;
                    }
                    found.empty(group.len());
                }
            }
            if !take(&found.positions) {
                return false;
            }
        }
        true
    }

    /// Works on a chunk on all threads, portion by portion, until `work` returns false. Each thread
    /// has a value that it works with, and ends with it.
    fn on_threads<T>(
        &self,
        chunk: &Chunk<'_>,
        make: impl Fn() -> T + Sync,
        work: impl Fn(&mut T, &[Reached]) -> bool + Sync,
        end: impl Fn(T) + Sync,
    ) {
        let portions: Vec<&[Reached]> =
            chunk.iter().flat_map(|slice| slice.chunks(PORTION)).collect();
        let next = AtomicUsize::new(0);
        self.spawn(len(chunk), || {
            let mut own = make();
            while let Some(portion) = portions.get(next.fetch_add(1, Ordering::Relaxed)) {
                if !work(&mut own, portion) {
                    break;
                }
            }
            end(own);
        });
    }

    /// Runs the same on all threads, or on fewer if there are few positions. If some threads cannot
    /// be started, the others do everything.
    fn spawn(&self, positions: usize, work: impl Fn() + Sync) {
        const FEW: usize = 256;
        thread::scope(|scope| {
            for _ in 1..self.threads.get().min(positions.div_ceil(FEW)) {
                if thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                    break;
                }
            }
            work();
        });
    }
}

/// The different positions after the moves of a group, and a table that finds them.
#[derive(Default)]
struct Found {
    positions: Vec<Reached>,
    /// The numbers of the positions, the first of which is 1. A slot without a position has 0. The
    /// length is a power of two and at least twice the number of positions.
    slots: Vec<u32>,
    /// Room for the positions after the moves of one position.
    boards: Vec<CounterBoard>,
}

impl Found {
    /// Removes all positions, and makes room for those that follow a group of some positions.
    fn empty(&mut self, group: usize) {
        self.positions.clear();
        self.clear_slots((64 * group).next_power_of_two().min(2 * FOUND));
    }

    fn clear_slots(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, 0);
    }

    /// Returns the slot of a position, or the empty slot where it belongs.
    #[inline(always)]
    fn slot(&self, position: &Packed) -> usize {
        let hash = position.hash() >> (u64::BITS - self.slots.len().ilog2());
        #[expect(clippy::cast_possible_truncation, reason = "it is less than the length")]
        let mut slot = hash as usize;
        loop {
            match self.slots[slot] as usize {
                0 => return slot,
                number if self.positions[number - 1].position == *position => return slot,
                _ => slot = (slot + 1) % self.slots.len(),
            }
        }
    }

    /// Adds a position, or its sequences to those of the same position.
    #[inline(always)]
    fn add(&mut self, reached: Reached) {
        if 2 * self.positions.len() >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(&reached.position);
        if self.slots[slot] == 0 {
            self.positions.push(reached);
            self.slots[slot] = self.last_number();
        } else {
            let sequences = &mut self.positions[self.slots[slot] as usize - 1].sequences;
            *sequences = sequences.saturating_add(reached.sequences);
        }
    }

    /// Returns the number of the last position.
    const fn last_number(&self) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "there are few more than FOUND")]
        let number = self.positions.len() as u32;
        number
    }

    #[cold]
    fn grow(&mut self) {
        self.clear_slots(2 * self.slots.len());
        for reached in core::mem::take(&mut self.positions) {
            let slot = self.slot(&reached.position);
            self.positions.push(reached);
            self.slots[slot] = self.last_number();
        }
    }
}

/// Nodes that wait for others that equally many sequences lead to.
struct Waiting<'a> {
    counter: Counter<'a>,
    /// The nodes by the number of sequences.
    nodes: HashMap<u128, Vec<Packed>, BuildHasherDefault<NumberHasher>>,
    len: usize,
    /// The number of sequences through the nodes that were counted.
    counted: u128,
}

impl<'a> Waiting<'a> {
    fn new(word: WideWord, castles: &'a Castles) -> Self {
        let Room { quiet, checks, whole, .. } = Room::default();
        let counter = Counter::new(word, castles, quiet, checks, whole);
        Self { counter, nodes: HashMap::default(), len: 0, counted: 0 }
    }

    /// Adds a node.
    fn put(&mut self, reached: &Reached) {
        let Self { counter, nodes, len, counted } = self;
        let waiting = nodes.entry(reached.sequences).or_default();
        waiting.push(reached.position);
        *len += 1;
        if waiting.len() == TOGETHER {
            let replies = count_all_of(counter, waiting).saturating_mul(reached.sequences);
            *counted = counted.saturating_add(replies);
            *len -= TOGETHER;
        } else if *len == WAITING {
            self.count_all();
        }
    }

    /// Counts all nodes that wait.
    fn count_all(&mut self) {
        for (sequences, mut waiting) in self.nodes.drain() {
            let replies = count_all_of(&mut self.counter, &mut waiting).saturating_mul(sequences);
            self.counted = self.counted.saturating_add(replies);
        }
        self.len = 0;
    }

    /// Returns the number of sequences that were counted since it was taken last.
    const fn take_counted(&mut self) -> u128 {
        core::mem::replace(&mut self.counted, 0)
    }
}

/// Returns the number of positions two moves on from nodes, and removes the nodes.
fn count_all_of(counter: &mut Counter<'_>, nodes: &mut Vec<Packed>) -> u128 {
    let before = counter.finish();
    for node in nodes.drain(..) {
        counter.put(&node.board(counter.castles));
    }
    counter.finish().wrapping_sub(before).into()
}

/// The hash of a number.
#[derive(Default)]
struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mixed([self.0, byte.into()]);
        }
    }

    fn write_u128(&mut self, number: u128) {
        #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
        let hash = mixed([number as u64, (number >> 64) as u64]);
        // The lowest bits choose the place.
        self.0 = hash ^ hash >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::counter::Start;

    /// Counts with some bytes of memory.
    fn count(fen: &str, depth: u32, bytes: usize, threads: usize) -> Vec<Progress> {
        let position: Position = fen.parse().expect("a FEN");
        let Start { board, castles } = Start::new(&position, depth);
        let (threads, stop) = (NonZeroUsize::new(threads).expect("some"), AtomicBool::new(false));
        let calls = Mutex::new(Vec::new());
        let progress = |progress| calls.try_lock().expect("one call at a time").push(progress);
        let layers = Layers::new(WideWord::widest(), &castles, threads, &stop, &progress);
        let counted = layers.count([(board, 1)].into_iter(), depth, bytes);
        assert!(counted.is_complete);
        let calls = calls.into_inner().expect("no panic");
        assert_eq!(calls.last().expect("some").nodes, counted.nodes);
        calls
    }

    const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn layers_that_do_not_fit_are_made_in_chunks() {
        for bytes in [0, 1000, 10_000, 100_000, 1_000_000, 10_000_000] {
            for threads in [1, 3] {
                let calls = count(INITIAL, 6, bytes, threads);
                assert!(calls.is_sorted_by_key(|call| call.nodes));
                assert!(calls.is_sorted_by(|a, b| a.done < b.done));
                let last = calls.last().expect("some");
                assert_eq!((last.done, last.nodes), (last.parts, 119_060_324), "{bytes}");
            }
        }
    }

    #[test]
    fn a_chunk_is_divided_in_order_and_without_loss() {
        let (board, castles) = (CounterBoard::default(), Castles::default());
        let position = Packed::new(&board, &castles);
        let all: Vec<Reached> = (0..100).map(|sequences| Reached { position, sequences }).collect();
        let chunk = [&all[..7], &all[7..7], &all[7..60], &all[60..]];
        for parts in [1, 2, 3, 7, 99, 100] {
            let chunks = divided(&chunk, parts);
            assert!(chunks.len() <= parts);
            let size = 100_usize.div_ceil(parts);
            assert!(chunks.iter().all(|chunk| (1..=size).contains(&len(chunk))));
            let numbers = chunks.iter().flatten().flat_map(|slice| slice.iter());
            assert!(numbers.map(|reached| reached.sequences).eq(0..100), "{parts}");
        }
    }

    #[test]
    fn a_table_of_a_group_grows() {
        let castles = Castles::default();
        let reached = |number: u64| {
            let board = CounterBoard { en_passant: number, ..CounterBoard::default() };
            Reached { position: Packed::new(&board, &castles), sequences: number.into() }
        };
        let mut found = Found::default();
        found.empty(1);
        for number in (0..5000).chain(0..5000) {
            found.add(reached(number));
            assert!(found.slots.len() >= 2 * found.positions.len());
        }
        let sequences = found.positions.iter().map(|reached| reached.sequences);
        assert!(sequences.eq((0..5000).map(|number| 2 * number)));
        found.empty(2);
        assert!(found.positions.is_empty() && found.slots.iter().all(|&number| number == 0));
    }

    #[test]
    fn numbers_stop_at_the_greatest() {
        let position: Position = "k7/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("a FEN");
        let Start { board, castles } = Start::new(&position, 4);
        let stop = AtomicBool::new(false);
        let count = |sequences: u128| {
            let layers = Layers::new(WideWord::Scalar, &castles, NonZeroUsize::MIN, &stop, &|_| ());
            layers.count([(board, sequences)].into_iter(), 4, 1 << 20).nodes
        };
        let one = count(1);
        assert_eq!(count(u128::MAX / one), u128::MAX / one * one);
        assert_eq!(count(u128::MAX / one + 1), u128::MAX);
        assert_eq!(count(u128::MAX), u128::MAX);
    }
}
