//! Counts move sequences layer by layer. A layer has the different positions after some moves, each
//! with its multiplicity, the number of sequences that lead to it. So hardly any position is
//! counted twice.
//!
//! A move changes the pieces of the other side only if it captures. So the positions of a layer are
//! sorted by the pieces of the side that does not move next. Those in which these are the same form
//! a group. Equal positions after the next move come from one group, but for captures, so a table
//! for each group finds them, which fits into the cache. Equal positions that captures bring about
//! meet where the next layer is sorted.
//!
//! The layers end at the positions before the nodes. The different nodes of a group wait until
//! there are many with the same multiplicity; these are counted together. The nodes after captures
//! are first kept for the groups with one piece less, as quiet moves from there may lead to the
//! same nodes.
//!
//! If the next layer does not fit into the memory, the positions are divided into chunks, and the
//! layers below each chunk are made one after another.
//!
//! All sums and products stop at the greatest `u128`, so the result is this number if it is as
//! great or greater.

use core::num::NonZeroUsize;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use hyperbola::word::WideWord;

use super::board::CounterBoard;
use super::buckets::{Buckets, lock};
use super::packed::{Packed, Reached};
use super::position_table::PositionTable;
use super::waiting::Waiting;
use super::walk::{add_children, is_white};
use crate::counted::shared::{Counted, Progress, each_on_threads};
use hyperbola_moves::MAX_PIECES;
use hyperbola_rules::castling::Castles;

/// The depth of the last layer, whose positions are followed by the nodes.
pub(crate) const LAST_LAYER: u32 = 3;

/// The bytes of a position of a layer that is made: a vector that grows has up to twice as many as
/// it needs.
pub(crate) const BYTES: usize = 2 * size_of::<Reached>();

/// The largest number of buckets of a layer, a power of two: enough for many threads to sort them.
const BUCKETS: usize = 1 << 11;

/// The largest number of positions that a thread keeps until it puts them into their buckets, so
/// that it locks a bucket for several at once.
const KEPT: usize = 1 << 13;

/// The largest number of positions that a thread takes at once.
const PORTION: usize = 1 << 14;

/// The number of positions that one thread is enough for.
const FEW: usize = 1 << 8;

/// The largest number of nodes that wait on a thread.
const WAITING: usize = 1 << 18;

/// The number of portions for each thread: the last threads wait for a small share of the work.
const PORTIONS_A_THREAD: usize = 64;

/// The number of parts of the progress.
const PARTS: usize = 1 << 12;

/// Sorts positions by the pieces of a side, and merges those that are equal.
fn sort(layer: &mut Vec<Reached>, white: bool) {
    layer.sort_unstable_by_key(|reached| (reached.position.side(white), reached.position));
    layer.dedup_by(|next, first| {
        let is_same = next.position == first.position;
        if is_same {
            first.multiplicity = first.multiplicity.saturating_add(next.multiplicity);
        }
        is_same
    });
}

/// Returns the groups of a sorted slice: in each, the pieces of a side are the same.
fn groups(slice: &[Reached], white: bool) -> impl Iterator<Item = &[Reached]> {
    slice.chunk_by(move |a, b| a.position.side(white) == b.position.side(white))
}

/// The buckets of a layer that is made.
type LayerBuckets = Buckets<Vec<Reached>>;

/// Makes buckets for the positions that follow a number of positions.
fn buckets_for(positions: usize, white: bool) -> LayerBuckets {
    Buckets::new((positions / 16).next_power_of_two().min(BUCKETS), white)
}

impl LayerBuckets {
    /// Passes the positions of sorted buckets in which the side has the same pieces as in a given
    /// position to a receiver. Then they have the multiplicity 0.
    fn take(&self, group: &Reached, mut receive: impl FnMut(Reached)) {
        let side = group.position.side(self.white);
        let mut bucket = lock(&self.all[self.index(&group.position)]);
        let first = bucket.partition_point(|reached| reached.position.side(self.white) < side);
        for reached in &mut bucket[first..] {
            if reached.position.side(self.white) != side {
                break;
            }
            receive(*reached);
            reached.multiplicity = 0;
        }
    }

