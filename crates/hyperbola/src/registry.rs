//! The one list of all techniques: the enum, the names, and the macro that leads to the types.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, ParseNameError, Slider, SliderAttacks, Square, TechniqueInfo};

/// Makes everything that depends on the list of techniques: the types, the enum and the macro
/// [`dispatch!`](crate::dispatch).
///
/// A line of the list names a technique's file and type. After a colon come the traits that it
/// implements in addition to `SliderAttacks`.
macro_rules! registry {
    (
        $dollar:tt
        always {
            $($family:ident::$file:ident::$technique:ident $(: $($trait:ident)+)?;)*
        }
        with_tables {
            $($large_family:ident::$large_file:ident::$large:ident $(: $($large_trait:ident)+)?;)*
        }
    ) => {
        /// All techniques as types.
        pub(crate) mod techniques {
            $(pub use crate::techniques::$family::$file::$technique;)*
            $(
                #[cfg(feature = "tables")]
                pub use crate::techniques::$large_family::$large_file::$large;
            )*
        }

        /// A technique chosen at run time.
        ///
        /// ```
        /// use hyperbola::{Technique, Bitboard, Square};
        /// let technique: Technique = "hyperbola-quintessence".parse()?;
        /// let attacks = technique.queen_attacks(Square::A1, Bitboard::EMPTY);
        /// assert_eq!(attacks.count(), 21);
        /// # Ok::<(), hyperbola::ParseNameError>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $(
                #[doc = concat!("[`", stringify!($technique), "`](crate::techniques::", stringify!($technique), ").")]
                $technique,
            )*
            $(
                #[cfg(feature = "tables")]
                #[doc = concat!("[`", stringify!($large), "`](crate::techniques::", stringify!($large), ").")]
                $large,
            )*
        }

        impl Technique {
            /// All techniques, in the registry's order.
            pub const ALL: &'static [Self] = &[
                $(Self::$technique,)*
                $(#[cfg(feature = "tables")] Self::$large,)*
            ];
        }

        #[cfg(feature = "tables")]
        dispatch_macro! {
            $dollar
            $($technique [$($($trait)+)?])*
            $($large [$($($large_trait)+)?])*
        }
        #[cfg(not(feature = "tables"))]
        dispatch_macro! { $dollar $($technique [$($($trait)+)?])* }
    };
}

/// Writes the macro [`dispatch!`](crate::dispatch).
///
/// A macro writes it, so that the list of techniques is in one place. It is written for the
/// techniques of a build: a `cfg` inside of it would test the features of the crate that uses it.
/// `$dollar` is a dollar sign, which no macro can write otherwise.
macro_rules! dispatch_macro {
    ($dollar:tt $($technique:ident $traits:tt)*) => {
        /// Evaluates an expression with a [`Technique`](crate::Technique) as a type. You choose the
        /// name that the expression uses for the type.
        ///
        /// The expression is compiled once for each technique. So it should call a function that is
        /// generic in the technique. Put a whole loop into that function. Then the choice is made
        /// once, outside the loop.
        ///
        /// ```
        /// use hyperbola::{Technique, SliderAttacks, Square, dispatch};
        ///
        /// /// Counts the attacks of a rook over all squares of an empty board.
        /// fn mobility<T: SliderAttacks>() -> u32 {
        ///     let empty = T::occupied(0_u64);
        ///     Square::ALL.iter().map(|square| T::rook(square.word(), &empty).count_ones()).sum()
        /// }
        ///
        /// let technique = Technique::ObstructionDifference;
        /// assert_eq!(dispatch!(technique, T => mobility::<T>()), 64 * 14);
        /// ```
        ///
        /// With the name of a trait ([`LineAttacks`](crate::LineAttacks),
        /// [`SetwiseAttacks`](crate::SetwiseAttacks) or
        /// [`FillAttacks`](crate::setwise::FillAttacks)) it gives `Some`, or `None` for a technique
        /// that does not implement the trait:
        ///
        /// ```
        /// use hyperbola::{Technique, Line, LineAttacks, SliderAttacks, Square, dispatch};
        ///
        /// let rank = |technique| {
        ///     dispatch!(technique, T: LineAttacks => {
        ///         T::line(Line::Rank, Square::D4.word(), &T::occupied(0))
        ///     })
        /// };
        /// assert_eq!(rank(Technique::RayWalk), Some(0xf700_0000));
        /// assert_eq!(rank(Technique::DualHq), None);
        /// ```
        #[macro_export]
        macro_rules! dispatch {
            (
                $dollar technique:expr,
                $dollar T:ident $dollar(: $dollar bound:ident)? => $dollar value:expr $dollar(,)?
            ) => {
                match $dollar technique {
                    $(
                        $crate::Technique::$technique => $crate::if_implements!(
                            $dollar($dollar bound)? $traits {
                                type $dollar T = $crate::techniques::$technique;
                                $dollar value
                            }
                        ),
                    )*
                    #[allow(unreachable_patterns, reason = "it is reachable from outside the crate")]
                    _ => panic!("the registry lists every technique"),
                }
            };
        }
    };
}

