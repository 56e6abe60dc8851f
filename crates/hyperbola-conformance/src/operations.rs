//! Lists every operation of a word by name. A word must compute each as plain `u64` does.

use hyperbola::masks::{self, SquareMask};
use hyperbola::table::Table;
use hyperbola::word::transform;
use hyperbola::{Direction, Line, Word};

static BYTES: Table<u8, 256> = Table::new("BYTES", {
    let mut entries = [13_u8; 256];
    let mut index = 1;
    while index < 256 {
        entries[index] = entries[index - 1].wrapping_mul(165).wrapping_add(31);
        index += 1;
    }
    entries
});
static HALVES: Table<u32, 64> = Table::new("HALVES", {
    let mut entries = [0x89ab_cdef_u32; 64];
    let mut index = 1;
    while index < 64 {
        entries[index] = entries[index - 1].wrapping_mul(0x0123_4567).wrapping_add(1);
        index += 1;
    }
    entries
});
static QUARTERS: Table<u16, 2> = Table::new("QUARTERS", [0x1234, 0xfedc]);
static WHOLES: Table<u64, 8> = Table::new("WHOLES", [!0, 2, 3, 5, 7, 11, 13, 1 << 63]);
/// Four rows of bit numbers. They are taken modulo 64.
pub static ORDERS: Table<u8, 256> = Table::new("ORDERS", {
    let mut entries = [7_u8; 256];
    let mut index = 1;
    while index < 256 {
        entries[index] = entries[index - 1].wrapping_mul(173).wrapping_add(59);
        index += 1;
    }
    entries
});
static WORDS: Table<u64, 100> = Table::new("WORDS", {
    let mut entries = [0; 100];
    let mut index = 0;
    while index < 100 {
        entries[index] = !(index as u64 * 0x0123_4567_89ab_cdef);
        index += 1;
    }
    entries
});

/// An operation of one word.
pub type Unary<W> = (&'static str, fn(W) -> W);
/// An operation of a word and an amount.
pub type Amount<W> = (&'static str, fn(W, u32) -> W);
/// An operation of two words.
pub type Binary<W> = (&'static str, fn(W, W) -> W);

/// Lists the operations that any word has.
#[must_use]
pub fn unary<W: Word>() -> Vec<Unary<W>> {
    vec![
        ("not", |x| !x),
        ("splat", |x| x.splat(0x0123_4567_89ab_cdef)),
        ("swap_bytes", W::swap_bytes),
        ("reverse_bits", W::reverse_bits),
        ("swar_reverse_bits", transform::swar_reverse_bits),
        ("leading_zeros", W::leading_zeros),
        ("trailing_zeros", W::trailing_zeros),
        ("count_ones", W::count_ones),
        ("zero_mask", W::zero_mask),
        ("bit", W::bit),
        ("lookup of bytes", |x| x.lookup(&BYTES)),
        ("lookup of quarters", |x| x.lookup(&QUARTERS)),
        ("lookup of halves", |x| x.lookup(&HALVES)),
        ("lookup of words", |x| x.lookup(&WHOLES)),
        ("lookup of any length", |x| x.lookup(&WORDS)),
        ("lookup past a length", |x| (x & x.splat(127)).lookup(&WORDS)),
        ("named", |x| x.named("x")),
        ("named_in_lane", |x| x.named_in_lane("x", 0)),
        ("transpose", W::transpose),
        ("transpose by exchanges", transform::transpose),
        ("highest_ones_of_bytes", W::highest_ones_of_bytes),
        ("diagonals_to_ranks", transform::diagonals_to_ranks),
        ("anti_diagonals_to_ranks", transform::anti_diagonals_to_ranks),
        ("ranks_to_diagonals", transform::ranks_to_diagonals),
        ("ranks_to_anti_diagonals", transform::ranks_to_anti_diagonals),
    ]
}

/// Lists the operations of a word that is a square.
#[must_use]
pub fn of_squares<W: Word>() -> Vec<Unary<W>> {
    vec![
        ("bit of a square", |x| x.square_mask(SquareMask::Bit)),
        ("diagonal of a square", |x| x.square_mask(SquareMask::Diagonal)),
        ("anti-diagonal of a square", |x| x.square_mask(SquareMask::AntiDiagonal)),
        ("file of a square", |x| x.square_mask(SquareMask::File)),
        ("rank line", |x| x.line_mask(Line::Rank)),
        ("file line", |x| x.line_mask(Line::File)),
        ("diagonal line", |x| x.line_mask(Line::Diagonal)),
        ("anti-diagonal line", |x| x.line_mask(Line::AntiDiagonal)),
        ("whole rank", |x| x.whole_line(Line::Rank)),
        ("whole file", |x| x.whole_line(Line::File)),
        ("whole diagonal", |x| x.whole_line(Line::Diagonal)),
        ("whole anti-diagonal", |x| x.whole_line(Line::AntiDiagonal)),
        ("computed rank", |x| masks::computed_line(x, Line::Rank)),
        ("computed file", |x| masks::computed_line(x, Line::File)),
        ("computed diagonal", |x| masks::computed_line(x, Line::Diagonal)),
        ("computed anti-diagonal", |x| masks::computed_line(x, Line::AntiDiagonal)),
        ("east ray", |x| x.ray_mask(Direction::East)),
        ("north-west ray", |x| x.ray_mask(Direction::NorthWest)),
        ("north ray", |x| x.ray_mask(Direction::North)),
        ("north-east ray", |x| x.ray_mask(Direction::NorthEast)),
        ("west ray", |x| x.ray_mask(Direction::West)),
        ("south-east ray", |x| x.ray_mask(Direction::SouthEast)),
        ("south ray", |x| x.ray_mask(Direction::South)),
        ("south-west ray", |x| x.ray_mask(Direction::SouthWest)),
    ]
}

/// Lists the operations of a word and an amount.
#[must_use]
pub fn with_amount<W: Word>() -> Vec<Amount<W>> {
    vec![("shl", W::shl), ("shr", W::shr), ("rotate_left", W::rotate_left)]
}

/// Lists the operations of two words.
#[must_use]
pub fn binary<W: Word>() -> Vec<Binary<W>> {
    vec![
        ("and", |a, b| a & b),
        ("or", |a, b| a | b),
        ("xor", |a, b| a ^ b),
        ("wrapping_add", W::wrapping_add),
        ("wrapping_sub", W::wrapping_sub),
        ("wrapping_sub_bytes", W::wrapping_sub_bytes),
        ("wrapping_mul", W::wrapping_mul),
        ("multiply_high", W::multiply_high),
        ("shl_by", W::shl_by),
        ("shr_by", W::shr_by),
        ("rotate_left_by", W::rotate_left_by),
        ("pext", W::pext),
        ("software_pext", transform::software_pext),
        ("pdep", W::pdep),
        ("software_pdep", transform::software_pdep),
        ("permute_bits", |a, b| a.permute_bits(b, &ORDERS)),
        ("software_permute_bits", |a, b| transform::software_permute_bits(a, b, &ORDERS)),
        ("select", |a, b| a.select(b, a.wrapping_add(b))),
    ]
}
