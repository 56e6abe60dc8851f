//! A word of as many lanes as are asked for at run time.
//!
//! [`Lanes`](hyperbola::Lanes) are for speed: each formula is compiled for each number of lanes.
//! Here each operation is one function for all, so that the module stays small.

use core::cell::RefCell;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use hyperbola::masks::SquareMask;
use hyperbola::table::{Entry, Table};
use hyperbola::{Direction, Lanes, Word};

/// The values of all words of one run.
#[derive(Debug, Default)]
pub(crate) struct Values {
    values: RefCell<Vec<Vec<u64>>>,
}

impl Values {
    /// Makes a word of a value in each lane.
    pub(crate) fn word(&self, lanes: Vec<u64>) -> Many<'_> {
        let mut values = self.values.borrow_mut();
        values.push(lanes);
        Many { all: self, index: values.len() - 1 }
    }
}

/// A word of several lanes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Many<'v> {
    all: &'v Values,
    index: usize,
}

impl Many<'_> {
    /// Returns the values in the lanes.
    pub(crate) fn lanes(self) -> Vec<u64> {
        self.all.values.borrow()[self.index].clone()
    }

    #[inline(never)]
    fn map(self, operation: &dyn Fn(u64) -> u64) -> Self {
        self.all.word(self.lanes().into_iter().map(operation).collect())
    }

    #[inline(never)]
    fn zip(self, other: Self, operation: &dyn Fn(u64, u64) -> u64) -> Self {
        let pairs = self.lanes().into_iter().zip(other.lanes());
        self.all.word(pairs.map(|(a, b)| operation(a, b)).collect())
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident)*) => {$(
        impl $trait for Many<'_> {
            type Output = Self;
            #[inline(never)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, &|a, b| $trait::$method(a, b))
            }
        }
    )*};
}

operators! { BitAnd bitand BitOr bitor BitXor bitxor }

impl Not for Many<'_> {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        self.map(&|a| !a)
    }
}

macro_rules! of_one {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline(never)]
        fn $method(self, $($argument: $type),*) -> Self {
            self.map(&|a| Word::$method(a, $($argument),*))
        }
    )*};
}

macro_rules! of_two {
    ($($method:ident)*) => {$(
        #[inline(never)]
        fn $method(self, other: Self) -> Self {
            self.zip(other, &|a, b| Word::$method(a, b))
        }
    )*};
}

impl Word for Many<'_> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    of_one! {
        splat(value: u64) shl(amount: u32) shr(amount: u32) rotate_left(amount: u32) swap_bytes()
        reverse_bits() transpose() leading_zeros() trailing_zeros() count_ones() zero_mask()
        highest_ones_of_bytes() bit() square_mask(mask: SquareMask) ray_mask(direction: Direction)
    }

    of_two! {
        wrapping_add wrapping_sub wrapping_mul multiply_high shl_by shr_by rotate_left_by
        wrapping_sub_bytes pext pdep
    }

    #[inline(never)]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self {
        self.map(&|a| a.lookup(table))
    }

    #[inline(never)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        self.zip(row, &|a, row| a.permute_bits(row, orders))
    }
}
