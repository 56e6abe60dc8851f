//! Runs that are stopped, and go on.

use core::time::Duration;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Instant;

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use super::{Npy, VALID, file, names, run, testdata, text};
use crate::{folder, hyperbola, refused};

pub(super) const FEATURES: &str = "attacks,attack_counts,checkers";

/// Many lines, some of them bad.
fn lines() -> String {
    let bad = testdata("invalid.fens");
    let mut bad = bad.lines().cycle();
    let mut lines = String::new();
    for (number, line) in VALID.lines().cycle().take(400_000).enumerate() {
        lines += if number % 1000 == 999 { bad.next().expect("a line") } else { line };
        lines += "\n";
    }
    lines
}

/// Starts the command.
fn start(input: &str, output: &Path, more: &[&str]) -> Child {
    let mut command = Command::new(cargo_bin("hyperbola-data"));
    command.args(["features", input, "--features", FEATURES, "--bad-rows", "skip", "--output"]);
    command.arg(output).args(more);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// Runs the command to its end, with lines on its standard input.
fn finish(mut child: Child, lines: &str) -> Output {
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    thread::scope(|scope| {
        scope.spawn(move || match stdin.write_all(lines.as_bytes()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("{error}"),
            _ => {}
        });
        child.wait_with_output().expect("the command ends")
    })
}

/// Returns what the journal of an unfinished run says, if it has saved something.
fn journal(output: &Path) -> Option<Value> {
    let text = fs::read(output.join(".partial/journal.json")).ok()?;
    let mut journal: Value =
        serde_json::from_slice(&text).expect("the journal is JSON at all times");
    let state = journal["state"].take();
    assert!(state["lines"].as_u64() > Some(0));
    Some(state)
}

/// Starts a run on standard input, and stops it when it has saved something. Returns how it ended.
fn stopped(lines: &str, output: &Path, stop: impl FnOnce(&mut Child)) -> Output {
    stopped_with(lines, output, &[], stop)
}

/// Does the same with more arguments.
fn stopped_with(
    lines: &str,
    output: &Path,
    more: &[&str],
    stop: impl FnOnce(&mut Child),
) -> Output {
    let mut child = start("-", output, more);
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    for part in lines.as_bytes().chunks(1 << 20) {
        if stdin.write_all(part).is_err() || journal(output).is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(25));
    }
    let begin = Instant::now();
    while journal(output).is_none() {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing is saved");
        thread::sleep(Duration::from_millis(5));
    }
    stop(&mut child);
    // The command waits for more lines until here, if it still runs.
    let output = child.wait_with_output().expect("the command ends");
    drop(stdin);
    output
}

pub(super) fn kill(child: &mut Child) {
    child.kill().expect("the command runs");
}

/// Copies the files of a folder into a new one.
pub(super) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for name in names(from) {
        fs::copy(from.join(&name), to.join(&name)).expect("the file is copied");
    }
}

/// Asserts that a folder has the same files as another.
pub(super) fn assert_same(found: &Path, expected: &Path) {
    assert_eq!(names(found), names(expected));
    for name in names(expected) {
        let read = |folder: &Path| fs::read(folder.join(&name)).expect("the file is there");
        assert!(read(found) == read(expected), "{name} differs");
    }
}

/// Makes the input, and the arrays of a run without a break, of which standard input is the source.
fn expected(folder: &Path) -> (String, PathBuf) {
    let (lines, output) = (lines(), folder.join("expected"));
    let ended = finish(start("-", &output, &[]), &lines);
    assert_names_bad_rows(&ended, &lines);
    assert_eq!(Npy::read(&output.join("rows.npy")).shape, [399_600]);
    (lines, output)
}

/// Asserts that a run has ended well, and has named the first bad rows and counted all.
fn assert_names_bad_rows(ended: &Output, lines: &str) {
    assert!(ended.status.success(), "{ended:?}");
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    let found: Vec<&str> = message.lines().collect();
    assert_eq!(found.len(), 7, "{message}");
    for (found, line) in found[..5].iter().zip((1000..).step_by(1000)) {
        assert!(found.contains(&format!(": line {line}, ")), "{message}");
        let bad = lines.lines().nth(line - 1).expect("a line");
        let shown: String = bad.chars().take(20).collect();
        assert!(found.contains(&format!(": \"{shown}")), "{message}");
    }
    assert_eq!(found[5], "400 bad rows are left out");
}

