//! Times our techniques and their rivals in the same way.
//!
//! [`runner`] verifies contenders and times them in turns, and [`statistics`] summarises the times.
//! [`loops`] ask queries. A rival is a program of its own: [`serve`] is its end of a line protocol,
//! whose table is in `workshop/lab/METHODOLOGY.md`, and [`rival_process`] is ours.
#![forbid(unsafe_code)]

pub mod loops;
pub mod rival_process;
pub mod runner;
pub mod serve;
pub mod statistics;
