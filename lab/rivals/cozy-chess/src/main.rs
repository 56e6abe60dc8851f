//! Reads lines `DEPTH FEN`, counts perft with bulk counting, answers `NODES SECONDS`.

use std::io::{BufRead, Write};
use std::time::Instant;

use cozy_chess::Board;

mod perft;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (depth, fen) = line.split_once(' ').ok_or("expected DEPTH FEN")?;
        let depth = depth.parse()?;
        let board: Board = fen.parse().map_err(|error| format!("{fen}: {error:?}"))?;
        let start = Instant::now();
        let nodes = perft::perft(&board, depth);
        writeln!(out, "{nodes} {}", start.elapsed().as_secs_f64())?;
        out.flush()?;
    }
    Ok(())
}
