//! Plain words that know their processor: a `u64` with instructions the target need not have, and
//! with registers for its pair and its quad.

use core::arch::x86_64::_pext_u64;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Avx2, Avx2x4, Avx512Gfni, Ssse3, Ssse3x2, instructions};
use crate::table::{Entry, Table};
use crate::word::{Lanes, Vector, Word};

/// Implements a word of one `u64`: all operations are the plain word's, but for those given.
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
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl BitOr for $word {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitXor for $word {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
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

        impl Word for $word {
            type Pair = $pair;
            type Quad = $quad;

            scalar_word! { unary: swap_bytes reverse_bits leading_zeros trailing_zeros count_ones }
            scalar_word! { amount: shl shr rotate_left }
            scalar_word! {
                binary: wrapping_add wrapping_sub wrapping_mul multiply_high
                shl_by shr_by rotate_left_by
            }

            #[inline(always)]
            fn splat(self, value: u64) -> Self {
                Self(value)
            }

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
            Self(Word::$method(self.0))
        }
    )*};
    (amount: $($method:ident)*) => {$(
        #[inline(always)]
        fn $method(self, amount: u32) -> Self {
            Self(Word::$method(self.0, amount))
        }
    )*};
    (binary: $($method:ident)*) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            Self(Word::$method(self.0, other.0))
        }
    )*};
}

scalar_word! {
    /// A `u64` on a processor with byte shuffles.
    Ssse3Word of Ssse3, pair Ssse3x2, quad Lanes<Self, 4>
}

scalar_word! {
    /// A `u64` on a processor with AVX2 and BMI2.
    Avx2Word of Avx2, pair Ssse3x2, quad Avx2x4,
    #[inline(always)]
    fn pext(self, mask: Self) -> Self {
        Self(instructions!(_pext_u64(self.0, mask.0)))
    }
}

scalar_word! {
    /// A `u64` on a processor that permutes bits.
    Avx512GfniWord of Avx512Gfni, pair Lanes<Self, 2>, quad Lanes<Self, 4>,
    #[inline(always)]
    fn pext(self, mask: Self) -> Self {
        Self(instructions!(_pext_u64(self.0, mask.0)))
    }
}
