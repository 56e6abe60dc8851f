//! A technique together with a kind of word. Both can be chosen at run time, or the best for a
//! purpose.
//!
//! ```
//! use hyperbola::choice::{Choice, ChoiceVisitor, Purpose};
//! use hyperbola::word::{Vector, WordKind};
//! use hyperbola::{Technique, SliderAttacks, Square};
//!
//! /// Counts the attacks of a rook over all squares of an empty board.
//! struct Mobility;
//!
//! impl ChoiceVisitor for Mobility {
//!     type Output = u32;
//!
//!     #[inline(always)]
//!     fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> u32 {
//!         let empty = T::occupied(V::from_array(token, V::ZEROS));
//!         let mut mobility = 0;
//!         for squares in Square::ALL.chunks_exact(V::LANES) {
//!             let mut lanes = V::ZEROS;
//!             for (lane, square) in lanes.as_mut().iter_mut().zip(squares) {
//!                 *lane = square.word();
//!             }
//!             let attacks = T::rook(V::from_array(token, lanes), &empty).into_array();
//!             for attacks in attacks.as_ref() {
//!                 mobility += attacks.count_ones();
//!             }
//!         }
//!         mobility
//!     }
//! }
//!
//! let by_name = Choice { technique: Technique::Classical, kind: WordKind::Portable4 };
//! assert_eq!(by_name.visit(Mobility), Some(64 * 14));
//! assert_eq!(Purpose::Batch.visit(Mobility), 64 * 14);
//! ```

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use crate::word::{Vector, WordKind, WordVisitor, kind_sets};
use crate::{ParseNameError, SliderAttacks, Technique, techniques};

/// Runs code with a technique and a kind of word that are chosen at run time.
///
/// Put the caller's whole loop into [`visit`](Self::visit). Mark it, and all that it calls,
/// `#[inline(always)]`, as for a [`WordVisitor`].
pub trait ChoiceVisitor {
    /// The result of the visit.
    type Output;

    /// Visits a technique and a kind of word, with the token that makes the word.
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> Self::Output;
}

/// A technique and the kind of word it runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The technique.
    pub technique: Technique,
    /// The kind of word.
    pub kind: WordKind,
}

impl Choice {
    /// Visits both, compiled for the word's instruction set, if this processor has it.
    #[inline]
    pub fn visit<C: ChoiceVisitor>(self, visitor: C) -> Option<C::Output> {
        self.visit_in::<C, { kind_sets::ALL }>(visitor)
    }

    /// Visits both, or only a kind of word that is in a set. The others are then not compiled.
    #[inline]
    pub(crate) fn visit_in<C: ChoiceVisitor, const SET: u8>(self, visitor: C) -> Option<C::Output> {
        let Self { technique, kind } = self;
        dispatch!(technique, T => {
            kind.visit_in::<_, SET>(WithTechnique::<T, C>(visitor, PhantomData))
        })
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.technique, self.kind)
    }
}

/// A visitor of words that already has a technique.
pub(crate) struct WithTechnique<T, C>(pub(crate) C, pub(crate) PhantomData<T>);

impl<T: SliderAttacks, C: ChoiceVisitor> WordVisitor for WithTechnique<T, C> {
    type Output = C::Output;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> C::Output {
        self.0.visit::<T, V>(token)
    }
}

/// The purpose for which attacks are computed.
///
/// For batches, records of three families of processors, Intel's Cascade Lake and AMD's Zen 3 and
/// Zen 4, agree on the choices for AVX2, and those of the two with AVX-512 on the choice for it.
/// Where queries wait for each other, as in a chain, [`DualHq`](Technique::DualHq) on `u64` is the
/// shortest on all three, with 8.3, 8.2 and 5.2 ns a queen.
///
/// For one query on AVX2, the record of Zen 4 has [`DualHq`](Technique::DualHq) ahead of
/// [`MagicTwoColors`](Technique::MagicTwoColors) for queens and rooks, 2.3 and 3.0 ns for a queen,
/// and more with other data touched, 3.1 and 6.8. It is slower for bishops, 1.6 and 1.4 ns, and in
/// chains. The other two records do not have both; on Zen 3 and by llvm-mca it is ahead too
/// (`docs/SPEED.md`).
///
/// On Zen 4, queens by [`ObstructionDifferenceInfuehr`](Technique::ObstructionDifferenceInfuehr) on
/// [`Avx512Gfni`](WordKind::Avx512Gfni) take 0.57 of the time of [`Query`](Self::Query)'s choice
/// for AVX2 in a hot loop, and 0.71 with 32 KiB of other data touched. Rooks take 0.76, but bishops
/// 1.43, and it was not measured on processors of Intel's with that word. So it is not chosen here.
/// `docs/CLAIMS.md` and `docs/SPEED.md` have more figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Purpose {
    /// One slider's attacks at a time, as in an engine, where tables compete for the caches.
    Query,
    /// A rook's and a bishop's attacks from one square at a time.
    BothAtOnce,
    /// Many queries at once.
    Batch,
}

