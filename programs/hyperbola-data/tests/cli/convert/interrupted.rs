//! Conversions that are stopped, and go on.

use core::time::Duration;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Instant;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use super::sample;
use crate::features::{names, text};
use crate::support::interrupts;
use crate::{folder, hyperbola, refused};

/// Returns the folder of an unfinished run.
fn partial(output: &Path) -> PathBuf {
    output.with_added_extension("partial")
}

/// Returns the journal of an unfinished run that has saved something.
fn journal(output: &Path) -> Option<Value> {
    let text = fs::read(partial(output).join("journal.json")).ok()?;
    Some(serde_json::from_slice(&text).expect("the journal is JSON at all times"))
}

/// Returns how many entries an unfinished run has saved.
fn saved(output: &Path) -> u64 {
    journal(output)
        .map_or(0, |journal| journal["state"]["counts"]["read"].as_u64().expect("a number"))
}

/// Starts the command.
fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(cargo_bin("hyperbola-data"));
    command.arg("convert").args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
}

/// Waits until a run has saved more than an earlier one, or has ended.
fn wait(child: &mut Child, output: &Path, before: u64) -> bool {
    let begin = Instant::now();
    while child.try_wait().expect("it is there").is_none() {
        if saved(output) > before {
            return true;
        }
        assert!(begin.elapsed() < Duration::from_secs(120), "nothing is saved");
        thread::sleep(Duration::from_millis(3));
    }
    false
}

/// Runs the command, and stops it again and again after it has saved something, a bit later each
/// time. Returns how often, and how it ended.
fn stopped_often(
    arguments: &[&str],
    output: &Path,
    most: u64,
    stop: fn(&mut Child),
) -> (u64, Output) {
    let mut was_late = false;
    for stops in 0.. {
        let before = saved(output);
        let mut child = start(arguments);
        if stops == most || !wait(&mut child, output, before) {
            return (stops, child.wait_with_output().expect("it ends"));
        }
        thread::sleep(Duration::from_millis(stops * 37 % 120));
        stop(&mut child);
        let ended = child.wait_with_output().expect("it ends");
        // The run may have just come to its end.
        if ended.status.success() {
            return (stops, ended);
        }
        if output.exists() {
            // A run may be stopped between the end of its output and its own, but hardly twice.
            assert!(!was_late, "it is there only when it is complete");
            was_late = true;
            fs::remove_file(output).or_else(|_| fs::remove_dir_all(output)).expect("it is ours");
        }
    }
    unreachable!("some run ends")
}

fn kill(child: &mut Child) {
    child.kill().expect("the command runs");
}

/// Makes inputs of several sections with mistakes.
fn inputs(folder: &Path) -> Vec<PathBuf> {
    [("multichunk.binpack", 400), ("dfrc.viri", 60), ("edge.plain", 1500)]
        .map(|(name, times)| {
            let mut bytes = fs::read(sample(name)).expect("it is there").repeat(times);
            for place in [bytes.len() / 5, bytes.len() / 3, bytes.len() - 9] {
                bytes[place..place + 3].copy_from_slice(b"\xffx\xfe");
            }
            let path = folder.join(name);
            fs::write(&path, bytes).expect("it is written");
            path
        })
        .into()
}

/// The bad rows that a run has named, and its counts without the time.
fn said(ended: &Output) -> (String, Value) {
    assert!(ended.status.success(), "{ended:?}");
    let mut summary: Value = serde_json::from_slice(&ended.stdout).expect("it is JSON");
    for name in ["output", "seconds", "entries_per_second"] {
        assert!(summary.as_object_mut().and_then(|all| all.remove(name)).is_some());
    }
    (String::from_utf8_lossy(&ended.stderr).into_owned(), summary)
}

#[test]
fn runs_that_are_killed_or_interrupted_go_on() {
    let folder = folder("convert_interrupted");
    let inputs = inputs(&folder);
    let inputs: Vec<&str> = inputs.iter().map(|path| text(path)).collect();
    for (name, options, stop) in [
        ("out.bin", &["--threads", "1"][..], kill as fn(&mut Child)),
        ("out.binpack", &["--threads", "2", "--part", "0-1/3"], kill),
        ("out.viri", &["--threads", "1", "--max-ply", "300"], kill),
        ("out.plain", &["--threads", "3", "--every", "3", "--scored"], kill),
        #[cfg(target_os = "linux")]
        ("int.binpack", &["--threads", "2"], |child| interrupts::interrupt(child, 5)),
    ] {
        let policy = ["--bad-rows", "skip", "--missing-score", "3", "--json"];
        let expected = folder.join(format!("expected.{name}"));
        let whole = start(&[&inputs[..], &[text(&expected)], &policy, options].concat());
        let whole = said(&whole.wait_with_output().expect("it ends"));
        let output = folder.join(name);
        let arguments = [&inputs[..], &[text(&output)], &policy, options].concat();
        let (times, ended) = stopped_often(&arguments, &output, 9, stop);
        assert_eq!(said(&ended), whole, "{name}");
        assert!(fs::read(&output).ok() == fs::read(&expected).ok(), "{name}");
        assert!(!partial(&output).exists(), "{name}");
        // How often depends on the machine.
        assert!(times > 0, "{name}");
    }
}

