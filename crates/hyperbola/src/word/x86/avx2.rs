//! Four lanes in an AVX2 register.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_cmpeq_epi64, _mm256_mul_epu32, _mm256_or_si256, _mm256_permute4x64_epi64,
    _mm256_sad_epu8, _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_sllv_epi64,
    _mm256_srl_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256,
};

use super::{Avx2, Avx2Word, as_plain_words, instructions, register, vector};
use crate::Line;
use crate::table::{Entry, Table};
use crate::word::{LaneWord, Lanes, Vector, Word};

/// Four lanes in an AVX2 register.
#[derive(Clone, Copy)]
pub struct Avx2x4(__m256i);

register! {
    impl[] Avx2x4, Self(__m256i), 4 lanes:
        _mm256_and_si256 _mm256_or_si256 _mm256_xor_si256 _mm256_set1_epi64x
}
vector! { Avx2x4, 4 lanes, Avx2 }

impl Avx2x4 {
    /// Looks each nibble up in a table of sixteen bytes: the sums of both nibbles' entries.
    #[inline(always)]
    fn sum_of_nibbles(self, low: __m256i, high: __m256i) -> Self {
        let nibbles = self.splat(0x0f0f_0f0f_0f0f_0f0f);
        let (low_nibbles, high_nibbles) = (self & nibbles, self.shr(4) & nibbles);
        let low = instructions!(_mm256_shuffle_epi8(low, low_nibbles.0));
        let high = instructions!(_mm256_shuffle_epi8(high, high_nibbles.0));
        Self(instructions!(_mm256_add_epi8(low, high)))
    }

    /// Shifts left by a word; an amount of 64 or more, as of a negative number, leaves nothing.
    #[inline(always)]
    fn shl_out(self, amount: Self) -> Self {
        Self(instructions!(_mm256_sllv_epi64(self.0, amount.0)))
    }

    /// Shifts right by a word; an amount of 64 or more, as of a negative number, leaves nothing.
    #[inline(always)]
    fn shr_out(self, amount: Self) -> Self {
        Self(instructions!(_mm256_srlv_epi64(self.0, amount.0)))
    }

    /// Moves a line up by a number of bits, or down by a negative one.
    #[inline(always)]
    fn moved(self, line: u64, up: Self) -> Self {
        let line = self.splat(line);
        line.shl_out(up) | line.shr_out(self.splat(0).wrapping_sub(up))
    }
}

impl Word for Avx2x4 {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    as_plain_words! { leading_zeros; multiply_high }

    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        Self(instructions!(_mm256_set1_epi64x(value.cast_signed())))
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        Self(instructions!(_mm256_add_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        Self(instructions!(_mm256_sub_epi64(self.0, other.0)))
    }

    #[inline(always)]
    fn wrapping_mul(self, other: Self) -> Self {
        // Only 32 by 32 bits can be multiplied: the product of the low halves, and above it the
        // crossed ones, of which the low halves count.
        let product = |a: Self, b: Self| Self(instructions!(_mm256_mul_epu32(a.0, b.0)));
        let crossed = product(self.shr(32), other).wrapping_add(product(self, other.shr(32)));
        product(self, other).wrapping_add(crossed.shl(32))
    }

    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        let amount = i64::from(amount % 64);
        Self(instructions!(_mm256_sll_epi64(self.0, _mm_cvtsi64_si128(amount))))
    }

    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        let amount = i64::from(amount % 64);
        Self(instructions!(_mm256_srl_epi64(self.0, _mm_cvtsi64_si128(amount))))
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
    fn rotate_left(self, amount: u32) -> Self {
        let amount = amount % 64;
        if amount == 0 { self } else { self.shl(amount) | self.shr(64 - amount) }
    }

    #[inline(always)]
    fn rotate_left_by(self, amount: Self) -> Self {
        let amount = amount & self.splat(63);
        self.shl_out(amount) | self.shr_out(self.splat(64).wrapping_sub(amount))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        const LOW: i64 = 0x0001_0203_0405_0607;
        const HIGH: i64 = 0x0809_0a0b_0c0d_0e0f;
        let order = instructions!(_mm256_setr_epi64x(LOW, HIGH, LOW, HIGH));
        Self(instructions!(_mm256_shuffle_epi8(self.0, order)))
    }

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        // The reversals of 0 to 15, and the same for the nibble that ends up below.
        let high = instructions!(_mm256_setr_epi8(
            0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15, //
            0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15,
        ));
        let low = Self(high).shl(4).0;
        self.swap_bytes().sum_of_nibbles(low, high)
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        // The bits below the lowest one, counted.
        (!self & self.wrapping_sub(self.splat(1))).count_ones()
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        let ones = instructions!(_mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ));
        let bytes = self.sum_of_nibbles(ones, ones);
        Self(instructions!(_mm256_sad_epu8(bytes.0, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn pext(self, mask: Self) -> Self {
        self.pair_by_pair(mask, |x, mask| Avx2Word(x).pext(Avx2Word(mask)).0)
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        Self(instructions!(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        self.lane_by_lane(|index| index.lookup(table))
    }

    #[inline(always)]
    fn whole_line(self, line: Line) -> Self {
        const DIAGONAL: u64 = 0x8040_2010_0804_0201;
        const ANTI_DIAGONAL: u64 = 0x0102_0408_1020_4080;
        let rank = self & self.splat(56);
        let file = self & self.splat(7);
        match line {
            Line::Rank => self.splat(0xff).shl_out(rank),
            Line::File => self.splat(crate::masks::FILE_A).shl_out(file),
            Line::Diagonal => self.moved(DIAGONAL, rank.wrapping_sub(file.shl(3))),
            Line::AntiDiagonal => {
                let up = rank.wrapping_add(file.shl(3)).wrapping_sub(self.splat(56));
                self.moved(ANTI_DIAGONAL, up)
            }
        }
    }

    #[inline(always)]
    fn line_mask(self, line: Line) -> Self {
        self.whole_line(line) & !self.bit()
    }
}

impl LaneWord<Avx2Word, 4> for Avx2x4 {
    #[inline(always)]
    fn from_lanes(lanes: [Avx2Word; 4]) -> Self {
        Self::from_lanes_unproved(lanes.map(|lane| lane.0))
    }

    #[inline(always)]
    fn into_lanes(self) -> [Avx2Word; 4] {
        self.to_lanes().map(Avx2Word)
    }

    #[inline(always)]
    fn reverse_all_bytes(self) -> Self {
        let lanes_reversed = instructions!(_mm256_permute4x64_epi64::<0b00_01_10_11>(self.0));
        Self(lanes_reversed).swap_bytes()
    }
}
