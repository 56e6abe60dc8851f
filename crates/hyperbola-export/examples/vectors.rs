//! Writes the files of the folders `vectors` and `docs/export`, or all random queries into another
//! folder: `vectors [FOLDER-FOR-ALL-QUERIES]`.

use std::fs;
use std::path::Path;

use hyperbola_export::shown;
use hyperbola_export::vectors::{ALL_QUERIES, binary, csv, files, queries};

fn main() -> std::io::Result<()> {
    if let Some(folder) = std::env::args_os().nth(1) {
        let (folder, all) = (Path::new(&folder), queries(ALL_QUERIES));
        fs::write(folder.join("queries.csv"), csv(&all))?;
        return fs::write(folder.join("queries.bin"), binary(&all));
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
