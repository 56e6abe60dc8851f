//! `hyperbola perft --shard` and `hyperbola perft merge`.

use core::time::Duration;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::{folder, hyperbola, json, printed, refused};

const TWO: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const CHESS960: &str = "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9";

/// Returns a path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Writes all shards of a count into a folder of its own. Returns their files.
fn shards(name: &str, number: u32, arguments: &[&str]) -> Vec<PathBuf> {
    let folder = folder(name);
    let files = (1..=number).map(|shard| {
        let file = folder.join(format!("shard-{shard}.json"));
        let share = format!("{shard}/{number}");
        let output = ["perft", "--shard", &share, "--output", text(&file)];
        hyperbola(&[&output, arguments].concat()).assert().success().stdout("");
        file
    });
    files.collect()
}

/// Returns the arguments that merge files.
fn merge(files: &[PathBuf]) -> Vec<&str> {
    ["perft", "merge"].into_iter().chain(files.iter().map(|file| text(file))).collect()
}

/// A change of a shard's JSON object.
type Change = fn(&mut Value);

/// Changes the JSON object in a file.
fn change(file: &Path, change: impl FnOnce(&mut Value)) {
    let mut object: Value =
        serde_json::from_slice(&fs::read(file).expect("the file can be read")).expect("JSON");
    change(&mut object);
    fs::write(file, object.to_string()).expect("the file can be written");
}

#[test]
fn shards_add_up_to_the_count() {
    let cases: [(&str, u32, &[&str], &str); 9] = [
        ("initial", 4, &["5"], "4865609\n"),
        ("one", 1, &["4"], "197281\n"),
        ("two", 3, &["4", TWO], "4085603\n"),
        ("none", 2, &["3", TWO, "--split", "0"], "97862\n"),
        ("whole", 3, &["3", TWO, "--split", "3"], "97862\n"),
        ("many", 30, &["2", "--split", "1"], "400\n"),
        ("hash", 2, &["5", TWO, "--memory", "4", "--threads", "2"], "193690690\n"),
        // Many of these positions are reached in several ways.
        ("ways", 2, &["4", "--split", "3"], "197281\n"),
        ("zero", 2, &["0"], "1\n"),
    ];
    for (name, number, arguments, expected) in cases {
        let files = shards(&format!("shards-{name}"), number, arguments);
        assert_eq!(printed(&merge(&files)), expected, "{name}");
    }
    let whole = printed_number(&["4", CHESS960]);
    let files = shards("shards-960", 3, &["4", CHESS960]);
    assert_eq!(printed(&merge(&files)), whole);
}

/// Returns the number that the command prints without shards.
fn printed_number(arguments: &[&str]) -> String {
    let assert = hyperbola(&[&["perft"], arguments].concat()).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("UTF-8")
}

#[test]
fn the_object_of_a_shard_says_what_it_counts() {
    let mut object = json(&["perft", "5", "--shard", "3/64", "--json", "--threads", "2"]);
    for key in ["seconds", "nodes_per_second", "digest", "check"] {
        object.as_object_mut().and_then(|object| object.remove(key)).expect(key);
    }
    let expected = json!({
        "form": 2,
        "version": env!("CARGO_PKG_VERSION"),
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "depth": 5,
        "split": 3,
        "shard": 3,
        "shards": 64,
        "all_positions": 5362,
        "all_sequences": 8902,
        "positions": 84,
        "sequences": object["sequences"],
        "nodes": 71_632,
        "complete": true,
        "threads": 2,
        "memory_mib": 0,
        "word": hyperbola_perft::Perft::default().word.id(),
        "technique": null,
        "bulk": true,
    });
    assert_eq!(object, expected);
    // The same number without JSON, on another number of threads, with positions kept.
    let number = object["nodes"].to_string() + "\n";
    for way in [&[][..], &["--memory", "4"]] {
        assert_eq!(printed_number(&[&["5", "--shard", "3/64"], way].concat()), number, "{way:?}");
    }
}

#[test]
fn a_file_is_the_printed_object_and_is_merged_as_such() {
    let folder = folder("shards-printed");
    let files: Vec<PathBuf> = ["1/2", "2/2"]
        .iter()
        .zip(["a.json", "b.json"])
        .map(|(shard, name)| {
            let object = printed(&["perft", "4", "--shard", shard, "--json"]);
            fs::write(folder.join(name), object).expect("the file can be written");
            folder.join(name)
        })
        .collect();
    assert_eq!(printed(&merge(&files)), "197281\n");
    let mut object = json(&[&merge(&files)[..], &["--json"]].concat());
    let seconds = files.iter().map(|file| {
        let object = fs::read(file).expect("the file can be read");
        let object: Value = serde_json::from_slice(&object).expect("JSON");
        object["seconds"].as_f64().expect("a number")
    });
    // A decimal number may differ in its last digits from the one that it was written from.
    let difference = object["seconds"].as_f64().expect("a number") - seconds.sum::<f64>();
    assert!(difference.abs() < 1e-9, "{difference}");
    object.as_object_mut().and_then(|object| object.remove("seconds"));
    let expected = json!({
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "depth": 4,
        "split": 2,
        "shards": 2,
        "positions": 400,
        "sequences": 400,
        "nodes": 197_281,
    });
    assert_eq!(object, expected);
}

