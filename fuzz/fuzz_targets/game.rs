//! Any game of double Chess960 obeys the laws, position by position.
#![no_main]

#[allow(dead_code, unused_imports, reason = "the tests use the rest")]
#[path = "../../crates/hyperbola-moves/tests/moves/support/mod.rs"]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| support::laws::any_game(bytes));