/// Stops a run when it has saved something.
fn unfinished(arguments: &[&str], output: &Path) {
    let mut child = start(&[arguments, &["--threads", "1"]].concat());
    assert!(wait(&mut child, output, 0), "it has ended");
    kill(&mut child);
    child.wait().expect("it ends");
}

#[test]
fn other_options_and_inputs_and_damage_are_errors_in_words() {
    let folder = folder("convert_damaged");
    let input = folder.join("in.plain");
    let bytes = fs::read(sample("edge.plain")).expect("it is there").repeat(2000);
    fs::write(&input, &bytes).expect("it is written");
    let (output, expected) = (folder.join("out.bin"), folder.join("expected.bin"));
    hyperbola(&["convert", text(&input), text(&expected)]).assert().success();
    let arguments = [text(&input), text(&output)];
    unfinished(&arguments, &output);
    let refused = |more: &[&str]| refused(&[&["convert"], &arguments[..], more].concat());
    for (more, expected) in [
        (&["--every", "2"][..], "made with --every 1, not 2"),
        (&["--scored"], "made without --scored"),
        (&["--part", "1/2"], "made with --part none, not 1/2"),
        (&["--to", "bullet"], "made with --to bin, not bullet"),
    ] {
        let message = refused(more);
        assert!(message.contains(&format!("out.bin.partial is of an unfinished run, {expected}: run that command to finish it, or remove ")), "{message}");
    }
    // What is damaged is not continued, and stays.
    let kept = partial(&output);
    let damaged = |name: &str, change: &dyn Fn(&mut Vec<u8>), expected: &str| {
        let path = kept.join(name);
        let before = fs::read(&path).expect("it is there");
        let mut bytes = before.clone();
        change(&mut bytes);
        fs::write(&path, &bytes).expect("it is written");
        let assert = hyperbola(&[&["convert"], &arguments[..]].concat()).assert().code(1);
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.contains(expected) && message.contains("to start anew"), "{message}");
        assert!(fs::read(&path).ok().as_ref() == Some(&bytes));
        fs::write(&path, before).expect("it is written");
    };
    damaged("output", &|bytes| bytes[17] ^= 1, "output is damaged");
    damaged("output", &|bytes| bytes.truncate(40), "output is shorter than its journal says");
    damaged("journal.json", &|bytes| bytes.truncate(40), "cannot read ");
    let one_more = |bytes: &mut Vec<u8>| {
        let digit = bytes.iter().rposition(u8::is_ascii_digit).expect("a number");
        bytes[digit] = if bytes[digit] == b'1' { b'2' } else { b'1' };
    };
    damaged("journal.json", &one_more, "journal.json is damaged");
    // Another input.
    let file = OpenOptions::new().append(true).open(&input).expect("it is there");
    let time = file.metadata().and_then(|file| file.modified()).expect("there is a time");
    file.set_modified(time + Duration::from_nanos(1000)).expect("it is set");
    let message = refused(&[]);
    let another = "in.plain has another length, time of modification or content";
    assert!(message.contains(another), "{message}");
    let mut other = bytes.clone();
    let score = other.iter().position(|&byte| byte == b'0').expect("a digit");
    other[score] = b'1';
    for contents in [&other, &bytes] {
        fs::write(&input, contents).expect("it is written");
        file.set_modified(time).expect("it is set");
        assert!(contents == &bytes || refused(&[]).contains(another));
    }
    // What stands behind the place that was saved is not sure to be right, and goes.
    let mut kept = OpenOptions::new().append(true).open(kept.join("output")).expect("it is there");
    kept.write_all(&vec![7; 20 << 20]).expect("it is written");
    // All is as before.
    hyperbola(&[&["convert"], &arguments[..], &["--threads", "2"]].concat()).assert().success();
    assert!(fs::read(&output).ok() == fs::read(&expected).ok());
    assert_eq!(names(&folder), ["expected.bin", "in.plain", "out.bin"]);
}

