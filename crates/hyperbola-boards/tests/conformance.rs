//! Every technique on every board against a walk in a mailbox, which shares with the library only
//! squares, sets and their files and ranks. These are held to lists in `squares.rs`.

use hyperbola::setwise::FillAttacks;
use hyperbola::techniques::{Dumb7Fill, HyperbolaQuintessence, KoggeStone, MagicFancy};
use hyperbola::{Direction, Line, Slider};
use hyperbola_boards::boards::{Capablanca, Chess, Courier, Grand, Shogi, Xiangqi};
use hyperbola_boards::{
    Board, BoardAttacks, Square, SquareSet, TECHNIQUES, board, cannon_attacks, dispatch_on_boards,
    lance_attacks, queen_attacks, setwise_attacks,
};
use hyperbola_random::Random;

board! {
    /// A board whose sets have 256 bits, file by file.
    Large: 16 files, 16 ranks, Files, FromOne;
    /// A board whose sets have 256 bits, few of them beyond the board.
    Twelve: 12 files, 12 ranks, Ranks, FromOne;
    /// A board whose diagonals step over 17 bits, of eight squares each.
    Wide: 16 files, 8 ranks, Ranks, FromOne;
    /// A board whose ranks step over the most bits, from the top right.
    Tall: 7 files, 16 ranks, FilesFromTopRight, Usi;
    /// A board all of whose lines have two squares in a byte, file by file.
    Small: 5 files, 6 ranks, Files, FromOne;
    /// A board of one line.
    Row: 12 files, 1 ranks, Ranks, FromOne;
    /// The smallest board.
    Point: 1 files, 1 ranks, Files, FromZero;
}

/// The pieces of a board, each at its file and rank, with a margin around them.
struct Mailbox<B> {
    is_piece: [[bool; 18]; 18],
    board: core::marker::PhantomData<B>,
}

impl<B: Board> Mailbox<B> {
    fn new(occupied: SquareSet<B>) -> Self {
        let mut is_piece = [[false; 18]; 18];
        for square in occupied {
            is_piece[usize::from(square.file()) + 1][usize::from(square.rank()) + 1] = true;
        }
        Self { is_piece, board: core::marker::PhantomData }
    }

    /// Walks from a square in a direction, up to and including the piece of a number: 1 for the
    /// first. Returns the squares behind the piece before.
    fn walk(&self, square: Square<B>, direction: Direction, last: u32) -> SquareSet<B> {
        let (files, ranks) = match direction {
            Direction::East => (1, 0),
            Direction::NorthEast => (1, 1),
            Direction::North => (0, 1),
            Direction::NorthWest => (-1, 1),
            Direction::West => (-1, 0),
            Direction::SouthWest => (-1, -1),
            Direction::South => (0, -1),
            Direction::SouthEast => (1, -1),
        };
        let (mut file, mut rank) = (i32::from(square.file()), i32::from(square.rank()));
        let (mut pieces, mut found) = (0, SquareSet::EMPTY);
        while pieces < last {
            (file, rank) = (file + files, rank + ranks);
            let (Ok(on_file), Ok(on_rank)) = (u8::try_from(file), u8::try_from(rank)) else {
                break;
            };
            let Some(reached) = Square::new(on_file, on_rank) else { break };
            if pieces + 1 == last {
                found.insert(reached);
            }
            pieces += u32::from(self.is_piece[usize::from(on_file) + 1][usize::from(on_rank) + 1]);
        }
        found
    }

    fn attacks(&self, square: Square<B>, directions: &[Direction], last: u32) -> SquareSet<B> {
        let rays = directions.iter().map(|&direction| self.walk(square, direction, last));
        rays.fold(SquareSet::EMPTY, |all, ray| all | ray)
    }
}

/// Returns random bits for the squares of a board.
fn random_set<B: Board>(random: &mut Random) -> SquareSet<B> {
    Square::all().filter(|_| random.word().is_multiple_of(3)).collect()
}

