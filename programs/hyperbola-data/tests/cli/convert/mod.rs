//! `hyperbola convert`.

mod arranged;
mod interrupted;
mod threads;

use std::fs;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use serde_json::json;

use crate::features::text;
use crate::{folder, hyperbola, left_out, refused};

/// Returns a sample file.
fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/data").join(name)
}

/// Runs the command, which must succeed. Returns what it prints on standard error, without the
/// time.
fn convert(arguments: &[&str]) -> String {
    let assert = hyperbola(&[&["convert"], arguments].concat()).assert().success();
    let message = String::from_utf8(assert.get_output().stderr.clone()).expect("it is UTF-8");
    let mut lines: Vec<&str> = message.lines().collect();
    assert!(lines.pop().is_some_and(|last| last.ends_with(" entries/s")), "{message}");
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn files_go_from_one_format_into_another_and_back() {
    let folder = folder("convert");
    let file = |name: &str| folder.join(name);
    let (plain, binpack) = (file("edge.plain"), file("edge.binpack"));
    assert_eq!(convert(&[text(&sample("edge.binpack")), text(&plain)]), "");
    assert_eq!(fs::read(&plain).ok(), fs::read(sample("edge.plain")).ok());
    assert_eq!(convert(&[text(&plain), text(&binpack)]), "");
    assert_eq!(fs::read(&binpack).ok(), fs::read(sample("edge.binpack")).ok());
    // Several inputs, each of its own format, which their contents say.
    let unnamed = file("unnamed");
    fs::copy(sample("edge.bin"), &unnamed).expect("it is copied");
    let both = file("both");
    let inputs = [text(&sample("edge.binpack")).to_owned(), text(&unnamed).to_owned()];
    let arguments = ["convert", &inputs[0], &inputs[1], text(&both), "--to", "plain", "--json"];
    let assert = hyperbola(&arguments).assert().success();
    let summary: serde_json::Value =
        serde_json::from_slice(&assert.get_output().stdout).expect("it is JSON");
    assert_eq!(summary["read"], 386);
    assert_eq!(summary["written"], 386);
    assert_eq!(summary["format"], "plain");
    let expected = json!({"file": inputs[1], "format": "bin", "entries": 193});
    assert_eq!(summary["inputs"][1], expected);
    // Standard input and standard output.
    let assert = hyperbola(&["convert", "-", "-", "--to", "binpack"])
        .write_stdin(fs::read(sample("edge.plain")).expect("it is there"))
        .assert()
        .success();
    assert_eq!(Some(assert.get_output().stdout.clone()), fs::read(sample("edge.binpack")).ok());
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 4, "nothing else is left");
}

#[test]
fn what_is_wrong_ends_the_command_or_is_left_out() {
    let folder = folder("convert_wrong");
    let (bad, output) = (folder.join("bad.binpack"), folder.join("good.plain"));
    let mut bytes = fs::read(sample("multichunk.binpack")).expect("it is there");
    let second = bytes[8..].windows(4).position(|bytes| bytes == b"BINP").expect("a chunk") + 8;
    bytes[second + 8 + 28] |= 0xc0;
    fs::write(&bad, &bytes).expect("it is written");
    let expected = format!(
        "error: {}: chunk 2, byte {}: expected the result 0, 1 or 2",
        bad.display(),
        second + 8
    );
    let error = ["--bad-rows", "error"];
    let message = refused(&[&["convert", text(&bad), text(&output)], &error[..]].concat());
    assert!(message.starts_with(&expected), "{message}");
    assert!(!output.exists());
    // By default it is left out, and the exit status says so.
    let message = left_out(&["convert", text(&bad), text(&output)], 1);
    assert!(message.contains("chunk 2, byte "), "{message}");
    assert!(message.ends_with("\n1 part of an input is left out\n"), "{message}");
    let by_default = fs::read(&output).expect("it is complete");
    fs::remove_file(&output).expect("it is there");
    let message = convert(&[text(&bad), text(&output), "--bad-rows", "skip"]);
    assert!(message.contains("chunk 2, byte "), "{message}");
    assert!(message.ends_with("\n1 part of an input is left out\n"), "{message}");
    assert!(fs::read(&output).ok() == Some(by_default));
    let assert = hyperbola(&["convert", "--check", text(&output), "--json"]).assert().success();
    let summary: serde_json::Value =
        serde_json::from_slice(&assert.get_output().stdout).expect("it is JSON");
    assert_eq!(summary["written"], json!(null));
    assert_eq!(summary["read"], 1386);
    // What the output cannot hold.
    let viri = sample("dfrc.viri");
    let other = folder.join("other.binpack");
    let message = refused(&[&["convert", text(&viri), text(&other)], &error[..]].concat());
    assert!(message.contains("dfrc.viri: entry 1: expected castling rights"), "{message}");
    assert!(!other.exists());
    let by_default = folder.join("by_default.binpack");
    let by_default_message = left_out(&["convert", text(&viri), text(&by_default)], 615);
    let message = convert(&[text(&viri), text(&other), "--bad-rows", "skip"]);
    assert_eq!(message.lines().count(), 6, "{message}");
    assert!(
        message.ends_with("\n615 entries that the output cannot hold are left out\n"),
        "{message}"
    );
    assert_eq!(by_default_message, message);
    assert!(fs::read(&other).expect("it is there") == fs::read(&by_default).expect("it is there"));
}

