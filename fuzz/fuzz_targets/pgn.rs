//! Any bytes are a stream of games, each of which is refused or survives writing and reading.
#![no_main]

#[allow(dead_code, unused_imports, reason = "the tests use the rest")]
#[path = "../../crates/hyperbola-moves/tests/moves/support/mod.rs"]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| support::laws::any_stream(bytes));
