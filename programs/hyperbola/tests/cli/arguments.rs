//! Tests of all commands' arguments: help, version, and wrong arguments.

use crate::{hyperbola, printed, refused};

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    use std::fs::OpenOptions;
    use std::process::Command;

    use assert_cmd::cargo::cargo_bin;

    for arguments in [
        &["--help"][..],
        &["-h"],
        &["--version"],
        &["help"],
        &["help", "attacks"],
        &["attacks", "--help"],
        &["perft", "-h"],
        &["list"],
        &["completions", "bash"],
        &["man"],
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("the device is there");
        let mut command = Command::new(cargo_bin("hyperbola"));
        let output = command.args(arguments).stdout(full).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = "error: cannot write to standard output: No space left on device";
        assert!(message.starts_with(expected), "{arguments:?}: {message}");
    }
}

/// What is written then is lost, as in every program whose standard library opens a file in its
/// place.
#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_no_panic() {
    for arguments in [&["--help"][..], &["list"], &["perft", "3", "--json"], &["man"]] {
        let mut shell = assert_cmd::Command::new("/bin/sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-", crate::PROGRAM]).args(arguments);
        let assert = shell.assert().success();
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(!message.contains("panic"), "{arguments:?}: {message}");
    }
}

#[test]
fn what_is_quoted_from_the_arguments_is_escaped() {
    for arguments in [
        &["perft", "1\t\u{1b}[2J"][..],
        &["perft", "1", "8/8\t\u{1b}[2J"],
        &["perft", "1", "--threads", "1\t\u{1b}[2J"],
        &["fen", "8/8\t\u{1b}[2J/8/8/8/8/8/8 w - - 0 1"],
        &["moves", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\t\u{1b}[2J - - 0 1"],
        &["attacks", "queen", "d\t\u{1b}[2J"],
        &["attacks", "queen\t\u{1b}[2J", "d4"],
        &["attacks", "queen", "d4", "--occupied", "\t\u{1b}[2J"],
        &["attacks", "queen", "d4", "--squares", "a1,\t\u{1b}[2J"],
        &["attacks", "queen", "d4", "--technique", "\t\u{1b}[2J"],
        &["attacks", "queen", "d4", "--\t\u{1b}[2J"],
        &["attacks", "batch", "queen", "\t\u{1b}[2J"],
        &["\t\u{1b}[2J"],
    ] {
        let message = refused(arguments);
        assert!(message.contains(r"\t\u{1b}[2J"), "{arguments:?}: {message}");
        assert!(!message.contains(['\t', '\u{1b}']), "{arguments:?}: {message}");
    }
    for arguments in [
        &["attacks", "batch", "queen", "\t\u{1b}.bin"][..],
        &["man", "--dir", "/dev/null/\t\u{1b}"],
    ] {
        let output = hyperbola(arguments).assert().code(1).stdout("").get_output().stderr.clone();
        let message = String::from_utf8(output).expect("the message is UTF-8");
        assert!(message.contains(r"\t\u{1b}"), "{arguments:?}: {message}");
        assert!(!message.contains(['\t', '\u{1b}']), "{arguments:?}: {message}");
    }
}

#[test]
fn the_help_of_perft_says_which_numbers_are_too_great() {
    assert!(printed(&["help", "perft"]).contains("2^128"));
}