/// Makes the choices from lists, best first. Every processor has the last choice of each list.
macro_rules! choices {
    ($(
        $purpose:ident {
            $($(#[cfg($condition:meta)])? $kind:ident $technique:ident $reason:literal)*
        }
    )*) => {
        impl Purpose {
            /// Returns the choices with their reasons, best first.
            const fn choices(self) -> &'static [(Choice, &'static str)] {
                match self {
                    $(Self::$purpose => &[$(
                        $(#[cfg($condition)])?
                        (
                            Choice { technique: Technique::$technique, kind: WordKind::$kind },
                            $reason,
                        ),
                    )*],)*
                }
            }

            /// Visits the first choice that this processor has. Other kinds of words are not
            /// compiled.
            #[inline]
            fn visit_first<C: ChoiceVisitor>(self, visitor: C) -> Option<C::Output> {
                match self {
                    $(Self::$purpose => {
                        $(
                            $(#[cfg($condition)])?
                            if let Some(kind) = WordKind::$kind.detect() {
                                const ONLY: u8 = kind_sets::only(WordKind::$kind);
                                let visitor =
                                    WithTechnique::<techniques::$technique, C>(visitor, PhantomData);
                                return kind.visit::<_, ONLY>(visitor);
                            }
                        )*
                    })*
                }
                None
            }
        }
    };
}

/// The reason why there is always a choice.
const HAS_LAST: &str = "every processor has the last choice";

impl Purpose {
    /// All purposes.
    pub const ALL: &'static [Self] = &[Self::Query, Self::BothAtOnce, Self::Batch];

    /// Returns the best choice that this processor has.
    #[must_use]
    pub fn choice(self) -> Choice {
        self.choice_and_reason().0
    }

    /// Returns the best choice that this processor has, with the reason.
    #[must_use]
    pub fn choice_and_reason(self) -> (Choice, &'static str) {
        self.choice_on(WordKind::is_available)
    }

    /// Visits the best choice that this processor has. Only choices that can be the best are
    /// compiled.
    #[inline]
    pub fn visit<C: ChoiceVisitor>(self, visitor: C) -> C::Output {
        self.visit_first(visitor).expect(HAS_LAST)
    }

    /// Returns the best choice on a processor that has some kinds of words, with the reason.
    fn choice_on(self, has: impl Fn(WordKind) -> bool) -> (Choice, &'static str) {
        let mut had = self.choices().iter().filter(|(choice, _)| has(choice.kind));
        *had.next().expect(HAS_LAST)
    }

    /// Returns the name on the command line and in files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::BothAtOnce => "both-at-once",
            Self::Batch => "batch",
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Purpose {
    type Err = ParseNameError;

    /// Finds a purpose by its name.
    fn from_str(id: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().copied().find(|purpose| purpose.id() == id);
        found.ok_or(ParseNameError::expecting("query, both-at-once or batch"))
    }
}

// Bit extraction is never the best choice. Its tables are over 64 KiB, and it loses to techniques
// with small tables as soon as other data is touched between queries (`cargo lab --definition
// cache-pressure-queen-games`). So processors that run it as microcode, which
// `Instruction::is_microcoded` names, need no case of their own.
choices! {
    Query {
        #[cfg(target_arch = "x86_64")]
        Avx2 DualHq
            "2.5 KiB of tables stay in the cache beside other data, and one subtraction serves all lines"
        Scalar MagicTwoColors
            "32 KiB of tables, one cache line of masks and factors, and few instructions"
    }
    BothAtOnce {
        #[cfg(target_arch = "x86_64")]
        Avx2 DualHq
            "2.5 KiB of tables stay in the cache beside other data, and one subtraction serves both"
        Scalar HqFirstRank
            "2.5 KiB of tables stay in the cache beside other data, and plain instructions suffice"
    }
    Batch {
        #[cfg(target_arch = "x86_64")]
        Avx512Gfnix8 ObstructionDifferenceSelect
            "eight lanes that count leading zeros and select by a mask in one instruction each"
        #[cfg(target_arch = "x86_64")]
        Avx512x8 ObstructionDifferenceSelect
            "eight lanes that count leading zeros and select by a mask in one instruction each"
        #[cfg(target_arch = "x86_64")]
        Avx2x4 HqByteRanks
            "four lanes that shuffle and subtract bytes, and no table"
        #[cfg(target_arch = "x86_64")]
        Ssse3x2 HqByteRanks
            "two lanes that shuffle and subtract bytes, and no table"
        #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
        Neonx2 HqByteRanks
            "two lanes that reverse and subtract bytes, and no table; by counts, not by measurements"
        Scalar HqFirstRank
            "2.5 KiB of tables, and plain instructions suffice"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Instruction;

    #[test]
    fn purposes_read_back_from_their_names() {
        for &purpose in Purpose::ALL {
            assert_eq!(purpose.id().parse(), Ok(purpose));
        }
        let error = ParseNameError::expecting("query, both-at-once or batch");
        assert_eq!("queries".parse::<Purpose>(), Err(error));
    }

    #[test]
    fn no_choice_depends_on_microcoded_instructions() {
        for &purpose in Purpose::ALL {
            for (choice, _) in purpose.choices() {
                for instruction in [Instruction::BitExtraction, Instruction::BitDeposit] {
                    assert!(!choice.technique.info().needs.contains(&instruction), "{choice}");
                }
            }
        }
    }

    #[test]
    fn every_processor_has_the_best_of_its_kinds() {
        for &purpose in Purpose::ALL {
            let last = purpose.choices().last().map(|(choice, _)| choice.kind);
            assert_eq!(last, Some(WordKind::Scalar), "{purpose}");
            assert!(purpose.choice().kind.is_available(), "{purpose}");
        }
        if cfg!(target_arch = "x86_64") {
            // The tests use the last kind that a processor has, in a list from the plainest kind
            // onwards.
            for (last, query, batch) in [
                ("portable-x4", "u64", "u64"),
                ("ssse3-x2", "u64", "ssse3-x2"),
                ("avx2-x4", "avx2", "avx2-x4"),
                ("avx512-x8", "avx2", "avx512-x8"),
                ("avx512-gfni-x8", "avx2", "avx512-gfni-x8"),
            ] {
                let last: WordKind = last.parse().expect("a kind of word");
                let has = |kind: WordKind| kind <= last;
                let choice = |purpose: Purpose| purpose.choice_on(has).0.kind.id();
                assert_eq!(choice(Purpose::Query), query, "up to {last}");
                assert_eq!(choice(Purpose::BothAtOnce), query, "up to {last}");
                assert_eq!(choice(Purpose::Batch), batch, "up to {last}");
            }
        }
    }

    #[test]
    fn a_visit_is_shown_the_choice() {
        struct Shown;
        impl ChoiceVisitor for Shown {
            type Output = (&'static str, usize);
            fn visit<T: SliderAttacks, V: Vector>(self, _token: V::Token) -> Self::Output {
                (T::INFO.id, V::LANES)
            }
        }
        for &purpose in Purpose::ALL {
            let Choice { technique, kind } = purpose.choice();
            assert_eq!(purpose.visit(Shown), (technique.id(), kind.lanes()), "{purpose}");
        }
        for &kind in WordKind::ALL.iter().filter(|kind| kind.is_available()) {
            let choice = Choice { technique: Technique::DualHq, kind };
            let shown = Some(("dual-hq", kind.lanes()));
            assert_eq!(choice.visit(Shown), shown, "{kind}");
            let in_batches = if kind.is_for_batches() { shown } else { None };
            let visited = choice.visit_in::<_, { kind_sets::FOR_BATCHES }>(Shown);
            assert_eq!(visited, in_batches, "{kind}");
        }
    }
}
