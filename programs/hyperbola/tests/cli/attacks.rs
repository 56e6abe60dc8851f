//! `hyperbola attacks` for one slider.

use serde_json::json;

use crate::{json, printed, refused};

#[test]
fn the_attacks_are_printed_in_hexadecimal_in_decimal_and_as_a_board() {
    let expected = "\
Hex: 101010106c101010
Value: 1157442766952730640

8  . . . . 1 . . .
7  . . . . 1 . . .
6  . . . . 1 . . .
5  . . . . 1 . . .
4  . . 1 1 . 1 1 .
3  . . . . 1 . . .
2  . . . . 1 . . .
1  . . . . 1 . . .

   a b c d e f g h
";
    assert_eq!(printed(&["attacks", "rook", "e4", "--squares", "c4,g4"]), expected);
    assert_eq!(printed(&["attacks", "rook", "e4", "--occupied", "0x44000000"]), expected);
    assert_eq!(printed(&["attacks", "rook", "E4", "--occupied", "44000000"]), expected);
    assert_eq!(printed(&["attacks", "rook", "e4", "--fen", "8/8/8/8/2P3p1/8/8/8"]), expected);
    let fen = "8/8/8/8/2P1R1p1/8/8/8 w - - 0 1";
    assert_eq!(printed(&["attacks", "rook", "e4", "--fen", fen]), expected);
    let technique = ["--squares", "c4,c4,e4,g4", "--technique", "obstruction-difference"];
    assert_eq!(printed(&[&["attacks", "rook", "e4"][..], &technique].concat()), expected);
}

#[test]
fn without_occupied_squares_the_board_is_empty() {
    let value = |slider| {
        let printed = printed(&["attacks", slider, "a1"]);
        printed.lines().next().map(str::to_owned)
    };
    assert_eq!(value("rook").as_deref(), Some("Hex: 1010101010101fe"));
    assert_eq!(value("bishop").as_deref(), Some("Hex: 8040201008040200"));
    assert_eq!(value("queen").as_deref(), Some("Hex: 81412111090503fe"));
}

#[test]
fn json_is_one_object() {
    let arguments =
        ["attacks", "bishop", "a1", "--squares", "c3", "--technique", "ray-walk", "--json"];
    let expected = json!({
        "slider": "bishop",
        "square": "a1",
        "occupied": "0x0000000000040000",
        "technique": "ray-walk",
        "attacks": "0x0000000000040200",
        "squares": ["b2", "c3"],
    });
    assert_eq!(json(&arguments), expected);
    let default = json(&["attacks", "bishop", "a1", "--json"]);
    assert_eq!(default["technique"], hyperbola::DEFAULT.id());
}

#[test]
fn wrong_input_is_refused_with_its_place_and_what_was_expected_and_found() {
    let cases: [(&[&str], &str); 19] = [
        (&["z4"], "column 1: expected a file, a to h, as a square's first character, found 'z'"),
        (&["e9"], "column 2: expected a rank, 1 to 8, as a square's second character, found '9'"),
        (&["é"], "column 1: expected a file, a to h, as a square's first character, found 'é'"),
        (&["e44"], "column 1: expected a square of two characters, a1 to h8, found 'e44'"),
        (&[""], "column 1: expected a square of two characters, a1 to h8, found the end"),
        (&["e4", "--occupied", "0x"], "column 3: expected a bitboard of 1 to 16 hexadecimal"),
        (&["e4", "--occupied", "12\u{1b}"], r"column 3: expected a hexadecimal digit, 0 to 9 or"),
        (&["e4", "--occupied", "12\u{1b}"], r"found '\u{1b}'"),
        (&["e4", "--occupied", "0x00000000000000001"], "column 19: expected at most 16 hexa"),
        (&["e4", "--squares", ""], "square 1, column 1: expected a square of two characters"),
        (&["e4", "--squares", "a1,,b2"], "square 2, column 4: expected a square of two char"),
        (&["e4", "--squares", "a1,b9"], "square 2, column 5: expected a rank, 1 to 8"),
        (&["e4", "--squares", "a1,b2,"], "square 3, column 7: expected a square of two"),
        (&["e4", "--fen", "8/8/x"], "column 5: expected a piece (PNBRQK or pnbrqk), a number"),
        (&["e4", "--fen", "8/ppp/8"], "column 6: expected eight squares on rank 7"),
        (&["e4", "--fen", "8/8 w - - 0 1"], "column 4: expected eight ranks"),
        (&["e4", "--fen", "8/pppppp3"], "column 9: expected a slash after eight squares, found"),
        (&["e4", "--squares", "a1", "--occupied", "1"], "cannot be used with"),
        (&["e4", "--technique", "hyperbola-quintesence"], "'hyperbola-quintessence'"),
    ];
    for (arguments, expected) in cases {
        let message = refused(&[&["attacks", "rook"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?} is refused by\n{message}");
    }
}

#[test]
fn wrong_use_is_refused() {
    refused(&[]);
    refused(&["attacks"]);
    refused(&["attacks", "rook"]);
    refused(&["attacks", "knight", "e4"]);
    refused(&["attacks", "rook", "e4", "--stdin"]);
    refused(&["attacks", "rook", "--stdin", "--json"]);
    refused(&["attacks", "rook", "--stdin", "--squares", "a1"]);
}

#[test]
#[cfg(unix)]
fn an_argument_of_any_bytes_is_told_where_it_is_wrong() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let cases: [(&str, &[u8], &str); 4] = [
        ("--fen", b"8/8/\xff", "column 5: expected a piece"),
        ("--occupied", b"0x1\xff", "column 4: expected a hexadecimal digit"),
        ("--occupied", b"-1", "column 1: expected a hexadecimal digit"),
        ("--squares", b"a1,b\xff", "square 2, column 5: expected a rank"),
    ];
    for (option, value, expected) in cases {
        let mut command = super::hyperbola(&["attacks", "rook", "e4", option]);
        let assert = command.arg(OsStr::from_bytes(value)).assert().code(2).stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.contains(expected), "{option} {value:?}: {message}");
    }
}

#[test]
fn occupied_squares_behind_the_square_are_told_their_option() {
    for (rest, expected) in [
        (&["b4", "d7"][..], "found 'b4 d7' too: occupied squares are given by --squares b4,d7"),
        (&["0x44"], "--occupied 0x44"),
        (&["8/8/8/8/8/8/8/K1k5"], "--fen '…'"),
        (&["b4,d7"], "--squares b4,d7"),
    ] {
        let message = refused(&[&["attacks", "queen", "d4"], rest].concat());
        assert!(message.ends_with(&format!("{expected}\n")), "{message}");
    }
}
