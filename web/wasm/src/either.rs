//! The word of the proofs or the word of the lanes: each technique is compiled once for both, which
//! keeps the module small.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use hyperbola::masks::SquareMask;
use hyperbola::table::{Entry, Table};
use hyperbola::{
    Direction, Lanes, LineAttacks, OccupiedBoards as _, SetwiseAttacks, SliderAttacks, Technique,
    Word, dispatch,
};
use hyperbola_prove::{Claim, ClaimInputs, Symbolic};

use crate::many::Many;

/// One of two words. The words of a run are all of one kind.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Either<'a> {
    Symbolic(Symbolic<'a>),
    Many(Many<'a>),
}

/// Computes a claim about a technique, if the technique has what is claimed.
pub(crate) fn claimed<'a>(
    technique: Technique,
    claim: Claim,
    inputs: ClaimInputs<Either<'a>>,
) -> Option<Either<'a>> {
    match claim {
        Claim::AttacksAlong(_) => {
            dispatch!(technique, T: LineAttacks => along_line::<T>(claim, inputs))
        }
        Claim::Form(..) => {
            (technique == Technique::HyperbolaQuintessence).then(|| inputs.by_derivation(claim))
        }
        Claim::AttacksTowards(_) | Claim::AttacksBothWays(_) | Claim::AttacksOfSet(_) => {
            dispatch!(technique, T: SetwiseAttacks => of_set::<T>(claim, inputs))
        }
        _ => Some(dispatch!(technique, T => on_square::<T>(claim, inputs))),
    }
}

/// Makes functions that are all that is compiled for each technique.
macro_rules! compiled {
    ($($method:ident: $trait:ident;)*) => {$(
        #[inline(never)]
        fn $method<'a, T: $trait>(claim: Claim, inputs: ClaimInputs<Either<'a>>) -> Either<'a> {
            inputs.$method::<T>(claim)
        }
    )*};
}

compiled! {
    on_square: SliderAttacks;
    along_line: LineAttacks;
    of_set: SetwiseAttacks;
}

/// Returns the number of boards of the occupied squares that a technique keeps.
pub(crate) fn boards(technique: Technique, occupied: Either<'_>) -> usize {
    dispatch!(technique, T => T::occupied(occupied).boards().count())
}

impl<'a> Either<'a> {
    /// Returns the symbolic word.
    pub(crate) fn symbolic(self) -> Option<Symbolic<'a>> {
        if let Self::Symbolic(word) = self { Some(word) } else { None }
    }

    /// Returns the values in the lanes; of a symbolic word there are none.
    pub(crate) fn lanes(self) -> Vec<u64> {
        if let Self::Many(word) = self { word.lanes() } else { Vec::new() }
    }

    #[inline(always)]
    fn map(
        self,
        symbolic: impl Fn(Symbolic<'a>) -> Symbolic<'a>,
        many: impl Fn(Many<'a>) -> Many<'a>,
    ) -> Self {
        match self {
            Self::Symbolic(word) => Self::Symbolic(symbolic(word)),
            Self::Many(word) => Self::Many(many(word)),
        }
    }

    #[inline(always)]
    fn zip(
        self,
        other: Self,
        symbolic: impl Fn(Symbolic<'a>, Symbolic<'a>) -> Symbolic<'a>,
        many: impl Fn(Many<'a>, Many<'a>) -> Many<'a>,
    ) -> Self {
        match (self, other) {
            (Self::Symbolic(a), Self::Symbolic(b)) => Self::Symbolic(symbolic(a, b)),
            (Self::Many(a), Self::Many(b)) => Self::Many(many(a, b)),
            _ => unreachable!("the words of a run are of one kind"),
        }
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident)*) => {$(
        impl $trait for Either<'_> {
            type Output = Self;
            #[inline(never)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, $trait::$method, $trait::$method)
            }
        }
    )*};
}

operators! { BitAnd bitand BitOr bitor BitXor bitxor }

impl Not for Either<'_> {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        self.map(Not::not, Not::not)
    }
}

macro_rules! of_one {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline(never)]
        fn $method(self, $($argument: $type),*) -> Self {
            self.map(|a| a.$method($($argument),*), |a| a.$method($($argument),*))
        }
    )*};
}

macro_rules! of_two {
    ($($method:ident)*) => {$(
        #[inline(never)]
        fn $method(self, other: Self) -> Self {
            self.zip(other, Word::$method, Word::$method)
        }
    )*};
}

impl Word for Either<'_> {
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
        self.map(|a| a.lookup(table), |a| a.lookup(table))
    }

    #[inline(never)]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        self.zip(row, |a, b| a.permute_bits(b, orders), |a, b| a.permute_bits(b, orders))
    }
}
