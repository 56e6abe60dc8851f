//! Talks with an engine in a thread.

use core::time::Duration;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use hyperbola_uci::Engine;

/// The output of an engine.
#[derive(Clone, Default)]
pub(crate) struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Printed {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }
}

/// Commands that come one after the other.
struct Commands(Receiver<String>);

impl Read for Commands {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(lines) = self.0.recv() else { return Ok(0) };
        buffer[..lines.len()].copy_from_slice(lines.as_bytes());
        Ok(lines.len())
    }
}

/// An engine that waits for commands.
pub(crate) struct Session {
    commands: Sender<String>,
    printed: Printed,
    thread: JoinHandle<io::Result<()>>,
}

impl Session {
    pub(crate) fn start(engine: impl Engine + 'static) -> Self {
        let ((commands, receiver), printed) = (mpsc::channel(), Printed::default());
        let out = printed.clone();
        let run = || hyperbola_uci::run(engine, BufReader::new(Commands(receiver)), out);
        Self { commands, printed, thread: thread::spawn(run) }
    }

    /// Gives commands, each with the end of its line.
    pub(crate) fn send(&self, lines: &str) {
        self.commands.send(lines.to_owned()).expect("it reads");
    }

    /// Returns the output since the start or the last [`clear`](Self::clear).
    pub(crate) fn text(&self) -> String {
        self.printed.text()
    }

    pub(crate) fn clear(&self) {
        self.printed.0.lock().expect("no panic").clear();
    }

    /// Waits until the engine has printed a text.
    pub(crate) fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.text().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(60), "{text} in {}", self.text());
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends the commands, waits for the engine's end and returns the output.
    pub(crate) fn end(self) -> String {
        drop(self.commands);
        self.thread.join().expect("no panic").expect("no error");
        self.printed.text()
    }
}

/// Gives commands to an engine, waits for its end and returns the output.
pub(crate) fn answer(engine: impl Engine, commands: &[u8]) -> String {
    let printed = Printed::default();
    hyperbola_uci::run(engine, commands, printed.clone()).expect("no error");
    printed.text()
}
