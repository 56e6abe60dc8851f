//! A chess engine that shows how the library is used. `docs/ENGINE.md` walks through it.

mod endgames;
mod games;
mod history;
mod network;
mod search;
mod table;
mod uci;

pub use games::write_games;
pub use network::Network;
pub use search::{MATE, Search};

/// The examples of the page are tested.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/ENGINE.md")]
struct Page;
