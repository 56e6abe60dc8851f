//! Positions and moves go to chess and come back equal, but for the clocks.

use std::collections::BTreeSet;

use chess::{BitBoard, BoardBuilder, CastleRights, ChessMove, MoveGen};
use hyperbola_chess::{NoSuchMove, ToChess, ToChessError, ToChessIn, ToHyperbola, ToHyperbolaIn};
use hyperbola_moves::{
    Bitboard, CastlingSide, Color, File, Move, Piece, Position, PositionError, Rank, Role, Setup,
    Square,
};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn board(fen: &str) -> chess::Board {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn without_clocks(position: Position) -> Position {
    let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..position.setup() };
    setup.position().expect("a position with other clocks")
}

/// Whether all castling rights are those of ordinary chess.
fn is_ordinary(position: &Position) -> bool {
    position.castling_rights().iter().all(|(color, _, rook)| {
        position.king(color).file() == File::E && matches!(rook.file(), File::A | File::H)
    })
}

#[test]
fn small_types() {
    for ours in Square::ALL {
        assert_eq!(ours.to_chess().to_hyperbola(), ours);
        assert_eq!(ours.to_chess().to_string(), ours.to_string());
    }
    for ours in File::ALL {
        assert_eq!(ours.to_chess().to_hyperbola(), ours);
        assert_eq!(chess::get_file(ours.to_chess()).to_hyperbola(), Bitboard::from_file(ours));
    }
    for ours in Rank::ALL {
        assert_eq!(ours.to_chess().to_hyperbola(), ours);
        assert_eq!(chess::get_rank(ours.to_chess()).to_hyperbola(), Bitboard::from_rank(ours));
    }
    for color in Color::ALL {
        for role in Role::ALL {
            let ours = Piece::new(color, role);
            assert_eq!(ours.to_chess().to_hyperbola(), ours);
            assert_eq!(role.to_chess().to_string(color.to_chess()), ours.to_string());
        }
    }
    assert_eq!(Bitboard(0x123).to_chess(), BitBoard(0x123));
}

#[test]
fn positions_and_their_moves() {
    let mut ordinary = 0;
    for position in hyperbola_samples::positions() {
        let board = match position.to_chess() {
            Ok(board) => board,
            Err(ToChessError::CastlingRight { .. }) if !is_ordinary(&position) => continue,
            Err(error) => panic!("{position}: {error}"),
        };
        assert!(is_ordinary(&position), "{position}");
        ordinary += 1;
        assert_eq!(board.to_hyperbola(), Ok(without_clocks(position)));
        let theirs: BTreeSet<Move> = MoveGen::new_legal(&board)
            .map(|played| {
                let ours = played.to_hyperbola_in(&position).expect("a legal move");
                assert_eq!(ours.to_chess_in(&position).expect("a legal move"), played);
                let next = position.play(ours).expect("a legal move");
                let after = board.make_move_new(played).to_hyperbola();
                assert_eq!(after, Ok(without_clocks(next)), "{position}: {ours}");
                ours
            })
            .collect();
        let ours: BTreeSet<Move> = position.legal_moves().iter().copied().collect();
        assert_eq!(ours, theirs, "{position}");
    }
    assert!(ordinary > 3_000, "{ordinary} positions of ordinary chess");
}

#[test]
fn moves_have_their_forms() {
    let theirs = |from: Square, to: Square| ChessMove::new(from.to_chess(), to.to_chess(), None);
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let (e1, g1, h1) = (Square::E1, Square::G1, Square::H1);
    assert_eq!(theirs(e1, g1).to_hyperbola_in(&castling), Ok(Move::new(e1, h1)));
    let onto_rook = theirs(e1, h1);
    assert_eq!(onto_rook.to_hyperbola_in(&castling), Err(NoSuchMove { played: onto_rook }));
    let error = Move::new(e1, g1).to_chess_in(&castling).expect_err("no legal move");
    assert_eq!(error.to_string(), "the move e1g1 is not legal in this position");

    let promoting = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let (a7, a8) = (Square::A7, Square::A8);
    let knight = ChessMove::new(a7.to_chess(), a8.to_chess(), Some(chess::Piece::Knight));
    let ours = Move::promoting(a7, a8, Role::Knight);
    assert_eq!(knight.to_hyperbola_in(&promoting), Ok(ours));
    for wrong in [None, Some(chess::Piece::Pawn), Some(chess::Piece::King)] {
        let wrong = ChessMove::new(a7.to_chess(), a8.to_chess(), wrong);
        assert_eq!(wrong.to_hyperbola_in(&promoting), Err(NoSuchMove { played: wrong }));
    }
}

#[test]
fn chess960_does_not_fit_into_theirs() {
    // The rook is not in the corner; then the king is not on file e.
    for (fen, king, rook) in [
        ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", Square::E1, Square::G1),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", Square::F1, Square::H1),
    ] {
        let ours = position(fen);
        let is_right = |error: &ToChessError| match *error {
            ToChessError::CastlingRight { color, side, rook: on } => {
                (color, side, on) == (Color::White, CastlingSide::King, rook)
            }
            _ => false,
        };
        assert!(ours.to_chess().is_err_and(|error| is_right(&error)), "{fen}");
        let castling = Move::new(king, rook).to_chess_in(&ours);
        assert!(castling.is_err_and(|error| is_right(&error)), "{fen}");
        // Other moves have the same form.
        assert!(Move::new(king, Square::E2).to_chess_in(&ours).is_ok(), "{fen}");
    }
}

#[test]
fn setups_need_not_be_positions() {
    let mut builder = BoardBuilder::new();
    builder.side_to_move(chess::Color::Black).en_passant(Some(chess::File::C));
    builder.castle_rights(chess::Color::Black, CastleRights::QueenSide);
    let setup = builder.to_hyperbola();
    assert_eq!(setup.en_passant, Some(Square::C3));
    assert_eq!(setup.castling_rights.rook(Color::Black, CastlingSide::Queen), Some(Square::A8));
    let back = setup.to_chess().expect("a builder");
    assert_eq!(back.to_string(), builder.to_string());
    let wrong = Setup { en_passant: Some(Square::C6), ..setup };
    let error = wrong.to_chess().err().expect("an en passant square of Black's own pawns");
    assert_eq!(error.to_string(), "no enemy pawn can just have passed over c6");
}

#[test]
fn what_does_not_fit_into_ours() {
    let pawn = board("P3k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(pawn.to_hyperbola(), Err(PositionError::Pawn { square: Square::A8 }));
    let checkers = board("4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1");
    assert_eq!(checkers.to_hyperbola(), Err(PositionError::Checkers { count: 3 }));
    // chess does not look at the square that the pawn came from.
    let passed = board("4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1");
    assert_eq!(passed.to_hyperbola(), Err(PositionError::EnPassant { square: Square::E6 }));
    // The capture would leave the king in check.
    let pinned = board("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 1");
    let ours = pinned.to_hyperbola().expect("a position");
    assert_eq!((pinned.en_passant(), ours.en_passant()), (Some(chess::Square::C5), None));
}
