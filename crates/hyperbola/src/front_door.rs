//! The crate's own functions for one query. They compute what [`FrontDoor`](crate::FrontDoor)
//! computes, with the same operations, as `const fn`.
//!
//! A trait's functions cannot be `const`. So this one formula, magic bitboards of two colours, is
//! written once more here, on plain `u64`. The conformance suite checks that it equals every
//! technique of the registry.

use crate::techniques::lookup::first_rank::FIRST_RANK_ATTACKS;
use crate::techniques::lookup::magic_two_colors::{
    BISHOP_SHIFT, BISHOPS, Column, FILLED_FILE_ATTACKS, INNER_SHIFT, SQUARES,
};
use crate::{Bitboard, Slider, Square};

/// Returns the attacks of a rook. It can be used in constants.
///
/// ```
/// use hyperbola::{Bitboard, Square, bitboard, rook_attacks};
/// const OCCUPIED: Bitboard = Bitboard(Square::C4.bit() | Square::G4.bit());
/// const ATTACKS: Bitboard = rook_attacks(Square::E4, OCCUPIED);
/// assert_eq!(ATTACKS, bitboard! {
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
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(rank_attacks(square, occupied.0) | file_attacks(square, occupied.0))
}

/// Returns the attacks of a bishop. It can be used in constants.
///
/// ```
/// use hyperbola::{Bitboard, Square, bishop_attacks};
/// let attacks = bishop_attacks(Square::A1, Square::C3.into());
/// assert_eq!(attacks, Bitboard::from_iter([Square::B2, Square::C3]));
/// ```
#[inline]
#[must_use]
pub const fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let o = occupied.0 | column(square, Column::Others);
    let hash = o.wrapping_mul(column(square, Column::Factor)) >> BISHOP_SHIFT;
    #[expect(clippy::cast_possible_truncation, reason = "the sum is below the table's length")]
    let place = (column(square, Column::Offset) + hash) as usize;
    Bitboard(BISHOPS.at(place) & column(square, Column::Color))
}

/// Returns the attacks of a queen; where a program does nothing but ask for them in a loop,
/// `techniques::MagicFancy` or, with fast bit extraction, `techniques::Pext` takes 0.62 to 0.78 of
/// the time.
///
/// Those have 850 KiB of tables (feature `tables`) and this has 34. In a whole engine they are
/// level or behind, as `docs/SPEED.md` shows. The attacks are the union of a rook's and a bishop's.
/// The function can be used in constants.
///
/// ```
/// use hyperbola::{Bitboard, Square, bishop_attacks, queen_attacks, rook_attacks};
/// let occupied = Bitboard(0x00ff_0000_0000_ff00);
/// let union = rook_attacks(Square::E5, occupied) | bishop_attacks(Square::E5, occupied);
/// assert_eq!(queen_attacks(Square::E5, occupied), union);
/// ```
#[inline]
#[must_use]
pub const fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(rook_attacks(square, occupied).0 | bishop_attacks(square, occupied).0)
}

/// Returns the attacks of a rook and those of a bishop on one square. It can be used in constants.
///
/// ```
/// use hyperbola::{Bitboard, Square, bishop_attacks, rook_attacks, rook_bishop_attacks};
/// let (rook, bishop) = rook_bishop_attacks(Square::H1, Bitboard::EMPTY);
/// assert_eq!(rook, rook_attacks(Square::H1, Bitboard::EMPTY));
/// assert_eq!(bishop, bishop_attacks(Square::H1, Bitboard::EMPTY));
/// ```
#[inline]
#[must_use]
pub const fn rook_bishop_attacks(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    (rook_attacks(square, occupied), bishop_attacks(square, occupied))
}

/// Returns the attacks of a slider that is chosen at run time. It can be used in constants.
///
/// ```
/// use hyperbola::{Bitboard, Slider, Square, rook_attacks, slider_attacks};
/// let attacks = slider_attacks(Slider::Rook, Square::A1, Bitboard::FULL);
/// assert_eq!(attacks, rook_attacks(Square::A1, Bitboard::FULL));
/// ```
#[inline]
#[must_use]
pub const fn slider_attacks(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    match slider {
        Slider::Rook => rook_attacks(square, occupied),
        Slider::Bishop => bishop_attacks(square, occupied),
        Slider::Queen => queen_attacks(square, occupied),
    }
}

/// Returns one word of a square's row.
#[inline]
const fn column(square: Square, column: Column) -> u64 {
    SQUARES.at((8 * square as usize) | column as usize)
}

/// Returns the attacks along a file: the entry that stands for the rank and the file's six inner
/// squares, only on the file.
#[inline]
const fn file_attacks(square: Square, occupied: u64) -> u64 {
    let file = column(square, Column::File);
    let inner = (occupied & file).wrapping_mul(column(square, Column::FileFactor)) >> INNER_SHIFT;
    FILLED_FILE_ATTACKS.at((square as usize & 56) << 3 | inner as usize) & file
}

/// Returns the attacks along a rank: the byte that stands for the file and the rank's six inner
/// squares.
#[inline]
const fn rank_attacks(square: Square, occupied: u64) -> u64 {
    let rank_shift = square.word() & 56;
    let inner = occupied.wrapping_mul(column(square, Column::RankFactor)) >> INNER_SHIFT;
    let attacks = FIRST_RANK_ATTACKS.at((square as usize & 7) << 6 | inner as usize);
    (attacks as u64) << rank_shift
}