/// Asserts that a run was refused because its files are there already.
fn assert_says_done(ended: &Output) {
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(message.ends_with(" is there already; --overwrite replaces it\n"), "{message}");
}

#[test]
fn a_run_killed_after_its_last_file_leaves_nothing_to_do() {
    let folder = folder("features-last");
    let (output, expected) = (folder.join("arrays"), folder.join("expected"));
    for output in [&output, &expected] {
        assert!(finish(start("-", output, &[]), &VALID).status.success());
    }
    // The lock is the last to go.
    let partial = output.join(".partial");
    fs::create_dir(&partial).expect("a folder");
    file(&partial, "lock", "");
    assert_says_done(&finish(start("-", &output, &[]), &VALID));
    assert_same(&output, &expected);
}

#[test]
fn a_run_killed_at_any_time_goes_on_to_the_same_arrays() {
    let folder = folder("features-killed");
    let (lines, expected) = expected(&folder);
    let output = folder.join("arrays");
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut kills, mut resumed) = (0, 0);
    let saved = |output: &Path| {
        journal(output).map_or(0, |journal| journal["lines"].as_u64().expect("a number"))
    };
    for threads in ["1", "3"].into_iter().cycle() {
        let before = saved(&output);
        resumed += u32::from(before > 0);
        // What is left after many kills is done without one.
        let child = start("-", &output, &["--threads", threads]);
        if kills == 20 {
            assert_names_bad_rows(&finish(child, &lines), &lines);
            break;
        }
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let time = Duration::from_millis((random >> 33) % 200);
        let (id, output_of_child) = (child.id().to_string(), output.clone());
        // Most runs are killed some time after they have saved something.
        let waits = kills % 3 > 0;
        let killer = thread::spawn(move || {
            let lives = || Path::new("/proc").join(&id).exists();
            while waits && lives() && saved(&output_of_child) <= before {
                thread::sleep(Duration::from_millis(2));
            }
            thread::sleep(time);
            if lives() {
                Command::new("kill").args(["-KILL", &id]).output().expect("kill runs");
            }
        });
        let ended = finish(child, &lines);
        killer.join().expect("the thread ends");
        kills += 1;
        if ended.status.success() {
            assert_names_bad_rows(&ended, &lines);
            break;
        }
        // Either nothing has its name, or all is complete.
        let journal = journal(&output);
        if journal.is_none() && output.join("manifest.json").exists() {
            // The run was done, and killed on its way out.
            assert_says_done(&finish(start("-", &output, &[]), &lines));
            break;
        }
        if journal.as_ref().is_none_or(|journal| journal["is_complete"] == false) && output.exists()
        {
            assert_eq!(names(&output), [".partial"]);
        }
        if let Some(journal) = journal {
            assert!(journal["lines"].as_u64() >= Some(before), "{before} lines were saved before");
        }
    }
    assert!(resumed > 0, "none of {kills} runs went on");
    assert_same(&output, &expected);
}

#[test]
fn an_interrupt_ends_a_run_at_once_and_keeps_what_is_saved() {
    let folder = folder("features-interrupt");
    let (lines, expected) = expected(&folder);
    let output = folder.join("arrays");
    let mut time = None;
    let ended = stopped(&lines, &output, |child| {
        let begin = Instant::now();
        crate::support::interrupts::interrupt(child, 0);
        let status = child.wait().expect("the command ends");
        assert_eq!(status.code(), Some(130));
        time = Some(begin.elapsed());
    });
    // A busy machine is slower, but the command does not wait for its input.
    assert!(time < Some(Duration::from_secs(2)), "{time:?}");
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(message, "error: interrupted; run the same command to continue\n");
    assert_eq!(names(&output), [".partial"]);
    let saved = journal(&output).expect("something is saved");
    // Other threads, another word, and a file in place of standard input make no difference.
    let input = file(&folder, "lines", &lines);
    let ended = finish(start(text(&input), &output, &["--threads", "2", "--word", "u64"]), "");
    assert_names_bad_rows(&ended, &lines);
    for name in names(&expected).iter().filter(|name| name.ends_with(".npy")) {
        let read = |folder: &Path| Npy::read(&folder.join(name));
        assert!(read(&output) == read(&expected), "{name} differs");
    }
    assert!(saved["lines"].as_u64() < Some(400_000));
}

