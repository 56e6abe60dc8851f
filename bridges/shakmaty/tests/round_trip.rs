//! Positions and moves go to shakmaty and come back equal.

use core::num::NonZeroU32;
use std::collections::BTreeSet;

use hyperbola_moves::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, Piece, Position, Rank, Role, Setup,
    Square,
};
use hyperbola_shakmaty::{
    NoSuchMove, ToHyperbola, ToHyperbolaError, ToHyperbolaIn, ToShakmaty, ToShakmatyError,
    ToShakmatyIn,
};
use shakmaty::{Chess, EnPassantMode, Position as _, PositionErrorKinds};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn small_types() {
    for ours in Square::ALL {
        assert_eq!(ours.to_shakmaty().to_hyperbola(), ours);
        assert_eq!(ours.to_shakmaty().to_string(), ours.to_string());
    }
    for ours in File::ALL {
        assert_eq!(ours.to_shakmaty().to_hyperbola(), ours);
        let file = shakmaty::Bitboard::from_file(ours.to_shakmaty());
        assert_eq!(file.to_hyperbola(), Bitboard::from_file(ours));
    }
    for ours in Rank::ALL {
        assert_eq!(ours.to_shakmaty().to_hyperbola(), ours);
        let rank = shakmaty::Bitboard::from_rank(ours.to_shakmaty());
        assert_eq!(rank.to_hyperbola(), Bitboard::from_rank(ours));
    }
    for color in Color::ALL {
        for role in Role::ALL {
            let ours = Piece::new(color, role);
            assert_eq!(ours.to_shakmaty().to_hyperbola(), ours);
            assert_eq!(ours.to_shakmaty().char(), ours.letter());
        }
    }
    for ours in CastlingSide::ALL {
        assert_eq!(ours.to_shakmaty().to_hyperbola(), ours);
        let target = ours.to_shakmaty().king_to(shakmaty::Color::White);
        assert_eq!(target.to_hyperbola(), ours.king_target(Color::White));
    }
    assert_eq!(Bitboard(0x123).to_shakmaty(), shakmaty::Bitboard(0x123));
}

#[test]
fn positions_and_their_moves() {
    let (mut converted, mut refused) = (0, 0);
    for position in hyperbola_samples::positions() {
        let chess = match position.to_shakmaty() {
            Ok(chess) => chess,
            Err(ToShakmatyError::Refused(error)) => {
                assert_eq!(error.kinds(), PositionErrorKinds::IMPOSSIBLE_CHECK, "{position}");
                refused += 1;
                continue;
            }
            Err(error) => panic!("{position}: {error}"),
        };
        converted += 1;
        assert_eq!(chess.to_hyperbola(), Ok(position));
        let mut theirs = BTreeSet::new();
        for played in chess.legal_moves() {
            let ours = played.to_hyperbola_in(&position).expect("a legal move");
            assert_eq!(ours.to_shakmaty_in(&position).expect("a legal move"), played);
            let next = position.play(ours).expect("a legal move");
            let mut after = chess.clone();
            after.play_unchecked(played);
            assert_eq!(after.to_hyperbola(), Ok(next), "{position}: {ours}");
            theirs.insert(ours);
        }
        let ours: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
        assert_eq!(ours, theirs, "{position}");
    }
    assert!(converted > 8_000 && refused < 10, "{converted} converted, {refused} refused");
}

#[test]
fn moves_have_their_forms() {
    use shakmaty::{Move as Theirs, Role as Kind, Square as At};
    let position = position("r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 1");
    let pairs = [
        ("e1h1", Theirs::Castle { king: At::E1, rook: At::H1 }),
        ("d5e6", Theirs::EnPassant { from: At::D5, to: At::E6 }),
        (
            "a1a8",
            Theirs::Normal {
                role: Kind::Rook,
                from: At::A1,
                capture: Some(Kind::Rook),
                to: At::A8,
                promotion: None,
            },
        ),
    ];
    for (text, theirs) in pairs {
        let ours: Move = text.parse().expect("a move");
        assert_eq!(theirs.to_hyperbola_in(&position), Ok(ours));
        assert_eq!(ours.to_shakmaty_in(&position).expect("legal"), theirs);
    }
    let normal =
        |role, from, capture, to| Theirs::Normal { role, from, capture, to, promotion: None };
    for wrong in [
        // Castling and en passant in another form, another piece, nothing captured, a drop.
        normal(Kind::King, At::E1, None, At::G1),
        normal(Kind::Pawn, At::D5, Some(Kind::Pawn), At::E6),
        normal(Kind::Queen, At::A1, Some(Kind::Rook), At::A8),
        normal(Kind::Rook, At::A1, None, At::A8),
        Theirs::Put { role: Kind::Rook, to: At::A3 },
    ] {
        assert_eq!(wrong.to_hyperbola_in(&position), Err(NoSuchMove { played: wrong }));
    }
    let error = Move::new(Square::E1, Square::G1).to_shakmaty_in(&position).expect_err("illegal");
    assert_eq!(error.to_string(), "the move e1g1 is not legal in this position");
}

