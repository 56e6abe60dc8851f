//! The bits of a set of squares on a board of any size, as words. Tables consist of them.

use core::fmt::Debug;
use core::hash::Hash;

use super::partial::Partial;
use super::{Bits, U256};

/// The bits of a set of squares: 64, 128 or 256.
///
/// The trait is closed. The tables of a board hold words, because only these can be made at compile
/// time.
pub trait Storage: Bits + Eq + Hash + Default + Debug + sealed::Sealed {
    /// The words, the lowest first.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]> + Debug + 'static;

    /// The number of bits.
    const WIDTH: u32;

    /// No bit.
    const ZERO: Self;

    /// Whether these bits explain or prove. Then a line is a call, because no speed is needed.
    const IS_PARTIAL: bool = false;

    /// Makes bits from words.
    #[must_use]
    fn from_words(words: Self::Words) -> Self;

    /// Returns the words, the lowest first.
    #[must_use]
    fn words(self) -> Self::Words;

    /// Returns the lowest 64 bits.
    #[inline(always)]
    #[must_use]
    fn low_word(self) -> u64 {
        self.words().as_ref()[0]
    }

    /// Returns the union of all words: a bit is at its place modulo 64.
    #[must_use]
    fn folded(self) -> u64;

    /// Makes bits from the same word again and again.
    #[must_use]
    fn repeated(word: u64) -> Self;

    /// Multiplies each word by a factor of its own, and adds up.
    #[must_use]
    fn sum_of_products(self, factors: Self::Words) -> u64;
}

mod sealed {
    /// Closes the trait of storages.
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
    impl Sealed for super::U256 {}
    impl<S, W> Sealed for super::Partial<S, W> {}
}

impl Storage for u64 {
    type Words = [u64; 1];
    const WIDTH: u32 = 64;
    const ZERO: Self = 0;

    #[inline(always)]
    fn from_words([word]: [u64; 1]) -> Self {
        word
    }

    #[inline(always)]
    fn words(self) -> [u64; 1] {
        [self]
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        self
    }

    #[inline(always)]
    fn repeated(word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn sum_of_products(self, [factor]: [u64; 1]) -> u64 {
        self.wrapping_mul(factor)
    }
}

impl Storage for u128 {
    type Words = [u64; 2];
    const WIDTH: u32 = 128;
    const ZERO: Self = 0;

    #[inline(always)]
    fn from_words([low, high]: [u64; 2]) -> Self {
        Self::from(low) | Self::from(high) << 64
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "each word has its 64 bits")]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        self.low_word() | (self >> 64).low_word()
    }

    #[inline(always)]
    fn repeated(word: u64) -> Self {
        Self::from_words([word; 2])
    }

    #[inline(always)]
    fn sum_of_products(self, [a, b]: [u64; 2]) -> u64 {
        let [low, high] = self.words();
        low.wrapping_mul(a).wrapping_add(high.wrapping_mul(b))
    }
}

impl Storage for U256 {
    type Words = [u64; 4];
    const WIDTH: u32 = 256;
    const ZERO: Self = Self([0; 4]);

    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    fn folded(self) -> u64 {
        let [a, b, c, d] = self.0;
        a | b | c | d
    }

    #[inline(always)]
    fn repeated(word: u64) -> Self {
        Self([word; 4])
    }

    #[inline(always)]
    fn sum_of_products(self, [a, b, c, d]: [u64; 4]) -> u64 {
        let [low, second, third, high] = self.0;
        let [low, high] = [[low, second], [third, high]].map(u128::from_words);
        low.sum_of_products([a, b]).wrapping_add(high.sum_of_products([c, d]))
    }
}