/// Gives `Some` of a value if a trait is in a list, or the value if no trait is given, for
/// [`dispatch!`](crate::dispatch).
#[doc(hidden)]
#[macro_export]
macro_rules! if_implements {
    ($traits:tt $value:block) => {
        $value
    };
    (LineAttacks [LineAttacks $($others:ident)*] $value:block) => {
        Some($value)
    };
    (SetwiseAttacks [SetwiseAttacks $($others:ident)*] $value:block) => {
        Some($value)
    };
    (FillAttacks [FillAttacks $($others:ident)*] $value:block) => {
        Some($value)
    };
    ($bound:ident [$other:ident $($others:ident)*] $value:block) => {
        $crate::if_implements!($bound [$($others)*] $value)
    };
    (LineAttacks [] $value:block) => {
        None
    };
    (SetwiseAttacks [] $value:block) => {
        None
    };
    (FillAttacks [] $value:block) => {
        None
    };
}

registry! {
    $
    always {
        walk::ray_walk::RayWalk: LineAttacks;
        walk::switch_lookup::SwitchLookup: LineAttacks;
        fill::dumb7_fill::Dumb7Fill: LineAttacks SetwiseAttacks FillAttacks;
        fill::kogge_stone::KoggeStone: LineAttacks SetwiseAttacks FillAttacks;
        fill::variable_shift_fill::VariableShiftFill;
        fill::exploding::Exploding;
        ray::classical::Classical: LineAttacks;
        ray::bob_mike::BobMike: LineAttacks;
        ray::qbb::Qbb: LineAttacks;
        ray::ray_permutation::RayPermutation;
        subtract::x_xor_x_minus_2::XXorXMinus2: LineAttacks;
        subtract::reverse_bitboards::ReverseBitboards: LineAttacks;
        subtract::o_xor_o_minus_2r::OXorOMinus2r: LineAttacks;
        subtract::hyperbola_quintessence::HyperbolaQuintessence: LineAttacks;
        subtract::hq_first_rank::HqFirstRank: LineAttacks;
        subtract::hq_bit_reversal::HqBitReversal: LineAttacks;
        subtract::hq_byte_ranks::HqByteRanks: LineAttacks;
        subtract::swar_bit_reversal::SwarBitReversal: LineAttacks;
        subtract::hq_rank_to_diagonal::HqRankToDiagonal: LineAttacks;
        subtract::hq_ssse3::HqSsse3;
        subtract::hq_paired_lanes::HqPairedLanes;
        subtract::dual_hq::DualHq;
        subtract::obstruction_difference::ObstructionDifference: LineAttacks;
        subtract::obstruction_difference_infuehr::ObstructionDifferenceInfuehr: LineAttacks;
        subtract::obstruction_difference_select::ObstructionDifferenceSelect: LineAttacks;
        subtract::sbamg::Sbamg: LineAttacks;
        subtract::leorik::Leorik: LineAttacks;
        subtract::slide_arithmetic::SlideArithmetic: LineAttacks;
        setwise::setwise_subtraction::SetwiseSubtraction: LineAttacks SetwiseAttacks;
        lookup::kindergarten::Kindergarten: LineAttacks;
        lookup::casting_out_255::CastingOut255: LineAttacks;
        lookup::magic_two_colors::MagicTwoColors;
    }
    with_tables {
        ray::blockers_and_beyond::BlockersAndBeyond;
        lookup::titboards::Titboards: LineAttacks;
        lookup::congruent_modulo::CongruentModulo: LineAttacks;
        lookup::hash_dictionary::HashDictionary: LineAttacks;
        lookup::folding_hash::FoldingHash: LineAttacks;
        lookup::rotated::Rotated: LineAttacks;
        lookup::sissy::Sissy;
        lookup::kindergarten_super_sissy::KindergartenSuperSissy: LineAttacks;
        lookup::pre_school::PreSchool;
        lookup::magic_plain::MagicPlain;
        lookup::magic_fancy::MagicFancy;
        lookup::magic_fixed_shift::MagicFixedShift;
        lookup::correlation_magic::CorrelationMagic;
        lookup::spectral_magic::SpectralMagic;
        lookup::pext::Pext;
        lookup::pext_pdep::PextPdep;
        lookup::split_pext::SplitPext: LineAttacks;
        lookup::hypercube::HyperCube;
        lookup::binary_network::BinaryNetwork;
    }
}

