//! Stockfish's binpack: chunks of chains, each a position and the moves and scores after it.
//!
//! The candidates that a move is numbered among leave checks and pins aside, but the square of a
//! capture en passant counts only if such a capture is legal. A chain is read to the same positions
//! only if both are done in this way.

mod chain;
mod moves;
mod read;
mod stem;
mod write;

pub(crate) use read::{BinpackReader, size};
pub(crate) use write::{BinpackWriter, score_of};

/// The bytes that each chunk begins with.
pub(crate) const MAGIC: [u8; 4] = *b"BINP";

/// The bytes before a chunk's contents: [`MAGIC`] and the number of bytes of the contents.
pub(crate) const HEADER: usize = 8;

/// The largest number of bytes of a chunk's contents.
const MOST: usize = 100 << 20;

/// The bytes of a stem and of the number of plies behind it.
const CHAIN: usize = stem::SIZE + 2;

/// The number of half moves after which [`BinpackWriter`] begins a new chain.
const MOST_PLIES: u16 = 2000;

/// The groups of four bits of a score.
const GROUPS: u32 = 4;
