//! `read-sfbinpack FILE` prints the entries of a binpack, one in a line:
//! `FEN|move|score|ply|result`. `read-sfbinpack FILE OUT` writes them into another one;
//! `read-sfbinpack FILE --speed` counts them.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::time::Instant;

use sfbinpack::{CompressedTrainingDataEntryReader, CompressedTrainingDataEntryWriter};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().ok_or("expected FILE [OUT|--speed]")?;
    let begin = Instant::now();
    let mut reader = CompressedTrainingDataEntryReader::new(File::open(name)?)?;
    match arguments.get(1).map(String::as_str) {
        None => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            while reader.has_next() {
                let entry = reader.next();
                let (fen, uci) = (entry.pos.fen().expect("a position"), entry.mv.as_uci());
                writeln!(out, "{fen}|{uci}|{}|{}|{}", entry.score, entry.ply, entry.result)?;
            }
            out.flush()?;
        }
        Some("--speed") => {
            let (mut entries, mut plies) = (0_u64, 0);
            while reader.has_next() {
                entries += 1;
                plies += u64::from(reader.next().ply);
            }
            let seconds = begin.elapsed().as_secs_f64();
            let speed = entries as f64 / seconds / 1e6;
            println!("{name}: {entries} entries of {plies} plies, {seconds:.3} s, {speed:.2} M/s");
        }
        Some(copy) => {
            let mut writer = CompressedTrainingDataEntryWriter::new(File::create(copy)?)?;
            while reader.has_next() {
                writer.write_entry(&reader.next())?;
            }
            writer.flush_and_end();
        }
    }
    Ok(())
}
