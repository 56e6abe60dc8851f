//! The commands, each in its own file.

mod boards;
mod each;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod perft;
pub(crate) mod prove;
pub(crate) mod verify;

/// Returns the items of a list that are named, in the list's order. If none is named, it returns
/// all.
fn chosen<T: Copy + PartialEq>(all: &[T], named: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| named.is_empty() || named.contains(one)).collect()
}
