//! Parts, entries without duplicates and in random order.

use core::time::Duration;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

use super::sample;
use crate::features::text;
use crate::{folder, hyperbola, json, left_out, refused};

/// Runs the command, and returns its summary.
fn summary(arguments: &[&str]) -> Value {
    let overwrite = if arguments.contains(&"--check") { &[][..] } else { &["--overwrite"] };
    json(&[&["convert", "--json"], overwrite, arguments].concat())
}

/// Returns the lines of a file.
fn lines(path: &Path) -> Vec<String> {
    fs::read_to_string(path).expect("it is text").lines().map(str::to_owned).collect()
}

/// Returns the lines of which each is the first with its position, by the words of its FEN.
fn first_of_each(lines: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    let is_new = |line: &&String| {
        let words: Vec<&str> = line.split(' ').take(4).collect();
        seen.insert(words.join(" "))
    };
    lines.iter().filter(is_new).cloned().collect()
}

/// Returns lines in an order of their own.
fn sorted(lines: &[String]) -> Vec<String> {
    let mut lines = lines.to_vec();
    lines.sort_unstable();
    lines
}

#[test]
fn duplicates_are_left_out_and_the_order_is_random_in_one_go() {
    let folder = folder("convert_arranged");
    let file = |name: &str| folder.join(name);
    let input = file("input.txt");
    let samples = [sample("multichunk.binpack"), sample("std.txt"), sample("multichunk.binpack")];
    let names = samples.each_ref().map(|path| text(path));
    summary(&[&names[..], &[text(&input)]].concat());
    let all = lines(&input);
    let expected = first_of_each(&all);
    let duplicates = all.len() - expected.len();
    assert!(duplicates >= 2070, "{duplicates}");
    let (unique, shuffled) = (file("unique.txt"), file("shuffled.txt"));
    let result = summary(&[text(&input), text(&unique), "--unique"]);
    assert_eq!(lines(&unique), expected);
    assert_eq!(result["duplicates"], duplicates);
    assert_eq!(result["written"], expected.len());
    assert_eq!((&result["seed"], &result["scratch_bytes"]), (&json!(null), &json!(0)));
    let result = summary(&["--check", text(&input), "--unique"]);
    assert_eq!((&result["duplicates"], &result["written"]), (&json!(duplicates), &json!(null)));
    let mut orders = BTreeSet::new();
    for (more, expected) in [(&[][..], &all), (&["--unique"], &expected)] {
        for seed in ["0", "1"] {
            let arguments = [text(&input), text(&shuffled), "--shuffle", "--seed", seed];
            let result = summary(&[&arguments[..], more].concat());
            let order = lines(&shuffled);
            assert_ne!(order, *expected);
            assert_eq!(sorted(&order), sorted(expected));
            assert_eq!(result["seed"].to_string(), seed);
            assert_eq!(result["duplicates"].is_null(), more.is_empty());
            orders.insert(order);
        }
    }
    assert_eq!(orders.len(), 4);
    // What is missing is written as without.
    let evals = sample("evals.jsonl");
    for more in [&["--shuffle"][..], &[]] {
        let arguments = [text(&evals), text(&shuffled), "--missing-result", "1/2-1/2"];
        assert_eq!(summary(&[&arguments[..], more].concat())["written"], 40);
        assert!(lines(&shuffled).iter().all(|line| line.ends_with(" | 0.5")));
    }
    // Filters come first.
    let result = summary(&["--check", text(&input), "--unique", "--max-ply", "9"]);
    let left = |name: &str| result[name].as_u64().expect("a number");
    assert!(left("filtered") > 0 && left("duplicates") < duplicates as u64);
    let assert = hyperbola(&["convert", "--check", text(&input), "--unique"]).assert().success();
    let printed = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
    let expected = format!(
        "duplicates left out: {}\nleft out:\n  {duplicates} entries: the position was there before\n",
        grouped(duplicates)
    );
    assert!(printed.ends_with(&expected), "{printed}");
}

/// Returns a number below a million as people read it.
fn grouped(number: usize) -> String {
    format!("{},{:03}", number / 1000, number % 1000)
}

/// Makes a file of many entries, more than fit into the least memory, with many duplicates.
fn large(folder: &Path, format: &str) -> std::path::PathBuf {
    let file = folder.join(format!("large.{format}"));
    let sample = sample("multichunk.binpack");
    let mut arguments = vec![text(&sample); 150];
    arguments.push(text(&file));
    assert_eq!(summary(&arguments)["written"], 150 * 2070);
    file
}