    /// Puts the positions that a thread has kept into their buckets.
    fn put(&self, kept: &mut Kept) {
        let Kept { positions, order, ends } = kept;
        ends.clear();
        ends.resize(self.all.len(), 0);
        positions.iter().for_each(|reached| ends[self.index(&reached.position)] += 1);
        let mut start = 0;
        for end in &mut *ends {
            (start, *end) = (start + *end, start);
        }
        order.clear();
        order.resize(positions.len(), 0);
        for (index, reached) in (0..).zip(&*positions) {
            let end = &mut ends[self.index(&reached.position)];
            order[*end as usize] = index;
            *end += 1;
        }
        let mut start = 0;
        for (bucket, &end) in self.all.iter().zip(&*ends) {
            if end > start {
                let own = &order[start as usize..end as usize];
                lock(bucket).extend(own.iter().map(|&index| positions[index as usize]));
            }
            start = end;
        }
        positions.clear();
    }
}

/// The positions that a thread keeps.
#[derive(Default)]
struct Kept {
    positions: Vec<Reached>,
    /// Their indices, sorted by bucket.
    order: Vec<u32>,
    /// The end of each bucket's indices.
    ends: Vec<u32>,
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
    /// Whether the count was told to stop.
    is_stopped: AtomicBool,
    /// The part of the progress and the number of sequences that were reached.
    reached: Mutex<(usize, u128)>,
    /// The largest number of nodes that wait on a thread.
    waiting: usize,
    /// The number of positions that a thread keeps.
    kept: usize,
    /// The memory that the layers may take.
    bytes: usize,
}

impl<'a> Layers<'a> {
    /// Makes a count of nothing yet.
    pub(crate) fn new(
        word: WideWord,
        castles: &'a Castles,
        threads: NonZeroUsize,
        stop: &'a AtomicBool,
        progress: &'a (dyn Fn(Progress) + Sync),
        bytes: usize,
    ) -> Self {
        // A quarter of the memory, at most.
        let waiting = bytes / (4 * Waiting::BYTES) / threads;
        Self {
            word,
            castles,
            threads,
            stop,
            progress,
            is_stopped: AtomicBool::new(false),
            reached: Mutex::new((0, 0)),
            waiting: waiting.clamp(WAITING >> 8, WAITING),
            kept: (bytes / (64 * BYTES) / threads).clamp(1, KEPT),
            bytes,
        }
    }

    /// Counts the sequences that begin at some positions `depth` moves before the end, at least
    /// [`LAST_LAYER`]. Each position comes with its multiplicity. The layers take about as many
    /// bytes as they may.
    pub(crate) fn count(
        self,
        positions: impl Iterator<Item = (CounterBoard, u128)>,
        depth: u32,
    ) -> Counted {
        let pack = |(board, multiplicity)| Reached {
            position: Packed::new(&board, self.castles),
            multiplicity,
        };
        let mut first: Vec<Reached> = positions.map(pack).collect();
        sort(&mut first, !is_white(depth));
        let bytes = self.bytes.saturating_sub(size_of_val(&*first));
        // The last part of the progress is that of the nodes that wait.
        self.below(&[&first], depth, bytes, 0..PARTS - 1);
        let is_complete = !self.is_stopped();
        if is_complete {
            self.add(0, PARTS);
        }
        let (_, nodes) = self.reached.into_inner().unwrap_or_else(PoisonError::into_inner);
        Counted { nodes, is_complete }
    }

