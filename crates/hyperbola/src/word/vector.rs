//! Vectors: words that are loaded from arrays, and the choice of a kind of word at run time.
//!
//! A vector is a further [`Word`], so every formula runs on it without change. The new part is the
//! way to make one: from a token of its instruction set. Only detection makes tokens. Code that
//! holds the token may load, and code that holds a value may compute. A plain word is a vector of
//! one lane.

use core::fmt;
use core::str::FromStr;

use super::{Lanes, Word};

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use super::neon::Neonx2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use super::wasm::Simd128x2;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2Word, Avx2x4, Avx512GfniWord, Avx512x8, Ssse3Word, Ssse3x2};

/// A word that is made from an array of `u64`, one for each lane.
///
/// ```
/// use hyperbola::word::{Portable, Vector};
/// use hyperbola::{Lanes, Word};
///
/// fn doubled<V: Vector>(token: V::Token, lanes: V::Array) -> V::Array {
///     let lanes = V::from_array(token, lanes);
///     lanes.wrapping_add(lanes).into_array()
/// }
///
/// assert_eq!(doubled::<Lanes<u64, 4>>(Portable, [1, 2, 3, 4]), [2, 4, 6, 8]);
/// ```
///
/// A vector has at least one lane:
///
/// ```compile_fail,E0080
/// use hyperbola::Lanes;
/// use hyperbola::word::{Portable, Vector};
///
/// let _ = Lanes::<u64, 0>::from_array(Portable, []);
/// ```
pub trait Vector: Word {
    /// The proof that the processor has the vector's instructions.
    type Token: Token;

    /// An array of as many `u64` as the vector has lanes.
    type Array: Copy + AsRef<[u64]> + AsMut<[u64]>;

    /// The number of lanes.
    const LANES: usize;

    /// An array of zeros.
    const ZEROS: Self::Array;

    /// Loads the lanes.
    #[must_use]
    fn from_array(token: Self::Token, lanes: Self::Array) -> Self;

    /// Stores the lanes.
    #[must_use]
    fn into_array(self) -> Self::Array;

    /// Loads the lanes from the first words of a slice.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer words than lanes.
    #[inline(always)]
    #[must_use]
    fn load(token: Self::Token, words: &[u64]) -> Self {
        // With an index: a function of the standard library that is not inlined spills all
        // registers.
        let (words, mut lanes) = (&words[..Self::LANES], Self::ZEROS);
        let mut lane = 0;
        while lane < Self::LANES {
            lanes.as_mut()[lane] = words[lane];
            lane += 1;
        }
        Self::from_array(token, lanes)
    }

    /// Stores the lanes in the first words of a slice.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer words than lanes.
    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        let (words, lanes) = (&mut words[..Self::LANES], self.into_array());
        let mut lane = 0;
        while lane < Self::LANES {
            words[lane] = lanes.as_ref()[lane];
            lane += 1;
        }
    }

    /// Takes as many of sixteen words as there are lanes. The words taken are those in the places
    /// `places`, each taken modulo 16.
    #[inline(always)]
    #[must_use]
    fn pick(token: Self::Token, words: &[[u64; 8]; 2], places: Self) -> Self {
        let mut lanes = places.into_array();
        let words = words.as_flattened();
        for lane in lanes.as_mut() {
            *lane = words[(*lane % 16) as usize];
        }
        Self::from_array(token, lanes)
    }
}

/// A word that formulas may ask whether a lane has anything left to do.
///
/// The answer only saves work: a formula computes the same if it goes the long way. A word that has
/// no values to look at, because it records for other machines, goes the long way, and may record
/// the other as well.
pub trait Branch: Word {
    /// The number of turns after which a loop over the rest ends, if a loop must have an end. A
    /// formula must be right if something is left then.
    const MOST_TURNS: Option<u32>;

    /// Returns whether a lane is not zero, or may be.
    #[must_use]
    fn any(self) -> bool;

    /// Returns the words that were computed because a lane [may not be](Self::any) zero.
    /// `otherwise` has those that stand in their place if all are. Words that record take note of
    /// both, so that the question becomes a branch where their code runs.
    #[inline(always)]
    #[must_use]
    fn choose<const N: usize>(
        self,
        computed: [Self; N],
        otherwise: impl FnOnce() -> [Self; N],
    ) -> [Self; N] {
        let _ = otherwise;
        computed
    }
}

impl<V: Vector> Branch for V {
    const MOST_TURNS: Option<u32> = None;

    #[inline(always)]
    fn any(self) -> bool {
        self.into_array().as_ref().iter().fold(0, |all, lane| all | lane) != 0
    }
}

/// The proof that the processor has the instructions of some kinds of words.
pub trait Token: Copy + fmt::Debug {
    /// Returns the token if the processor has the instructions. With the feature `std` the
    /// processor is asked at run time. Without it the answer depends on the target features of the
    /// build.
    #[must_use]
    fn detect() -> Option<Self>;

    /// Runs a visitor, which is compiled for the instructions, as a function of its own. Otherwise
    /// a match on techniques would contain all their loops, and be too large to compile quickly.
    fn run<V: Vector<Token = Self>, R: WordVisitor>(self, visitor: R) -> R::Output;
}

