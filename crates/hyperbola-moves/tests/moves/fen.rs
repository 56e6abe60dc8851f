//! Reading and writing FEN: valid texts are accepted, invalid texts are refused, and nothing
//! panics.

use hyperbola_moves::epd::{Epd, EpdErrorKind};
use hyperbola_moves::{
    CastlingSide, Color, FenError, FenErrorKind, OtherGame, ParsePositionError, Position,
    PositionError, Setup, Square, placement,
};
use proptest::prelude::*;

use crate::support::{positions, testdata};

#[test]
fn valid_fens_are_taken_and_written_back() {
    let fens = testdata("positions/valid.fens");
    assert_eq!(fens.lines().count(), 5_000);
    for fen in fens.lines() {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(setup.shredder_fen().to_string(), fen);
        assert_eq!(setup.to_string().parse(), Ok(setup));
        let position = setup.position().unwrap_or_else(|error| panic!("{fen}: {error}"));
        // A position drops an en passant square if there is no legal en passant capture.
        let en_passant = setup.en_passant.filter(|_| position.en_passant().is_some());
        assert_eq!(position.setup(), Setup { en_passant, ..setup });
    }
}

#[test]
fn invalid_fens_are_refused() {
    let fens = testdata("positions/invalid.fens");
    assert_eq!(fens.lines().count(), 5_000);
    let taken: Vec<&str> = fens.lines().filter(|fen| fen.parse::<Position>().is_ok()).collect();
    assert_eq!(taken, [""; 0], "{} taken", taken.len());
}

#[test]
fn positions_come_back_from_both_forms() {
    for position in positions() {
        assert_eq!(position.to_string().parse(), Ok(position));
        assert_eq!(position.shredder_fen().to_string().parse(), Ok(position));
        assert_eq!(position.setup().position(), Ok(position));
    }
}

#[test]
fn the_forms_of_castling_rights() {
    let written = |rights: &str, board: &str| {
        let setup: Setup = format!("{board} w {rights} - 0 1").parse().expect(rights);
        let rights = |fen: String| fen.split(' ').nth(2).expect("six fields").to_owned();
        (rights(setup.to_string()), rights(setup.shredder_fen().to_string()))
    };
    let both = |x_fen: &str, shredder: &str| (x_fen.to_owned(), shredder.to_owned());
    let ordinary = "r3k2r/8/8/8/8/8/8/R3K2R";
    assert_eq!(written("KQkq", ordinary), both("KQkq", "HAha"));
    assert_eq!(written("qH", ordinary), both("Kq", "Ha"));
    assert_eq!(written("-", ordinary), both("-", "-"));
    // With two rooks beside the king, K means the outer one, and the inner one is written by its
    // file.
    let two_rooks = "4k3/8/8/8/8/8/8/1R2KR1R";
    assert_eq!(written("K", two_rooks), both("K", "H"));
    assert_eq!(written("F", two_rooks), both("F", "F"));
    assert_eq!(written("Q", two_rooks), both("Q", "B"));
    // In double Chess960 each side has its own files.
    assert_eq!(written("KQkq", "1r1k2r1/8/8/8/8/8/8/R4KR1"), both("KQkq", "GAgb"));
}

