//! Measures techniques, batches and perft against each other and against other libraries.
//!
//! Everything is verified before it is timed, and timed in turns with what it is compared with.
#![forbid(unsafe_code)]

pub mod runner;
pub mod statistics;
