//! Moves in UCI and in algebraic notation: how they are written, read and refused.

use hyperbola_moves::{Move, OtherGame, Position, Role, SanError, Square, UciError};
use proptest::prelude::*;

use crate::support::testdata;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_game_in_algebraic_notation() {
    let moves =
        "e4 d5 exd5 c5 dxc6 Nf6 cxb7 Qd7 bxa8=Q g6 Nf3 Bg7 Bb5 O-O O-O Qxb5 Qxb8 Qxf1+ Kxf1";
    let mut position = Position::initial();
    for text in moves.split(' ') {
        let played = position.parse_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.san(played).to_string(), text);
        position = position.play(played).expect("legal");
    }
    assert_eq!(position.to_string(), "1Qb2rk1/p3ppbp/5np1/8/8/5N2/PPPP1PPP/RNBQ1K2 b - - 0 10");
}

#[test]
fn pieces_are_told_apart_by_file_then_rank_then_both() {
    let queens = position("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    let san = |from| queens.san(Move::new(from, Square::E1)).to_string();
    assert_eq!(san(Square::E4), "Qee1");
    assert_eq!(san(Square::H4), "Qh4e1");
    assert_eq!(san(Square::H1), "Q1e1");
    // A pinned piece has no legal move to the target, so the notation needs no file.
    let pinned = position("k7/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    assert_eq!(pinned.san(Move::new(Square::G1, Square::E2)).to_string(), "Ne2");
    assert_eq!(pinned.parse_san("Ne2"), Ok(Move::new(Square::G1, Square::E2)));
}

#[test]
fn castling_and_the_rook_beside_the_king_are_told_apart() {
    let beside = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert_eq!(beside.parse_san("O-O"), Ok(Move::new(Square::F1, Square::G1)));
    assert_eq!(beside.parse_san("0-0!?"), Ok(Move::new(Square::F1, Square::G1)));
    assert_eq!(beside.parse_san("Kg1"), Err(SanError::Illegal));
    assert_eq!(beside.parse_san("O-O-O"), Err(SanError::Illegal));
    assert_eq!(beside.uci(Move::new(Square::F1, Square::G1)).to_string(), "f1g1");
    // Only a king that starts on file e castles by a move to the square where he ends up.
    let far = position("4k3/8/8/8/8/8/8/1K5R w H - 0 1");
    assert!(far.parse_uci("b1h1").is_ok());
    assert!(matches!(far.parse_uci("b1g1"), Err(UciError::Illegal { .. })));
    // Castling has no promotion.
    let ordinary = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for promoting in ["e1g1q", "e1h1q"] {
        assert!(ordinary.parse_uci(&promoting[..4]).is_ok());
        assert!(matches!(ordinary.parse_uci(promoting), Err(UciError::Illegal { .. })));
    }
}

#[test]
fn checks_and_mates_have_their_suffix() {
    let back_rank = position("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    assert_eq!(back_rank.san(Move::new(Square::E1, Square::E8)).to_string(), "Re8#");
    let castling = position("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(castling.san(Move::new(Square::E1, Square::H1)).to_string(), "O-O+");
    let promotion = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let san = |role| promotion.san(Move::promoting(Square::A7, Square::A8, role)).to_string();
    assert_eq!([Role::Queen, Role::Knight].map(san), ["a8=Q+", "a8=N"]);
}

#[test]
fn more_or_less_may_be_said_than_is_needed() {
    let start = Position::initial();
    let knight = Move::new(Square::G1, Square::F3);
    for text in ["Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1xf3", "Nf3+", "Nf3#?!", "Nf3++!", "Nf3+#"] {
        assert_eq!(start.parse_san(text), Ok(knight), "{text}");
    }
    let promotion = position("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let queen = Move::promoting(Square::A7, Square::A8, Role::Queen);
    for text in ["a8Q", "a8=q", "a8=Q++"] {
        assert_eq!(promotion.parse_san(text), Ok(queen), "{text}");
    }
    assert_eq!(promotion.parse_san("a8"), Err(SanError::Illegal));
}

#[test]
fn errors_name_the_byte() {
    let start = Position::initial();
    let syntax = |index| Err(SanError::Syntax { index });
    for (text, index) in [
        ("", 0),
        ("N", 1),
        ("Nf", 2),
        ("Nx", 2),
        ("Nxf", 3),
        ("Nf3x", 4),
        ("e9", 1),
        ("e4e", 3),
        ("e4=", 3),
        ("e8=K", 3),
        ("e8=k", 3),
        ("e8q", 2),
        ("e4 ", 2),
        ("Pe4", 0),
        ("é", 0),
    ] {
        assert_eq!(start.parse_san(text), syntax(index), "{text}");
    }
    let syntax = |index| Err(UciError::Syntax { index });
    for (text, index) in [
        ("", 0),
        ("e2", 2),
        ("e2e", 2),
        ("e2e9", 3),
        ("i2e4", 0),
        ("e7e8k", 4),
        ("e7e8qq", 5),
        ("0000", 0),
        ("e2é", 2),
    ] {
        assert_eq!(start.parse_uci(text), syntax(index), "{text}");
    }
    for drop in ["N@h5", "@e4", "P@e4", "n@h5"] {
        let game = OtherGame::Crazyhouse;
        assert_eq!(start.parse_san(drop), Err(SanError::OtherGame(game)), "{drop}");
        assert_eq!(start.parse_uci(drop), Err(UciError::OtherGame(game)), "{drop}");
    }
    let read = Move::new(Square::E2, Square::E5);
    assert_eq!(start.parse_uci("e2e5"), Err(UciError::Illegal { read }));
    assert_eq!(
        start.parse_uci("e1g1"),
        Err(UciError::Illegal { read: Move::new(Square::E1, Square::G1) })
    );
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", like_a_move in "[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](=[NBRQ])?") {
        let start = Position::initial();
        for text in [text, like_a_move] {
            if let Ok(read) = start.parse_san(&text) {
                prop_assert!(start.is_legal(read));
            }
            if let Ok(read) = start.parse_uci(&text) {
                prop_assert!(start.is_legal(read));
            }
        }
    }
}

#[test]
fn famous_games_come_back_as_they_are_written() {
    for game in testdata("games/famous.san").lines() {
        let mut position = Position::initial();
        for san in game.split_whitespace().filter(|word| !word.ends_with('.')) {
            let played = position.parse_san(san).unwrap_or_else(|error| panic!("{san}: {error}"));
            assert_eq!(position.san(played).to_string(), san);
            position = position.play(played).expect("legal");
        }
    }
}
