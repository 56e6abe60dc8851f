//! A child process that may hang, crash, or write without end.

use core::time::Duration;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use crate::Failure;

/// The bounds of one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The time for each answer.
    pub time: Duration,
    /// The number of bytes of an answer. No divide of a position needs a hundredth of it.
    pub bytes: usize,
}

impl Limits {
    /// Makes limits with a time for each answer.
    #[must_use]
    pub const fn new(time: Duration) -> Self {
        Self { time, bytes: 1 << 20 }
    }
}

impl Default for Limits {
    /// Ten seconds and a mebibyte.
    fn default() -> Self {
        Self::new(Duration::from_secs(10))
    }
}

/// The number of bytes kept of the end of standard error.
const ERROR_TAIL: usize = 500;

/// The number of pieces of output that wait to be read. More make the child wait.
const WAITING: usize = 16;

/// A running child. It is killed, with all its own children, when it is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    /// The output that was received and is no whole line yet.
    rest: Vec<u8>,
    errors: Arc<Mutex<Vec<u8>>>,
    limits: Limits,
}

impl Process {
    /// Starts a program. Its standard error is read and its end kept.
    pub(crate) fn start(words: &[String], limits: Limits, stdin: bool) -> Result<Self, Failure> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| Failure::Start("there is no program".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if stdin { Stdio::piped() } else { Stdio::null() });
        // A group of its own, so that its own children can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|error| Failure::Start(format!("{program}: {error}")))?;
        let (sender, output) = sync_channel(WAITING);
        let errors = Arc::default();
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || forward(stdout, &sender));
        }
        if let Some(stderr) = child.stderr.take() {
            let tail = Arc::clone(&errors);
            thread::spawn(move || keep_tail(stderr, &tail));
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, output, rest: Vec::new(), errors, limits })
    }

    /// Writes lines to the child's standard input.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        let written = match &mut self.stdin {
            Some(stdin) => stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()),
            None => Ok(()),
        };
        written.map_err(|_| self.ended())
    }

    /// Begins to wait for an answer.
    pub(crate) fn answer(&mut self) -> Reading<'_> {
        let until = Instant::now() + self.limits.time;
        Reading { process: self, until, bytes: 0 }
    }

    /// Reports that the child has ended or has closed its output.
    fn ended(&mut self) -> Failure {
        // A child that closed its output may live on; a moment is enough for one that ends.
        let until = Instant::now() + Duration::from_millis(200);
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let how = match status {
            Some(status) => status.to_string(),
            None => "it closed its output or its input and went on".to_owned(),
        };
        Failure::Ended { how: how + &self.errors() }
    }

    /// Waits for the end of a child that has closed its output.
    pub(crate) fn wait(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + self.limits.time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Returns the end of what the child wrote on standard error, to be added to a sentence.
    pub(crate) fn errors(&self) -> String {
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&errors);
        let lines: Vec<&str> = text.lines().rev().take(2).map(str::trim).collect();
        match lines.iter().find(|line| !line.is_empty()) {
            Some(line) => format!("; its last error: {line}"),
            None => String::new(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            self.stdin = None;
        }
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Kills a process and its descendants. The shell does it, because only its own code may call the
/// system without a crate for that.
fn kill_group(id: u32) {
    #[cfg(unix)]
    {
        let script = format!("kill -KILL -{id}");
        let mut command = Command::new("/bin/sh");
        command.args(["-c", &script]).stdin(Stdio::null()).stdout(Stdio::null());
        let _ = command.stderr(Stdio::null()).status();
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// An answer that is being read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    process: &'a mut Process,
    until: Instant,
    bytes: usize,
}

impl Reading<'_> {
    /// Returns the next line without its end, or nothing if the child has closed its output. A last
    /// line without an end is a line only if `whole` says so.
    pub(crate) fn line(&mut self, half_lines: bool) -> Result<Option<String>, Failure> {
        loop {
            if let Some(end) = self.process.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.process.rest.drain(..=end).collect();
                return Ok(Some(text(&line)));
            }
            let Limits { time, bytes } = self.process.limits;
            if self.bytes > bytes {
                return Err(Failure::Endless { bytes });
            }
            let left = self.until.saturating_duration_since(Instant::now());
            match self.process.output.recv_timeout(left) {
                Ok(more) => {
                    self.bytes += more.len();
                    self.process.rest.extend(more);
                }
                Err(RecvTimeoutError::Timeout) => return Err(Failure::Hang { limit: time }),
                Err(RecvTimeoutError::Disconnected) if self.process.rest.is_empty() => {
                    return Ok(None);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let line = core::mem::take(&mut self.process.rest);
                    if half_lines {
                        return Ok(Some(text(&line)));
                    }
                    return Err(Failure::Garbage {
                        what: format!("the output ends within the line {:?}", text(&line)),
                    });
                }
            }
        }
    }

    /// Shortens the time that is left.
    pub(crate) fn at_most(&mut self, time: Duration) {
        self.until = self.until.min(Instant::now() + time);
    }

    /// Returns the next whole line. The child must not close its output.
    pub(crate) fn next(&mut self) -> Result<String, Failure> {
        match self.line(false) {
            Ok(Some(line)) => Ok(line),
            Ok(None) => Err(self.process.ended()),
            Err(failure) => Err(failure),
        }
    }
}

/// Returns a line as text without its end. Bytes that are not UTF-8 are replaced, and a long line is
/// cut.
fn text(line: &[u8]) -> String {
    const LONGEST: usize = 4096;
    String::from_utf8_lossy(&line[..line.len().min(LONGEST)]).trim_end().to_owned()
}

/// Sends all output of a child.
fn forward(mut stdout: impl Read, sender: &SyncSender<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stdout.read(&mut buffer) {
        if sender.send(buffer[..count].to_vec()).is_err() {
            return;
        }
    }
}

/// Reads all of a child's standard error and keeps its end.
fn keep_tail(mut stderr: impl Read, tail: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..count]);
        let excess = tail.len().saturating_sub(ERROR_TAIL);
        tail.drain(..excess);
    }
}
