//! The symbolic word.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{BitAnd, BitOr, BitXor, Not};
use core::ptr;

use hyperbola::table::{Entry, Table};
use hyperbola::word::{OtherBits, Storage, transform};
use hyperbola::{Bits, Lanes, Word};

use crate::diagrams::{Assignment, Diagrams};
use crate::nodes::{Bit, constant};

/// A word whose bits are Boolean functions of the variables of a [`Diagrams`]: 64 bits, which are a
/// [`Word`], or 128 or 256, which are [`Bits`](hyperbola::Bits).
///
/// Two symbolic words are equal if and only if they are for every assignment to the variables.
///
/// The diagrams keep the bits, and the word is their number there: copied in no time, and passed in
/// registers by the formulas of all techniques.
#[derive(Clone, Copy)]
pub struct Symbolic<'d, const BITS: usize = 64> {
    diagrams: &'d Diagrams,
    number: usize,
}

impl<const BITS: usize> fmt::Debug for Symbolic<'_, BITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.bits()).finish()
    }
}

impl<const BITS: usize> PartialEq for Symbolic<'_, BITS> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.diagrams, other.diagrams) && self.bits() == other.bits()
    }
}

impl<const BITS: usize> Eq for Symbolic<'_, BITS> {}

impl<const BITS: usize> Hash for Symbolic<'_, BITS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

/// Words of constants and of variables.
impl Diagrams {
    /// Makes a word of a constant.
    #[must_use]
    pub fn constant(&self, value: u64) -> Symbolic<'_> {
        Symbolic::new(self, constant(&[value]))
    }

    /// Makes words whose 64 bits are variables, one after the other in an order of the bits; the
    /// variables of one bit stand together.
    ///
    /// A function of few variables that stand together has few nodes: give the bits of a line
    /// together.
    ///
    /// # Panics
    ///
    /// If there are no variables for so many words.
    #[must_use]
    pub fn inputs<const N: usize>(&self, order: &[u8; 64]) -> [Symbolic<'_>; N] {
        assert!(
            N <= self.input_count() as usize,
            "there are variables for {} inputs",
            self.input_count()
        );
        self.wide_inputs(&order.map(|bit| usize::from(bit % 64)))
    }

    /// Makes the same words with any number of bits. Those that are not in the order are zero.
    #[doc(hidden)]
    #[must_use]
    pub fn wide_inputs<const N: usize, const BITS: usize>(
        &self,
        order: &[usize],
    ) -> [Symbolic<'_, BITS>; N] {
        let mut words = [[Bit::FALSE; BITS]; N];
        let mut variables = (0..).map(Bit::variable);
        for &bit in order {
            for (word, variable) in words.iter_mut().zip(&mut variables) {
                word[bit] = variable;
            }
        }
        words.map(|bits| Symbolic::new(self, bits))
    }
}

impl<'d, const BITS: usize> Symbolic<'d, BITS> {
    pub(crate) fn new(diagrams: &'d Diagrams, bits: [Bit; BITS]) -> Self {
        Self { diagrams, number: diagrams.keep_word(&bits) }
    }

    /// Returns the functions, that of bit 0 first.
    pub(crate) fn bits(self) -> [Bit; BITS] {
        self.diagrams.word(self.number)
    }

    /// Makes the word of a constant, by the words of its bits, the lowest first.
    fn same(self, words: &[u64]) -> Self {
        Self::new(self.diagrams, constant(words))
    }

    /// Returns the places of the bits that are set under an assignment to the variables.
    #[doc(hidden)]
    #[must_use]
    pub fn places_under(self, assignment: &Assignment) -> Vec<usize> {
        let bits = self.bits().into_iter().enumerate();
        let set = bits.filter(|&(_, bit)| self.diagrams.evaluate(bit, assignment));
        set.map(|(place, _)| place).collect()
    }

    fn with(self, bit: impl FnMut(usize) -> Bit) -> Self {
        Self::new(self.diagrams, core::array::from_fn(bit))
    }

    fn number(self, digits: &[Bit]) -> Self {
        self.with(|place| digits.get(place).copied().unwrap_or(Bit::FALSE))
    }

    /// Adds a word's bits and a carry.
    fn add_carry(self, other: &[Bit], carry: Bit) -> Self {
        let sum = add(self.diagrams, &self.bits(), other, carry);
        self.number(&sum)
    }

