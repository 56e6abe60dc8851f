//! The one list of all techniques: the enum, its names, and the visitors.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use crate::setwise::FillAttacks;
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

/// Does something with a technique whose sets move along any course.
pub trait FillVisitor {
    /// What the visit gives.
    type Output;

    /// Visits the chosen technique.
    fn visit<T: FillAttacks>(self) -> Self::Output;
}

/// Asks of a type which traits it implements, so that the list need not say it and cannot be wrong.
///
/// The methods of [`Probe`] itself come first where their bounds hold; where they do not, those of
/// the traits answer `None`.
struct Probe<T>(PhantomData<T>);

impl<T: LineAttacks> Probe<T> {
    fn visit_lines<V: LineVisitor>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<T>())
    }
}

impl<T: SetwiseAttacks> Probe<T> {
    fn visit_setwise<V: SetwiseVisitor>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<T>())
    }
}

impl<T: FillAttacks> Probe<T> {
    fn visit_fills<V: FillVisitor>(&self, visitor: V) -> Option<V::Output> {
        Some(visitor.visit::<T>())
    }
}

trait NotByLines {
    fn visit_lines<V: LineVisitor>(&self, _visitor: V) -> Option<V::Output> {
        None
    }
}

impl<T> NotByLines for Probe<T> {}

trait NotSetwise {
    fn visit_setwise<V: SetwiseVisitor>(&self, _visitor: V) -> Option<V::Output> {
        None
    }
}

impl<T> NotSetwise for Probe<T> {}

trait NotAFill {
    fn visit_fills<V: FillVisitor>(&self, _visitor: V) -> Option<V::Output> {
        None
    }
}

impl<T> NotAFill for Probe<T> {}

/// Makes all that depends on the list from the list.
macro_rules! registry {
    ($($(#[$meta:meta])* $family:ident::$file:ident::$technique:ident;)*) => {
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
                    $(
                        $(#[$meta])*
                        Self::$technique => {
                            Probe::<techniques::$technique>(PhantomData).visit_lines(visitor)
                        }
                    )*
                }
            }

            /// Visits the technique if it is for whole sets.
            #[inline]
            pub fn visit_setwise<V: SetwiseVisitor>(self, visitor: V) -> Option<V::Output> {
                match self {
                    $(
                        $(#[$meta])*
                        Self::$technique => {
                            Probe::<techniques::$technique>(PhantomData).visit_setwise(visitor)
                        }
                    )*
                }
            }

            /// Visits the technique if it is for whole sets along any course.
            #[inline]
            pub fn visit_fills<V: FillVisitor>(self, visitor: V) -> Option<V::Output> {
                match self {
                    $(
                        $(#[$meta])*
                        Self::$technique => {
                            Probe::<techniques::$technique>(PhantomData).visit_fills(visitor)
                        }
                    )*
                }
            }
        }
    };
}

registry! {
    walk::ray_walk::RayWalk;
    fill::dumb7_fill::Dumb7Fill;
    fill::kogge_stone::KoggeStone;
    fill::exploding::Exploding;
    ray::classical::Classical;
    ray::bob_mike::BobMike;
    ray::qbb::Qbb;
    ray::ray_permutation::RayPermutation;
    subtract::x_xor_x_minus_2::XXorXMinus2;
    subtract::reverse_bitboards::ReverseBitboards;
    subtract::o_xor_o_minus_2r::OXorOMinus2r;
    subtract::hyperbola_quintessence::HyperbolaQuintessence;
    subtract::hq_first_rank::HqFirstRank;
    subtract::hq_bit_reversal::HqBitReversal;
    subtract::hq_byte_ranks::HqByteRanks;
    subtract::swar_bit_reversal::SwarBitReversal;
    subtract::hq_rank_to_diagonal::HqRankToDiagonal;
    subtract::hq_ssse3::HqSsse3;
    subtract::hq_paired_lanes::HqPairedLanes;
    subtract::dual_hq::DualHq;
    subtract::obstruction_difference::ObstructionDifference;
    subtract::obstruction_difference_infuehr::ObstructionDifferenceInfuehr;
    subtract::obstruction_difference_select::ObstructionDifferenceSelect;
    subtract::sbamg::Sbamg;
    subtract::leorik::Leorik;
    subtract::slide_arithmetic::SlideArithmetic;
    setwise::setwise_subtraction::SetwiseSubtraction;
    lookup::kindergarten::Kindergarten;
    lookup::casting_out_255::CastingOut255;
    #[cfg(feature = "tables")]
    lookup::congruent_modulo::CongruentModulo;
    #[cfg(feature = "tables")]
    lookup::hash_dictionary::HashDictionary;
    #[cfg(feature = "tables")]
    lookup::rotated::Rotated;
    #[cfg(feature = "tables")]
    lookup::sissy::Sissy;
    #[cfg(feature = "tables")]
    lookup::magic_plain::MagicPlain;
    #[cfg(feature = "tables")]
    lookup::magic_fancy::MagicFancy;
    #[cfg(feature = "tables")]
    lookup::magic_fixed_shift::MagicFixedShift;
    #[cfg(feature = "tables")]
    lookup::pext::Pext;
    #[cfg(feature = "tables")]
    lookup::pext_pdep::PextPdep;
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

    #[test]
    fn every_table_is_remade_the_same_behind_its_sources() {
        // A table is made on the stack, and the largest has 2 MiB.
        let test = std::thread::Builder::new().stack_size(1 << 25).spawn(|| {
            let mut remade = HashSet::new();
            for algorithm in Algorithm::ALL {
                let mut made = HashSet::new();
                for recipe in algorithm.info().recipes() {
                    let name = recipe.info.name;
                    assert!(recipe.sources.iter().all(|source| made.contains(&source.info)));
                    assert!(made.insert(recipe.info), "{algorithm} makes {name} again");
                    assert!(!remade.insert(recipe.info) || recipe.remakes_the_same(), "{name}");
                }
                assert!(algorithm.info().tables.iter().all(|table| made.contains(&table.info)));
            }
            let names: HashSet<_> = remade.iter().map(|table| table.name).collect();
            assert_eq!(names.len(), remade.len(), "two tables of one name");
        });
        assert!(test.expect("a thread starts").join().is_ok());
    }

    #[test]
    fn every_technique_that_has_lines_or_sets_is_visited_for_them() {
        struct Id;
        impl LineVisitor for Id {
            type Output = &'static str;
            fn visit<T: LineAttacks>(self) -> &'static str {
                T::INFO.id
            }
        }
        impl SetwiseVisitor for Id {
            type Output = &'static str;
            fn visit<T: SetwiseAttacks>(self) -> &'static str {
                T::INFO.id
            }
        }
        let id = |algorithm: Algorithm| Some(algorithm.id());
        let (by_lines, whole) = (Algorithm::Classical, Algorithm::DualHq);
        assert_eq!((by_lines.visit_lines(Id), by_lines.visit_setwise(Id)), (id(by_lines), None));
        assert_eq!((whole.visit_lines(Id), whole.visit_setwise(Id)), (None, None));
        let setwise = Algorithm::SetwiseSubtraction;
        assert_eq!(
            (setwise.visit_lines(Id), setwise.visit_setwise(Id)),
            (id(setwise), id(setwise))
        );
    }
}