    /// Returns whether the count was told to stop, once or still.
    fn is_stopped(&self) -> bool {
        if self.stop.load(Ordering::Relaxed) {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Counts the sequences that begin at positions of a layer, in some bytes more than these
    /// positions take. They are a share of the progress.
    fn below(&self, first: &Chunk<'_>, mut depth: u32, bytes: usize, share: Range<usize>) {
        // The last of the layers that the first positions have led to. Those before it are dropped.
        let mut layer: Vec<Vec<Reached>> = Vec::new();
        let mut is_first = true;
        while !self.is_stopped() {
            let slices: Vec<&[Reached]> = layer.iter().map(Vec::as_slice).collect();
            let chunk = if is_first { first } else { &*slices };
            let bytes = bytes.saturating_sub(len(&slices) * size_of::<Reached>());
            if depth == LAST_LAYER {
                self.put_nodes(chunk, bytes, &share).count_waiting();
                break;
            }
            match self.next_layer_in(chunk, depth, bytes) {
                Ok(next) => {
                    self.free(core::mem::replace(&mut layer, next));
                    (is_first, depth) = (false, depth - 1);
                }
                Err(done) => {
                    self.below_each(chunk, done, depth, bytes, share);
                    break;
                }
            }
        }
        self.free(layer);
    }

    /// Gives the memory of a layer back on all threads, because it may take the system long.
    fn free(&self, layer: Vec<Vec<Reached>>) {
        let positions = layer.iter().map(Vec::len).sum();
        self.free_buckets(&layer.into_iter().map(Mutex::new).collect::<Vec<_>>(), positions);
    }

    /// Frees buckets, which have a number of positions together.
    fn free_buckets(&self, buckets: &[Mutex<Vec<Reached>>], positions: usize) {
        let free = |(): &mut (), bucket: &Mutex<_>| {
            drop(core::mem::take(&mut *lock(bucket)));
            true
        };
        each_on_threads(self.threads_for(positions), buckets, || (), free, drop);
    }

    /// Counts as [`below`](Self::below), chunk by chunk, where the next layer would not fit.
    /// Of all positions, `done` led to as many as there is room for.
    fn below_each(
        &self,
        chunk: &Chunk<'_>,
        done: usize,
        depth: u32,
        bytes: usize,
        share: Range<usize>,
    ) {
        let all = len(chunk);
        // A quarter more parts than seem to be needed, so that few parts are too large.
        let parts = (all + all / 4).div_ceil(done.max(all / 64 + 1)).clamp(2, all);
        let chunks = divided(chunk, parts);
        let end = |index: usize| share.start + share.len() * index / chunks.len();
        for (index, chunk) in chunks.iter().enumerate() {
            self.below(chunk, depth, bytes, end(index)..end(index + 1));
        }
    }

    /// Returns the next layer, if it fits into some bytes, as [`next_layer`](Self::next_layer)
    /// does.
    fn next_layer_in(
        &self,
        chunk: &Chunk<'_>,
        depth: u32,
        bytes: usize,
    ) -> Result<Vec<Vec<Reached>>, usize> {
        let most = if len(chunk) > 1 { bytes / BYTES } else { usize::MAX };
        // It leaves room for the layer that follows, unless only this would divide the chunk.
        let has_next = depth > LAST_LAYER + 1;
        self.next_layer(chunk, depth, if has_next { most / 2 } else { most })
            .or_else(|done| if has_next { self.next_layer(chunk, depth, most) } else { Err(done) })
    }

    /// Returns the different positions after the next moves, in buckets, each of which is sorted.
    ///
    /// If there are more than `most`, it returns how many positions of the chunk it is through
    /// with.
    fn next_layer(
        &self,
        chunk: &Chunk<'_>,
        depth: u32,
        most: usize,
    ) -> Result<Vec<Vec<Reached>>, usize> {
        // The side that moves now will not move next.
        let white = is_white(depth);
        let buckets = buckets_for(len(chunk), white);
        let (made, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let is_full = || made.load(Ordering::Relaxed) > most;
        self.on_threads(
            chunk,
            || (PositionTable::default(), Kept::default()),
            |(found, kept), portion| {
                let through = self.each_group(portion, depth, found, None, |_, positions| {
                    made.fetch_add(positions.len(), Ordering::Relaxed);
                    if is_full() {
                        return false;
                    }
                    kept.positions.extend(positions);
                    if kept.positions.len() >= self.kept {
                        buckets.put(kept);
                    }
                    true
                });
                done.fetch_add(through, Ordering::Relaxed);
                through == portion.len()
            },
            |(_, mut kept)| buckets.put(&mut kept),
        );
        if is_full() {
            self.free_buckets(&buckets.all, made.into_inner());
            return Err(done.into_inner());
        }
        self.sort(&buckets, made.into_inner());
        let inner = |bucket: Mutex<_>| bucket.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(buckets.all.into_iter().map(inner).collect())
    }

    /// Sorts buckets, which have a number of positions together.
    fn sort(&self, buckets: &LayerBuckets, positions: usize) {
        let sort = |(): &mut (), bucket: &Mutex<Vec<Reached>>| {
            let mut bucket = lock(bucket);
            sort(&mut bucket, buckets.white);
            bucket.shrink_to_fit();
            !self.is_stopped()
        };
        each_on_threads(self.threads_for(positions), &buckets.all, || (), sort, drop);
    }

    /// Finds the nodes that follow positions of the last layer, in some bytes more than these
    /// positions take. Those that were not counted wait.
    ///
    /// The groups in which the other side has most pieces come first. So the nodes after captures
    /// are kept until the groups with one piece less, which lead to some of them too.
    fn put_nodes<'s>(
        &'s self,
        chunk: &Chunk<'_>,
        bytes: usize,
        share: &'s Range<usize>,
    ) -> NodesInThreads<'s> {
        let white = !is_white(LAST_LAYER);
        let mut by_pieces = std::vec![Vec::new(); MAX_PIECES as usize + 1];
        for group in chunk.iter().flat_map(|slice| groups(slice, white)) {
            by_pieces[group[0].position.squares(white).count_ones() as usize].push(group);
        }
        let nodes = NodesInThreads {
            layers: self,
            waiting: Mutex::default(),
            all: len(chunk),
            done: AtomicUsize::new(0),
            part: AtomicUsize::new(0),
            share,
        };
        // A quarter of the memory is for the nodes that wait.
        let most = bytes.saturating_sub(self.bytes / 4) / BYTES;
        let (mut captures, mut captured) = (buckets_for(0, white), 0);
        for groups in by_pieces.iter().rev() {
            let next = buckets_for(len(groups), white);
            let room = most.saturating_sub(captured);
            let found = nodes.count_groups(groups, &captures, &next, room);
            nodes.count_rest(&captures, captured);
            self.sort(&next, found);
            (captures, captured) = (next, found);
        }
        nodes
    }

    /// Adds a number of sequences, and reports the progress if there is some.
    fn add(&self, sequences: u128, part: usize) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, nodes) = &mut *reached;
        *nodes = nodes.saturating_add(sequences);
        if sequences > 0 || part > *done {
            *done = part.max(*done);
            (self.progress)(Progress { done: *done, parts: PARTS, nodes: *nodes });
        }
    }

    /// Passes the different positions after the next moves to a receiver, group by group, until it
    /// returns false or the count is to stop. The receiver also gets a position of the group, and
    /// the captures that belong to the group are among its positions. Returns the number of
    /// positions that it is through with: all positions if all were passed.
    fn each_group(
        &self,
        portion: &[Reached],
        depth: u32,
        found: &mut PositionTable,
        captures: Option<&LayerBuckets>,
        mut take: impl FnMut(&Reached, &[Reached]) -> bool,
    ) -> usize {
        let white = !is_white(depth);
        let mut through = 0;
        for group in groups(portion, white) {
            if self.is_stopped() {
                return through;
            }
            found.empty(group.len());
            if let Some(captures) = captures {
                captures.take(&group[0], |reached| found.add(reached));
            }
            for (index, reached) in group.iter().enumerate() {
                if found.is_full() {
                    if !take(&group[0], &found.positions) {
                        return through + index;
                    }
                    found.empty(group.len());
                }
                let board = reached.position.board(self.castles);
                found.boards.clear();
                add_children(self.word, &board, self.castles, depth, &mut found.boards);
                for index in 0..found.boards.len() {
                    let position = Packed::new(&found.boards[index], self.castles);
                    found.add(Reached { position, multiplicity: reached.multiplicity });
                }
            }
            if !take(&group[0], &found.positions) {
                return through;
            }
            through += group.len();
        }
        through
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
        // Groups are not divided without need.
        let most = match self.threads.get() {
            1 => PORTION,
            threads => len(chunk).div_ceil(PORTIONS_A_THREAD * threads).clamp(FEW, PORTION),
        };
        let portions: Vec<&[Reached]> = chunk.iter().flat_map(|slice| slice.chunks(most)).collect();
        let work = |own: &mut T, portion: &&[Reached]| work(own, portion);
        each_on_threads(self.threads_for(len(chunk)), &portions, make, work, end);
    }

    /// Returns the number of threads for a number of positions.
    fn threads_for(&self, positions: usize) -> usize {
        self.threads.get().min(positions.div_ceil(FEW))
    }
}