    fn shifted_left(self, amount: u32) -> Self {
        let amount = amount as usize % BITS;
        let bits = self.bits();
        self.with(|place| place.checked_sub(amount).map_or(Bit::FALSE, |place| bits[place]))
    }

    fn shifted_right(self, amount: u32) -> Self {
        self.number(&self.bits()[amount as usize % BITS..])
    }

    /// Moves the bits by an amount that is a word: a step for each of the digits that amounts below
    /// the number of bits have.
    fn moved_by(self, amount: Self, moved: fn(Self, u32) -> Self) -> Self {
        let mut word = self;
        let digits = BITS.trailing_zeros() as usize;
        for (digit, condition) in amount.bits().into_iter().enumerate().take(digits) {
            if condition != Bit::FALSE {
                let (further, stay) = (moved(word, 1 << digit).bits(), word.bits());
                word =
                    self.with(|place| self.diagrams.choose(condition, further[place], stay[place]));
            }
        }
        word
    }

    /// Returns the number of zeros before the first one, in an order of the bits.
    fn zeros_before(self, places: impl DoubleEndedIterator<Item = usize>) -> Self {
        let bits = self.bits();
        let mut zeros = constant::<BITS>(&[BITS as u64]);
        for (before, place) in places.enumerate().collect::<Vec<_>>().into_iter().rev() {
            let (condition, number) = (bits[place], constant::<BITS>(&[before as u64]));
            zeros = core::array::from_fn(|digit| {
                self.diagrams.choose(condition, number[digit], zeros[digit])
            });
        }
        Self::new(self.diagrams, zeros)
    }
}

impl Symbolic<'_> {
    /// Returns the word's value under an assignment to the variables.
    #[must_use]
    pub fn value(self, assignment: &Assignment) -> u64 {
        self.places_under(assignment).into_iter().map(|place| 1 << place).sum()
    }

    /// Returns the word's value if it is the same under every assignment.
    #[must_use]
    pub fn as_constant(self) -> Option<u64> {
        let mut value = 0;
        for (place, bit) in self.bits().into_iter().enumerate() {
            value |= u64::from(bit.value()?) << place;
        }
        Some(value)
    }

    /// Returns the decision diagram of a bit: where it begins, and for each of its nodes the
    /// variable, and where the diagram goes on if that is false and if it is true. 0 is no, 1 is
    /// yes, and `n + 2` is node `n`.
    ///
    /// Equal functions have the same diagram.
    #[must_use]
    pub fn diagram(self, bit: usize) -> (usize, Vec<[usize; 3]>) {
        self.diagrams.graph(self.bits()[bit])
    }

    /// Computes on plain `u64` where no operand is symbolic.
    fn folded(self, other: Self, operation: fn(u64, u64) -> u64) -> Option<Self> {
        let (a, b) = (self.as_constant()?, other.as_constant()?);
        Some(self.diagrams.constant(operation(a, b)))
    }

    /// Multiplies to the whole product, of 128 bits.
    fn product<const N: usize>(self, other: Self) -> [Bit; N] {
        // The factor with fewer bits that may be set is gone through.
        let ones = |bits: &[Bit; 64]| bits.iter().filter(|&&bit| bit != Bit::FALSE).count();
        let (many, few) = (self.bits(), other.bits());
        let (many, few) = if ones(&many) < ones(&few) { (few, many) } else { (many, few) };
        let mut sum = [Bit::FALSE; N];
        for (place, factor) in few.into_iter().enumerate() {
            if factor != Bit::FALSE {
                let term: Vec<Bit> =
                    many.iter().map(|&bit| self.diagrams.and(bit, factor)).collect();
                let upper = &mut sum[place..];
                let added = add(self.diagrams, upper, &term, Bit::FALSE);
                upper.copy_from_slice(&added);
            }
        }
        sum
    }

    /// Returns the entry of a table, by its address and its length, at the word as an index.
    fn entry(self, table: usize, length: usize, entry: &dyn Fn(u64) -> u64) -> Self {
        self.diagrams.begin("lookup");
        if let Some(index) = self.as_constant() {
            return self.splat(entry(index));
        }
        let mut index = self.bits();
        if length.is_power_of_two() {
            // Taken modulo the length, so that what is above does not matter.
            index[length.trailing_zeros() as usize..].fill(Bit::FALSE);
        }
        Self::new(self.diagrams, self.diagrams.lookup(table, index, entry))
    }
}

