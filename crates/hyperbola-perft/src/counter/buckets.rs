//! Positions in buckets by the pieces of one side, which many threads fill.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::packed::Packed;

/// Buckets of positions: those with the same pieces of a side are in one.
#[derive(Debug)]
pub(crate) struct Buckets<T> {
    pub(crate) all: Vec<Mutex<T>>,
    /// Whether the side is White.
    pub(crate) white: bool,
}

impl<T: Default> Buckets<T> {
    /// Makes a number of empty buckets, a power of two.
    pub(crate) fn new(count: usize, white: bool) -> Self {
        Self { all: (0..count).map(|_| Mutex::default()).collect(), white }
    }

    /// Returns the number of the bucket of a position.
    #[inline(always)]
    pub(crate) fn index(&self, position: &Packed) -> usize {
        position.bucket(self.white, self.all.len())
    }
}

/// Locks a bucket.
pub(crate) fn lock<T>(bucket: &Mutex<T>) -> MutexGuard<'_, T> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}