/// What is open already is written at its own place, so nothing of it needs `--overwrite`.
#[cfg(unix)]
#[test]
fn a_stream_of_the_command_is_written_and_never_replaced() {
    let folder = folder("convert-open");
    let log = folder.join("log");
    let mut open = fs::File::create(&log).expect("it can be made");
    let plain = fs::read_to_string(sample("edge.plain")).expect("it is there");
    for name in ["/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2"] {
        writeln!(open, "{name}").expect("it can be written");
        let stream = || open.try_clone().expect("it is open");
        let status = Command::new(cargo_bin("hyperbola-data"))
            .args(["convert", text(&sample("edge.binpack")), name, "--to", "plain"])
            .stdout(if name.ends_with(['t', '1']) { stream().into() } else { Stdio::null() })
            .stderr(if name.ends_with(['r', '2']) { stream().into() } else { Stdio::null() })
            .status();
        assert!(status.expect("it runs").success(), "{name}");
        let written = fs::read_to_string(&log).expect("it is there");
        let written = written.strip_prefix(&format!("{name}\n{plain}"));
        // Behind the entries, standard error has how many there are.
        let is_error = name.ends_with(['r', '2']);
        assert_eq!(written.map(|rest| rest.is_empty()), Some(!is_error), "{name}");
        open.set_len(0).and_then(|()| open.rewind()).expect("it is ours");
    }
    let input = sample("edge.binpack");
    let message = refused(&["convert", text(&input), "/dev/stdout", "--to", "plain", "--json"]);
    assert!(message.contains("--json: expected a file as the output"), "{message}");
}

