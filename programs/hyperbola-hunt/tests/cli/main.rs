//! Tests of the program as its users run it.

#[cfg(unix)]
mod hunt;
mod inputs;
mod suite;
#[path = "../../../console/tests/support/mod.rs"]
mod support;

use support::{folder, hyperbola, json, printed, refused};

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_hyperbola-hunt");
