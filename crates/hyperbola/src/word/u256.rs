//! Bits for boards of 129 to 256 squares: four words, one after the other.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::Bits;

/// 256 bits in four words, of which the first holds the lowest 64.
///
/// ```
/// use hyperbola::Bits;
/// use hyperbola::word::U256;
///
/// let largest = !U256::default();
/// assert_eq!(largest.shr(192), U256([u64::MAX, 0, 0, 0]));
/// assert_eq!(U256::default().wrapping_sub(largest), U256([1, 0, 0, 0]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct U256(pub [u64; 4]);

impl U256 {
    /// Returns a number as bits.
    #[inline(always)]
    const fn of(number: u32) -> Self {
        Self([number as u64, 0, 0, 0])
    }

    /// Returns the amount of a shift, from a number in bits.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "an amount is taken modulo 256")]
    const fn amount(self) -> u32 {
        self.0[0] as u32
    }

    /// Returns the number of zeros up to the first one, from the zeros of each word in that order.
    #[inline(always)]
    const fn zeros([first, second, third, fourth]: [u32; 4]) -> Self {
        let third = Self::zeros_on(third, fourth);
        let second = Self::zeros_on(second, third);
        Self::of(Self::zeros_on(first, second))
    }

    /// Adds the zeros of the next word to a word's own, if the word is zero.
    #[inline(always)]
    const fn zeros_on(word: u32, behind: u32) -> u32 {
        if word == u64::BITS { u64::BITS + behind } else { word }
    }
}

/// Implements operators word by word.
macro_rules! word_by_word {
    ($($operator:ident $method:ident)*) => {$(
        impl $operator for U256 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
                Self([a.$method(e), b.$method(f), c.$method(g), d.$method(h)])
            }
        }
    )*};
}

word_by_word! { BitAnd bitand BitOr bitor BitXor bitxor }

impl Not for U256 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([!a, !b, !c, !d])
    }
}

impl Bits for U256 {
    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        Self([value, 0, 0, 0])
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        Self([0, 0, 0, 1 << 63])
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        let (a, carry) = a.carrying_add(e, false);
        let (b, carry) = b.carrying_add(f, carry);
        let (c, carry) = c.carrying_add(g, carry);
        let (d, _) = d.carrying_add(h, carry);
        Self([a, b, c, d])
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        let (a, borrow) = a.borrowing_sub(e, false);
        let (b, borrow) = b.borrowing_sub(f, borrow);
        let (c, borrow) = c.borrowing_sub(g, borrow);
        let (d, _) = d.borrowing_sub(h, borrow);
        Self([a, b, c, d])
    }

    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        let [a, b, c, d] = self.0;
        // By two words, by one, and by bits. Each choice compiles without a branch.
        let [a, b, c, d] = if amount & 128 == 0 { [a, b, c, d] } else { [0, 0, a, b] };
        let [a, b, c, d] = if amount & 64 == 0 { [a, b, c, d] } else { [0, a, b, c] };
        let bits = amount % 64;
        // Shifted in two steps, because a `u64` cannot be shifted by 64.
        let with = |word: u64, below: u64| word << bits | below >> 1 >> (63 - bits);
        Self([a << bits, with(b, a), with(c, b), with(d, c)])
    }

    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        let [a, b, c, d] = self.0;
        let [a, b, c, d] = if amount & 128 == 0 { [a, b, c, d] } else { [c, d, 0, 0] };
        let [a, b, c, d] = if amount & 64 == 0 { [a, b, c, d] } else { [b, c, d, 0] };
        let bits = amount % 64;
        let with = |word: u64, above: u64| word >> bits | above << 1 << (63 - bits);
        Self([with(a, b), with(b, c), with(c, d), d >> bits])
    }

    #[inline(always)]
    fn shl_by(self, by: Self) -> Self {
        self.shl(by.amount())
    }

    #[inline(always)]
    fn shr_by(self, by: Self) -> Self {
        self.shr(by.amount())
    }

    #[inline(always)]
    fn swap_bytes(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([d.swap_bytes(), c.swap_bytes(), b.swap_bytes(), a.swap_bytes()])
    }

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([d.reverse_bits(), c.reverse_bits(), b.reverse_bits(), a.reverse_bits()])
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        let [a, b, c, d] = self.0;
        Self::zeros([d.leading_zeros(), c.leading_zeros(), b.leading_zeros(), a.leading_zeros()])
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        let [a, b, c, d] = self.0;
        Self::zeros([
            a.trailing_zeros(),
            b.trailing_zeros(),
            c.trailing_zeros(),
            d.trailing_zeros(),
        ])
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        let [a, b, c, d] = self.0;
        Self::of(a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones())
    }
}
