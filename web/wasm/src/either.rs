//! The word of the proofs or words in lanes: each technique is compiled once for both, which keeps
//! the module small.

use core::ops::{BitAnd, BitOr, BitXor, Not};

use hyperbola::masks::SquareMask;
use hyperbola::table::{Entry, Table};
use hyperbola::{
    Bits, Direction, Lanes, OccupiedBoards as _, SliderAttacks as _, Technique, Word, dispatch,
};
use hyperbola_prove::{
    AlongLine, ByDerivation, Claim, ClaimInputs, Claimed, OfSet, OnSquare, Symbolic,
};

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
            dispatch!(technique, T: LineAttacks => compute::<AlongLine<T>>(claim, inputs))
        }
        Claim::Form(..) => (technique == Technique::HyperbolaQuintessence)
            .then(|| compute::<ByDerivation>(claim, inputs)),
        Claim::AttacksTowards(_) | Claim::AttacksBothWays(_) | Claim::AttacksOfSet(_) => {
            dispatch!(technique, T: SetwiseAttacks => compute::<OfSet<T>>(claim, inputs))
        }
        _ => Some(dispatch!(technique, T => compute::<OnSquare<T>>(claim, inputs))),
    }
}

/// Computes a claim: all that is compiled for each technique.
#[inline(never)]
fn compute<'a, C: Claimed>(claim: Claim, inputs: ClaimInputs<Either<'a>>) -> Either<'a> {
    C::compute(claim, inputs)
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
        plain: impl Fn(u64) -> u64,
    ) -> Self {
        match self {
            Self::Symbolic(word) => Self::Symbolic(symbolic(word)),
            Self::Many(word) => Self::Many(word.map(&plain)),
        }
    }

    #[inline(always)]
    fn zip(
        self,
        other: Self,
        symbolic: impl Fn(Symbolic<'a>, Symbolic<'a>) -> Symbolic<'a>,
        plain: impl Fn(u64, u64) -> u64,
    ) -> Self {
        match (self, other) {
            (Self::Symbolic(a), Self::Symbolic(b)) => Self::Symbolic(symbolic(a, b)),
            (Self::Many(a), Self::Many(b)) => Self::Many(a.zip(b, &plain)),
            _ => unreachable!("the words of a run are of one kind"),
        }
    }
}

impl Not for Either<'_> {
    type Output = Self;
    #[inline(never)]
    fn not(self) -> Self {
        self.map(Not::not, Not::not)
    }
}

/// Computes operations of a trait on either word: of one word and perhaps another argument, and of
/// two words.
macro_rules! on_either {
    ($trait:ident: $($method:ident($($argument:ident: $type:ty)?))*) => {$(
        #[inline(never)]
        fn $method(self, $($argument: $type)?) -> Self {
            self.map(|a| $trait::$method(a, $($argument)?), |a| $trait::$method(a, $($argument)?))
        }
    )*};
    ($trait:ident of two: $($method:ident)*) => {$(
        #[inline(never)]
        fn $method(self, other: Self) -> Self {
            self.zip(other, $trait::$method, $trait::$method)
        }
    )*};
}

impl BitAnd for Either<'_> {
    type Output = Self;
    on_either! { BitAnd of two: bitand }
}

impl BitOr for Either<'_> {
    type Output = Self;
    on_either! { BitOr of two: bitor }
}

impl BitXor for Either<'_> {
    type Output = Self;
    on_either! { BitXor of two: bitxor }
}

impl Bits for Either<'_> {
    on_either! {
        Bits:
        splat(value: u64) shl(amount: u32) shr(amount: u32) swap_bytes() reverse_bits()
        leading_zeros() trailing_zeros() count_ones()
    }

    on_either! { Bits of two: wrapping_add wrapping_sub shl_by shr_by }
}

impl Word for Either<'_> {
    type Pair = Lanes<Self, 2>;
    type Quad = Lanes<Self, 4>;

    on_either! {
        Word:
        rotate_left(amount: u32) transpose() zero_mask() highest_ones_of_bytes() bit()
        square_mask(mask: SquareMask) ray_mask(direction: Direction)
    }

    on_either! {
        Word of two:
        wrapping_mul multiply_high rotate_left_by wrapping_sub_bytes pext pdep
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
