//! The words of x86-64: tokens of instruction sets that only detection makes, and registers.
//!
//! This folder is where `unsafe` is. Two facts make it sound, and each block names one:
//!
//! 1. *A value is a proof.* A token is made by `detect` alone, which asks for every feature in its
//!    list; a word is made from a token or from another word. So whoever holds either runs on a
//!    processor with the features, and may use the instructions.
//! 2. *A register is an array.* Registers and arrays of `u64` have the same size, and every
//!    pattern of bits is a value of both.

#![expect(unsafe_code, reason = "the instructions of a processor that was asked for them")]

mod avx2;
mod avx512;
mod scalar;
mod ssse3;

pub use avx2::Avx2x4;
pub use avx512::Avx512x8;
pub use scalar::{Avx2Word, Avx512GfniWord, Ssse3Word};
pub use ssse3::Ssse3x2;

use super::{Vector, WordVisitor};

/// Declares a token: the features that `detect` asks for are those that `run` compiles with.
macro_rules! token {
    ($(#[$doc:meta])* $token:ident: $($feature:tt)*) => {
        $(#[$doc])*
        #[doc = ""]
        #[doc = concat!("The features: ", $($feature, " ",)* "as Rust names them.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $token(());

        impl $token {
            /// Returns the token if the processor has every one of the features: asked at run time
            /// with the feature `std`, else answered by what the compiler was told of the target.
            #[inline]
            #[must_use]
            pub fn detect() -> Option<Self> {
                #[cfg(feature = "std")]
                let found = true $(&& std::is_x86_feature_detected!($feature))*;
                #[cfg(not(feature = "std"))]
                let found = cfg!(all($(target_feature = $feature),*));
                found.then_some(Self(()))
            }

            /// Runs a visitor compiled for the features.
            #[inline]
            pub fn run<V: Vector<Token = Self>, R: WordVisitor>(self, visitor: R) -> R::Output {
                $(#[target_feature(enable = $feature)])*
                fn compiled<V: Vector, R: WordVisitor>(token: V::Token, visitor: R) -> R::Output {
                    visitor.visit::<V>(token)
                }
                // SAFETY: the token proves that the processor has the features.
                unsafe { compiled::<V, R>(self, visitor) }
            }
        }
    };
}

token! {
    /// SSE registers with byte shuffles: most x86-64 processors since 2006.
    Ssse3: "ssse3"
}

token! {
    /// AVX2 with the bit manipulations of its time: most x86-64 processors since 2013.
    Avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}

token! {
    /// AVX-512 as it first came, 2017.
    Avx512: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
        "avx512f" "avx512cd" "avx512bw" "avx512dq" "avx512vl"
}

token! {
    /// AVX-512 with affine transformations of bytes and permutations of bits, since 2019.
    Avx512Gfni: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
        "avx512f" "avx512cd" "avx512bw" "avx512dq" "avx512vl"
        "gfni" "avx512bitalg" "avx512vpopcntdq"
}

/// Runs instructions on a word in hand.
macro_rules! instructions {
    ($computed:expr) => {{
        // SAFETY: a value is a proof: a word of this type is in hand, and these are instructions
        // of its token's features that touch registers alone.
        unsafe { $computed }
    }};
}

/// Implements what all registers of `u64` lanes share: the operators, the making from arrays, and
/// the operations lane by lane.
macro_rules! register {
    (
        impl[$($generics:tt)*] $word:ty, Self($register:ty), $lanes:literal lanes:
        $and:ident $or:ident $xor:ident $splat:ident
    ) => {
        impl<$($generics)*> $word {
            /// Makes the word of an array; some word or token in hand is the proof that it may be.
            #[inline(always)]
            fn from_lanes_unproved(lanes: [u64; $lanes]) -> Self {
                // SAFETY: a register is an array.
                Self(unsafe { core::mem::transmute::<[u64; $lanes], $register>(lanes) })
            }

            #[inline(always)]
            fn to_lanes(self) -> [u64; $lanes] {
                // SAFETY: a register is an array.
                unsafe { core::mem::transmute::<$register, [u64; $lanes]>(self.0) }
            }

            /// Applies an operation to each lane as a plain word.
            #[inline(always)]
            fn lane_by_lane(self, operation: impl Fn(u64) -> u64) -> Self {
                Self::from_lanes_unproved(self.to_lanes().map(operation))
            }

            /// Applies an operation to each pair of lanes as plain words.
            #[inline(always)]
            fn pair_by_pair(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
                let (one, other) = (self.to_lanes(), other.to_lanes());
                Self::from_lanes_unproved(core::array::from_fn(|i| operation(one[i], other[i])))
            }
        }

        impl<$($generics)*> core::ops::BitAnd for $word {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(instructions!($and(self.0, other.0)))
            }
        }

        impl<$($generics)*> core::ops::BitOr for $word {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(instructions!($or(self.0, other.0)))
            }
        }

        impl<$($generics)*> core::ops::BitXor for $word {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(instructions!($xor(self.0, other.0)))
            }
        }

        impl<$($generics)*> core::ops::Not for $word {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(instructions!($xor(self.0, $splat(-1))))
            }
        }

        impl<$($generics)*> core::fmt::Debug for $word {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_tuple(stringify!($word)).field(&self.to_lanes()).finish()
            }
        }
    };
}

/// Implements [`Vector`] for a register.
macro_rules! vector {
    ($word:ty, $lanes:literal lanes, $token:ty) => {
        impl Vector for $word {
            type Token = $token;
            type Array = [u64; $lanes];
            const LANES: usize = $lanes;
            const ZEROS: [u64; $lanes] = [0; $lanes];

            #[inline(always)]
            fn from_array(_token: $token, lanes: [u64; $lanes]) -> Self {
                Self::from_lanes_unproved(lanes)
            }

            #[inline(always)]
            fn into_array(self) -> [u64; $lanes] {
                self.to_lanes()
            }
        }
    };
}

/// Implements operations of a [`Word`] lane by lane as plain words.
macro_rules! as_plain_words {
    ($($unary:ident)*; $($binary:ident)*) => {
        $(
            #[inline(always)]
            fn $unary(self) -> Self {
                self.lane_by_lane(crate::Word::$unary)
            }
        )*
        $(
            #[inline(always)]
            fn $binary(self, other: Self) -> Self {
                self.pair_by_pair(other, crate::Word::$binary)
            }
        )*
    };
}

use {as_plain_words, instructions, register, vector};
