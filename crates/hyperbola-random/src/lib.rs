//! Random boards that are the same on every machine, and digests of results.
//!
//! Tests, benchmarks and timed programs ask the same questions everywhere, and compare long answers
//! by one number. They share nothing else, so this is a separate crate without dependencies.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

mod digest;
mod random;

pub use digest::Digest;
pub use random::Random;
