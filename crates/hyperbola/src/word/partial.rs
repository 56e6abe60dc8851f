//! Bits that explain or prove the computations of a board's techniques.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Bits, Storage};

/// Bits of another kind in the place of a board's own: those that record, or that are Boolean
/// functions. `S` are the board's own.
pub trait OtherBits<S>: Bits + Eq + core::hash::Hash + core::fmt::Debug {
    /// Returns a constant, shaped like `self`, and its name in the formula if it has one.
    #[must_use]
    fn constant(self, value: S, name: Option<&'static str>) -> Self;
}

/// The bits of a board whose techniques run on bits of another kind.
///
/// A board with these bits is a board like any other, so the code of the techniques is the same.
/// Values that do not depend on the occupied squares, such as a mask, are computed on the board's
/// own bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Partial<S, W> {
    /// Bits that are known, and their name.
    Known(S, Option<&'static str>),
    /// Bits of the other kind.
    Open(W),
}

impl<S: Storage, W: OtherBits<S>> Partial<S, W> {
    /// Computes with one number.
    #[inline(always)]
    fn of_one(self, known: impl Fn(S) -> S, open: impl Fn(W) -> W) -> Self {
        match self {
            Self::Known(value, _) => Self::Known(known(value), None),
            Self::Open(word) => Self::Open(open(word)),
        }
    }

    /// Computes with two numbers. A known one becomes one of the other kind if necessary.
    #[inline(always)]
    fn of_two(self, other: Self, known: impl Fn(S, S) -> S, open: impl Fn(W, W) -> W) -> Self {
        match (self, other) {
            (Self::Known(a, _), Self::Known(b, _)) => Self::Known(known(a, b), None),
            (Self::Open(a), Self::Open(b)) => Self::Open(open(a, b)),
            (Self::Known(a, name), Self::Open(b)) => Self::Open(open(b.constant(a, name), b)),
            (Self::Open(a), Self::Known(b, name)) => Self::Open(open(a, a.constant(b, name))),
        }
    }

    /// Returns it as bits of the other kind, shaped like a word of these.
    #[inline]
    #[must_use]
    pub fn open(self, like: W) -> W {
        match self {
            Self::Known(value, name) => like.constant(value, name),
            Self::Open(word) => word,
        }
    }
}

impl<S: Storage, W> Default for Partial<S, W> {
    fn default() -> Self {
        Self::Known(S::ZERO, None)
    }
}

impl<S: Storage, W: OtherBits<S>> Storage for Partial<S, W> {
    type Words = S::Words;
    const WIDTH: u32 = S::WIDTH;
    const ZERO: Self = Self::Known(S::ZERO, None);
    const IS_PARTIAL: bool = true;

    #[inline(always)]
    fn from_words(words: S::Words) -> Self {
        Self::Known(S::from_words(words), None)
    }

    /// Returns the words, the lowest first.
    ///
    /// # Panics
    ///
    /// Panics for bits of the other kind, which are not a number: a technique that reads a table by
    /// them cannot run on them.
    fn words(self) -> S::Words {
        match self {
            Self::Known(value, _) => value.words(),
            Self::Open(word) => panic!("these bits are not a number: {word:?}"),
        }
    }

    fn folded(self) -> u64 {
        S::from_words(self.words()).folded()
    }

    fn repeated(word: u64) -> Self {
        Self::Known(S::repeated(word), None)
    }

    fn sum_of_products(self, factors: S::Words) -> u64 {
        S::from_words(self.words()).sum_of_products(factors)
    }
}

/// Implements operations, of one number with constants or of two, by those of the same names. Each
/// is a call: compiled into every formula, they would make up most of a program that explains and
/// proves.
macro_rules! operations {
    (one: $($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline(never)]
        fn $method(self, $($argument: $type),*) -> Self {
            self.of_one(|value| value.$method($($argument),*), |word| word.$method($($argument),*))
        }
    )*};
    (two: $($method:ident)*) => {$(
        #[inline(never)]
        fn $method(self, other: Self) -> Self {
            self.of_two(other, S::$method, W::$method)
        }
    )*};
}

/// Implements operators of two numbers.
macro_rules! operators {
    ($($operator:ident $method:ident)*) => {$(
        impl<S: Storage, W: OtherBits<S>> $operator for Partial<S, W> {
            type Output = Self;
            operations! { two: $method }
        }
    )*};
}

operators! { BitAnd bitand BitOr bitor BitXor bitxor }

impl<S: Storage, W: OtherBits<S>> Not for Partial<S, W> {
    type Output = Self;
    operations! { one: not() }
}

impl<S: Storage, W: OtherBits<S>> Bits for Partial<S, W> {
    operations! { two: wrapping_add wrapping_sub shl_by shr_by }
    operations! {
        one:
        shl(amount: u32)
        shr(amount: u32)
        swap_bytes()
        reverse_bits()
        leading_zeros()
        trailing_zeros()
        count_ones()
    }

    // A result that does not depend on `self` is known.
    #[inline(always)]
    fn splat(self, value: u64) -> Self {
        Self::Known(S::ZERO.splat(value), None)
    }

    #[inline(always)]
    fn highest_bit(self) -> Self {
        Self::Known(S::ZERO.highest_bit(), None)
    }

    #[inline(always)]
    fn named(self, name: &'static str) -> Self {
        match self {
            Self::Known(value, _) => Self::Known(value, Some(name)),
            Self::Open(word) => Self::Open(word.named(name)),
        }
    }
}