impl Technique {
    /// Returns the facts that the technique states about itself.
    #[must_use]
    pub const fn info(self) -> &'static TechniqueInfo {
        dispatch!(self, T => &<T as SliderAttacks>::INFO)
    }

    /// Returns the technique's id.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.info().id
    }

    /// Returns the attacks of a slider by this technique. The technique is chosen again at every
    /// call, so put a loop into [`dispatch!`](crate::dispatch) instead.
    #[inline]
    #[must_use]
    pub fn slider_attacks(self, slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        dispatch!(self, T => T::slider_attacks(slider, square, occupied))
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
        dispatch!(self, T => T::rook_bishop_attacks(square, occupied))
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Technique {
    type Err = ParseNameError;

    /// Finds a technique by its id.
    fn from_str(id: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.iter().find(|technique| technique.id() == id);
        found.copied().ok_or(ParseNameError::expecting(if cfg!(feature = "tables") {
            "the id of a technique, such as hyperbola-quintessence"
        } else {
            "the id of a technique, such as hyperbola-quintessence (some need the feature `tables`)"
        }))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::setwise::FillAttacks;
    use crate::{LineAttacks, SetwiseAttacks};
    use std::collections::HashSet;
    use std::string::ToString;

    #[test]
    fn ids_are_distinct_plain_and_read_back() {
        let ids: HashSet<_> = Technique::ALL.iter().map(|technique| technique.id()).collect();
        assert_eq!(ids.len(), Technique::ALL.len());
        for technique in Technique::ALL {
            assert_eq!(technique.to_string().parse(), Ok(*technique));
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(technique.id().chars().all(plain), "{technique}");
        }
        assert!("no-such-technique".parse::<Technique>().is_err());
    }

    #[test]
    fn every_table_is_remade_the_same_after_its_sources() {
        // A table is made on the stack, and the largest table has 2 MiB.
        let test = std::thread::Builder::new().stack_size(1 << 25).spawn(|| {
            let mut remade = HashSet::new();
            for technique in Technique::ALL {
                let mut made = HashSet::new();
                for recipe in technique.info().recipes() {
                    let name = recipe.info.name;
                    assert!(recipe.sources.iter().all(|source| made.contains(&source.info)));
                    assert!(made.insert(recipe.info), "{technique} makes {name} again");
                    assert!(!remade.insert(recipe.info) || recipe.remakes_the_same(), "{name}");
                }
                assert!(technique.info().tables.iter().all(|table| made.contains(&table.info)));
            }
            let names: HashSet<_> = remade.iter().map(|table| table.name).collect();
            assert_eq!(names.len(), remade.len(), "two tables of one name");
        });
        assert!(test.expect("a thread starts").join().is_ok());
    }

    #[test]
    fn dispatch_selects_techniques_by_trait() {
        let by_lines = |technique| dispatch!(technique, T: LineAttacks => id_of_lines::<T>());
        let setwise = |technique| dispatch!(technique, T: SetwiseAttacks => id_of_sets::<T>());
        let fill = |technique| dispatch!(technique, T: FillAttacks => id_of_fill::<T>());
        for (technique, implemented) in [
            (Technique::DualHq, [false; 3]),
            (Technique::Classical, [true, false, false]),
            (Technique::SetwiseSubtraction, [true, true, false]),
            (Technique::KoggeStone, [true; 3]),
        ] {
            let id = technique.id();
            assert_eq!(dispatch!(technique, T => T::INFO.id), id);
            let expected = implemented.map(|is_implemented| is_implemented.then_some(id));
            assert_eq!([by_lines(technique), setwise(technique), fill(technique)], expected);
        }
    }

    fn id_of_lines<T: LineAttacks>() -> &'static str {
        T::INFO.id
    }

    fn id_of_sets<T: SetwiseAttacks>() -> &'static str {
        T::INFO.id
    }

    fn id_of_fill<T: FillAttacks>() -> &'static str {
        T::INFO.id
    }
}