/// Adds two numbers digit by digit, to as many digits as the first has.
fn add(diagrams: &Diagrams, a: &[Bit], b: &[Bit], carry: Bit) -> Vec<Bit> {
    let mut carry = carry;
    let b = b.iter().copied().chain(core::iter::repeat(Bit::FALSE));
    let digit = |(&a, b): (&Bit, Bit)| {
        let differ = diagrams.xor(a, b);
        let sum = diagrams.xor(differ, carry);
        carry = diagrams.choose(differ, carry, a);
        sum
    };
    a.iter().zip(b).map(digit).collect()
}

macro_rules! operators {
    ($($trait:ident $method:ident $operation:ident;)*) => {$(
        impl<const BITS: usize> $trait for Symbolic<'_, BITS> {
            type Output = Self;
            #[inline(never)]
            fn $method(self, other: Self) -> Self {
                self.diagrams.begin(stringify!($operation));
                let (a, b) = (self.bits(), other.bits());
                self.with(|place| self.diagrams.$operation(a[place], b[place]))
            }
        }
    )*};
}

operators! {
    BitAnd bitand and;
    BitOr bitor or;
    BitXor bitxor xor;
}

impl<const BITS: usize> Not for Symbolic<'_, BITS> {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        let bits = self.bits();
        self.with(|place| !bits[place])
    }
}

/// Each operation is a call: compiled into every formula, the loops over all diagrams would be most
/// of what compiling this crate takes, and no proof would be quicker for it.
impl<const BITS: usize> Bits for Symbolic<'_, BITS> {
    #[inline(never)]
    fn splat(self, value: u64) -> Self {
        self.same(&[value])
    }

    #[inline(never)]
    fn highest_bit(self) -> Self {
        self.with(|place| Bit::constant(place == BITS - 1))
    }

    #[inline(never)]
    fn wrapping_add(self, other: Self) -> Self {
        self.diagrams.begin("wrapping_add");
        self.add_carry(&other.bits(), Bit::FALSE)
    }

    #[inline(never)]
    fn wrapping_sub(self, other: Self) -> Self {
        self.diagrams.begin("wrapping_sub");
        // a - b is a + !b + 1.
        let complement = other.bits().map(Bit::not);
        self.add_carry(&complement, Bit::TRUE)
    }

    #[inline(never)]
    fn shl(self, amount: u32) -> Self {
        self.shifted_left(amount)
    }

    #[inline(never)]
    fn shr(self, amount: u32) -> Self {
        self.shifted_right(amount)
    }

    #[inline(never)]
    fn shl_by(self, amount: Self) -> Self {
        self.diagrams.begin("shl_by");
        self.moved_by(amount, Self::shifted_left)
    }

    #[inline(never)]
    fn shr_by(self, amount: Self) -> Self {
        self.diagrams.begin("shr_by");
        self.moved_by(amount, Self::shifted_right)
    }

    #[inline(never)]
    fn swap_bytes(self) -> Self {
        let bits = self.bits();
        // The number of bytes is a power of two.
        self.with(|place| bits[place ^ (BITS - 8)])
    }

    #[inline(never)]
    fn reverse_bits(self) -> Self {
        let bits = self.bits();
        self.with(|place| bits[BITS - 1 - place])
    }

    #[inline(never)]
    fn leading_zeros(self) -> Self {
        self.diagrams.begin("leading_zeros");
        self.zeros_before((0..BITS).rev())
    }

    #[inline(never)]
    fn trailing_zeros(self) -> Self {
        self.diagrams.begin("trailing_zeros");
        self.zeros_before(0..BITS)
    }

    #[inline(never)]
    fn count_ones(self) -> Self {
        self.diagrams.begin("count_ones");
        // As many digits as the number of bits has, which is a power of two.
        let mut count = vec![Bit::FALSE; usize::trailing_zeros(BITS) as usize + 1];
        for bit in self.bits() {
            count = add(self.diagrams, &count, &[bit], Bit::FALSE);
        }
        self.number(&count)
    }
}

