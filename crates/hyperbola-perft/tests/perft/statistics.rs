//! What the last moves of perft are: against the published tables, and against boards that are
//! compared before and after each move.

use core::num::NonZeroUsize;
use core::sync::atomic::AtomicBool;

use hyperbola::Bitboard;
use hyperbola::techniques::{KoggeStone, MagicFancy};
use hyperbola_moves::{Position, Role};
use hyperbola_perft::{Perft, Statistics};
use hyperbola_samples::{SUITES, positions, suite};

/// The columns of the table "Perft Results" of the chess programming wiki. Nothing is known of the
/// last two columns of checks in the fourth position. Of the second, depth 5, the wiki has 2637
/// double checks: without promotions that are one half of them, as several authors have found.
const PUBLISHED: &[(&str, u32, [u64; 9])] = &[
    (INITIAL, 1, [20, 0, 0, 0, 0, 0, 0, 0, 0]),
    (INITIAL, 2, [400, 0, 0, 0, 0, 0, 0, 0, 0]),
    (INITIAL, 3, [8902, 34, 0, 0, 0, 12, 0, 0, 0]),
    (INITIAL, 4, [197_281, 1576, 0, 0, 0, 469, 0, 0, 8]),
    (INITIAL, 5, [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347]),
    (INITIAL, 6, [119_060_324, 2_812_008, 5248, 0, 0, 809_099, 329, 46, 10_828]),
    (SECOND, 1, [48, 8, 0, 2, 0, 0, 0, 0, 0]),
    (SECOND, 2, [2039, 351, 1, 91, 0, 3, 0, 0, 0]),
    (SECOND, 3, [97_862, 17_102, 45, 3162, 0, 993, 0, 0, 1]),
    (SECOND, 4, [4_085_603, 757_163, 1929, 128_013, 15_172, 25_523, 42, 6, 43]),
    (
        SECOND,
        5,
        [193_690_690, 35_043_416, 73_365, 4_993_637, 8392, 3_309_887, 19_883, 2645, 30_171],
    ),
    (THIRD, 1, [14, 1, 0, 0, 0, 2, 0, 0, 0]),
    (THIRD, 2, [191, 14, 0, 0, 0, 10, 0, 0, 0]),
    (THIRD, 3, [2812, 209, 2, 0, 0, 267, 3, 0, 0]),
    (THIRD, 4, [43_238, 3348, 123, 0, 0, 1680, 106, 0, 17]),
    (THIRD, 5, [674_624, 52_051, 1165, 0, 0, 52_950, 1292, 3, 0]),
    (THIRD, 6, [11_030_083, 940_350, 33_325, 0, 7552, 452_473, 26_067, 0, 2733]),
    (FOURTH, 1, [6, 0, 0, 0, 0, 0, UNKNOWN, UNKNOWN, 0]),
    (FOURTH, 2, [264, 87, 0, 6, 48, 10, UNKNOWN, UNKNOWN, 0]),
    (FOURTH, 3, [9467, 1021, 4, 0, 120, 38, UNKNOWN, UNKNOWN, 22]),
    (FOURTH, 4, [422_333, 131_393, 0, 7795, 60_032, 15_492, UNKNOWN, UNKNOWN, 5]),
    (FOURTH, 5, [15_833_292, 2_046_173, 6512, 0, 329_464, 200_568, UNKNOWN, UNKNOWN, 50_562]),
];
const UNKNOWN: u64 = u64::MAX;
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const SECOND: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const THIRD: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const FOURTH: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";

fn shared(position: &Position, depth: u32, threads: usize) -> Option<Statistics> {
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let stop = AtomicBool::new(false);
    Perft::default().threads(threads).statistics(position, depth, &stop, &|_| {})
}

#[test]
fn the_published_tables_are_right() {
    for &(fen, depth, expected) in PUBLISHED {
        let position: Position = fen.parse().expect("a FEN");
        let found = shared(&position, depth, 1).expect("nothing stops it").numbers();
        let known = |index: usize| if expected[index] == UNKNOWN { UNKNOWN } else { found[index] };
        assert_eq!(core::array::from_fn(known), expected, "{fen} depth {depth}");
    }
}

