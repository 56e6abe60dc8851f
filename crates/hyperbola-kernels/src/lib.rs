//! Techniques chosen at run time. Each combination with a kind of word is compiled once.
//!
//! The core's functions are generic. A crate that calls them with a choice made at run time
//! compiles all techniques on all words again. The functions here are not generic. The command, the
//! lab, the tests and other programs call them and compile nothing twice.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub mod batch;
pub mod generator;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
