//! Moves as texts, as bits, and what they do in a position.

use hyperbola_moves::{Move, ParseMoveError, Role, Square};
use proptest::prelude::*;

#[test]
fn every_move_comes_back_from_its_bits_and_no_other_bits_are_a_move() {
    for from in Square::ALL {
        for to in Square::ALL {
            for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
                let made = Move::promoting(from, to, role);
                assert_eq!((made.from(), made.to()), (from, to));
                assert_eq!(made.promotion(), Some(role).filter(|&role| role != Role::Pawn));
                assert_eq!(Move::from_bits(made.to_bits()), Some(made));
                assert_eq!(made.is_promotion(), role != Role::Pawn);
            }
        }
    }
    let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
    assert_eq!(moves.len(), 64 * 64 * (1 + Role::PROMOTIONS.len()));
    for read in moves {
        assert_eq!(Move::from_bits(read.to_bits()), Some(read));
        let text = read.to_string();
        assert_eq!(text.parse(), Ok(read), "{text}");
        assert_eq!(text.to_uppercase().parse(), Ok(read), "{text}");
    }
    let bits = Move::promoting(Square::B1, Square::C1, Role::Queen).to_bits();
    assert_eq!(bits, 1 | 2 << 6 | 4 << 12);
}

#[test]
fn errors_name_the_byte() {
    for (text, index) in
        [("", 0), ("e2", 2), ("e2e", 2), ("e2e9", 3), ("0000", 0), ("e7e8k", 4), ("e7e8qq", 5)]
    {
        let error = text.parse::<Move>().expect_err(text);
        assert_eq!(error.index, index, "{text}");
        assert!(error.to_string().ends_with(&format!("at byte {index}")), "{error}");
    }
}

#[test]
fn texts_are_padded_as_a_whole() {
    let (short, long): (Move, Move) = ("e2e4".parse().unwrap(), "a7a8n".parse().unwrap());
    assert_eq!(format!("{short:>7}|{long:<7}|{long:*^7}|{short:.2}"), "   e2e4|a7a8n  |*a7a8n*|e2");
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*", bytes in proptest::collection::vec(any::<u8>(), 0..8)) {
        for text in [text.as_str(), &String::from_utf8_lossy(&bytes)] {
            let read: Result<Move, ParseMoveError> = text.parse();
            if let Ok(read) = read {
                prop_assert_eq!(read.to_string(), text.to_ascii_lowercase());
            }
        }
    }
}