#[test]
fn the_clocks_may_be_missing() {
    let setup = |fen: &str| fen.parse::<Setup>().expect("a FEN");
    let full = setup("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(setup("4k3/8/8/8/8/8/8/4K3 b - -"), full);
    assert_eq!(setup("4k3/8/8/8/8/8/8/4K3 b - - 0"), full);
}

#[test]
fn errors_name_the_byte_and_what_was_expected() {
    let error = |fen: &str| {
        let FenError { index, kind, .. } = fen.parse::<Setup>().expect_err(fen);
        (index, kind)
    };
    let kings = "4k3/8/8/8/8/8/8/4K2R";
    assert_eq!(error("4k3/8/8"), (7, placement("4k3/8/8")));
    assert_eq!(error(kings), (20, FenErrorKind::SideToMove));
    assert_eq!(error(&format!("{kings} x")), (21, FenErrorKind::SideToMove));
    assert_eq!(error(&format!("{kings} \tx")), (22, FenErrorKind::SideToMove));
    assert_eq!(error(&format!("{kings}\u{a0}w")), (20, placement(&format!("{kings}\u{a0}w"))));
    assert_eq!(error(&format!("{kings} w KX")), (24, FenErrorKind::CastlingRights));
    assert_eq!(error(&format!("{kings} w ")), (23, FenErrorKind::CastlingRights));
    let (color, side) = (Color::White, CastlingSide::King);
    assert_eq!(error(&format!("{kings} w Q")), (23, FenErrorKind::CastlingRook { color }));
    assert_eq!(error(&format!("{kings} w G")), (23, FenErrorKind::CastlingRook { color }));
    assert_eq!(error(&format!("{kings} w KH")), (24, FenErrorKind::CastlingTwice { color, side }));
    assert_eq!(error("8/8/8/8/8/8/8/7R w K"), (19, FenErrorKind::CastlingKing { color }));
    assert_eq!(error(&format!("{kings} w K e9")), (25, FenErrorKind::EnPassant));
    assert_eq!(error(&format!("{kings} w K E3")), (25, FenErrorKind::EnPassant));
    assert_eq!(error(&format!("{kings} w K - +1")), (27, FenErrorKind::HalfmoveClock));
    assert_eq!(error(&format!("{kings} w K - 3+")), (27, FenErrorKind::HalfmoveClock));
    assert_eq!(error(&format!("{kings} w K - 0 65536")), (29, FenErrorKind::FullmoveNumber));
}

#[test]
fn moves_behind_the_fields_are_played() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    for (rest, clocks) in [
        (" moves e2e4 e7e5", "0 2"),
        (" 3 7 moves\te2e4  e7e5\r\n", "0 8"),
        (" moves e2e4 e7e5; id \"x\";", "0 2"),
        (" id \"x\"; moves e2e4 e7e5; fmvn 30;", "0 30"),
        (" moves e2e4; moves e7e5", "0 2"),
    ] {
        let line = format!("{start}{rest}");
        let expected: Result<Setup, _> = format!("{after} {clocks}").parse();
        assert_eq!(line.parse(), expected, "{line}");
        assert_eq!(line.parse::<Epd>().map(|epd| Ok(epd.setup)), Ok(expected), "{line}");
    }
    // A single clock is one of a FEN.
    let line = format!("{start} 3 moves e2e4 e7e5");
    assert_eq!(line.parse::<Setup>(), format!("{after} 0 2").parse(), "{line}");
    let error = |line: &str| {
        let FenError { index, kind, .. } = line.parse::<Setup>().expect_err(line);
        let epd = line.parse::<Epd>().expect_err(line);
        assert_eq!((epd.index, epd.kind), (index, EpdErrorKind::Fen(kind)), "{line}");
        (index - start.len(), kind.to_string())
    };
    let wrong = |rest: &str| error(&format!("{start}{rest}"));
    let illegal = "the move e7e5 is not legal in this position";
    assert_eq!(wrong(" moves e7e5"), (7, illegal.to_owned()));
    assert_eq!(wrong(" moves e2e4 e7e5 e7e5").0, 17);
    let (index, text) = wrong(" moves e2e4 e5");
    assert_eq!((index, &text[..34]), (12, "expected moves such as e2e4 or e7e"));
    assert!(wrong(" moves N@h5").1.ends_with("of Crazyhouse"));
    // A capture en passant is one of the move before.
    let fen = "4k3/3p4/8/4P3/8/8/8/4K3 b - - moves d7d5";
    assert_eq!(fen.parse::<Setup>().expect(fen).en_passant, Some(Square::D6));
    // The parts of the start must fit together, or are mended.
    let wrong = "4k3/8/8/8/8/8/8/4K3 w - e6 0 1 moves e1d1";
    let kind = wrong.parse::<Setup>().expect_err(wrong).kind;
    assert!(matches!(kind, FenErrorKind::Start(PositionError::EnPassant { .. })), "{kind:?}");
    let (setup, mends) = Setup::from_fen_lenient(wrong).expect(wrong);
    assert_eq!((setup.to_string(), mends.len()), ("4k3/8/8/8/8/8/8/3K4 b - - 1 1".into(), 1));
    assert!("8/8/8/8/8/8/8/4K3 w - - moves e1d1".parse::<Setup>().is_err());
}

#[test]
fn other_games_are_named() {
    use OtherGame::{Crazyhouse, ThreeCheck};

    let rest = "k7/8/8/8/8/8/8";
    for (fen, index, game) in [
        (format!("{rest}/K7[] w - - 0 1"), 17, Crazyhouse),
        (format!("{rest}/K7[Qn] w - - 0 1"), 17, Crazyhouse),
        (format!("{rest}/K7/Qn w - - 0 1"), 17, Crazyhouse),
        (format!("{rest}/K6Q~ w - - 0 1"), 18, Crazyhouse),
        (format!("{rest}/K7 w - - 3+3 0 1"), 24, ThreeCheck),
        (format!("{rest}/K7 w - - 0 1 +0+2"), 28, ThreeCheck),
        (format!("{rest}/K7 w - - 2 1+0 3"), 26, ThreeCheck),
    ] {
        for error in [fen.parse::<Setup>().err(), Setup::from_fen_lenient(&fen).err()] {
            let FenError { index: found, kind, .. } = error.expect(&fen);
            assert_eq!(found, index, "{fen}");
            assert!(kind.to_string().starts_with(&game.to_string()), "{fen}: {kind}");
        }
        let error = fen.parse::<Epd>().expect_err(&fen);
        assert_eq!(error.to_string(), format!("{game} at byte {index}"), "{fen}");
    }
}

