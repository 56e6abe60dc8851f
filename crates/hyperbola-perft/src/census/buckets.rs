//! The buckets of a census: positions in chunks, and no more than memory allows.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use crate::counter::{Buckets, Packed, lock};

/// The largest number of buckets, a power of two.
const MOST: usize = 1 << 10;

/// The number of positions of a chunk. A bucket grows by chunks, so hardly any room is wasted and
/// nothing is copied.
const CHUNK: usize = 1 << 12;

/// A list of positions in chunks.
#[derive(Debug, Default)]
pub(crate) struct Chunks(Vec<Vec<Packed>>);

impl Chunks {
    #[inline(always)]
    fn push(&mut self, position: Packed) {
        match self.0.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(position),
            _ => self.0.push(vec![position]),
        }
    }

    /// Returns the positions, sorted by the pieces of a side and then in full, and forgets them
    /// here.
    pub(crate) fn take_sorted(&mut self, white: bool) -> Vec<Packed> {
        let chunks = core::mem::take(&mut self.0);
        let mut positions = Vec::with_capacity(chunks.iter().map(Vec::len).sum());
        chunks.into_iter().for_each(|chunk| positions.extend(chunk));
        positions.sort_unstable_by_key(|position: &Packed| (position.side(white), *position));
        positions
    }
}

/// A bucket: the positions before the last half move, and those after a capture.
#[derive(Debug, Default)]
pub(crate) struct Bucket {
    pub(crate) parents: Chunks,
    pub(crate) captured: Chunks,
}

/// Buckets that hold a number of positions at most.
#[derive(Debug)]
pub(crate) struct LimitedBuckets {
    buckets: Buckets<Bucket>,
    len: AtomicUsize,
    most: usize,
}

impl LimitedBuckets {
    /// Makes buckets for about a number of positions, and for `most` at most.
    pub(crate) fn new(positions: usize, most: usize, white: bool) -> Self {
        let count = (positions / CHUNK).clamp(1, MOST).next_power_of_two();
        Self { buckets: Buckets::new(count, white), len: AtomicUsize::new(0), most }
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    /// Returns whether there are more positions than allowed.
    pub(crate) fn is_full(&self) -> bool {
        self.len() > self.most
    }

    /// Puts a position into its bucket, and returns whether there is room for more.
    #[inline(always)]
    pub(crate) fn put(
        &self,
        position: &Packed,
        list: impl FnOnce(&mut Bucket) -> &mut Chunks,
    ) -> bool {
        let index = self.buckets.index(position);
        list(&mut lock(&self.buckets.all[index])).push(*position);
        self.len.fetch_add(1, Ordering::Relaxed) < self.most
    }

    /// Returns the buckets.
    pub(crate) fn all(&self) -> &[Mutex<Bucket>] {
        &self.buckets.all
    }
}
