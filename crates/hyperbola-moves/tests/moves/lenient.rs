//! Lenient reading of FENs: what is mended, and that nothing is mended in silence.

use hyperbola_moves::{
    CastlingSide, Color, FenError, FenErrorKind, Mends, ParsePositionError, Piece, Position,
    PositionError, Role, Rules, Setup, Square,
};
use hyperbola_random::Random;
use proptest::prelude::*;

use crate::support::{laws, positions, random_game, testdata};

/// Returns the FEN of what is read, and the indices and kinds of what was mended.
fn mended(fen: &str) -> (String, Vec<(usize, FenErrorKind)>) {
    let (setup, mends) =
        Setup::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let kinds = mends.iter().map(|mend| match mend {
        ParsePositionError::Fen(FenError { index, kind, .. }) => (*index, *kind),
        other => panic!("{fen}: {other}"),
    });
    (setup.to_string(), kinds.collect())
}

#[test]
fn mistakes_are_mended_and_named() {
    use FenErrorKind::{CastlingRights, EnPassant, End, FullmoveNumber, HalfmoveClock, SideToMove};
    let board = "4k3/8/8/8/8/8/8/4K2R";
    let (color, side) = (Color::White, CastlingSide::King);
    let no_rook = FenErrorKind::CastlingRook { color };
    let twice = FenErrorKind::CastlingTwice { color, side };
    // After a board of 20 bytes and a blank, the index counts from 21.
    for (rest, read, mends) in [
        ("", "w - - 0 1", &[(20, SideToMove), (20, CastlingRights), (20, EnPassant)][..]),
        (" b", "b - - 0 1", &[(22, CastlingRights), (22, EnPassant)]),
        (" b K", "b K - 0 1", &[(24, EnPassant)]),
        (" w K -", "w K - 0 1", &[]),
        (" w K - 5", "w K - 5 1", &[]),
        // Fields in the middle are missing.
        (" K - 3 4", "w K - 3 4", &[(21, SideToMove)]),
        (" - - 3 4", "w - - 3 4", &[(21, SideToMove)]),
        (" b e3 3 4", "b - e3 3 4", &[(23, CastlingRights)]),
        (" b K 3 4", "b K - 3 4", &[(25, EnPassant)]),
        (" b 3 4", "b - - 3 4", &[(23, CastlingRights), (23, EnPassant)]),
        (" 3 4", "w - - 3 4", &[(21, SideToMove), (21, CastlingRights), (21, EnPassant)]),
        // Fields are wrong.
        (" W K - 3 4", "w K - 3 4", &[(21, SideToMove)]),
        (" B K - 3 4", "b K - 3 4", &[(21, SideToMove)]),
        (" black K - 3 4", "b K - 3 4", &[(21, SideToMove)]),
        (" x K - 3 4", "w K - 3 4", &[(21, SideToMove)]),
        (" b KQ - 3 4", "b K - 3 4", &[(24, no_rook)]),
        (" b QKK - 3 4", "b K - 3 4", &[(23, no_rook), (25, twice)]),
        (" b K? - 3 4", "b K - 3 4", &[(24, CastlingRights)]),
        (" b K e9 3 4", "b K - 3 4", &[(25, EnPassant)]),
        (" b K E3 3 4", "b K e3 3 4", &[(25, EnPassant)]),
        (" b K - x 4", "b K - 0 4", &[(27, HalfmoveClock)]),
        (" b K - 3 -", "b K - 3 1", &[(29, FullmoveNumber)]),
        (" b K - +3 65536", "b K - 0 1", &[(27, HalfmoveClock), (30, FullmoveNumber)]),
        (" b K - 3 4 bm Kd8", "b K - 3 4", &[(31, End)]),
    ] {
        let fen = format!("{board}{rest}");
        let expected = (format!("{board} {read}"), mends.to_vec());
        assert_eq!(mended(&fen), expected, "{fen}");
        // The first mistake is the error of strict reading.
        let strict = fen.parse::<Setup>().map_err(|error| (error.index, error.kind));
        assert_eq!(strict.err(), mends.first().copied(), "{fen}");
    }
    // Black may castle without a king: this is not mended in silence either.
    let (color, fen) = (Color::Black, "8/8/8/8/8/8/8/4K2R w kK - 0 1");
    let mends = mended(fen).1;
    assert_eq!(mends, [(21, FenErrorKind::CastlingKing { color })]);
}

