//! The one list of all techniques: the enum, its names, and the visitors.

use core::fmt;
use core::str::FromStr;

use crate::{AlgorithmInfo, Bitboard, LineAttacks, SetwiseAttacks, Slider, SliderAttacks, Square};

/// Does something with a technique as a type, chosen at run time by an [`Algorithm`].
///
/// The caller's whole loop goes into [`visit`](Self::visit), so that the choice is made once,
/// outside it, and no function pointer stands in it.
///
/// ```
/// use hyperbola::{Algorithm, AlgorithmVisitor, SliderAttacks, Square};
///
/// /// The number of attacks of a rook over all squares of an empty board.
/// struct Mobility;
///
/// impl AlgorithmVisitor for Mobility {
///     type Output = u32;
///
///     fn visit<T: SliderAttacks>(self) -> u32 {
///         let empty = T::occupied(0_u64);
///         Square::ALL.iter().map(|square| T::rook(square.word(), &empty).count_ones()).sum()
///     }
/// }
///
/// assert_eq!(Algorithm::ObstructionDifference.visit(Mobility), 64 * 14);
/// ```
pub trait AlgorithmVisitor {
    /// What the visit gives.
    type Output;

    /// Visits the chosen technique.
    fn visit<T: SliderAttacks>(self) -> Self::Output;
}

/// Does something with a technique that works line by line.
pub trait LineVisitor {
    /// What the visit gives.
    type Output;

    /// Visits the chosen technique.
    fn visit<T: LineAttacks>(self) -> Self::Output;
}

/// Does something with a technique for whole sets.
pub trait SetwiseVisitor {
    /// What the visit gives.
    type Output;

    /// Visits the chosen technique.
    fn visit<T: SetwiseAttacks>(self) -> Self::Output;
}

