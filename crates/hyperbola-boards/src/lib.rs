//! Computes the attacks of sliding pieces on boards of any size up to 256 squares, by the formulas
//! of `hyperbola`: for shogi, xiangqi, Capablanca chess, and boards of your own.
//!
//! A formula such as hyperbola quintessence takes the bits of one line. It does not matter how many
//! squares the line has, nor how far apart their bits are. So the same code that computes on 64
//! bits for a chessboard computes on 128 or 256 bits for a larger one: it is not written again
//! here.
//!
//! ```
//! use hyperbola_boards::boards::Shogi;
//! use hyperbola_boards::{Square, SquareSet, bishop_attacks, square_set};
//!
//! let bishop: Square<Shogi> = "8h".parse()?;
//! let occupied: SquareSet<Shogi> = square_set! {
//!     1 1 1 1 1 1 1 1 1
//!     . 1 . . . . . 1 .
//!     1 1 1 1 1 1 . 1 1
//!     . . . . . . 1 . .
//!     . . . . . . . . .
//!     . . 1 . . . . . .
//!     1 1 . 1 1 1 1 1 1
//!     . 1 . . . . . 1 .
//!     1 1 1 1 1 1 1 1 1
//! };
//! assert_eq!(bishop_attacks(bishop, occupied), square_set! {
//!     . . . . . . . . .
//!     . . . . . . . 1 .
//!     . . . . . . 1 . .
//!     . . . . . 1 . . .
//!     . . . . 1 . . . .
//!     . . . 1 . . . . .
//!     1 . 1 . . . . . .
//!     . . . . . . . . .
//!     1 . 1 . . . . . .
//! });
//! # Ok::<(), hyperbola_boards::ParseSquareError>(())
//! ```
//!
//! | you have | use |
//! |---|---|
//! | a rook, a bishop, a queen or a lance | [`rook_attacks`] and the functions beside it |
//! | a cannon of xiangqi | [`cannon_attacks`] |
//! | a piece that leaps, and perhaps can be blocked | [`leapers`] |
//! | the same by another technique | [`BoardAttacks`], [`TECHNIQUES`], [`dispatch_on_boards!`] |
//! | all lances, or all rooks, of a side at once | [`direction_attacks`], [`setwise_attacks`] |
//! | a board of another size | [`board!`] |
//!
//! No rules of games are here: moves, drops, promotions, rivers and palaces are up to you.
//!
//! # Features
//!
//! - `tables`: the techniques with more than 64 KiB of tables.
//! - `explain`: `explain_on_board` explains a technique step by step, and `board_program` has its
//!   steps as a program.
//! - `export`: `export_on_board` prints a technique as a file of another language.
//! - `prove`: `prove_on_board` and `prove_squares_of` prove a technique for all sets of occupied
//!   squares.
//!
//! The last three need the standard library. Without them, the core is the only dependency.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(any(feature = "explain", feature = "prove")), no_std)]
#![cfg_attr(
    feature = "tables",
    allow(long_running_const_eval, reason = "the large tables are made at compile time")
)]

// This module comes first because the others use its macros.
#[doc(hidden)]
#[macro_use]
pub mod named;

mod board;
pub mod boards;
#[cfg(feature = "explain")]
mod explain;
#[cfg(feature = "export")]
mod export;
#[doc(hidden)]
pub mod geometry;
pub mod leapers;
#[doc(hidden)]
pub mod magic;
#[cfg(feature = "explain")]
mod program;
#[cfg(feature = "prove")]
mod prove;
mod set;
mod sliders;
mod square;

pub use hyperbola::word::{OtherBits, Partial, Storage};

pub use board::{Board, Names, Stored, Tables, WordCount};
#[cfg(feature = "explain")]
pub use explain::{explain_board, explain_on_board};
#[cfg(feature = "export")]
pub use export::export_on_board;
pub use geometry::{Layout, Size};
pub use named::{FORMULAS, NamedBoard, TECHNIQUES};
#[cfg(feature = "explain")]
pub use program::{BoardInstruction, BoardProgram, board_program};
#[cfg(feature = "prove")]
pub use prove::{
    BoardClaim, BoardCounterexample, BoardFailure, BoardScope, Provable, prove_on_board,
    prove_sets_of, prove_squares_of,
};
pub use set::{SquareSet, Squares};
pub use sliders::{
    BoardAttacks, FrontDoor, bishop_attacks, cannon_attacks, direction_attacks, lance_attacks,
    queen_attacks, rook_attacks, setwise_attacks,
};
pub use square::{ParseSquareError, Square};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So are those of the page on boards.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/BOARDS.md")]
struct Page;
