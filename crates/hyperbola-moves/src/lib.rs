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
//! A [`Position`] can always be played on: each side has exactly one king, the side that is not to
//! move is not in check, and every castling right has its king and its rook. A [`Setup`] has the
//! same parts but makes no such promise; it is built by hand or read from a FEN. Chess960 is not a
//! special case: castling rights are stored as the squares of rooks, and castling is written as the
//! king's move onto its own rook.
//!
//! Everything that needs the attacks of sliders takes the technique as a type parameter.
//! [`Position::legal`] uses the default technique of the crate `hyperbola`, and
//! [`Position::legal_by`] any other. Both return [`Legal`], which knows the checkers and the pinned
//! pieces and visits the legal moves in sets.
//!
//! The feature `std` is on by default. It turns on the feature `std` of `hyperbola` and adds the
//! counter of [`perft`]. Without it, the crate needs no standard library and allocates no memory.

#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod board;
mod castling;
#[cfg(feature = "std")]
mod counter;
pub mod detector;
mod exchange;
mod fen;
mod isaac64;
mod legal;
mod moves;
mod outcome;
pub mod perft;
mod piece;
pub mod placement;
mod position;
mod role;
mod san;
mod setup;
mod side;
#[cfg(feature = "std")]
mod subtrees;
mod tables;
mod uci;
mod zobrist;

pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use exchange::PieceValues;
pub use fen::{Fen, FenError, FenErrorKind, ParsePositionError};
pub use hyperbola::{Bitboard, Color, File, Rank, Square};
pub use legal::{Legal, MoveSet, Origin};
pub use moves::{Move, MoveList};
pub use outcome::{Outcome, Repetitions};
pub use piece::Piece;
pub use position::{IllegalMove, Position};
pub use role::Role;
pub use san::{San, SanError};
pub use setup::{PositionError, Setup};
pub use uci::{Uci, UciError};

/// The recipes of the guide compile, and their assertions hold.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../../../docs/GUIDE.md")]
struct Guide;
