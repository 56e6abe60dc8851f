//! The attacks of sliding chess pieces: rook, bishop and queen, by every technique of the
//! literature behind one interface, each written once.
//!
//! The front door takes a square and the occupied squares:
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
//! Attacks include the first blocker of either colour and never the slider's own square, whose bit
//! in the occupied set does not matter.
//!
//! Another technique is chosen by its type, [`SliderAttacks`] in scope, or at run time:
//!
//! ```
//! use hyperbola::techniques::ObstructionDifference;
//! use hyperbola::{Technique, Bitboard, SliderAttacks, Square, constant};
//!
//! let by_type = ObstructionDifference::rook_attacks(Square::A1, Bitboard::EMPTY);
//! let technique: Technique = "hq-rank-to-diagonal".parse()?;
//! assert_eq!(technique.rook_attacks(Square::A1, Bitboard::EMPTY), by_type);
//!
//! // In constants, the `const fn` forms:
//! const CORNER: Bitboard = constant::rook_attacks(Square::A1, Bitboard::EMPTY);
//! assert_eq!(CORNER, by_type);
//! # Ok::<(), hyperbola::ParseTechniqueError>(())
//! ```
//!
//! Each technique is a branch-free function over a [`Word`]: on `u64` the scalar technique, on
//! [`Lanes`] as many queries at once, on a recording word its own explanation. [`Technique::ALL`]
//! lists them; [`techniques`] has them as types.
//!
//! # Features
//!
//! - `std` (default): asks the processor at run time which instructions it has.
//! - `tables` (default): the techniques whose tables are larger than 64 KiB.
//! - `remake`: makes the tables again at run time, to time it or to compare.
//! - `rayon`: batches on many threads, `batch::parallel`; with it comes the one dependency.
//!
//! Without features the crate needs no standard library and allocates nothing either way.

#![no_std]
#![cfg_attr(
    feature = "tables",
    allow(long_running_const_eval, reason = "the large tables are made at compile time")
)]

#[cfg(feature = "std")]
extern crate std;

// First, for its macro.
#[macro_use]
mod registry;

pub mod a8;
pub mod batch;
pub mod bitboard;
pub mod check;
pub mod choice;
pub mod constant;
mod course;
pub mod geometry;
pub mod leapers;
mod line;
pub mod masks;
mod processor;
pub mod setwise;
mod square;
pub mod table;
pub mod technique;
pub mod techniques;
pub mod word;

pub use bitboard::Bitboard;
pub use leapers::{Color, king_attacks, knight_attacks, pawn_attacks};
pub use line::{Direction, Line, ParseSliderError, Slider};
pub use processor::Instruction;
pub use registry::{ParseTechniqueError, Technique};
pub use square::{File, ParseSquareError, Rank, Square};
pub use technique::{
    Family, LineAttacks, OccupiedBoards, SetwiseAttacks, SliderAttacks, TechniqueInfo,
};
pub use word::{LaneWord, Lanes, Word};

/// The technique of the front door.
pub const DEFAULT: Technique = Technique::HqFirstRank;

/// The same as a type, so that the front door branches on nothing.
pub type FrontDoor = techniques::HqFirstRank;

/// Returns the attacks of a rook.
///
/// ```
/// use hyperbola::{Bitboard, Square, bitboard, rook_attacks};
/// let occupied = Bitboard::from_iter([Square::C4, Square::G4]);
/// assert_eq!(rook_attacks(Square::E4, occupied), bitboard! {
///     . . . . 1 . . .
///     . . . . 1 . . .
///     . . . . 1 . . .
///     . . . . 1 . . .
///     . . 1 1 . 1 1 .
///     . . . . 1 . . .
///     . . . . 1 . . .
///     . . . . 1 . . .
/// });
/// ```
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    FrontDoor::rook_attacks(square, occupied)
}

/// Returns the attacks of a bishop.
///
/// ```
/// use hyperbola::{Bitboard, Square, bishop_attacks};
/// let attacks = bishop_attacks(Square::A1, Square::C3.into());
/// assert_eq!(attacks, Bitboard::from_iter([Square::B2, Square::C3]));
/// ```
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    FrontDoor::bishop_attacks(square, occupied)
}

/// Returns the attacks of a queen: the union of a rook's and a bishop's.
///
/// ```
/// use hyperbola::{Bitboard, Square, bishop_attacks, queen_attacks, rook_attacks};
/// let occupied = Bitboard(0x00ff_0000_0000_ff00);
/// let union = rook_attacks(Square::E5, occupied) | bishop_attacks(Square::E5, occupied);
/// assert_eq!(queen_attacks(Square::E5, occupied), union);
/// ```
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    FrontDoor::queen_attacks(square, occupied)
}

/// Returns the attacks of a rook and those of a bishop on one square, which together cost less
/// than apart.
///
/// ```
/// use hyperbola::{Bitboard, Square, bishop_attacks, rook_attacks, rook_bishop_attacks};
/// let (rook, bishop) = rook_bishop_attacks(Square::H1, Bitboard::EMPTY);
/// assert_eq!(rook, rook_attacks(Square::H1, Bitboard::EMPTY));
/// assert_eq!(bishop, bishop_attacks(Square::H1, Bitboard::EMPTY));
/// ```
#[inline]
#[must_use]
pub fn rook_bishop_attacks(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    FrontDoor::rook_bishop_attacks(square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_door_is_the_default() {
        assert_eq!(FrontDoor::INFO, *DEFAULT.info());
    }
}
