//! The words for whole boards in lanes: for long formulas, which are compiled for few kinds.

#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx2Word, Avx2x4, Avx512, Avx512Gfni, Avx512x8};
use super::{Portable, WordKind, WordVisitor};

/// A kind of word that whole boards are computed on, one in each lane, with the proof that the
/// processor has it.
///
/// It has only some of all kinds: plain `u64`, and the widest registers of each instruction set.
/// Compiling a long formula for each kind takes long, and the others gain little.
///
/// ```
/// use hyperbola::word::{Vector, WideWord, WordVisitor};
///
/// struct Lanes;
///
/// impl WordVisitor for Lanes {
///     type Output = usize;
///
///     fn visit<V: Vector>(self, _token: V::Token) -> usize {
///         V::LANES
///     }
/// }
///
/// assert_eq!(WideWord::widest().run(Lanes), WideWord::widest().kind().lanes());
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum WideWord {
    /// A plain `u64`.
    Scalar,
    /// Four lanes of AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Eight lanes of AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// Eight lanes of AVX-512 with GFNI.
    #[cfg(target_arch = "x86_64")]
    Avx512Gfni(Avx512Gfni),
}

impl WideWord {
    /// The kinds of words, from the plainest to the widest.
    pub const KINDS: &[WordKind] = &[
        WordKind::Scalar,
        #[cfg(target_arch = "x86_64")]
        WordKind::Avx2x4,
        #[cfg(target_arch = "x86_64")]
        WordKind::Avx512x8,
        #[cfg(target_arch = "x86_64")]
        WordKind::Avx512Gfnix8,
    ];

    /// Returns the word of a kind, if it is one of [`KINDS`](Self::KINDS) and the processor has it.
    #[must_use]
    pub fn detect(kind: WordKind) -> Option<Self> {
        match kind {
            WordKind::Scalar => Some(Self::Scalar),
            #[cfg(target_arch = "x86_64")]
            WordKind::Avx2x4 => Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            WordKind::Avx512x8 => Avx512::detect().map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            WordKind::Avx512Gfnix8 => Avx512Gfni::detect().map(Self::Avx512Gfni),
            _ => None,
        }
    }

    /// Returns the widest word that the processor has.
    #[must_use]
    pub fn widest() -> Self {
        let mut found = Self::KINDS.iter().rev().filter_map(|&kind| Self::detect(kind));
        found.next().unwrap_or(Self::Scalar)
    }

    /// Returns the kind of word.
    #[must_use]
    pub const fn kind(self) -> WordKind {
        match self {
            Self::Scalar => WordKind::Scalar,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => WordKind::Avx2x4,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => WordKind::Avx512x8,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Gfni(_) => WordKind::Avx512Gfnix8,
        }
    }

    /// Runs code that is compiled for the kind of word.
    #[inline(always)]
    pub fn run<R: WordVisitor>(self, visitor: R) -> R::Output {
        match self {
            Self::Scalar => visitor.visit::<u64>(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => token.run::<Avx2x4, R>(visitor),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(token) => token.run::<Avx512x8<false>, R>(visitor),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Gfni(token) => token.run::<Avx512x8<true>, R>(visitor),
        }
    }

    /// Runs code that uses no vectors, compiled for the bit instructions that every processor with
    /// a word of several lanes has. So it is compiled for two kinds of words in place of all.
    #[inline(always)]
    pub fn run_one_lane<R: WordVisitor>(self, visitor: R) -> R::Output {
        match self {
            Self::Scalar => visitor.visit::<u64>(Portable),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => token.run::<Avx2Word, R>(visitor),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(token) => Avx2::from(token).run::<Avx2Word, R>(visitor),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Gfni(token) => Avx2::from(token).run::<Avx2Word, R>(visitor),
        }
    }
}
