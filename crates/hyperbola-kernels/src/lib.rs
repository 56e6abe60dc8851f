//! Techniques chosen at run time. Each combination with a kind of word is compiled once.
//!
//! The core's functions are generic. A crate that calls them with a choice made at run time
//! compiles all techniques on all words again. The functions here are not generic. The command, the
//! lab, the tests and other programs call them and compile nothing twice.
#![forbid(unsafe_code)]

pub mod batch;
pub mod generator;
