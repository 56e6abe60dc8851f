//! What an interrupt (Ctrl-C) does to a command that runs long.

use core::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// The exit status after an interrupt. Shells report the same for a program that the signal SIGINT
/// has ended.
pub(crate) const INTERRUPTED: u8 = 130;

/// The flag that an interrupt sets.
pub(crate) static STOP: AtomicBool = AtomicBool::new(false);

/// Makes an interrupt set [`STOP`]. Each calls `ends` with whether it is the first one; the command
/// ends at once if that returns true.
pub(crate) fn handle(ends: impl Fn(bool) -> bool + Send + 'static) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        let is_first = !STOP.swap(true, Ordering::Relaxed);
        if ends(is_first) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .context("cannot handle interrupts")
}

/// Makes a first interrupt set [`STOP`], so that the command ends with what it has, and a second one
/// end it at once.
pub(crate) fn stop() -> anyhow::Result<()> {
    handle(|is_first| !is_first)
}
