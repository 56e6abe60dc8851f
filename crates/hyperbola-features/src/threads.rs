//! Work in pieces that threads share.
//!
//! A loop of rayon is compiled again for each place that has one, which takes long. The one loop
//! here is compiled once.

use core::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The number of rows that a thread reads, writes or checks at a time.
pub const PIECE: usize = 4096;

/// Returns the ranges of a number of rows, in pieces of a length. The last piece may be shorter.
pub(crate) fn ranges(rows: usize, length: usize) -> impl Iterator<Item = Range<usize>> {
    (0..rows).step_by(length).map(move |start| start..rows.min(start + length))
}

/// Returns the results of work on each part, in the order of the parts. The work is done on the
/// current pool of rayon's threads if the feature `rayon` is on.
pub fn map<P: Send, R: Send>(
    parts: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    map_if(true, parts, work)
}

/// Does what [`map`] does, or all on the calling thread.
pub(crate) fn map_if<P: Send, R: Send>(
    is_parallel: bool,
    parts: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    if cfg!(not(feature = "rayon")) || !is_parallel {
        return parts.into_iter().map(work).collect();
    }
    // Each part, and then its result.
    let places: Vec<_> =
        parts.into_iter().map(|part| (Mutex::new(Some(part)), Mutex::new(None))).collect();
    for_each(places.len(), &|index| {
        let (part, result) = &places[index];
        let part = part.lock().unwrap_or_else(PoisonError::into_inner).take();
        let found = part.map(&work);
        *result.lock().unwrap_or_else(PoisonError::into_inner) = found;
    });
    let results = places.into_iter().map(|(_, result)| result.into_inner());
    results.filter_map(|result| result.unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Does work on each part, on many threads or all on the calling thread. Each thread makes what its
/// work needs too, and uses it again for its next part.
pub(crate) fn for_each_with<P: Send, S: Send>(
    is_parallel: bool,
    parts: impl IntoIterator<Item = P>,
    make: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, P) + Sync,
) {
    let unused: Mutex<Vec<S>> = Mutex::new(Vec::new());
    let lock = || unused.lock().unwrap_or_else(PoisonError::into_inner);
    map_if(is_parallel, parts, |part| {
        let found = lock().pop();
        let mut state = found.unwrap_or_else(&make);
        work(&mut state, part);
        lock().push(state);
    });
}

/// Returns the number of threads that share work.
pub(crate) fn number() -> usize {
    #[cfg(feature = "rayon")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "rayon"))]
    1
}

/// Does work for each index below a number.
fn for_each(number: usize, work: &(dyn Fn(usize) + Sync)) {
    #[cfg(feature = "rayon")]
    if number > 1 {
        use rayon::prelude::*;
        return (0..number).into_par_iter().for_each(work);
    }
    (0..number).for_each(work);
}
