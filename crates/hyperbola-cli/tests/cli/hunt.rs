//! `hyperbola hunt`.

use std::fs;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::{folder, hyperbola, printed, refused};

/// A script that knows one move in every position.
const ONE_MOVE: &str = "/bin/sh -c 'echo a2a3: 1' name {fen}";

/// Returns the template of a command of this program.
fn own(rest: &str) -> String {
    format!("'{}' {rest}", cargo_bin("hyperbola").display())
}

/// Runs a hunt that must end with a status. Returns its standard output and standard error.
fn hunted(arguments: &[&str], status: i32) -> (String, String) {
    let assert = hyperbola(&[&["hunt"], arguments].concat()).assert().code(status);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

#[test]
fn nothing_is_found_in_this_program() {
    let perft = own("perft {depth} --divide --fen {fen}");
    let text = printed(&["hunt", "--command", &perft, "--chess960", "--positions", "40"]);
    assert!(text.starts_with("Nothing found: 40 positions, 40 questions, "), "{text}");
    let total = own("perft {depth} --fen {fen}");
    printed(&["hunt", "--command", &total, "--positions", "10", "--depth", "3"]);
    for (what, command) in [("san", "moves {fen}"), ("fen", "fen {fen}"), ("checks", "fen {fen}")] {
        let command = own(command);
        let arguments =
            ["--command", &command, "--compare", what, "--chess960", "--positions", "20"];
        printed(&[&["hunt"], &arguments[..]].concat());
    }
}

#[test]
fn what_is_found_is_printed_kept_and_reported() {
    let folder = folder("hunt");
    let (keep, report) = (folder.join("found.epd"), folder.join("report.md"));
    let files = [keep.to_str().expect("UTF-8"), report.to_str().expect("UTF-8")];
    let arguments = ["--command", ONE_MOVE, "--keep", files[0], "--report", files[1]];
    let (text, error) = hunted(&arguments, 1);
    assert!(text.starts_with("Found: /bin/sh -c echo a2a3: 1 name {fen} is wrong here"), "{text}");
    assert!(text.contains("local minimum"), "{text}");
    assert_eq!(error, "error: a wrong position was found\n");
    let row = fs::read_to_string(&keep).expect("the row is kept");
    assert!(row.contains(" ;D1 ") && text.contains(row.trim()), "{row}");
    let markdown = fs::read_to_string(&report).expect("the report is written");
    assert!(markdown.contains("## Test in Rust") && markdown.contains("```rust"), "{markdown}");

    // What is kept is found at once, and is kept only once.
    let arguments = ["--command", ONE_MOVE, "--suite", files[0], "--keep", files[0], "--json"];
    let (json, _) = hunted(&arguments, 1);
    let outcome: Value = serde_json::from_str(&json).expect("the output is JSON");
    assert_eq!(outcome["end"], "found");
    assert_eq!(outcome["finding"]["minimal"], true);
    assert_eq!(outcome["finding"]["kind"], "moves");
    assert!(outcome["finding"]["pieces"].as_u64().is_some_and(|pieces| pieces <= 3), "{json}");
    assert_eq!(fs::read_to_string(&keep).expect("it is there"), row);

    // The command of the right answer works, and the row's count is its number of moves.
    let right = outcome["finding"]["right_command"].as_str().expect("a command");
    let fen = right.split('\'').nth(1).expect("a FEN in quotes");
    let count = format!(" ;D1 {}", printed(&["moves", fen]).lines().count() - 2);
    assert!(row.contains(&count), "{row} {count}");
}

#[test]
fn wrong_use_and_failures_have_their_own_statuses() {
    for (arguments, message) in [
        (&["--command", "perft {depth}"][..], "no {fen}"),
        (&["--command", "perft {fen} {deep}"], "{deep} means nothing"),
        (&["--command", "perft '{fen}"], "the quote at byte 6 has no end"),
        (&["--uci", ""], "expected a command"),
        (&["--uci", "a", "--script", "b"], "cannot be used with"),
        (&["--uci", "a", "--chess960"], "cannot be used with"),
        (&["--uci", "a", "--depth", "0"], "0"),
        (&["--uci", "a", "--limit", "-1"], "-1"),
        (&[], "--uci"),
    ] {
        let message_of = refused(&[&["hunt"], arguments].concat());
        assert!(message_of.contains(message), "{arguments:?}: {message_of}");
    }
    let folder = folder("hunt-failures");
    let suite = folder.join("suite.epd");
    fs::write(&suite, "# mine\n8/8/8/8/8/8/8/8 w - - 0 1\n").expect("it can be written");
    let suite = suite.to_str().expect("UTF-8");
    let message = refused(&["hunt", "--uci", "a", "--suite", suite]);
    assert!(message.contains("line 2: expected one king"), "{message}");
    let (_, error) = hunted(&["--uci", "a", "--suite", "/no/such/file"], 1);
    assert!(error.contains("cannot read /no/such/file"), "{error}");
    let (_, error) = hunted(&["--uci", "a", "--keep", "/no/such/file"], 1);
    assert!(error.contains("cannot write /no/such/file"), "{error}");

    for arguments in [
        &["--uci", "/no/such/program"][..],
        &["--uci", "/bin/sh -c 'exit 4'"],
        &["--command", "/no/such/program {fen}"],
        &["--command", "/bin/sh -c 'exit 4' name {fen}"],
        &["--command", "/bin/sh -c 'echo hello' name {fen}"],
        &["--script", "/bin/sh -c 'sleep 60'", "--limit", "1"],
        &["--command", "/bin/sh -c 'echo hello' name {fen}", "--compare", "fen"],
    ] {
        let (output, error) = hunted(arguments, 3);
        assert_eq!(output, "", "{arguments:?}");
        assert!(error.starts_with("error: the subject "), "{arguments:?}: {error}");
    }
}
