//! The words of x86-64: tokens of instruction sets that only detection makes, and registers.
//!
//! All `unsafe` code is in this folder. Two facts make it sound, and each block names one:
//!
//! 1. *A value is a proof.* Only `detect` and `of_target` make a token, and they ask for every
//!    feature in its list; or a token of AVX-512 gives that of AVX2, whose features it has, too. A
//!    word is made from its token, or from a word whose token has at least the same features. So
//!    code that holds either runs on a processor with the features, and may use the instructions.
//! 2. *A register is an array.* Registers and arrays of `u64` have the same size, and every pattern
//!    of bits is a value of both.

#![expect(unsafe_code, reason = "the instructions of a processor that was asked for them")]

mod avx2;
mod avx512;
mod scalar;
mod ssse3;

pub use avx2::Avx2x4;
pub use avx512::Avx512x8;
#[cfg(target_feature = "bmi2")]
pub(crate) use scalar::target;
pub use scalar::{Avx2Word, Avx512GfniWord, Ssse3Word};
pub use ssse3::Ssse3x2;

use super::{Token, Vector, WordVisitor};

/// Declares a token. `detect` and `of_target` ask for the same features that `run` compiles with.
macro_rules! token {
    ($(#[$doc:meta])* $token:ident: $($feature:tt)*) => {
        $(#[$doc])*
        #[doc = ""]
        #[doc = concat!("The features: ", $($feature, " ",)* "as Rust names them.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $token(());

        impl $token {
            /// Returns the token if every one of the target features is enabled in the build.
            #[inline(always)]
            pub(crate) const fn of_target() -> Option<Self> {
                if cfg!(all($(target_feature = $feature),*)) { Some(Self(())) } else { None }
            }
        }

        impl Token for $token {
            #[inline]
            fn detect() -> Option<Self> {
                #[cfg(feature = "std")]
                if true $(&& std::is_x86_feature_detected!($feature))* {
                    return Some(Self(()));
                }
                Self::of_target()
            }

            #[inline]
            fn run<V: Vector<Token = Self>, R: WordVisitor>(self, visitor: R) -> R::Output {
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
    /// AVX-512 in its first form, from 2017.
    Avx512: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
        "avx512f" "avx512cd" "avx512bw" "avx512dq" "avx512vl"
}

token! {
    /// AVX-512 with affine transformations of bytes and permutations of bits, since 2019.
    Avx512Gfni: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
        "avx512f" "avx512cd" "avx512bw" "avx512dq" "avx512vl"
        "gfni" "avx512bitalg" "avx512vpopcntdq"
}

// The features of AVX-512's tokens include those of this one.
impl From<Avx512> for Avx2 {
    #[inline]
    fn from(_: Avx512) -> Self {
        Self(())
    }
}

impl From<Avx512Gfni> for Avx2 {
    #[inline]
    fn from(_: Avx512Gfni) -> Self {
        Self(())
    }
}

/// Runs instructions while a word is in hand.
macro_rules! instructions {
    ($computed:expr) => {{
        // SAFETY: a value is a proof: a word of this type is in hand, and these are instructions of
        // its token's features that touch only registers.
        unsafe { $computed }
    }};
}

/// Makes functions of two registers that are one instruction each.
macro_rules! of_two {
    ($($function:ident $instruction:ident)*) => {$(
        #[inline(always)]
        fn $function(self, other: Self) -> Self {
            Self(instructions!($instruction(self.0, other.0)))
        }
    )*};
}

/// Computes each lane as a plain word, for one register or two. The operation is an expression, not
/// a function: a function would be compiled without the register's instructions.
macro_rules! lane_by_lane {
    ($register:expr, $lane:ident => $operation:expr) => {{
        let register: Self = $register;
        let mut lanes = register.to_lanes();
        for lane in &mut lanes {
            let $lane = *lane;
            *lane = $operation;
        }
        register.with_lanes(lanes)
    }};
    ($register:expr, $other:expr, $lane:ident $other_lane:ident => $operation:expr) => {{
        let register: Self = $register;
        let (mut lanes, others) = (register.to_lanes(), $other.to_lanes());
        let mut index = 0;
        while index < lanes.len() {
            let ($lane, $other_lane) = (lanes[index], others[index]);
            lanes[index] = $operation;
            index += 1;
        }
        register.with_lanes(lanes)
    }};
}

/// Implements the common parts of all registers of `u64` lanes: the operators and the making from
/// arrays.
macro_rules! register {
    (
        impl[$($generics:tt)*] $word:ty, Self($register:ty), $lanes:literal lanes:
        $and:ident $or:ident $xor:ident $splat:ident
    ) => {
        impl<$($generics)*> $word {
            /// Makes the word from an array.
            ///
            /// # Safety
            ///
            /// The processor has the features of the word's token: the word proves it to others.
            #[inline(always)]
            unsafe fn from_lanes_unproved(lanes: [u64; $lanes]) -> Self {
                // SAFETY: a register is an array.
                Self(unsafe { core::mem::transmute::<[u64; $lanes], $register>(lanes) })
            }

            /// Makes a word of the same type from an array.
            #[inline(always)]
            fn with_lanes(self, lanes: [u64; $lanes]) -> Self {
                // SAFETY: a value is a proof: a word of this type is in hand.
                unsafe { Self::from_lanes_unproved(lanes) }
            }

            #[inline(always)]
            fn to_lanes(self) -> [u64; $lanes] {
                // SAFETY: a register is an array.
                unsafe { core::mem::transmute::<$register, [u64; $lanes]>(self.0) }
            }

            /// Makes a register whose 128-bit halves are all the same.
            #[inline(always)]
            fn splat_half(self, half: [u64; 2]) -> Self {
                let mut lanes = [0; $lanes];
                for (lane, word) in lanes.iter_mut().enumerate() {
                    *word = half[lane % 2];
                }
                self.with_lanes(lanes)
            }
        }

        impl<$($generics)*> core::ops::BitAnd for $word {
            type Output = Self;
            of_two! { bitand $and }
        }

        impl<$($generics)*> core::ops::BitOr for $word {
            type Output = Self;
            of_two! { bitor $or }
        }

        impl<$($generics)*> core::ops::BitXor for $word {
            type Output = Self;
            of_two! { bitxor $xor }
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

/// Implements [`Vector`] for a register. If there is an instruction that picks lanes out of
/// sixteen, it is used.
macro_rules! vector {
    ($word:ty, $lanes:literal lanes, $token:ty $(, $pick:ident)?) => {
        impl Vector for $word {
            type Token = $token;
            type Array = [u64; $lanes];
            const LANES: usize = $lanes;
            const ZEROS: [u64; $lanes] = [0; $lanes];

            #[inline(always)]
            fn from_array(_token: $token, lanes: [u64; $lanes]) -> Self {
                // SAFETY: a value is a proof: the word's token is in hand.
                unsafe { Self::from_lanes_unproved(lanes) }
            }

            #[inline(always)]
            fn into_array(self) -> [u64; $lanes] {
                self.to_lanes()
            }

            $(
                #[inline(always)]
                fn pick(_token: $token, words: &[[u64; 8]; 2], places: Self) -> Self {
                    places.$pick(words)
                }
            )?
        }
    };
}

/// Implements operations of a trait lane by lane as plain words.
macro_rules! as_plain_words {
    ($trait:ident: $($unary:ident)*; $($binary:ident)*) => {
        $(
            #[inline(always)]
            fn $unary(self) -> Self {
                lane_by_lane!(self, lane => $trait::$unary(lane))
            }
        )*
        $(
            #[inline(always)]
            fn $binary(self, other: Self) -> Self {
                lane_by_lane!(self, other, lane other => $trait::$binary(lane, other))
            }
        )*
    };
}

/// The tables of sixteen bytes by which the nibbles of bytes are looked up.
mod nibbles {
    /// The reversed nibble, as the lower nibble of a byte.
    pub(super) const REVERSED: [u64; 2] = [0x0e06_0a02_0c04_0800, 0x0f07_0b03_0d05_0901];
    /// The reversed nibble, as the upper nibble of a byte.
    pub(super) const REVERSED_ABOVE: [u64; 2] = above(REVERSED);
    /// The number of ones.
    pub(super) const ONES: [u64; 2] = [0x0302_0201_0201_0100, 0x0403_0302_0302_0201];
    /// The highest one of a byte's lower nibble.
    pub(super) const HIGHEST: [u64; 2] = [0x0404_0404_0202_0100, 0x0808_0808_0808_0808];
    /// The highest one of a byte's upper nibble.
    pub(super) const HIGHEST_ABOVE: [u64; 2] = above(HIGHEST);

    /// Moves lower nibbles to the upper places.
    const fn above([low, high]: [u64; 2]) -> [u64; 2] {
        [low << 4, high << 4]
    }
}

/// Implements the masks of a register that computes them from `whole_line` and `bit`.
macro_rules! computed_masks {
    () => {
        #[inline(always)]
        fn square_mask(self, mask: crate::masks::SquareMask) -> Self {
            crate::masks::computed_square_mask(self, mask)
        }

        #[inline(always)]
        fn line_mask(self, line: crate::Line) -> Self {
            self.whole_line(line) & !self.bit()
        }

        #[inline(always)]
        fn ray_mask(self, direction: crate::Direction) -> Self {
            crate::masks::computed_ray(self, direction)
        }
    };
}

/// Implements bit extraction and deposit by BMI2, on a plain word or on each lane of a register.
macro_rules! bit_moves {
    (word) => {
        #[inline(always)]
        fn pext(self, mask: Self) -> Self {
            Self(instructions!(core::arch::x86_64::_pext_u64(self.0, mask.0)))
        }

        #[inline(always)]
        fn pdep(self, mask: Self) -> Self {
            Self(instructions!(core::arch::x86_64::_pdep_u64(self.0, mask.0)))
        }
    };
    (lanes) => {
        #[inline(always)]
        fn pext(self, mask: Self) -> Self {
            lane_by_lane!(self, mask, x mask => Avx2Word(x).pext(Avx2Word(mask)).0)
        }

        #[inline(always)]
        fn pdep(self, mask: Self) -> Self {
            lane_by_lane!(self, mask, x mask => Avx2Word(x).pdep(Avx2Word(mask)).0)
        }
    };
}

/// The order that swaps the bytes of each lane.
const BYTES_SWAPPED: [u64; 2] = [0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f];

/// Makes a register's operations on bytes from instructions.
///
/// The shuffle takes the bytes of a 128-bit half. The lowest four bits of an index choose the byte.
/// The result is zero if the index has its top bit set.
macro_rules! byte_instructions {
    (
        impl[$($generics:tt)*] $word:ty: $zero:ident $shuffle:ident
        $add:ident $sub:ident $max:ident $sum:ident
    ) => {
        impl<$($generics)*> $word {
            /// Takes the bytes of each half in an order.
            #[inline(always)]
            fn shuffle_bytes(self, order: [u64; 2]) -> Self {
                let order = self.splat_half(order);
                Self(instructions!($shuffle(self.0, order.0)))
            }

            /// Takes bytes of a table with the bytes of this word as indices.
            #[inline(always)]
            fn bytes_of(self, table: [u64; 2]) -> Self {
                let table = self.splat_half(table);
                Self(instructions!($shuffle(table.0, self.0)))
            }

            of_two! { add_bytes $add sub_bytes $sub max_bytes $max }

            /// Returns the low and the high nibbles of the bytes.
            #[inline(always)]
            fn nibbles(self) -> (Self, Self) {
                let low = self.splat(0x0f0f_0f0f_0f0f_0f0f);
                (self & low, self.shr(4) & low)
            }

            #[inline(always)]
            fn highest_ones_by_nibbles(self) -> Self {
                let (low, high) = self.nibbles();
                low.bytes_of(nibbles::HIGHEST).max_bytes(high.bytes_of(nibbles::HIGHEST_ABOVE))
            }

            #[inline(always)]
            fn reverse_bits_by_nibbles(self) -> Self {
                let (low, high) = self.swap_bytes().nibbles();
                low.bytes_of(nibbles::REVERSED_ABOVE) | high.bytes_of(nibbles::REVERSED)
            }

            #[inline(always)]
            fn count_ones_by_nibbles(self) -> Self {
                let (low, high) = self.nibbles();
                let bytes = low.bytes_of(nibbles::ONES).add_bytes(high.bytes_of(nibbles::ONES));
                Self(instructions!($sum(bytes.0, $zero())))
            }
        }
    };
}

/// Implements the operations that SSE and AVX2 do in the same way: of [`Bits`], sums, shifts by
/// constants and nibbles; of a [`Word`], squares and lines by bytes.
macro_rules! sse_and_avx2 {
    (bits: $splat:ident $add:ident $sub:ident $shl:ident $shr:ident) => {
        of_two! { wrapping_add $add wrapping_sub $sub }

        #[inline(always)]
        fn splat(self, value: u64) -> Self {
            Self(instructions!($splat(value.cast_signed())))
        }

        #[inline(always)]
        fn shl(self, amount: u32) -> Self {
            let amount = i64::from(amount % 64);
            Self(instructions!($shl(self.0, _mm_cvtsi64_si128(amount))))
        }

        #[inline(always)]
        fn shr(self, amount: u32) -> Self {
            let amount = i64::from(amount % 64);
            Self(instructions!($shr(self.0, _mm_cvtsi64_si128(amount))))
        }

        #[inline(always)]
        fn swap_bytes(self) -> Self {
            self.shuffle_bytes(BYTES_SWAPPED)
        }

        #[inline(always)]
        fn reverse_bits(self) -> Self {
            self.reverse_bits_by_nibbles()
        }

        #[inline(always)]
        fn count_ones(self) -> Self {
            self.count_ones_by_nibbles()
        }
    };
    (word: $equal:ident) => {
        #[inline(always)]
        fn rotate_left(self, amount: u32) -> Self {
            let amount = amount % 64;
            if amount == 0 { self } else { self.shl(amount) | self.shr(64 - amount) }
        }

        #[inline(always)]
        fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
            lane_by_lane!(self, index => index.lookup(table))
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
        fn bit(self) -> Self {
            // Any word is taken as a square modulo 64 here, as in a shift.
            let square = self & self.splat(63);
            square.whole_line(crate::Line::File) & square.whole_line(crate::Line::Rank)
        }

        #[inline(always)]
        fn whole_line(self, line: crate::Line) -> Self {
            use crate::Line;
            // The file and the rank of the square in every byte of its lane, and the number of each
            // rank in its byte.
            let seven = self.splat(0x0707_0707_0707_0707);
            let square = self.shuffle_bytes([0, 0x0808_0808_0808_0808]);
            let (file, rank) = (square & seven, square.shr(3) & seven);
            let ranks = self.splat(0x0706_0504_0302_0100);
            let files = match line {
                Line::Rank => return Self(instructions!($equal(ranks.0, rank.0))),
                Line::File => file,
                Line::Diagonal => ranks.add_bytes(file).sub_bytes(rank),
                Line::AntiDiagonal => file.sub_bytes(ranks).add_bytes(rank),
            };
            // In each byte, which is a rank, the square of the file, or nothing for a file beyond
            // the edges.
            files.bytes_of([0x8040_2010_0804_0201, 0])
        }

        computed_masks! {}
    };
}

use {
    as_plain_words, bit_moves, byte_instructions, computed_masks, instructions, lane_by_lane,
    of_two, register, sse_and_avx2, vector,
};
