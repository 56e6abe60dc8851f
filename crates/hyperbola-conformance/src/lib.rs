//! What every technique must do: the same as the definition, for every case there is.
//!
//! [`oracle`] states the definition on plain numbers and shares no code with the core; [`cases`]
//! lists all that a rook's or a bishop's whole cross can hold, edges included; [`verify`] runs a
//! technique over all of them and gives a [`Digest`] that all techniques have in common.
//! [`operations`] lists what a word can do. [`properties`] states the laws that hold besides. All
//! checks take any technique, so a wrong one, made for the purpose, shows that they can fail.
#![forbid(unsafe_code)]

mod cases;
pub mod operations;
pub mod oracle;
pub mod properties;
mod subject;
mod verify;
pub mod wrong;

pub use cases::{Case, cases, for_each_case};
pub use hyperbola_random::Digest;
pub use subject::Subject;
pub use verify::{Mismatch, Verified, verify};

/// The README's examples compile and hold.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
