//! The words for whole boards in lanes: for long formulas, which are compiled for few kinds.

use super::vector::{DetectedKind, kind_sets};
use super::{Portable, WordKind, WordVisitor};
#[cfg(target_arch = "x86_64")]
use super::{Token as _, x86::Avx2Word};

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
pub struct WideWord(DetectedKind);

impl WideWord {
    /// The plain `u64`.
    pub const SCALAR: Self = Self(DetectedKind::Scalar(Portable));

    /// Whether this library is compiled without optimizations, as in a program's plain `cargo
    /// build`. Then plain `u64` is the only kind: without inlining a formula on registers takes
    /// minutes to compile and megabytes of stack.
    pub const IS_UNOPTIMIZED: bool = cfg!(unoptimized);

    /// The kinds of words, from the plainest to the widest.
    pub const KINDS: &[WordKind] = &[
        WordKind::Scalar,
        #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
        WordKind::Avx2x4,
        #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
        WordKind::Avx512x8,
        #[cfg(all(target_arch = "x86_64", not(unoptimized)))]
        WordKind::Avx512Gfnix8,
        #[cfg(all(
            target_arch = "aarch64",
            target_feature = "neon",
            target_endian = "little",
            not(unoptimized)
        ))]
        WordKind::Neonx2,
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128", not(unoptimized)))]
        WordKind::Simd128x2,
    ];

    /// Returns the word of a kind, if it is one of [`KINDS`](Self::KINDS) and the processor has it.
    #[must_use]
    pub fn detect(kind: WordKind) -> Option<Self> {
        kind.detect().filter(|_| Self::KINDS.contains(&kind)).map(Self)
    }

    /// Returns the widest word that the processor has.
    #[must_use]
    pub fn widest() -> Self {
        let mut found = Self::KINDS.iter().rev().filter_map(|&kind| Self::detect(kind));
        found.next().unwrap_or(Self::SCALAR)
    }

    /// Returns the kind of word.
    #[must_use]
    pub const fn kind(self) -> WordKind {
        self.0.kind()
    }

    /// Runs code that is compiled for the kind of word.
    #[inline(always)]
    pub fn run<R: WordVisitor>(self, visitor: R) -> R::Output {
        match self.0 {
            DetectedKind::Scalar(token) => visitor.visit::<u64>(token),
            register => match register.visit::<R, { kind_sets::WIDE }>(visitor) {
                Some(output) => output,
                None => unreachable!("a wide word is of one of the kinds"),
            },
        }
    }

    /// Runs code that uses no vectors, compiled for the bit instructions that every processor with
    /// a word of several lanes has. So it is compiled for two kinds of words in place of all.
    #[inline(always)]
    pub fn run_one_lane<R: WordVisitor>(self, visitor: R) -> R::Output {
        #[cfg(target_arch = "x86_64")]
        let token = match self.0 {
            DetectedKind::Avx2x4(token) => Some(token),
            DetectedKind::Avx512x8(token) => Some(token.into()),
            DetectedKind::Avx512Gfnix8(token) => Some(token.into()),
            _ => None,
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = token {
            return token.run::<Avx2Word, R>(visitor);
        }
        visitor.visit::<u64>(Portable)
    }
}

#[cfg(all(test, not(unoptimized)))]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_are_plain_words_and_the_wide_registers_of_the_target() {
        let is_wide = |kind: &&WordKind| {
            let is_register_of_two = kind.lanes() == 2 && cfg!(target_arch = "x86_64");
            kind.is_for_batches() && !is_register_of_two
        };
        assert!(WordKind::ALL.iter().filter(is_wide).eq(WideWord::KINDS));
    }
}
