//! Sends interrupts as the keyboard does.

use core::time::Duration;
use std::process::{Child, Command, Output, Stdio};
use std::time::Instant;
use std::{fs, thread};

/// The signals that are interrupts, with their numbers.
pub(crate) const SIGNALS: [(&str, u32); 2] = [("INT", 2), ("TERM", 15)];

/// Waits until a process has a handler for interrupts, lets it run for some milliseconds, and
/// interrupts it.
pub(crate) fn interrupt(child: &Child, after: u64) {
    interrupt_by(child, SIGNALS[0], after);
}

/// Interrupts a process with one of the signals.
pub(crate) fn interrupt_by(child: &Child, (name, number): (&str, u32), after: u64) {
    let begin = Instant::now();
    while !catches(child, number) {
        assert!(begin.elapsed() < Duration::from_secs(60), "nothing handles SIG{name}");
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(after));
    let kill = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

/// Starts a count of sequences that takes years, interrupts it after a while and passes its output
/// on. The result is the number that it has counted. If that is 0, because the machine has more to
/// do, it gets more time.
pub(crate) fn interrupted(arguments: &[&str], mut number: impl FnMut(Output) -> u128) -> u128 {
    let waits = (0..9).map(|doublings| 100 << doublings);
    let mut counts = waits.map(|wait| {
        let child = Command::new(crate::PROGRAM)
            .arg("perft")
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        interrupt(&child, wait);
        number(child.wait_with_output().expect("the command ends"))
    });
    counts.find(|nodes| *nodes > 0).unwrap_or_default()
}

/// Returns whether a process has a handler for a signal.
fn catches(child: &Child, signal: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.expect("the process runs");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
