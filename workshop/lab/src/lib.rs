//! Measures techniques, batches and perft against each other and against other libraries.
//!
//! Everything is verified before it is timed, and timed in turns with its rivals.
//! `workshop/lab/METHODOLOGY.md` says how, and `workshop/lab/BIAS.md` what is unfair about it.
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
