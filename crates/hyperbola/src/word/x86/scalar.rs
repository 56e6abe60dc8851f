//! Plain words for known processors: a `u64` with instructions that the target need not have, and
//! with registers for its pair and its quad.

use core::arch::x86_64::{
    __m256i, __m512i, _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_movemask_epi8, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_shuffle_epi8, _mm256_srli_epi16,
    _mm512_bitshuffle_epi64_mask, _mm512_set1_epi64,
};
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Avx2, Avx2x4, Avx512Gfni, Ssse3, Ssse3x2, bit_moves, instructions};
use crate::table::{Entry, Table};
use crate::word::{Bits, Lanes, Vector, Word};

/// Implements a word of one `u64`. All operations are those of the plain word, except those given.
macro_rules! scalar_word {
    (
        $(#[$doc:meta])* $word:ident of $token:ident, pair $pair:ty, quad $quad:ty
        $(, $operation:item)*
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $word(pub(super) u64);

        impl BitAnd for $word {
            type Output = Self;
            scalar_word! { binary: bitand }
        }

        impl BitOr for $word {
            type Output = Self;
            scalar_word! { binary: bitor }
        }

        impl BitXor for $word {
            type Output = Self;
            scalar_word! { binary: bitxor }
        }

        impl Not for $word {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }

        impl Vector for $word {
            type Token = $token;
            type Array = [u64; 1];
            const LANES: usize = 1;
            const ZEROS: [u64; 1] = [0];

            #[inline(always)]
            fn from_array(_token: $token, [lane]: [u64; 1]) -> Self {
                Self(lane)
            }

            #[inline(always)]
            fn into_array(self) -> [u64; 1] {
                [self.0]
            }
        }

        impl Bits for $word {
            scalar_word! { unary: swap_bytes reverse_bits leading_zeros trailing_zeros count_ones }
            scalar_word! { amount: shl shr }
            scalar_word! { binary: wrapping_add wrapping_sub shl_by shr_by }

            #[inline(always)]
            fn splat(self, value: u64) -> Self {
                Self(value)
            }
        }

        impl Word for $word {
            type Pair = $pair;
            type Quad = $quad;

            scalar_word! { amount: rotate_left }
            scalar_word! { binary: wrapping_mul multiply_high rotate_left_by }

            #[inline(always)]
            fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
                Self(self.0.lookup(table))
            }

            $($operation)*
        }
    };
    (unary: $($method:ident)*) => {$(
        #[inline(always)]
        fn $method(self) -> Self {
            Self(Bits::$method(self.0))
        }
    )*};
    (amount: $($method:ident)*) => {$(
        #[inline(always)]
        fn $method(self, amount: u32) -> Self {
            Self(self.0.$method(amount))
        }
    )*};
    (binary: $($method:ident)*) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            Self(self.0.$method(other.0))
        }
    )*};
}

scalar_word! {
    /// A `u64` on a processor with byte shuffles.
    Ssse3Word of Ssse3, pair Ssse3x2<false>, quad Lanes<Self, 4>
}

scalar_word! {
    /// A `u64` on a processor with AVX2 and BMI2.
    Avx2Word of Avx2, pair Ssse3x2<true>, quad Avx2x4,
    bit_moves! { word },
    #[inline(always)]
    fn square_masks(self) -> Avx2x4 {
        Avx2x4::square_masks(self)
    },
    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        let [low, high] = halves(order(orders, row.0));
        Self(u64::from(self.bits_at(low)) | u64::from(self.bits_at(high)) << 32)
    }
}

scalar_word! {
    /// A `u64` on a processor that permutes bits.
    Avx512GfniWord of Avx512Gfni, pair Lanes<Self, 2>, quad Lanes<Self, 4>,
    bit_moves! { word },
    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        // SAFETY: a register is an array.
        let order = unsafe { core::mem::transmute::<[u8; 64], __m512i>(order(orders, row.0)) };
        Self(instructions!(_mm512_bitshuffle_epi64_mask(
            _mm512_set1_epi64(self.0.cast_signed()),
            order
        )))
    }
}

/// Returns a row of bit numbers.
#[inline(always)]
fn order<const N: usize>(orders: &'static Table<u8, N>, row: u64) -> [u8; 64] {
    const { assert!(N.is_power_of_two() && N >= 64, "whole rows, a power of two of them") };
    #[expect(clippy::cast_possible_truncation, reason = "below the number of rows")]
    let first = (row as usize % (N / 64)) * 64;
    let mut order = [0; 64];
    order.copy_from_slice(&orders.entries()[first..first + 64]);
    order
}

/// Splits a row into registers of 32 bytes.
#[inline(always)]
fn halves(order: [u8; 64]) -> [__m256i; 2] {
    // SAFETY: a register is an array.
    unsafe { core::mem::transmute::<[u8; 64], [__m256i; 2]>(order) }
}

impl Avx2Word {
    /// Returns the bits of 32 numbers. One shuffle brings each number its byte, and another brings
    /// the bit's place in the byte.
    #[inline(always)]
    fn bits_at(self, numbers: __m256i) -> u32 {
        const PLACES: i64 = 0x8040_2010_0804_0201_u64.cast_signed();
        instructions!({
            let bytes = _mm256_set1_epi64x(self.0.cast_signed());
            let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(numbers), _mm256_set1_epi8(7));
            let byte = _mm256_shuffle_epi8(bytes, byte);
            let places = _mm256_setr_epi64x(PLACES, 0, PLACES, 0);
            let place = _mm256_and_si256(numbers, _mm256_set1_epi8(7));
            let place = _mm256_shuffle_epi8(places, place);
            let found = _mm256_cmpeq_epi8(_mm256_and_si256(byte, place), place);
            _mm256_movemask_epi8(found).cast_unsigned()
        })
    }
}

/// Operations of plain `u64` by instructions that the whole target has.
#[cfg(target_feature = "bmi2")]
pub(crate) mod target {
    use super::{Avx2, Avx2Word, Avx512Gfni, Avx512GfniWord, Table, Vector, Word};
    use crate::word::transform::software_permute_bits;

    /// Permutes bits by the word that the whole target has.
    #[inline(always)]
    pub(crate) fn permute_bits<const N: usize>(
        word: u64,
        row: u64,
        orders: &'static Table<u8, N>,
    ) -> u64 {
        if let Some(token) = Avx512Gfni::of_target() {
            let [word, row] = [word, row].map(|word| Avx512GfniWord::from_array(token, [word]));
            word.permute_bits(row, orders).0
        } else if let Some(token) = Avx2::of_target() {
            let [word, row] = [word, row].map(|word| Avx2Word::from_array(token, [word]));
            word.permute_bits(row, orders).0
        } else {
            software_permute_bits(word, row, orders)
        }
    }

    #[inline(always)]
    pub(crate) fn pext(word: u64, mask: u64) -> u64 {
        // SAFETY: this is compiled only for targets with BMI2.
        unsafe { core::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    pub(crate) fn pdep(word: u64, mask: u64) -> u64 {
        // SAFETY: this is compiled only for targets with BMI2.
        unsafe { core::arch::x86_64::_pdep_u64(word, mask) }
    }
}
