//! Tests of the program as its users run it.

mod explain;
mod export;
mod perft;
mod prove;
#[path = "../../../console/tests/support/mod.rs"]
mod support;
mod verify;

use support::{hyperbola, json, printed, refused};

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_hyperbola-study");
