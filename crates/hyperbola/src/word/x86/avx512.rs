//! Eight lanes in an AVX-512 register.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_add_epi64, _mm512_and_si512, _mm512_gf2p8affine_epi64_epi8,
    _mm512_i64gather_epi64, _mm512_lzcnt_epi64, _mm512_max_epu8, _mm512_movm_epi64,
    _mm512_mullo_epi64, _mm512_or_si512, _mm512_permutex2var_epi64, _mm512_permutexvar_epi64,
    _mm512_popcnt_epi64, _mm512_rolv_epi64, _mm512_sad_epu8, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_sllv_epi64, _mm512_srlv_epi64,
    _mm512_sub_epi8, _mm512_sub_epi64, _mm512_ternarylogic_epi64, _mm512_testn_epi64_mask,
    _mm512_xor_si512,
};

use super::{
    Avx2Word, Avx512, Avx512Gfni, Avx512GfniWord, BYTES_SWAPPED, as_plain_words, bit_moves,
    byte_instructions, computed_masks, instructions, lane_by_lane, nibbles, of_two, register,
    vector,
};
use crate::Line;
use crate::masks::FILE_A;
use crate::table::{Entry, Table};
use crate::word::{Bits, Lanes, Vector, Word, transform};

/// Eight lanes in an AVX-512 register. With `GFNI`, the processor also has affine transformations
/// of bytes, bit permutations and counts of ones.
#[derive(Clone, Copy)]
pub struct Avx512x8<const GFNI: bool>(__m512i);

register! {
    impl[const GFNI: bool] Avx512x8<GFNI>, Self(__m512i), 8 lanes:
        _mm512_and_si512 _mm512_or_si512 _mm512_xor_si512 _mm512_set1_epi64
}
vector! { Avx512x8<false>, 8 lanes, Avx512, permute }
vector! { Avx512x8<true>, 8 lanes, Avx512Gfni, permute }

byte_instructions! {
    impl[const GFNI: bool] Avx512x8<GFNI>: _mm512_setzero_si512 _mm512_shuffle_epi8
    _mm512_add_epi8 _mm512_sub_epi8 _mm512_max_epu8 _mm512_sad_epu8
}

/// The bytes 1, 2, 4 … 128. As a matrix over GF(2), they reverse the bits of each byte. As data, a
/// matrix is read from them.
const MATRIX: u64 = 0x8040_2010_0804_0201;

/// The diagonals by rank - file and the anti-diagonals by rank + file, both modulo 16. Each takes
/// two registers of eight.
static DIAGONALS: [[[u64; 8]; 2]; 2] = {
    let mut lines = [[[0; 8]; 2]; 2];
    let mut square = 0;
    while square < 64 {
        let (rank, file) = (square / 8, square % 8);
        let (diagonal, anti_diagonal) = ((16 + rank - file) % 16, rank + file);
        lines[0][diagonal / 8][diagonal % 8] |= 1 << square;
        lines[1][anti_diagonal / 8][anti_diagonal % 8] |= 1 << square;
        square += 1;
    }
    lines
};

/// The ranks, in one register.
static RANKS: [u64; 8] = {
    let mut ranks = [0xff; 8];
    let mut rank = 1;
    while rank < 8 {
        ranks[rank] = ranks[rank - 1] << 8;
        rank += 1;
    }
    ranks
};

impl<const GFNI: bool> Avx512x8<GFNI> {
    /// Multiplies each byte, a vector over GF(2), by the matrix of its lane.
    ///
    /// # Safety
    ///
    /// `GFNI` is `true`: otherwise the word does not prove that the processor has the instruction.
    #[inline(always)]
    unsafe fn affine(self, matrix: Self) -> Self {
        Self(instructions!(_mm512_gf2p8affine_epi64_epi8::<0>(self.0, matrix.0)))
    }

    /// Returns the entry of a register that the lowest three bits of each lane choose.
    #[inline(always)]
    fn permute_eight(self, entries: &'static [u64; 8]) -> Self {
        let entries = self.with_lanes(*entries);
        Self(instructions!(_mm512_permutexvar_epi64(self.0, entries.0)))
    }

    /// Returns the entry of two registers that the lowest four bits of each lane choose.
    #[inline(always)]
    fn permute(self, [low, high]: &[[u64; 8]; 2]) -> Self {
        let (low, high) = (self.with_lanes(*low), self.with_lanes(*high));
        Self(instructions!(_mm512_permutex2var_epi64(low.0, self.0, high.0)))
    }
}

impl<const GFNI: bool> Bits for Avx512x8<GFNI> {
    of_two! { wrapping_add _mm512_add_epi64 wrapping_sub _mm512_sub_epi64 }

    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        Self(instructions!(_mm512_set1_epi64(value.cast_signed())))
    }

    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        self.shl_by(self.splat(amount.into()))
    }

    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        self.shr_by(self.splat(amount.into()))
    }

    #[inline(always)]
    fn shl_by(self, amount: Self) -> Self {
        let amount = amount & self.splat(63);
        Self(instructions!(_mm512_sllv_epi64(self.0, amount.0)))
    }

    #[inline(always)]
    fn shr_by(self, amount: Self) -> Self {
        let amount = amount & self.splat(63);
        Self(instructions!(_mm512_srlv_epi64(self.0, amount.0)))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        self.shuffle_bytes(BYTES_SWAPPED)
    }

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        if GFNI {
            // SAFETY: `GFNI` is `true`.
            unsafe { self.swap_bytes().affine(self.splat(MATRIX)) }
        } else {
            self.reverse_bits_by_nibbles()
        }
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Self(instructions!(_mm512_lzcnt_epi64(self.0)))
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        // The bits below the lowest one: their number follows from the highest of them.
        self.splat(64).wrapping_sub((!self & self.wrapping_sub(self.splat(1))).leading_zeros())
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        if GFNI {
            Self(instructions!(_mm512_popcnt_epi64(self.0)))
        } else {
            self.count_ones_by_nibbles()
        }
    }
}

