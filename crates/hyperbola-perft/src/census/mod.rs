//! The number of different positions after a number of half moves.
//!
//! Positions are the same if their pieces, the side to move, the castling rights and the en passant
//! part are the same. Clocks do not count. A castling right is there until its king or its rook has
//! moved or is gone, whether or not castling is legal now. There are three definitions of the en
//! passant part, [`EnPassant`]; a count gives the numbers of all three.
//!
//! The feature `files` adds the module `state`: a file that keeps the results of a long count.

mod buckets;
mod captures;
mod count;
mod digest;
mod last;
mod side;
#[cfg(feature = "files")]
pub mod state;
mod table;
mod unique;

pub use unique::{EnPassant, Unique, UniqueCounts, UniqueError, UniqueWork, unique_fens};
