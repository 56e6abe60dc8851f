//! Serde: every value is written as it should be, and read back.

use core::fmt::Debug;

use hyperbola_moves::{Color, Move, MoveList, Piece, Position, Role, Square};
use serde::{Deserialize, Serialize};
use serde_test::{Compact, Configure, Token, assert_de_tokens_error, assert_tokens};

use crate::support::{OUT_OF_REACH, positions};

/// Checks both forms of a value, written and read.
fn both<T>(value: T, text: &'static str, number: Token)
where
    T: Copy + PartialEq + Debug + Serialize + for<'de> Deserialize<'de>,
{
    assert_tokens(&value.readable(), &[Token::Str(text)]);
    assert_tokens(&value.compact(), &[number]);
}

#[test]
fn roles_pieces_and_moves_are_texts_or_numbers() {
    both(Role::Knight, "N", Token::U8(1));
    both(Role::King, "K", Token::U8(5));
    both(Piece::new(Color::White, Role::Queen), "Q", Token::U8(4));
    both(Piece::new(Color::Black, Role::Pawn), "p", Token::U8(8));
    both(Move::new(Square::E2, Square::E4), "e2e4", Token::U16(12 | 28 << 6));
    let promotion = Move::promoting(Square::A7, Square::A8, Role::Knight);
    both(promotion, "a7a8n", Token::U16(48 | 56 << 6 | 1 << 12));
    for (number, piece) in (0..=u8::MAX).map(|number| (number, [Token::U8(number)])) {
        if number % 8 < 6 && number / 8 < 2 {
            let piece =
                Piece::new(Color::ALL[usize::from(number / 8)], Role::ALL[usize::from(number % 8)]);
            assert_tokens(&piece.compact(), &[Token::U8(number)]);
        } else {
            let expected = "expected a piece, one of PNBRQK or pnbrqk";
            assert_de_tokens_error::<Compact<Piece>>(&piece, expected);
        }
    }
    let expected = "expected a role, one of P, N, B, R, Q and K";
    assert_de_tokens_error::<Compact<Role>>(&[Token::U8(6)], expected);
    let expected = "expected a move, as in e2e4 or e7e8q";
    assert_de_tokens_error::<Compact<Move>>(&[Token::U16(0xf000)], expected);
}

#[test]
fn positions_and_lists_come_back_from_json() {
    for position in positions() {
        let (text, list) = (position.to_string(), position.legal_moves());
        let json = serde_json::to_string(&(position, &list)).expect("a text");
        let moves: Vec<String> = list.iter().map(|legal| format!("\"{legal}\"")).collect();
        assert_eq!(json, format!("[\"{text}\",[{}]]", moves.join(",")));
        let read: (Position, MoveList) = serde_json::from_str(&json).expect(&json);
        assert_eq!(read, (position, list));
    }
}

#[test]
fn positions_that_no_game_reaches_come_back_from_json() {
    for fen in OUT_OF_REACH {
        let (position, mends) = Position::from_fen_lenient(fen).expect(fen);
        assert!(!mends.is_empty());
        let json = serde_json::to_string(&position).expect("a text");
        assert_eq!(serde_json::from_str::<Position>(&json).expect(&json), position);
    }
    // Nothing else is mended.
    for fen in ["4k3/8/8/8/8/8/8/4K3 w K - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e3 0 1"] {
        serde_json::from_str::<Position>(&format!("\"{fen}\"")).expect_err(fen);
    }
}

#[test]
fn what_is_wrong_in_json_is_an_error() {
    let error = |json: &str| serde_json::from_str::<Position>(json).expect_err(json).to_string();
    let fen = "4k3/8/8/8/8/8/8/8 w - - 0 1";
    let expected = fen.parse::<Position>().expect_err(fen).to_string();
    assert!(error(&format!("\"{fen}\"")).starts_with(&expected));
    assert!(error("5").contains("expected the FEN of a position"));
    let list = |count| serde_json::from_str::<MoveList>(&format!("{:?}", vec!["e2e4"; count]));
    assert_eq!(list(256).expect("fits").len(), 256);
    let error = list(257).expect_err("too many").to_string();
    assert!(error.contains("expected an array with no more than 256 items"), "{error}");
    let error = serde_json::from_str::<Move>("\"e2e9\"").expect_err("no square").to_string();
    assert!(error.contains("at byte 3"), "{error}");
}
