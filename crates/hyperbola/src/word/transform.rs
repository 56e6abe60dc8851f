//! Permutations of the board over words: bit reversal, transposition and shears.
//!
//! Each is a ladder of masked swaps, three or more steps long.

use super::Word;
use crate::formula;
use crate::table::Table;

/// Swaps the bits under `mask` with those `distance` above them.
#[inline(always)]
fn swap_bits<W: Word>(x: W, mask: u64, distance: u32) -> W {
    let mask = x.splat(mask);
    (x & mask).shl(distance) | (x.shr(distance) & mask)
}

/// Reverses the order of the 64 bits without an instruction for it, by Ryan Mack's MMX ladder
/// (2000).
///
/// Bits, pairs and nibbles change places under masks. Then the bytes of each 16-bit word do, and
/// last the four words, which was one `pshufw 0x1B`. Words without a better way use it.
#[inline(always)]
#[must_use]
pub fn swar_reverse_bits<W: Word>(x: W) -> W {
    formula! {
        bits_swapped = swap_bits(x, 0x5555_5555_5555_5555, 1);
        pairs_swapped = swap_bits(bits_swapped, 0x3333_3333_3333_3333, 2);
        nibbles_swapped = swap_bits(pairs_swapped, 0x0f0f_0f0f_0f0f_0f0f, 4);
        bytes_swapped = swap_bits(nibbles_swapped, 0x00ff_00ff_00ff_00ff, 8);
        words_swapped = swap_bits(bytes_swapped, 0x0000_ffff_0000_ffff, 16).rotate_left(32);
    }
    words_swapped
}

/// Gathers the bits under a mask in the lowest bits without an instruction for it.
///
/// A gap is a bit that is not in the mask. A bit must move down by the number of gaps below it.
/// These numbers are applied binary digit by digit. For each bit, the digit of value 2^k is the
/// parity of the gaps below, and a bit whose digit is one moves by 2^k. There are six steps, each a
/// parallel prefix. The technique is Guy Steele's and appears as compress in Hacker's Delight.
#[inline(always)]
#[must_use]
pub fn software_pext<W: Word>(x: W, mask: W) -> W {
    let mut picked = x & mask;
    let moves = moves_over_gaps(mask);
    // These loops have indices, as in `Batch::answer_on`.
    let mut step = 0;
    while step < DISTANCES.len() {
        let moving_bits = picked & moves[step];
        picked = (picked ^ moving_bits) | moving_bits.shr(DISTANCES[step]);
        step += 1;
    }
    picked
}

/// Scatters the lowest bits to the places under a mask without an instruction for it.
///
/// This is [`software_pext`] backwards. Each bit moves up by the number of gaps below its place,
/// the largest digit first. Hacker's Delight has it as expand.
#[inline(always)]
#[must_use]
pub fn software_pdep<W: Word>(x: W, mask: W) -> W {
    let mut placed = x;
    let moves = moves_over_gaps(mask);
    let mut step = DISTANCES.len();
    while step > 0 {
        step -= 1;
        // Bits move away from the places below. Unwanted bits may remain there.
        placed = moves[step].select(placed.shl(DISTANCES[step]), placed);
    }
    placed & mask
}

/// The distances that bits move in the steps over the gaps of a mask.
const DISTANCES: [u32; 6] = [1, 2, 4, 8, 16, 32];

/// Returns which bits move down in each of the six steps that close a mask's gaps.
#[inline(always)]
fn moves_over_gaps<W: Word>(mask: W) -> [W; 6] {
    let mut mask = mask;
    // No gap is in the mask, so counting a bit's own place as well changes nothing. Every second
    // gap is kept for the next digit.
    let mut gaps = !mask;
    let mut moves = [mask; 6];
    let mut step = 0;
    while step < DISTANCES.len() {
        let parity = parity_from_below(gaps);
        let moving = parity & mask;
        moves[step] = moving;
        mask = (mask ^ moving) | moving.shr(DISTANCES[step]);
        gaps = gaps & !parity;
        step += 1;
    }
    moves
}

/// Takes the bits of a word in the order of a row of bit numbers, without an instruction for it.
/// Bit i of the result is the bit whose number is the row's entry i.
#[inline(always)]
#[must_use]
pub fn software_permute_bits<W: Word, const N: usize>(
    x: W,
    row: W,
    orders: &'static Table<u8, N>,
) -> W {
    let first = row.shl(6);
    let mut permuted = x.splat(0);
    for place in 0_u32..64 {
        let number = (first | x.splat(place.into())).lookup(orders);
        let bit = x.shr_by(number) & x.splat(1);
        permuted = permuted | bit.shl(place);
    }
    permuted
}

/// Returns at each bit the parity of the bits up to and including it.
#[inline(always)]
fn parity_from_below<W: Word>(x: W) -> W {
    let mut sum = x;
    for distance in DISTANCES {
        sum = sum ^ sum.shl(distance);
    }
    sum
}

/// Returns all ones if the word is zero, else zero, without an instruction for it.
#[inline(always)]
#[must_use]
pub fn zero_mask<W: Word>(x: W) -> W {
    // The top bit of x | -x is set for every x but zero.
    let zero = x.splat(0);
    (x | zero.wrapping_sub(x)).shr(63).wrapping_sub(x.splat(1))
}