#[test]
fn any_blanks_part_the_fields() {
    let fen = "rnbqkbnr/p1pppppp/8/Pp6/8/8/1PPPPPPP/RNBQKBNR w KQkq b6 5 17";
    let fields: Vec<&str> = fen.split(' ').collect();
    let setup: Result<Setup, FenError> = fen.parse();
    assert!(setup.is_ok());
    for blanks in ["  ", "\t", " \t "] {
        let apart = fields.join(blanks);
        assert_eq!(apart.parse(), setup, "{apart:?}");
        for end in ["", " ", "\t ", "\r", " \r\n"] {
            let apart = format!("{blanks}{apart}{end}");
            assert_eq!(apart.parse(), setup, "{apart:?}");
        }
    }
    let without_clocks: Setup = fields[..4].join(" ").parse().expect("a FEN");
    assert_eq!(format!("{}  \r", fields[..4].join(" ")).parse(), Ok(without_clocks));
}

#[test]
fn blanks_move_the_place_of_an_error() {
    let error = |fen: &str| {
        let FenError { index, kind, .. } = fen.parse::<Setup>().expect_err(fen);
        (index, kind)
    };
    for wrong in ["4k3/x/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w KG - 0 1"] {
        let (index, kind) = error(wrong);
        let moved = format!(" \t{}", wrong.replace(' ', "  "));
        let further = 2 + wrong[..index].matches(' ').count();
        assert_eq!(error(&moved), (index + further, kind), "{moved}");
    }
    // A missing field is reported at the end of the text, after any blanks.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let cut = |end: usize| error(&format!("  {} \r", &fen[..end]));
    assert_eq!(cut(0).0, 4);
    assert_eq!(cut(7).0, 9);
    assert_eq!(cut(20), (24, FenErrorKind::SideToMove));
    assert_eq!(cut(24), (28, FenErrorKind::EnPassant));
}

fn placement(text: &str) -> FenErrorKind {
    FenErrorKind::Placement(hyperbola_moves::placement::occupied(text).expect_err(text).kind)
}

#[test]
fn parts_that_do_not_fit_are_named() {
    let error = |fen: &str| match fen.parse::<Position>() {
        Err(ParsePositionError::Position(error)) => error,
        other => panic!("{fen}: {other:?}"),
    };
    let (white, black) = (Color::White, Color::Black);
    assert_eq!(error("8/8/8/8/8/8/8/4K3 w - -"), PositionError::Kings { color: black, count: 0 });
    assert_eq!(
        error("4k3/8/8/8/8/8/8/K3K3 w - -"),
        PositionError::Kings { color: white, count: 2 }
    );
    assert_eq!(
        error("4k3/8/8/8/8/8/QQQQQQQQ/QQ2K3 b - -"),
        PositionError::Promoted { color: white, pawns: 0, promoted: 9 }
    );
    assert_eq!(
        error("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - -"),
        PositionError::Pieces { color: white, count: 17 }
    );
    assert_eq!(error("4k2P/8/8/8/8/8/8/4K3 w - -"), PositionError::Pawn { square: Square::H8 });
    assert_eq!(
        error("4k3/8/8/8/4R3/8/8/4K3 w - -"),
        PositionError::OpponentInCheck { attacker: Square::E4 }
    );
    assert_eq!(
        error("4k3/8/8/8/4P3/8/8/4K3 b - d3"),
        PositionError::EnPassant { square: Square::D3 }
    );
    assert_eq!(
        error("4k3/8/8/8/4P3/8/4P3/4K3 b - e3"),
        PositionError::EnPassant { square: Square::E3 }
    );
    assert_eq!(
        error("4k3/8/8/8/4P3/8/8/4K3 w - e3"),
        PositionError::EnPassant { square: Square::E3 }
    );
    for square in Square::ALL {
        // The tests of neighbouring squares fail on no square.
        let mut setup: Setup = "4k3/8/8/8/8/8/8/4K3 w - -".parse().expect("a FEN");
        setup.en_passant = Some(square);
        assert_eq!(setup.position(), Err(PositionError::EnPassant { square }));
    }
    // A rook on the wrong side of its king has no right.
    for (side, rook) in [(CastlingSide::King, Square::A1), (CastlingSide::Queen, Square::H1)] {
        let mut setup: Setup = "4k3/8/8/8/8/8/8/R3K2R w - -".parse().expect("a FEN");
        setup.castling_rights.set(white, side, Some(rook));
        let error = PositionError::CastlingRight { color: white, side, rook };
        assert_eq!(setup.position(), Err(error));
    }
}