#[test]
fn a_wrong_board_or_too_many_mistakes_are_refused() {
    let error = Setup::from_fen_lenient("4k3/8/8/8/8/8/4K2R w - - 0 1").expect_err("a mistake");
    assert!(matches!(error.kind, FenErrorKind::Placement(_)));
    let fen = |letters: usize| format!("4k3/8/8/8/8/8/8/4K3 b {} - 0 1", "x".repeat(letters));
    let (_, mends) = Setup::from_fen_lenient(&fen(Mends::CAPACITY)).expect("mended");
    assert_eq!(mends.len(), Mends::CAPACITY);
    let error = Setup::from_fen_lenient(&fen(Mends::CAPACITY + 1)).expect_err("too many");
    assert_eq!((error.index, error.kind), (22 + 16, FenErrorKind::CastlingRights));
}

#[test]
fn positions_are_mended_as_far_as_they_can_be_held() {
    let mends = |fen: &str| -> Vec<PositionError> {
        let (position, mends) = Position::from_fen_lenient(fen).expect(fen);
        // What is read is played on as any position.
        laws::captures_and_quiets_are_all(&position);
        laws::moves_lead_to_positions(&position);
        let error = |mend: &ParsePositionError| match mend {
            ParsePositionError::Position(error) => *error,
            other => panic!("{fen}: {other}"),
        };
        let mends: Vec<PositionError> = mends.iter().map(error).collect();
        let strict = fen.parse::<Position>();
        assert_eq!(strict, Err(ParsePositionError::Position(mends[0])), "{fen}");
        mends
    };
    let (color, square) = (Color::White, Square::E3);
    assert_eq!(
        mends("4k3/8/8/8/8/7P/PPPPPPPP/RNBQKBNR w - e3 0 1"),
        [
            PositionError::Pieces { color, count: 17 },
            PositionError::Promoted { color, pawns: 9, promoted: 0 },
            PositionError::EnPassant { square }
        ]
    );
    assert_eq!(
        mends("4k3/4p3/8/8/8/8/QQQQQ3/QQQQQK2 w - - 0 1"),
        [PositionError::Promoted { color, pawns: 0, promoted: 9 }]
    );
    assert_eq!(
        mends("4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1"),
        [PositionError::Checkers { count: 3 }]
    );
    assert_eq!(mends("4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1"), [PositionError::EnPassant { square }]);
    let mut setup = Setup::initial();
    setup.board.remove(Square::H1);
    let (position, mends) = setup.position_lenient().expect("mended");
    assert_eq!(position.castling_rights().rook(color, CastlingSide::King), None);
    assert_eq!(mends.len(), 1);
    assert_eq!(position.setup().position(), Ok(position));
}

#[test]
fn positions_that_cannot_be_held_are_refused() {
    for fen in [
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/K3K3 w - - 0 1",
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
    ] {
        let strict = fen.parse::<Position>().expect_err(fen);
        assert_eq!(Position::from_fen_lenient(fen), Err(strict), "{fen}");
    }
    for (fen, pieces, queens) in [
        ("4k3/8/8/8/8/PPPP4/PPPPPPPP/4K3 w - - 0 1", 13, 12),
        ("4k3/8/8/N7/NNNNNNNN/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", 26, 0),
    ] {
        assert!(fen.parse::<Position>().is_err());
        let army = PositionError::Army { color: Color::White, pieces, queens };
        assert_eq!(Position::from_fen_lenient(fen), Err(army.into()), "{fen}");
    }
    let fen = "4k3/8/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN/4K3 b - - 0 1";
    let (position, _) = Position::from_fen_lenient(fen).expect("25 pieces");
    assert_eq!(position.board().occupied().count(), 26);
}

#[test]
fn what_strict_reading_takes_is_the_same_and_not_mended() {
    for position in positions() {
        let fen = position.to_string();
        assert_eq!(Position::from_fen_lenient(&fen), Ok((position, Mends::default())), "{fen}");
    }
    for fen in testdata("positions/invalid.fens").lines() {
        // Whatever is mended is said.
        if let Ok((position, mends)) = Position::from_fen_lenient(fen) {
            assert!(!mends.is_empty(), "{fen}");
            laws::moves_lead_to_positions(&position);
        }
    }
}

#[test]
fn large_armies_play_on() {
    let mut random = Random::new(12);
    for fen in [
        "4k3/4p3/8/8/8/QQQ5/QQQQQQQQ/RNBNKBNR w - - 0 1",
        "4k3/8/8/8/P1P5/P7/PPPPPPPP/RNB1KBNR w KQ - 0 1",
        "nnnnkbbb/nnnbrrrr/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    ] {
        let (start, _) = Position::from_fen_lenient(fen).unwrap_or_else(|error| panic!("{error}"));
        random_game(start, &mut random, 200, |position, _| {
            laws::moves_lead_to_positions(position);
        });
    }
}

