//! The plain 64-bit word.

use super::{Bits, Lanes, Word};
use crate::table::{Entry, Table};
use crate::{Bitboard, Square};

/// Takes the amount of a shift modulo 64.
#[inline(always)]
fn amount(amount: u64) -> u32 {
    (amount & 63) as u32
}

impl Bits for u64 {
    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        value
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        u64::wrapping_add(self, other)
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        u64::wrapping_sub(self, other)
    }

    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        self.wrapping_shl(amount)
    }

    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        self.wrapping_shr(amount)
    }

    #[inline(always)]
    fn shl_by(self, by: Self) -> Self {
        self << amount(by)
    }

    #[inline(always)]
    fn shr_by(self, by: Self) -> Self {
        self >> amount(by)
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        u64::swap_bytes(self)
    }

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        u64::reverse_bits(self)
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        u64::leading_zeros(self).into()
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        u64::trailing_zeros(self).into()
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        u64::count_ones(self).into()
    }
}

impl Word for u64 {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    #[inline(always)]
    fn wrapping_mul(self, other: Self) -> Self {
        u64::wrapping_mul(self, other)
    }

    #[inline(always)]
    fn multiply_high(self, other: Self) -> Self {
        ((u128::from(self) * u128::from(other)) >> 64) as u64
    }

    #[inline(always)]
    fn rotate_left(self, amount: u32) -> Self {
        u64::rotate_left(self, amount)
    }

    #[inline(always)]
    fn rotate_left_by(self, by: Self) -> Self {
        u64::rotate_left(self, amount(by))
    }

    /// This is one instruction if the target has BMI2.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline(always)]
    fn pext(self, mask: Self) -> Self {
        super::x86::target::pext(self, mask)
    }

    /// This is one instruction if the target has BMI2.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline(always)]
    fn pdep(self, mask: Self) -> Self {
        super::x86::target::pdep(self, mask)
    }

    /// Where the target has AVX2, this is a few instructions. Where it has AVX-512 with BITALG, it
    /// is one.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        super::x86::target::permute_bits(self, row, orders)
    }

    #[inline(always)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        table.get(self).into()
    }

    /// A comparison, of which the compiler knows the result where it knows that a word is zero or
    /// not.
    #[inline(always)]
    fn zero_mask(self) -> Self {
        Self::from(self == 0).wrapping_neg()
    }

    #[inline(always)]
    fn squares(self) -> impl Iterator<Item = (Square, Self)> {
        Bitboard(self).into_iter().map(|square| (square, !0))
    }
}
