//! Writes the files of the folders `vectors` and `docs/export`, or all random queries as CSV into
//! another file: `vectors [FILE]`.

use std::fs;
use std::path::Path;

use hyperbola_export::shown;
use hyperbola_export::vectors::{QUERIES, csv, files, queries};

fn main() -> std::io::Result<()> {
    if let Some(file) = std::env::args_os().nth(1) {
        return fs::write(file, csv(&queries(QUERIES)));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    for (name, bytes) in files() {
        fs::write(folder.join(name), bytes)?;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/export");
    for (name, text) in shown() {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
