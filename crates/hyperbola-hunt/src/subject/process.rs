//! A child process that may hang, crash, or write without end.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

#[cfg(unix)]
use super::kill_on_exit::KillOnExit;
use crate::Failure;

/// The bounds of one answer.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Limits {
    /// The time for each answer.
    pub time: Duration,
    /// The number of bytes of an answer. No divide of a position needs a hundredth of it.
    pub bytes: usize,
    /// A flag that ends the wait for an answer when it is set.
    pub stop: Option<&'static AtomicBool>,
}

impl Limits {
    /// Makes limits with a time for each answer.
    #[must_use]
    pub const fn new(time: Duration) -> Self {
        Self { time, bytes: 1 << 20, stop: None }
    }

    /// Sets a flag that ends the wait for an answer when it is set. The program is then killed.
    #[must_use]
    pub const fn stop(self, stop: &'static AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
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

/// The number of bytes after which a line is cut, unless it has all of an answer.
const CUT: usize = 4096;

/// The number of pieces of output that wait to be read. More make the child wait.
const WAITING: usize = 16;

/// The time after which a wait looks at the flag that ends it.
const LOOK: Duration = Duration::from_millis(20);

/// The time in which the end of standard error comes after the child's, unless one of the child's
/// own children has it, too.
const LATE_ERRORS: Duration = Duration::from_millis(300);

/// A child's standard input. A thread writes to it, for a child that does not read makes the writer
/// wait.
#[derive(Debug)]
struct Input {
    texts: Sender<String>,
    writer: JoinHandle<()>,
}

impl Input {
    fn new(mut stdin: ChildStdin) -> Self {
        let (texts, waiting) = channel::<String>();
        let writer = thread::spawn(move || {
            while let Ok(text) = waiting.recv() {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        Self { texts, writer }
    }
}

/// A running child. It is killed when it is dropped, with those of its own children that have not
/// left its process group.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<Input>,
    output: Receiver<Vec<u8>>,
    /// The output that was received and is no whole line yet.
    rest: Vec<u8>,
    errors: Arc<Mutex<Vec<u8>>>,
    /// It is closed when standard error has ended.
    errors_end: Receiver<()>,
    limits: Limits,
    #[cfg(unix)]
    guard: Option<KillOnExit>,
}

impl Process {
    /// Starts a program. Its standard error is read and its end kept.
    pub(crate) fn start(words: &[String], limits: Limits, stdin: bool) -> Result<Self, Failure> {
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| Failure::Start("there is no program to start".to_owned()))?;
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.stdin(if stdin { Stdio::piped() } else { Stdio::null() });
        // A group of its own, so that its own children can be killed with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| Failure::Start(format!("it cannot be started: {program}: {error}")))?;
        let (sender, output) = sync_channel(WAITING);
        let (errors, (until, errors_end)) = (Arc::default(), channel());
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || forward(stdout, &sender));
        }
        if let Some(stderr) = child.stderr.take() {
            let tail = Arc::clone(&errors);
            thread::spawn(move || keep_tail(stderr, &tail, &until));
        }
        let input = child.stdin.take().map(Input::new);
        Ok(Self {
            #[cfg(unix)]
            guard: KillOnExit::new(child.id()),
            child,
            input,
            output,
            rest: Vec::new(),
            errors,
            errors_end,
            limits,
        })
    }

    /// Writes lines to the child's standard input. What it has printed before answers nothing.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.rest.clear();
        // One that prints without end is not waited for.
        let _ = (0..WAITING).take_while(|_| self.output.try_recv().is_ok()).count();
        match &self.input {
            Some(input) if input.texts.send(text.to_owned()).is_err() => Err(self.ended()),
            _ => Ok(()),
        }
    }

    /// Returns whether the child has closed its standard input.
    fn has_closed_input(&self) -> bool {
        self.input.as_ref().is_some_and(|input| input.writer.is_finished())
    }

