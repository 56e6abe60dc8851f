//! `hyperbola moves`.

use serde_json::{Value, json};

use crate::{json, printed, refused};

/// Returns all lines but the last two, and the last line.
fn lines(text: &str) -> (Vec<&str>, &str) {
    let mut lines: Vec<&str> = text.lines().collect();
    let summary = lines.pop().expect("there is a summary");
    assert_eq!(lines.pop(), Some(""), "an empty line parts the moves from it");
    (lines, summary)
}

const EN_PASSANT: &str = "4k3/8/8/3pPp2/8/8/8/4K2R w K d6 0 1";

#[test]
fn moves_are_listed_in_both_notations_or_one() {
    let text = printed(&["moves"]);
    assert_eq!(text, printed(&["moves", "startpos"]));
    let (moves, summary) = lines(&text);
    assert_eq!(summary, "20 legal moves");
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted());
    assert_eq!((moves[0], moves[19]), ("a2a3  a3", "h2h4  h4"));
    let columns: Vec<(&str, &str)> =
        moves.iter().map(|line| line.split_once("  ").expect("two columns")).collect();
    for (option, column) in [
        ("--uci", columns.iter().map(|(uci, _)| *uci).collect::<Vec<_>>()),
        ("--san", columns.iter().map(|(_, san)| *san).collect()),
    ] {
        let text = printed(&["moves", option]);
        assert_eq!(lines(&text), (column, "20 legal moves"));
    }
}

#[test]
fn names_are_aligned_where_a_pawn_promotes() {
    let text = printed(&["moves", "7k/P7/8/8/8/8/8/7K w - - 0 1"]);
    let (moves, summary) = lines(&text);
    assert_eq!(summary, "7 legal moves");
    assert!(moves.contains(&"a7a8q  a8=Q+"), "{text}");
    assert!(moves.contains(&"h1g1   Kg1"), "{text}");
}

#[test]
fn captures_and_quiets_are_listed_alone() {
    let two = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let text = printed(&["moves", two, "--captures"]);
    let (captures, summary) = lines(&text);
    assert_eq!((captures.len(), summary), (8, "8 captures of 48 legal moves"));
    assert!(captures.iter().all(|line| line.contains('x')), "{text}");
    let text = printed(&["moves", two, "--quiets", "--san"]);
    let (quiets, summary) = lines(&text);
    assert_eq!((quiets.len(), summary), (40, "40 quiet moves of 48 legal moves"));
    assert!(quiets.contains(&"O-O-O") && !text.contains('x'), "{text}");
    let text = printed(&["moves", EN_PASSANT, "--captures", "--uci"]);
    assert_eq!(lines(&text).0, ["e5d6"]);
    assert_eq!(printed(&["moves", "--captures"]), "0 captures of 20 legal moves\n");
}

#[test]
fn check_mate_and_stalemate_are_said() {
    let check = printed(&["moves", "7k/8/8/8/8/8/1q6/K7 w - - 0 1"]);
    assert_eq!(check, "a1b2  Kxb2\n\n1 legal move, check\n");
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(printed(&["moves", mate]), "0 legal moves, checkmate\n");
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(printed(&["moves", stalemate]), "0 legal moves, stalemate\n");
    for (fen, key) in [(mate, "checkmate"), (stalemate, "stalemate")] {
        let object = json(&["moves", fen, "--json"]);
        assert_eq!((&object[key], &object["legal_moves"]), (&json!(true), &json!(0)));
        assert_eq!(object["moves"], json!([]));
    }
}

#[test]
fn json_has_all_that_is_to_say_of_a_move() {
    let object = json(&["moves", EN_PASSANT, "--json"]);
    assert_eq!(object["fen"], EN_PASSANT);
    assert_eq!(object["side_to_move"], "white");
    for key in ["check", "checkmate", "stalemate"] {
        assert_eq!(object[key], false, "{key}");
    }
    let moves = object["moves"].as_array().expect("an array");
    assert_eq!(object["legal_moves"], moves.len());
    let listed = |moves: &[Value], uci: &str| {
        let listed = moves.iter().find(|listed| listed["uci"] == uci);
        listed.unwrap_or_else(|| panic!("{uci} is legal")).clone()
    };
    let expected = json!({
        "uci": "e5d6", "san": "exd6", "capture": true, "en_passant": true, "check": false,
        "checkmate": false, "promotion": null, "castling": null,
    });
    assert_eq!(listed(moves, "e5d6"), expected);
    let castling = listed(moves, "e1g1");
    assert_eq!((&castling["san"], &castling["castling"]), (&json!("O-O"), &json!("king")));
    let check = listed(moves, "h1h8");
    assert_eq!((&check["check"], &check["checkmate"]), (&json!(true), &json!(false)));

    let object = json(&["moves", "3r3k/P3P1pp/8/8/8/8/8/7K w - - 0 1", "--json"]);
    let moves = object["moves"].as_array().expect("an array");
    let expected = json!({
        "uci": "e7d8r", "san": "exd8=R#", "capture": true, "en_passant": false, "check": true,
        "checkmate": true, "promotion": "rook", "castling": null,
    });
    assert_eq!(listed(moves, "e7d8r"), expected);

    let captures = json(&["moves", EN_PASSANT, "--json", "--captures"]);
    assert_eq!(captures["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(captures["legal_moves"], object_moves(EN_PASSANT));
}

/// Returns the number of legal moves, from the list of `--uci`.
fn object_moves(fen: &str) -> usize {
    lines(&printed(&["moves", fen, "--uci"])).0.len()
}

#[test]
fn castling_in_chess960_is_the_kings_move_onto_its_rook() {
    let text = printed(&["moves", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1"]);
    for line in ["f1h1  O-O\n", "f1b1  O-O-O\n", "f1g1  Kg1\n"] {
        assert!(text.contains(line), "{text}");
    }
    let ordinary = printed(&["moves", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"]);
    for line in ["e1g1  O-O\n", "e1c1  O-O-O\n"] {
        assert!(ordinary.contains(line), "{ordinary}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let cases: [(&[&str], &str); 7] = [
        (&["8/8"], "column 4: expected eight ranks, the text ends after 2, found the end"),
        (&["--san", "--uci"], "cannot be used with '--uci'"),
        (&["--san", "--json"], "cannot be used with '--json'"),
        (&["--uci", "--json"], "cannot be used with '--json'"),
        (&["--captures", "--quiets"], "cannot be used with '--quiets'"),
        (&["k7/8/8/8/8/8/8/K7", "w", "-", "-"], "unexpected argument 'w'"),
        (&["k7/8/8/8/8/8/8/K7 w KQ - 0 1"], "column 21: expected a rook of White on its back"),
    ];
    for (arguments, expected) in cases {
        let message = refused(&[&["moves"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}
