//! Runs the saved inputs from fuzzing again.

use hyperbola_samples::replay;

use crate::laws;

#[test]
fn files() {
    replay("file", laws::any_file);
}
