//! Four lanes in an AVX2 register.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castps_si256, _mm256_cmpeq_epi8, _mm256_cmpeq_epi32,
    _mm256_cmpeq_epi64, _mm256_cvtepi32_ps, _mm256_max_epu8, _mm256_min_epi16, _mm256_mul_epu32,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_sad_epu8, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_sllv_epi64,
    _mm256_srl_epi64, _mm256_srli_epi32, _mm256_srlv_epi64, _mm256_sub_epi8, _mm256_sub_epi64,
    _mm256_subs_epu16, _mm256_xor_si256,
};

use super::{
    Avx2, Avx2Word, BYTES_SWAPPED, as_plain_words, bit_moves, byte_instructions, computed_masks,
    instructions, lane_by_lane, nibbles, of_two, register, sse_and_avx2, vector,
};
use crate::masks::SQUARE_MASKS;
use crate::table::{Entry, Table};
use crate::word::{Bits, LaneWord, Lanes, Vector, Word};

/// Four lanes in an AVX2 register.
#[derive(Clone, Copy)]
pub struct Avx2x4(__m256i);

register! {
    impl[] Avx2x4, Self(__m256i), 4 lanes:
        _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_set1_epi64x
}
vector! { Avx2x4, 4 lanes, Avx2 }

byte_instructions! {
    impl[] Avx2x4: _mm256_setzero_si256 _mm256_shuffle_epi8
    _mm256_add_epi8 _mm256_sub_epi8 _mm256_max_epu8 _mm256_sad_epu8
}

impl Avx2x4 {
    // Shifts by a word, of which an amount of 64 or more, also that of a negative number, leaves
    // nothing, and the product of the low halves.
    of_two! {
        shl_out _mm256_sllv_epi64
        shr_out _mm256_srlv_epi64
        mul_halves _mm256_mul_epu32
    }
}

impl Bits for Avx2x4 {
    sse_and_avx2! {
        bits: _mm256_set1_epi64x _mm256_add_epi64 _mm256_sub_epi64 _mm256_sll_epi64
        _mm256_srl_epi64
    }

    #[inline(always)]
    fn shl_by(self, amount: Self) -> Self {
        self.shl_out(amount & self.splat(63))
    }

    #[inline(always)]
    fn shr_by(self, amount: Self) -> Self {
        self.shr_out(amount & self.splat(63))
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        // The exponents of both halves as floats. They are rounded, but without the ones below
        // others not to the next power of two. All numbers are in the low 16 bits of their halves.
        let (most, bias) = (self.splat(32 << 32 | 32), self.splat(158 << 32 | 158));
        let zeros = Self(instructions!({
            let thinned = _mm256_andnot_si256(_mm256_srli_epi32::<1>(self.0), self.0);
            let floats = _mm256_castps_si256(_mm256_cvtepi32_ps(thinned));
            // A half with its highest bit is negative: its sign makes the difference 0.
            let zeros = _mm256_subs_epu16(bias.0, _mm256_srli_epi32::<23>(floats));
            _mm256_min_epi16(zeros, most.0)
        }));
        // Those of the low half count where the high half is empty.
        let is_empty = Self(instructions!(_mm256_cmpeq_epi32(zeros.0, most.0)));
        zeros.shr(32).wrapping_add(is_empty.shr(32) & zeros)
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        // The number of bits below the lowest one.
        (!self & self.wrapping_sub(self.splat(1))).count_ones()
    }
}

impl Word for Avx2x4 {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    as_plain_words! { Word: ; multiply_high }
    sse_and_avx2! { word: _mm256_cmpeq_epi8 }
    bit_moves! { lanes }

    #[inline(always)]
    fn wrapping_mul(self, other: Self) -> Self {
        // Only 32 by 32 bits can be multiplied. The result is the product of the low halves, and
        // above it the low halves of the crossed products.
        let crossed = self.shr(32).mul_halves(other).wrapping_add(self.mul_halves(other.shr(32)));
        self.mul_halves(other).wrapping_add(crossed.shl(32))
    }

    #[inline(always)]
    fn rotate_left_by(self, amount: Self) -> Self {
        let amount = amount & self.splat(63);
        self.shl_out(amount) | self.shr_out(self.splat(64).wrapping_sub(amount))
    }

    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        lane_by_lane!(self, row, x row => Avx2Word(x).permute_bits(Avx2Word(row), orders).0)
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        Self(instructions!(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256())))
    }
}

impl Avx2x4 {
    /// Loads the row of a square's masks.
    #[inline(always)]
    pub(super) fn square_masks(square: Avx2Word) -> Self {
        let first = 4 * (square.0 % 64) as usize;
        let mut row = [0; 4];
        row.copy_from_slice(&SQUARE_MASKS.entries()[first..first + 4]);
        // SAFETY: a value is a proof: a word of the same token is in hand.
        unsafe { Self::from_lanes_unproved(row) }
    }
}

impl LaneWord<Avx2Word, 4> for Avx2x4 {
    #[inline(always)]
    fn from_lanes(lanes: [Avx2Word; 4]) -> Self {
        let [a, b, c, d] = lanes;
        // SAFETY: a value is a proof: words of the same token are in hand.
        unsafe { Self::from_lanes_unproved([a.0, b.0, c.0, d.0]) }
    }

    #[inline(always)]
    fn into_lanes(self) -> [Avx2Word; 4] {
        let [a, b, c, d] = self.to_lanes();
        [Avx2Word(a), Avx2Word(b), Avx2Word(c), Avx2Word(d)]
    }

    #[inline(always)]
    fn reverse_all_bytes(self) -> Self {
        let lanes_reversed = instructions!(_mm256_permute4x64_epi64::<0b00_01_10_11>(self.0));
        Self(lanes_reversed).swap_bytes()
    }

    #[inline(always)]
    fn last_and_inner(self, word: Avx2Word) -> (Avx2Word, Avx2Word) {
        let lanes_reversed = instructions!(_mm256_permute4x64_epi64::<0b00_01_10_11>(self.0));
        let [last, inner, ..] = (self | Self(lanes_reversed)).into_lanes();
        (word | last, inner)
    }
}
