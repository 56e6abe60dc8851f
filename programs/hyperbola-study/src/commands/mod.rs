//! The commands, each in its own file.

mod boards;
mod each;
pub(crate) mod explain;
pub(crate) mod export;
pub(crate) mod perft;
pub(crate) mod prove;
pub(crate) mod verify;

/// Returns the named items of a list, in the list's order, or all items if none is named.
fn chosen<T: Copy + PartialEq>(all: &[T], named: &[T]) -> Vec<T> {
    all.iter().copied().filter(|one| named.is_empty() || named.contains(one)).collect()
}
