//! Static exchange evaluation, beside captures that are played on real positions.

use hyperbola_moves::{Move, PieceValues, Position, Role, Square};
use hyperbola_random::Random;

use crate::support::{chess960, positions, random_game, random_setup};

/// Values that differ for every role, so that a mix-up of two shows.
const VALUES: PieceValues =
    PieceValues { pawn: 97, knight: 311, bishop: 337, rook: 503, queen: 911 };

/// Values in no sensible order, up to the largest.
const ODD_VALUES: PieceValues =
    PieceValues { pawn: 900, knight: 1, bishop: 0, rook: u16::MAX, queen: 5 };

/// Returns what a legal move wins at once: the piece it takes, and what a pawn becomes.
fn gain(position: &Position, played: Move) -> i32 {
    let board = position.board();
    let Some(role) = board.role_at(played.from()) else { panic!("{position}: {played}") };
    let is_castling = board.of_color(position.side_to_move()).contains(played.to());
    let taken = match board.role_at(played.to()) {
        _ if is_castling => 0,
        Some(taken) => VALUES.of(taken),
        None if role == Role::Pawn && played.from().file() != played.to().file() => {
            VALUES.of(Role::Pawn)
        }
        None => 0,
    };
    taken + played.promotion().map_or(0, |promotion| VALUES.of(promotion) - VALUES.of(role))
}

/// Returns all legal captures on a square, the least valuable pieces first, then by square. A pawn
/// becomes a queen.
fn captures(position: &Position, target: Square) -> Vec<Move> {
    let takes = |legal: &&Move| {
        legal.to() == target
            && position.board().occupied().contains(target)
            && matches!(legal.promotion(), None | Some(Role::Queen))
    };
    let moves = position.legal_moves();
    let mut captures: Vec<Move> = moves.iter().filter(takes).copied().collect();
    captures
        .sort_by_key(|capture| (position.board().role_at(capture.from()), capture.from().index()));
    captures
}

/// Returns what a move wins if both sides then capture with the first of their captures, or with
/// the best one of the first `width`, and stop when that is better.
fn brute_force(position: &Position, played: Move, width: usize) -> i32 {
    let next = position.play(played).expect("a legal move");
    let is_castling = position.board().of_color(position.side_to_move()).contains(played.to());
    let target = played.to();
    let replies = if is_castling { Vec::new() } else { captures(&next, target) };
    let best = replies.into_iter().take(width).map(|reply| brute_force(&next, reply, width)).max();
    gain(position, played) - best.unwrap_or(0).max(0)
}

fn see(position: &Position, legal: Move) -> i32 {
    position.see_with(legal, &VALUES)
}

/// Checks all legal moves of a position, and returns for how many another order of captures is
/// better or worse, and the number of moves.
fn check(position: &Position) -> (u32, u32) {
    let (mut others, mut moves) = (0, 0);
    for &legal in &position.legal_moves() {
        let value = brute_force(position, legal, 1);
        assert_eq!(see(position, legal), value, "{position}: {legal}");
        for (threshold, expected) in [
            (value - 1, true),
            (value, true),
            (value + 1, false),
            (0, value >= 0),
            (i32::MIN, true),
            (i32::MAX, false),
        ] {
            let at_least = position.see_at_least_with(legal, threshold, &VALUES);
            assert_eq!(at_least, expected, "{position}: {legal} at least {threshold}");
        }
        for values in [PieceValues::STANDARD, ODD_VALUES] {
            let value = position.see_with(legal, &values);
            for (threshold, expected) in [(value, true), (value + 1, false)] {
                let at_least = position.see_at_least_with(legal, threshold, &values);
                assert_eq!(at_least, expected, "{position}: {legal} at least {threshold}");
            }
        }
        assert_eq!(position.see(legal), position.see_with(legal, &PieceValues::default()));
        assert_eq!(position.see_at_least(legal, 1), position.see(legal) >= 1);
        others += u32::from(brute_force(position, legal, usize::MAX) != value);
        moves += 1;
    }
    (others, moves)
}

