//! The letters of roles and pieces, and texts that are padded as a whole.

use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{CastlingSide, Color, Piece, Position, Role, San, Uci};

#[test]
fn roles_and_pieces_come_back_from_their_letters() {
    for role in Role::ALL {
        assert_eq!(role.to_string().parse(), Ok(role));
        for color in Color::ALL {
            let piece = Piece::new(color, role);
            assert_eq!(piece.to_string().parse(), Ok(piece));
            assert_eq!(piece.to_string(), piece.letter().to_string());
        }
    }
    for text in ["", "n", "X", "NN", "é"] {
        let error = text.parse::<Role>().expect_err(text);
        assert_eq!(error.to_string(), "expected a role, one of P, N, B, R, Q and K");
    }
    for text in ["", "x", "nn", "1", "é"] {
        let error = text.parse::<Piece>().expect_err(text);
        assert_eq!(error.to_string(), "expected a piece, one of PNBRQK or pnbrqk");
    }
}

#[test]
fn texts_are_padded_as_a_whole() {
    let knight = Piece::new(Color::Black, Role::Knight);
    assert_eq!(format!("{:>3}{:<3}|{knight:^3}", Role::Rook, Role::King), "  RK  | n ");
    assert_eq!(format!("{:>13}", CastlingSide::King), "  king's side");
    let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1".parse().expect("valid");
    assert_eq!(format!("{:>4}{:<4}|", GameResult::BlackWins, GameResult::Unknown), " 0-1*   |");
    let uci = |text| position.uci(position.parse_uci(text).expect("legal"));
    let san = |text| position.san(position.parse_uci(text).expect("legal"));
    assert_eq!(format!("{:>6}|{:<6}|", uci("e1a1"), uci("a1a8")), "  e1c1|a1a8  |");
    assert_eq!(format!("{:>6}|{:<6}|", san("e1a1"), san("a1a8")), " O-O-O|Ra8#  |");
}

#[test]
fn notation_is_read_without_a_position() {
    for (text, written) in [
        ("Qa1xb2=Q+", "Qa1xb2=Q+"),
        ("e8Q#!?", "e8=Q#"),
        ("Qxf7++", "Qxf7+"),
        ("Qxf7+#", "Qxf7#"),
        ("e8=n", "e8=N"),
        ("0-0-0+", "O-O-O+"),
        ("0-0", "O-O"),
        ("N1f3??", "N1f3"),
    ] {
        let san: San = text.parse().expect(text);
        assert_eq!(san.to_string(), written);
        assert_eq!(written.parse(), Ok(san));
    }
    let start = Position::initial();
    assert_eq!(
        start.find_san("Ngf3".parse().expect("a move")),
        Ok("g1f3".parse().expect("a move"))
    );
    let uci: Uci = "e7e8q".parse().expect("a move");
    assert_eq!(uci.to_string(), "e7e8q");
    assert!(start.find_uci(uci).is_err());
    assert_eq!(start.find_uci("g1f3".parse().expect("a move")), start.parse_uci("g1f3"));
}
