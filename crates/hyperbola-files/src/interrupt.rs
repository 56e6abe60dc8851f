//! The handling of interrupts: SIGINT (Ctrl-C) or SIGTERM.
//!
//! A thread waits for interrupts. So nothing here runs in a handler of signals, and locks and files
//! may be used.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::fs;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::Error;
use crate::new_file::temporary;

/// The exit status after an interrupt. Shells report the same for a program that the signal SIGINT
/// has ended.
pub const INTERRUPTED: u8 = 130;

/// The error of work that was interrupted, with a message.
#[derive(Debug)]
pub struct Interrupted(pub &'static str);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for Interrupted {}

/// The flag that an interrupt sets.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// The program's response to an interrupt.
static COURSE: Mutex<Course> = Mutex::new(Course::End {
    grace: Duration::ZERO,
    message: "interrupted before the output was complete",
});

/// Prints the message of an end by an interrupt.
static REPORT: Mutex<fn(&str)> = Mutex::new(|message| {
    // If standard error is closed, only the exit status can report the end.
    let _ = writeln!(io::stderr(), "error: {message}");
});

/// Whether the result is in its place. It is locked while a result gets there.
static IS_COMPLETE: Mutex<bool> = Mutex::new(false);

/// The program's response to an interrupt.
#[derive(Debug, Clone, Copy)]
enum Course {
    /// It ends with a message, unless it ends on its own in the time of grace.
    End { grace: Duration, message: &'static str },
    /// It ends on its own, because [`STOP`] is set. A second interrupt ends it at once.
    Stop,
}

/// Makes an interrupt set [`STOP`], and end the program with a message unless that ends on its own
/// in the time of grace.
///
/// # Errors
///
/// Returns an error if the system does not report interrupts.
pub fn end(grace: Duration, message: &'static str) -> Result<(), Error> {
    *locked(&COURSE) = Course::End { grace, message };
    handle()
}

/// Changes the message of an end by an interrupt. It does not begin to wait for interrupts.
pub fn end_with(new: &'static str) {
    if let Course::End { message, .. } = &mut *locked(&COURSE) {
        *message = new;
    }
}

/// Makes a first interrupt set [`STOP`], so that the program ends with the results that it has, and
/// a second one end it at once.
///
/// # Errors
///
/// Returns an error if the system does not report interrupts.
pub fn stop() -> Result<(), Error> {
    *locked(&COURSE) = Course::Stop;
    handle()
}

/// Makes a function print the messages of this module. They are plain text on standard error
/// otherwise.
pub fn report_with(report: fn(&str)) {
    *locked(&REPORT) = report;
}

/// Puts the result of the program into its place. An interrupt waits for that, and then no longer
/// counts: the program continues to its end. A second interrupt ends it at once, with success.
///
/// # Errors
///
/// Returns the error of moving it there.
pub fn complete<E>(publish: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
    let mut is_complete = locked(&IS_COMPLETE);
    publish()?;
    *is_complete = true;
    Ok(())
}

/// Puts a result of the program into its place before more work follows. An interrupt waits for
/// that, and ends the program with another message from then on.
///
/// # Errors
///
/// Returns the error of moving it there.
pub fn complete_before<E>(
    message: &'static str,
    publish: impl FnOnce() -> Result<(), E>,
) -> Result<(), E> {
    let _is_complete = locked(&IS_COMPLETE);
    publish()?;
    *locked(&COURSE) = Course::End { grace: Duration::ZERO, message };
    Ok(())
}

/// Starts to wait for interrupts, unless that is done already.
pub(crate) fn handle() -> Result<(), Error> {
    static IS_STARTED: Mutex<bool> = Mutex::new(false);
    let mut is_started = locked(&IS_STARTED);
    if !*is_started {
        each_interrupt(interrupted).map_err(Error::system("cannot handle interrupts"))?;
        *is_started = true;
    }
    Ok(())
}

/// Calls a function at each interrupt, on a thread of its own.
#[cfg(unix)]
fn each_interrupt(interrupted: fn()) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};

    // SIGHUP is not handled, so that `nohup` keeps its meaning.
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    thread::Builder::new()
        .name("interrupts".to_owned())
        .spawn(move || signals.forever().for_each(|_| interrupted()))?;
    Ok(())
}

/// Calls a function at each interrupt, on a thread of its own.
#[cfg(not(unix))]
fn each_interrupt(interrupted: fn()) -> io::Result<()> {
    ctrlc::set_handler(interrupted).map_err(io::Error::other)
}

/// Responds to an interrupt.
fn interrupted() {
    let is_first = !STOP.swap(true, Ordering::Relaxed);
    let course = || *locked(&COURSE);
    if let (Course::End { grace, .. }, true) = (course(), is_first) {
        thread::sleep(grace);
    }
    let is_complete = locked(&IS_COMPLETE);
    let temporary = temporary();
    // The message may be another one meanwhile. It changes with the temporary files.
    let message = match course() {
        Course::Stop if is_first => return,
        Course::Stop => None,
        Course::End { message, .. } => Some(message),
    };
    if *is_complete && message.is_some() {
        if is_first {
            return;
        }
        std::process::exit(0);
    }
    // The last ones go first, because folders are listed before their contents.
    for path in temporary.iter().rev() {
        // An error here cannot be reported.
        let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
    }
    if let Some(message) = message {
        locked(&REPORT)(message);
    }
    std::process::exit(INTERRUPTED.into());
}

/// Locks a value. A thread that panicked has not left it half changed.
fn locked<T>(value: &'static Mutex<T>) -> MutexGuard<'static, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
