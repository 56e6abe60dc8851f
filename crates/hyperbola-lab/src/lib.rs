//! Measures techniques, batches and perft against each other and against other libraries.
//!
//! Everything is verified before it is timed, and timed in turns with what it is compared with.
//! `lab/METHODOLOGY.md` says how, and `lab/BIAS.md` what is unfair about it.
#![forbid(unsafe_code)]

pub mod compare;
pub mod definition;
pub mod inputs;
pub mod lab;
pub mod machine;
pub mod model;
pub mod models;
pub mod processor;
pub mod recommend;
pub mod record;
pub mod report;
pub mod rival;
pub mod table;

/// The examples of the project's README are tested here, in a crate that is not published: the file
/// is in no package.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
