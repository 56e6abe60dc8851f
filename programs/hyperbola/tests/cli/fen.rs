//! `hyperbola fen`.

use serde_json::json;

use crate::{hyperbola, json, printed, refused};

#[test]
fn a_fen_is_told_in_words() {
    let expected = "\
FEN           8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1
Shredder-FEN  8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1

8  . . . . . . . .
7  . . . . . . . .
6  . . . . . . . .
5  . . . . . . . .
4  k . . P p . . Q
3  . . . . . . . .
2  . . . . . . . .
1  . . . K . . . .

   a b c d e f g h

side to move  black
castling      none
en passant    none; d3 was dropped because no pawn can legally capture there
key           0xf023eeefeaa828b6
checkers      none
legal moves   6
";
    // An en passant capture would open the rank between the queen and the king.
    assert_eq!(printed(&["fen", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3"]), expected);
}

#[test]
fn a_key_has_16_digits() {
    let object = json(&["fen", "4k3/8/8/8/8/2P5/8/4K3 w - - 0 1", "--json"]);
    assert_eq!(object["key"], "0x0a36b980c8abccb5");
}

#[test]
fn any_blanks_part_the_fields() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for apart in ["4k3/8/8/8/8/8/8/4K3 w -  -  0 1", " 4k3/8/8/8/8/8/8/4K3\tw - - 0 1 ", "{}\r\n"] {
        assert_eq!(printed(&["fen", &apart.replace("{}", fen)]), printed(&["fen", fen]));
    }
}

#[test]
fn castling_rights_have_their_sides_and_rooks() {
    let line = |fen: &str| {
        let printed = printed(&["fen", fen]);
        let line = printed.lines().find_map(|line| line.strip_prefix("castling      "));
        line.expect("there is a line").to_owned()
    };
    assert_eq!(
        line("startpos"),
        "white: king's side (h1), queen's side (a1); black: king's side (h8), queen's side (a8)"
    );
    assert_eq!(line("4k2r/8/8/8/8/8/8/4K3 w k - 0 1"), "black: king's side (h8)");
    assert_eq!(line("4k3/8/8/8/8/8/8/1R3K2 w B - 0 1"), "white: queen's side (b1)");
}

#[test]
fn json_is_one_object() {
    let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b AHah e3 0 1";
    let expected = json!({
        "fen": "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "shredder_fen": "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b HAha e3 0 1",
        "side_to_move": "black",
        "castling": [
            { "color": "white", "side": "king", "rook": "h1" },
            { "color": "white", "side": "queen", "rook": "a1" },
            { "color": "black", "side": "king", "rook": "h8" },
            { "color": "black", "side": "queen", "rook": "a8" },
        ],
        "en_passant": "e3",
        "dropped_en_passant": null,
        "halfmove_clock": 0,
        "fullmove_number": 1,
        "checkers": [],
        "check": false,
        "checkmate": false,
        "stalemate": false,
        "legal_moves": 30,
    });
    let mut object = json(&["fen", fen, "--json"]);
    let key = object.as_object_mut().and_then(|object| object.remove("key"));
    let key = key.and_then(|key| key.as_str().map(str::to_owned)).expect("there is a key");
    assert!(key.len() == 18 && key.starts_with("0x"), "{key}");
    assert_eq!(object, expected);

    // The key that the Polyglot book format publishes for 1. e4.
    let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let object = json(&["fen", moved, "--json"]);
    assert_eq!(object["key"], "0x823c9b50fd114196");
    assert_eq!(
        (&object["en_passant"], &object["dropped_en_passant"]),
        (&json!(null), &json!("e3"))
    );
}

#[test]
fn checkers_and_the_end_of_the_game_are_told() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let text = printed(&["fen", mate]);
    assert!(text.contains("checkers      h4\nlegal moves   0, checkmate\n"), "{text}");
    let object = json(&["fen", mate, "--json"]);
    assert_eq!((&object["checkers"], &object["checkmate"]), (&json!(["h4"]), &json!(true)));
    let double = printed(&["fen", "4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1"]);
    assert!(double.contains("checkers      e1, f6\n"), "{double}");
    let stalemate = printed(&["fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert!(stalemate.contains("legal moves   0, stalemate\n"), "{stalemate}");
}

#[test]
fn chess960_is_written_in_both_notations() {
    let text = printed(&["fen", "1rk1r3/8/8/8/8/8/8/RRK1R3 w EBeb - 3 9"]);
    let mut lines = text.lines();
    let x_fen = "FEN           1rk1r3/8/8/8/8/8/8/RRK1R3 w KBkq - 3 9";
    assert_eq!(lines.next(), Some(x_fen));
    let shredder = "Shredder-FEN  1rk1r3/8/8/8/8/8/8/RRK1R3 w EBeb - 3 9";
    assert_eq!(lines.next(), Some(shredder));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("", "column 1: expected eight squares on rank 8, which ends after 0, found the end"),
        ("8/8/8/8/8/8/8/7x w - - 0 1", "column 16: expected a piece (PNBRQK or pnbrqk), a number"),
        ("8/8/8/8/8/8/8/8", "column 16: expected the side to move, w or b, found the end"),
        (
            "8/8/8/8/8/8/8/8 white - -",
            "column 17: expected the side to move, w or b, found 'white'",
        ),
        ("8/8/8/8/8/8/8/8 w", "column 18: expected castling rights, letters of KQkq, A to H or"),
        ("8/8/8/8/8/8/8/8 w x", "column 19: expected castling rights, letters of KQkq, A to H or"),
        ("8/8/8/8/8/8/8/8 w K -", "column 19: expected the king of White on its back rank for a"),
        ("4k3/8/8/8/8/8/8/4K3 b Hk -", "column 23: expected a rook of White on its back rank for"),
        ("4k2r/8/8/8/8/8/8/4K3 b kh -", "column 25: expected one castling right of Black to the"),
        ("4k3/8/8/8/8/8/8/4K3 b - e9", "column 25: expected an en passant square or -, found 'e9'"),
        ("4k3/8/8/8/8/8/8/4K3 b - - x", "column 27: expected the number of half moves since a"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 65536", "column 29: expected the move number, 0 to"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1 x", "column 31: expected the end after six fields"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "column 1: expected one king of White, found 0"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "column 19: expected one king of White, found 2"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "column 4: expected pawns on ranks 2 to 7, found one"),
        ("4k3/8/8/8/8/8/p7/4K2p w - - 0 1", "column 21: expected pawns on ranks 2 to 7, found"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "column 6: the side that is not to move is in check"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", "column 27: no pawn can just have passed over e6"),
        ("k7/8/8/3pP3/8/8/8/r3K3 w - d6", "column 28: the check from a1 was there before a pawn"),
        ("QQQQkQQQ/QQQ5/8/8/8/8/8/4K3 b - - 0 1", "column 1: expected at most eight pawns and"),
        // Blanks move the columns.
        ("  4k3/x", "column 7: expected a piece (PNBRQK or pnbrqk), a number"),
        (
            "8/8/8/8/8/8/8/8\t  white\t- -",
            "column 19: expected the side to move, w or b, found 'white'",
        ),
        ("4k3/8/8/8/8/8/8/4K3 b  ", "column 24: expected castling rights, letters of KQkq, A to H"),
        ("  4k3/8/8/8/8/8/8/8 w - - 0 1", "column 3: expected one king of White, found 0"),
        (" 4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "column 20: expected one king of White, found 2"),
        (" 4k3/8/8/8/4P3/8/8/4K3  b\t - e6 0 1", "column 30: no pawn can just have passed over"),
    ];
    for (fen, expected) in cases {
        let message = refused(&["fen", fen]);
        assert!(message.contains(expected), "{fen}: {message}");
        assert_eq!(message, refused(&["fen", fen, "--json"]));
    }
    assert!(refused(&["fen"]).contains("<FEN>"));
}

#[test]
fn inputs_follow_as_the_other_program_prints_them() {
    let fen = "6k1/8/8/8/8/8/P7/R3K3 w - - 0 1";
    let set = "threats_59808+halfka_v2_hm";
    let text = printed(&["fen", fen, "--inputs", set]);
    let (_, inputs) = text.split_once("legal moves   10\n\n").expect("inputs follow");
    assert_eq!(inputs, printed(&["inputs", set, fen]));
    let object = json(&["fen", fen, "--json", "--inputs", set]);
    assert_eq!(object["inputs"], json(&["inputs", set, fen, "--json"]));
    assert_eq!(json(&["fen", fen, "--json"]).get("inputs"), None);
    assert!(refused(&["fen", fen, "--inputs", "nothing"]).contains("nothing"));
}

#[test]
fn a_verdict_says_the_rule_and_the_mended_fen() {
    let expected = "\
verdict  impossible
rule     en-passant
reason   the check from h1 was there before a pawn passed over e3
mended   8/8/8/3k4/4Pp2/8/8/4K2B b - - 0 1
";
    let fen = "8/8/8/3k4/4Pp2/8/8/4K2B b - e3 0 1";
    assert_eq!(printed(&["fen", fen, "--verdict"]), expected);
    let judged = |fen: &str| json(&["fen", fen, "--verdict", "--json"]);
    let object = judged("startpos");
    let reason = "no rule of chess forbids the position";
    let legal = json!({
        "verdict": "chess", "rule": null, "reason": reason, "mended": null, "double": false,
    });
    assert_eq!(object, legal);
    let object = judged("rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9");
    assert_eq!((&object["verdict"], &object["double"]), (&json!("chess960"), &json!(true)));
    let mended = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQ - 1 9";
    assert_eq!(object["mended"], mended);
    let object = judged("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1");
    assert_eq!((&object["rule"], &object["verdict"]), (&json!("castling"), &json!("impossible")));
    let message = refused(&["fen", "8/8 w - -", "--verdict"]);
    assert!(message.contains("column 4: expected eight ranks"), "{message}");
    let message = refused(&["fen", fen, "--verdict", "--lenient"]);
    assert!(message.contains("cannot be used with"), "{message}");
}

/// A king on f8 with rights that a careless program has kept.
const KEPT_RIGHTS: &str = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9";

/// Runs a command and returns its output and what it says on standard error.
fn output_and_warnings(arguments: &[&str]) -> (String, String) {
    let assert = hyperbola(arguments).assert().success();
    let [output, error] = [&assert.get_output().stdout, &assert.get_output().stderr]
        .map(|bytes| String::from_utf8(bytes.clone()).expect("UTF-8"));
    (output, error)
}

#[test]
fn rules_are_said_and_what_is_guessed_is_warned_of() {
    let (auto, warnings) = output_and_warnings(&["perft", "2", KEPT_RIGHTS]);
    assert_eq!(auto, "1262\n");
    let expected = "warning: the castling rights make this a position of Chess960 (Black's king is \
                    on f8, the rook on h8); --rules chess960 says so";
    assert!(warnings.starts_with(expected), "{warnings}");
    let (said, warnings) = output_and_warnings(&["perft", "2", KEPT_RIGHTS, "--rules", "chess960"]);
    assert!(said == auto && !warnings.contains("warning"), "{warnings}");
    let (dropped, warnings) = output_and_warnings(&["perft", "2", KEPT_RIGHTS, "--lenient"]);
    assert_eq!(dropped, "1222\n");
    assert_eq!(warnings.matches("warning: mended: the right of Black").count(), 2, "{warnings}");
    for options in [&["--rules", "chess", "--lenient"][..], &["--rules=chess", "--lenient"]] {
        let line = [&["perft", "2", KEPT_RIGHTS], options].concat();
        assert_eq!(output_and_warnings(&line).0, "1222\n");
    }
    let line = ["perft", "2", KEPT_RIGHTS, "--lenient", "--rules", "chess960"];
    assert_eq!(output_and_warnings(&line).0, "1262\n");
    for command in [&["perft", "2"][..], &["moves"], &["fen"]] {
        let message = refused(&[command, &[KEPT_RIGHTS, "--rules", "chess"]].concat());
        let expected =
            "column 49: the right of Black to castle to the king's side with the rook on h8";
        assert!(message.contains(expected), "{message}");
    }
    let (moves, _) = output_and_warnings(&["moves", KEPT_RIGHTS, "--lenient", "--uci"]);
    assert!(!moves.contains("f8h8") && moves.contains("f8g8"), "{moves}");
    // Shredder-FEN names the rooks' files, so it says Chess960 itself.
    let shredder = KEPT_RIGHTS.replace("KQkq", "HAha");
    let (moves, warnings) = output_and_warnings(&["moves", &shredder, "--lenient", "--uci"]);
    assert!(moves.contains("f8h8") && warnings.is_empty(), "{moves} {warnings}");
    assert_eq!(output_and_warnings(&["fen", &shredder]).1, "");
}

#[test]
fn lenient_reading_says_what_it_mends() {
    let (text, warnings) =
        output_and_warnings(&["fen", "4k3/8/8/8/8/8/8/4K2R w KQ e9", "--lenient"]);
    assert!(text.starts_with("FEN           4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"), "{text}");
    assert_eq!(warnings.lines().count(), 2, "{warnings}");
    let message = refused(&["fen", "8/8/8/8/8/8/8/K7 w - - 0 1", "--lenient"]);
    assert!(message.contains("column 1: expected one king of Black, found 0"), "{message}");
}

#[test]
fn moves_are_played_and_errors_say_what_helps() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let text = printed(&["fen", &format!("{start} moves e2e4 e7e5")]);
    let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert!(text.starts_with(&format!("FEN           {after}\n")), "{text}");
    for (rest, expected) in [
        (" moves e2e4 e2e4", "column 65: the move e2e4 is not legal in this position\n"),
        (" moves e2e4 e5", "behind the word moves, found 'e5'\n"),
        (" 3+3 0 1", "column 54: expected chess, found the counted checks of Three-check\n"),
        (" - -", "found '-'; --lenient reads it\n"),
        (" x 0 moves e2e5", "found 'x'\n"),
    ] {
        let message = refused(&["fen", &format!("{start}{rest}")]);
        assert!(message.ends_with(expected), "{rest}: {message}");
    }
    let message = refused(&["fen", "k7/8/8/8/8/8/8/K6Q~ w - - 0 1"]);
    assert!(
        message.contains("column 19: expected chess, found a hand, a promoted piece"),
        "{message}"
    );
}
