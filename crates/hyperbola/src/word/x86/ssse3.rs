//! Two lanes in an SSE register.

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_add_epi64, _mm_and_si128, _mm_cmpeq_epi8, _mm_cvtsi64_si128,
    _mm_max_epu8, _mm_or_si128, _mm_sad_epu8, _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_epi8,
    _mm_sll_epi64, _mm_srl_epi64, _mm_sub_epi8, _mm_sub_epi64, _mm_unpackhi_epi64, _mm_xor_si128,
};

use super::{
    Avx2Word, BYTES_SWAPPED, Ssse3, Ssse3Word, as_plain_words, byte_instructions, computed_masks,
    instructions, lane_by_lane, nibbles, of_two, register, sse_and_avx2, vector,
};
use crate::table::{Entry, Table};
use crate::word::{Bits, LaneWord, Lanes, Vector, Word};

/// Two lanes in an SSE register with byte shuffles.
///
/// SSE shifts both lanes only by the same amount, so shifts by words go lane by lane.
///
/// With `AVX2`, the processor also has AVX2 and BMI2. The two types are made from different words
/// and give back only those, since a word proves which instructions the processor has:
///
/// ```
/// use hyperbola::word::LaneWord;
/// use hyperbola::word::x86::{Avx2Word, Ssse3Word, Ssse3x2};
///
/// fn lanes(pair: Ssse3x2<false>) -> [Ssse3Word; 2] {
///     pair.into_lanes()
/// }
/// fn lanes_on_avx2(pair: Ssse3x2<true>) -> [Avx2Word; 2] {
///     pair.into_lanes()
/// }
/// ```
///
/// ```compile_fail,E0277
/// use hyperbola::word::LaneWord;
/// use hyperbola::word::x86::{Avx2Word, Ssse3x2};
///
/// fn lanes(pair: Ssse3x2<false>) -> [Avx2Word; 2] {
///     LaneWord::<Avx2Word, 2>::into_lanes(pair)
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Ssse3x2<const AVX2: bool>(__m128i);

register! {
    impl[const AVX2: bool] Ssse3x2<AVX2>, Self(__m128i), 2 lanes:
        _mm_and_si128 _mm_or_si128 _mm_xor_si128 _mm_set1_epi64x
}
vector! { Ssse3x2<false>, 2 lanes, Ssse3 }

byte_instructions! {
    impl[const AVX2: bool] Ssse3x2<AVX2>: _mm_setzero_si128 _mm_shuffle_epi8
    _mm_add_epi8 _mm_sub_epi8 _mm_max_epu8 _mm_sad_epu8
}

impl<const AVX2: bool> Bits for Ssse3x2<AVX2> {
    as_plain_words! { Bits: leading_zeros trailing_zeros; shl_by shr_by }
    sse_and_avx2! {
        bits: _mm_set1_epi64x _mm_add_epi64 _mm_sub_epi64 _mm_sll_epi64 _mm_srl_epi64
    }
}

impl<const AVX2: bool> Word for Ssse3x2<AVX2> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    as_plain_words! { Word: ; wrapping_mul multiply_high rotate_left_by pext pdep }
    sse_and_avx2! { word: _mm_cmpeq_epi8 }

    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        lane_by_lane!(self, row, x row => x.permute_bits(row, orders))
    }
}

/// Implements the register as the pair of a plain word with the same token.
macro_rules! pair {
    ($($word:ident: $pair:ty;)*) => {$(
        impl LaneWord<$word, 2> for $pair {
            #[inline(always)]
            fn from_lanes(lanes: [$word; 2]) -> Self {
                let [low, high] = lanes;
                // SAFETY: a value is a proof: words of the same token are in hand.
                unsafe { Self::from_lanes_unproved([low.0, high.0]) }
            }

            #[inline(always)]
            fn into_lanes(self) -> [$word; 2] {
                let [low, high] = self.to_lanes();
                [$word(low), $word(high)]
            }

            #[inline(always)]
            fn reverse_all_bytes(self) -> Self {
                self.shuffle_bytes([0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607])
            }

            #[inline(always)]
            fn union(self) -> $word {
                let high = Self(instructions!(_mm_unpackhi_epi64(self.0, self.0)));
                let [union, _] = (self | high).into_lanes();
                union
            }
        }
    )*};
}

pair! {
    Ssse3Word: Ssse3x2<false>;
    Avx2Word: Ssse3x2<true>;
}
