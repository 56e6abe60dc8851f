//! Any bytes are records, each of which is read as defined or refused.
#![no_main]

#[path = "../../crates/hyperbola-data/tests/data/laws.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod laws;
#[path = "../../crates/hyperbola-data/tests/data/support.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::any_bytes_of_records(bytes));
