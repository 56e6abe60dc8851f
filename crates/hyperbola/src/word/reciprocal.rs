//! Remainders by a constant without a division: reciprocal multiplication.

use super::Word;
use crate::formula;

/// A divisor and its fixed-point reciprocal.
///
/// The quotient is the upper half of the product with `factor = ceil(2^(64 + shift) / divisor)`,
/// shifted right. A remainder takes one multiplication of 64 by 64 to 128 bits, one shift, one
/// multiplication and one subtraction.
///
/// ```
/// use hyperbola::word::reciprocal::Reciprocal;
/// // A compiler makes these constants for `% 514` and `% 257`.
/// let diagonal = Reciprocal::new(514);
/// assert_eq!((diagonal.factor(), diagonal.shift()), (0xff00_ff00_ff00_ff01, 9));
/// let anti_diagonal = Reciprocal::new(257);
/// assert_eq!((anti_diagonal.factor(), anti_diagonal.shift()), (0xff00_ff00_ff00_ff01, 8));
/// assert_eq!(diagonal.remainder(1000_u64), 1000 % 514);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reciprocal {
    divisor: u64,
    factor: u64,
    shift: u32,
}

impl Reciprocal {
    /// Makes the reciprocal of a divisor.
    ///
    /// # Panics
    ///
    /// Panics if the divisor is zero or a power of two.
    #[must_use]
    pub const fn new(divisor: u64) -> Self {
        assert!(divisor != 0 && !divisor.is_power_of_two(), "use a mask for a power of two");
        let shift = divisor.ilog2();
        let factor = (1_u128 << (64 + shift)).div_ceil(divisor as u128);
        #[expect(clippy::cast_possible_truncation, reason = "the divisor is over 2^shift")]
        let factor = factor as u64;
        Self { divisor, factor, shift }
    }

    /// Returns the divisor.
    #[must_use]
    pub const fn divisor(self) -> u64 {
        self.divisor
    }

    /// Returns the factor: `ceil(2^(64 + shift) / divisor)`.
    #[must_use]
    pub const fn factor(self) -> u64 {
        self.factor
    }

    /// Returns the shift that follows the multiplication.
    #[must_use]
    pub const fn shift(self) -> u32 {
        self.shift
    }

    /// Returns whether the quotient is exact for all words up to and including `largest`.
    #[must_use]
    pub const fn is_exact_up_to(self, largest: u64) -> bool {
        // The factor is too large by excess / divisor. The quotient is exact as long as this, times
        // the word, stays under one part in divisor.
        let scale = 1_u128 << (64 + self.shift);
        let excess = self.factor as u128 * self.divisor as u128 - scale;
        excess * (largest as u128) < scale
    }

    /// Returns the quotient. It is exact as far as [`is_exact_up_to`](Self::is_exact_up_to) says.
    #[inline(always)]
    #[must_use]
    pub fn quotient<W: Word>(self, word: W) -> W {
        word.multiply_high(word.splat(self.factor)).shr(self.shift)
    }

    /// Returns the remainder. It is exact as far as [`is_exact_up_to`](Self::is_exact_up_to) says.
    #[inline(always)]
    #[must_use]
    pub fn remainder<W: Word>(self, word: W) -> W {
        formula! {
            quotient = self.quotient(word);
            remainder = word.wrapping_sub(quotient.wrapping_mul(word.splat(self.divisor)));
        }
        remainder
    }
}
