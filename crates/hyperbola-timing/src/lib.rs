//! Times our techniques and their rivals alike.
//!
//! [`runner`] verifies contenders and times them in turns, and [`statistics`] says what came of it.
//! [`loops`] ask queries. A rival is a program of its own: [`serve`] is its end of a line protocol,
//! whose table is in `lab/METHODOLOGY.md`, and [`rival_process`] is ours.
#![forbid(unsafe_code)]

pub mod loops;
pub mod rival_process;
pub mod runner;
pub mod serve;
pub mod statistics;

/// The name by which the benches of `hyperbola-moves` know [`rival_process`].
#[doc(hidden)]
pub mod program {
    pub use crate::rival_process::RivalProcess as Program;
}