impl<const GFNI: bool> Word for Avx512x8<GFNI> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    as_plain_words! { Word: ; multiply_high }
    bit_moves! { lanes }
    computed_masks! {}
    // Rotation instructions take their amount modulo 64.
    of_two! {
        wrapping_mul _mm512_mullo_epi64
        rotate_left_by _mm512_rolv_epi64
    }

    #[inline(always)]
    fn rotate_left(self, amount: u32) -> Self {
        self.rotate_left_by(self.splat(amount.into()))
    }

    #[inline(always)]
    fn wrapping_sub_bytes(self, other: Self) -> Self {
        self.sub_bytes(other)
    }

    #[inline(always)]
    fn highest_ones_of_bytes(self) -> Self {
        self.highest_ones_by_nibbles()
    }

    #[inline(always)]
    fn transpose(self) -> Self {
        if GFNI {
            // If the board is the matrix, the unit vectors read its files. The instruction takes a
            // matrix's rows from the last to the first.
            // SAFETY: `GFNI` is `true`.
            unsafe { self.splat(MATRIX).affine(self.swap_bytes()) }
        } else {
            transform::transpose(self)
        }
    }

    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        if GFNI {
            lane_by_lane!(self, row, x row => {
                Avx512GfniWord(x).permute_bits(Avx512GfniWord(row), orders).0
            })
        } else {
            lane_by_lane!(self, row, x row => Avx2Word(x).permute_bits(Avx2Word(row), orders).0)
        }
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        Self(instructions!(_mm512_movm_epi64(_mm512_testn_epi64_mask(self.0, self.0))))
    }

    #[inline(always)]
    fn select(self, ones: Self, zeros: Self) -> Self {
        const MASK: i32 = 0b1111_0000;
        const ONES: i32 = 0b1100_1100;
        const ZEROS: i32 = 0b1010_1010;
        const SELECT: i32 = MASK & ONES | !MASK & 0xff & ZEROS;
        Self(instructions!(_mm512_ternarylogic_epi64::<SELECT>(self.0, ones.0, zeros.0)))
    }

    #[inline(always)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        if !N.is_power_of_two() || size_of::<[T; N]>() < 8 {
            return lane_by_lane!(self, index => index.lookup(table));
        }
        // The table is read in whole words. An entry is a part of a word.
        let size = size_of::<T>();
        let offset = (self & self.splat(N as u64 - 1)).shl(size.trailing_zeros());
        let whole = offset & self.splat(!7);
        let entries = table.entries().as_ptr().cast();
        // SAFETY: a value is a proof; and all offsets are within the table, whose size is a power
        // of two and at least a word.
        let word = Self(unsafe { _mm512_i64gather_epi64::<1>(whole.0, entries) });
        if size == 8 {
            word
        } else {
            let above = self.splat(u64::MAX >> (64 - 8 * size));
            word.shr_by((offset & self.splat(7)).shl(3)) & above
        }
    }

    #[inline(always)]
    fn bit(self) -> Self {
        self.splat(1).rotate_left_by(self)
    }

    #[inline(always)]
    fn whole_line(self, line: Line) -> Self {
        let (rank, file) = (self.shr(3), self & self.splat(7));
        match line {
            Line::Rank => rank.permute_eight(&RANKS),
            // The mask has every eighth bit, so the rank makes no difference.
            Line::File => self.splat(FILE_A).rotate_left_by(self),
            Line::Diagonal => rank.wrapping_sub(file).permute(&DIAGONALS[0]),
            Line::AntiDiagonal => rank.wrapping_add(file).permute(&DIAGONALS[1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes `gf2p8affineqb` as its manual defines it. Bit i of a byte of the result is the
    /// parity of the byte and the matrix's byte 7 - i.
    fn affine(x: u64, matrix: u64) -> u64 {
        let rows = matrix.to_le_bytes();
        let byte = |byte: u8| {
            let bit = |i: usize| ((rows[7 - i] & byte).count_ones() % 2) << i;
            u8::try_from((0..8).map(bit).sum::<u32>()).expect("eight bits")
        };
        u64::from_le_bytes(x.to_le_bytes().map(byte))
    }

    #[test]
    fn the_matrix_reverses_bits_and_transposes_by_the_definition_of_the_instruction() {
        let mut x = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..1000 {
            assert_eq!(affine(Bits::swap_bytes(x), MATRIX), Bits::reverse_bits(x));
            assert_eq!(affine(MATRIX, Bits::swap_bytes(x)), transform::transpose(x));
            x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(29) ^ 0x9e37_79b9;
        }
    }
}
