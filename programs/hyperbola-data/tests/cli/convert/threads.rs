//! Inputs of many sections, read on several threads.

use std::fs;

use super::sample;
use crate::features::text;
use crate::{folder, hyperbola};

/// Inputs of several sections, some of them damaged, and one that is a section as a whole.
const INPUTS: [(&str, usize); 7] = [
    ("multichunk.binpack", 300),
    ("edge.plain", 150),
    ("edge.bin", 200),
    ("std.marlin", 400),
    ("std.txt", 300),
    ("results.epd", 500),
    ("dfrc.viri", 20),
];

#[test]
fn any_number_of_threads_writes_the_same() {
    let folder = folder("convert_threads");
    let mut damaged = Vec::new();
    for (name, times) in INPUTS {
        let mut bytes = fs::read(sample(name)).expect("it is there").repeat(times);
        for place in [bytes.len() / 3, bytes.len() / 2, bytes.len() - 7] {
            bytes[place..place + 3].copy_from_slice(b"\xffx\xfe");
        }
        let path = folder.join(name);
        fs::write(&path, bytes).expect("it is written");
        damaged.push(path);
    }
    let inputs: Vec<&str> = damaged.iter().map(|path| text(path)).collect();
    for (options, name) in [
        (&[][..], "all.bullet"),
        (&["--without-checks", "--max-ply", "60", "--part", "0-6/10"], "all.plain"),
        (&["--part", "1/3", "--every", "3"], "all.binpack"),
        (&["--min-pieces", "5"], "all.viri"),
        (&["--scored", "--unique", "--shuffle", "--memory", "16"], "all.bin"),
        (&["--report"], "all.txt"),
    ] {
        let written = |threads: &str| {
            let output = folder.join(name);
            let page = folder.join(format!("{name}.html"));
            let report = if options == ["--report"] { &[text(&page)][..] } else { &[] };
            let more = ["--bad-rows", "skip", "--missing-score", "1", "--missing-result", "0-1"];
            let last = ["--overwrite", "--threads", threads];
            let arguments =
                [&["convert"], &inputs[..], &[text(&output)], options, report, &more, &last]
                    .concat();
            let assert = hyperbola(&arguments).assert().success();
            let printed = assert.get_output();
            let messages = String::from_utf8_lossy(&printed.stderr).into_owned();
            let named = messages.lines().filter(|line| !line.ends_with(" entries/s"));
            let named: Vec<String> = named.map(str::to_owned).collect();
            assert!(named.len() >= 6, "{messages}");
            (fs::read(&output).ok(), fs::read(&page).ok(), printed.stdout.clone(), named)
        };
        let one = written("1");
        assert!(one.0.as_ref().is_some_and(|bytes| bytes.len() > 10_000));
        assert!(written("3") == one, "{options:?}");
    }
}

#[test]
fn parts_by_game_and_mistakes_are_the_same_on_threads() {
    let folder = folder("convert_threads_games");
    let bytes = fs::read(sample("multichunk.binpack")).expect("it is there").repeat(700);
    let (good, bad) = (folder.join("good.binpack"), folder.join("bad.binpack"));
    fs::write(&good, &bytes).expect("it is written");
    let mut changed = bytes;
    let place = changed.len() / 4 * 3;
    changed[place..place + 64].fill(0xff);
    fs::write(&bad, changed).expect("it is written");
    let mut outputs = Vec::new();
    let mut messages = Vec::new();
    for threads in ["1", "3"] {
        let output = folder.join(format!("{threads}.plain"));
        let part = ["--part", "0-1/3", "--part-by", "game", "--threads", threads];
        hyperbola(&[&["convert", text(&good), text(&output)], &part[..]].concat())
            .assert()
            .success();
        outputs.push(fs::read(&output).expect("it is written"));
        let output = folder.join(format!("bad.{threads}.plain"));
        let error = ["--bad-rows", "error", "--threads", threads];
        let arguments = [&["convert", text(&bad), text(&output)], &error[..]].concat();
        let assert = hyperbola(&arguments).assert().code(2);
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        // How much is kept depends on the time.
        let error = message.split_once("error: ").expect("an error").1;
        messages.push(error.to_owned());
        assert!(!output.exists());
    }
    assert!(outputs[0] == outputs[1] && outputs[0].len() > 1_000_000);
    assert_eq!(messages[0], messages[1]);
    // The chunk has its number in the file, though it is read by itself.
    let place = messages[0].split(": chunk ").nth(1).and_then(|rest| rest.split(',').next());
    let number: u64 = place.and_then(|number| number.parse().ok()).expect("a number");
    assert!((1500..1700).contains(&number), "{}", messages[0]);
}
