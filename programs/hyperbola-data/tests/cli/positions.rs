//! `hyperbola positions`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use hyperbola_moves::Position;
use hyperbola_perft::census::{EnPassant, Unique};
use serde_json::{Value, json};

use crate::{folder, hyperbola, json, refused};

const TWO: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A Chess960 position, in which pawns may soon be captured en passant.
const CHESS960: &str = "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9";

/// Runs the command, which must succeed. Returns its standard output.
fn number(arguments: &[&str]) -> String {
    let assert = hyperbola(&[&["positions"], arguments].concat()).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is UTF-8")
}

/// Returns a path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

#[test]
fn numbers_are_those_of_the_library() {
    let numbers = [("0", "1\n"), ("1", "20\n"), ("3", "5362\n"), ("5", "822518\n")];
    for (depth, expected) in numbers {
        assert_eq!(number(&[depth, "--threads", "2"]), expected, "{depth}");
    }
    for fen in [TWO, CHESS960] {
        let position: Position = fen.parse().expect("a FEN");
        let counts = Unique::default().count(&position, 3).expect("there is memory");
        for by in EnPassant::ALL {
            let found = number(&["3", fen, "--en-passant", by.id(), "--seed", "7"]);
            assert_eq!(found, format!("{}\n", counts.number(by)), "{fen} {}", by.id());
        }
    }
}

#[test]
fn the_object_has_all_numbers_and_digests() {
    let mut object = json(&["positions", "4", "--json", "--en-passant", "every"]);
    for key in ["seconds", "positions_per_second"] {
        object.as_object_mut().and_then(|object| object.remove(key)).expect(key);
    }
    let legal = "c232cc79acc3fab62265695102d3fef7";
    let number = |id: &str, positions: u64, digest: &str| {
        json!({
            "en_passant": id, "positions": positions, "digest": digest
        })
    };
    let expected = json!({
        "fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "depth": 4,
        "en_passant": "every",
        "positions": 101_240,
        "numbers": [
            number("legal", 72_078, legal),
            number("pseudo-legal", 72_078, legal),
            number("every", 101_240, "2bf0abb47461109a72d97e4b71f37e23"),
        ],
        "threads": 1,
        "memory_mib": 1024,
        "classes": 1,
        "seed": 0,
    });
    assert_eq!(object, expected);
}

#[test]
fn the_list_has_each_position_once_in_order() {
    for (by, expected) in [("legal", 5362), ("pseudo-legal", 5362), ("every", 7602)] {
        let list = number(&["3", "--list", "--en-passant", by]);
        let lines: Vec<&str> = list.lines().collect();
        assert!(lines.is_sorted() && lines.windows(2).all(|two| two[0] != two[1]), "{by}");
        assert_eq!(lines.len(), expected, "{by}");
        assert!(lines.iter().all(|fen| fen.parse::<Position>().is_ok()), "{by}");
    }
    assert_eq!(number(&["0", CHESS960, "--list"]).lines().count(), 1);
    let message = refused(&["positions", "6", "--list"]);
    assert!(message.contains("more than 2000000 positions"), "{message}");
}

