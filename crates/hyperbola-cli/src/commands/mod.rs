//! The commands, a file each.

pub(crate) mod attacks;
pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod explain;
pub(crate) mod fen;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod prove;
pub(crate) mod verify;

/// Returns those of a list that are named, in the list's order, or all if none is named.
fn chosen<T: Copy + PartialEq>(all: &[T], named: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| named.is_empty() || named.contains(one)).collect()
}
