//! Bits of any number: the operations that a formula of one line needs of its word.

use core::ops::{BitAnd, BitOr, BitXor, Not};

/// The bits of a board of any size, a bit for each square, perhaps in several lanes. The formulas
/// of one line compute with it.
///
/// Every [`Word`](super::Word) is one. So are `u128` and [`U256`](super::U256), for boards of more
/// than 64 squares. A formula that takes a square as a number, multiplies or reads a table needs a
/// [`Word`](super::Word).
///
/// All operations work lane by lane, wrap modulo two to the number of bits, never panic and never
/// branch on data.
///
/// ```
/// use hyperbola::{Bits, formula};
///
/// fn o_xor_o_minus_2r<B: Bits>(o: B, r: B) -> B {
///     formula! { difference = o.wrapping_sub(r.shl(1)); }
///     o ^ difference
/// }
///
/// assert_eq!(o_xor_o_minus_2r(0b1001_0010_u64, 0b10), 0b0001_1100);
/// assert_eq!(o_xor_o_minus_2r(0b1001_0010_u128 << 62, 0b10 << 62), 0b0001_1100 << 62);
/// ```
pub trait Bits:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Returns a number below 2^64, shaped like `self`.
    #[must_use]
    fn splat(self, value: u64) -> Self;

    /// Returns the bits of which only the highest is set. The default is that of 64 bits.
    #[inline(always)]
    #[must_use]
    fn highest_bit(self) -> Self {
        self.splat(1 << 63)
    }

    /// Adds, modulo two to the number of bits.
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;

    /// Subtracts, modulo two to the number of bits.
    #[must_use]
    fn wrapping_sub(self, other: Self) -> Self;

    /// Shifts left by a constant, taken modulo the number of bits.
    #[must_use]
    fn shl(self, amount: u32) -> Self;

    /// Shifts right by a constant, taken modulo the number of bits.
    #[must_use]
    fn shr(self, amount: u32) -> Self;

    /// Shifts left by a number in bits, taken modulo the number of bits.
    #[must_use]
    fn shl_by(self, amount: Self) -> Self;

    /// Shifts right by a number in bits, taken modulo the number of bits.
    #[must_use]
    fn shr_by(self, amount: Self) -> Self;

    /// Reverses the order of the bytes. On 64 bits this reverses the ranks of the board.
    #[must_use]
    fn swap_bytes(self) -> Self;

    /// Reverses the order of the bits. This turns the board by half a turn.
    #[must_use]
    fn reverse_bits(self) -> Self;

    /// Returns the number of zeros above the highest one, or the number of bits if there is no one.
    #[must_use]
    fn leading_zeros(self) -> Self;

    /// Returns the number of zeros below the lowest one, or the number of bits if there is no one.
    #[must_use]
    fn trailing_zeros(self) -> Self;

    /// Returns the number of ones.
    #[must_use]
    fn count_ones(self) -> Self;

    /// Names a value for observers. The value stays as it is.
    ///
    /// Formulas do not call this. The [`formula!`](crate::formula!) macro does.
    #[inline(always)]
    #[must_use]
    fn named(self, _name: &'static str) -> Self {
        self
    }
}

/// Returns the amount of a shift of 128 bits, from a number in bits.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "an amount is taken modulo 128")]
fn amount(bits: u128) -> u32 {
    bits as u32
}

/// Implements operations by the methods of the same names that the number has. Counts become bits.
macro_rules! as_the_numbers {
    ($($method:ident($($argument:ident)?))*) => {$(
        #[inline(always)]
        fn $method(self $(, $argument: Self)?) -> Self {
            u128::$method(self $(, $argument)?).into()
        }
    )*};
}

impl Bits for u128 {
    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        value.into()
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        1 << 127
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
        self.wrapping_shl(amount(by))
    }

    #[inline(always)]
    fn shr_by(self, by: Self) -> Self {
        self.wrapping_shr(amount(by))
    }

    as_the_numbers! {
        wrapping_add(other)
        wrapping_sub(other)
        swap_bytes()
        reverse_bits()
        leading_zeros()
        trailing_zeros()
        count_ones()
    }
}