#[test]
fn a_run_goes_on_behind_a_bad_row_and_after_its_output_has_got_its_name() {
    let folder = folder("convert_goes_on");
    let input = folder.join("in.plain");
    let mut bytes = fs::read(sample("edge.plain")).expect("it is there").repeat(2000);
    let place = bytes.len() - 30_000;
    bytes[place..place + 3].copy_from_slice(b"\xffx\xfe");
    fs::write(&input, &bytes).expect("it is written");
    let (output, expected) = (folder.join("out.bin"), folder.join("expected.bin"));
    let skip = ["--bad-rows", "skip"];
    let whole = [&["convert", text(&input), text(&expected)], &skip[..]].concat();
    hyperbola(&whole).assert().success();
    let arguments = ["convert", text(&input), text(&output)];
    let error = ["--bad-rows", "error", "--threads", "1"];
    let message = refused(&[&arguments[..], &error].concat());
    assert!(message.contains(" entries are kept in "), "{message}");
    assert!(message.contains("with --bad-rows skip the command goes on behind them"), "{message}");
    assert!(saved(&output) > 0 && !output.exists());
    // Another command that writes the same output is told so.
    let lock = OpenOptions::new().write(true).open(partial(&output).join("lock"));
    let lock = lock.expect("it is there");
    lock.lock().expect("it is locked");
    let message = refused(&[&arguments[..], &skip].concat());
    assert!(message.contains("another command is writing into "), "{message}");
    drop(lock);
    let assert = hyperbola(&[&arguments[..], &skip].concat()).assert().success();
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains("1 part of an input is left out"), "{message}");
    assert!(fs::read(&output).ok() == fs::read(&expected).ok());
    // A run that was killed when its output had got its name has left its journal.
    unfinished(&[&arguments[1..], &skip, &["--overwrite"]].concat(), &output);
    fs::remove_file(partial(&output).join("output")).expect("it is there");
    hyperbola(&[&arguments[..], &skip, &["--overwrite"]].concat()).assert().success();
    assert!(fs::read(&output).ok() == fs::read(&expected).ok());
    assert_eq!(names(&folder), ["expected.bin", "in.plain", "out.bin"]);
    // No policy leaves out a text without an end, so none is advised.
    let endless = folder.join("endless.plain");
    let bytes = fs::read(sample("edge.plain")).expect("it is there").repeat(2000);
    fs::write(&endless, &bytes).expect("it is written");
    let file = OpenOptions::new().write(true).open(&endless).expect("it is there");
    file.set_len(bytes.len() as u64 + (257 << 20)).expect("it is longer");
    let cut = folder.join("cut.bin");
    let message = refused(&["convert", text(&endless), text(&cut), "--threads", "1"]);
    assert!(message.contains("expected an entry within 256 MiB"), "{message}");
    assert!(message.contains("remove the folder") && !message.contains("skip"), "{message}");
    fs::remove_file(endless).expect("it is there");
    fs::remove_dir_all(partial(&cut)).expect("it is there");
    // A run that fails before it has saved anything leaves nothing.
    let bad = folder.join("bad.plain");
    fs::write(&bad, "no record\n").expect("it is written");
    let none = folder.join("none.bin");
    let error = ["--from", "plain", "--bad-rows", "error"];
    let message = refused(&[&["convert", text(&bad), text(&none)], &error[..]].concat());
    assert!(!message.contains("kept"), "{message}");
    assert_eq!(names(&folder), ["bad.plain", "expected.bin", "in.plain", "out.bin"]);
    // A folder that is somebody's stays as it is.
    fs::create_dir(partial(&none)).expect("it is made");
    fs::write(partial(&none).join("output"), "precious").expect("it is written");
    let message = refused(&["convert", text(&input), text(&none), "--bad-rows", "skip"]);
    assert!(message.contains("has files, but not of an unfinished run"), "{message}");
    assert_eq!(fs::read(partial(&none).join("output")).ok(), Some(b"precious".to_vec()));
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_before_anything_is_saved_leaves_nothing() {
    let folder = folder("convert_unsaved");
    let input = folder.join("in.binpack");
    let bytes = fs::read(sample("multichunk.binpack")).expect("it is there").repeat(4000);
    fs::write(&input, bytes).expect("it is written");
    let output = folder.join("out.binpack");
    // Nothing is saved where nothing is written.
    let arguments = [text(&input), text(&output), "--threads", "1", "--min-ply", "65535"];
    for signal in interrupts::SIGNALS {
        let mut child = start(&arguments);
        while !partial(&output).join("output").exists() {
            assert!(child.try_wait().expect("it is there").is_none(), "it has ended");
            thread::sleep(Duration::from_millis(1));
        }
        interrupts::interrupt_by(&child, signal, 0);
        let ended = child.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(130), "{signal:?}");
        let message = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(
            message,
            "error: interrupted before anything was saved; nothing is left behind\n"
        );
        assert_eq!(names(&folder), ["in.binpack"]);
    }
}

