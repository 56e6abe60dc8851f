//! The greatest length of sequences.

/// The greatest length of sequences that is counted. It bounds the stack that counting takes, and
/// hardly any count of so great a length would end.
pub const MAX_DEPTH: u32 = 255;

/// Panics if a length is too great.
#[track_caller]
pub(crate) fn check_depth(depth: u32) {
    assert!(depth <= MAX_DEPTH, "expected a depth to {MAX_DEPTH}, found {depth}");
}