/// The token of the kinds of words that every processor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Portable;

impl Token for Portable {
    #[inline]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline(never)]
    fn run<V: Vector<Token = Self>, R: WordVisitor>(self, visitor: R) -> R::Output {
        visitor.visit::<V>(self)
    }
}

impl<const N: usize> Vector for Lanes<u64, N> {
    type Token = Portable;
    type Array = [u64; N];
    const LANES: usize = {
        assert!(N > 0, "a vector has a lane");
        N
    };
    const ZEROS: [u64; N] = [0; N];

    #[inline(always)]
    fn from_array(_token: Portable, lanes: [u64; N]) -> Self {
        // The constant is read, so that it is evaluated.
        let _ = Self::LANES;
        Self(lanes)
    }

    #[inline(always)]
    fn into_array(self) -> [u64; N] {
        self.0
    }
}

impl Vector for u64 {
    type Token = Portable;
    type Array = [u64; 1];
    const LANES: usize = 1;
    const ZEROS: [u64; 1] = [0];

    #[inline(always)]
    fn from_array(_token: Portable, [lane]: [u64; 1]) -> Self {
        lane
    }

    #[inline(always)]
    fn into_array(self) -> [u64; 1] {
        [self]
    }
}

/// Runs code with a kind of word that a [`WordKind`] chooses at run time.
///
/// Put the caller's whole loop into [`visit`](Self::visit), which is compiled again for each
/// instruction set. Mark it, and all that it calls, `#[inline(always)]`. A function that is not
/// inlined is compiled without the instructions and calls each of them as a function. It is then
/// slow but equally correct.
pub trait WordVisitor {
    /// The result of the visit.
    type Output;

    /// Visits a kind of word, with the token that makes it.
    fn visit<V: Vector>(self, token: V::Token) -> Self::Output;
}

/// Sets of kinds of words. Code that chooses a kind at run time is compiled for those of a set.
pub(crate) mod kind_sets {
    use super::WordKind;

    /// All kinds.
    pub(crate) const ALL: u8 = 0;
    /// The kinds that [are for batches](WordKind::is_for_batches).
    pub(crate) const FOR_BATCHES: u8 = 1;
    /// The registers among the kinds of [`WideWord`](crate::word::WideWord).
    pub(crate) const WIDE: u8 = 2;
    /// The first of the sets of one kind.
    const ONLY: u8 = 3;

    /// Returns the set of one kind.
    pub(crate) const fn only(kind: WordKind) -> u8 {
        ONLY + kind as u8
    }
}