impl Word for Symbolic<'_> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    #[inline(never)]
    fn wrapping_mul(self, other: Self) -> Self {
        self.diagrams.begin("wrapping_mul");
        self.folded(other, Word::wrapping_mul)
            .unwrap_or_else(|| Self::new(self.diagrams, self.product(other)))
    }

    #[inline(never)]
    fn multiply_high(self, other: Self) -> Self {
        self.diagrams.begin("multiply_high");
        self.folded(other, Word::multiply_high)
            .unwrap_or_else(|| self.number(&self.product::<128>(other)[64..]))
    }

    #[inline(never)]
    fn rotate_left(self, amount: u32) -> Self {
        let amount = (amount % 64) as usize;
        let bits = self.bits();
        self.with(|place| bits[(place + 64 - amount) % 64])
    }

    #[inline(never)]
    fn rotate_left_by(self, amount: Self) -> Self {
        self.diagrams.begin("rotate_left_by");
        self.moved_by(amount, Self::rotate_left)
    }

    #[inline(never)]
    fn pext(self, mask: Self) -> Self {
        self.diagrams.begin("pext");
        let Some(mask) = mask.as_constant() else {
            return transform::software_pext(self, mask);
        };
        let bits = self.bits();
        let picked: Vec<Bit> = places(mask).map(|place| bits[place]).collect();
        self.number(&picked)
    }

    #[inline(never)]
    fn pdep(self, mask: Self) -> Self {
        self.diagrams.begin("pdep");
        let Some(mask) = mask.as_constant() else {
            return transform::software_pdep(self, mask);
        };
        let mut bits = [Bit::FALSE; 64];
        for (place, bit) in places(mask).zip(self.bits()) {
            bits[place] = bit;
        }
        Self::new(self.diagrams, bits)
    }

    #[inline(never)]
    fn zero_mask(self) -> Self {
        self.diagrams.begin("zero_mask");
        let any = self.bits().into_iter().fold(Bit::FALSE, |any, bit| self.diagrams.or(any, bit));
        self.with(|_| !any)
    }

    #[inline(never)]
    fn select(self, ones: Self, zeros: Self) -> Self {
        self.diagrams.begin("select");
        let (bits, ones, zeros) = (self.bits(), ones.bits(), zeros.bits());
        self.with(|place| self.diagrams.choose(bits[place], ones[place], zeros[place]))
    }

    #[inline(never)]
    fn transpose(self) -> Self {
        transform::transpose(self)
    }

    #[inline(never)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        let Some(row) = row.as_constant() else {
            return transform::software_permute_bits(self, row, orders);
        };
        let (bits, first) = (self.bits(), row << 6);
        self.with(|place| bits[usize::from(orders.get(first + place as u64)) % 64])
    }

    #[inline(never)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        self.entry(ptr::from_ref(table).addr(), N, &|index| table.get(index).into())
    }
}

impl<S: Storage, const BITS: usize> OtherBits<S> for Symbolic<'_, BITS> {
    fn constant(self, value: S, _name: Option<&'static str>) -> Self {
        self.same(value.words().as_ref())
    }
}

/// Returns the places of the ones of a mask, from the lowest.
fn places(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |place| mask >> place & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bits one after the other.
    fn order() -> [u8; 64] {
        core::array::from_fn(|bit| bit.to_le_bytes()[0])
    }

    #[test]
    #[should_panic(expected = "there are variables for 2 inputs")]
    fn inputs_are_as_many_as_there_are_variables_for() {
        let _ = Diagrams::new(128).inputs::<3>(&order());
    }

    #[test]
    fn more_inputs_are_there_when_asked_for() {
        let mut diagrams = Diagrams::with_inputs(5, 321);
        assert_eq!(diagrams.nodes(), 320);
        let [.., last] = diagrams.inputs::<5>(&order());
        let (bit, other) = (last.bits()[63], last.bits()[62]);
        assert_eq!(bit, Bit::variable(319));
        let both = diagrams.and(bit, other);
        let assignment = diagrams.satisfying(both).expect("it is not always false");
        assert_eq!(assignment.values::<5>(&order()), [0, 0, 0, 0, 3 << 62]);
        assert_eq!(last.value(&Assignment::of_inputs(&order(), [0, 0, 0, 0, 7])), 7);
        diagrams.clear();
        assert_eq!(diagrams.nodes(), 320);
    }

    #[test]
    fn inputs_take_turns() {
        let diagrams = Diagrams::new(128);
        let [a, b] = diagrams.inputs(&order());
        let [alone] = diagrams.inputs(&order());
        for place in 0..64 {
            let variable = u32::try_from(place).expect("a place is small");
            assert_eq!(a.bits()[place], Bit::variable(2 * variable));
            assert_eq!(b.bits()[place], Bit::variable(2 * variable + 1));
            assert_eq!(alone.bits()[place], Bit::variable(variable));
        }
    }
}
