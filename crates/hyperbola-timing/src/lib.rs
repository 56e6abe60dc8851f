//! What times our techniques and their rivals alike.
//!
//! [`runner`] verifies contenders and times them in turns, and [`statistics`] says what came of it.
//! [`loops`] ask queries. A rival is a program of its own: [`serve`] is its end of a line protocol,
//! whose table is in `lab/METHODOLOGY.md`, and [`program`] is ours.
#![forbid(unsafe_code)]

pub mod loops;
pub mod program;
pub mod runner;
pub mod serve;
pub mod statistics;
