//! Whether standard output was closed when the program began: `hyperbola list >&-`.
//!
//! Before `main`, the standard library opens `/dev/null` in the place of a closed standard output,
//! so that no other file gets its number. Behind that, nothing tells it from `>/dev/null`, and what
//! is printed is lost without an error. So this looks earlier.
#![allow(
    unsafe_code,
    reason = "only the loader calls something before the standard library starts"
)]

use core::sync::atomic::{AtomicBool, Ordering};

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Returns whether standard output was closed when the program began. Where nothing can look so
/// early, it returns false.
pub(crate) fn is_closed() -> bool {
    IS_CLOSED.load(Ordering::Relaxed)
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod before_main {
    use std::io;
    use std::os::fd::AsFd;

    use super::{IS_CLOSED, Ordering};

    /// The number of the error for a file that is not open, on both systems.
    const NOT_OPEN: i32 = 9;

    // SAFETY: the section has pointers to functions, which the loader calls one by one before
    // `main`. This is such a pointer, and `look` needs nothing that `main` sets up.
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[used]
    static LOOK: extern "C" fn() = look;

    /// Looks whether standard output is closed.
    extern "C" fn look() {
        let copy = io::stdout().as_fd().try_clone_to_owned();
        let is_closed = copy.is_err_and(|error| error.raw_os_error() == Some(NOT_OPEN));
        IS_CLOSED.store(is_closed, Ordering::Relaxed);
    }
}