/// The count of the nodes that follow the last layer.
struct NodesInThreads<'a> {
    layers: &'a Layers<'a>,
    /// The nodes that wait on threads that have ended.
    waiting: Mutex<Vec<Waiting<'a>>>,
    /// The number of positions of the last layer, and how many of them are done.
    all: usize,
    done: AtomicUsize,
    /// The last part of the progress that was reported.
    part: AtomicUsize,
    share: &'a Range<usize>,
}

impl<'a> NodesInThreads<'a> {
    /// Counts the nodes that follow groups and those captures that belong to them. The nodes after
    /// captures become the next captures while there is room for them. Returns their number.
    fn count_groups(
        &self,
        groups: &Chunk<'_>,
        captures: &LayerBuckets,
        next: &LayerBuckets,
        room: usize,
    ) -> usize {
        let layers = self.layers;
        let number = AtomicUsize::new(0);
        layers.on_threads(
            groups,
            || (PositionTable::default(), Kept::default(), self.start()),
            |(found, kept, waiting), portion| {
                let white = next.white;
                let take = |group: &Reached, nodes: &[Reached]| {
                    let (squares, before) = (group.position.squares(white), kept.positions.len());
                    let has_room = number.load(Ordering::Relaxed) < room;
                    for node in nodes {
                        if has_room && node.position.squares(white) != squares {
                            kept.positions.push(*node);
                        } else {
                            waiting.put(node);
                        }
                    }
                    number.fetch_add(kept.positions.len() - before, Ordering::Relaxed);
                    if kept.positions.len() >= layers.kept {
                        next.put(kept);
                    }
                    true
                };
                let through = layers.each_group(portion, LAST_LAYER, found, Some(captures), take);
                let done = self.done.fetch_add(through, Ordering::Relaxed) + through;
                let part = self.share.len() as u64 * done as u64 / self.all as u64;
                #[expect(clippy::cast_possible_truncation, reason = "at most the share's length")]
                let part = self.share.start + part as usize;
                if self.part.fetch_max(part, Ordering::Relaxed) < part {
                    layers.add(waiting.take_counted(), part);
                }
                through == portion.len()
            },
            |(_, mut kept, waiting)| {
                next.put(&mut kept);
                self.end(waiting);
            },
        );
        number.into_inner()
    }

