//! Positions and moves go to cozy-chess and come back equal.

use std::collections::BTreeSet;

use cozy_chess::{BitBoard, BoardBuilder, BoardBuilderError, CastleRights, Piece as Theirs};
use hyperbola_cozy_chess::{PawnPromotion, ToCozyChess, ToCozyChessError, ToHyperbola};
use hyperbola_moves::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, Piece, Position, PositionError,
    Rank, Role, Setup, Square,
};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn board(fen: &str) -> cozy_chess::Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn small_types() {
    for ours in Square::ALL {
        assert_eq!(ours.to_cozy_chess().to_hyperbola(), ours);
        assert_eq!(ours.to_cozy_chess().to_string(), ours.to_string());
    }
    for ours in File::ALL {
        assert_eq!(ours.to_cozy_chess().to_hyperbola(), ours);
        let corner = ours.to_cozy_chess().bitboard().to_hyperbola();
        assert_eq!(corner, Bitboard::from_file(ours));
    }
    for ours in Rank::ALL {
        assert_eq!(ours.to_cozy_chess().to_hyperbola(), ours);
        assert_eq!(ours.to_cozy_chess().bitboard().to_hyperbola(), Bitboard::from_rank(ours));
    }
    for color in Color::ALL {
        for role in Role::ALL {
            let ours = Piece::new(color, role);
            assert_eq!(ours.to_cozy_chess().to_hyperbola(), ours);
            let letter = role.letter().to_ascii_lowercase().to_string();
            assert_eq!(role.to_cozy_chess().to_string(), letter);
        }
    }
    assert_eq!(Color::White.to_cozy_chess(), cozy_chess::Color::White);
    assert_eq!(Bitboard(0x123).to_cozy_chess(), BitBoard(0x123));
}

#[test]
fn positions_and_their_moves() {
    for position in hyperbola_samples::positions() {
        let board = position.to_cozy_chess().unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!(board.to_hyperbola(), Ok(position));
        let mut theirs = BTreeSet::new();
        board.generate_moves(|moves| {
            theirs.extend(moves.into_iter().map(|played| played.to_hyperbola().expect("a move")));
            false
        });
        let ours: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
        assert_eq!(ours, theirs, "{position}");
        for played in ours {
            let mut after = board.clone();
            after.play(played.to_cozy_chess());
            let next = position.play(played).expect("legal");
            assert_eq!(played.to_cozy_chess().to_hyperbola(), Ok(played));
            assert_eq!(after.to_hyperbola(), Ok(next), "{position}: {played}");
            // What goes to ours and back loses en passant that is of no use, and nothing else.
            let back = next.to_cozy_chess().expect("a board");
            let mut expected = BoardBuilder::from_board(&after);
            expected.en_passant = expected.en_passant.filter(|_| next.en_passant().is_some());
            assert_eq!(expected.build().expect("a board"), back, "{position}: {played}");
        }
    }
}

#[test]
fn setups_need_not_be_positions() {
    let mut builder = BoardBuilder::empty();
    builder.en_passant = Some(cozy_chess::Square::A1);
    builder.halfmove_clock = 200;
    builder.fullmove_number = 0;
    builder.castle_rights[1] = CastleRights { short: Some(cozy_chess::File::C), long: None };
    *builder.square_mut(cozy_chess::Square::C8) = Some((Theirs::Rook, cozy_chess::Color::Black));
    let setup = builder.to_hyperbola();
    assert_eq!(setup.castling_rights.rook(Color::Black, CastlingSide::King), Some(Square::C8));
    assert_eq!(setup.to_cozy_chess().expect("a builder"), builder);
}

#[test]
fn en_passant_is_kept_where_it_can_be_captured() {
    let of_no_use = board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let ours = of_no_use.to_hyperbola().expect("a position");
    assert_eq!((of_no_use.en_passant(), ours.en_passant()), (Some(cozy_chess::File::E), None));
    let of_use = board("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let ours = of_use.to_hyperbola().expect("a position");
    assert_eq!(ours.en_passant(), Some(Square::E3));
    assert_eq!(ours.to_cozy_chess().expect("a board"), of_use);
}

#[test]
fn what_does_not_fit_into_ours() {
    let promoted = board("4k3/8/8/8/8/8/PPPPPPPP/QQQ1K3 w - - 0 1");
    let error = PositionError::Promoted { color: Color::White, pawns: 8, promoted: 2 };
    assert_eq!(promoted.to_hyperbola(), Err(error));
    let a2 = cozy_chess::Square::A2;
    let played = cozy_chess::Move { from: a2, to: a2, promotion: Some(Theirs::Pawn) };
    assert_eq!(played.to_hyperbola(), Err(PawnPromotion));
}

#[test]
fn what_does_not_fit_into_theirs() {
    let refused = |position: Position| match position.to_cozy_chess() {
        Err(ToCozyChessError::Refused(error)) => error,
        other => panic!("{position}: {other:?}"),
    };
    let clock = refused(position("4k3/8/8/8/8/8/8/4K3 w - - 101 80"));
    assert!(matches!(clock, BoardBuilderError::InvalidHalfMoveClock), "{clock}");
    let zero = Setup { fullmove_number: 0, ..Position::initial().setup() };
    let number = refused(zero.position().expect("a position"));
    assert!(matches!(number, BoardBuilderError::InvalidFullmoveNumber), "{number}");
    let many = "4k3/8/8/8/8/PPPPPPPP/PPP5/4K3 w - - 0 1";
    let (many, _) = Position::from_fen_lenient(many).expect("a lenient position");
    let pieces = refused(many);
    assert!(matches!(pieces, BoardBuilderError::InvalidBoard), "{pieces}");

    let late = Setup { halfmove_clock: 256, ..Setup::initial() };
    let error = late.to_cozy_chess().expect_err("a clock of 9 bits");
    assert_eq!(error.to_string(), "the half-move clock is 256, and cozy-chess counts to 255");
    let mut castling_rights = CastlingRights::NONE;
    castling_rights.set(Color::White, CastlingSide::King, Some(Square::H2));
    let error = Setup { castling_rights, ..Setup::initial() }.to_cozy_chess();
    let error = error.expect_err("a rook on h2");
    assert!(error.to_string().contains("has its rook on h2"), "{error}");
}
