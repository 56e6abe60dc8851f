//! Rivals: other people's programs that count perft, run on the command line.

use core::str::FromStr;
use core::time::Duration;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use hyperbola_moves::Position;
use hyperbola_timing::runner::{Work, timed};

use crate::inputs::PerftPosition;

/// A program that counts perft and prints the number.
///
/// ```
/// use hyperbola_lab::rival::RivalCommand;
/// let rival: RivalCommand = "mine=./engine perft {depth} {fen}".parse()?;
/// assert_eq!(rival.name, "mine");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RivalCommand {
    /// Its name in records.
    pub name: String,
    /// The program and its arguments, in which `{fen}` and `{depth}` are replaced.
    pub command: Vec<String>,
}

impl FromStr for RivalCommand {
    type Err = String;

    /// Reads `NAME=command with {fen} {depth}`: the words of the command are separated by blanks,
    /// and no shell reads them.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, command) =
            text.split_once('=').ok_or("expected NAME=command with {fen} {depth}")?;
        let command: Vec<String> = command.split_whitespace().map(Into::into).collect();
        if name.is_empty() || command.is_empty() {
            return Err("expected a name, = and a command".into());
        }
        for placeholder in ["{fen}", "{depth}"] {
            if !command.iter().any(|word| word.contains(placeholder)) {
                return Err(format!("expected {placeholder} in the command"));
            }
        }
        Ok(Self { name: name.into(), command })
    }
}

impl RivalCommand {
    /// Makes it count the first moves, so that a command that cannot be run is found before the
    /// measurements. The number is not checked.
    ///
    /// # Errors
    ///
    /// If it cannot be run, fails, prints no number or does not end within the time.
    pub fn try_out(&self, patience: Duration) -> Result<(), String> {
        let fen = Position::default().to_string();
        self.counting(&PerftPosition { fen, depth: 1, nodes: 20 }, patience).count().map(drop)
    }

    /// Makes the work of counting from a position, with a time limit.
    #[must_use]
    pub fn counting(&self, position: &PerftPosition, patience: Duration) -> RivalCounting {
        let depth = position.depth.to_string();
        let filled =
            |word: &String| word.replace("{fen}", &position.fen).replace("{depth}", &depth);
        let command = self.command.iter().map(filled).collect();
        RivalCounting { command, nodes: position.nodes, patience }
    }
}

/// The work of a rival that counts from a position; its start is part of the time.
#[derive(Debug)]
pub struct RivalCounting {
    command: Vec<String>,
    nodes: u64,
    patience: Duration,
}

impl RivalCounting {
    fn count(&self) -> Result<u64, String> {
        let [program, arguments @ ..] = &self.command[..] else {
            return Err("there is no command".into());
        };
        let cannot_run = |error| format!("cannot run {program}: {error}");
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(cannot_run)?;
        let Some((status, text)) = output(&mut child, self.patience).map_err(cannot_run)? else {
            return Err(format!(
                "{program} has not ended within {} s",
                self.patience.as_secs_f64()
            ));
        };
        if !status.success() {
            return Err(format!("{program} ended with {status}"));
        }
        nodes(&String::from_utf8_lossy(&text))
            .ok_or_else(|| format!("{program} printed no number of nodes"))
    }
}

impl Work for RivalCounting {
    fn verify(&mut self) -> Result<String, String> {
        self.count().map(|nodes| nodes.to_string())
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.nodes as f64;
        timed(times, operations, || {
            let found = self.count()?;
            if found != self.nodes {
                return Err(format!("expected {} nodes, found {found}", self.nodes));
            }
            Ok(())
        })
    }
}

/// Returns a program's exit status and output, or nothing if it took too long; then it is ended.
fn output(child: &mut Child, patience: Duration) -> io::Result<Option<(ExitStatus, Vec<u8>)>> {
    let start = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let mut stdout = child.stdout.take();
    // The output may stay open for ever, in the hands of programs that the program has started too.
    thread::spawn(move || {
        let mut text = Vec::new();
        let read = stdout.as_mut().map_or(Ok(0), |stdout| stdout.read_to_end(&mut text));
        // The receiver may be gone.
        let _ = sender.send(read.map(|_| text));
    });
    if let Ok(text) = receiver.recv_timeout(patience) {
        let text = text?;
        while start.elapsed() <= patience {
            if let Some(status) = child.try_wait()? {
                return Ok(Some((status, text)));
            }
            // It ends soon, as a rule, and its end is part of its time.
            thread::yield_now();
        }
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// Finds the number of nodes in a program's output: the number of a line that is nothing else, or
/// that speaks of nodes or of a total; the last such line counts. Commas and underscores between
/// digits are ignored.
#[must_use]
pub fn nodes(text: &str) -> Option<u64> {
    let number = |line: &str| {
        let line = line.trim().to_lowercase();
        let bare: String = line.chars().filter(|c| !",_".contains(*c)).collect();
        if let Ok(number) = bare.parse() {
            return Some(number);
        }
        let named = line.contains("nodes") || line.contains("total");
        let rate = line.contains("/s") || line.contains("per second") || line.contains("nps");
        if !named || rate {
            return None;
        }
        bare.split(|c: char| !c.is_ascii_digit()).find(|word| !word.is_empty())?.parse().ok()
    };
    text.lines().rev().find_map(number)
}
