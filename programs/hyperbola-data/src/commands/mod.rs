//! The commands, each in its own file.

pub(crate) mod convert;
pub(crate) mod features;
pub(crate) mod positions;
