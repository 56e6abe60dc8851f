//! Chess positions and their legal moves, with any technique for slider attacks.
//!
//! ```
//! use hyperbola_moves::{Position, perft};
//!
//! let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
//!     .parse()?;
//! assert_eq!(position.legal_moves().len(), 48);
//! let castling = position.parse_san("O-O")?;
//! let next = position.play(castling)?;
//! assert_eq!(next.uci(next.parse_san("hxg2")?).to_string(), "h3g2");
//! assert_eq!(perft::plain(&position, 3), 97_862);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] is always one that can be played on: exactly one king a side, the side that is
//! not to move is not in check, every castling right has its king and its rook. A [`Setup`] is the
//! same parts without that promise, to be made by hand or read from a FEN. Chess960 is nothing
//! special: castling rights are the squares of rooks, and castling is the king's move onto its own
//! rook.
//!
//! Everything that needs the attacks of sliders takes the technique as a type, and the front door
//! takes the core's: [`Position::legal`] and [`Position::legal_by`] give [`Legal`], which knows the
//! checkers and the pinned pieces and visits the legal moves in sets.
//!
//! Without its feature `std`, on by default, the crate needs no standard library and allocates
//! nothing; with it come the core's, and the counter of [`perft`].

#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod board;
mod castling;
#[cfg(feature = "std")]
mod counter;
pub mod detector;
mod fen;
mod isaac64;
mod legal;
mod moves;
pub mod perft;
mod piece;
pub mod placement;
mod position;
mod role;
mod san;
mod setup;
mod side;
mod tables;
mod uci;
mod zobrist;

pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use fen::{Fen, FenError, FenErrorKind, ParsePositionError};
pub use hyperbola::{Bitboard, Color, File, Rank, Square};
pub use legal::{Legal, MoveSet, Origin};
pub use moves::{Move, MoveList};
pub use piece::Piece;
pub use position::{IllegalMove, Position};
pub use role::Role;
pub use san::{San, SanError};
pub use setup::{PositionError, Setup};
pub use uci::{Uci, UciError};
