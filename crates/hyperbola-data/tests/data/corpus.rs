//! Runs the saved inputs from fuzzing again.

use hyperbola_samples::replay;

use crate::laws;

#[test]
fn files() {
    replay("data", laws::any_file);
}

#[test]
fn records() {
    replay("records", laws::any_bytes_of_records);
}