/// Subtracts byte by byte without an instruction for it. Each byte wraps modulo 256.
#[inline(always)]
#[must_use]
pub fn subtract_bytes<W: Word>(a: W, b: W) -> W {
    // The top bit is set in one byte and clear in the other, so no byte borrows from the next. An
    // xor gives the true top bits.
    let tops = a.splat(0x8080_8080_8080_8080);
    (a | tops).wrapping_sub(b & !tops) ^ ((a ^ !b) & tops)
}

/// Keeps only the highest one of each byte, without an instruction for it.
#[inline(always)]
#[must_use]
pub fn highest_ones_of_bytes<W: Word>(x: W) -> W {
    formula! {
        filled_by_1 = x | (x.shr(1) & x.splat(0x7f7f_7f7f_7f7f_7f7f));
        filled_by_3 = filled_by_1 | (filled_by_1.shr(2) & x.splat(0x3f3f_3f3f_3f3f_3f3f));
        filled = filled_by_3 | (filled_by_3.shr(4) & x.splat(0x0f0f_0f0f_0f0f_0f0f));
    }
    filled ^ (filled.shr(1) & x.splat(0x7f7f_7f7f_7f7f_7f7f))
}

/// Reflects the board in the a1-h8 diagonal: files become ranks.
#[inline(always)]
#[must_use]
pub fn transpose<W: Word>(x: W) -> W {
    formula! {
        squares_exchanged = exchange(x, 0x00aa_00aa_00aa_00aa, 7);
        pairs_exchanged = exchange(squares_exchanged, 0x0000_cccc_0000_cccc, 14);
        transposed = exchange(pairs_exchanged, 0x0000_0000_f0f0_f0f0, 28);
    }
    transposed
}

/// Exchanges the bits under `mask` with those `distance` above and leaves the rest in place.
#[inline(always)]
fn exchange<W: Word>(x: W, mask: u64, distance: u32) -> W {
    formula! { difference = (x ^ x.shr(distance)) & x.splat(mask); }
    x ^ difference ^ difference.shl(distance)
}

/// Rotates file f by f ranks, downwards or upwards. `one_file` is the rotation of file b, in bits.
#[inline(always)]
fn shear<W: Word>(x: W, one_file: u32) -> W {
    // The files whose number has the bit 1, 2 or 4 set move by that many ranks.
    formula! {
        odd_files_moved = rotate_files(x, 0xaaaa_aaaa_aaaa_aaaa, one_file);
        pairs_moved = rotate_files(odd_files_moved, 0xcccc_cccc_cccc_cccc, 2 * one_file);
        sheared = rotate_files(pairs_moved, 0xf0f0_f0f0_f0f0_f0f0, 4 * one_file);
    }
    sheared
}

/// Rotates some files by an amount and leaves the others in place.
#[inline(always)]
fn rotate_files<W: Word>(x: W, files: u64, amount: u32) -> W {
    x ^ ((x ^ x.rotate_left(amount % 64)) & x.splat(files))
}

/// Rotates file f down by f ranks, so that diagonals become ranks.
///
/// Rank k then holds the diagonal of 8 - k squares, beginning in the west. Behind it lies the
/// diagonal of k squares, whose first file is 8 - k.
#[inline(always)]
#[must_use]
pub fn diagonals_to_ranks<W: Word>(x: W) -> W {
    shear(x, 56)
}

/// Rotates file f up by f ranks, so that anti-diagonals become ranks.
///
/// Rank k then holds the anti-diagonal of k + 1 squares, beginning in the west. Behind it lies the
/// anti-diagonal of 7 - k squares, whose first file is k + 1.
#[inline(always)]
#[must_use]
pub fn anti_diagonals_to_ranks<W: Word>(x: W) -> W {
    shear(x, 8)
}

/// Undoes [`diagonals_to_ranks`].
#[inline(always)]
#[must_use]
pub fn ranks_to_diagonals<W: Word>(x: W) -> W {
    shear(x, 8)
}

/// Undoes [`anti_diagonals_to_ranks`].
#[inline(always)]
#[must_use]
pub fn ranks_to_anti_diagonals<W: Word>(x: W) -> W {
    shear(x, 56)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn every_square_lands_where_the_permutation_says() {
        for square in Square::ALL {
            let (file, rank) = (u64::from(square.file().index()), u64::from(square.rank().index()));
            let at = |file: u64, rank: u64| 1 << (8 * (rank % 8) + file);
            let bit = square.bit();
            assert_eq!(swar_reverse_bits(bit), bit.reverse_bits());
            assert_eq!(transpose(bit), at(rank, file));
            assert_eq!(diagonals_to_ranks(bit), at(file, rank + 8 - file));
            assert_eq!(anti_diagonals_to_ranks(bit), at(file, rank + file));
            assert_eq!(ranks_to_diagonals(diagonals_to_ranks(bit)), bit);
            assert_eq!(ranks_to_anti_diagonals(anti_diagonals_to_ranks(bit)), bit);
        }
    }
}