#[test]
fn the_order_does_not_depend_on_the_memory() {
    let folder = folder("convert_memory");
    let input = large(&folder, "bin");
    let output = folder.join("shuffled.bin");
    let mut orders = Vec::new();
    for memory in ["16", "1024"] {
        let arguments = [text(&input), text(&output), "--shuffle", "--memory", memory];
        let result = summary(&arguments);
        // 58 bytes an entry and 8 bytes for each 1,024 entries, where they do not fit into memory.
        let bytes = result["scratch_bytes"].as_u64().expect("a number");
        let expected = if memory == "16" { 310_500 * 58 } else { 0 };
        assert!((expected..=expected + 8 * 400).contains(&bytes), "{bytes}");
        orders.push(fs::read(&output).expect("it is there"));
    }
    assert!(orders[0] == orders[1]);
    let result = summary(&[text(&input), text(&output), "--unique", "--memory", "16"]);
    let written = result["written"].as_u64().expect("a number");
    assert!(written <= 2070, "{written}");
    assert!(result["scratch_bytes"].as_u64() > Some(0));
    let once = folder.join("once.bin");
    summary(&[text(&sample("multichunk.binpack")), text(&once), "--unique"]);
    assert!(fs::read(&once).ok() == fs::read(&output).ok());
    let names: Vec<_> = fs::read_dir(&folder).expect("it is there").collect();
    assert_eq!(names.len(), 3, "nothing else is left");
}

