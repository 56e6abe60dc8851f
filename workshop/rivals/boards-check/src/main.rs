//! Compares the attacks of `hyperbola-boards` with those of other programs, on random boards.
//!
//! Without an argument: rooks, bishops and lances on all squares of boards of shogi, with shunsai
//! and haitaka, which count squares as we do. With `positions`: it prints random positions of each
//! named board with the moves of one side, for `pseudo_legal.py` to compare.

use core::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use haitaka::{BitBoard, Color};
use hyperbola::Direction;
use hyperbola_boards::boards::{Capablanca, Chess, Courier, Grand, Shogi, Xiangqi};
use hyperbola_boards::{
    Board, Square, SquareSet, bishop_attacks, cannon_attacks, lance_attacks, queen_attacks,
    rook_attacks,
};
use hyperbola_random::Random;
use shunsai::{internals, shogi_core};

/// The number of random boards of each kind.
const BOARDS: usize = 10_000;

fn main() -> ExitCode {
    let done = match std::env::args().nth(1).as_deref() {
        None => compare_shogi(),
        Some("positions") => print_positions().map_err(|error| error.to_string()),
        Some(other) => Err(format!("expected nothing or positions, found {other}")),
    };
    if let Err(error) = done {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Returns a set in which each square is with the same probability, one to seven eighths.
fn random_set<B: Board>(random: &mut Random) -> SquareSet<B> {
    let eighths = 1 + random.word() % 7;
    Square::all().filter(|_| random.word() % 8 < eighths).collect()
}

/// Compares all attacks with those of shunsai and haitaka.
fn compare_shogi() -> Result<(), String> {
    let mut random = Random::new(81);
    let mut compared = 0_u64;
    for _ in 0..BOARDS {
        let occupied = random_set::<Shogi>(&mut random);
        let theirs = haitaka_set(occupied);
        let shunsai_occupied = shunsai_set(occupied);
        for square in Square::<Shogi>::all() {
            let index = usize::from(square.index());
            let at = haitaka::Square::index(index);
            let on =
                shogi_core::Square::from_u8(square.index() + 1).ok_or("there are 81 squares")?;
            let ours = [
                ("rook", rook_attacks(square, occupied)),
                ("bishop", bishop_attacks(square, occupied)),
                ("lance up", lance_attacks(Direction::North, square, occupied)),
                ("lance down", lance_attacks(Direction::South, square, occupied)),
            ];
            let haitakas = [
                haitaka::get_rook_moves(Color::Black, at, theirs),
                haitaka::get_bishop_moves(Color::Black, at, theirs),
                haitaka::get_lance_moves(Color::Black, at, theirs),
                haitaka::get_lance_moves(Color::White, at, theirs),
            ];
            let shunsais = [
                internals::rook_attacks(on, shunsai_occupied),
                internals::bishop_attacks(on, shunsai_occupied),
                internals::lance_attacks(shogi_core::Color::Black, on, shunsai_occupied),
                internals::lance_attacks(shogi_core::Color::White, on, shunsai_occupied),
            ];
            for (((piece, ours), haitakas), shunsais) in
                ours.into_iter().zip(haitakas).zip(shunsais)
            {
                if haitakas != haitaka_set(ours) {
                    return Err(format!(
                        "haitaka differs: {piece} on {square}, occupied\n{occupied}"
                    ));
                }
                if shunsais != shunsai_set(ours) {
                    return Err(format!(
                        "shunsai differs: {piece} on {square}, occupied\n{occupied}"
                    ));
                }
                compared += 1;
            }
        }
    }
    println!("{compared} attacks of shogi are those of shunsai and of haitaka");
    Ok(())
}

fn haitaka_set(set: SquareSet<Shogi>) -> BitBoard {
    BitBoard(set.bits())
}

fn shunsai_set(set: SquareSet<Shogi>) -> shunsai::Bitboard {
    let squares =
        set.into_iter().filter_map(|square| shogi_core::Square::from_u8(square.index() + 1));
    squares.fold(shunsai::Bitboard::EMPTY, |all, square| all | shunsai::Bitboard::single(square))
}

/// Prints positions of all named boards.
fn print_positions() -> io::Result<()> {
    let mut output = io::BufWriter::new(io::stdout().lock());
    positions_of::<Chess>("chess", &mut output)?;
    positions_of::<Shogi>("shogi", &mut output)?;
    positions_of::<Xiangqi>("xiangqi", &mut output)?;
    positions_of::<Capablanca>("capablanca", &mut output)?;
    positions_of::<Grand>("grand", &mut output)?;
    positions_of::<Courier>("courier", &mut output)?;
    output.flush()
}

/// Prints positions of a board, one a line: the board's name, its files, its ranks, the pieces as
/// in a FEN, and the moves of the side in capitals. Squares are named as on a chessboard.
fn positions_of<B: Board>(name: &str, output: &mut impl io::Write) -> io::Result<()> {
    let mut random = Random::new(name.bytes().map(u64::from).sum());
    let (files, ranks) = (B::SIZE.files(), B::SIZE.ranks());
    for _ in 0..BOARDS {
        let occupied = random_set::<B>(&mut random);
        let mover = random_set::<B>(&mut random) & occupied;
        let mut pieces = [[None; 16]; 16];
        let mut moves = String::new();
        for square in occupied {
            let own = mover.contains(square);
            let index = usize::try_from(random.word() % 5).unwrap_or(0);
            let letter = ['r', 'b', 'q', 'c', 'l'][index];
            let shown = if own { letter.to_ascii_uppercase() } else { letter };
            pieces[usize::from(square.rank())][usize::from(square.file())] = Some(shown);
            let targets = match letter {
                'r' => rook_attacks(square, occupied) - mover,
                'b' => bishop_attacks(square, occupied) - mover,
                'q' => queen_attacks(square, occupied) - mover,
                'c' => {
                    let captures = cannon_attacks(square, occupied) & (occupied - mover);
                    captures | (rook_attacks(square, occupied) - occupied)
                }
                _ => lance_attacks(Direction::North, square, occupied) - mover,
            };
            for target in targets.into_iter().filter(|_| own) {
                let _ = write!(moves, " {}{}", chess_name(square), chess_name(target));
            }
        }
        let rows = pieces[..usize::from(ranks)].iter().rev();
        let rows: Vec<String> = rows.map(|row| fen_row(&row[..usize::from(files)])).collect();
        writeln!(output, "{name} {files} {ranks} {}{moves}", rows.join("/"))?;
    }
    Ok(())
}

fn chess_name<B: Board>(square: Square<B>) -> String {
    format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1)
}

/// Returns a row of a FEN: letters, and numbers of empty squares.
fn fen_row(row: &[Option<char>]) -> String {
    let mut text = String::new();
    for squares in row.chunk_by(|one, other| one.is_none() && other.is_none()) {
        match squares[0] {
            Some(letter) => text.push(letter),
            None => text += &squares.len().to_string(),
        }
    }
    text
}