#[test]
fn what_does_not_fit_together_is_refused() {
    for (arguments, expected) in [
        (&["--divide"][..], "unexpected argument"),
        (&["--shard", "1/2"], "expected --scratch with a folder"),
        (&["--shard", "1/2", "--list"], "cannot be used with"),
        (&["--shard", "1/2", "--split", "1"], "unexpected argument"),
        (&["--list", "--json"], "cannot be used with"),
        (&["--list", "--threads", "2"], "cannot be used with"),
        (&["--list", "--memory", "0"], "cannot be used with"),
        (&["--en-passant", "never"], "[possible values: legal, pseudo-legal, every]"),
        (&["--seed", "-1"], "invalid digit"),
    ] {
        let message = refused(&[&["positions", "3"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let little = hyperbola(&["positions", "6", "--memory", "1"]).assert().code(1);
    let message = String::from_utf8_lossy(&little.get_output().stderr).into_owned();
    assert!(message.contains("expected a larger --memory"), "{message}");
}

#[test]
fn a_state_is_of_one_count() {
    let folder = folder("unique-one");
    let scratch = ["--scratch", text(&folder)];
    assert_eq!(number(&[&["5"], &scratch[..]].concat()), "822518\n");
    // The second time nothing is counted, so that more memory makes no difference.
    assert_eq!(number(&[&["5", "--memory", "2048"], &scratch[..]].concat()), "822518\n");
    for other in [&["4"][..], &["5", TWO], &["5", "--seed", "1"]] {
        let message = refused(&[&["positions"], other, &scratch].concat());
        assert!(message.contains("is of another count"), "{other:?}: {message}");
    }
    // Not even the positions to keep would fit, but they are not made.
    let other = ["positions", "7", "--memory", "1"];
    let message = refused(&[&other[..], &scratch].concat());
    assert!(message.contains("is of another count"), "{message}");
    // The rate is that of what is counted, and all classes were.
    let object = json(&[&["positions", "5", "--json"], &scratch[..]].concat());
    assert_eq!(
        (&object["positions"], &object["positions_per_second"]),
        (&json!(822_518), &json!(0.0))
    );
    let lock = File::create(folder.join("unique.lock")).expect("the file can be made");
    lock.lock().expect("files can be locked");
    let message = refused(&[&["positions", "5"], &scratch[..]].concat());
    assert!(message.contains("another command is writing into"), "{message}");
}

#[test]
fn a_state_of_an_earlier_version_is_refused_in_words() {
    let folder = folder("unique-earlier");
    // Its first line, and one of a class.
    let earlier = r#"{"form":1,"version":"0.1.0","fen":"f","depth":5,"seed":0,"classes":1,"check":"0"}
{"class":0,"counts":null,"check":"0"}
"#;
    fs::write(folder.join("unique.state"), earlier).expect("it can be written");
    for line in [
        &["positions", "5", "--scratch", text(&folder)][..],
        &["positions", "merge", text(&folder)],
    ] {
        let message = refused(line);
        assert!(message.contains("found none, or one of an earlier version"), "{message}");
    }
}

#[test]
fn a_damaged_state_is_an_error_that_says_what_to_do() {
    let folder = folder("unique-damaged");
    let count = ["positions", "4", "--scratch", text(&folder)];
    hyperbola(&count).assert().success().stdout("72078\n");
    let file = folder.join("unique.state");
    let state = fs::read(&file).expect("the file can be read");
    let check = |damaged: &[u8], place: &str| {
        fs::write(&file, damaged).expect("the file can be written");
        let message = refused(&count);
        assert!(message.contains("remove the file"), "{place}: {message}");
    };
    for bit in (0..8 * state.len()).step_by(37) {
        let mut damaged = state.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        check(&damaged, &format!("bit {bit}"));
    }
    for length in (0..state.len()).step_by(31).chain([state.len() - 1]) {
        check(&state[..length], &format!("{length} bytes"));
    }
    check(&[&state[..], &state[state.len() / 2..]].concat(), "a line twice");
    // The state of another count, with its own digests.
    let other = self::folder("unique-undamaged");
    number(&["4", TWO, "--scratch", text(&other)]);
    fs::copy(other.join("unique.state"), &file).expect("the file can be written");
    let message = refused(&count);
    assert!(message.contains("is of another count"), "{message}");
    fs::remove_file(&file).expect("it is there");
    hyperbola(&count).assert().success().stdout("72078\n");
}

/// Counts shards of a small count into folders, and returns these.
fn shards(name: &str, arguments: &[&str], shards: &[&str]) -> Vec<PathBuf> {
    let count = |shard: &&str| {
        let folder = folder(&format!("unique-{name}-{}", shard.replace('/', "-")));
        number(&[&["5", "--shard", shard, "--scratch", text(&folder)], arguments].concat());
        folder
    };
    shards.iter().map(count).collect()
}

/// Arguments that divide the count of [`shards`] into several classes.
const CLASSES: [&str; 2] = ["--memory", "1"];

#[test]
fn shards_have_their_classes_and_add_up() {
    let folders = shards("sum", &CLASSES, &["1/3", "2/3", "3/3"]);
    let files: Vec<PathBuf> = folders.iter().map(|folder| folder.join("unique.state")).collect();
    let whole = json(&[&["positions", "5", "--json"][..], &CLASSES].concat());
    for paths in [&folders, &files] {
        let merge: Vec<&str> =
            ["positions", "merge"].into_iter().chain(paths.iter().map(|path| text(path))).collect();
        hyperbola(&merge)
            .assert()
            .success()
            .stdout("legal 822518\npseudo-legal 822518\nevery 1244414\n");
        let merged = json(&[&merge[..], &["--json"]].concat());
        for key in ["fen", "depth", "numbers", "classes", "seed"] {
            assert_eq!(merged[key], whole[key], "{key}");
        }
    }
    // A shard goes on like any other count, and says its own number.
    let again = ["positions", "5", "--json", "--shard", "2/3", "--scratch"];
    let again = json(&[&again[..], &[text(&folders[1])], &CLASSES].concat());
    assert_eq!((&again["shard"], &again["positions_per_second"]), (&json!("2/3"), &json!(0.0)));
    let part = again["positions"].as_u64().expect("a number");
    assert!((1..822_518 / 2).contains(&part), "{part}");
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let merge = |paths: &[&Path]| {
        let paths: Vec<&str> = paths.iter().map(|path| text(path)).collect();
        refused(&[&["positions", "merge"], &paths[..]].concat())
    };
    let folders = shards("refused", &CLASSES, &["1/2"]);
    let other = shards("refused-seed", &[&CLASSES[..], &["--seed", "3"]].concat(), &["2/2"]);
    let message = merge(&[&folders[0], &other[0]]);
    assert!(message.contains("is of another count") && message.contains("seed 3"), "{message}");
    let message = merge(&[&folders[0], &folders[0]]);
    assert!(message.contains("that are not counted: 4 of 8, 1, 3, 5, 7"), "{message}");
    let message = refused(&["positions", "merge", "no-such.state"]);
    assert!(message.contains("no-such.state: there is no such file"), "{message}");
    let file = folders[0].join("unique.state");
    let state = fs::read_to_string(&file).expect("the file can be read");
    fs::write(&file, state.replacen('4', "5", 1)).expect("the file can be written");
    let message = merge(&[&folders[0]]);
    assert!(message.contains("count this shard again"), "{message}");
    let folder = folder("unique-many-shards");
    let many = ["positions", "3", "--shard", "2/2", "--scratch", text(&folder)];
    let message = refused(&many);
    assert!(message.contains("at most as many shards as classes, 1, found 2"), "{message}");
}

/// Interrupts and full disks, on systems with the usual signals.
#[cfg(target_os = "linux")]
mod ends {
    use core::time::Duration;
    use std::process::{Command, Stdio};
    use std::thread;

    use super::*;
    use crate::support::interrupts::interrupt;

    /// A count in some classes.
    const COUNT: [&str; 4] = ["positions", "6", "--memory", "16"];

    fn command(folder: &Path) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("hyperbola-data"));
        command.args(COUNT).args(["--scratch", text(folder)]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Begins a count, and kills it when it has counted a class.
    fn kill_after_a_class(folder: &Path) {
        let mut child = command(folder).spawn().expect("the command runs");
        while classes(folder).1 == 0 {
            thread::sleep(Duration::from_millis(5));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
    }

    /// Returns the number of classes that a state has, and how many of them are counted.
    fn classes(folder: &Path) -> (usize, usize) {
        let Ok(text) = fs::read(folder.join("unique.state")) else { return (0, 0) };
        let journal: Value = serde_json::from_slice(&text).expect("it is JSON at all times");
        let classes = journal["state"]["counts"].as_array().expect("a list");
        (classes.len(), classes.iter().filter(|counts| !counts.is_null()).count())
    }

    #[test]
    fn a_count_goes_on_after_it_was_killed_at_any_moment() {
        let folder = folder("unique-killed");
        kill_after_a_class(&folder);
        let (_, mut counted) = classes(&folder);
        assert!(counted > 0);
        for milliseconds in [3, 40, 300, 500, 700, 900, 800, 600] {
            let mut child = command(&folder).spawn().expect("the command runs");
            thread::sleep(Duration::from_millis(milliseconds));
            child.kill().expect("it can be killed");
            let output = child.wait_with_output().expect("it has ended");
            if output.status.success() {
                assert_eq!(output.stdout, b"9417681\n");
            }
            let (_, now) = classes(&folder);
            assert!(now >= counted, "{now} after {counted}");
            counted = now;
        }
        let output = command(&folder).output().expect("the command runs");
        assert_eq!(output.stdout, b"9417681\n", "{}", String::from_utf8_lossy(&output.stderr));
        let (all, counted) = classes(&folder);
        assert!(all > 1 && counted == all, "{counted} of {all}");
    }

    #[test]
    fn an_interrupt_keeps_the_classes_that_are_counted() {
        let folder = folder("unique-interrupted");
        let child = command(&folder).spawn().expect("the command runs");
        interrupt(&child, 300);
        let output = child.wait_with_output().expect("it has ended");
        let message = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            assert_eq!(output.status.code(), Some(130), "{message}");
            assert!(message.contains("the same command goes on"), "{message}");
        }
        let output = command(&folder).output().expect("the command runs");
        assert_eq!(output.stdout, b"9417681\n");
    }

    /// The shell limits the program to 4 GiB of addresses, which the threads' tables would take.
    #[test]
    fn memory_that_the_system_does_not_give_is_an_error_in_words() {
        let limited = "ulimit -v 4194304 && exec \"$0\" positions 6 --memory 65536 --threads 64";
        let mut shell = Command::new("sh");
        shell.args(["-c", limited]).arg(assert_cmd::cargo::cargo_bin!("hyperbola-data"));
        let output = shell.output().expect("the shell runs");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("too little memory for --memory 65536"), "{message}");
    }

    /// A file that may not grow is as a full disk.
    #[test]
    fn a_full_disk_is_known_before_the_count_and_loses_nothing() {
        let folder = folder("unique-full");
        let full = |memory| {
            let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
            let mut limited = Command::new("sh");
            limited.args(["-c", script]).arg(assert_cmd::cargo::cargo_bin!("hyperbola-data"));
            limited.args(["positions", "6", "--memory", memory]);
            limited.args(["--scratch", text(&folder)]);
            let output = limited.output().expect("the command runs");
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{message}");
            assert!(output.stdout.is_empty() && message.contains("cannot write"), "{message}");
            assert!(message.contains("the same command goes on from there"), "{message}");
        };
        full("16");
        assert_eq!(classes(&folder), (0, 0));
        // Some classes are counted, and then the disk is full. This shows first of all, so that it
        // makes no difference that the positions to keep would not fit.
        kill_after_a_class(&folder);
        let before = fs::read(folder.join("unique.state")).expect("the file can be read");
        full("1");
        assert_eq!(fs::read(folder.join("unique.state")).expect("it is there"), before);
        let output = command(&folder).output().expect("the command runs");
        assert_eq!(output.stdout, b"9417681\n");
    }
}
