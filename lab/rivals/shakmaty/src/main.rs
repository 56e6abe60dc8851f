//! Reads lines `DEPTH FEN`, counts perft with bulk counting, answers `NODES SECONDS`.

use std::io::{BufRead, Write};
use std::time::Instant;

use shakmaty::{CastlingMode, Chess, fen::Fen, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (depth, fen) = line.split_once(' ').ok_or("expected DEPTH FEN")?;
        let depth = depth.parse()?;
        let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
        let start = Instant::now();
        let nodes = perft(&position, depth);
        writeln!(out, "{nodes} {}", start.elapsed().as_secs_f64())?;
        out.flush()?;
    }
    Ok(())
}