/// Makes all that depends on the list from the list. A technique that works line by line says
/// `lines` in brackets, one for whole sets says `setwise`.
macro_rules! registry {
    ($($(#[$meta:meta])* $family:ident::$file:ident::$technique:ident [$($kind:ident)*];)*) => {
        /// Every technique as a type.
        pub(crate) mod techniques {
            $($(#[$meta])* pub use crate::algorithms::$family::$file::$technique;)*
        }

        /// A technique chosen at run time.
        ///
        /// ```
        /// use hyperbola::{Algorithm, Bitboard, Square};
        /// let algorithm: Algorithm = "hyperbola-quintessence".parse()?;
        /// let attacks = algorithm.queen_attacks(Square::A1, Bitboard::EMPTY);
        /// assert_eq!(attacks.count(), 21);
        /// # Ok::<(), hyperbola::ParseAlgorithmError>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Algorithm {
            $(
                $(#[$meta])*
                #[doc = concat!("[`", stringify!($technique), "`](crate::algorithms::", stringify!($technique), ").")]
                $technique,
            )*
        }

        impl Algorithm {
            /// All techniques, in the registry's order.
            pub const ALL: &'static [Self] = &[$($(#[$meta])* Self::$technique,)*];

            /// Returns what the technique says about itself.
            #[must_use]
            pub const fn info(self) -> &'static AlgorithmInfo {
                match self {
                    $($(#[$meta])* Self::$technique => &<techniques::$technique as SliderAttacks>::INFO,)*
                }
            }

            /// Visits the technique as a type.
            #[inline]
            pub fn visit<V: AlgorithmVisitor>(self, visitor: V) -> V::Output {
                match self {
                    $($(#[$meta])* Self::$technique => visitor.visit::<techniques::$technique>(),)*
                }
            }

            /// Visits the technique if it works line by line.
            #[inline]
            pub fn visit_lines<V: LineVisitor>(self, visitor: V) -> Option<V::Output> {
                match self {
                    $($(#[$meta])* Self::$technique => {
                        registry!(@lines visitor techniques::$technique [$($kind)*])
                    })*
                }
            }

            /// Visits the technique if it is for whole sets.
            #[inline]
            pub fn visit_setwise<V: SetwiseVisitor>(self, visitor: V) -> Option<V::Output> {
                match self {
                    $($(#[$meta])* Self::$technique => {
                        registry!(@setwise visitor techniques::$technique [$($kind)*])
                    })*
                }
            }
        }
    };

    (@lines $visitor:ident $technique:ty [lines $($rest:ident)*]) => {
        Some($visitor.visit::<$technique>())
    };
    (@lines $visitor:ident $technique:ty []) => {{
        let _ = $visitor;
        None
    }};
    (@setwise $visitor:ident $technique:ty [lines setwise]) => {
        Some($visitor.visit::<$technique>())
    };
    (@setwise $visitor:ident $technique:ty [$($rest:ident)*]) => {{
        let _ = $visitor;
        None
    }};
}

registry! {
    walk::ray_walk::RayWalk [lines];
    ray::classical::Classical [lines];
    subtract::x_xor_x_minus_2::XXorXMinus2 [lines];
    subtract::reverse_bitboards::ReverseBitboards [lines];
    subtract::o_xor_o_minus_2r::OXorOMinus2r [lines];
    subtract::hyperbola_quintessence::HyperbolaQuintessence [lines];
    subtract::hq_first_rank::HqFirstRank [lines];
    subtract::hq_bit_reversal::HqBitReversal [lines];
    subtract::swar_bit_reversal::SwarBitReversal [lines];
    subtract::hq_rank_to_diagonal::HqRankToDiagonal [lines];
    subtract::hq_ssse3::HqSsse3 [];
    subtract::hq_paired_lanes::HqPairedLanes [];
    subtract::dual_hq::DualHq [];
    subtract::obstruction_difference::ObstructionDifference [lines];
    subtract::obstruction_difference_infuehr::ObstructionDifferenceInfuehr [lines];
    setwise::setwise_subtraction::SetwiseSubtraction [lines setwise];
    lookup::kindergarten::Kindergarten [lines];
    lookup::casting_out_255::CastingOut255 [lines];
    #[cfg(feature = "tables")]
    lookup::congruent_modulo::CongruentModulo [lines];
    #[cfg(feature = "tables")]
    lookup::hash_dictionary::HashDictionary [lines];
    #[cfg(feature = "tables")]
    lookup::rotated::Rotated [lines];
    #[cfg(feature = "tables")]
    lookup::magic_plain::MagicPlain [];
    #[cfg(feature = "tables")]
    lookup::magic_fancy::MagicFancy [];
    #[cfg(feature = "tables")]
    lookup::magic_fixed_shift::MagicFixedShift [];
}

impl Algorithm {
    /// Returns the technique's id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.info().id
    }

    /// Returns the attacks of a slider by this technique, chosen anew at every call; a loop goes
    /// into a [visitor](AlgorithmVisitor) instead.
    #[inline]
    #[must_use]
    pub fn slider_attacks(self, slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        struct Attacks(Slider, Square, Bitboard);
        impl AlgorithmVisitor for Attacks {
            type Output = Bitboard;
            #[inline]
            fn visit<T: SliderAttacks>(self) -> Bitboard {
                T::slider_attacks(self.0, self.1, self.2)
            }
        }
        self.visit(Attacks(slider, square, occupied))
    }

    /// Returns the attacks of a rook by this technique.
    #[inline]
    #[must_use]
    pub fn rook_attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.slider_attacks(Slider::Rook, square, occupied)
    }

    /// Returns the attacks of a bishop by this technique.
    #[inline]
    #[must_use]
    pub fn bishop_attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.slider_attacks(Slider::Bishop, square, occupied)
    }

    /// Returns the attacks of a queen by this technique.
    #[inline]
    #[must_use]
    pub fn queen_attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        self.slider_attacks(Slider::Queen, square, occupied)
    }

    /// Returns the attacks of a rook and those of a bishop by this technique.
    #[inline]
    #[must_use]
    pub fn rook_bishop_attacks(self, square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        struct Attacks(Square, Bitboard);
        impl AlgorithmVisitor for Attacks {
            type Output = (Bitboard, Bitboard);
            #[inline]
            fn visit<T: SliderAttacks>(self) -> (Bitboard, Bitboard) {
                T::rook_bishop_attacks(self.0, self.1)
            }
        }
        self.visit(Attacks(square, occupied))
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The text is the id of no technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseAlgorithmError;

impl fmt::Display for ParseAlgorithmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the id of a technique, such as hyperbola-quintessence")
    }
}

impl core::error::Error for ParseAlgorithmError {}

impl FromStr for Algorithm {
    type Err = ParseAlgorithmError;

    /// Finds a technique by its id.
    fn from_str(id: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|algorithm| algorithm.id() == id);
        found.copied().ok_or(ParseAlgorithmError)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::collections::HashSet;
    use std::string::ToString;

    #[test]
    fn ids_are_distinct_plain_and_read_back() {
        let ids: HashSet<_> = Algorithm::ALL.iter().map(|algorithm| algorithm.id()).collect();
        assert_eq!(ids.len(), Algorithm::ALL.len());
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(*algorithm));
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(algorithm.id().chars().all(plain), "{algorithm}");
        }
        assert_eq!("no-such-technique".parse::<Algorithm>(), Err(ParseAlgorithmError));
    }
}