/// Says what the moves of a position are, by the boards before and after them.
fn slow(position: &Position) -> Statistics {
    let mut found = Statistics::default();
    for &legal in &position.legal_moves() {
        let mut next = *position;
        next.play_unchecked(legal);
        let color = position.side_to_move();
        let [before, after] = [position, &next].map(Position::board);
        let count = |role| {
            let [before, after] = [before, after].map(|board| board.of(color, role).count());
            i64::from(after) - i64::from(before)
        };
        let moved = after.of_color(color) - before.of_color(color);
        let captures = before.of_color(!color).count() - after.of_color(!color).count();
        let is_pawn = before.role_at(legal.from()) == Some(Role::Pawn);
        let taken = before.of_color(!color) - after.of_color(!color);
        // A piece of the same role was there before.
        let stood = |square: &_| {
            before.role_at(*square) == after.role_at(*square)
                && before.of_color(color).contains(*square)
        };
        let checkers: Bitboard = next.checkers();
        let is_mate = !checkers.is_empty() && next.legal_moves().is_empty();
        found.nodes += 1;
        found.captures += u64::from(captures);
        found.en_passant += u64::from(is_pawn && taken.is_disjoint(moved) && captures > 0);
        found.castles += u64::from(
            before.role_at(legal.from()) == Some(Role::King)
                && before.of_color(color).contains(legal.to()),
        );
        found.promotions += u64::from(count(Role::Pawn) < 0);
        found.checks += u64::from(!checkers.is_empty());
        found.discovered_checks +=
            u64::from(checkers.count() == 1 && checkers.into_iter().all(|square| stood(&square)));
        found.double_checks += u64::from(checkers.count() == 2);
        found.checkmates += u64::from(is_mate);
    }
    found
}

#[test]
fn each_move_is_what_the_boards_say() {
    let of_suites = SUITES.iter().flat_map(|name| suite(name)).map(|case| case.position());
    let mut sum = Statistics::default();
    for position in of_suites.chain(positions()) {
        let children = position.legal_moves();
        let children = children.iter().map(|&legal| position.play(legal).expect("it is legal"));
        for position in children.chain([position]) {
            let expected = slow(&position);
            assert_eq!(Statistics::of(&position, 1), expected, "{position}");
            let each = position.legal_moves();
            let each = each.iter().map(|&legal| Statistics::of_move(&position, legal));
            assert_eq!(each.sum::<Statistics>(), expected, "{position}");
            sum += expected;
        }
    }
    // There is enough of each kind.
    assert!(sum.numbers().into_iter().all(|number| number > 500), "{sum:?}");
}

#[test]
fn depths_threads_and_techniques_agree() {
    for case in suite("six").into_iter().chain(suite("en-passant")) {
        let position = case.position();
        let expected: Statistics = position
            .legal_moves()
            .iter()
            .map(|&legal| Statistics::of(&position.play(legal).expect("it is legal"), 2))
            .sum();
        assert_eq!(Statistics::of(&position, 3), expected, "{position}");
        assert_eq!(shared(&position, 3, 3), Some(expected), "{position}");
        let two = Statistics::of(&position, 2);
        assert_eq!(Statistics::by::<KoggeStone>(&position, 2), two, "{position}");
        assert_eq!(Statistics::by::<MagicFancy>(&position, 2), two, "{position}");
    }
    // Deep enough for several positions that are kept together.
    for case in suite("six") {
        let position = case.position();
        assert_eq!(shared(&position, 4, 2), Some(Statistics::of(&position, 4)), "{position}");
    }
}

#[test]
fn a_length_of_zero_has_no_last_move_and_stop_ends_the_count() {
    let zero = Statistics::of(&Position::initial(), 0);
    assert_eq!(zero.numbers(), [1, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(shared(&Position::initial(), 0, 1), Some(zero));
    let stop = AtomicBool::new(true);
    for depth in [0, 3, 12] {
        let found = Perft::default().statistics(&Position::initial(), depth, &stop, &|_| {});
        assert_eq!(found, None, "{depth}");
    }
    let most = zero.times(u128::MAX);
    assert_eq!((most.nodes, (most + zero).nodes), (u64::MAX, u64::MAX));
}
