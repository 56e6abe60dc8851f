//! Positions for the tests of several crates: the suites of `testdata`, random games, start
//! positions of Chess960, and positions that no game leads to.

mod suites;

use std::path::Path;

use hyperbola_moves::{
    CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Setup, Square,
};
use hyperbola_perft::Perft;
use hyperbola_random::Random;

pub use suites::{SuiteLine, suite, testdata, testdata_bytes};

/// The perft suites.
pub const SUITES: [&str; 7] =
    ["six", "classic", "random", "single-checks", "double-checks", "en-passant", "chess960"];

/// Positions that no game can reach: too many pieces, too many promoted ones, three checkers.
pub const OUT_OF_REACH: [&str; 3] = [
    "4k3/8/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1",
    "4k3/4p3/8/8/8/8/QQQQQ3/QQQQQK2 w - - 0 1",
    "4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1",
];

/// Returns all positions of the suites and of `valid.fens`.
pub fn positions() -> Vec<Position> {
    let valid = testdata("positions/valid.fens");
    let valid =
        valid.lines().map(|fen| fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")));
    let suites = SUITES.into_iter().flat_map(suite).map(|case| case.position());
    suites.chain(valid).collect()
}

/// Returns positions of all kinds: those of the suites, `of_games` of random games of ordinary
/// chess and of double Chess960, and `of_no_game` that no game leads to.
#[must_use]
pub fn of_all_kinds(of_games: usize, of_no_game: usize) -> Vec<Position> {
    let mut all = positions();
    let mut random = Random::new(2026);
    let games = all.len() + of_games;
    while all.len() < games {
        let number = |random: &mut Random| usize::try_from(random.word() % 960).expect("fits");
        let start = match random.word() % 2 {
            0 => Position::initial(),
            _ => chess960(number(&mut random), number(&mut random)),
        };
        random_game(start, &mut random, 160, |position, _| all.push(*position));
    }
    all.truncate(games);
    all.extend((0..of_no_game).map(|_| random_setup(&mut random)));
    all
}

/// On each kind of word, the counter gives the same numbers of moves and replies as the generator,
/// although it hardly ever makes the moves.
pub fn replies_are_counted(position: &Position) {
    let expected = u128::from(hyperbola_perft::plain(position, 2));
    for &word in Perft::KINDS.iter().filter(|kind| kind.is_available()) {
        let perft = Perft::default().word(word);
        assert_eq!(perft.count(position, 2), expected, "{position}: {word}");
    }
}

/// Returns a random legal move, or nothing if there is none.
pub fn random_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let choices = u64::try_from(moves.len()).expect("fits").max(1);
    moves.get(usize::try_from(random.word() % choices).expect("fits")).copied()
}

/// Plays a random game of at most a number of moves and visits each move before it is made.
pub fn random_game(
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

/// Makes a start position of double Chess960. Each side has a number from 0 to 959; 518 is the
/// ordinary one.
#[must_use]
pub fn chess960(white: usize, black: usize) -> Position {
    let mut setup = Setup::initial();
    for (color, rank, number) in
        [(Color::White, Rank::First, white), (Color::Black, Rank::Eighth, black)]
    {
        for (file, role) in File::ALL.into_iter().zip(chess960_rank(number)) {
            setup.board.put(Square::new(file, rank), Piece::new(color, role));
        }
        let mut rooks = setup.board.of(color, Role::Rook).into_iter();
        setup.castling_rights.set(color, CastlingSide::Queen, rooks.next());
        setup.castling_rights.set(color, CastlingSide::King, rooks.next());
    }
    setup.position().expect("start positions are valid")
}

/// Returns the rank with a Scharnagl number: bishops first, then the queen, the knights, and rook,
/// king, rook.
fn chess960_rank(number: usize) -> [Role; 8] {
    let mut rank = [None; 8];
    let place = |rank: &mut [Option<Role>; 8], role, empty: usize| {
        let free = (0..8).filter(|&file| rank[file].is_none()).nth(empty).expect("a free file");
        rank[free] = Some(role);
    };
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    place(&mut rank, Role::Queen, number / 16 % 6);
    let pairs = (0..5).flat_map(|first| (first..4).map(move |second| (first, second)));
    let (first, second) = pairs.into_iter().nth(number / 96).expect("below 960");
    place(&mut rank, Role::Knight, first);
    place(&mut rank, Role::Knight, second);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place(&mut rank, role, 0);
    }
    rank.map(|role| role.expect("eight pieces"))
}

/// Makes a position that may not be reachable in a game: any pieces anywhere, with pawns close to
/// each other and to their last ranks, and castling and en passant wherever they fit.
pub fn random_setup(random: &mut Random) -> Position {
    // There are as many pawns as other pieces.
    random_setup_of(random, 30, [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen])
}

/// Makes such a position with few pieces, without bishops and queens and often without knights.
pub fn random_endgame(random: &mut Random) -> Position {
    let knight = if random.word().is_multiple_of(2) { Role::Knight } else { Role::Pawn };
    random_setup_of(random, 12, [Role::Pawn, Role::Pawn, knight, Role::Rook, Role::Rook])
}

/// Makes such a position with at most a number of pieces in addition to the kings. On average, six
/// in ten have the first role.
fn random_setup_of(random: &mut Random, pieces: u8, roles: [Role; 5]) -> Position {
    let mut below = |bound: u8| {
        let [low, ..] = (random.word() % u64::from(bound)).to_le_bytes();
        low
    };
    loop {
        let mut setup = Setup::EMPTY;
        if below(2) == 0 {
            setup.side_to_move = Color::Black;
        }
        for color in Color::ALL {
            setup.board.put(Square::from_index_wrapping(below(64)), Piece::new(color, Role::King));
        }
        for _ in 0..below(pieces + 1) {
            let color = Color::ALL[usize::from(below(2))];
            let role = roles[usize::from(below(10).saturating_sub(5))];
            let square = match role {
                Role::Pawn => Square::from_index_wrapping(8 + below(48)),
                _ => Square::from_index_wrapping(below(64)),
            };
            if setup.board.role_at(square).is_none() {
                setup.board.put(square, Piece::new(color, role));
            }
        }
        // Rights that do not fit are dropped one after another.
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                for rook in setup.board.of(color, Role::Rook) {
                    let mut with = setup;
                    with.castling_rights.set(color, side, Some(rook));
                    if with.position().is_ok() {
                        setup = with;
                    }
                }
            }
        }
        for square in Square::ALL {
            let with = Setup { en_passant: Some(square), ..setup };
            if below(2) == 0 && with.position().is_ok() {
                setup = with;
            }
        }
        if let Ok(position) = setup.position() {
            return position;
        }
    }
}

/// Runs a check on every input in the corpus of a fuzz target.
///
/// # Panics
///
/// Panics if there is no such input.
pub fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let files: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
    assert!(!files.is_empty(), "{folder:?} is empty");
    for file in files {
        check(&std::fs::read(file).expect("a file"));
    }
}

/// The examples of the project's README are tested here, in a crate that is not published: the file
/// is not in a package.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ProjectReadme;
