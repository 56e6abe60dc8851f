//! The techniques as types, each with its idea, formula, cost and origin, and which of them suits
//! whom.
//!
//! # One line chooses the technique
//!
//! The crate's own functions, such as [`queen_attacks`](crate::queen_attacks), are
//! [`MagicTwoColors`], which suits most programs. A program that writes a type once can take
//! another technique without any other change:
//!
//! ```
//! use hyperbola::{Bitboard, SliderAttacks, Square};
//!
//! type Sliders = hyperbola::techniques::MagicTwoColors;
//!
//! let attacks = Sliders::queen_attacks(Square::D4, Bitboard::EMPTY);
//! assert_eq!(attacks.count(), 27);
//! ```
//!
//! [`Native`](crate::Native) is such a type that chooses by the target. It suits programs that are
//! compiled for the processors they run on.
//!
//! The times are those of a queen on Sapphire Rapids, in times of cozy-chess's magics in the same
//! build: in a loop of nothing but queries, in a chain where each query waits for the one before,
//! and after a program has touched a megabyte of other data.
//!
//! | `type Sliders =` | KiB of tables | loop | chain | after 1 MiB | suits |
//! |---|---|---|---|---|---|
//! | `MagicTwoColors` | 32 | 1.34 | 0.87 | 0.98 | any processor and build, and programs that do more than query; what `queen_attacks` does |
//! | `HqFirstRank` | 2.5 | 2.26 | 0.98 | 0.99 | small memories and caches |
//! | `RayPermutation` | 8 | 0.94 | 1.27 | 1.1 | only builds with `-C target-cpu=native` for an Intel processor with AVX-512 BITALG (Ice Lake and later); slow elsewhere, and on Zen 4 |
//! | `MagicFixedShift` | 845 | 1.03 | 0.98 | 1.06 | loops of nothing but queries, on any processor (feature `tables`) |
//! | `Pext` | 843 | 0.87 | 0.92 | 1.0 | the same, in builds with BMI2 (`-C target-cpu=x86-64-v3`) for processors that do not run it as microcode (feature `tables`) |
//!
//! `docs/SPEED.md` of the repository has the nanoseconds, and says how they were measured.

// One file each, in folders by family. Only the types that the registry exports and the boards that
// some techniques keep are public.

pub(crate) mod fill;
pub(crate) mod lookup;
pub(crate) mod ray;
pub(crate) mod setwise;
pub(crate) mod subtract;
pub(crate) mod walk;

#[cfg(feature = "tables")]
pub use lookup::hypercube::HyperCubeBoards;
#[cfg(feature = "tables")]
pub use lookup::rotated::RotatedBoards;
pub use subtract::hq_paired_lanes::MirroredBoards;
pub use subtract::x_xor_x_minus_2::ReversedBoards;

pub use crate::registry::techniques::*;
