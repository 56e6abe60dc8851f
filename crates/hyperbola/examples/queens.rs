//! Times `batch::queen_attacks` beside the Python package, for `python/speed.py rust`.
//!
//! The arguments are a file of squares, a byte each, and a file of sets, 8 bytes each. For each
//! line of standard input, `same` or `new`, it answers all queries into the same array or a new
//! one, and prints the seconds and the exclusive or of all answers.

use core::error::Error;
use core::hint::black_box;
use std::time::Instant;
use std::{env, fs, io};

use hyperbola::{Bitboard, Square, batch};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [squares, occupied] = &arguments[..] else {
        return Err("expected a file of squares and one of sets".into());
    };
    let squares: Vec<Square> =
        fs::read(squares)?.into_iter().map(Square::from_index_wrapping).collect();
    let occupied = fs::read(occupied)?;
    let (words, _) = occupied.as_chunks::<8>();
    let occupied: Vec<Bitboard> =
        words.iter().map(|&word| Bitboard(u64::from_le_bytes(word))).collect();
    let mut answers = vec![Bitboard::EMPTY; squares.len()];
    for line in io::stdin().lines() {
        let is_new = line? == "new";
        let start = Instant::now();
        if is_new {
            answers = Vec::new();
            answers.resize(squares.len(), Bitboard::EMPTY);
        }
        batch::queen_attacks(&squares, &occupied, black_box(&mut answers))?;
        let seconds = start.elapsed().as_secs_f64();
        let all = answers.iter().fold(0, |all, answer| all ^ answer.0);
        println!("{seconds} {all}");
    }
    Ok(())
}
