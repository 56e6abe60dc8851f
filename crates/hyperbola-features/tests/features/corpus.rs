//! Runs the saved inputs from fuzzing again.

use std::path::Path;

use crate::laws;

fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    assert!(!files.is_empty(), "{folder:?} is empty");
    for file in files {
        check(&std::fs::read(file).expect("a file"));
    }
}

#[test]
fn files() {
    replay("file", laws::any_file);
}

#[test]
fn records() {
    replay("records", laws::any_bytes_of_records);
}
