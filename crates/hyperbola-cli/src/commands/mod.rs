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
pub(crate) mod verify;
