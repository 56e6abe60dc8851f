//! `hyperbola-study perft`.

use hyperbola::Technique;
use serde_json::{Value, json};

use crate::{hyperbola, json, refused};

const TWO: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns what the command prints.
fn printed(arguments: &[&str]) -> String {
    let assert = hyperbola(&[&["perft"], arguments].concat()).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is UTF-8")
}

#[test]
fn every_way_to_count_gives_one_number() {
    for way in [
        &[][..],
        &["--technique", "obstruction-difference"],
        &["--technique", "hyperbola-quintessence", "--threads", "2"],
        &["--no-bulk"],
        &["--technique", "pext", "--no-bulk", "--threads", "2"],
    ] {
        for (depth, expected) in [("0", "1\n"), ("1", "48\n"), ("4", "4085603\n")] {
            assert_eq!(printed(&[&[depth, TWO], way].concat()), expected, "{way:?}");
        }
    }
    // This is deep enough for parts after a move.
    let three = ["5", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
    assert_eq!(printed(&[&three[..], &["--threads", "2"]].concat()), "674624\n");
    // This is deep enough for parts after some moves, and for tests in between whether to stop.
    let kings = ["9", "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/7K w - - 0 1"];
    assert_eq!(printed(&[&kings[..], &["--no-bulk"]].concat()), printed(&kings));
}

#[test]
fn every_technique_counts() {
    for technique in Technique::ALL {
        let count = printed(&["3", TWO, "--technique", technique.id()]);
        assert_eq!(count, "97862\n", "{technique}");
    }
}

#[test]
fn numbers_are_divided_by_first_moves() {
    let text = printed(&["3", "--divide", TWO, "--technique", "ray-walk"]);
    assert!(text.ends_with("\n\n97862\n") && text.contains("\ne1g1 2059\n"), "{text}");
    assert_eq!(text.lines().count(), 48 + 2);
    let castles = printed(&["1", "--divide", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "--no-bulk"]);
    for castling in ["f1h1 1\n", "f1b1 1\n", "f1g1 1\n"] {
        assert!(castles.contains(castling), "{castles}");
    }
}

#[test]
fn json_names_the_technique() {
    let plain = json(&["perft", "2", "--json", "--no-bulk", "--technique", "pext"]);
    assert_eq!((&plain["technique"], &plain["bulk"]), (&json!("pext"), &json!(false)));
    assert_eq!((&plain["word"], &plain["nodes"]), (&Value::Null, &json!(400)));
    let plain = json(&["perft", "2", "--json", "--no-bulk"]);
    assert_eq!(plain["technique"], hyperbola::DEFAULT.id());
}

#[test]
fn shares_add_up_to_the_count() {
    // Many of these positions are reached in several ways.
    for way in [&["--technique", "pext", "--threads", "2"][..], &["--no-bulk"], &["--split", "3"]] {
        let nodes = ["1/2", "2/2"].map(|shard| {
            let share = json(&[&["perft", "4", "--shard", shard, "--json"], way].concat());
            share["nodes"].as_u64().expect("a number")
        });
        assert_eq!(nodes.iter().sum::<u64>(), 197_281, "{way:?}");
    }
    // As the counter of `hyperbola perft` counts.
    assert_eq!(printed(&["5", "--shard", "3/64"]), "71632\n");
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, expected) in [
        (&["3", "--technique", "no-such-technique"][..], "invalid value 'no-such-technique'"),
        (&["3", "--word", "u64"], "unexpected argument '--word'"),
        (&["3", "--memory", "8"], "unexpected argument '--memory'"),
        (&["3", "--statistics"], "unexpected argument '--statistics'"),
        (&["256"], "expected a number of half moves, 0 to 255"),
    ] {
        let message = refused(&[&["perft"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

/// Tests of interrupts, on a system that tells when the command is ready for one.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_count_is_marked_as_incomplete() {
    use crate::support::interrupts::interrupted;

    for way in [&["--no-bulk"][..], &["--threads", "2"], &["--shard", "1/1", "--split", "0"]] {
        let nodes = interrupted(&[&["14", "--json"], way].concat(), |output| {
            assert_eq!(output.status.code(), Some(130), "{way:?}");
            assert_eq!(output.stderr, b"error: interrupted before the count was complete\n");
            let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!(object["complete"], false);
            object["nodes"].as_u64().expect("a number").into()
        });
        assert!(nodes > 0, "{way:?}");
    }
}
