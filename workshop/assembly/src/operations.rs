//! Each operation of formulas on plain words as a function. `cargo workshop instructions` compares
//! their instructions with those that explanations name.

use hyperbola::masks::{SQUARE_MASKS, SquareMask};
use hyperbola::table::Table;
use hyperbola::{Bits, Word as _};

/// The orders of the bits that a function takes: what they are does not matter.
static ORDERS: Table<u8, 4096> = Table::new("ORDERS", [0; 4096]);

/// Writes a function for each operation, of as many words as it names.
macro_rules! operations {
    ($($name:ident($($word:ident),*) $result:expr;)*) => {$(
        /// Computes the operation.
        #[inline(never)]
        #[must_use]
        pub fn $name($($word: u64),*) -> u64 { $result }
    )*};
}

operations! {
    not(a) !a;
    and(a, b) a & b;
    or(a, b) a | b;
    xor(a, b) a ^ b;
    add(a, b) a.wrapping_add(b);
    subtract(a, b) a.wrapping_sub(b);
    multiply(a, b) a.wrapping_mul(b);
    multiply_high(a, b) a.multiply_high(b);
    shift_left(a) a.shl(9);
    shift_right(a) a.shr(9);
    rotate_left(a) a.rotate_left(5);
    shift_left_by(a, b) a.shl_by(b);
    shift_right_by(a, b) a.shr_by(b);
    rotate_left_by(a, b) a.rotate_left_by(b);
    subtract_bytes(a, b) a.wrapping_sub_bytes(b);
    extract(a, b) a.pext(b);
    deposit(a, b) a.pdep(b);
    swap_bytes(a) a.swap_bytes();
    reverse_bits(a) a.reverse_bits();
    leading_zeros(a) Bits::leading_zeros(a);
    trailing_zeros(a) Bits::trailing_zeros(a);
    count_ones(a) Bits::count_ones(a);
    zero_mask(a) a.zero_mask();
    highest_ones_of_bytes(a) a.highest_ones_of_bytes();
    lookup(a) a.lookup(&SQUARE_MASKS);
    permute(a, b) a.permute_bits(b, &ORDERS);
    mask(a) a.square_mask(SquareMask::Diagonal);
}