#[test]
fn a_run_goes_on_with_no_more_threads_than_it_may_have() {
    let folder = folder("features-threads");
    let (lines, output) = (lines(), folder.join("arrays"));
    stopped(&lines, &output, kill);
    let mut child = Command::new(cargo_bin("hyperbola-data"))
        .args(["features", "-", "--features", FEATURES, "--bad-rows", "skip", "--threads", "1"])
        .args(["--output", text(&output)])
        // All threads of a pool that nobody has asked for.
        .env("RAYON_NUM_THREADS", "40")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    // What is more than a pipe holds is read only when the arrays have been checked.
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin.write_all(&lines.as_bytes()[..1 << 21]).expect("it is read");
    let tasks = fs::read_dir(format!("/proc/{}/task", child.id())).expect("it runs").count();
    kill(&mut child);
    child.wait().expect("it ends");
    assert!(tasks < 20, "{tasks} threads");
}

#[test]
fn a_run_goes_on_only_with_its_own_arguments_and_input() {
    let folder = folder("features-other");
    let (lines, expected) = expected(&folder);
    let output = folder.join("arrays");
    stopped(&lines, &output, kill);
    let before = fs::read(output.join(".partial/journal.json")).expect("it is there");
    let saved = journal(&output).expect("something is saved");
    let saved_bytes = usize::try_from(saved["bytes"].as_u64().expect("a number")).expect("it fits");
    let input = file(&folder, "lines", &lines);

    let with = |features: &str, policy: &str| {
        let arguments = ["features", text(&input), "--features", features, "--bad-rows", policy];
        refused(&[&arguments[..], &["--output", text(&output)]].concat())
    };
    let partial = output.join(".partial");
    let is_of = format!("error: {} is of an unfinished run", text(&partial));
    let end =
        format!(": run that command to finish it, or remove {} to start anew\n", text(&partial));
    let message = with("attacks", "skip");
    let made = format!("made with --features {FEATURES}, not attacks");
    assert_eq!(message, format!("{is_of}, {made}{end}"));
    let message = with(FEATURES, "mark");
    assert_eq!(message, format!("{is_of}, made with --bad-rows skip, not mark{end}"));
    let arguments = ["features", text(&input), "--features", FEATURES, "--bad-rows", "skip"];
    let message = refused(&[&arguments[..], &["--lenient", "--output", text(&output)]].concat());
    assert_eq!(message, format!("{is_of}, made without --lenient{end}"));
    let inputs = ["--inputs", "pawn_pairs", "--output", text(&output)];
    let message = refused(&[&arguments[..], &inputs].concat());
    assert_eq!(message, format!("{is_of}, made with other --inputs{end}"));

    // An input that is as long but differs somewhere in what was read, and one that is shorter.
    let mut changed = lines.clone().into_bytes();
    let place = saved_bytes / 2;
    changed[place] ^= 1;
    for other in [&changed[..], &lines.as_bytes()[..saved_bytes - 1], b""] {
        let other = file(&folder, "other", other);
        let arguments = ["features", text(&other), "--features", FEATURES, "--bad-rows", "skip"];
        let message = refused(&[&arguments[..], &["--output", text(&output)]].concat());
        assert!(message.contains(&format!("{is_of} with another input: ")), "{message}");
        // Nothing says that the command goes on.
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(fs::read(partial.join("journal.json")).expect("it is there"), before);
    }
    // A journal of another program.
    let journal = String::from_utf8(before.clone()).expect("it is UTF-8");
    let version = concat!("hyperbola ", env!("CARGO_PKG_VERSION"));
    file(&partial, "journal.json", journal.replace(version, "hyperbola 0.0.0"));
    let message = with(FEATURES, "skip");
    assert!(message.contains(&format!("made by hyperbola 0.0.0, and this is {version}")));
    // A journal that is none, and an array that has lost bytes.
    let broken = |expected: &str| {
        let ended = finish(start("-", &output, &[]), &lines);
        assert_eq!(ended.status.code(), Some(1));
        let message = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(message.contains(expected), "{message}");
    };
    file(&partial, "journal.json", "{}");
    broken(&format!("cannot read {}; remove ", text(&partial.join("journal.json"))));
    file(&partial, "journal.json", &before);
    let array = partial.join("checkers.npy");
    let bytes = fs::read(&array).expect("it is there");
    file(&partial, "checkers.npy", &bytes[..1000]);
    broken("checkers.npy is shorter than its journal says");
    file(&partial, "checkers.npy", &bytes);
    // After all that, the run goes on.
    let ended = finish(start("-", &output, &[]), &lines);
    assert!(ended.status.success(), "{ended:?}");
    assert_same(&output, &expected);
}