    /// Begins to wait for an answer.
    pub(crate) fn answer(&mut self) -> Reading<'_> {
        let until = Instant::now() + self.limits.time;
        Reading { process: self, until, quiet: until, bytes: 0, longest: CUT }
    }

    /// Reports that the child has ended or has closed its output.
    fn ended(&mut self) -> Failure {
        // A child that closed its output may live on; a moment is enough for one that ends.
        let how = match self.end_within(Duration::from_millis(200)) {
            Err(failure) => return failure,
            Ok(Some(status)) => return self.failed(status),
            Ok(None) => "it closed its output or its input and went on".to_owned(),
        };
        Failure::Ended { how: how + &self.errors() }
    }

    /// Reports the status of a child that has ended, and the end of its standard error.
    fn failed(&self, status: ExitStatus) -> Failure {
        // It is closed, never sent to.
        let _ = self.errors_end.recv_timeout(LATE_ERRORS);
        Failure::Ended { how: status.to_string() + &self.errors() }
    }

    /// Waits for the success of a child that has closed its output.
    pub(crate) fn success(&mut self) -> Result<(), Failure> {
        let limit = self.limits.time;
        match self.end_within(limit)? {
            None => Err(Failure::Hang { limit }),
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(self.failed(status)),
        }
    }

    /// Waits for the end of the child, but no longer than a time.
    fn end_within(&mut self, time: Duration) -> Result<Option<ExitStatus>, Failure> {
        let until = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if self.limits.is_stopped() => return Err(Failure::Interrupted),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                Ok(status) => return Ok(status),
                Err(_) => return Ok(None),
            }
        }
    }

    /// Returns the end of what the child wrote on standard error, to be added to a sentence.
    fn errors(&self) -> String {
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
            self.input = None;
        }
        #[cfg(unix)]
        drop(self.guard.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer that is being read.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    process: &'a mut Process,
    until: Instant,
    /// The time until which the next line must come.
    quiet: Instant,
    bytes: usize,
    /// The number of bytes after which a line is cut.
    longest: usize,
}

impl Reading<'_> {
    /// Lets lines be as long as the answer may be.
    pub(crate) fn with_long_lines(self) -> Self {
        Self { longest: usize::MAX, ..self }
    }

    /// Returns the next line without its end, or `None` if the child has closed its output. A last
    /// line without an end is a line only if `half_lines` says so.
    pub(crate) fn line(&mut self, half_lines: bool) -> Result<Option<String>, Failure> {
        // The bytes in which no line ends: what comes is added to them, and they are not searched
        // again.
        let mut searched = 0;
        loop {
            if self.process.limits.is_stopped() {
                return Err(Failure::Interrupted);
            }
            let rest = &mut self.process.rest;
            if let Some(end) = rest[searched..].iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = rest.drain(..=searched + end).collect();
                return Ok(Some(text(&line, self.longest)));
            }
            searched = rest.len();
            let Limits { time, bytes, .. } = self.process.limits;
            if self.bytes > bytes {
                return Err(Failure::Endless { bytes });
            }
            let left = self.quiet.saturating_duration_since(Instant::now());
            match self.process.output.recv_timeout(left.min(LOOK)) {
                Ok(more) => {
                    self.bytes += more.len();
                    self.process.rest.extend(more);
                }
                Err(RecvTimeoutError::Timeout) if self.process.has_closed_input() => {
                    return Err(self.process.ended());
                }
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                Err(RecvTimeoutError::Timeout) => return Err(Failure::Hang { limit: time }),
                Err(RecvTimeoutError::Disconnected) if self.process.rest.is_empty() => {
                    return Ok(None);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let line = core::mem::take(&mut self.process.rest);
                    if half_lines {
                        return Ok(Some(text(&line, self.longest)));
                    }
                    return Err(Failure::Garbage {
                        what: format!("the output ends within the line {:?}", text(&line, CUT)),
                    });
                }
            }
        }
    }

    /// Waits for the next line no longer than a time.
    pub(crate) fn at_most(&mut self, time: Duration) {
        self.quiet = self.until.min(Instant::now() + time);
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

/// Returns a line as text without its end. Bytes that are not UTF-8 are replaced, and a long line
/// is cut.
fn text(line: &[u8], longest: usize) -> String {
    String::from_utf8_lossy(&line[..line.len().min(longest)]).trim_end().to_owned()
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

/// Reads all of a child's standard error and keeps its end. The sender, to which nothing is sent,
/// lives until then.
fn keep_tail(mut stderr: impl Read, tail: &Mutex<Vec<u8>>, _until: &Sender<()>) {
    let mut buffer = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend(&buffer[..count]);
        let excess = tail.len().saturating_sub(ERROR_TAIL);
        tail.drain(..excess);
    }
}
