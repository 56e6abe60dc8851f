//! The changes of a move against all inputs before and after it.

use std::sync::LazyLock;

use hyperbola_inputs::{
    Block, Board, Changes, Color, InputSet, Mirror, Piece, PieceSquares, Role, Square, Threat,
    threat_changes, threats_of,
};
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::{chess960, positions, random_game, random_setup};

use crate::support::{active, named};

/// Returns sets that together have every kind of block.
fn sets() -> Vec<InputSet> {
    let buckets = core::array::from_fn(|square| u8::try_from(square / 16 % 3).expect("below 3"));
    let mirror = Mirror::QueenSide;
    let pieces = PieceSquares { mirror, ..PieceSquares::chess_buckets(buckets) };
    let few = InputSet::new([Block::Pieces(pieces)]).expect("valid");
    let names = ["threats_59808+pawn_pairs+halfka_v2_hm", "pawn_pairs+threats_79856+chess_768"];
    names.map(named).into_iter().chain([named("threats_60720"), few]).collect()
}

/// Returns the members of a list that are not in another one.
fn without(list: &[u32], other: &[u32]) -> Vec<u32> {
    list.iter().copied().filter(|index| !other.contains(index)).collect()
}

/// Returns a view's data on its own king: the half of the board, and a bucket.
fn seen_king(block: Block, board: &Board, view: Color) -> (bool, u8) {
    let king = board.of(view, Role::King).into_iter().next().expect("a king").index();
    let king = if view == Color::Black { king ^ 56 } else { king };
    let is_on_king_side = king % 8 >= 4;
    match block {
        Block::Pieces(PieceSquares { mirror: Mirror::None, buckets, .. }) => {
            (true, buckets[usize::from(king)])
        }
        Block::Pieces(PieceSquares { mirror, buckets, .. }) => {
            let is_turned = is_on_king_side == (mirror == Mirror::QueenSide);
            let king = if is_turned { king ^ 7 } else { king };
            (is_on_king_side, buckets[usize::from(king)])
        }
        _ => (is_on_king_side, 0),
    }
}

fn check_move(set: &InputSet, before: &Board, after: &Board, changes: &mut Changes) {
    set.changes_into(before, after, changes);
    for view in Color::ALL {
        let [old, new] = [before, after].map(|board| active(set, board, view));
        let found = changes.view(view);
        let mut removed = found.removed().to_vec();
        let mut added = found.added().to_vec();
        removed.sort_unstable();
        added.sort_unstable();
        let (mut expected_removed, mut expected_added) = (without(&old, &new), without(&new, &old));
        for (index, part) in set.parts().iter().enumerate() {
            let kings = [before, after].map(|board| seen_king(part.block(), board, view));
            assert_eq!(found.refreshes(index), kings[0] != kings[1], "{before:?} {after:?}");
            if found.refreshes(index) {
                let numbers = part.start()..part.start() + part.size();
                expected_removed.retain(|index| !numbers.contains(index));
                expected_added.retain(|index| !numbers.contains(index));
            }
        }
        assert_eq!((removed, added), (expected_removed, expected_added), "{before:?} {after:?}");
        let any = (0..set.parts().len()).any(|index| found.refreshes(index));
        assert_eq!(found.refreshes_any(), any);
        let sums = [&old, &new].map(|list| {
            let weights = |place: usize| list.iter().map(move |&row| ROWS[row as usize][place]);
            [0, 1, 2].map(|place| weights(place).fold(0, i16::wrapping_add))
        });
        assert_eq!([before, after].map(|board| set.active(board).sum(view, &ROWS)), sums);
        if !any {
            let [old, new] = sums;
            let mut applied = [7; 3];
            found.apply(&ROWS, &old, &mut applied);
            assert_eq!(applied, new, "{before:?} {after:?}");
        }
    }
}

/// The rows of a first layer: numbers that wrap around when a few of them are added.
pub(crate) static ROWS: LazyLock<Vec<[i16; 3]>> = LazyLock::new(|| {
    let mut random = Random::new(5);
    let mut weight = || i16::from_le_bytes([random.word().to_le_bytes()[0], 0x70]);
    (0..90_000).map(|_| [weight(), weight(), weight()]).collect()
});

fn check_games(seed: u64, games: usize, moves: usize) -> usize {
    let (sets, starts) = (sets(), positions());
    let mut random = Random::new(seed);
    let mut changes = Changes::default();
    let mut checked = 0;
    for game in 0..games {
        let mut number = |below: usize| {
            usize::try_from(random.word() % u64::try_from(below).expect("fits")).expect("fits")
        };
        let start = match game % 3 {
            0 => chess960(number(960), number(960)),
            1 => starts[number(starts.len())],
            _ => random_setup(&mut random),
        };
        random_game(start, &mut random, moves, |position: &Position, legal| {
            let mut next = *position;
            next.play_unchecked(legal);
            let set = &sets[checked % sets.len()];
            check_move(set, position.board(), next.board(), &mut changes);
            // When the move is taken back, the same inputs change the other way.
            check_move(set, next.board(), position.board(), &mut changes);
            checked += 1;
        });
    }
    checked
}