#[test]
fn two_runs_do_not_write_into_one_folder() {
    let folder = folder("features-busy");
    let output = folder.join("arrays");
    let mut first = start("-", &output, &[]);
    while !output.join(".partial/checkers.npy").exists() {
        thread::sleep(Duration::from_millis(5));
    }
    let second = finish(start("-", &output, &[]), &VALID);
    assert_eq!(second.status.code(), Some(2));
    let message = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(message.starts_with("error: another command is writing into "), "{message}");
    first.stdin.as_mut().expect("a pipe").write_all(VALID.as_bytes()).expect("it reads");
    drop(first.stdin.take());
    assert!(first.wait().expect("it ends").success());
    assert_eq!(Npy::read(&output.join("checkers.npy")).shape, [5000]);
}

#[test]
fn an_array_that_is_removed_while_it_is_written_is_named() {
    let folder = folder("features-removed");
    let output = folder.join("arrays");
    let child = start("-", &output, &[]);
    let begin = Instant::now();
    while !output.join(".partial/rows.npy").exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "the last array is not made");
        thread::sleep(Duration::from_millis(5));
    }
    // It is opened again, for the run.
    thread::sleep(Duration::from_millis(300));
    fs::remove_file(output.join(".partial/checkers.npy")).expect("it is there");
    let ended = finish(child, &VALID);
    assert_eq!(ended.status.code(), Some(1));
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(message.contains("checkers.npy"), "{message}");
    assert!(!output.join("manifest.json").exists());
}

#[test]
fn a_correction_behind_what_was_read_is_enough() {
    let folder = folder("features-corrected");
    let mut lines = VALID.repeat(80);
    let good = lines.clone();
    lines += "no FEN\n";
    let output = folder.join("arrays");
    let command = |lines: &str, slowly: bool| {
        let mut child = Command::new(cargo_bin("hyperbola-data"))
            .args(["features", "-", "--features", FEATURES, "--output", text(&output)])
            .args(["--bad-rows", "error"])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the command starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        for part in lines.as_bytes().chunks(1 << 20) {
            stdin.write_all(part).expect("it reads");
            while slowly && part.len() < 1 << 20 && journal(&output).is_none() {
                thread::sleep(Duration::from_millis(5));
            }
            if slowly {
                thread::sleep(Duration::from_millis(30));
            }
        }
        drop(stdin);
        child.wait_with_output().expect("it ends")
    };
    let ended = command(&lines, true);
    assert_eq!(ended.status.code(), Some(2));
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(message.contains("rows are kept in "), "{message}");
    assert!(message.contains("; correct the line, or add --bad-rows skip or mark: "), "{message}");
    assert!(message.contains("error: standard input: line 400001, column 2: "), "{message}");
    let kept = journal(&output).expect("something is saved");
    // The bad row may become one that is left out, or marked: the rows before it are kept.
    let lines = file(&folder, "lines", lines);
    for policy in ["skip", "mark"] {
        let (copy, whole) = (folder.join(policy), folder.join(format!("whole-{policy}")));
        copy_folder(&output.join(".partial"), &copy.join(".partial"));
        run(&lines, FEATURES, &copy, &["--bad-rows", policy]);
        run(&lines, FEATURES, &whole, &["--bad-rows", policy]);
        assert_same(&copy, &whole);
    }
    assert_eq!(journal(&output), Some(kept));
    let corrected = good + VALID.lines().next().expect("a line");
    assert!(command(&corrected, false).status.success());
    let whole = folder.join("whole");
    let input = file(&folder, "lines", corrected);
    run(&input, FEATURES, &whole, &[]);
    for name in names(&whole).iter().filter(|name| name.ends_with(".npy")) {
        let read = |folder: &Path| fs::read(folder.join(name)).expect("it is there");
        assert!(read(&whole) == read(&output), "{name}");
    }
}