#[test]
fn shards_past_64_bits_keep_all_their_digits() {
    let pawns = "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/7K w - - 0 1";
    let arguments = ["34", "--memory", "16", pawns];
    let expected = printed_number(&arguments);
    assert!(expected.len() > 20, "{expected}");
    let files = shards("shards-past-64-bits", 1, &arguments);
    assert_eq!(printed(&merge(&files)), expected);
}

#[test]
fn missing_and_doubled_shards_are_refused() {
    let files = shards("shards-missing", 12, &["3"]);
    let message = refused(&merge(&files[..11]));
    assert!(message.contains("1 of 12 shards is missing: shard 12"), "{message}");
    let message = refused(&merge(&files[2..3]));
    assert!(
        message.contains("11 of 12 shards are missing: shards 1, 2, 4, 5, 6, 7, 8, 9 and 3 more"),
        "{message}"
    );
    let doubled = [&files[..], &files[4..5]].concat();
    let message = refused(&merge(&doubled));
    assert!(message.contains("shard 5/12 is given twice"), "{message}");
    assert!(message.contains("shard-5.json"), "{message}");
    // In place of another shard, too.
    let replaced = [&files[..11], &files[..1]].concat();
    assert!(refused(&merge(&replaced)).contains("shard 1/12 is given twice"));
    assert_eq!(printed(&merge(&files)), "8902\n");
}

#[test]
fn foreign_shards_are_refused() {
    let files = shards("shards-own", 2, &["4", "--split", "2"]);
    let others: [(&str, u32, &[&str], &str); 4] = [
        ("position", 2, &["4", "--split", "2", TWO], "the position r3k2r/"),
        ("depth", 2, &["3", "--split", "2"], "the depth 3; "),
        ("split", 2, &["4", "--split", "3"], "the split after 3; "),
        ("number", 3, &["4", "--split", "2"], "the number of shards 3; "),
    ];
    for (name, number, arguments, expected) in others {
        let foreign = shards(&format!("shards-foreign-{name}"), number, arguments);
        let message = refused(&merge(&[files[0].clone(), foreign[1].clone()]));
        assert!(message.contains("is a shard of another count"), "{name}: {message}");
        assert!(message.contains(expected), "{name}: {message}");
    }
}

/// Changes of a shard, and what is said of it.
const CHANGED: [(&str, Change, &str); 17] = [
    ("nodes", |object| object["nodes"] = json!(197_000), "is damaged"),
    ("form", |object| object["form"] = json!(1), "has the form 1; this program merges"),
    (
        "version",
        |object| object["version"] = json!("0.0.9"),
        concat!(
            "is of the version 0.0.9 of this program; expected ",
            env!("CARGO_PKG_VERSION"),
            ": count the shard again with"
        ),
    ),
    (
        "no-version",
        |object| drop(object.as_object_mut().and_then(|object| object.remove("version"))),
        "is not a shard: expected the field version with a text",
    ),
    (
        "no-form",
        |object| drop(object.as_object_mut().and_then(|object| object.remove("form"))),
        "is not a shard: expected the field form with a whole number from 0 to 4294967295",
    ),
    (
        "string",
        |object| object["nodes"] = json!("197281"),
        "expected a whole number below 2^128 in the field nodes, found \"197281\"",
    ),
    (
        "range",
        |object| object["depth"] = json!(300),
        "expected a whole number from 0 to 255 in the field depth, found 300",
    ),
    (
        "negative",
        |object| object["shard"] = json!(-1),
        "expected a whole number from 0 to 4294967295 in the field shard, found -1",
    ),
    (
        "text",
        |object| object["fen"] = json!(["\u{1b}"]),
        r#"expected a text in the field fen, found ["\u001b"]"#,
    ),
    (
        "long",
        |object| object["complete"] = json!("x".repeat(1 << 10)),
        "expected true or false in the field complete, found \"xxxxxxxxx",
    ),
    ("yes", |object| object["complete"] = json!(1), "expected true or false in the field complete"),
    (
        "real",
        |object| object["seconds"] = Value::Null,
        "expected a number in the field seconds, found null",
    ),
    (
        "array",
        |object| *object = json!([1]),
        "is not a shard: expected a JSON object with the fields",
    ),
    ("again", |object| object["word"] = json!(1), "in the field word, found 1"),
    ("shard", |object| object["shard"] = json!(0), "is damaged"),
    ("complete", |object| object["complete"] = json!(false), "is damaged"),
    ("digest", |object| object["digest"] = json!("0123"), "is damaged"),
];

