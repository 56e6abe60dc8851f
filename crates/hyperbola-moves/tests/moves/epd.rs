//! Reading and writing EPD.

use hyperbola_moves::epd::{Epd, EpdError, EpdErrorKind, EpdMoveError, Operand, Operation};
use hyperbola_moves::{FenErrorKind, PositionError, SanError, Setup};
use proptest::prelude::*;

use crate::support::{SUITES, laws, positions, suite, testdata};

const BOARD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn epd(rest: &str) -> Epd {
    let line = format!("{BOARD}{rest}");
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Returns the operations as opcodes with their operands, quoted ones in quotes.
fn operations(rest: &str) -> Vec<String> {
    let join = |operation: &Operation| {
        let words = operation.operands().iter().map(|operand| match operand.is_quoted() {
            true => format!("<{}>", operand.text()),
            false => operand.text().to_owned(),
        });
        [vec![operation.opcode().to_owned()], words.collect()].concat().join(" ")
    };
    epd(rest).operations.iter().map(join).collect()
}

#[test]
fn operations_are_read() {
    for (rest, expected) in [
        ("", &[][..]),
        (" \t\r\n", &[]),
        (" bm e4 e3;", &["bm e4 e3"][..]),
        (
            " am e4; bm e3 ;id \"a b\"; c0 \"x;y\" \"\"; noop;",
            &["am e4", "bm e3", "id <a b>", "c0 <x;y> <>", "noop"],
        ),
        ("\tce -12 ; acd 7; dm +3;pv e4 Kd7", &["ce -12", "acd 7", "dm +3", "pv e4 Kd7"]),
        (
            "\tbm\te4 \te3\t;\tid\t\"a\tb\"\t\"c\"\t;\tnoop\t;\t",
            &["bm e4 e3", "id <a\tb> <c>", "noop"],
        ),
        (" ;D1 20 ;D2 400", &["D1 20", "D2 400"]),
        (" id \"\\\"q\\\" \\\\ \\x\";", &["id <\"q\" \\ \\x>"]),
        (" id \"Żółć\"; c1 é;", &["id <Żółć>", "c1 é"]),
        (" bm e4; bm e3;;;", &["bm e4", "bm e3"]),
        (" a23456789012345 x;", &["a23456789012345 x"]),
    ] {
        assert_eq!(operations(rest), expected, "{rest}");
        assert_eq!(epd(rest).to_string().parse(), Ok(epd(rest)), "{rest}");
    }
}

#[test]
fn clocks_are_part_of_the_setup() {
    let clocks = |rest: &str| (epd(rest).setup.halfmove_clock, epd(rest).setup.fullmove_number);
    assert_eq!(clocks(" bm e4;"), (0, 1));
    assert_eq!(clocks(" 7 12"), (7, 12));
    assert_eq!(clocks(" 7 12;bm e4;"), (7, 12));
    assert_eq!(clocks("\t7\t12\tbm\te4;"), (7, 12));
    assert_eq!(clocks("\thmvc\t7\t;\tfmvn\t12\t"), (7, 12));
    assert_eq!(clocks(" hmvc 7; id \"x\"; fmvn 12;"), (7, 12));
    assert_eq!(operations(" hmvc 7; id \"x\"; fmvn 12;"), ["id <x>"]);
    let expected = format!("{BOARD} hmvc 7; fmvn 12; bm e4;");
    assert_eq!(epd(" 7 12 bm e4").to_string(), expected);
}

#[test]
fn operands_have_types() {
    let epd = epd(" bm e4 Kd1; am Nf3; ce -35; acd 12; id \"12\"; none;");
    assert_eq!(epd.moves("bm").map(|moves| moves.len()), Ok(2));
    assert_eq!(epd.moves("pv"), Ok(vec![]));
    let error = SanError::Illegal;
    assert_eq!(epd.moves("am"), Err(EpdMoveError::Move { operand: 0, error }));
    let number = |opcode: &str| epd.get(opcode).and_then(Operation::number::<i32>);
    assert_eq!(
        [number("ce"), number("acd"), number("bm"), number("none")],
        [Some(-35), Some(12), None, None]
    );
    let setup = Setup::EMPTY;
    let empty = Epd { setup, ..epd };
    assert!(matches!(empty.moves("bm"), Err(EpdMoveError::Position(PositionError::Kings { .. }))));
}

#[test]
fn errors_name_the_byte_and_what_was_expected() {
    use EpdErrorKind::{Clock, End, Opcode, Operand, Quote};
    let error = |line: &str| {
        let EpdError { index, kind, .. } = line.parse::<Epd>().expect_err(line);
        (index, kind)
    };
    assert_eq!(error("4k3 w"), (3, EpdErrorKind::Fen("4k3".parse::<Setup>().unwrap_err().kind)));
    let board = &BOARD[..BOARD.len() - 6];
    assert_eq!(error(board), (board.len(), EpdErrorKind::Fen(FenErrorKind::SideToMove)));
    for (rest, index, kind) in [
        (" 7", 2, Clock),
        (" 7 x", 3, Clock),
        (" 65536 1", 1, Clock),
        (" 7 1\"", 4, Opcode),
        (" hmvc x;", 6, Clock),
        (" hmvc;", 5, Clock),
        (" hmvc 1 2;", 8, End),
        (" bm e4; 1x;", 8, Opcode),
        (" bm! e4;", 3, Opcode),
        (" a234567890123456;", 16, Opcode),
        (" é;", 1, Opcode),
        (" id \"x", 4, Quote),
        (" id \"x\\\";", 4, Quote),
        (" id \"x\ny\";", 4, Quote),
        (" id \"x\ry\";", 4, Quote),
        (" id \"x\"y;", 7, Operand),
        (" id x\"y\";", 5, Operand),
    ] {
        let line = format!("{BOARD}{rest}");
        assert_eq!(error(&line), (BOARD.len() + index, kind), "{line}");
    }
}

#[test]
fn what_could_not_be_read_back_is_refused() {
    for opcode in ["", "1", "a b", "é", "a-b", "a234567890123456", "hmvc", "fmvn", "moves"] {
        assert!(Operation::new(opcode).is_err(), "{opcode}");
    }
    for word in ["", "a b", "a\tb", "a;", "\"", "a\n"] {
        assert!(Operand::word(word).is_err(), "{word}");
    }
    assert!(Operand::quoted("a\rb").is_err());
    let mut made = Epd::new(Setup::initial());
    let quoted = ["", "; \\", "\"\\\"", "é \t"].map(|text| Operand::quoted(text).expect(text));
    let operation = Operation::new("c0").expect("an opcode");
    made.operations.push(quoted.into_iter().fold(operation, Operation::with));
    let word = Operand::word("\\Nf3+!?é").expect("a word");
    made.operations.push(Operation::new("bm").expect("an opcode").with(word));
    assert_eq!(made.to_string().parse(), Ok(made));
}

#[test]
fn suites_and_positions_come_back() {
    for name in SUITES {
        let cases = suite(name);
        let text = testdata(&format!("perft/{name}.epd"));
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        for (line, case) in lines.zip(cases) {
            let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(epd.setup.position(), Ok(case.position()), "{line}");
            for (depth, count) in case.counts {
                let read = epd.get(&format!("D{depth}")).and_then(Operation::number);
                assert_eq!(read, Some(count), "{line}");
            }
            assert_eq!(epd.to_string().parse(), Ok(epd));
        }
    }
    for position in positions() {
        let epd = Epd::new(position.setup());
        assert_eq!(epd.to_string().parse(), Ok(epd));
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in ".*") {
        laws::any_epd(&text);
        laws::any_epd(&format!("{BOARD} {text}"));
    }

    #[test]
    fn no_operations_panic(text in "[a-c0-2;\"\\\\ \té]{0,30}") {
        laws::any_epd(&format!("{BOARD} {text}"));
    }
}
