//! Random boards that are the same on every machine, and digests of what is computed of them.
//!
//! Tests, benches and timed programs ask the same questions everywhere, and compare long answers by
//! one number. They share nothing else, so this is a crate of its own and depends on none.
#![no_std]
#![forbid(unsafe_code)]

mod digest;
mod random;

pub use digest::Digest;
pub use random::Random;