#[test]
fn a_run_that_cannot_write_keeps_what_it_can() {
    let folder = folder("features-full");
    let lines = VALID.repeat(80);
    let input = file(&folder, "lines", lines);
    let (output, expected) = (folder.join("arrays"), folder.join("expected"));
    run(&input, FEATURES, &expected, &[]);
    // The limit of a file's size stands for a disk that is full. It is in units of 512 or 1024
    // bytes.
    for limit in ["1", "30000"] {
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$@\"");
        let ended = Command::new("sh")
            .args([
                "-c",
                &script,
                "sh",
                text(&cargo_bin("hyperbola-data")),
                "features",
                text(&input),
            ])
            .args(["--features", FEATURES, "--output", text(&output)])
            .output()
            .expect("the shell runs");
        let message = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1), "{message}");
        assert!(message.contains("error: cannot write "), "{message}");
        assert!(message.contains("File too large"), "{message}");
        match journal(&output) {
            None => assert!(!output.exists(), "nothing is left behind"),
            Some(_) => assert!(message.contains("rows are kept in "), "{message}"),
        }
    }
    run(&input, FEATURES, &output, &[]);
    assert_same(&output, &expected);
}

/// Makes a complete run whose files do not have their names yet: a folder that comes into the place
/// of an array stops it before any file gets its name.
pub(super) fn stopped_without_names(lines: &str, features: &str, output: &Path, array: &str) {
    let child = Command::new(cargo_bin("hyperbola-data"))
        .args(["features", "-", "--features", features, "--overwrite", "--output", text(output)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let begin = Instant::now();
    while !output.join(".partial").join(array).exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no array is begun");
        thread::sleep(Duration::from_millis(5));
    }
    fs::create_dir(output.join(array)).expect("a folder");
    let ended = finish(child, lines);
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{message}");
    assert!(message.contains(" rows are kept in "), "{message}");
    assert!(message.contains(&format!("{array}: expected a file, found a folder")), "{message}");
    assert_eq!(names(output), [".partial", array]);
    fs::remove_dir(output.join(array)).expect("it is empty");
}

/// Makes a complete run whose files do not have their names yet, and one that has them all. Returns
/// both folders and the arguments of the first.
fn nameless(folder: &Path) -> (PathBuf, PathBuf, Vec<String>) {
    let input = file(folder, "lines", &*VALID);
    let (output, expected) = (folder.join("arrays"), folder.join("expected"));
    run(&input, FEATURES, &expected, &[]);
    stopped_without_names(&VALID, FEATURES, &output, "checkers.npy");
    let arguments = ["features", text(&input), "--features", FEATURES, "--output", text(&output)];
    let waiting = names(&output.join(".partial"));
    let arrays = ["attack_counts.npy", "attacks.npy", "checkers.npy"];
    assert_eq!(waiting, [&arrays[..], &["journal.json", "lock", "manifest.json"]].concat());
    let arguments = arguments.map(str::to_owned).to_vec();
    (output, expected, arguments)
}

/// Runs the command, which must fail with a status and a message that contains a text.
fn fails(arguments: &[String], more: &[&str], code: i32, expected: &str) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let assert = hyperbola(&[&arguments[..], more].concat()).assert().code(code).stdout("");
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.contains(expected), "{expected:?} is not in {message}");
}

/// Runs the command, which must succeed.
fn succeeds(arguments: &[String]) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let assert = hyperbola(&arguments).assert().success();
    assert!(assert.get_output().stdout.starts_with(b"file "));
}