    /// Counts those of a number of captures that belonged to no group.
    fn count_rest(&self, captures: &LayerBuckets, captured: usize) {
        let count = |waiting: &mut Waiting<'_>, bucket: &Mutex<Vec<Reached>>| {
            let bucket = core::mem::take(&mut *lock(bucket));
            bucket.iter().filter(|node| node.multiplicity > 0).for_each(|node| waiting.put(node));
            !self.layers.is_stopped()
        };
        let threads = self.layers.threads_for(captured);
        each_on_threads(threads, &captures.all, || self.start(), count, |own| self.end(own));
    }

    /// Counts the nodes that wait, on all threads.
    fn count_waiting(self) {
        let layers = self.layers;
        let waiting = self.waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
        let waiting: Vec<_> = waiting.into_iter().map(Mutex::new).collect();
        let count = |(): &mut (), waiting: &Mutex<Waiting<'_>>| {
            let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
            if !layers.is_stopped() {
                waiting.count_all();
            }
            layers.add(waiting.take_counted(), 0);
            true
        };
        each_on_threads(layers.threads.get(), &waiting, || (), count, drop);
    }

    /// Returns nodes that wait, for a thread that starts.
    fn start(&self) -> Waiting<'a> {
        let Layers { word, castles, waiting, .. } = *self.layers;
        let last = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop();
        last.unwrap_or_else(|| Waiting::new(word, castles, waiting))
    }

    /// Keeps the nodes that wait when a thread ends.
    fn end(&self, waiting: Waiting<'a>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(waiting);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::counter::{Start, children};
    use hyperbola_moves::Position;
    use hyperbola_rules::pieces::Pieces;

    /// Counts with some bytes of memory.
    fn count(fen: &str, depth: u32, bytes: usize, threads: usize) -> Vec<Progress> {
        let position: Position = fen.parse().expect("a FEN");
        let Start { board, castles } = Start::new(&position, depth);
        let (threads, stop) = (NonZeroUsize::new(threads).expect("some"), AtomicBool::new(false));
        let calls = Mutex::new(Vec::new());
        let progress = |progress| calls.try_lock().expect("one call at a time").push(progress);
        let layers = Layers::new(WideWord::widest(), &castles, threads, &stop, &progress, bytes);
        let counted = layers.count([(board, 1)].into_iter(), depth);
        assert!(counted.is_complete);
        let calls = calls.into_inner().expect("no panic");
        assert_eq!(calls.last().expect("some").nodes, counted.nodes);
        calls
    }

    const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn layers_that_do_not_fit_are_made_in_chunks() {
        for (fen, depth, nodes) in [(INITIAL, 6, 119_060_324), (KIWIPETE, 4, 4_085_603)] {
            for bytes in [0, 1000, 10_000, 100_000, 1_000_000, 10_000_000] {
                for threads in [1, 3] {
                    let calls = count(fen, depth, bytes, threads);
                    assert!(calls.is_sorted_by_key(|call| call.nodes));
                    assert!(calls.is_sorted_by_key(|call| call.done));
                    let last = calls.last().expect("some");
                    assert_eq!((last.done, last.nodes), (last.parts, nodes), "{bytes}");
                }
            }
        }
    }

    #[test]
    fn a_chunk_is_divided_in_order_and_without_loss() {
        let (board, castles) = (CounterBoard::default(), Castles::default());
        let position = Packed::new(&board, &castles);
        let all: Vec<Reached> =
            (0..100).map(|multiplicity| Reached { position, multiplicity }).collect();
        let chunk = [&all[..7], &all[7..7], &all[7..60], &all[60..]];
        for parts in [1, 2, 3, 7, 99, 100] {
            let chunks = divided(&chunk, parts);
            assert!(chunks.len() <= parts);
            let size = 100_usize.div_ceil(parts);
            assert!(chunks.iter().all(|chunk| (1..=size).contains(&len(chunk))));
            let numbers = chunks.iter().flatten().flat_map(|slice| slice.iter());
            assert!(numbers.map(|reached| reached.multiplicity).eq(0..100), "{parts}");
        }
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// The number of different positions after three moves is known.
    #[test]
    fn nodes_after_captures_are_counted_once() {
        let position: Position = KIWIPETE.parse().expect("a FEN");
        let Start { board, castles } = Start::new(&position, 5);
        let (stop, no) = (AtomicBool::new(false), &|_| ());
        let layers = Layers::new(WideWord::widest(), &castles, NonZeroUsize::MIN, &stop, no, 0);
        let first = Reached { position: Packed::new(&board, &castles), multiplicity: 1 };
        let mut layer = std::vec![std::vec![first]];
        for depth in [5, 4] {
            let slices: Vec<&[Reached]> = layer.iter().map(Vec::as_slice).collect();
            layer = layers.next_layer(&slices, depth, usize::MAX).expect("it has room");
        }
        let slices: Vec<&[Reached]> = layer.iter().map(Vec::as_slice).collect();
        let number = |bytes: usize| {
            let nodes = layers.put_nodes(&slices, bytes, &(0..PARTS));
            let waiting = nodes.waiting.lock().expect("no panic");
            waiting.iter().map(|waiting| waiting.added).sum::<usize>()
        };
        assert_eq!(number(1 << 24), 57_548);
        // With less room, fewer captures are kept.
        let numbers = [1 << 20, 1 << 18, 0].map(number);
        assert!(numbers[0] > 57_548 && numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    }

    /// Passes each different position after the moves of a layer to a receiver, as often as the
    /// layer finds it.
    fn each_found(
        layers: &Layers<'_>,
        layer: &Chunk<'_>,
        depth: u32,
        mut take: impl FnMut(&[Reached]),
    ) {
        let mut found = PositionTable::default();
        for slice in layer {
            let all = layers.each_group(slice, depth, &mut found, None, |_, positions| {
                take(positions);
                true
            });
            assert_eq!(all, slice.len());
        }
    }

    /// The numbers of different positions after one to five moves are known.
    #[test]
    fn layers_have_each_position_once() {
        let Start { board, castles } = Start::new(&Position::initial(), 8);
        let stop = AtomicBool::new(false);
        let layers =
            Layers::new(WideWord::widest(), &castles, NonZeroUsize::MIN, &stop, &|_| (), 0);
        let first = Reached { position: Packed::new(&board, &castles), multiplicity: 1 };
        let mut layer = std::vec![std::vec![first]];
        let sequences = [20, 400, 8902, 197_281, 4_865_609];
        let numbers = [20, 400, 5362, 72_078, 822_518].into_iter().zip(sequences);
        for (depth, (positions, sequences)) in (LAST_LAYER + 1..=8).rev().zip(numbers) {
            let slices: Vec<&[Reached]> = layer.iter().map(Vec::as_slice).collect();
            let mut found = 0;
            each_found(&layers, &slices, depth, |positions| found += positions.len());
            // Few are found twice: after captures alone.
            assert!((positions..=positions + positions / 50).contains(&found), "{found}");
            assert!(layers.next_layer(&slices, depth, found - 1).is_err());
            layer = layers.next_layer(&slices, depth, found).expect("it has room");
            assert_eq!(layer.iter().map(Vec::len).sum::<usize>(), positions);
            let all = layer.iter().flatten().map(|reached| reached.multiplicity);
            assert_eq!(all.sum::<u128>(), sequences);
        }
    }

    #[test]
    fn a_large_group_is_passed_in_parts() {
        let castles = Castles::default();
        let stop = AtomicBool::new(false);
        let layers = Layers::new(WideWord::SCALAR, &castles, NonZeroUsize::MIN, &stop, &|_| (), 0);
        let squares = || (16..64_u32).map(|square| 1_u64 << square);
        let triples = squares().flat_map(|knight| {
            squares().flat_map(move |rook| squares().map(move |bishop| [knight, rook, bishop]))
        });
        // White moves.
        let depth = 4;
        let mut group = Vec::new();
        // Far from each other, so that few moves lead to the same positions.
        for [knights, orthogonal, diagonal] in triples.step_by(31) {
            if knights != orthogonal && orthogonal != diagonal && diagonal != knights {
                let mut board = CounterBoard::default();
                board.sides[0] = Pieces { pawns: 0, knights, diagonal, orthogonal, king: 1 };
                board.sides[1].king = 1 << 7;
                // In a legal position White cannot take the king.
                let takes = |next: &CounterBoard| next.sides[0].all() & board.sides[1].king != 0;
                if children(&board, &castles, depth).iter().any(takes) {
                    continue;
                }
                let position = Packed::new(&board, &castles);
                group.push(Reached { position, multiplicity: group.len() as u128 });
            }
            if group.len() == 3000 {
                break;
            }
        }
        let (mut expected, mut all) = (HashMap::new(), HashMap::new());
        for Reached { position, multiplicity } in &group {
            for board in children(&position.board(&castles), &castles, depth) {
                *expected.entry(board).or_insert(0) += multiplicity;
            }
        }
        assert!(expected.len() > PositionTable::MOST);
        let mut parts = 0;
        each_found(&layers, &[&group], depth, |positions| {
            parts += 1;
            assert!(positions.len() <= PositionTable::MOST);
            for Reached { position, multiplicity } in positions {
                *all.entry(position.board(&castles)).or_insert(0) += multiplicity;
            }
        });
        assert!(parts > 1);
        assert!(all == expected);
    }

    #[test]
    fn numbers_stop_at_the_greatest() {
        let position: Position = "k7/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("a FEN");
        let Start { board, castles } = Start::new(&position, 4);
        let stop = AtomicBool::new(false);
        let count = |multiplicity: u128| {
            let (one, no) = (NonZeroUsize::MIN, &|_| ());
            let layers = Layers::new(WideWord::SCALAR, &castles, one, &stop, no, 1 << 20);
            layers.count([(board, multiplicity)].into_iter(), 4).nodes
        };
        let one = count(1);
        assert_eq!(count(u128::MAX / one), u128::MAX / one * one);
        assert_eq!(count(u128::MAX / one + 1), u128::MAX);
        assert_eq!(count(u128::MAX), u128::MAX);
        let position = Packed::new(&board, &castles);
        let mut layer =
            [1 << 127, 1 << 127, 1].map(|multiplicity| Reached { position, multiplicity }).to_vec();
        sort(&mut layer, true);
        assert_eq!((layer.len(), layer[0].multiplicity), (1, u128::MAX));
    }

    /// A quarter of the memory is for them, and each thread has its own.
    #[test]
    fn nodes_that_wait_share_the_memory() {
        let (castles, stop) = (Castles::default(), AtomicBool::new(false));
        for threads in [1, 2, 7] {
            let threads = NonZeroUsize::new(threads).expect("some");
            let layers = Layers::new(WideWord::SCALAR, &castles, threads, &stop, &|_| (), 1 << 24);
            let bytes = layers.waiting * Waiting::BYTES * threads.get();
            assert!(((1 << 22) - 4096..=1 << 22).contains(&bytes), "{bytes}");
        }
    }
}
