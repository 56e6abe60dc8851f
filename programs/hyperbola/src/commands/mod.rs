//! The commands, each in its own file.

pub(crate) mod attacks;
pub(crate) mod fen;
pub(crate) mod list;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod uci;
