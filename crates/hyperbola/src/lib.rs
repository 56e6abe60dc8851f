//! Computes the attacks of sliding chess pieces: rook, bishop and queen. Every technique of the
//! literature is here, each written once, behind one interface.
//!
//! The simplest functions take a square and the occupied squares:
//!
//! ```
//! use hyperbola::{Square, bitboard, queen_attacks};
//!
//! let occupied = bitboard! {
//!     . . . . . . . .
//!     . . . 1 . . . .
//!     . . . . . 1 . .
//!     . . . . . . . .
//!     . 1 . . . . 1 .
//!     . . . . . . . .
//!     . . . . . 1 . .
//!     . . . . . . . .
//! };
//! assert_eq!(queen_attacks(Square::D4, occupied), bitboard! {
//!     . . . . . . . .
//!     1 . . 1 . . . .
//!     . 1 . 1 . 1 . .
//!     . . 1 1 1 . . .
//!     . 1 1 . 1 1 1 .
//!     . . 1 1 1 . . .
//!     . 1 . 1 . 1 . .
//!     1 . . 1 . . . .
//! });
//! ```
//!
//! Attacks include the first blocker, of either colour. They never include the slider's own square.
//! The bit of that square in the occupied set does not matter.
//!
//! Choose another technique by its type, with [`SliderAttacks`] in scope, or at run time:
//!
//! ```
//! use hyperbola::techniques::ObstructionDifference;
//! use hyperbola::{Bitboard, SliderAttacks, Square, Technique, rook_attacks};
//!
//! let by_type = ObstructionDifference::rook_attacks(Square::A1, Bitboard::EMPTY);
//! let technique: Technique = "hq-rank-to-diagonal".parse()?;
//! assert_eq!(technique.rook_attacks(Square::A1, Bitboard::EMPTY), by_type);
//!
//! // The crate's own functions are `const fn`:
//! const CORNER: Bitboard = rook_attacks(Square::A1, Bitboard::EMPTY);
//! assert_eq!(CORNER, by_type);
//! # Ok::<(), hyperbola::ParseNameError>(())
//! ```
//!
//! Each technique is a branch-free function over a [`Word`]. On `u64` it answers one query. On
//! [`Lanes`] it answers as many queries as there are lanes. On a recording word it gives its own
//! explanation. [`Technique::ALL`] lists the techniques, and [`techniques`] has them as types.
//!
//! | you have | use |
//! |---|---|
//! | one slider on one square, or a constant | [`queen_attacks`], [`rook_attacks`], [`bishop_attacks`], [`slider_attacks`] |
//! | the same, the fastest way on the target that the program is compiled for | [`Native`] |
//! | the same, by another technique that one line chooses | [`techniques`] describes their uses |
//! | a king, a knight or a pawn | [`leapers`] |
//! | many queries in slices | [`batch`] |
//! | all sliders of a side at once | [`setwise`] |
//! | a king that sliders may give check | [`check`] |
//! | rays, lines, the squares between two squares | [`geometry`] |
//! | a purpose, and no technique yet | [`Purpose::choice_and_reason`](choice::Purpose::choice_and_reason) |
//! | a set of squares to go through or to print | [`Bitboard`]: it iterates over its squares, and displays as a board |
//!
//! # Features
//!
//! - `std` (default): asks the processor at run time which instructions it has.
//! - `tables`: the techniques whose tables are larger than 64 KiB or slow to compile.
//! - `remake`: makes the tables again at run time, to time this or to compare the results.
//! - `rayon`: batches on many threads, in `batch::parallel`.
//! - `serde`: squares, files, ranks and colours as their names, `"e4"`, and bitboards in
//!   hexadecimal, `"0x0000000010000000"`, because not every reader of JSON keeps 64 bits of a
//!   number. Formats that people do not read have the index or the 64 bits as a number.
//! - `arbitrary`: squares, files, ranks, colours and bitboards from a fuzzer's bytes. This needs
//!   the standard library.
//!
//! Only the last three add a dependency. Without features, or with `serde`, the crate needs no
//! standard library. Its own code allocates nothing: with `rayon`, the threads do, and with
//! `serde`, the errors of some formats.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![cfg_attr(
    feature = "tables",
    allow(long_running_const_eval, reason = "the large tables are made at compile time")
)]

#[cfg(feature = "std")]
extern crate std;

// This module comes first because the others use its macro.
#[macro_use]
mod registry;

pub mod a8;
pub mod batch;
pub mod bitboard;
pub mod check;
pub mod choice;
mod color;
mod course;
pub mod formulas;
mod front_door;
#[cfg(feature = "arbitrary")]
mod fuzzing;
pub mod geometry;
pub mod leapers;
mod line;
pub mod masks;
mod native;
mod processor;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod serialize;
pub mod setwise;
mod square;
mod steps;
pub mod table;
pub mod technique;
pub mod techniques;
mod text;
pub mod word;

pub use bitboard::Bitboard;
pub use color::Color;
pub use front_door::{
    bishop_attacks, queen_attacks, rook_attacks, rook_bishop_attacks, slider_attacks,
};
pub use leapers::{king_attacks, knight_attacks, pawn_attacks};
pub use line::{Direction, Line, Slider};
pub use native::Native;
pub use processor::Instruction;
pub use registry::Technique;
pub use square::{File, ParseSquareError, Rank, Square};
pub use technique::{
    Family, LineAttacks, OccupiedBoards, SetwiseAttacks, SliderAttacks, TechniqueInfo,
};
pub use text::ParseNameError;
pub use word::{Bits, LaneWord, Lanes, Word};

/// The technique of the crate's own functions, such as [`queen_attacks`].
pub const DEFAULT: Technique = Technique::MagicTwoColors;

/// The same technique as a type, so that those functions need no branch.
pub type FrontDoor = techniques::MagicTwoColors;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_door_is_the_default() {
        assert_eq!(FrontDoor::INFO, *DEFAULT.info());
    }
}

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
