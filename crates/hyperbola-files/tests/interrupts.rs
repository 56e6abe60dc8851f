//! Interrupts and their effect on a program and its files. Each test runs this program again, as
//! one that interrupts itself.
#![cfg(unix)]

use core::time::Duration;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use hyperbola_files::{file, interrupt};

/// The variable that names the program's action, and the one that names its folder.
const ACTION: &str = "HYPERBOLA_TEST_ACTION";
const FOLDER: &str = "HYPERBOLA_TEST_FOLDER";

/// The signals that are interrupts.
const SIGNALS: [&str; 2] = ["INT", "TERM"];

/// Longer than an interrupt takes.
const LONG: Duration = Duration::from_secs(60);

/// Interrupts this program, and gives it time to end.
fn interrupt_self(signal: &str, time: Duration) {
    let kill = Command::new("kill").args(["-s", signal, &std::process::id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    thread::sleep(time);
}

/// Waits until a first interrupt has come.
fn wait_for_stop() {
    while !interrupt::STOP.load(core::sync::atomic::Ordering::Relaxed) {
        thread::yield_now();
    }
}

/// The program, whose action is in a variable.
#[test]
fn program() {
    let (Ok(action), Ok(folder)) = (std::env::var(ACTION), std::env::var(FOLDER)) else {
        return;
    };
    let (action, signal) = action.split_once(' ').expect("an action and a signal");
    let path = Path::new(&folder).join("file");
    match action {
        "stop" | "stop-twice" => interrupt::stop().expect("interrupts are reported"),
        "message" => interrupt::end(Duration::ZERO, "as it was told").expect("they are reported"),
        "grace" => {
            interrupt::end(Duration::from_secs(30), "too late").expect("they are reported");
        }
        _ => {}
    }
    let mut file = file::create(&path).expect("it can be made");
    file.write_all(b"after").expect("it can be written");
    match action {
        "complete" => {
            interrupt::complete(|| {
                file.finish()?;
                // The interrupt comes here, and waits.
                interrupt_self(signal, Duration::from_millis(500));
                fs::write(path.with_file_name("waited"), "")
            })
            .expect("it is complete");
            std::process::exit(0);
        }
        "failed" => {
            interrupt::complete(|| Err::<(), ()>(())).expect_err("it failed");
            interrupt_self(signal, LONG);
        }
        "result" => {
            file::finish_as_result(file).expect("it takes its place");
            interrupt_self(signal, Duration::ZERO);
            wait_for_stop();
            // The program can still print all of its output.
            thread::sleep(Duration::from_millis(100));
            std::process::exit(0);
        }
        "result-twice" => {
            file::finish_as_result(file).expect("it takes its place");
            interrupt_self(signal, Duration::ZERO);
            wait_for_stop();
            interrupt_self(signal, LONG);
        }
        "stop" | "grace" => {
            interrupt_self(signal, Duration::ZERO);
            wait_for_stop();
            file.finish().expect("it takes its place");
            std::process::exit(7);
        }
        "stop-twice" => {
            interrupt_self(signal, Duration::ZERO);
            wait_for_stop();
            interrupt_self(signal, LONG);
        }
        _ => interrupt_self(signal, LONG),
    }
    unreachable!("the interrupt ends the program");
}

/// Runs the program with each signal. Returns its status, its standard error and the contents of
/// its folder, where a file was before.
fn run(action: &str) -> (Option<i32>, String, Vec<(String, String)>) {
    let run = |signal| {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("file"), "before").expect("it can be written");
        let Output { status, stderr, .. } =
            Command::new(std::env::current_exe().expect("it has a name"))
                .args(["--exact", "program", "--nocapture"])
                .env(ACTION, format!("{action} {signal}"))
                .env(FOLDER, folder.path())
                .output()
                .expect("it runs");
        let files = fs::read_dir(folder.path()).expect("it is there");
        let mut files: Vec<(String, String)> = files
            .map(|file| {
                let file = file.expect("a file");
                let text = fs::read_to_string(file.path()).expect("a text");
                (file.file_name().into_string().expect("UTF-8"), text)
            })
            .collect();
        files.sort();
        (status.code(), String::from_utf8(stderr).expect("UTF-8"), files)
    };
    let [result, other] = SIGNALS.map(run);
    assert_eq!(result, other, "{action}");
    result
}

fn files(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect()
}

#[test]
fn an_interrupt_removes_the_temporary_files() {
    let before = files(&[("file", "before")]);
    let usual = "error: interrupted before the output was complete\n".to_owned();
    assert_eq!(run("usual"), (Some(130), usual.clone(), before.clone()));
    assert_eq!(run("failed"), (Some(130), usual, before.clone()));
    assert_eq!(run("message"), (Some(130), "error: as it was told\n".to_owned(), before.clone()));
    assert_eq!(run("stop-twice"), (Some(130), String::new(), before));
}

#[test]
fn an_interrupt_waits_for_a_result_and_then_comes_too_late() {
    let after = files(&[("file", "after"), ("waited", "")]);
    assert_eq!(run("complete"), (Some(0), String::new(), after));
    for action in ["result", "result-twice"] {
        assert_eq!(run(action), (Some(0), String::new(), files(&[("file", "after")])), "{action}");
    }
}

#[test]
fn a_program_may_end_on_its_own() {
    let after = files(&[("file", "after")]);
    for action in ["stop", "grace"] {
        assert_eq!(run(action), (Some(7), String::new(), after.clone()));
    }
}
