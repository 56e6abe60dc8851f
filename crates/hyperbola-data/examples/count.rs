//! Reads files and prints how many entries each has, and how long that takes.
//!
//! `cargo run --release --example count -- games.binpack`

use std::fs::File;
use std::path::Path;
use std::time::Instant;

use hyperbola_data::Format;

fn main() -> Result<(), Box<dyn core::error::Error>> {
    for name in std::env::args().skip(1) {
        let format = Format::of_path(Path::new(&name)).ok_or("expected a name with an ending")?;
        let begin = Instant::now();
        let mut reader = format.reader(File::open(&name)?);
        let (mut entries, mut plies) = (0_u64, 0);
        while let Some(entry) = reader.next_entry()? {
            entries += 1;
            plies += u64::from(entry.ply);
        }
        let seconds = begin.elapsed().as_secs_f64();
        let speed = entries as f64 / seconds / 1e6;
        println!("{name}: {entries} entries of {plies} plies, {seconds:.3} s, {speed:.2} M/s");
    }
    Ok(())
}