#[test]
fn what_an_unfinished_run_has_saved_is_not_left_beside_another_output() {
    let folder = folder("convert_stale");
    let input = folder.join("in.plain");
    let bytes = fs::read(sample("edge.plain")).expect("it is there").repeat(2000);
    fs::write(&input, bytes).expect("it is written");
    let (output, report) = (folder.join("out.bin"), folder.join("page.html"));
    let arguments = ["convert", text(&input), text(&output)];
    unfinished(&arguments[1..], &output);
    for more in [&["--unique"][..], &["--shuffle"], &["--report", text(&report)]] {
        let message = refused(&[&arguments[..], more].concat());
        assert!(
            message.contains("out.bin.partial is of an unfinished run, which does not go on"),
            "{message}"
        );
        assert_eq!(names(&folder), ["in.plain", "out.bin.partial"]);
    }
    // One that has saved nothing is in nobody's way, unless it still runs.
    fs::remove_file(partial(&output).join("journal.json")).expect("it is there");
    let lock = OpenOptions::new().write(true).open(partial(&output).join("lock"));
    let lock = lock.expect("it is there");
    lock.lock().expect("it is locked");
    let message = refused(&[&arguments[..], &["--unique"]].concat());
    assert!(message.contains("another command is writing into "), "{message}");
    drop(lock);
    hyperbola(&[&arguments[..], &["--unique"]].concat()).assert().success();
    assert_eq!(names(&folder), ["in.plain", "out.bin"]);
    // A folder that is somebody's stays as it is.
    fs::create_dir(partial(&output)).expect("it is made");
    fs::write(partial(&output).join("output"), "precious").expect("it is written");
    hyperbola(&[&arguments[..], &["--unique", "--overwrite"]].concat()).assert().success();
    assert_eq!(fs::read(partial(&output).join("output")).ok(), Some(b"precious".to_vec()));
}

#[cfg(target_os = "linux")]
#[test]
fn named_pipes_are_inputs_and_reports() {
    let folder = folder("convert_pipes");
    let (pipe, output, page) =
        (folder.join("in.pipe"), folder.join("out.plain"), folder.join("page.pipe"));
    for pipe in [&pipe, &page] {
        assert!(Command::new("mkfifo").arg(pipe).status().expect("it starts").success());
    }
    let arguments = [text(&pipe), text(&output), "--from", "binpack", "--report", text(&page)];
    let bytes = fs::read(sample("edge.binpack")).expect("it is there");
    let writer = |bytes: Vec<u8>, pipe: PathBuf| thread::spawn(move || fs::write(pipe, bytes));
    let written = writer(bytes.clone(), pipe.clone());
    let child = start(&arguments);
    let report = thread::spawn({
        let page = page.clone();
        move || fs::read_to_string(page).expect("it is written")
    });
    assert!(child.wait_with_output().expect("it ends").status.success());
    let report = report.join().expect("no panic");
    assert!(written.join().expect("it ends").is_ok() && report.ends_with("</html>\n"), "{report}");
    let expected = fs::read(&output).expect("it is written");

    // Nobody reads the report. The first interrupt ends that, and the output is complete.
    fs::remove_file(&output).expect("it is there");
    let written = writer(bytes, pipe.clone());
    let mut child = start(&arguments);
    while !output.exists() {
        assert!(child.try_wait().expect("it is there").is_none(), "it has ended");
        thread::sleep(Duration::from_millis(1));
    }
    interrupts::interrupt(&child, 0);
    let ended = child.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(message.contains("interrupted before the report was written"), "{message}");
    assert_eq!(ended.status.code(), Some(130));
    assert!(written.join().expect("it ends").is_ok());
    assert_eq!(fs::read(&output).ok(), Some(expected));
    let message = refused(&["convert", text(&pipe), "o.plain", "--report", text(&pipe)]);
    assert!(message.contains("is an input and would be replaced"), "{message}");
}
