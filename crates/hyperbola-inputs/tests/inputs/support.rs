//! Helpers that the tests share.

use hyperbola_inputs::{Board, Color, InputSet};

/// Returns the active inputs of a view in ascending order.
pub(crate) fn active(set: &InputSet, board: &Board, view: Color) -> Vec<u32> {
    let mut indices = set.active(board).view(view).to_vec();
    indices.sort_unstable();
    indices
}

/// Returns the set of a text that is known to be one.
pub(crate) fn named(text: &str) -> InputSet {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the digest of lists that the files of `testdata/inputs` have: FNV-1a of 32 bits, of each
/// list's numbers in ascending order with the lowest byte first, and of four bytes 255 after each
/// list.
pub(crate) fn digest(lists: &[Vec<u32>]) -> u32 {
    let numbers = lists.iter().flat_map(|list| list.iter().copied().chain([u32::MAX]));
    numbers
        .flat_map(u32::to_le_bytes)
        .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