/// Checks all results of a technique along a line.
fn check_line<T: BoardAttacks, B: Board>(
    name: &str,
    line: Line,
    square: Square<B>,
    occupied: SquareSet<B>,
) {
    let mailbox = Mailbox::new(occupied);
    let [positive, negative] = [line.positive(), line.negative()];
    let rays = [positive, negative].map(|direction| mailbox.walk(square, direction, 1));
    let context = || format!("{name}, {line} of {square}\n{occupied}");
    assert_eq!(T::line_attacks(line, square, occupied), rays[0] | rays[1], "{}", context());
    for (direction, expected) in [positive, negative].into_iter().zip(rays) {
        assert_eq!(T::ray_attacks(direction, square, occupied), expected, "{}", context());
    }
}

/// Checks every technique along a line.
fn check_techniques<B: Board>(line: Line, square: Square<B>, occupied: SquareSet<B>) {
    for &technique in TECHNIQUES {
        let name = technique.id();
        let checked =
            dispatch_on_boards!(technique, T => check_line::<T, B>(name, line, square, occupied));
        assert_eq!(checked, Some(()), "{name} is in the list");
    }
}

/// Checks occupancies of every line of every square of a board, without and with noise off the
/// line: those for which `is_taken` returns true, by their number.
fn check_lines<B: Board>(is_taken: impl Fn(u64) -> bool) {
    let mut random = Random::new(42);
    for square in Square::<B>::all() {
        for line in Line::ALL {
            let squares: Vec<Square<B>> = SquareSet::line(square, line).into_iter().collect();
            for number in (0..1_u64 << squares.len()).filter(|&number| is_taken(number)) {
                let on_line = squares.iter().enumerate();
                let occupied: SquareSet<B> = on_line
                    .filter(|&(place, _)| number >> place & 1 == 1)
                    .map(|(_, &square)| square)
                    .collect();
                let noise = random_set(&mut random) - SquareSet::line(square, line);
                check_techniques(line, square, occupied);
                check_techniques(line, square, occupied | noise);
            }
        }
    }
}

/// Checks whole pieces on random boards.
fn check_pieces<B: Board>(boards: usize) {
    let mut random = Random::new(7);
    for _ in 0..boards {
        let occupied = random_set::<B>(&mut random);
        let mailbox = Mailbox::new(occupied);
        for square in Square::<B>::all() {
            let queen = mailbox.attacks(square, &Direction::ALL, 1);
            assert_eq!(queen_attacks(square, occupied), queen, "{square}\n{occupied}");
            let rook = mailbox.attacks(square, &Direction::ROOK, 1);
            assert_eq!(hyperbola_boards::rook_attacks(square, occupied), rook);
            let bishop = mailbox.attacks(square, &Direction::BISHOP, 1);
            assert_eq!(hyperbola_boards::bishop_attacks(square, occupied), bishop);
            let cannon = mailbox.attacks(square, &Direction::ROOK, 2);
            assert_eq!(cannon_attacks(square, occupied), cannon, "{square}\n{occupied}");
            for direction in Direction::ALL {
                let ray = mailbox.walk(square, direction, 1);
                assert_eq!(lance_attacks(direction, square, occupied), ray);
            }
        }
    }
}

/// Checks all sliders of a random set at once, which block each other though they are not among the
/// occupied squares.
fn check_sets<T: FillAttacks, B: Board>(boards: usize) {
    let mut random = Random::new(11);
    for _ in 0..boards {
        let (sliders, others) = (random_set::<B>(&mut random), random_set::<B>(&mut random));
        let mailbox = Mailbox::new(sliders | others);
        let all = |directions: &[Direction]| {
            let attacks = sliders.into_iter().map(|square| mailbox.attacks(square, directions, 1));
            attacks.fold(SquareSet::EMPTY, |all, attacks| all | attacks)
        };
        for (slider, directions) in [
            (Slider::Rook, &Direction::ROOK[..]),
            (Slider::Bishop, &Direction::BISHOP),
            (Slider::Queen, &Direction::ALL),
        ] {
            let attacks = setwise_attacks::<T, B>(slider, sliders, others - sliders);
            assert_eq!(attacks, all(directions), "{slider}s on\n{sliders}\namong\n{others}");
        }
    }
}

/// Every occupancy of short lines, and of longer ones a sample that has every pair of blockers.
fn sampled(number: u64) -> bool {
    number < 64 || number.count_ones() <= 2 || number.is_multiple_of(61)
}

