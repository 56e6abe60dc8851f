//! Writes `vectors/legal-moves.csv`: positions of every kind of case with their legal moves, by the
//! definition from the laws of chess.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use hyperbola_moves::{CastlingSide, Color, Piece, Role, Setup, Square};
use hyperbola_prove::legality::Laws;
use hyperbola_random::Random;

/// The number of rows, in less than a megabyte.
pub(crate) const ROWS: usize = 10_000;

/// The first line of the file.
pub(crate) const HEADING: &str = "case,fen,moves";

/// The most pieces in addition to the kings.
const MOST_PIECES: usize = 5;

/// The positions that are tried for each number of pieces.
const TRIES: usize = 40_000;

/// The most rows that a case has for each number of pieces.
const OF_A_CASE: [usize; MOST_PIECES + 1] = [60, 90, 74, 66, 50, 50];

/// The most moves of a position that shows nothing rare.
const MOST_MOVES: usize = 14;

/// The rows of a case with any number of moves.
const RARE: usize = 8;

fn below(random: &mut Random, bound: u8) -> u8 {
    (random.word() % u64::from(bound)).to_le_bytes()[0]
}

fn square(rank: u8, file: u8) -> Square {
    Square::from_index_wrapping(8 * rank + file)
}

/// Adds a piece where nothing stands.
fn put(setup: &mut Setup, at: Square, color: Color, role: Role) {
    if setup.board.role_at(at).is_none()
        && (role != Role::Pawn || (1..7).contains(&(at.index() / 8)))
    {
        setup.board.put(at, Piece::new(color, role));
    }
}

/// Makes a random setup of White or Black to move, with some pieces in addition to the kings.
fn setup(random: &mut Random, pieces: usize) -> Setup {
    let mut setup = Setup::EMPTY;
    let own = Color::ALL[usize::from(below(random, 2))];
    setup.side_to_move = own;
    let home = |rank: u8| if own == Color::White { rank } else { 7 - rank };
    let castles = below(random, 3) == 0;
    let file = if below(random, 2) == 0 { 4 } else { below(random, 8) };
    let king =
        if castles { square(home(0), file) } else { square(below(random, 8), below(random, 8)) };
    put(&mut setup, king, own, Role::King);
    put(&mut setup, square(below(random, 8), below(random, 8)), !own, Role::King);
    let mut left = pieces;
    if pieces >= 2 && below(random, 3) == 0 {
        let file = below(random, 8);
        put(&mut setup, square(home(4), file), !own, Role::Pawn);
        let beside = if below(random, 2) == 0 { file + 1 } else { file.wrapping_sub(1) };
        put(&mut setup, square(home(4), beside % 8), own, Role::Pawn);
        setup.en_passant = Some(square(home(5), file));
        left -= 2;
    }
    if castles && left > 0 {
        let rook = if file == 4 { 7 * below(random, 2) } else { below(random, 8) };
        let rook = square(home(0), rook);
        if setup.board.role_at(rook).is_none() {
            put(&mut setup, rook, own, Role::Rook);
            setup.castling_rights.set(own, CastlingSide::of_rook(king, rook), Some(rook));
        }
        left -= 1;
    }
    for _ in 0..left {
        let color = Color::ALL[usize::from(below(random, 2))];
        let role = Role::ALL[usize::from(below(random, 5))];
        put(&mut setup, square(below(random, 8), below(random, 8)), color, role);
    }
    setup
}

/// Returns the rows of positions with some pieces in addition to the kings.
fn rows_with(random: &mut Random, pieces: usize) -> Vec<String> {
    let (mut rows, mut known) = (Vec::new(), HashSet::new());
    let mut of_cases: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..TRIES {
        let setup = setup(random, pieces);
        let count = setup.board.occupied().count() as usize;
        let fen = setup.to_string();
        if count != 2 + pieces || setup.position().is_err() || known.contains(&fen) {
            continue;
        }
        let laws = Laws::new(&setup);
        let cases = laws.cases().into_iter();
        let fewest = cases.min_by_key(|case| of_cases.get(case).copied().unwrap_or(0));
        let case = fewest.unwrap_or_else(|| "nothing-special".to_owned());
        let of_case = of_cases.entry(case.clone()).or_insert(0);
        if *of_case >= OF_A_CASE[pieces] {
            continue;
        }
        let moves = laws.legal_moves();
        if moves.len() <= MOST_MOVES || *of_case < RARE {
            *of_case += 1;
            rows.push(format!("{case},{fen},{}", moves.join(" ")));
            known.insert(fen);
        }
    }
    rows
}

/// Returns the rows, those with the fewest pieces first.
pub(crate) fn rows() -> impl Iterator<Item = String> {
    let mut random = Random::new(59);
    (0..=MOST_PIECES).flat_map(move |pieces| rows_with(&mut random, pieces)).take(ROWS)
}

fn main() -> std::io::Result<()> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/legal-moves.csv");
    let mut text = format!("{HEADING}\n");
    rows().for_each(|row| text += &(row + "\n"));
    std::fs::write(file, text)
}
