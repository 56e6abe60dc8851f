//! Boards that count from a8: square 0 is a8, square 63 is h1 (the Rust dev-blog's mapping).
//!
//! Both mappings go along the ranks and differ only in the order of the ranks. So `index ^ 56`
//! converts a square and a byte swap converts a set, in both directions.

use crate::techniques::subtract::hyperbola_quintessence::{Mirror, line_attacks};
use crate::word::Word;
use crate::{Bitboard, Square};

/// Returns the index of a square on a board that counts from a8: a8 = 0, h1 = 63.
///
/// ```
/// use hyperbola::{a8, Square};
/// assert_eq!(a8::index(Square::E4), 36);
/// ```
#[must_use]
pub const fn index(square: Square) -> u8 {
    square.index() ^ 56
}

/// Makes a square from its index on a board that counts from a8, if it is below 64.
#[must_use]
pub const fn square(index: u8) -> Option<Square> {
    Square::from_index(index ^ 56)
}

/// Returns a set as a board that counts from a8: bit 0 is a8.
#[must_use]
pub const fn from_bitboard(squares: Bitboard) -> u64 {
    squares.0.swap_bytes()
}

/// Makes a set from a board that counts from a8.
#[must_use]
pub const fn to_bitboard(squares: u64) -> Bitboard {
    Bitboard(squares.swap_bytes())
}

/// Returns the attacks along one line, with the dev-blog's signature. `square` (0 to 63, taken
/// modulo 64), `occupied` and the result count from a8. `mask` is the whole line, with or without
/// the slider's square.
///
/// The formula works on any way of counting as long as the square and the sets agree. So this is
/// unchanged hyperbola quintessence, with a full bit reversal.
///
/// The dev-blog's example is a rook on e4, with c4 and g4 occupied:
///
/// ```
/// use hyperbola::{a8, Square};
/// let rank = 0xff_0000_0000;
/// let attacks = a8::hyp_quint(a8::index(Square::E4), 0x44_0000_0000, rank);
/// assert_eq!(attacks, 0x6c_0000_0000);
/// ```
#[must_use]
pub fn hyp_quint(square: u8, occupied: u64, mask: u64) -> u64 {
    let r = u64::from(square).bit();
    line_attacks(occupied, r, mask & !r, Mirror::ReverseBits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_undo_each_other() {
        for square_index in 0..64 {
            let on_board = square(square_index).expect("an index below 64 is a square");
            assert_eq!(index(on_board), square_index);
            assert_eq!(from_bitboard(on_board.into()), 1 << square_index);
            assert_eq!(to_bitboard(1 << square_index), on_board.into());
        }
        assert_eq!(square(64), None);
    }

    #[test]
    fn the_sliders_own_square_matters_neither_in_the_mask_nor_in_the_set() {
        let (e4, occupied, rank) = (index(Square::E4), 0x44_0000_0000, 0xff_0000_0000);
        for own_in_set in [0, 1 << e4] {
            for own_in_mask in [0, 1 << e4] {
                let mask = rank ^ (1 << e4) | own_in_mask;
                let attacks = hyp_quint(e4, occupied | own_in_set, mask);
                assert_eq!(attacks, 0x6c_0000_0000, "{own_in_set:#x} {own_in_mask:#x}");
            }
        }
    }
}
