//! Any bytes are a file of training data, whose entries survive writing and reading, or are
//! refused.
#![no_main]

#[path = "../../crates/hyperbola-data/tests/data/laws.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod laws;
#[path = "../../crates/hyperbola-data/tests/data/support.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod support;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::any_file(bytes));