/// Replacements in the text of a shard, and what is said of it.
const REPLACED: [(&str, &str, &str); 9] = [
    ("{\n", "x{\n", "line 1, column 1: expected a JSON object, found 'x'"),
    ("\"depth\": 3", "\"depth\": é", "line 5, column 12: expected a JSON object, found 'é'"),
    ("\"depth\": 3,", "\"depth\": 3", "line 6, column 3: expected a JSON object, found '\"'"),
    ("\"depth\": 3", "\"depth\": -3", "line 5, column 3: expected a whole number from 0 to 255"),
    (
        "\"depth\": 3",
        "\"depth\": 3, \"depth\": 3",
        "expected each field once, with numbers below 2^128",
    ),
    ("}\n", "}}\n", ", column 2: expected a JSON object, found '}'"),
    (
        "\"depth\": 3",
        "\"depth\": 18446744073709551616",
        "line 5, column 3: expected a whole number from 0 to 255 in the field depth, found",
    ),
    (
        "\"nodes\": ",
        "\"nodes\": 340282366920938463463374607431768211456",
        "expected each field once, with numbers below 2^128",
    ),
    (
        "\"threads\": ",
        "\"threads\": 340282366920938463463374607431768211456",
        "column 3: expected a whole number from 0 to 65535 in the field threads, found",
    ),
];

#[test]
fn damaged_incomplete_and_other_files_are_refused() {
    for (name, change, expected) in CHANGED {
        let files = shards(&format!("shards-damaged-{name}"), 2, &["3"]);
        self::change(&files[1], change);
        let message = refused(&merge(&files));
        assert!(
            message.contains(expected) && message.contains("shard-2.json"),
            "{name}: {message}"
        );
        assert!(message.len() < 600, "{name}: {message}");
    }
    let files = shards("shards-cut", 2, &["3"]);
    let whole = fs::read(&files[1]).expect("the file can be read");
    for length in [0, 1, whole.len() / 2, whole.len() - 2] {
        fs::write(&files[1], &whole[..length]).expect("the file can be written");
        let message = refused(&merge(&files));
        let lines: Vec<&[u8]> = whole[..length].split(|byte| *byte == b'\n').collect();
        let (line, column) = (lines.len(), lines.last().map_or(0, |last| last.len()).max(1));
        let expected = format!(
            "shard-2.json is not a shard: line {line}, column {column}: expected a JSON object with its \
             end, found the end of the file"
        );
        assert!(message.contains(&expected), "{length}: {message}");
    }
    let text = String::from_utf8(whole).expect("JSON is UTF-8");
    for (from, to, expected) in REPLACED {
        assert!(text.contains(from), "{from}");
        fs::write(&files[1], text.replace(from, to)).expect("the file can be written");
        let message = refused(&merge(&files));
        assert!(message.contains(expected), "{to}: {message}");
        assert!(message.contains("shard-2.json is not a shard: "), "{to}: {message}");
    }
    fs::remove_file(&files[1]).expect("the file can be removed");
    let assert = hyperbola(&merge(&files)).assert().code(1).stdout("");
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("cannot read") && message.contains("shard-2.json"), "{message}");
}

