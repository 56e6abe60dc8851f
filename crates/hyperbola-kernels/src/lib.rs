//! Techniques chosen at run time, each combination with a kind of word compiled once.
//!
//! The core's functions are generic, so every crate that calls them with a choice made at run time
//! compiles all techniques on all words anew. The functions here are not generic: the command, the
//! lab, the tests and the other doors call them and compile nothing twice.
#![forbid(unsafe_code)]

pub mod batch;
pub mod generator;