/// The pawn stood between a slider and the king. No capture en passant is legal then, but the text
/// is right.
#[test]
fn a_double_step_may_open_a_check() {
    for fen in [
        "8/r6K/8/3pP3/8/8/8/4k3 w - d6 0 1",
        "4b3/8/8/3pP3/K7/8/8/4k3 w - d6 0 1",
        "4K3/8/8/8/3Pp3/8/R6k/8 b - d3 0 1",
    ] {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert!(position.is_check() && position.en_passant().is_none(), "{fen}");
    }
}

#[test]
fn the_placement_is_the_field_that_fens_begin_with() {
    for blanks in ["", " ", "\t", " \t "] {
        let fen = format!("{blanks}8/8/8/8/3Q4/8/8/7k\tw - -\r\n");
        let board = fen.parse::<Setup>().expect("blanks may stand there").board;
        assert_eq!(placement::occupied(&fen), Ok(board.occupied()), "{fen:?}");
        let fen = format!("{blanks}8/8/8/8/3X4/8/8/7k\tw - -");
        let error = placement::occupied(&fen).expect_err("no piece");
        assert_eq!(error.index, blanks.len() + 9, "{fen:?}");
    }
    let field = "8/8/8/8/3Q4/8/8/7k";
    assert_eq!(placement::occupied(&format!("{field}\n")), placement::occupied(field));
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*") {
        let _ = text.parse::<Position>();
    }

    #[test]
    fn no_change_of_a_fen_panics(at in 0_usize..60, letters in "[ -~]{0,3}", cut in 0_usize..4) {
        let mut fen = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 2".to_owned();
        let end = (at + cut).min(fen.len());
        fen.replace_range(at.min(end)..end, &letters);
        if let Ok(position) = fen.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}

/// Suites have operations behind the position. It ends at the first opcode.
#[test]
fn a_position_ends_where_its_operations_begin() {
    let text = testdata("cases/operations.epd");
    let fens: Vec<String> =
        text.lines().map(|line| line.parse::<Position>().expect(line).to_string()).collect();
    assert_eq!(
        fens,
        [Position::initial().to_string(), "4k3/8/8/8/8/8/8/3K4 b - - 7 40".to_owned()]
    );
    let kings = "4k3/8/8/8/8/8/8/4K3 w - -";
    for (operations, clocks) in [
        ("bm e4; id \"one\";", "0 1"),
        ("am Nf3; c0 \"a; hmvc 3; b\"; ce -12;", "0 1"),
        ("hmvc 3; fmvn 5;", "3 5"),
        ("fmvn 5;hmvc 3", "3 5"),
        ("c9 \"1-0\";", "0 1"),
        ("3 5 bm Kd1;", "3 5"),
        ("3 bm Kd1;", "3 1"),
        (";D1 5 ;D2 25", "0 1"),
        ("0 1 ;D1 5 ;D2 25", "0 1"),
        // The first opcode may stand right behind a clock.
        ("3 5;D1 5;D2 25", "3 5"),
        ("3;bm Kd1", "3 1"),
        ("3 5; bm Kd1;", "3 5"),
        ("D1 5; D2 25;", "0 1"),
        // Nothing need stand behind a semicolon.
        ("3 5;", "3 5"),
        ("3 5 ;", "3 5"),
    ] {
        let line = format!("{kings} {operations}");
        let expected = format!("{kings} {clocks}");
        assert_eq!(line.parse::<Position>().expect(&line).to_string(), expected);
        let (lenient, mends) = Position::from_fen_lenient(&line).expect(&line);
        assert_eq!((lenient.to_string(), mends.iter().count()), (expected, 0), "{line}");
    }
    for (wrong, index) in [
        ("moves e1d3", 32),
        ("bm e4", 26),
        ("0 1 moves e1d3", 36),
        ("0 1 move e1d1", 30),
        ("hmvc x;", 31),
        ("bm e4; hmvc;", 37),
        ("hmvc 3; fmvn -5;", 39),
        ("0 1 2;", 30),
        ("0 1 2;bm Kd1", 30),
        ("65536;bm Kd1", 26),
        ("0 65536;bm Kd1", 28),
        ("\"id\";", 26),
    ] {
        let error = format!("{kings} {wrong}").parse::<hyperbola_moves::Setup>().expect_err(wrong);
        assert_eq!(error.index, index, "{wrong}: {error}");
    }
}