#[test]
fn parts_are_disjoint_and_complete() {
    let folder = folder("convert_parts");
    let output = folder.join("part.plain");
    let part = |name: &str, shares: &str, by: &str, more: &[&str]| {
        let input = sample(name);
        let arguments = [text(&input), text(&output), "--part", shares, "--part-by", by];
        let result = summary(&[&arguments[..], more].concat());
        let (read, filtered) = (result["read"].as_u64(), result["filtered"].as_u64());
        let written = result["written"].as_u64();
        assert_eq!(read, Some(filtered.expect("a number") + written.expect("a number")));
        let text = fs::read_to_string(&output).expect("it is text");
        text.split_inclusive("e\n").map(str::to_owned).collect::<Vec<String>>()
    };
    for (name, by) in [
        ("multichunk.binpack", "position"),
        ("multichunk.binpack", "game"),
        ("dfrc.viri", "game"),
        ("games_eval.pgn", "game"),
        ("std.txt", "position"),
    ] {
        let all = sorted(&part(name, "0/1", by, &[]));
        let parts = [part(name, "0-69/100", by, &[]), part(name, "70-99/100", by, &[])];
        assert!(parts.iter().all(|part| !part.is_empty()), "{name} by {by}");
        assert!(parts[0].iter().all(|entry| !parts[1].contains(entry)), "{name} by {by}");
        assert_eq!(sorted(&parts.concat()), all, "{name} by {by}");
        // The part of an entry does not depend on the filters.
        let early = part(name, "0-69/100", by, &["--max-ply", "30"]);
        assert!(early.iter().all(|entry| parts[0].contains(entry)), "{name} by {by}");
    }
    let input = sample("std.bullet");
    let message =
        refused(&["convert", "--check", text(&input), "--part", "1/2", "--part-by", "game"]);
    let expected = "--part-by game: expected binpack, viriformat or pgn, found bullet";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let folder = folder("convert_arranged_refused");
    let (input, missing) = (sample("edge.binpack"), folder.join("missing"));
    let input = text(&input);
    for (arguments, expected) in [
        (&["--seed", "1"][..], "--shuffle"),
        (&["--memory", "64"], "--unique"),
        (&["--scratch", "."], "--unique"),
        (&["--check", "--shuffle"], "--check"),
        (&["--unique", "--memory", "15"], "15 is not in 16..=1048576"),
        (&["--part", "2/2"], "expected shares as 0-89/100 or 7/10"),
        (&["--part-by", "game"], "--part"),
        (&["--unique", "--scratch", text(&missing)], "--scratch: expected a folder, found "),
    ] {
        let files = [input, "out.plain"];
        let message = refused(&[&["convert"], arguments, &files].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    // An entry that the output cannot hold is named by its position.
    let viri = sample("dfrc.viri");
    let output = folder.join("o.binpack");
    let shuffle = ["convert", text(&viri), text(&output), "--shuffle"];
    let message = refused(&[&shuffle[..], &["--bad-rows", "error"]].concat());
    assert!(message.starts_with("error: expected castling rights"), "{message}");
    assert!(!output.exists());
    let message = left_out(&shuffle, 615);
    assert_eq!(message.lines().count(), 6, "{message}");
    assert!(
        message.lines().take(5).all(|line| line.starts_with("expected castling rights")),
        "{message}"
    );
    assert!(output.exists());
}

/// Ends of the command that leave a scratch file behind, on a system that shows open files.
#[cfg(target_os = "linux")]
mod ends {
    use std::io::Write;
    use std::os::unix::fs::FileExt;
    use std::path::PathBuf;
    use std::time::Instant;

    use super::*;
    use crate::support::interrupts::{SIGNALS, interrupt_by};

    /// Starts to shuffle standard input with little memory, in a scratch folder if one is given.
    fn start(scratch: Option<&Path>, output: &Path) -> Child {
        let mut command = Command::new(cargo_bin("hyperbola-data"));
        command.args(["convert", "-", text(output), "--from", "bin", "--shuffle", "--overwrite"]);
        command.args(["--memory", "16"]);
        if let Some(scratch) = scratch {
            command.args(["--scratch", text(scratch)]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the command starts")
    }

    /// Feeds a run until its scratch file has some bytes. Returns a way to the file.
    fn feed(child: &mut Child, scratch: &Path, bytes: &[u8]) -> PathBuf {
        child.stdin.as_mut().expect("a pipe").write_all(bytes).expect("it is read");
        let begin = Instant::now();
        loop {
            if let Some(file) = scratch_file(child, scratch) {
                return file;
            }
            assert!(begin.elapsed() < Duration::from_secs(120), "there is no scratch file");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns a way to the scratch file of a process if it holds a run.
    fn scratch_file(child: &Child, scratch: &Path) -> Option<PathBuf> {
        let files = fs::read_dir(format!("/proc/{}/fd", child.id())).expect("it runs");
        let mut files = files.map(|file| file.expect("a file").path());
        let scratch = scratch.canonicalize().expect("it is there");
        files.find(|file| {
            let target = fs::read_link(file).unwrap_or_default();
            let length = fs::metadata(file).map_or(0, |metadata| metadata.len());
            // A run of 216,947 entries.
            target.starts_with(&scratch) && length > 12_500_000
        })
    }

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).expect("it is there").count()
    }

    #[test]
    fn a_changed_bit_in_the_scratch_file_is_an_error() {
        let folder = folder("convert_flipped");
        let bytes = fs::read(large(&folder, "bin")).expect("it is there");
        let (scratch, output) = (folder.join("scratch"), folder.join("out.bin"));
        fs::create_dir(&scratch).expect("it is new");
        for damage in [Some(0), Some(7_654_321), Some(12_000_000), None] {
            let mut child = start(Some(&scratch), &output);
            let file = feed(&mut child, &scratch, &bytes);
            assert_eq!(names(&scratch), 0, "the file has no name");
            if let Some(byte) = damage {
                let file = fs::OpenOptions::new().read(true).write(true).open(&file);
                let file = file.expect("it is open");
                let mut bit = [0];
                file.read_exact_at(&mut bit, byte).expect("it is there");
                file.write_all_at(&[bit[0] ^ 1], byte).expect("it can be written");
            }
            drop(child.stdin.take());
            let ended = child.wait_with_output().expect("it ends");
            let message = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(ended.status.code(), Some(i32::from(damage.is_some())), "{message}");
            assert_eq!(output.exists(), damage.is_none());
            if damage.is_some() {
                let expected =
                    "error: the scratch file is not what was written, in the block at byte";
                assert!(message.starts_with(expected), "{message}");
                assert!(message.contains("; --scratch names another"), "{message}");
            }
        }
    }

    #[test]
    fn nothing_is_left_of_a_run_that_is_killed_or_interrupted() {
        let folder = folder("convert_killed");
        let bytes = fs::read(large(&folder, "bin")).expect("it is there");
        let (scratch, output) = (folder.join("scratch"), folder.join("out.bin"));
        fs::create_dir(&scratch).expect("it is new");
        for signal in SIGNALS {
            let mut child = start(Some(&scratch), &output);
            feed(&mut child, &scratch, &bytes);
            interrupt_by(&child, signal, 0);
            let ended = child.wait_with_output().expect("it ends");
            assert_eq!(ended.status.code(), Some(130), "{ended:?}");
            assert_eq!((names(&scratch), names(&folder)), (0, 2));
        }
        // Without a folder for it, the file is in that of the output.
        let mut child = start(None, &output);
        feed(&mut child, &folder, &bytes);
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        // The input, the empty folder and the file that would have become the output.
        assert_eq!((names(&scratch), names(&folder)), (0, 3));
        assert!(!output.exists());
    }

    /// A file that may not grow is as a full disk.
    #[test]
    fn a_full_disk_and_too_little_memory_are_errors_in_words() {
        let folder = folder("convert_full");
        let (input, output) = (large(&folder, "bin"), folder.join("out.bin"));
        for (limit, memory, expected) in [
            ("-f 9000", "16", "error: cannot write the scratch file: File too large"),
            ("-v 2097152", "4096", "; expected a smaller --memory"),
        ] {
            let script = format!("trap '' XFSZ; ulimit {limit}; exec \"$0\" \"$@\"");
            let mut limited = Command::new("sh");
            limited.args(["-c", &script]).arg(cargo_bin("hyperbola-data"));
            limited.args(["convert", text(&input), text(&output), "--shuffle", "--memory", memory]);
            let ended = limited.output().expect("the command runs");
            let message = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(ended.status.code(), Some(1), "{message}");
            assert!(message.contains(expected), "{message}");
            assert_eq!(names(&folder), 1);
        }
    }

    /// Runs on a small file system of its own, if the system lets users make one.
    #[test]
    fn a_disk_that_is_or_will_be_too_small_is_an_error_with_advice() {
        let folder = folder("convert_small_disk");
        let (input, output) = (large(&folder, "bin"), folder.join("out.bin"));
        let scratch = folder.join("scratch");
        fs::create_dir(&scratch).expect("it is new");
        let on_disk = |mebibytes: &str, command: &[&str]| {
            let script = "mount -t tmpfs -o size=$1m none \"$2\" && shift 2 && exec \"$@\"";
            let mut shell = Command::new("unshare");
            shell.args(["-rm", "sh", "-c", script, "sh", mebibytes, text(&scratch)]).args(command);
            shell.output()
        };
        if !on_disk("1", &["true"]).is_ok_and(|output| output.status.success()) {
            println!("skipped: no file system can be mounted here");
            return;
        }
        let program = cargo_bin("hyperbola-data");
        let arguments =
            [&[text(&program), "convert"][..], &[text(&input); 4], &[text(&output), "--shuffle"]];
        let arguments =
            [&arguments.concat()[..], &["--memory", "16", "--scratch", text(&scratch)]].concat();
        for (mebibytes, expected) in [
            ("8", "cannot write the scratch file: No space left on device"),
            ("30", " free, and the rest of the inputs needs about "),
        ] {
            let ended = on_disk(mebibytes, &arguments).expect("it runs");
            let message = String::from_utf8_lossy(&ended.stderr);
            assert_eq!(ended.status.code(), Some(1), "{message}");
            assert!(message.contains(expected), "{message}");
            assert!(message.contains("; --scratch names another") || mebibytes == "8", "{message}");
            assert!(!output.exists());
        }
        assert!(on_disk("100", &arguments).is_ok_and(|ended| ended.status.success()));
    }

    #[test]
    fn memory_stays_within_its_bound() {
        let folder = folder("convert_bound");
        let (input, output) = (large(&folder, "bin"), folder.join("out.bin"));
        let peak = |more: &[&str]| {
            let mut command = Command::new(cargo_bin("hyperbola-data"));
            command
                .args(["convert", "--overwrite", "--threads", "1"])
                .args([text(&input); 4])
                .arg(&output)
                .args(more);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("the command starts");
            let mut peak = 0;
            while child.try_wait().expect("it can be looked at").is_none() {
                let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
                let status = status.unwrap_or_default();
                let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
                let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
                peak = number.unwrap_or(peak);
                thread::sleep(Duration::from_millis(2));
            }
            peak
        };
        let plain: u64 = peak(&[]);
        for more in [&["--shuffle"][..], &["--unique"], &["--unique", "--shuffle"]] {
            let found = peak(&[more, &["--memory", "16"]].concat());
            // The entries take 69 MiB.
            let bound = plain + (16 << 10) + (1 << 10);
            assert!((plain + (9 << 10)..bound).contains(&found), "{found} KiB beside {plain} KiB");
        }
    }
}