macro_rules! boards {
    ($($test:ident $every:ident $board:ty;)*) => {$(
        #[test]
        fn $test() {
            check_lines::<$board>(sampled);
            check_pieces::<$board>(10);
            check_sets::<KoggeStone, $board>(10);
            check_sets::<Dumb7Fill, $board>(10);
        }

        #[test]
        #[ignore = "every occupancy of every line: half a minute for all boards"]
        fn $every() {
            check_lines::<$board>(|_| true);
            check_pieces::<$board>(1_000);
        }
    )*};
}

boards! {
    chess every_case_of_chess Chess;
    shogi every_case_of_shogi Shogi;
    xiangqi every_case_of_xiangqi Xiangqi;
    capablanca every_case_of_capablanca Capablanca;
    grand every_case_of_grand Grand;
    courier every_case_of_courier Courier;
    twelve every_case_of_twelve Twelve;
}

/// A line of sixteen squares has too many occupancies for every case.
#[test]
fn the_largest_and_the_smallest_boards() {
    let few = |number: u64| number.count_ones() <= 2 || number.is_multiple_of(1021);
    check_lines::<Large>(few);
    check_lines::<Wide>(few);
    check_lines::<Tall>(few);
    check_lines::<Small>(|_| true);
    check_lines::<Row>(|_| true);
    check_lines::<Point>(|_| true);
    check_sets::<KoggeStone, Large>(10);
    check_sets::<KoggeStone, Tall>(10);
    check_pieces::<Large>(10);
    check_pieces::<Wide>(10);
    check_pieces::<Tall>(10);
    check_pieces::<Small>(100);
    check_pieces::<Row>(100);
    check_pieces::<Point>(10);
}

#[test]
fn chess_is_the_core() {
    let mut random = Random::new(3);
    for _ in 0..2_000 {
        let occupied = hyperbola::Bitboard(random.board());
        for square in hyperbola::Square::ALL {
            let on_board = Square::<Chess>::from_index(square.index()).expect("64 squares");
            assert_eq!(on_board.to_string(), square.to_string());
            let set = SquareSet::from_bits(occupied.0);
            for slider in Slider::ALL {
                let attacks = HyperbolaQuintessence::slider_attacks(slider, on_board, set);
                let expected = hyperbola::slider_attacks(slider, square, occupied);
                assert_eq!(attacks.bits(), expected.0, "{slider} on {square}\n{occupied}");
            }
        }
    }
}

/// Checks the attacks of a queen's lines for all sets of the squares that matter on both diagonals,
/// which have one number in `magic-fancy`.
fn check_diagonals<B: Board>() {
    for square in Square::<B>::all() {
        let rays = Direction::BISHOP.map(|direction| SquareSet::ray(square, direction));
        let all = rays.into_iter().fold(SquareSet::EMPTY, |all, ray| all | ray);
        // The last square of a ray is on the edge, and is attacked whether or not there is a piece.
        let on_edge = |square: &Square<B>| {
            let (file, rank) = (square.file() + 1, square.rank() + 1);
            file == 1 || rank == 1 || file == B::SIZE.files() || rank == B::SIZE.ranks()
        };
        let inner: Vec<Square<B>> = all.into_iter().filter(|square| !on_edge(square)).collect();
        for number in 0..1_u64 << inner.len() {
            let places = inner.iter().enumerate();
            let taken = places.filter(|(place, _)| number >> place & 1 == 1);
            let occupied = taken.map(|(_, &square)| square).collect();
            let attacks = MagicFancy::bishop_attacks(square, occupied);
            // `check_lines` compares this one with the walk, for all sets of one diagonal.
            let expected = HyperbolaQuintessence::bishop_attacks(square, occupied);
            assert_eq!(attacks, expected, "a bishop on {square}\n{occupied}");
        }
    }
}

#[test]
fn both_diagonals_at_once() {
    check_diagonals::<Chess>();
    check_diagonals::<Shogi>();
    check_diagonals::<Xiangqi>();
    check_diagonals::<Capablanca>();
    check_diagonals::<Grand>();
    check_diagonals::<Courier>();
}
