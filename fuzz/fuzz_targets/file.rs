//! Any bytes are a file of positions, or the columns of one, and are refused or survive writing and
//! reading.
#![no_main]

#[path = "../../crates/hyperbola-features/tests/features/laws.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::any_file(bytes));
