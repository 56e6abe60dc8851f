//! The techniques, a file each in folders by family, and nothing but what the registry exports.

pub(crate) mod lookup;
pub(crate) mod ray;
pub(crate) mod setwise;
pub(crate) mod subtract;
pub(crate) mod walk;

pub use crate::registry::techniques::*;