#[test]
fn outputs_and_formats_are_not_guessed() {
    let folder = folder("convert_refused");
    let input = sample("edge.binpack");
    let input = text(&input);
    let there = folder.join("there.plain");
    fs::write(&there, "old").expect("it is written");
    for (arguments, expected) in [
        (&[input][..], "expected an input and an output, or --check with inputs"),
        (&[input, input], "is an input and would be replaced"),
        (&[input, text(&there)], "there.plain is there already; --overwrite replaces it"),
        (&["-", "-", "out.plain"], "expected standard input once, found it twice"),
        (&[input, "no.ending"], "expected a name that says the format, or --to with a format"),
        (&[input, "out.pgn"], "expected a format that can be written, found pgn"),
        (&[input, "-", "--to", "plain", "--json"], "--json: expected a file as the output"),
        (&[text(&there), "out.plain"], "expected one of fen, move, score, ply, result and e"),
    ] {
        let message = refused(&[&["convert"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert_eq!(fs::read_to_string(&there).ok().as_deref(), Some("old"));
    convert(&[input, text(&there), "--overwrite"]);
    assert_eq!(fs::read(&there).ok(), fs::read(sample("edge.plain")).ok());
    // A name that its contents contradict.
    let named = folder.join("named.bin");
    fs::copy(sample("std.bullet"), &named).expect("it is copied");
    let message = refused(&["convert", "--check", text(&named)]);
    assert!(message.contains("expected the format bin by the name, found bullet"), "{message}");
    convert(&["--check", text(&named), "--from", "bullet"]);
    for (bytes, expected) in [
        (&b"\x1f\x8b\x08"[..], "expected a text in UTF-8, found gzip: decompress it, as with zcat"),
        (b"BZh91AY", "found bzip2: decompress it, as with bzcat"),
        (b"PK\x03\x04", "found zip: unpack it"),
        (b"nothing known", "expected a file whose name or contents say the format, or --from"),
    ] {
        let unknown = folder.join("unknown");
        fs::write(&unknown, bytes).expect("it is written");
        let message = refused(&["convert", "--check", text(&unknown)]);
        assert!(message.contains(expected), "{message}");
    }
    for (name, expected) in [
        ("packed.binpack", "expected binpack, found gzip: decompress it"),
        ("packed.viri", "expected viriformat, found gzip: decompress it"),
        ("packed.plain", "expected a text in UTF-8, found gzip: decompress it"),
    ] {
        let packed = folder.join(name);
        fs::write(&packed, b"\x1f\x8b\x08").expect("it is written");
        let message = refused(&["convert", "--check", text(&packed)]);
        assert!(message.contains(expected), "{message}");
    }
    hyperbola(&["convert", "--check", "no-such.plain"]).assert().code(1);
}

#[test]
fn what_is_missing_is_written_as_the_arguments_say() {
    let folder = folder("convert_missing");
    let epd = sample("results.epd");
    let output = folder.join("results.txt");
    let message = refused(&["convert", text(&epd), text(&output)]);
    assert!(message.contains("entry 1: expected a score, found none"), "{message}");
    convert(&[text(&epd), text(&output), "--missing-score", "-5"]);
    let lines = fs::read_to_string(&output).expect("it is there");
    assert!(lines.lines().all(|line| line.contains(" | -5 | ")), "{lines}");
    let lichess = sample("evals.jsonl");
    convert(&[text(&lichess), text(&output), "--overwrite", "--missing-result", "1/2-1/2"]);
    let lines = fs::read_to_string(&output).expect("it is there");
    assert_eq!(lines.lines().filter(|line| line.ends_with(" | 0.5")).count(), 40);
}

#[test]
fn filters_leave_out_what_is_not_wanted() {
    let counts_of = |name: &str, more: &[&str]| {
        let input = sample(name);
        let arguments = ["convert", "--check", text(&input), "--json"];
        let assert = hyperbola(&[&arguments[..], more].concat()).assert().success();
        let summary: serde_json::Value =
            serde_json::from_slice(&assert.get_output().stdout).expect("it is JSON");
        let number = |name: &str| summary[name].as_u64().expect("a number");
        number("read") - number("filtered")
    };
    let counts = |more: &[&str]| counts_of("multichunk.binpack", more);
    assert_eq!(counts(&[]), 2070);
    assert_eq!(counts(&["--every", "100"]), 21);
    let early = counts(&["--max-ply", "9"]);
    assert_eq!(early + counts(&["--min-ply", "10"]), 2070);
    assert_eq!(counts(&["--max-ply", "9", "--every", "2"]), early.div_ceil(2));
    let light = counts(&["--max-material", "59"]);
    assert_eq!(light + counts(&["--min-material", "60"]), 2070);
    for more in [
        &["--without-checks"][..],
        &["--without-captures"],
        &["--without-promotions"],
        &["--max-score", "100"],
        &["--min-pieces", "20"],
        &["--max-pieces", "20"],
        &["--min-material", "60"],
        &["--max-material", "60"],
    ] {
        assert!((1..2070).contains(&counts(more)), "{more:?}");
    }
    assert_eq!(counts_of("edge.binpack", &[]), 193);
    assert_eq!(counts_of("edge.binpack", &["--scored"]), 192);
}

#[test]
fn an_input_without_entries_is_named() {
    let folder = folder("convert_empty");
    let input = folder.join("games.pgn");
    fs::write(&input, "1. e4 {+0.71/22 1.2s} e5 1-0\n\n").expect("it is written");
    // The same comments are read where they are asked for.
    let asked = ["convert", "--check", text(&input), "--from", "pgn-match"];
    let assert = hyperbola(&asked).assert().success();
    let printed = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let expected = "games.pgn: pgn-match, 1 entries\nleft out:\n  1 move: no evaluation\n";
    assert!(printed.ends_with(expected), "{printed}");
    let games = sample("games_eval.pgn");
    let assert = hyperbola(&["convert", "--check", text(&games), text(&input)]).assert().success();
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    let warnings: Vec<&str> = message.lines().filter(|line| line.contains("warning")).collect();
    assert_eq!(warnings.len(), 1, "{message}");
    assert!(warnings[0].ends_with("games.pgn: warning: no pgn entry was found"), "{message}");
}

/// Returns a file as people have it.
fn case(name: &str) -> String {
    text(&sample("../cases").join(name)).to_owned()
}

#[test]
fn a_run_without_entries_says_why_and_leaves_nothing() {
    let folder = folder("convert_nothing");
    let games = folder.join("games.pgn");
    // A note, as that of the other result, is no reason.
    let text_of = "[Result \"0-1\"]\n\n1. e4 {+0.71/22 1.2s} e5 {book} 2. d4 {} d5 {+0.1 x} 3. c4 {last} \
                   1-0\n\n";
    fs::write(&games, text_of).expect("it is written");
    for output in ["out.plain", "out.binpack", "out.bullet"] {
        let output = folder.join(output);
        let message = refused(&["convert", text(&games), text(&output)]);
        let expected = "error: no entry was found that can be written, so no output was made\n  \
                        5 moves: no evaluation\nThe first comments without an evaluation:\n  \
                        {+0.71/22 1.2s}\n  {book}\n  {+0.1 x}\n--missing-score gives";
        assert!(message.contains(expected), "{message}");
    }
    refused(&["convert", "--check", text(&games)]);
    refused(&["convert", text(&games), "-", "--to", "plain"]);
    let shuffled = folder.join("out.plain");
    refused(&["convert", text(&games), text(&shuffled), "--shuffle"]);
    let (plain, none) = (sample("edge.plain"), folder.join("none.plain"));
    let message = refused(&["convert", text(&plain), text(&none), "--min-pieces", "33"]);
    assert!(message.contains("193 entries: filters, or not in --part"), "{message}");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 1, "nothing is left");
    convert(&[text(&games), text(&folder.join("some.plain")), "--missing-score", "0"]);
}

#[test]
fn what_is_left_out_stands_in_a_table() {
    let folder = folder("convert_left_out");
    let output = folder.join("kept.plain");
    let games = case("broken_end.pgn");
    let run = |more: &[&str]| {
        let arguments = ["convert", &games, text(&output), "--overwrite"];
        let assert = hyperbola(&[&arguments[..], more].concat()).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).expect("it is UTF-8")
    };
    refused(&["convert", &games, text(&output), "--bad-rows", "error"]);
    let printed = run(&["--bad-rows", "keep-before"]);
    assert!(
        printed.ends_with("plain, 4 entries\nleft out:\n  1 game: an illegal move\n"),
        "{printed}"
    );
    let summary: serde_json::Value =
        serde_json::from_str(&run(&["--bad-rows", "skip", "--json"])).expect("it is JSON");
    assert_eq!(summary["written"], 2);
    assert_eq!(summary["bad_rows"]["policy"], "skip");
    let expected = json!([{"thing": "game", "reason": "illegal-move", "count": 1}]);
    assert_eq!((&summary["left_out"], &summary["noted"]), (&expected, &json!([])));
    let page = folder.join("page.html");
    run(&["--bad-rows", "keep-before", "--report", text(&page)]);
    let page = fs::read_to_string(&page).expect("it is written");
    assert!(page.contains("<tr><td>an illegal move</td><td>1 game</td></tr>"), "{page}");
    // Filters, numbers and duplicates.
    let (input, all) = (sample("edge.plain"), folder.join("all.plain"));
    let some = [text(&input), text(&all), "--without-checks", "--every", "2", "--unique", "--json"];
    let assert = hyperbola(&[&["convert"], &some[..]].concat()).assert().success();
    let summary: serde_json::Value =
        serde_json::from_slice(&assert.get_output().stdout).expect("it is JSON");
    let rows = summary["left_out"].as_array().expect("a table");
    let of = |reason: &str| {
        let row = rows.iter().find(|row| row["reason"] == reason);
        row.map_or(0, |row| row["count"].as_u64().expect("a number"))
    };
    let left = of("filtered") + of("every") + of("duplicate");
    assert_eq!(summary["written"], 193 - left);
    assert!(of("filtered") > 0 && of("every") > 0, "{rows:?}");
}

#[test]
fn games_without_evaluations_are_converted() {
    let folder = folder("convert_unscored");
    let output = folder.join("games.txt");
    convert(&[&case("no_evaluations.pgn"), text(&output), "--missing-score", "0"]);
    let lines = fs::read_to_string(&output).expect("it is there");
    assert_eq!(lines.lines().filter(|line| line.ends_with(" | 0 | 0.0")).count(), 4, "{lines}");
    // The options apply.
    let some = [&*case("no_evaluations.pgn"), text(&output), "--missing-score", "0"];
    convert(&[&some[..], &["--without-checks", "--min-ply", "2", "--overwrite"]].concat());
    let lines = fs::read_to_string(&output).expect("it is there");
    assert_eq!(lines.lines().count(), 2, "{lines}");
}

#[test]
fn rights_of_chess960_are_dropped_if_that_is_asked_for() {
    let folder = folder("convert_rights");
    let (input, output) = (folder.join("some.plain"), folder.join("some.binpack"));
    let entry = |fen: &str, played: &str| {
        format!("fen {fen}\nmove {played}\nscore 5\nply 1\nresult 0\ne\n")
    };
    // A king that is not at home, its castling, and rights of chess.
    let entries = [
        entry("5k1r/8/8/8/8/8/8/R3K3 b Qk - 0 1", "f8f7"),
        entry("5k1r/8/8/8/8/8/8/R3K3 b Qk - 0 1", "f8h8"),
        entry("4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1", "e8g8"),
    ];
    fs::write(&input, entries.concat()).expect("it is written");
    let (input, output) = (text(&input), text(&output));
    let refused = folder.join("refused.binpack");
    hyperbola(&["convert", input, text(&refused)]).assert().code(2);
    let options = ["--drop-chess960", "--bad-rows", "skip", "--json"];
    let assert = hyperbola(&[&["convert", input, output][..], &options].concat()).assert();
    let printed: serde_json::Value =
        serde_json::from_slice(&assert.success().get_output().stdout).expect("JSON");
    assert_eq!((&printed["written"], &printed["left_out"]), (&json!(3), &json!([])), "{printed}");
    let again = folder.join("again.plain");
    convert(&[output, text(&again)]);
    let entries = [
        entry("5k1r/8/8/8/8/8/8/R3K3 b Q - 0 1", "f8f7"),
        entry("5k1r/8/8/8/8/8/8/R3K3 b Q - 0 1", "0000"),
        entry("4k2r/8/8/8/8/8/8/R3K3 b Qk - 0 1", "e8g8"),
    ];
    assert_eq!(fs::read_to_string(&again).ok(), Some(entries.concat()));
}

#[test]
fn what_contradicts_or_is_cut_is_noted() {
    let folder = folder("convert_noted");
    let (games, output) = (folder.join("games.pgn"), folder.join("games.plain"));
    let text_of =
        "[Result \"1-0\"]\n\n1. e4 {[%eval 0.1]} e5 0-1\n\n[Result \"1-0\"]\n\n1. d4 {[%eval 0.1]}";
    fs::write(&games, text_of).expect("it is written");
    let assert = hyperbola(&["convert", text(&games), text(&output)]).assert().success();
    let printed = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let expected = "noted:\n  1 game: the tag Result differs from the result behind the moves, which \
                    counts\n  1 game: no result behind the moves: they may have been cut\n";
    assert!(printed.ends_with(expected), "{printed}");
}

/// Each game that people reported keeps its moves, or is named, and the game behind it stays.
#[test]
fn no_game_loses_moves_by_what_is_around_them() {
    let folder = folder("convert_cases");
    for (name, entries, said) in [
        (
            "malformed_tags.pgn",
            4,
            "  1 game: tags, brackets or signs that are none were passed over\n",
        ),
        ("game_in_comment.pgn", 4, ""),
        ("nbsp.pgn", 6, ""),
        (
            "extra_paren.pgn",
            6,
            "  1 game: tags, brackets or signs that are none were passed over\n",
        ),
        ("fen_semicolon.pgn", 2, ""),
        ("german.pgn", 2, "Sf3: expected a move such as e4"),
    ] {
        let output = folder.join(name).with_extension("plain");
        let missing = ["--missing-score", "0", "--missing-result", "1/2-1/2"];
        let file = case(name);
        let arguments = [&["convert", &*file, text(&output)], &missing[..]].concat();
        let ended = hyperbola(&arguments).output().expect("it runs");
        let is_bad = name == "german.pgn";
        assert_eq!(ended.status.code(), Some(if is_bad { 2 } else { 0 }), "{name}: {ended:?}");
        let read = fs::read_to_string(&output).expect("it is written");
        assert_eq!(read.matches("\ne\n").count(), entries, "{name}");
        let printed = [ended.stdout, ended.stderr].concat();
        let printed = String::from_utf8_lossy(&printed);
        assert!(printed.contains(said), "{printed}");
        assert_eq!(printed.contains("noted:"), said.starts_with(' '), "{printed}");
        assert_eq!(printed.contains("letter of a piece in German"), is_bad, "{printed}");
    }
    let message = refused(&["convert", "--check", &case("utf16.pgn")]);
    assert!(message.contains("found UTF-16"), "{message}");
}

#[test]
fn games_of_pgn_become_viriformat() {
    let folder = folder("convert_pgn");
    let (games, output) = (folder.join("games.pgn"), folder.join("games.viri"));
    fs::write(&games, "1. e4 {[%eval 0.1]} e5 {[%eval 0.2]} 1-0\n\n").expect("it is written");
    convert(&[text(&games), text(&output)]);
    // A start, a move and four zeros. The last position has no move.
    assert_eq!(fs::metadata(&output).expect("it is there").len(), 32 + 4 + 4);
}

#[test]
fn a_report_says_what_is_written() {
    let folder = folder("convert_report");
    let (input, page) = (sample("edge.binpack"), folder.join("page.html"));
    let (input, report) = (text(&input), text(&page));
    let read = || fs::read_to_string(&page).expect("it is written");
    convert(&["--check", input, "--report", report]);
    let all = read();
    assert!(all.starts_with("<!DOCTYPE html>") && all.ends_with("</html>\n"), "{all}");
    assert!(all.contains("edge.binpack</title>"), "{all}");
    assert!(all.contains("<tr><td>all</td><td>193</td><td>100.00 %</td></tr>"), "{all}");
    // Only what is written counts.
    let output = folder.join("some.plain");
    let some = [input, text(&output), "--scored", "--report", report];
    let message = refused(&[&["convert"], &some[..]].concat());
    assert!(message.contains("page.html is there already; --overwrite replaces it"), "{message}");
    convert(&[&some[..], &["--overwrite"]].concat());
    let entries = fs::read_to_string(&output).expect("it is written").matches("\ne\n").count();
    assert!(entries < 193 && read().contains(&format!("<td>all</td><td>{entries}</td>")));
    assert!(read().contains("<tr><td>without a score</td><td>0</td>"));
    for (arguments, expected) in [
        (&["--check", input, "--report", input][..], "is an input and would be replaced"),
        (&[input, "out.plain", "--report", "out.plain"], "is the output and the report"),
    ] {
        let message = refused(&[&["convert"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let nowhere = ["convert", "--check", input, "--report", "no-folder/page.html"];
    let assert = hyperbola(&nowhere).assert().code(1);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("cannot write no-folder"), "{message}");
}

/// The black king is on f8, and has kept its right in the letters of chess.
const KEPT_RIGHTS: &str = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9";

#[test]
fn fens_are_read_by_the_rules_that_are_said() {
    let folder = folder("convert_rules");
    let (input, output) = (folder.join("kept.txt"), folder.join("read.txt"));
    fs::write(&input, format!("{KEPT_RIGHTS} | 3 | 0.5\n")).expect("it is written");
    let of_chess = KEPT_RIGHTS.replace("KQkq", "KQ");
    for (options, fen, noted) in [
        (&[][..], KEPT_RIGHTS, "guessed-chess960"),
        (&["--rules", "chess960"], KEPT_RIGHTS, ""),
        (&["--rules", "chess960", "--lenient"], KEPT_RIGHTS, ""),
        (&["--rules", "chess", "--lenient"], &of_chess, "mended"),
        (&["--lenient"], &of_chess, "mended"),
    ] {
        let arguments = ["convert", text(&input), text(&output), "--overwrite", "--json"];
        let assert = hyperbola(&[&arguments[..], options].concat()).assert().success();
        let summary: serde_json::Value =
            serde_json::from_slice(&assert.get_output().stdout).expect("it is JSON");
        let row = json!({"thing": "line", "reason": noted, "count": 1});
        let rows = if noted.is_empty() { json!([]) } else { json!([row]) };
        assert_eq!((&summary["noted"], &summary["left_out"]), (&rows, &json!([])), "{options:?}");
        let read = fs::read_to_string(&output).expect("it is there");
        assert_eq!(read, format!("{fen} | 3 | 0.5\n"), "{options:?}");
    }
    let message = refused(&["convert", "--check", text(&input), "--rules", "chess"]);
    assert!(
        message.contains("kept.txt: line 1, byte 0: the right of Black to castle"),
        "{message}"
    );
    let fens = folder.join("kept.fens");
    fs::write(&fens, format!("{KEPT_RIGHTS}\n")).expect("it is written");
    let features = ["features", text(&fens), "--features", "keys", "--rules", "chess", "--output"];
    let refused_output = folder.join("refused");
    let features_error = [&features[..], &[text(&refused_output), "--bad-rows", "error"]].concat();
    let message = refused(&features_error);
    assert!(message.contains("is not one of chess"), "{message}");
    assert!(!refused_output.exists());
    let message = left_out(&[&features[..], &[text(&folder.join("none"))]].concat(), 1);
    assert!(message.contains("kept.fens: line 1, column "), "{message}");
    assert!(message.contains("is not one of chess"), "{message}");
    for (rules, is_mended) in [("chess", true), ("auto", true), ("chess960", false)] {
        let features =
            ["features", text(&fens), "--features", "keys", "--rules", rules, "--output"];
        let output = folder.join(rules);
        let mended = [&features[..], &[text(&output), "--lenient"]].concat();
        let assert = hyperbola(&mended).assert().success();
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert_eq!(message.contains("is not one of chess"), is_mended, "{rules}: {message}");
    }
}

#[test]
fn games_of_monty_are_read_where_they_are_asked_for() {
    let games = sample("games.monty");
    refused(&["convert", "--check", text(&games)]);
    let assert = hyperbola(&["convert", "--check", text(&games), "--from", "montyformat"]).assert();
    let printed = String::from_utf8(assert.success().get_output().stdout.clone()).expect("UTF-8");
    assert!(printed.ends_with("games.monty: montyformat, 199 entries\n"), "{printed}");
}
