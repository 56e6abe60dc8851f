//! The word of AArch64: two lanes in a register of 128 bits.
//!
//! All `unsafe` code of this module rests on two facts, and each block names one:
//!
//! 1. *The target has NEON.* The module is compiled only for targets with the feature NEON. Every
//!    processor of such a target has it, so nothing is asked at run time.
//! 2. *A register is an array.* Registers and arrays of `u64` have the same size, and every pattern
//!    of bits is a value of both.

#![expect(unsafe_code, reason = "the instructions of a target that has them")]

use core::arch::aarch64::{
    int64x2_t, uint8x16_t, uint64x2_t, vaddq_u8, vaddq_u64, vandq_u64, vbslq_u64, vceqq_u8,
    vceqzq_u64, vclzq_u8, vclzq_u32, vcntq_u8, vdupq_n_u8, vdupq_n_u64, veorq_u64, vnegq_s8,
    vnegq_s64, vorrq_u64, vpaddlq_u8, vpaddlq_u16, vpaddlq_u32, vqtbl1q_u8, vrbitq_u8,
    vreinterpretq_s8_u8, vreinterpretq_s64_u64, vreinterpretq_u8_u64, vreinterpretq_u32_u64,
    vreinterpretq_u64_u8, vreinterpretq_u64_u32, vrev64q_u8, vshlq_u8, vshlq_u64, vsubq_u8,
    vsubq_u64,
};
use core::fmt;
use core::mem::transmute;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Bits, Lanes, Token, Vector, Word, WordVisitor};
use crate::masks::{SquareMask, computed_ray, computed_square_mask};
use crate::table::{Entry, Table};
use crate::{Direction, Line};

/// The token of NEON, which a library compiled for AArch64 proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neon(());

impl Token for Neon {
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
/// Both lanes are shifted by amounts of their own, and all bits of a byte are reversed, in one
/// instruction each. There is no product of lanes, and no bit extraction. Four lanes in two
/// registers take 3 to 4 % more instructions in the counter of moves.
#[derive(Clone, Copy)]
pub struct Neonx2(uint64x2_t);

/// Runs instructions.
macro_rules! instructions {
    ($computed:expr) => {{
        // SAFETY: the target has NEON, and these are its instructions that touch only registers.
        unsafe { $computed }
    }};
}

impl Neonx2 {
    #[inline(always)]
    const fn of(lanes: [u64; 2]) -> Self {
        // SAFETY: a register is an array.
        Self(unsafe { transmute::<[u64; 2], uint64x2_t>(lanes) })
    }

    #[inline(always)]
    const fn lanes(self) -> [u64; 2] {
        // SAFETY: a register is an array.
        unsafe { transmute::<uint64x2_t, [u64; 2]>(self.0) }
    }

    /// Computes each lane as a plain word.
    #[inline(always)]
    fn map(self, operation: impl Fn(u64) -> u64) -> Self {
        let [low, high] = self.lanes();
        Self::of([operation(low), operation(high)])
    }

    /// Computes each pair of lanes as plain words.
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b], [c, d]) = (self.lanes(), other.lanes());
        Self::of([operation(a, c), operation(b, d)])
    }

    #[inline(always)]
    fn bytes(self) -> uint8x16_t {
        instructions!(vreinterpretq_u8_u64(self.0))
    }

    #[inline(always)]
    fn of_bytes(bytes: uint8x16_t) -> Self {
        Self(instructions!(vreinterpretq_u64_u8(bytes)))
    }

    /// Returns words as amounts of shifts to the left, modulo 64.
    #[inline(always)]
    fn amounts(self) -> int64x2_t {
        let amounts = self & self.splat(63);
        instructions!(vreinterpretq_s64_u64(amounts.0))
    }

    /// Shifts to the left by amounts of -64 to 63: those below 0 shift to the right.
    #[inline(always)]
    fn shift(self, amounts: int64x2_t) -> Self {
        Self(instructions!(vshlq_u64(self.0, amounts)))
    }

    /// Returns the low byte of each lane in all its bytes.
    #[inline(always)]
    fn low_byte_everywhere(self) -> Self {
        let order = Self::of([0, 0x0808_0808_0808_0808]);
        Self::of_bytes(instructions!(vqtbl1q_u8(self.bytes(), order.bytes())))
    }
}

/// Implements an operator as one instruction.
macro_rules! operators {
    ($($operator:ident $function:ident $instruction:ident)*) => {$(
        impl $operator for Neonx2 {
            type Output = Self;

            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self(instructions!($instruction(self.0, other.0)))
            }
        }
    )*};
}

operators! { BitAnd bitand vandq_u64 BitOr bitor vorrq_u64 BitXor bitxor veorq_u64 }

impl Not for Neonx2 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self ^ self.splat(u64::MAX)
    }
}

impl fmt::Debug for Neonx2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Neonx2").field(&self.lanes()).finish()
    }
}

