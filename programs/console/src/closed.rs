//! Whether standard output was closed when the program began: `hyperbola list >&-`.
//!
//! Before `main`, the standard library opens `/dev/null` in the place of a closed standard output,
//! so that no other file gets its number. After that, it cannot be distinguished from `>/dev/null`,
//! and the output is lost without an error. So this looks earlier.
#![allow(
    unsafe_code,
    reason = "only the loader calls something before the standard library starts, and only the \
              system can be asked then"
)]

use core::sync::atomic::{AtomicBool, Ordering};
use std::env;
use std::process::Command;

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// The name under which a program is run by another whose standard output is closed. For the program
/// that is run, `/dev/null` is open in its place.
const NAME: &str = "standard output is closed";

/// Returns whether standard output was closed when the program began. Where nothing can look so
/// early, it returns false.
pub(crate) fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed) || env::args_os().next().is_some_and(|name| name == NAME)
}

/// Tells a program that is run in the place of this one if standard output is closed.
#[cfg(unix)]
pub(crate) fn tell(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;

    if is_closed() {
        command.arg0(NAME);
    }
}

/// Where nothing can look so early, there is nothing to tell.
#[cfg(not(unix))]
pub(crate) fn tell(_: &mut Command) {}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod before_main {
    use super::{IS_CLOSED, Ordering};

    // SAFETY: the section has pointers to functions, which the loader calls one by one before
    // `main`. This is such a pointer, and `look` calls the system and nothing else.
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[used]
    static LOOK: extern "C" fn() = look;

    /// Looks whether standard output is closed.
    extern "C" fn look() {
        // SAFETY: the call reads the flags of a file by its number, which need not be open.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        IS_CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
