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
        &["features", "--list"],
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

/// Without an error, the output of `hyperbola list >&-` would be lost in silence.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[test]
fn a_closed_standard_output_is_an_error_of_every_command_that_prints() {
    use std::process::Command;

    use assert_cmd::cargo::cargo_bin;

    use crate::folder;

    let closed = |arguments: &[&str]| {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "exec \"$0\" \"$@\" >&-"]).arg(cargo_bin("hyperbola")).args(arguments);
        let output = shell.output().expect("the shell runs");
        let message = String::from_utf8(output.stderr).expect("the message is UTF-8");
        (output.status.code(), message)
    };
    let folder = folder("closed");
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let batch = file("batch.csv");
    std::fs::write(&batch, "d4,0\n").expect("it can be written");
    let hunt = ["hunt", "--positions", "1", "--command", "/bin/sh -c 'echo a2a3: 1' name {fen}"];
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["help", "perft"],
        &["attacks", "queen", "d4"],
        &["attacks", "queen", "d4", "--json"],
        &["attacks", "queen", "--stdin"],
        &["attacks", "batch", "queen", &batch],
        &["explain", "ray-walk", "queen", "d4"],
        &["explain", "ray-walk", "queen", "d4", "--json"],
        &["export", "ray-walk", "--language", "c"],
        &["export", "--matrix", "--json"],
        &["list"],
        &["list", "--best"],
        &["list", "--json"],
        &["verify", "ray-walk", "--piece", "rook"],
        &["prove", "ray-walk", "--square", "a1"],
        &["prove", "ray-walk", "--square", "a1", "--json"],
        &["perft", "3"],
        &["perft", "3", "--json"],
        &["perft", "3", "--divide"],
        &["perft", "3", "--shard", "1/2"],
        &["perft", "3", "--shard", "1/2", "--json"],
        &["moves"],
        &["moves", "--json"],
        &["fen", "startpos"],
        &["fen", "startpos", "--json"],
        &["features", "--list"],
        &["features", "--list", "--json"],
        &["completions", "bash"],
        &["man"],
    ] {
        let (code, message) = closed(arguments);
        assert_eq!(code, Some(1), "{arguments:?}: {message}");
        let is_last = message.ends_with("error: cannot write to standard output: it is closed\n");
        assert!(is_last, "{arguments:?}: {message}");
    }
    for json in [&[][..], &["--json"]] {
        let (code, message) = closed(&[&hunt[..], json].concat());
        assert_eq!(code, Some(2), "{message}");
        assert_eq!(message, "error: cannot write to standard output: it is closed\n");
    }
    // What prints nothing needs no standard output.
    let shard = ["perft", "3", "--shard", "1/1", "--output", &file("shard.json")];
    for arguments in [&shard[..], &["man", "--dir", &file("man")]] {
        let (code, message) = closed(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {message}");
    }
    let (code, message) = closed(&["perft", "merge", &file("shard.json")]);
    assert_eq!(code, Some(1), "{message}");
    // What is wrong before is the error.
    assert_eq!(closed(&["fen", "x"]).0, Some(2));
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
        &["explain", "\t\u{1b}[2J", "queen", "d4"],
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