#[test]
fn a_move_changes_the_difference_of_all_inputs() {
    assert!(check_games(1, 300, 60) > 9_000);
}

#[test]
fn pieces_change_between_any_two_boards() {
    let mut random = Random::new(4);
    let mut changes = Changes::default();
    let sets = ["chess_768", "halfka_v2_hm", "chess_768+chess_768+chess_768+chess_768"].map(named);
    let mut boards = [*Position::initial().board(); 2];
    for count in 0..3_000 {
        boards[count % 2] = *random_setup(&mut random).board();
        check_move(&sets[count % 3], &boards[0], &boards[1], &mut changes);
    }
}

#[test]
#[ignore = "as before, on five million moves: minutes"]
fn deep_changes() {
    let mut checked = 0;
    for seed in 2.. {
        checked += check_games(seed, 10_000, 100);
        if checked >= 5_000_000 {
            break;
        }
    }
}

#[test]
fn threats_and_pairs_of_unrelated_boards_are_computed_from_scratch() {
    let set = named("threats_59808+pawn_pairs+halfka_v2_hm");
    let mut random = Random::new(3);
    let boards = [random_setup(&mut random), random_setup(&mut random)].map(|one| *one.board());
    let mut changes = set.changes(&boards[0], &boards[1]);
    for view in Color::ALL {
        let kings = [0, 1].map(|at| seen_king(set.parts()[2].block(), &boards[at], view));
        let refreshed = [true, true, kings[0] != kings[1]];
        assert_eq!([0, 1, 2].map(|part| changes.view(view).refreshes(part)), refreshed);
    }
    // A king that appears is not a move either.
    let mut without = boards[0];
    without.remove(without.of(Color::White, Role::King).first().expect("a king"));
    set.changes_into(&without, &boards[0], &mut changes);
    assert!((0..3).all(|part| changes.view(Color::White).refreshes(part)));
    assert!((0..3).all(|part| !changes.view(Color::Black).refreshes(part)));
    // Nor has a view that has no king on either board any inputs to change.
    let mut moved = without;
    let from = (without.of_color(Color::Black) - without.of_role(Role::King)).first();
    moved.remove(from.expect("a piece"));
    set.changes_into(&without, &moved, &mut changes);
    let [white, black] = Color::ALL.map(|view| changes.view(view));
    assert!((0..3).all(|part| !white.refreshes(part) && !black.refreshes(part)));
    assert_eq!((white.removed(), white.added().len()), (&[][..], 0));
    assert!(!black.removed().is_empty());
    set.changes_into(&boards[0], &boards[0], &mut changes);
    for view in Color::ALL {
        assert!((0..3).all(|part| !changes.view(view).refreshes(part)));
        assert_eq!(changes.view(view).removed().len() + changes.view(view).added().len(), 0);
    }
}

/// The threats that a move changes are found from the move, so each kind of move is there.
#[test]
fn a_move_changes_the_difference_of_all_threats() {
    let mut random = Random::new(4);
    let [mut moves, mut en_passant, mut castling, mut promotions] = [0; 4];
    let mut check = |before: &Position| {
        let all = |position: &Position| threats_of(position).collect::<Vec<Threat>>();
        let without = |list: &[Threat], other: &[Threat]| {
            let mut kept: Vec<String> =
                list.iter().filter(|it| !other.contains(it)).map(|it| format!("{it:?}")).collect();
            kept.sort();
            kept
        };
        for &legal in &before.legal_moves() {
            let after = before.play(legal).expect("a legal move");
            let (old, new) = (all(before), all(&after));
            let changes = threat_changes(before, legal);
            let place = format!("{} {legal}", before.shredder_fen());
            assert_eq!(without(&changes.removed, &[]), without(&old, &new), "{place}");
            assert_eq!(without(&changes.added, &[]), without(&new, &old), "{place}");
            moves += 1;
            en_passant += u32::from(legal.is_en_passant(before));
            castling += u32::from(legal.is_castling(before));
            promotions += u32::from(legal.promotion().is_some());
        }
    };
    for _ in 0..600 {
        check(&random_setup(&mut random));
    }
    for fen in [
        "4k3/8/8/2pP4/4N3/8/8/4K3 w - c6 0 1",
        "4k3/8/8/1r6/2Pp4/8/8/4K3 b - c3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "rn2k2r/8/8/8/3B4/8/8/R3K2R b KQkq - 0 1",
    ] {
        check(&fen.parse().expect("a FEN"));
    }
    let kinds = [en_passant, castling, promotions];
    assert!(moves > 5000 && kinds[0] > 1 && kinds[1] > 2 && kinds[2] > 300, "{moves} {kinds:?}");
}

