//! The words that the counter runs on, and the instructions that go with them.

#[cfg(target_arch = "x86_64")]
use hyperbola::word::x86::{Avx2, Avx2x4, Avx512, Avx512Gfni, Avx512x8};
use hyperbola::word::{Portable, WordKind, WordVisitor};

/// A kind of word that the counter runs on, with the proof that the processor has it.
///
/// It has only some of all kinds, because compiling the counter for each kind takes long.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Machine {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx512Gfni(Avx512Gfni),
}

/// The kinds of words, from the plainest to the widest.
pub(crate) const KINDS: &[WordKind] = &[
    WordKind::Scalar,
    #[cfg(target_arch = "x86_64")]
    WordKind::Avx2x4,
    #[cfg(target_arch = "x86_64")]
    WordKind::Avx512x8,
    #[cfg(target_arch = "x86_64")]
    WordKind::Avx512Gfnix8,
];

impl Machine {
    /// Returns the machine of a kind of word, if the kind is one of [`KINDS`] and the processor has
    /// it.
    pub(crate) fn detect(kind: WordKind) -> Option<Self> {
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

    /// Runs code that is compiled for this machine.
    #[inline(always)]
    pub(super) fn run<R: WordVisitor>(self, visitor: R) -> R::Output {
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
}
