//! The end of a child, and of its own children, with this process.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A shell that kills a process and its descendants when its own standard input ends: when it is
/// dropped, and when this process ends in whatever way. It is a shell, because only its own code
/// may call the system without a crate for that.
#[derive(Debug)]
pub(crate) struct KillOnExit(Child);

impl KillOnExit {
    /// Starts the shell for the process group with this number.
    pub(crate) fn new(id: u32) -> Option<Self> {
        let script = format!("read -r end; kill -KILL -{id}");
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &script]).stdin(Stdio::piped()).stdout(Stdio::null());
        // A group of its own, so that an interrupt at the keyboard does not end it.
        command.process_group(0);
        command.stderr(Stdio::null()).spawn().ok().map(Self)
    }
}

impl Drop for KillOnExit {
    fn drop(&mut self) {
        // This closes its standard input.
        let _ = self.0.wait();
    }
}
