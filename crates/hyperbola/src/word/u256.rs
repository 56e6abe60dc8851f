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

/// The number of bits.
const WIDTH: u32 = 256;

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

    /// Adds another number and a carry, word by word.
    #[inline(always)]
    fn add_carry(self, other: Self, mut carry: bool) -> Self {
        let mut sum = self.0;
        for (word, other) in sum.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(other, carry);
        }
        Self(sum)
    }

    /// Turns each word by an operation, and the order of the words.
    #[inline(always)]
    fn turned(self, word: impl Fn(u64) -> u64) -> Self {
        let [a, b, c, d] = self.0;
        Self([word(d), word(c), word(b), word(a)])
    }

    /// Counts the zeros of words up to the first one.
    #[inline(always)]
    fn zeros(words: impl Iterator<Item = u64>, zeros_of: impl Fn(u64) -> u32) -> Self {
        let mut all_before_are_zero = u32::MAX;
        let mut zeros = 0;
        for word in words {
            let of_word = zeros_of(word);
            zeros += of_word & all_before_are_zero;
            all_before_are_zero &= if of_word == u64::BITS { u32::MAX } else { 0 };
        }
        Self::of(zeros)
    }
}

/// Implements operators word by word.
macro_rules! word_by_word {
    ($($operator:ident $method:ident)*) => {$(
        impl $operator for U256 {
            type Output = Self;

            #[inline(always)]
            fn $method(mut self, other: Self) -> Self {
                for (word, other) in self.0.iter_mut().zip(other.0) {
                    *word = word.$method(other);
                }
                self
            }
        }
    )*};
}

word_by_word! { BitAnd bitand BitOr bitor BitXor bitxor }

impl Not for U256 {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(u64::not))
    }
}

impl Bits for U256 {
    #[inline(always)]
    fn zero(self) -> Self {
        Self::of(0)
    }

    #[inline(always)]
    fn lowest_bit(self) -> Self {
        Self::of(1)
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        Self([0, 0, 0, 1 << 63])
    }

    #[inline(always)]
    fn wrapping_add(self, other: Self) -> Self {
        self.add_carry(other, false)
    }

    #[inline(always)]
    fn wrapping_sub(self, other: Self) -> Self {
        // a - b is a + !b + 1.
        self.add_carry(!other, true)
    }

    #[inline(always)]
    fn shl(self, amount: u32) -> Self {
        let amount = amount % WIDTH;
        let (words, bits) = ((amount / 64) as usize, amount % 64);
        let word = |place: usize| if place < 4 { self.0[place] } else { 0 };
        Self(core::array::from_fn(|place| {
            // Below the first word there is nothing: such a place wraps to one above the last.
            let from = place.wrapping_sub(words);
            let below = word(from.wrapping_sub(1));
            // Shifted in two steps, because an amount of 64 is none.
            word(from) << bits | below >> 1 >> (63 - bits)
        }))
    }

    #[inline(always)]
    fn shr(self, amount: u32) -> Self {
        let amount = amount % WIDTH;
        let (words, bits) = ((amount / 64) as usize, amount % 64);
        let word = |place: usize| if place < 4 { self.0[place] } else { 0 };
        Self(core::array::from_fn(|place| {
            let from = place + words;
            word(from) >> bits | word(from + 1) << 1 << (63 - bits)
        }))
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
        self.turned(u64::swap_bytes)
    }

    #[inline(always)]
    fn reverse_bits(self) -> Self {
        self.turned(u64::reverse_bits)
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Self::zeros(self.0.into_iter().rev(), u64::leading_zeros)
    }

    #[inline(always)]
    fn trailing_zeros(self) -> Self {
        Self::zeros(self.0.into_iter(), u64::trailing_zeros)
    }

    #[inline(always)]
    fn count_ones(self) -> Self {
        Self::of(self.0.map(u64::count_ones).iter().sum())
    }
}
