//! The commands, each in its own file.

pub(crate) mod attacks;
pub(crate) mod bench;
pub(crate) mod completions;
mod each;
pub(crate) mod explain;
pub(crate) mod fen;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod prove;
pub(crate) mod verify;

/// Returns the items of a list that are named, in the list's order. If none is named, it returns
/// all.
fn chosen<T: Copy + PartialEq>(all: &[T], named: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| named.is_empty() || named.contains(one)).collect()
}