/// Moves that change three or four squares, or the piece on a square: sliders look across one
/// changed square or two, and along them.
#[test]
fn moves_of_each_kind_change_the_difference_of_all_inputs() {
    let mut changes = Changes::default();
    let mut kinds = [0; 5];
    for fen in [
        // En passant: on the rank of both pawns, on the diagonals of each of three squares.
        "3k4/8/8/r1pPR3/8/8/8/4K3 w - c6 0 1",
        "b3k2b/8/8/q1pP2R1/8/B3b3/6q1/3K4 w - c6 0 1",
        "7k/q1r4b/8/8/1RPpp2r/8/5B2/3Q1K2 b - c3 0 1",
        // Promotions that take.
        "r1bn1r2/qPP4k/8/1N6/4b3/8/1pp4K/R1BN1R2 w - - 0 1",
        "r1bn1r2/qPP4k/8/1N6/4b3/8/1pp4K/R1BN1R2 b - - 0 1",
        // Castling.
        "r3k2r/8/2b2b2/8/8/2B2B2/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/2b2b2/8/8/2B2B2/8/R3K2R b KQkq - 0 1",
        // Chess960: neighbours change places, a king stays, a rook stays, and both go far.
        "qr1n1krn/8/8/8/8/3b3b/8/QR1N1KRN w GBgb - 0 1",
        "1r3k1r/8/8/3q4/8/8/8/NRK2BNR w HB - 0 1",
        "r1k4r/8/1q6/8/8/1Q6/8/R1K4R w HAha - 0 1",
        "1rk3r1/8/4q3/8/8/4Q3/8/1RK3R1 w GBgb - 0 1",
        "6kr/3q4/8/8/8/8/3Q4/R5KR w HAh - 0 1",
        // Kings that take, leave a line and come to one.
        "8/5k2/8/2q1Q3/3K4/8/6B1/3R4 w - - 0 1",
        "3r4/8/8/3k4/2N1P3/8/1B6/K6R b - - 0 1",
    ] {
        let before: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for &legal in &before.legal_moves() {
            let after = before.play(legal).expect("a legal move");
            for set in sets() {
                check_move(&set, before.board(), after.board(), &mut changes);
                check_move(&set, after.board(), before.board(), &mut changes);
            }
            let takes = legal.is_capture(&before);
            let moves_king = before.board().role_at(legal.from()) == Some(Role::King);
            kinds[0] += u32::from(legal.is_en_passant(&before));
            kinds[1] += u32::from(legal.promotion().is_some() && takes);
            kinds[2] += u32::from(legal.is_castling(&before));
            kinds[3] += u32::from(moves_king && takes);
            kinds[4] += u32::from(moves_king);
        }
    }
    let enough = [3, 20, 9, 3, 50];
    assert!(kinds.iter().zip(enough).all(|(&found, enough)| found >= enough), "{kinds:?}");
}

/// Boards need not be a move apart: any four squares may differ, in any way.
#[test]
fn any_four_squares_change_the_difference_of_all_inputs() {
    let mut random = Random::new(6);
    let mut changes = Changes::default();
    for set in sets() {
        for round in 0..400 {
            let before = *random_setup(&mut random).board();
            let mut after = before;
            for _ in 0..=round % 4 {
                let [square, role, color, ..] = random.word().to_le_bytes();
                // Pawns in front of each other are rare, so every second square is on one file.
                let square = if role & 8 == 0 { square } else { square & 56 };
                let square = Square::from_index_wrapping(square);
                let role = [0, 0, 0, 1, 2, 3, 4, 5][usize::from(role % 8)];
                if before.role_at(square) != Some(Role::King) {
                    after.remove(square);
                    if role < 5 {
                        let color = Color::ALL[usize::from(color % 2)];
                        after.put(square, Piece::new(color, Role::ALL[role]));
                    }
                }
            }
            check_move(&set, &before, &after, &mut changes);
            check_move(&set, &after, &before, &mut changes);
        }
    }
}

/// No game leads to pawns on the first and the last rank, which have no threats. A search may
/// compare a board before it has promoted one.
#[test]
fn pawns_on_the_last_ranks_have_no_threats_that_change() {
    let mut random = Random::new(5);
    let mut changes = Changes::default();
    for set in sets() {
        for _ in 0..200 {
            let mut before = *random_setup(&mut random).board();
            let [a, b, c, d, ..] = random.word().to_le_bytes();
            for file in [a, b] {
                let square = file % 8 + if file & 8 == 0 { 0 } else { 56 };
                let square = Square::from_index_wrapping(square);
                if before.role_at(square) != Some(Role::King) {
                    before.remove(square);
                    before.put(
                        square,
                        Piece::new(Color::ALL[usize::from(file >> 4 & 1)], Role::Pawn),
                    );
                }
            }
            let mut after = before;
            let (from, to) = (Square::from_index_wrapping(c), Square::from_index_wrapping(d));
            let is_king = [from, to].iter().any(|&it| before.role_at(it) == Some(Role::King));
            if let (false, Some(piece)) = (is_king || from == to, before.piece_at(from)) {
                after.remove(from);
                after.remove(to);
                after.put(to, piece);
            }
            check_move(&set, &before, &after, &mut changes);
            check_move(&set, &after, &before, &mut changes);
        }
    }
}
