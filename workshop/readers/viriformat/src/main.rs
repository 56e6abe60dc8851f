//! `read-viriformat FILE.viri` prints the entries, one in a line: `FEN|move|score|ply|result`,
//! without plies, the score and the result as White sees them. `read-viriformat IN OUT` writes
//! marlinformat or Bullet's records of viriformat, or Bullet's records of Bullet's text, by the
//! endings of the names. `read-viriformat FILE.viri --speed` counts entries.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;
use std::time::Instant;

use bulletformat::{BulletFormat as _, ChessBoard, convert_from_text};
use viriformat::dataformat::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().ok_or("expected FILE [OUT|--speed]")?;
    let copy = arguments.get(1).map_or("", String::as_str);
    let ending = |name: &str| Path::new(name).extension().map(|ending| ending.to_owned());
    if ending(name).is_some_and(|ending| ending == "txt") {
        return Ok(convert_from_text::<ChessBoard>(name, copy)?);
    }
    let begin = Instant::now();
    let mut games = BufReader::new(File::open(name)?);
    let (mut entries, mut moves) = (0_u64, Vec::new());
    let mut out = BufWriter::new(match copy {
        "" | "--speed" => Box::new(std::io::stdout()) as Box<dyn std::io::Write>,
        _ => Box::new(File::create(copy)?),
    });
    while !games.fill_buf()?.is_empty() {
        let game = Game::deserialise_from(&mut games, moves)?;
        let kept = |_: viriformat::chess::chessmove::Move, _: i32, _: &_, _, _: &mut _| false;
        match (copy, ending(copy).as_deref().and_then(|ending| ending.to_str())) {
            ("--speed", _) => game.visit_positions(|board, _| {
                // Without the black box, the compiler could skip the decoding.
                std::hint::black_box(board);
                entries += 1;
            }),
            (_, Some("marlin")) => game.splat_to_marlinformat_with_filter_callback(
                |board| Ok(out.write_all(&board.as_bytes())?),
                kept,
            )?,
            (_, Some("bullet")) => game.splat_to_bulletformat_with_filter_callback(
                |board| Ok(out.write_all(ChessBoard::as_bytes_slice(&[board]))?),
                kept,
            )?,
            _ => {
                let result = game.initial_position.unpack().2;
                let mut moves = game.moves();
                let mut lines = String::new();
                game.visit_positions(|board, score| {
                    let uci = moves.next().expect("a move for each position").display(true);
                    lines += &format!("{board}|{uci}|{score}||{}\n", i16::from(result) - 1);
                });
                out.write_all(lines.as_bytes())?;
            }
        }
        moves = game.into_move_buffer();
    }
    out.flush()?;
    if copy == "--speed" {
        let seconds = begin.elapsed().as_secs_f64();
        let speed = entries as f64 / seconds / 1e6;
        println!("{name}: {entries} entries, {seconds:.3} s, {speed:.2} M/s");
    }
    Ok(())
}
