//! Addition of binary numbers whose digits are words: each bit of the words is added independently.
//!
//! So a word adds 64 small numbers at once, such as the number of attackers of each square. Sums
//! are made by carry-save addition: three digits of one place give one of that place and one of the
//! next.

use super::Word;
use crate::formula;

/// Adds three digits of one place. Returns the digit of that place and the carry to the next.
///
/// ```
/// use hyperbola::word::digits::full_add;
/// // Bit by bit: 0 + 0 + 0, 1 + 0 + 0, 1 + 1 + 0 and 1 + 1 + 1.
/// assert_eq!(full_add(0b1110_u64, 0b1100, 0b1000), (0b1010, 0b1100));
/// ```
#[inline(always)]
pub fn full_add<W: Word>(a: W, b: W, c: W) -> (W, W) {
    let unequal = a ^ b;
    formula! {
        digit = unequal ^ c;
        carry = (a & b) | (unequal & c);
    }
    (digit, carry)
}

/// Adds two digits of one place. Returns the digit of that place and the carry to the next.
///
/// ```
/// use hyperbola::word::digits::half_add;
/// assert_eq!(half_add(0b110_u64, 0b100), (0b010, 0b100));
/// ```
#[inline(always)]
pub fn half_add<W: Word>(a: W, b: W) -> (W, W) {
    formula! {
        digit = a ^ b;
        carry = a & b;
    }
    (digit, carry)
}
