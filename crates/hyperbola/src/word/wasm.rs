//! The word of WebAssembly: two lanes in a register of 128 bits.
//!
//! A module with these instructions loads only where the engine has them, so nothing is asked at
//! run time. A module for the others is compiled without them and lacks the word.

use core::arch::wasm32::{
    i8x16_popcnt, i8x16_shuffle, i8x16_sub, i64x2_mul, u64x2, u64x2_add, u64x2_extract_lane,
    u64x2_shl, u64x2_shr, u64x2_splat, u64x2_sub, v128, v128_and, v128_bitselect, v128_not,
    v128_or, v128_xor,
};
use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::transform::swar_reverse_bits;
use super::{Bits, Lanes, Token, Vector, Word, WordVisitor};
use crate::table::{Entry, Table};

/// The token of `simd128`, which a module compiled for it proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Simd128(());

impl Token for Simd128 {
    #[inline]
    fn detect() -> Option<Self> {
        Some(Self(()))
    }

    #[inline(never)]
    fn run<V: Vector<Token = Self>, R: WordVisitor>(self, visitor: R) -> R::Output {
        visitor.visit::<V>(self)
    }
}

/// Two lanes in a register of 128 bits.
///
/// All lanes are shifted by the same amount, so shifts by words go lane by lane.
#[derive(Clone, Copy)]
pub struct Simd128x2(v128);

impl Simd128x2 {
    /// Computes each lane as a plain word.
    #[inline(always)]
    fn map(self, operation: impl Fn(u64) -> u64) -> Self {
        let [low, high] = self.into_array();
        Self(u64x2(operation(low), operation(high)))
    }

    /// Computes each pair of lanes as plain words.
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b], [c, d]) = (self.into_array(), other.into_array());
        Self(u64x2(operation(a, c), operation(b, d)))
    }
}

impl Vector for Simd128x2 {
    type Token = Simd128;
    type Array = [u64; 2];
    const LANES: usize = 2;
    const ZEROS: [u64; 2] = [0; 2];

    #[inline(always)]
    fn from_array(_token: Simd128, [low, high]: [u64; 2]) -> Self {
        Self(u64x2(low, high))
    }

    #[inline(always)]
    fn into_array(self) -> [u64; 2] {
        [u64x2_extract_lane::<0>(self.0), u64x2_extract_lane::<1>(self.0)]
    }
}

impl Bits for Simd128x2 {
    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        Self(u64x2_splat(value))
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        Self(u64x2_add(self.0, other.0))
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        Self(u64x2_sub(self.0, other.0))
    }

    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        Self(u64x2_shl(self.0, amount % 64))
    }

    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        Self(u64x2_shr(self.0, amount % 64))
    }

    #[inline(always)]
    fn shl_by(self, amount: Self) -> Self {
        self.zip(amount, u64::shl_by)
    }

    #[inline(always)]
    fn shr_by(self, amount: Self) -> Self {
        self.zip(amount, u64::shr_by)
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        Self(i8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(self.0, self.0))
    }

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        swar_reverse_bits(self)
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        self.map(Bits::leading_zeros)
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        self.map(Bits::trailing_zeros)
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        // The product's highest byte is the sum of the bytes.
        Self(i8x16_popcnt(self.0)).wrapping_mul(self.splat(0x0101_0101_0101_0101)).shr(56)
    }
}

impl Word for Simd128x2 {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    #[inline(always)]
    fn wrapping_mul(self, other: Self) -> Self {
        Self(i64x2_mul(self.0, other.0))
    }

    #[inline(always)]
    fn multiply_high(self, other: Self) -> Self {
        self.zip(other, u64::multiply_high)
    }

    #[inline(always)]
    fn rotate_left(self, amount: u32) -> Self {
        self.shl(amount) | self.shr(64 - amount % 64)
    }

    #[inline(always)]
    fn rotate_left_by(self, amount: Self) -> Self {
        self.zip(amount, u64::rotate_left_by)
    }

    #[inline(always)]
    fn wrapping_sub_bytes(self, other: Self) -> Self {
        Self(i8x16_sub(self.0, other.0))
    }

    #[inline(always)]
    fn select(self, ones: Self, zeros: Self) -> Self {
        Self(v128_bitselect(ones.0, zeros.0, self.0))
    }

    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        self.zip(row, |word, row| word.permute_bits(row, orders))
    }

    #[inline(always)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        self.map(|index| index.lookup(table))
    }
}

impl BitAnd for Simd128x2 {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }
}

impl BitOr for Simd128x2 {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }
}

impl BitXor for Simd128x2 {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }
}

impl Not for Simd128x2 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(v128_not(self.0))
    }
}

impl fmt::Debug for Simd128x2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Simd128x2").field(&self.into_array()).finish()
    }
}
