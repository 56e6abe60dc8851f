//! A bishop's attacks as a program has them; `cargo xtask instructions` counts the instructions.

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::{Bitboard, SliderAttacks as _, Square};

/// Returns the attacks of a bishop by hyperbola quintessence: the routine as it stands in a
/// program that does not inline it.
#[inline(never)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    HyperbolaQuintessence::bishop_attacks(square, occupied)
}
