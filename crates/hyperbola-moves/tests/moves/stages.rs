//! Checks the stages of legal moves against the list of all.

use core::fmt::Arguments;
use core::ops::ControlFlow;

use hyperbola_moves::{Bitboard, Legal, Move, MoveList, Moves, Position, Square, Stage};
use hyperbola_random::Random;
use hyperbola_samples::of_all_kinds;

use crate::support::{chess960, positions, random_game, random_setup, suite};

/// Each stage has those of all moves that its words say, whatever it is asked for.
fn stages_are_parts_of_all(position: &Position) {
    let is_check = position.is_check();
    let quiet = |played: Move| !played.is_capture(position);
    let calm = |played: Move| quiet(played) && played.promotion().is_none();
    let (legal, all) = (position.legal(), position.legal_moves());
    for legal in [legal, legal.with_danger()] {
        let check = |stage, is_in: &dyn Fn(Move) -> bool| {
            let expected: Vec<Move> = all.iter().copied().filter(|&played| is_in(played)).collect();
            stage_is(&legal, stage, &expected);
        };
        check(Stage::All, &|_| true);
        check(Stage::Captures, &|played| !quiet(played));
        check(Stage::Promotions, &|played| quiet(played) && played.promotion().is_some());
        check(Stage::Quiets, &quiet);
        check(Stage::QuietChecks, &|played| calm(played) && position.gives_check(played));
        check(Stage::Evasions, &|_| is_check);
    }
}

/// Each question to a stage is answered from these moves, in their order.
fn stage_is(legal: &Legal<'_>, stage: Stage, expected: &[Move]) {
    let moves = legal.stage(stage);
    moves_are(moves, expected, format_args!("{legal:?} {stage:?}"));
    // The squares of one move, and all others.
    let Some(one) = expected.get(expected.len() / 2) else { return };
    for squares in [one.from(), one.to()].map(Bitboard::from) {
        for squares in [squares, !squares] {
            let some = |end: fn(Move) -> Square| {
                let is_in = |&played: &Move| squares.contains(end(played));
                expected.iter().copied().filter(is_in).collect::<Vec<_>>()
            };
            let name = format_args!("{legal:?} {stage:?} from or to {squares:?}");
            moves_are(moves.from(squares), &some(Move::from), name);
            moves_are(moves.to(squares), &some(Move::to), name);
        }
    }
}

/// Moves are these, whatever they are asked for.
fn moves_are(moves: Moves<'_>, expected: &[Move], name: Arguments<'_>) {
    assert_eq!(*moves.moves(), *expected, "{name}");
    let mut list: MoveList = [NO_MOVE].into_iter().collect();
    moves.moves_into(&mut list);
    assert_eq!(list[1..], *expected, "{name}");
    let mut visited = Vec::new();
    moves.for_each(|played| visited.push(played));
    assert_eq!(visited, expected, "{name}");
    moves.for_each_set(|set| assert!(set.count() > 0, "{name}: {set:?}"));
    let stopped = moves.try_for_each_set(ControlFlow::Break);
    let first = stopped.break_value().and_then(|set| set.moves().next());
    assert_eq!(first, expected.first().copied(), "{name}");
    assert_eq!(moves.count(), expected.len(), "{name}");
    assert_eq!(moves.has_moves(), !expected.is_empty(), "{name}");
    for most in [0, 1, 2, expected.len().saturating_sub(1), expected.len(), 300] {
        assert_eq!(moves.has_at_most(most), expected.len() <= most, "{name}: {most}");
    }
    assert!(!moves.has_only(NO_MOVE), "{name}");
    for &played in expected.iter().take(3) {
        assert_eq!(moves.has_only(played), expected.len() == 1, "{name}: {played}");
    }
}

/// A move that is legal nowhere.
const NO_MOVE: Move = Move::new(Square::A1, Square::A1);

#[test]
fn stages_of_positions_are_parts_of_all_moves() {
    for position in positions().into_iter().chain(of_all_kinds(3_000, 2_000)) {
        stages_are_parts_of_all(&position);
    }
}

#[test]
fn stages_of_games_are_parts_of_all_moves() {
    let mut random = Random::new(11);
    for number in 0..60 {
        let black = if number % 2 == 0 { 16 * number } else { 959 - 16 * number };
        let start = chess960(16 * number, black);
        random_game(start, &mut random, 150, |position, _| stages_are_parts_of_all(position));
    }
    for _ in 0..2_000 {
        stages_are_parts_of_all(&random_setup(&mut random));
    }
}

/// Quiet moves that give check in each of the ways there are, and some that seem to.
#[test]
fn quiet_checks_are_direct_and_discovered() {
    for (fen, expected) in [
        // By a rook, by a knight, by a pawn that is pushed once or twice.
        ("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8 a1e1"),
        ("4k3/8/8/8/4N3/8/8/6K1 w - - 0 1", "e4d6 e4f6"),
        ("8/8/8/2k5/8/8/1P1P4/6K1 w - - 0 1", "b2b4 d2d4"),
        // The pawn stays on the king's file, and leaves the other lines.
        ("4k3/8/8/8/4P3/8/8/4R1K1 w - - 0 1", ""),
        ("8/8/8/k2P3R/8/8/8/6K1 w - - 0 1", "d5d6"),
        ("7k/8/8/4P3/8/8/1B6/6K1 w - - 0 1", "e5e6"),
        // The king opens a file, and castles with check.
        ("4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d1 e2d2 e2d3 e2f1 e2f2 e2f3"),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1 h1f1 h1h8"),
        // The bishop may leave the rook's file, but not give check itself.
        (
            "4k3/8/8/8/8/4B3/8/K3R3 w - - 0 1",
            "e3c1 e3c5 e3a7 e3b6 e3d2 e3d4 e3f2 e3f4 e3g1 e3g5 e3h6",
        ),
        // A promotion is none of them.
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", ""),
    ] {
        let position: Position = fen.parse().expect(fen);
        let moves = position.legal().stage(Stage::QuietChecks).moves();
        let mut found: Vec<_> = moves.iter().map(Move::to_string).collect();
        let mut expected: Vec<_> = expected.split_whitespace().collect();
        found.sort();
        expected.sort_unstable();
        assert_eq!(found, expected, "{fen}");
    }
}

/// Counts move sequences by stages: in check by evasions, and otherwise by captures and quiets, the
/// last of them as numbers.
fn by_stages(position: &Position, depth: u32) -> u64 {
    let legal = position.legal();
    let stages: &[Stage] = if legal.checkers().is_empty() {
        &[Stage::Captures, Stage::Quiets, Stage::Evasions]
    } else {
        &[Stage::Evasions]
    };
    let mut nodes = 0;
    for moves in stages.iter().map(|&stage| legal.stage(stage)) {
        if depth == 1 {
            nodes += u64::try_from(moves.count()).expect("it fits");
            continue;
        }
        moves.for_each(|played| {
            let mut next = *position;
            next.play_unchecked(played);
            nodes += by_stages(&next, depth - 1);
        });
    }
    nodes
}

#[test]
fn stages_count_what_suites_say() {
    for (name, budget) in [("six", 5_000_000), ("chess960", 1_000_000), ("en-passant", 100_000)] {
        for case in suite(name) {
            for &(depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= budget) {
                assert_eq!(by_stages(&case.position(), depth), nodes, "{} {depth}", case.fen);
            }
        }
    }
}