#[test]
fn names_that_were_not_all_given_are_given_later() {
    let folder = folder("features-names");
    let (output, expected, arguments) = nameless(&folder);
    let partial = output.join(".partial");

    // What was killed between two names.
    fs::rename(partial.join("attacks.npy"), output.join("attacks.npy")).expect("moved");
    // The input is still looked at.
    for other in ["", "no FEN", &VALID.to_lowercase(), &VALID.repeat(2)] {
        let other = file(&folder, "other", other);
        let mut arguments = arguments.clone();
        arguments[1] = text(&other).to_owned();
        fails(&arguments, &[], 2, "an unfinished run with another input");
    }
    // So are the arguments. All rows are good, but the arrays have no place for marks.
    for policy in ["error", "mark"] {
        let expected = format!("made with --bad-rows skip, not {policy}");
        fails(&arguments, &["--bad-rows", policy], 2, &expected);
    }
    // A file that someone else has put there is not taken for ours.
    for name in ["pinned.npy", "checkers.npy", "manifest.json"] {
        file(&output, name, "mine");
        fails(&arguments, &[], 2, &format!("{name} is there already"));
        assert_eq!(fs::read(output.join(name)).expect("it is there"), b"mine");
        fs::remove_file(output.join(name)).expect("it is there");
    }
    // What was left by a run that was killed while it saved does not stay.
    file(&partial, ".hyperbola-0123456789ab.tmp", "{");
    succeeds(&arguments);
    assert_same(&output, &expected);
    // All was done but the cleaning up.
    fs::create_dir(&partial).expect("a folder");
    file(&partial, "lock", "");
    fails(&arguments, &[], 2, "manifest.json is there already");
    assert_same(&output, &expected);
}

#[test]
fn what_was_changed_behind_the_journal_is_found() {
    let folder = folder("features-changed");
    let (output, expected, arguments) = nameless(&folder);
    let partial = output.join(".partial");
    let flip = |path: &Path, place: usize| {
        let mut bytes = fs::read(path).expect("it is there");
        bytes[place] ^= 1;
        fs::write(path, bytes).expect("it can be written");
    };
    let rest = partial.join("rest");
    // One array has its name already.
    fs::rename(partial.join("attacks.npy"), output.join("attacks.npy")).expect("moved");
    for path in [output.join("attacks.npy"), partial.join("checkers.npy")] {
        let length =
            usize::try_from(fs::metadata(&path).expect("it is there").len()).expect("it fits");
        // In the header, at both ends of the numbers, and between.
        for place in [70, 128, length / 2, length - 1] {
            flip(&path, place);
            fails(&arguments, &[], 1, &format!("{} is damaged", text(&path)));
            flip(&path, place);
        }
        let bytes = fs::read(&path).expect("it is there");
        fs::write(&path, [&bytes[..], b"x"].concat()).expect("it can be written");
        fails(&arguments, &[], 1, &format!("{} is damaged", text(&path)));
        fs::write(&path, &bytes[..length - 1]).expect("it can be written");
        fails(&arguments, &[], 1, &format!("{} is shorter than its journal says", text(&path)));
        fs::write(&path, &bytes).expect("it can be written");
    }
    fs::rename(partial.join("checkers.npy"), &rest).expect("moved");
    let missing = format!("cannot continue with {}; remove ", text(&partial.join("checkers.npy")));
    fails(&arguments, &[], 1, &missing);
    fs::rename(&rest, partial.join("checkers.npy")).expect("moved");
    let journal = partial.join("journal.json");
    let before = fs::read_to_string(&journal).expect("it is there");
    for (field, other) in [("\"rows\":5000", "\"rows\":5001"), ("\"bad_rows\":0", "\"bad_rows\":1")]
    {
        assert!(before.contains(field), "{before}");
        fs::write(&journal, before.replace(field, other)).expect("it can be written");
        fails(&arguments, &[], 1, &format!("{} is damaged", text(&journal)));
    }
    let long = OpenOptions::new().write(true).open(&journal).expect("it is there");
    long.set_len((1 << 26) + 1).expect("it takes no room");
    let is_long = "journal.json is too long: expected at most 67108864 bytes, found 67108865";
    fails(&arguments, &[], 2, is_long);
    fs::write(&journal, before).expect("it can be written");
    // The description is written anew, also where an old one is still in its place.
    flip(&partial.join("manifest.json"), 10);
    file(&output, "manifest.json", "of the earlier run");
    succeeds(&[&arguments[..], &["--overwrite".to_owned()]].concat());
    assert_same(&output, &expected);
}