/// Makes everything that depends on the list of words.
macro_rules! word_kinds {
    ($(
        $(#[doc = $doc:literal])*
        $(#[cfg($condition:meta)])?
        $kind:ident = $id:literal: $word:ty;
    )*) => {
        /// A kind of word that this target may have. The kinds go from the plainest to the widest.
        ///
        /// ```
        /// use hyperbola::word::{Vector, WordKind, WordVisitor};
        ///
        /// /// Adds 1 to 8, as many at once as there are lanes.
        /// struct Sum;
        ///
        /// impl WordVisitor for Sum {
        ///     type Output = u64;
        ///
        ///     #[inline(always)]
        ///     fn visit<V: Vector>(self, token: V::Token) -> u64 {
        ///         let mut sums = V::from_array(token, V::ZEROS);
        ///         for numbers in [1, 2, 3, 4, 5, 6, 7, 8].chunks(V::LANES) {
        ///             let mut lanes = V::ZEROS;
        ///             lanes.as_mut().copy_from_slice(numbers);
        ///             sums = sums.wrapping_add(V::from_array(token, lanes));
        ///         }
        ///         sums.into_array().as_ref().iter().sum()
        ///     }
        /// }
        ///
        /// for kind in WordKind::ALL.iter().filter(|kind| kind.is_available()) {
        ///     assert_eq!(kind.visit(Sum), Some(36), "{kind}");
        /// }
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum WordKind {
            $($(#[doc = $doc])* $(#[cfg($condition)])? $kind,)*
        }

        impl WordKind {
            /// All kinds that this target may have.
            pub const ALL: &'static [Self] = &[$($(#[cfg($condition)])? Self::$kind,)*];

            /// Returns the name on the command line and in files.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $($(#[cfg($condition)])? Self::$kind => $id,)* }
            }

            /// Returns the number of lanes.
            #[must_use]
            pub const fn lanes(self) -> usize {
                match self { $($(#[cfg($condition)])? Self::$kind => <$word>::LANES,)* }
            }

            /// Returns the kind with its token, if this processor has it.
            pub(crate) fn detect(self) -> Option<DetectedKind> {
                match self {
                    $(
                        $(#[cfg($condition)])?
                        Self::$kind => Token::detect().map(DetectedKind::$kind),
                    )*
                }
            }
        }

        /// A kind of word that this processor has, with the token that proves it.
        #[derive(Debug, Clone, Copy)]
        pub(crate) enum DetectedKind {
            $($(#[cfg($condition)])? $kind(<$word as Vector>::Token),)*
        }

        impl DetectedKind {
            /// Returns the kind.
            pub(crate) const fn kind(self) -> WordKind {
                match self { $($(#[cfg($condition)])? Self::$kind(_) => WordKind::$kind,)* }
            }

            /// Visits the kind of word if it is in a set. The others are not compiled.
            #[inline(always)]
            pub(crate) fn visit<V: WordVisitor, const SET: u8>(
                self,
                visitor: V,
            ) -> Option<V::Output> {
                match self {
                    $(
                        $(#[cfg($condition)])?
                        Self::$kind(token) => {
                            if const { !WordKind::$kind.is_in(SET) } {
                                return None;
                            }
                            Some(token.run::<$word, V>(visitor))
                        }
                    )*
                }
            }
        }
    };
}

word_kinds! {
    /// A plain `u64`.
    Scalar = "u64": u64;
    /// Four plain `u64` side by side, for the compiler to vectorise.
    Portable4 = "portable-x4": Lanes<u64, 4>;
    /// A `u64` with an SSE register with byte shuffles as its pair.
    #[cfg(target_arch = "x86_64")]
    Ssse3 = "ssse3": Ssse3Word;
    /// Two lanes of SSE.
    #[cfg(target_arch = "x86_64")]
    Ssse3x2 = "ssse3-x2": Ssse3x2<false>;
    /// A `u64` with bit extraction, and with registers as its pair and its quad.
    #[cfg(target_arch = "x86_64")]
    Avx2 = "avx2": Avx2Word;
    /// Four lanes of AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2x4 = "avx2-x4": Avx2x4;
    /// Eight lanes of AVX-512 (F, CD, BW, DQ, VL).
    #[cfg(target_arch = "x86_64")]
    Avx512x8 = "avx512-x8": Avx512x8<false>;
    /// A `u64` with bit permutations of AVX-512.
    #[cfg(target_arch = "x86_64")]
    Avx512Gfni = "avx512-gfni": Avx512GfniWord;
    /// Eight lanes of AVX-512 with GFNI, BITALG and VPOPCNTDQ.
    #[cfg(target_arch = "x86_64")]
    Avx512Gfnix8 = "avx512-gfni-x8": Avx512x8<true>;
    /// Two lanes of WebAssembly's `simd128`.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128x2 = "simd128-x2": Simd128x2;
    /// Two lanes of AArch64's NEON.
    #[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
    Neonx2 = "neon-x2": Neonx2;
}

impl WordKind {
    /// Returns whether batches are worth running on the kind of word: whether it is plain `u64` or
    /// has several lanes of a register. One lane of a register serves single queries. Four plain
    /// words are not the best on any processor that was measured: in all records of
    /// `workshop/records`, which are of x86-64, the best technique on `u64` is faster than the best
    /// on them.
    #[must_use]
    pub const fn is_for_batches(self) -> bool {
        matches!(self, Self::Scalar) || self.lanes() > 1 && !matches!(self, Self::Portable4)
    }

    /// Returns whether this processor has the kind of word. With the feature `std` the processor is
    /// asked at run time. Without it the answer depends on the target features of the build.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.detect().is_some()
    }

    /// Visits the kind of word, compiled for its instruction set, if this processor has it.
    #[inline]
    pub fn visit<V: WordVisitor>(self, visitor: V) -> Option<V::Output> {
        self.visit_in::<V, { kind_sets::ALL }>(visitor)
    }

    /// Visits the kind of word as [`visit`](Self::visit) does, if it is in a set. The others are
    /// not compiled.
    #[inline]
    pub(crate) fn visit_in<V: WordVisitor, const SET: u8>(self, visitor: V) -> Option<V::Output> {
        self.detect()?.visit::<V, SET>(visitor)
    }

    /// Returns whether the kind is a register for whole boards in lanes. A register of two lanes is
    /// one if the target has no wider register.
    const fn is_wide(self) -> bool {
        let least = if cfg!(target_arch = "x86_64") { 3 } else { 2 };
        self.is_for_batches() && self.lanes() >= least
    }

    /// Returns whether the kind is in one of the [sets](kind_sets).
    const fn is_in(self, set: u8) -> bool {
        match set {
            kind_sets::ALL => true,
            kind_sets::FOR_BATCHES => self.is_for_batches(),
            kind_sets::WIDE => self.is_wide() && !super::WideWord::IS_UNOPTIMIZED,
            only => only == kind_sets::only(self),
        }
    }
}

impl fmt::Display for WordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The error for a text that is not the id of a kind of word that this target may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseWordKindError;

impl fmt::Display for ParseWordKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the id of a kind of word, one of")?;
        for (index, kind) in WordKind::ALL.iter().enumerate() {
            write!(f, "{} {kind}", if index == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseWordKindError {}

impl FromStr for WordKind {
    type Err = ParseWordKindError;

    /// Finds a kind by its id.
    fn from_str(id: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|kind| kind.id() == id);
        found.copied().ok_or(ParseWordKindError)
    }
}