#[test]
fn en_passant_is_kept_where_it_can_be_captured() {
    let ep_squares_after = |position: Position, text: &str| {
        let mut chess = position.to_shakmaty().expect("fits");
        let played: Move = text.parse().expect("a move");
        chess.play_unchecked(played.to_shakmaty_in(&position).expect("legal"));
        (chess.ep_square(EnPassantMode::Always), chess.to_hyperbola().expect("fits").en_passant())
    };
    let e3 = Some(shakmaty::Square::E3);
    assert_eq!(ep_squares_after(Position::initial(), "e2e4"), (e3, None));
    let beside = position("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    assert_eq!(ep_squares_after(beside, "e2e4"), (e3, Some(Square::E3)));
}

#[test]
fn what_does_not_fit_into_ours() {
    let initial = shakmaty::Setup::initial;
    let late = shakmaty::Setup { halfmoves: 65_536, ..initial() };
    assert_eq!(late.to_hyperbola(), Err(ToHyperbolaError::HalfmoveClock { clock: 65_536 }));
    let fullmoves = NonZeroU32::new(65_536).expect("not 0");
    let late = shakmaty::Setup { fullmoves, ..initial() };
    assert_eq!(late.to_hyperbola(), Err(ToHyperbolaError::FullmoveNumber { number: 65_536 }));
    let chess: Chess = late.position(shakmaty::CastlingMode::Standard).expect("a position");
    assert!(chess.to_hyperbola().is_err());

    let promoted = shakmaty::Bitboard::from(shakmaty::Square::D1);
    let crazyhouse = shakmaty::Setup { promoted, ..initial() };
    assert_eq!(crazyhouse.to_hyperbola(), Err(ToHyperbolaError::Variant));
    for (squares, rook) in [
        ([shakmaty::Square::A1, shakmaty::Square::B1], Square::B1),
        ([shakmaty::Square::A1, shakmaty::Square::A4], Square::A4),
    ] {
        let castling_rights = squares.into_iter().collect();
        let two = shakmaty::Setup { castling_rights, ..initial() };
        assert_eq!(two.to_hyperbola(), Err(ToHyperbolaError::CastlingRight { rook }));
    }
}

#[test]
fn what_does_not_fit_into_theirs() {
    let kinds = |position: Position| match position.to_shakmaty() {
        Err(ToShakmatyError::Refused(error)) => error.kinds(),
        other => panic!("{position}: {other:?}"),
    };
    let aligned = position("8/8/8/8/R3k2R/8/8/4K3 b - - 0 1");
    assert_eq!(kinds(aligned), PositionErrorKinds::IMPOSSIBLE_CHECK);
    let dark_bishops = position("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w - - 0 1");
    assert_eq!(kinds(dark_bishops), PositionErrorKinds::TOO_MUCH_MATERIAL);
    let many = "4k3/8/8/8/8/PPPPPPPP/PPP5/4K3 w - - 0 1";
    let (many, _) = Position::from_fen_lenient(many).expect("a lenient position");
    assert_eq!(kinds(many), PositionErrorKinds::TOO_MUCH_MATERIAL);

    let zero = Setup { fullmove_number: 0, ..Setup::initial() }.to_shakmaty();
    let zero = zero.expect_err("a move number from 1").to_string();
    assert_eq!(zero, "the move number is 0, and shakmaty counts from 1");
    let mut castling_rights = CastlingRights::NONE;
    castling_rights.set(Color::White, CastlingSide::Queen, Some(Square::H1));
    let wrong = Setup { castling_rights, ..Setup::initial() }.to_shakmaty();
    let wrong = wrong.expect_err("a right of the other side").to_string();
    assert!(wrong.contains("castle to the queen's side with a rook on h1"), "{wrong}");
}
