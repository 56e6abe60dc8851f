//! What the tests have in common: the suites of `testdata` and random games.

pub(crate) mod reference;

use std::path::Path;

use hyperbola_conformance::Random;
use hyperbola_moves::{Move, Position};

/// Reads a file of `testdata`.
pub(crate) fn testdata(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The perft suites.
pub(crate) const SUITES: [&str; 7] =
    ["six", "classic", "random", "single-checks", "double-checks", "en-passant", "chess960"];

/// A line of a perft suite.
pub(crate) struct Case {
    pub(crate) fen: String,
    /// Depths and their numbers of nodes.
    pub(crate) counts: Vec<(u32, u64)>,
}

impl Case {
    pub(crate) fn position(&self) -> Position {
        self.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", self.fen))
    }
}

/// Reads a perft suite.
pub(crate) fn suite(name: &str) -> Vec<Case> {
    let text = testdata(&format!("perft/{name}.epd"));
    let read = |line: &str| {
        let (fen, counts) = line.split_once(" ;")?;
        let count = |count: &str| {
            let (depth, nodes) = count.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.parse().ok()?))
        };
        let counts = counts.split(';').map(count).collect::<Option<_>>()?;
        Some(Case { fen: fen.trim().to_owned(), counts })
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| read(line).unwrap_or_else(|| panic!("{name}: {line}"))).collect()
}

/// All positions of the suites, and those of `valid.fens`.
pub(crate) fn positions() -> Vec<Position> {
    let valid = testdata("positions/valid.fens");
    let valid =
        valid.lines().map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    let suites = SUITES.into_iter().flat_map(suite).map(|case| case.position());
    suites.chain(valid).collect()
}

/// Returns one of the legal moves, or none if there is none.
pub(crate) fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let choices = u64::try_from(moves.len()).expect("fits").max(1);
    moves.get(usize::try_from(random.word() % choices).expect("fits")).copied()
}

/// Plays a random game from a position and visits each move before it is made, up to a number.
pub(crate) fn random_game(
    start: Position,
    random: &mut Random,
    moves: usize,
    mut visit: impl FnMut(&Position, Move),
) {
    let mut position = start;
    for _ in 0..moves {
        let Some(played) = random_move(&position, random) else { return };
        visit(&position, played);
        position.play_unchecked(played);
    }
}
