//! Playing moves: published keys, clocks, castling rights and null moves.

use hyperbola_moves::{CastlingSide, Color, Move, Position, Role, Square};
use hyperbola_random::Random;

use crate::support::{chess960, positions, random_game};

fn play(start: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*start, |position, text| {
        let played = position.parse_uci(text).unwrap_or_else(|error| panic!("{position}: {error}"));
        position.play(played).expect("a legal move")
    })
}

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The keys that the description of the Polyglot book format publishes.
#[test]
fn keys_are_those_published() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(play(&Position::initial(), moves).key(), key, "{moves}");
    }
}

#[test]
fn equal_positions_have_equal_keys_and_no_others() {
    let start = Position::initial();
    let (one, other) = (play(&start, "g1f3 g8f6 b1c3 b8c6"), play(&start, "b1c3 b8c6 g1f3 g8f6"));
    assert_eq!(one, other);
    assert_eq!(one.key(), other.key());
    // The side to move, a castling right and an en passant capture each change the key.
    assert_ne!(one.key(), one.null_move().expect("no check").key());
    assert_ne!(
        play(&start, "h2h4 h7h5 h1h2 h8h7 h2h1 h7h8").key(),
        play(&start, "h2h4 h7h5").key()
    );
    let there = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
    let gone = "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1";
    assert_ne!(position(there).key(), position(gone).key());
}

#[test]
fn an_en_passant_square_is_kept_where_it_can_be_used() {
    let start = Position::initial();
    assert_eq!(play(&start, "e2e4").en_passant(), None);
    assert_eq!(play(&start, "e2e4 a7a6 e4e5 d7d5").en_passant(), Some(Square::D6));
    assert_eq!(play(&start, "e2e4 a7a6 e4e5 d7d5 a2a3").en_passant(), None);
    // The pawn beside is pinned, or its capture would open the rank to the king.
    assert_eq!(position("3rk3/8/8/2pP4/8/8/8/3K4 w - c6 0 1").en_passant(), None);
    assert_eq!(position("4k3/8/8/K1pP3r/8/8/8/8 w - c6 0 1").en_passant(), None);
    // The capture may also open a diagonal through the captured pawn, although no game leads there.
    assert_eq!(position("4k3/8/8/2pP4/8/8/3K4/8 w - c6 0 1").en_passant(), Some(Square::C6));
    assert_eq!(position("4k3/b7/8/2pP4/8/4K3/8/8 w - c6 0 1").en_passant(), None);
}

#[test]
fn clocks_run_and_stay_in_range() {
    let start = Position::initial();
    let clocks = |position: Position| (position.halfmove_clock(), position.fullmove_number());
    assert_eq!(clocks(start), (0, 1));
    assert_eq!(clocks(play(&start, "g1f3")), (1, 1));
    assert_eq!(clocks(play(&start, "g1f3 g8f6")), (2, 2));
    assert_eq!(clocks(play(&start, "g1f3 g8f6 e2e4")), (0, 2));
    assert_eq!(clocks(play(&start, "g1f3 g8f6 e2e4 f6e4")), (0, 3));
    let late = position("4k3/8/8/8/8/8/8/4K3 b - - 65535 65535");
    assert_eq!(clocks(play(&late, "e8e7")), (65_535, 65_535));
}

#[test]
fn rights_end_when_king_or_rook_move_or_the_rook_is_taken() {
    let start = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let rights = |moves: &str| {
        let text = play(&start, moves).to_string();
        text.split(' ').nth(2).expect("six fields").to_owned()
    };
    assert_eq!(rights("e1e2"), "kq");
    assert_eq!(rights("e1h1"), "kq");
    assert_eq!(rights("a1b1"), "Kkq");
    assert_eq!(rights("h1h8"), "Qq");
    assert_eq!(rights("a1a8 e8d7"), "K");
}

#[test]
fn castling_in_chess960() {
    let after = |fen: &str, castling: &str| {
        let position = position(fen);
        position.parse_uci(castling).ok().map(|played| {
            let next = position.play(played).expect("legal").to_string();
            next.split(' ').next().expect("six fields").to_owned()
        })
    };
    let some = |board: &str| Some(board.to_owned());
    // King and rook exchange squares, or only one of them moves.
    assert_eq!(after("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"), some("4k3/8/8/8/8/8/8/5RK1"));
    assert_eq!(after("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"), some("4k3/8/8/8/8/8/8/5RK1"));
    assert_eq!(after("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1"), some("4k3/8/8/8/8/8/8/5RK1"));
    assert_eq!(after("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1"), some("4k3/8/8/8/8/8/8/2KR4"));
    assert_eq!(after("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1"), some("4k3/8/8/8/8/8/8/2KR4"));
    // The rook shields the king's new square from an attack along the rank.
    assert_eq!(after("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1b1"), None);
    assert_eq!(after("4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1b1"), some("4k3/8/8/8/8/8/8/2KR4"));
    // The rook's way is blocked or the king's way is attacked. The rook's way may be attacked.
    assert_eq!(after("4k3/8/8/8/8/8/8/RN2K3 w A - 0 1", "e1a1"), None);
    assert_eq!(after("3rk3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1"), None);
    assert_eq!(after("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1"), some("1r2k3/8/8/8/8/8/8/2KR4"));
    // Each side has its own files.
    let double = position("1r1k2r1/6p1/8/8/8/8/6P1/R4KR1 w KQkq - 0 1");
    assert_eq!(double.castling_rights().rook(Color::White, CastlingSide::Queen), Some(Square::A1));
    assert_eq!(double.castling_rights().rook(Color::Black, CastlingSide::Queen), Some(Square::B8));
    let both = play(&double, "f1g1 d8b8");
    assert_eq!(both.to_string(), "2kr2r1/6p1/8/8/8/8/6P1/R4RK1 w - - 2 2");
}

#[test]
fn start_positions_are_numbered() {
    assert_eq!(chess960(518, 518), Position::initial());
    assert_eq!(
        chess960(0, 959).to_string(),
        "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    );
}

#[test]
fn a_null_move_passes_the_move() {
    for position in positions().into_iter().step_by(7) {
        match position.null_move() {
            None => assert!(position.is_check()),
            Some(next) => {
                assert_eq!(next.board(), position.board());
                assert_eq!(next.side_to_move(), !position.side_to_move());
                assert_eq!(next.to_string().parse(), Ok(next));
                assert_eq!(next.key(), next.to_string().parse::<Position>().expect("valid").key());
            }
        }
    }
}

#[test]
fn illegal_moves_are_refused_and_harmless() {
    let start = Position::initial();
    for (from, to) in [(Square::E2, Square::E5), (Square::E4, Square::E5), (Square::E1, Square::H1)]
    {
        let error = start.play(Move::new(from, to)).expect_err("illegal");
        assert!(error.to_string().contains(&format!("{from}{to}")));
    }
    // Unchecked moves may lead to any position, but they never panic.
    let mut random = Random::new(3);
    random_game(start, &mut random, 100, |position, _| {
        for from in Square::ALL {
            for to in Square::ALL {
                for role in Role::ALL {
                    let mut next = *position;
                    next.play_unchecked(Move::promoting(from, to, role));
                }
            }
        }
    });
}