#[test]
fn an_array_that_was_changed_or_removed_before_the_end_is_found() {
    /// The offsets of a list go on where they stopped.
    const LISTS: [&str; 2] = ["--features", "legal_moves"];

    let folder = folder("features-changed-early");
    let (lines, output, expected) = (lines(), folder.join("arrays"), folder.join("expected"));
    assert!(finish(start("-", &expected, &LISTS), &lines).status.success());
    stopped_with(&lines, &output, &LISTS, kill);
    let saved = journal(&output).expect("something is saved");
    let written = saved["written"].as_array().expect("an array");
    let arrays = super::manifest(&expected)["arrays"].clone();
    let ends = |expected: &str| {
        let ended = finish(start("-", &output, &LISTS), &lines);
        assert_eq!(ended.status.code(), Some(1));
        let message = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(message.contains(expected), "{message}");
    };
    for (array, written) in arrays.as_array().expect("an array").iter().zip(written) {
        let name = array["file"].as_str().expect("a name");
        let length = written["bytes"].as_u64().and_then(|bytes| usize::try_from(bytes).ok());
        let path = output.join(".partial").join(name);
        let bytes = fs::read(&path).expect("it is there");
        let mut changed = bytes.clone();
        // The last byte that the journal speaks of.
        changed[127 + length.expect("a number")] ^= 0x80;
        fs::write(&path, changed).expect("it can be written");
        ends(&format!("{} is damaged", text(&path)));
        fs::remove_file(&path).expect("it is there");
        ends(&format!("cannot continue with {}; remove ", text(&path)));
        fs::write(&path, bytes).expect("it can be written");
        // What is behind goes, however much it is.
        let array = OpenOptions::new().write(true).open(&path).expect("it is there");
        array.set_len(1 << 28).expect("it can be written");
    }
    assert!(finish(start("-", &output, &LISTS), &lines).status.success());
    assert_same(&output, &expected);
}

#[test]
fn a_run_that_fails_takes_along_what_a_killed_one_has_left() {
    let folder = folder("features-left");
    let input = file(&folder, "bad", "no FEN\n");
    let output = folder.join("new/arrays");
    let partial = output.join(".partial");
    fs::create_dir_all(&partial).expect("a folder");
    let run = |output: &Path| {
        let arguments = ["features", text(&input), "--features", "attacks", "--output"];
        refused(&[&arguments[..], &[text(output), "--bad-rows", "error"]].concat())
    };
    // It was killed while it saved for the first time.
    for name in ["lock", ".hyperbola-0123456789ab.tmp", "attacks.npy", "threats.items.npy"] {
        file(&partial, name, "left");
    }
    assert!(run(&output).contains("line 1, "));
    assert_eq!(names(&output), [""; 0]);
    // Folders that the run itself has made go too.
    let output = folder.join("made/for/it");
    assert!(run(&output).contains("line 1, "));
    assert_eq!(names(&folder), ["bad", "new"]);
}

#[test]
fn every_interrupt_ends_a_run_that_has_saved_nothing() {
    let folder = folder("features-interrupts");
    for signal in crate::support::interrupts::SIGNALS {
        let child = start("-", &folder.join("arrays"), &[]);
        crate::support::interrupts::interrupt_by(&child, signal, 0);
        let mut child = child;
        let stdin = child.stdin.take();
        let ended = child.wait_with_output().expect("it ends");
        drop(stdin);
        assert_eq!(ended.status.code(), Some(130), "{signal:?}");
        let message = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(
            message,
            "error: interrupted before anything was saved; nothing is left behind\n"
        );
        assert_eq!(names(&folder), [""; 0]);
    }
}

#[test]
fn a_result_that_nobody_reads_is_there() {
    let folder = folder("features-unread");
    let input = file(&folder, "lines", &*VALID);
    for device in ["/dev/full", "closed"] {
        let output = folder.join(device.trim_start_matches("/dev/"));
        let mut command = Command::new(cargo_bin("hyperbola-data"));
        command.args(["features", text(&input), "--features", "attacks", "--json", "--output"]);
        command.arg(&output).stderr(Stdio::piped());
        let code = if device == "closed" {
            let mut child = command.stdout(Stdio::piped()).spawn().expect("the command starts");
            drop(child.stdout.take());
            child.wait().expect("it ends").code()
        } else {
            let full = OpenOptions::new().write(true).open(device).expect("the device is there");
            command.stdout(full).status().expect("the command runs").code()
        };
        assert_eq!(code, Some(if device == "closed" { 0 } else { 1 }), "{device}");
        assert_eq!(names(&output), ["attacks.npy", "manifest.json"]);
    }
}
