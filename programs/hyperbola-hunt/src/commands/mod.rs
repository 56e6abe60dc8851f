//! The commands, each in its own file.

pub(crate) mod hunt;
pub(crate) mod inputs;
pub(crate) mod suite;
mod suites;
