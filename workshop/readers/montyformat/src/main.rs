//! `read-montyformat FILE` prints the entries of games with visits, one in a line:
//! `FEN|move|score||result`, the score and the result as White sees them. `read-montyformat FILE
//! --value` does so for games without visits. `read-montyformat --games FENS OUT VALUE_OUT` plays a
//! random game from each line of a file, and writes them with visits and without.

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Write as _};

use montyformat::chess::{Castling, Move, Position};
use montyformat::{MontyFormat, MontyValueFormat, SearchData};

type Error = Box<dyn std::error::Error>;

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--games", fens, out, values] => write(fens, out, values),
        [file] => print(file, |reader| Ok(without_visits(&MontyFormat::deserialise_from(reader)?))),
        [file, "--value"] => {
            print(file, |reader| Ok(MontyValueFormat::deserialise_from(reader, Vec::new())?))
        }
        _ => Err("expected FILE [--value], or --games FENS OUT VALUE_OUT".into()),
    }
}

/// Returns a game without its visits, with the scores that the crate makes of shares.
fn without_visits(game: &MontyFormat) -> MontyValueFormat {
    let MontyFormat { startpos, castling, result, .. } = *game;
    let mut values = MontyValueFormat { startpos, castling, result, moves: Vec::new() };
    let mut position = startpos;
    for data in &game.moves {
        values.push(position.stm(), data.best_move, data.score);
        position.make(data.best_move, &castling);
    }
    values
}

/// Prints the entries of a file.
fn print(
    file: &str,
    read: impl Fn(&mut BufReader<File>) -> Result<MontyValueFormat, Error>,
) -> Result<(), Error> {
    let mut reader = BufReader::new(File::open(file)?);
    let mut out = std::io::stdout().lock();
    while !reader.fill_buf()?.is_empty() {
        let game = read(&mut reader)?;
        let mut position = game.startpos;
        for found in &game.moves {
            // The crate says whether it is Chess960 only of what it has parsed.
            let mut castling = Castling::default();
            let files = game.castling.rook_files().concat();
            let letter = |(index, file)| char::from(if index < 2 { b'A' } else { b'a' } + file);
            let letters: String = files.into_iter().enumerate().map(letter).collect();
            castling.parse(&position, &letters);
            let uci = found.best_move.to_uci(&castling);
            let fen = position.as_fen();
            let result = 2.0 * game.result - 1.0;
            writeln!(out, "{fen}|{uci}|{}||{result}", found.score)?;
            position.make(found.best_move, &game.castling);
        }
    }
    Ok(())
}

/// Plays random games and writes them.
fn write(fens: &str, out: &str, values: &str) -> Result<(), Error> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) % below
    };
    let (mut bytes, mut value_bytes) = (Vec::new(), Vec::new());
    for fen in fs::read_to_string(fens)?.lines() {
        let mut castling = Castling::default();
        let mut position = Position::parse_fen(fen, &mut castling);
        let mut game = MontyFormat::new(position, castling);
        game.result = random(3) as f32 / 2.0;
        for ply in 0..24 {
            let mut legal: Vec<Move> = Vec::new();
            position.map_legal_moves(&castling, |played| legal.push(played));
            if legal.is_empty() {
                break;
            }
            // Castling, promotions and en passant are rare.
            let mut chosen = legal.clone();
            chosen.retain(|one| matches!(one.flag(), 2 | 3 | 5 | 8..));
            if chosen.is_empty() || random(2) == 0 {
                chosen.clone_from(&legal);
            }
            let played = chosen[random(chosen.len() as u64) as usize];
            let visits = legal.iter().map(|&one| (one, random(1000) as u32 + 1)).collect();
            let score = [0.0, 1.0, random(65_536) as f32 / 65_535.0][random(8).min(2) as usize];
            game.push(SearchData::new(played, score, (ply % 3 != 2).then_some(visits)));
            position.make(played, &castling);
        }
        let mut buffer = Vec::new();
        game.serialise_into_buffer(&mut buffer)?;
        bytes.extend(&buffer);
        let read = MontyFormat::deserialise_from(&mut &buffer[..])?;
        without_visits(&read).serialise_into(&mut value_bytes)?;
    }
    fs::write(out, bytes)?;
    Ok(fs::write(values, value_bytes)?)
}
