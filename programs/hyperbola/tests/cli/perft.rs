//! `hyperbola perft`.

use hyperbola_perft::Perft;
use serde_json::{Value, json};

use crate::{hyperbola, json, printed, refused};

const TWO: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const SIX: &str = include_str!("../../../../testdata/perft/six.epd");
const CHESS960: &str = include_str!("../../../../testdata/perft/chess960.epd");

/// Runs the command, which must succeed. Returns its standard output and standard error.
fn counted(arguments: &[&str]) -> (String, String) {
    let assert = hyperbola(&[&["perft"], arguments].concat()).assert().success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

/// Returns the number that the command prints.
fn number(arguments: &[&str]) -> String {
    counted(arguments).0
}

#[test]
fn the_number_is_all_of_standard_output_and_the_speed_is_on_standard_error() {
    let (number, speed) = counted(&["5"]);
    assert_eq!(number, "4865609\n");
    let (seconds, rate) = speed.trim_end().split_once(" s, ").expect("seconds and a rate");
    assert!(seconds.parse::<f64>().is_ok_and(|seconds| seconds >= 0.0), "{speed}");
    let rate = rate.strip_suffix(" nodes/s").expect("a rate").replace(',', "");
    assert!(rate.parse::<u64>().is_ok_and(|rate| rate > 0), "{speed}");
    assert_eq!(number, self::number(&["5", "startpos"]));
}

#[test]
fn small_depths_are_counted_too() {
    for (depth, expected) in [("0", "1\n"), ("1", "20\n"), ("2", "400\n"), ("3", "8902\n")] {
        assert_eq!(number(&[depth]), expected, "{depth}");
    }
    assert_eq!(number(&["0", "--divide"]), "\n1\n");
}

#[test]
fn every_way_to_count_gives_one_number() {
    let ways: [&[&str]; 5] = [
        &[],
        &["--threads", "2"],
        &["--memory", "8"],
        &["--memory", "8", "--threads", "3"],
        &["--word", "u64"],
    ];
    for way in ways {
        assert_eq!(number(&[&["4", TWO], way].concat()), "4085603\n", "{way:?}");
    }
    let three = ["5", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
    assert_eq!(number(&three), "674624\n");
    // This is deep enough for parts after some moves, and for tests in between whether to stop.
    let kings = ["9", "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/7K w - - 0 1"];
    assert_eq!(number(&[&kings[..], &["--memory", "1"]].concat()), number(&kings));
}

#[test]
fn every_word_counts() {
    for kind in Perft::KINDS {
        let arguments = ["4", TWO, "--word", kind.id()];
        if kind.is_available() {
            assert_eq!(number(&arguments), "4085603\n", "{kind}");
        } else {
            let message = refused(&[&["perft"], &arguments[..]].concat());
            assert!(message.contains("this processor does not have it; it has u64"), "{message}");
        }
    }
}

#[test]
fn numbers_are_divided_by_first_moves() {
    let text = number(&["3", "--divide", TWO]);
    let (lines, total) = text.split_once("\n\n").expect("an empty line before the total");
    assert_eq!(total, "97862\n");
    let moves: Vec<(&str, u64)> = lines
        .lines()
        .map(|line| line.split_once(' ').expect("MOVE NUMBER"))
        .map(|(first, count)| (first, count.parse().expect("a number")))
        .collect();
    assert_eq!(moves.len(), 48);
    assert!(moves.is_sorted_by_key(|(first, _)| *first));
    assert_eq!(moves.iter().map(|(_, count)| count).sum::<u64>(), 97_862);
    assert!(moves.contains(&("e1g1", 2059)));
    for way in [&["--memory", "4"][..], &["--threads", "2"]] {
        assert_eq!(number(&[&["3", "--divide", TWO], way].concat()), text, "{way:?}");
    }
}

#[test]
fn published_numbers_come_out() {
    let most = 200_000_000;
    let mut cases = 0;
    for line in SIX.lines().chain(CHESS960.lines()) {
        let (fen, counts) = line.split_once(" ;").expect("a FEN and counts");
        for count in counts.split(" ;") {
            let (depth, count) = count.split_once(' ').expect("a depth and a count");
            let depth = depth.strip_prefix('D').expect("a depth");
            if count.parse::<u64>().is_ok_and(|count| count < most) {
                assert_eq!(number(&[depth, fen]), format!("{count}\n"), "{fen}");
                cases += 1;
            }
        }
    }
    assert!(cases > 30);
}

#[test]
fn chess960_is_read_from_both_notations_and_divided_by_its_own_castling() {
    let shredder = "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9";
    let x_fen = "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w KQkq - 0 9";
    assert_eq!(number(&["4", x_fen]), number(&["4", shredder]));
    let castles = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    let text = number(&["1", "--divide", castles]);
    for castling in ["f1h1 1\n", "f1b1 1\n", "f1g1 1\n"] {
        assert!(text.contains(castling), "{text}");
    }
}

#[test]
fn json_is_one_object() {
    let mut object = json(&["perft", "3", "--json"]);
    for key in ["seconds", "nodes_per_second"] {
        let value = object.as_object_mut().and_then(|object| object.remove(key));
        assert!(value.and_then(|value| value.as_f64()).is_some_and(|value| value > 0.0), "{key}");
    }
    let expected = json!({
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "depth": 3,
        "nodes": 8902,
        "complete": true,
        "threads": 1,
        "memory_mib": 0,
        "word": Perft::default().word.id(),
        "technique": null,
        "bulk": true,
    });
    assert_eq!(object, expected);

    let counter = ["--threads", "2", "--memory", "3", "--word", "u64"];
    let object = json(&[&["perft", "3", "--json", "--divide"][..], &counter].concat());
    assert_eq!(object["word"], "u64");
    assert_eq!((&object["threads"], &object["memory_mib"]), (&json!(2), &json!(3)));
    let divide = object["divide"].as_object().expect("an object of numbers by move");
    assert_eq!(divide.len(), 20);
    assert_eq!(divide.values().filter_map(Value::as_u64).sum::<u64>(), 8902);
    assert_eq!(divide["e2e4"], 600);
}

#[test]
fn numbers_past_64_bits_have_all_their_digits() {
    let position = "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/7K w - - 0 1";
    let arguments = ["34", "--memory", "16", position];
    let expected = number(&arguments);
    let expected = expected.trim_end();
    assert!(expected.parse::<u128>().is_ok_and(|nodes| nodes > u64::MAX.into()), "{expected}");
    let arguments = [&["perft", "--json"][..], &arguments].concat();
    let object = printed(&arguments);
    assert!(object.contains(&format!("\"nodes\": {expected},")), "{object}");
}

#[test]
fn numbers_past_128_bits_are_refused() {
    let kings = ["--memory", "8", "k7/8/8/8/8/8/8/7K w - - 0 1"];
    for way in [&["255"][..], &["90", "--divide"], &["90", "--json"], &["90", "--shard", "1/2"]] {
        let arguments = [&["perft"], way, &kings].concat();
        let output = hyperbola(&arguments).assert().code(1).stdout("").get_output().stderr.clone();
        let message = String::from_utf8(output).expect("the message is UTF-8");
        assert!(message.contains("at least 2^128 - 1 move sequences"), "{way:?}: {message}");
    }
}

/// The greatest number for `--memory`, a tebibyte.
const TEBIBYTE: &str = "1048576";

#[test]
fn memory_is_asked_for_only_as_far_as_the_count_can_need_it() {
    for depth in ["0", "1", "2", "3", "4"] {
        let expected = number(&[depth]);
        assert_eq!(number(&[depth, "--memory", TEBIBYTE]), expected, "{depth}");
        printed(&["perft", depth, "--memory", TEBIBYTE, "--shard", "1/1", "--json"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_said_in_words() {
    use std::process::Command;

    use assert_cmd::cargo::cargo_bin;

    // The shell limits the program to 2 GiB of addresses.
    let limited = "ulimit -v 2097152 && exec \"$0\" perft 10 --memory 1048576";
    let output = Command::new("/bin/sh").args(["-c", limited]).arg(cargo_bin("hyperbola")).output();
    let output = output.expect("the shell runs");
    let message = String::from_utf8(output.stderr).expect("the message is UTF-8");
    assert_eq!(output.status.code(), Some(1), "{message}");
    let expected = "error: there is too little memory for --memory 1048576: the count may keep \
                    positions in 1048576 MiB, and the system does not give as much; expected a \
                    smaller --memory\n";
    assert_eq!(message, expected);
}

#[test]
fn wrong_arguments_are_refused() {
    let cases: [(&[&str], &str); 20] = [
        (&[], "<DEPTH>"),
        (&["-1"], "expected a number of half moves, 0 to 255"),
        (&["256"], "expected a number of half moves, 0 to 255"),
        (&["startpos", "3"], "expected a number of half moves, 0 to 255"),
        (
            &["3", "8/8/8/8/8/8/8/K1k5", "w", "-", "-"],
            "expected the side to move, w or b, found the end",
        ),
        (&["3", "startpos", "w", "-"], "expected the FEN as one argument, in quotes"),
        (&["3", "--statistics", "--split", "2"], "cannot be used with"),
        (&["3", "--statistics", "--output", "x"], "cannot be used with"),
        (&["3", "--threads", "257"], "257 is not in 0..=256"),
        (&["3", "--threads", "-1"], "-1 is not in 0..=256"),
        (&["3", "--memory", "1048577"], "1048577 is not in 0..=1048576"),
        (&["3", "--word", "ssse3"], "possible values: u64"),
        (&["3", "--technique", "pext"], "unexpected argument '--technique'"),
        (&["3", ""], "column 1: expected eight squares on rank 8"),
        (&["3", "startpos "], "column 1: expected a piece (PNBRQK or pnbrqk)"),
        (&["3", "8/8/8/8/8/8/8/8 w - -"], "column 1: expected one king of White, found 0"),
        (&["3", "8/8/8/8/8/8/8/8 W - -"], "column 17: expected the side to move, w or b"),
        (&["3", "8/8/8/8/8/8/8/8 W - -"], "found 'W'"),
        (&["3", "k7/8/8/8/8/8/8/K7 w - - 0 1 2"], "column 29: expected the end after"),
        (&["3", "k7/8/8/8/8/8/8/K7 w\u{1b} - -"], r"found 'w\u{1b}'"),
    ];
    for (arguments, expected) in cases {
        let message = refused(&[&["perft"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

/// Tests of interrupts, on a system that tells when the command is ready for one.
#[cfg(target_os = "linux")]
mod interrupts {
    use serde_json::Value;

    use crate::support::interrupts::interrupted;

    #[test]
    fn what_is_counted_is_printed_as_incomplete() {
        for way in [&[][..], &["--threads", "2"], &["--memory", "8"]] {
            let nodes = interrupted(&[&["14"], way].concat(), |output| {
                assert_eq!(output.status.code(), Some(130), "{way:?}");
                let message = String::from_utf8(output.stderr).expect("the message is UTF-8");
                let last = message.lines().last();
                let expected = "error: interrupted before the count was complete";
                assert_eq!(last, Some(expected), "{way:?}");
                let text = String::from_utf8(output.stdout).expect("the output is UTF-8");
                let nodes = text.strip_suffix(" (incomplete)\n").expect("the mark");
                nodes.parse().expect("a number")
            });
            assert!(nodes > 0, "{way:?}");
        }
    }

    #[test]
    fn json_says_that_it_is_incomplete() {
        let nodes = interrupted(&["14", "--json", "--divide", "--threads", "2"], |output| {
            assert_eq!(output.status.code(), Some(130));
            assert_eq!(output.stderr, b"error: interrupted before the count was complete\n");
            let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(object["complete"], false);
            let nodes = object["nodes"].as_u64().expect("a number");
            let divide = object["divide"].as_object().expect("an object");
            assert_eq!(divide.values().filter_map(Value::as_u64).sum::<u64>(), nodes);
            nodes.into()
        });
        assert!(nodes > 0);
    }
}

#[test]
fn statistics_say_what_the_last_moves_are() {
    let expected = "\
nodes              97862
captures           17102
en_passant            45
castles             3162
promotions             0
checks               993
discovered_checks      0
double_checks          0
checkmates             1
";
    assert_eq!(number(&["3", TWO, "--statistics"]), expected);
    let divide = number(&["1", TWO, "--statistics", "--divide", "--threads", "2"]);
    let lines: Vec<&str> = divide.lines().collect();
    assert_eq!(lines.len(), 50, "{divide}");
    assert!(lines[0].starts_with("move   nodes  captures  en_passant  castles  promotions  "));
    assert!(lines[1].starts_with("a1b1       1         0           0        0           0  "));
    assert!(lines[49].starts_with("total     48         8           0        2           0  "));
    // The moves' numbers add up to the whole.
    let object = json(&["perft", "2", TWO, "--statistics", "--divide", "--json"]);
    let of_moves = object["divide"].as_object().expect("an object");
    for (name, sum) in object["statistics"].as_object().expect("an object") {
        let numbers = of_moves.values().map(|kinds| kinds[name].as_u64().expect("a number"));
        assert_eq!(Some(numbers.sum()), sum.as_u64(), "{name}");
    }
}

#[test]
fn a_gpu_takes_no_option_that_its_program_lacks() {
    for other in [&["--threads", "2"][..], &["--word", "u64"], &["--statistics"]] {
        let message = refused(&[&["perft", "3", "--gpu"], other].concat());
        assert!(message.contains("cannot be used with"), "{other:?}: {message}");
    }
}
