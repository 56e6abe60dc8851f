//! Contains a bishop's attacks as in a program. `cargo workshop instructions` counts the
//! instructions.

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::{Bitboard, SliderAttacks as _, Square};

/// Returns the attacks of a bishop by hyperbola quintessence. The routine is compiled as in a
/// program that does not inline it.
#[inline(never)]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    HyperbolaQuintessence::bishop_attacks(square, occupied)
}
