//! The attacks by the target's own choice, each as a function. `cargo workshop instructions`
//! compiles them for several processors and counts the instructions.

use hyperbola::{Bitboard, Native, SliderAttacks as _, Square};

/// Returns the attacks of a rook.
#[inline(never)]
#[must_use]
pub fn native_rook(square: Square, occupied: Bitboard) -> Bitboard {
    Native::rook_attacks(square, occupied)
}

/// Returns the attacks of a bishop.
#[inline(never)]
#[must_use]
pub fn native_bishop(square: Square, occupied: Bitboard) -> Bitboard {
    Native::bishop_attacks(square, occupied)
}

/// Returns the attacks of a queen.
#[inline(never)]
#[must_use]
pub fn native_queen(square: Square, occupied: Bitboard) -> Bitboard {
    Native::queen_attacks(square, occupied)
}

/// Returns the attacks of a rook and those of a bishop.
#[inline(never)]
#[must_use]
pub fn native_both(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    Native::rook_bishop_attacks(square, occupied)
}