impl Vector for Neonx2 {
    type Token = Neon;
    type Array = [u64; 2];
    const LANES: usize = 2;
    const ZEROS: [u64; 2] = [0; 2];

    #[inline(always)]
    fn from_array(_token: Neon, lanes: [u64; 2]) -> Self {
        Self::of(lanes)
    }

    #[inline(always)]
    fn into_array(self) -> [u64; 2] {
        self.lanes()
    }
}

impl Bits for Neonx2 {
    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        Self(instructions!(vdupq_n_u64(value)))
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        Self(instructions!(vaddq_u64(self.0, other.0)))
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        Self(instructions!(vsubq_u64(self.0, other.0)))
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
        self.shift(amount.amounts())
    }

    #[inline(always)]
    fn shr_by(self, amount: Self) -> Self {
        self.shift(instructions!(vnegq_s64(amount.amounts())))
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        Self::of_bytes(instructions!(vrev64q_u8(self.bytes())))
    }

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        Self::of_bytes(instructions!(vrbitq_u8(self.swap_bytes().bytes())))
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        // Of each half. Those of the lower half count where the upper half has 32.
        let halves = instructions!(vclzq_u32(vreinterpretq_u32_u64(self.0)));
        let halves = Self(instructions!(vreinterpretq_u64_u32(halves)));
        let upper = halves.shr(32);
        let lower = halves & self.splat(0xff);
        upper.wrapping_add(lower & (upper ^ self.splat(32)).zero_mask())
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        (!self & self.wrapping_sub(self.splat(1))).count_ones()
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        Self(instructions!(vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(self.bytes()))))))
    }
}

impl Word for Neonx2 {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    #[inline(always)]
    fn wrapping_mul(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_mul)
    }

    #[inline(always)]
    fn multiply_high(self, other: Self) -> Self {
        self.zip(other, Word::multiply_high)
    }

    #[inline(always)]
    fn rotate_left(self, amount: u32) -> Self {
        self.rotate_left_by(self.splat(amount.into()))
    }

    #[inline(always)]
    fn rotate_left_by(self, amount: Self) -> Self {
        // A shift by 64 to the right gives nothing.
        let rest = (amount & self.splat(63)).wrapping_sub(self.splat(64));
        self.shl_by(amount) | self.shift(instructions!(vreinterpretq_s64_u64(rest.0)))
    }

    #[inline(always)]
    fn wrapping_sub_bytes(self, other: Self) -> Self {
        Self::of_bytes(instructions!(vsubq_u8(self.bytes(), other.bytes())))
    }

    #[inline(always)]
    fn highest_ones_of_bytes(self) -> Self {
        // The zeros above a byte's highest one say how far the top bit is shifted to the right. A
        // byte without a one has eight.
        let highest = instructions!({
            let zeros = vreinterpretq_s8_u8(vclzq_u8(self.bytes()));
            vshlq_u8(vdupq_n_u8(0x80), vnegq_s8(zeros))
        });
        Self::of_bytes(highest)
    }

    #[inline(always)]
    fn zero_mask(self) -> Self {
        Self(instructions!(vceqzq_u64(self.0)))
    }

    #[inline(always)]
    fn select(self, ones: Self, zeros: Self) -> Self {
        Self(instructions!(vbslq_u64(self.0, ones.0, zeros.0)))
    }

    #[inline(always)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        self.zip(row, |word, row| word.permute_bits(row, orders))
    }

    #[inline(always)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        self.map(|index| index.lookup(table))
    }

    #[inline(always)]
    fn square_mask(self, mask: SquareMask) -> Self {
        computed_square_mask(self, mask)
    }

    #[inline(always)]
    fn line_mask(self, line: Line) -> Self {
        self.whole_line(line) & !self.bit()
    }

    #[inline(always)]
    fn whole_line(self, line: Line) -> Self {
        // In each byte, which is a rank, the file of the line there. A file beyond the edges is not
        // an amount of a shift within a byte, and gives nothing.
        let seven = self.splat(0x0707_0707_0707_0707);
        let square = self.low_byte_everywhere();
        let (file, rank) = ((square & seven).bytes(), (square.shr(3) & seven).bytes());
        let ranks = self.splat(0x0706_0504_0302_0100).bytes();
        Self::of_bytes(instructions!({
            let files = match line {
                Line::Rank => return Self::of_bytes(vceqq_u8(ranks, rank)),
                Line::File => file,
                Line::Diagonal => vsubq_u8(vaddq_u8(ranks, file), rank),
                Line::AntiDiagonal => vaddq_u8(vsubq_u8(file, ranks), rank),
            };
            vshlq_u8(vdupq_n_u8(1), vreinterpretq_s8_u8(files))
        }))
    }

    #[inline(always)]
    fn ray_mask(self, direction: Direction) -> Self {
        computed_ray(self, direction)
    }
}
