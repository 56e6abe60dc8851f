//! Portable lanes: an array of words that is itself a word.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{Bits, LaneWord, Word};
use crate::masks::SquareMask;
use crate::table::{Entry, Table};
use crate::{Direction, Line};

/// `N` words side by side. Every operation acts on each lane independently.
///
/// `Lanes<u64, N>` is the portable vector. Compilers turn it into the vector instructions of the
/// target. A lane may be any word: lanes of recorded words explain themselves lane by lane.
///
/// ```
/// use hyperbola::{Lanes, Word};
/// let squares = Lanes([0_u64, 27, 63]);
/// assert_eq!(squares.bit(), Lanes([1, 1 << 27, 1 << 63]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Lanes<W, const N: usize>(pub [W; N]);

/// Runs a block for each index of a lane, one after the other.
///
/// The first eight indices are written out. A loop for each operation would make compiling a
/// formula on lanes half as slow again. This is not a function that takes a closure: a closure
/// would be compiled without the instructions of the lanes' word.
macro_rules! each_lane {
    ($lanes:ident, $index:ident => $action:expr) => {
        each_lane!(0 1 2 3 4 5 6 7; $lanes, $index => $action);
        let mut rest = 8;
        while rest < $lanes {
            let $index = rest;
            $action;
            rest += 1;
        }
    };
    ($($first:literal)*; $lanes:ident, $index:ident => $action:expr) => {
        $(if $first < $lanes {
            let $index = $first;
            $action;
        })*
    };
}

/// Computes operations of one word, and perhaps other arguments, in each lane.
macro_rules! of_one {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline(always)]
        fn $method(mut self, $($argument: $type),*) -> Self {
            each_lane!(N, lane => self.0[lane] = self.0[lane].$method($($argument),*));
            self
        }
    )*};
}

/// Computes operations of two words in each lane.
macro_rules! of_two {
    ($($method:ident)*) => {$(
        #[inline(always)]
        fn $method(mut self, other: Self) -> Self {
            each_lane!(N, lane => self.0[lane] = self.0[lane].$method(other.0[lane]));
            self
        }
    )*};
}

impl<W: Word, const N: usize> BitAnd for Lanes<W, N> {
    type Output = Self;
    of_two! { bitand }
}

impl<W: Word, const N: usize> BitOr for Lanes<W, N> {
    type Output = Self;
    of_two! { bitor }
}

impl<W: Word, const N: usize> BitXor for Lanes<W, N> {
    type Output = Self;
    of_two! { bitxor }
}

impl<W: Word, const N: usize> Not for Lanes<W, N> {
    type Output = Self;
    of_one! { not() }
}

impl<W: Word, const N: usize> Bits for Lanes<W, N> {
    of_one! {
        splat(value: u64)
        shl(amount: u32)
        shr(amount: u32)
        swap_bytes()
        reverse_bits()
        leading_zeros()
        trailing_zeros()
        count_ones()
    }

    of_two! { wrapping_add wrapping_sub shl_by shr_by }

    #[inline(always)]
    fn named(mut self, name: &'static str) -> Self {
        each_lane!(N, lane => self.0[lane] = self.0[lane].named_in_lane(name, lane));
        self
    }
}

impl<W: Word, const N: usize> Word for Lanes<W, N> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    of_one! {
        rotate_left(amount: u32)
        transpose()
        highest_ones_of_bytes()
        zero_mask()
        bit()
        square_mask(mask: SquareMask)
        line_mask(line: Line)
        whole_line(line: Line)
        ray_mask(direction: Direction)
    }

    of_two! { wrapping_mul multiply_high rotate_left_by pext pdep wrapping_sub_bytes }

    #[inline(always)]
    fn permute_bits<const M: usize>(mut self, row: Self, orders: &'static Table<u8, M>) -> Self {
        each_lane!(N, lane => self.0[lane] = self.0[lane].permute_bits(row.0[lane], orders));
        self
    }

    #[inline(always)]
    fn lookup<T: Entry, const M: usize>(mut self, table: &'static Table<T, M>) -> Self {
        each_lane!(N, lane => self.0[lane] = self.0[lane].lookup(table));
        self
    }
}

impl<W: Word, const N: usize> LaneWord<W, N> for Lanes<W, N> {
    #[inline(always)]
    fn from_lanes(lanes: [W; N]) -> Self {
        Self(lanes)
    }

    #[inline(always)]
    fn into_lanes(self) -> [W; N] {
        self.0
    }

    #[inline(always)]
    fn reverse_all_bytes(mut self) -> Self {
        self.0.reverse();
        self.swap_bytes()
    }
}