/// Makes a position in which a side or both have more pieces than a game can have.
fn large_armies(random: &mut Random) -> Position {
    let mut below = |bound: usize| {
        usize::try_from(random.word() % u64::try_from(bound).expect("fits")).expect("below")
    };
    loop {
        let mut setup = Setup::EMPTY;
        setup.side_to_move = Color::ALL[below(2)];
        for color in Color::ALL {
            for index in 0..=below(25) {
                let role = if index == 0 { Role::King } else { Role::ALL[below(5)] };
                let square = Square::from_index_wrapping(u8::try_from(below(64)).expect("below"));
                if setup.board.piece_at(square).is_none() {
                    setup.board.put(square, Piece::new(color, role));
                }
            }
        }
        if let Ok((position, mends)) = setup.position_lenient()
            && mends.iter().any(|mend| {
                matches!(mend, ParsePositionError::Position(PositionError::Pieces { .. }))
            })
        {
            return position;
        }
    }
}

#[test]
fn large_armies_are_counted() {
    let mut random = Random::new(13);
    let fen = "4k3/8/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1";
    let (knights, _) = Position::from_fen_lenient(fen).expect("25 pieces");
    let fen = "4k3/3ppp2/QQQ5/QQQQQQQQ/RRRRRRR1/8/RRRR4/RR2K3 w - - 0 1";
    let (queens, _) = Position::from_fen_lenient(fen).expect("25 pieces");
    let others = core::iter::repeat_with(|| large_armies(&mut random)).take(100);
    for position in [knights, queens].into_iter().chain(others) {
        for depth in 0..=3 {
            let counted = hyperbola_perft::count(&position, depth);
            assert_eq!(
                counted,
                hyperbola_perft::plain(&position, depth).into(),
                "{position} depth {depth}"
            );
        }
        hyperbola_samples::replies_are_counted(&position);
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*") {
        let _ = Position::from_fen_lenient(&text);
    }

    #[test]
    fn no_change_of_a_fen_panics_or_is_hidden(
        at in 0_usize..60, letters in "[ -~]{0,3}", cut in 0_usize..4
    ) {
        let mut fen = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 2".to_owned();
        let end = (at + cut).min(fen.len());
        fen.replace_range(at.min(end)..end, &letters);
        if let Ok((position, mends)) = Position::from_fen_lenient(&fen) {
            prop_assert_eq!(fen.parse::<Position>().ok(), mends.is_empty().then_some(position));
        }
    }
}

/// Letters of `KQkq` are those of chess unless the rules are said, wherever the field stands.
#[test]
fn rights_that_only_chess960_has_are_dropped_unless_letters_or_rules_say_so() {
    const BOARD: &str = "4k2r/8/8/8/8/8/8/R4K1R";
    let rights = |rest: &str, rules| {
        let fen = format!("{BOARD}{rest}");
        let (position, mends) = Position::from_fen_lenient_by_rules(&fen, rules).expect(&fen);
        let dropped = mends.iter().filter(|mend| {
            matches!(mend, ParsePositionError::Position(PositionError::Chess960Right { .. }))
        });
        if rules == Rules::Chess960 {
            assert_eq!(Position::from_fen_lenient(&fen), Ok((position, mends)), "{fen}");
        }
        let dropped = dropped.count();
        (position.to_string().split(' ').nth(2).expect("a field").to_owned(), dropped)
    };
    for (rest, auto, chess960) in [
        (" b KQk - 0 1", ("k", 2), "KQk"),
        (" w k - 0 1", ("k", 0), "k"),
        (" b HAh - 0 1", ("KQk", 0), "KQk"),
        (" b KAk - 0 1", ("KQk", 0), "KQk"),
        // The side to move is missing, wrong, or in another form.
        (" KQk - 0 1", ("k", 2), "KQk"),
        (" HAh - 0 1", ("KQk", 0), "KQk"),
        (" x KQk e3 0 1", ("k", 2), "KQk"),
        (" black HAh", ("KQk", 0), "KQk"),
        // The rights are missing, and a square is none of their letters.
        (" b e3 0 1", ("-", 0), "-"),
        (" w KQ e6 0 1", ("-", 2), "KQ"),
    ] {
        let (rights_of_auto, dropped) = auto;
        assert_eq!(rights(rest, Rules::Auto), (rights_of_auto.to_owned(), dropped), "{rest}");
        assert_eq!(rights(rest, Rules::Chess960), (chess960.to_owned(), 0), "{rest}");
        let of_chess = if chess960.contains('k') { "k" } else { "-" };
        assert_eq!(rights(rest, Rules::Chess).0, of_chess, "{rest}");
    }
}
