//! The techniques, one file each, in folders by family. Only the types that the registry exports
//! and the boards that some techniques keep are public.

pub(crate) mod fill;
pub(crate) mod lookup;
pub(crate) mod ray;
pub(crate) mod setwise;
pub(crate) mod subtract;
pub(crate) mod walk;

#[cfg(feature = "tables")]
pub use lookup::rotated::RotatedBoards;
pub use subtract::hq_paired_lanes::MirroredBoards;
pub use subtract::x_xor_x_minus_2::ReversedBoards;

pub use crate::registry::techniques::*;
