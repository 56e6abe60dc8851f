//! Portable lanes: an array of words that is itself a word.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::{LaneWord, Word};
use crate::masks::SquareMask;
use crate::table::{Entry, Table};
use crate::{Direction, Line};

/// `N` words side by side; every operation acts on each lane alone.
///
/// `Lanes<u64, N>` is the portable vector that compilers turn into the vector instructions of
/// the target. A lane may be any word: lanes of recorded words explain themselves lane by lane.
///
/// ```
/// use hyperbola::{Lanes, Word};
/// let squares = Lanes([0_u64, 27, 63]);
/// assert_eq!(squares.bit(), Lanes([1, 1 << 27, 1 << 63]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Lanes<W, const N: usize>(pub [W; N]);

impl<W: Word, const N: usize> Lanes<W, N> {
    /// Applies an operation to each lane.
    #[inline(always)]
    #[must_use]
    pub fn map(self, operation: impl Fn(W) -> W) -> Self {
        Self(self.0.map(operation))
    }

    /// Applies an operation to each pair of lanes.
    #[inline(always)]
    #[must_use]
    pub fn zip_with(self, other: Self, operation: impl Fn(W, W) -> W) -> Self {
        Self(core::array::from_fn(|lane| operation(self.0[lane], other.0[lane])))
    }
}

macro_rules! lane_operators {
    ($($operator:ident $method:ident)*) => {$(
        impl<W: Word, const N: usize> $operator for Lanes<W, N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip_with(other, $operator::$method)
            }
        }
    )*};
}

lane_operators! { BitAnd bitand BitOr bitor BitXor bitxor }

impl<W: Word, const N: usize> Not for Lanes<W, N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.map(Not::not)
    }
}

macro_rules! lane_by_lane {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline(always)]
        fn $method(self, $($argument: $type),*) -> Self {
            self.map(|lane| lane.$method($($argument),*))
        }
    )*};
}

macro_rules! pair_by_pair {
    ($($method:ident)*) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            self.zip_with(other, Word::$method)
        }
    )*};
}

impl<W: Word, const N: usize> Word for Lanes<W, N> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    lane_by_lane! {
        splat(value: u64)
        shl(amount: u32)
        shr(amount: u32)
        rotate_left(amount: u32)
        swap_bytes()
        reverse_bits()
        transpose()
        highest_ones_of_bytes()
        leading_zeros()
        trailing_zeros()
        count_ones()
        zero_mask()
        bit()
        square_mask(mask: SquareMask)
        line_mask(line: Line)
        whole_line(line: Line)
        ray_mask(direction: Direction)
    }

    pair_by_pair! {
        wrapping_add wrapping_sub wrapping_mul multiply_high shl_by shr_by rotate_left_by pext pdep
        wrapping_sub_bytes
    }

    #[inline(always)]
    fn permute_bits<const M: usize>(self, row: Self, orders: &'static Table<u8, M>) -> Self {
        Self(core::array::from_fn(|lane| self.0[lane].permute_bits(row.0[lane], orders)))
    }

    #[inline(always)]
    fn lookup<T: Entry, const M: usize>(self, table: &'static Table<T, M>) -> Self {
        self.map(|lane| lane.lookup(table))
    }

    #[inline(always)]
    fn named(self, name: &'static str) -> Self {
        Self(core::array::from_fn(|lane| self.0[lane].named_in_lane(name, lane)))
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
    fn reverse_all_bytes(self) -> Self {
        Self(core::array::from_fn(|lane| self.0[N - 1 - lane].swap_bytes()))
    }
}