/// Checks positions. The best order of captures gives another value for less than one of a thousand
/// moves.
fn check_all(positions: impl IntoIterator<Item = Position>) {
    let add = |(a, b), (c, d)| (a + c, b + d);
    let (others, moves) = positions.into_iter().map(|position| check(&position)).fold((0, 0), add);
    println!("another order of captures matters for {others} of {moves} moves");
    assert!(1000 * others < moves, "{others} of {moves}");
}

#[test]
fn moves_of_the_suites_win_what_captures_by_legal_moves_win() {
    check_all(positions());
}

#[test]
fn moves_of_games_win_what_captures_by_legal_moves_win() {
    let mut random = Random::new(5);
    let mut seen = Vec::new();
    for number in 0..20 {
        let start = if number % 2 == 0 { Position::initial() } else { chess960(17 * number, 40) };
        random_game(start, &mut random, 120, |position, _| seen.push(*position));
    }
    check_all(seen);
}

/// These positions have many queens, pins, promotions and captures en passant.
#[test]
fn moves_in_positions_that_no_game_leads_to_win_what_captures_by_legal_moves_win() {
    let mut random = Random::new(6);
    check_all((0..3_000).map(|_| random_setup(&mut random)));
}

#[test]
fn exchanges_have_the_values_worked_out_by_hand() {
    for (fen, san, value) in [
        // A free piece; a piece defended by a pawn; a quiet move to an attacked square.
        ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5", 100),
        ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5", -200),
        ("4k3/8/8/3p4/8/2R5/8/4K3 w - - 0 1", "Rc4", -500),
        // Rooks in a file, one behind the other, of one side and of both.
        ("4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5", 100),
        ("4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "Rxe5", -400),
        // A bishop behind a pawn, a queen behind a bishop.
        ("6k1/5n2/8/4p3/3P4/8/1B6/6K1 w - - 0 1", "dxe5", 100),
        ("6k1/5n2/2n5/4p3/8/8/1B6/Q5K1 w - - 0 1", "Bxe5", -200),
        // The only defender is pinned; the pinned defender may take along its line.
        ("4k3/4n3/8/3p4/2B5/8/8/4RK2 w - - 0 1", "Bxd5", 100),
        ("4k3/8/4r3/8/4R3/8/4R3/5K2 w - - 0 1", "Rxe6+", 500),
        ("4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "Rxe5", 100),
        // A king takes a piece only if it is undefended.
        ("8/8/4k3/4p3/8/5N2/8/4K3 w - - 0 1", "Nxe5", -200),
        ("8/8/4k3/4p3/8/5N2/8/4R1K1 w - - 0 1", "Nxe5", 100),
        // A discovered check: Black cannot take back.
        ("4k3/8/8/3pb3/4N3/2p5/8/K3R3 w - - 0 1", "Nxc3", 100),
        // A promotion that stands, one that is lost, one that takes, and an underpromotion.
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q+", 800),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a8=Q", -100),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=Q+", 1300),
        ("1r1r3k/P7/8/8/8/8/8/K7 w - - 0 1", "axb8=N", 400),
        // A pawn takes back and becomes a queen, which is free or taken in turn.
        ("7k/1P6/8/8/8/8/K7/2r5 b - - 0 1", "Rc8", -1300),
        ("8/1P1k4/8/8/8/8/K7/2r5 b - - 0 1", "Rc8", -400),
        // En passant, and en passant with the pawn taken back.
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6", 100),
        ("4k3/1p6/8/2pP4/8/8/8/4K3 w - c6 0 1", "dxc6", 0),
        // The captured pawn opened a file to the square behind it.
        ("4k3/8/8/2pP4/8/8/2r5/4K3 w - c6 0 1", "dxc6", 0),
        // Castling.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0),
    ] {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let played = position.parse_san(san).unwrap_or_else(|error| panic!("{fen} {san}: {error}"));
        assert_eq!(position.see(played), value, "{fen} {san}");
    }
}

#[test]
fn moves_that_are_not_legal_do_no_harm() {
    let mut random = Random::new(7);
    for _ in 0..20 {
        let position = random_setup(&mut random);
        for from in Square::ALL {
            for to in Square::ALL {
                for role in Role::ALL {
                    let any = Move::promoting(from, to, role);
                    assert_eq!(position.see_at_least(any, 1), position.see(any) >= 1);
                }
            }
        }
    }
}
