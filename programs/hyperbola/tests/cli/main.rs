//! Tests of the program as its users run it.

mod arguments;
mod attacks;
mod batch;
mod commands;
mod fen;
mod garbage;
mod moves;
mod others;
mod perft;
mod readme;
mod shards;
mod stdin;
#[path = "../../../console/tests/support/mod.rs"]
mod support;
mod uci;

use support::{folder, hyperbola, json, printed, refused};

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_hyperbola");
