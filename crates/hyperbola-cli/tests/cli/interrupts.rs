//! Sends interrupts as the keyboard does.

use core::time::Duration;
use std::process::{Child, Command};
use std::{fs, thread};

/// Waits until a process has a handler for interrupts, lets it go on for some milliseconds, and
/// interrupts it.
pub(crate) fn interrupt(child: &Child, after: u64) {
    while !catches_interrupts(child) {
        thread::sleep(Duration::from_millis(10));
    }
    thread::sleep(Duration::from_millis(after));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
}

/// Returns whether a process has a handler for SIGINT, the signal 2.
fn catches_interrupts(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
    let status = status.expect("the process runs");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    caught.is_some_and(|mask| mask >> 1 & 1 == 1)
}