#[test]
fn files_that_are_too_long_are_not_read() {
    let folder = folder("shards-long");
    let sparse = folder.join("sparse.json");
    let file = fs::File::create(&sparse).expect("the file can be made");
    file.set_len(5 << 30).expect("it takes no room");
    let message = refused(&["perft", "merge", text(&sparse)]);
    let expected = "sparse.json is too long: expected at most 1048576 bytes, found 5368709120\n";
    assert!(message.ends_with(expected), "{message}");
    if cfg!(unix) {
        let message = refused(&["perft", "merge", "/dev/zero"]);
        let expected = "error: /dev/zero is too long: expected at most 1048576 bytes, found more\n";
        assert_eq!(message, expected);
    }
    // As long as may be: behind the object there are blanks.
    let mut object = printed(&["perft", "3", "--shard", "1/1", "--json"]).into_bytes();
    let marked = [b"\xef\xbb\xbf", &object[..]].concat();
    fs::write(&sparse, marked).expect("the file can be written");
    hyperbola(&["perft", "merge", text(&sparse)]).assert().success();
    fs::write(&sparse, b"\x1f\x8b\x08").expect("the file can be written");
    let message = refused(&["perft", "merge", text(&sparse)]);
    assert!(message.contains("expected a text in UTF-8, found gzip"), "{message}");
    for (length, is_too_long) in [(1 << 20, false), ((1 << 20) + 1, true)] {
        object.resize(length, b' ');
        fs::write(&sparse, &object).expect("the file can be written");
        let assert = hyperbola(&["perft", "merge", text(&sparse)]).assert();
        assert.code(if is_too_long { 2 } else { 0 });
    }
    // The mark of a pipe does not count.
    if cfg!(unix) {
        let marked = [b"\xef\xbb\xbf", &object[..]].concat();
        let mut merge = hyperbola(&["perft", "merge", "/dev/stdin"]);
        let assert = merge.write_stdin(marked).assert().code(2);
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.contains("/dev/stdin is too long"), "{message}");
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let cases: [(&[&str], &str); 19] = [
        (&["3", "--shard", "3"], "expected a shard and their number, 1 to 1000000: 3/64"),
        (&["3", "--shard", ""], "expected a shard"),
        (&["3", "--shard", "/"], "expected a shard"),
        (&["3", "--shard", "a/b"], "expected a shard"),
        (&["3", "--shard", "+1/2"], "expected a shard"),
        (&["3", "--shard", "1/2/3"], "expected a shard"),
        (&["3", "--shard", "-1/2"], "expected a shard"),
        (&["3", "--shard", "0/64"], "expected a shard from 1 to 64, found 0"),
        (&["3", "--shard", "65/64"], "expected a shard from 1 to 64, found 65"),
        (&["3", "--shard", "1/0"], "expected 1 to 1000000 shards, found 0"),
        (&["3", "--shard", "1/1000001"], "expected 1 to 1000000 shards, found 1000001"),
        (&["3", "--shard", "1/2", "--split", "4"], "expected a split of at most the depth 3"),
        (&["3", "--shard", "1/2", "--split", "-1"], "-1"),
        (&["3", "--shard", "1/2", "--divide"], "cannot be used with"),
        (&["3", "--split", "1"], "--shard <K/N>"),
        (&["3", "--output", "x.json"], "--shard <K/N>"),
        (&["3", "--shard", "1/2", "--json", "--output", "x.json"], "cannot be used with"),
        (&["merge"], "<FILES>..."),
        (
            &["9", TWO, "--shard", "1/2", "--split", "5"],
            "cannot split after 5 half moves: after 5 there are more than 2000000 positions",
        ),
    ];
    for (arguments, expected) in cases {
        let message = refused(&[&["perft"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let missing = folder("shards-no-folder").join("none").join("shard.json");
    // This is said before the work, which would take years.
    let arguments = ["perft", "14", "--shard", "1/2", "--output", text(&missing)];
    let mut command = hyperbola(&arguments);
    let assert = command.timeout(Duration::from_secs(60)).assert().code(1).stdout("");
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("cannot write"), "{message}");
    // The file beside the place is nothing that the user has named.
    assert!(message.contains("shard.json: ") && !message.contains(".hyperbola-"), "{message}");
}

#[cfg(target_os = "linux")]
mod interrupts {
    use std::process::{Command, Stdio};

    use assert_cmd::cargo::cargo_bin;

    use super::*;
    use crate::support::interrupts::interrupt;

    #[test]
    fn an_interrupted_shard_leaves_no_file_and_is_not_merged() {
        let folder = folder("shards-interrupted");
        let file = folder.join("shard-1.json");
        for (split, output) in [
            ("2", &["--output", text(&file)][..]),
            ("2", &["--json"]),
            // There is only one part to be interrupted in.
            ("0", &["--json"]),
        ] {
            let child = Command::new(cargo_bin("hyperbola"))
                .args(["perft", "14", "--shard", "1/1", "--split", split])
                .args(output)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the command starts");
            interrupt(&child, 500);
            let ended = child.wait_with_output().expect("the command ends");
            assert_eq!(ended.status.code(), Some(130));
            let names = fs::read_dir(&folder).expect("the folder can be read").count();
            assert_eq!(names, 0, "a file is left behind");
            if output[0] == "--json" {
                fs::write(&file, &ended.stdout).expect("the file can be written");
                let message = refused(&merge(core::slice::from_ref(&file)));
                assert!(message.contains("is incomplete: the count of shard 1/1"), "{message}");
                fs::remove_file(&file).expect("the file can be removed");
            }
        }
    }
}
