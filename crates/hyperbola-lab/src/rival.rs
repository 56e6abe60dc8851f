//! Rivals: other people's programs that count perft, asked on the command line.

use core::str::FromStr;
use core::time::Duration;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use hyperbola_moves::Position;

use crate::inputs::PerftPosition;
use crate::runner::{Work, timed};

/// A program that counts perft and prints the number.
///
/// ```
/// use hyperbola_lab::rival::Rival;
/// let rival: Rival = "mine=./engine perft {depth} {fen}".parse()?;
/// assert_eq!(rival.name, "mine");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rival {
    /// Its name in records.
    pub name: String,
    /// The program and its arguments, in which `{fen}` and `{depth}` are replaced.
    pub command: Vec<String>,
}

impl FromStr for Rival {
    type Err = String;

    /// Reads `NAME=command with {fen} {depth}`: the words of the command are separated by blanks, and
    /// no shell reads them.
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

impl Rival {
    /// Has it count the first moves, so that one that cannot be run is found before anything is measured;
    /// whether it counts right is not looked at.
    ///
    /// # Errors
    ///
    /// If it cannot be run, fails, prints no number or does not end within the time.
    pub fn try_out(&self, patience: Duration) -> Result<(), String> {
        let fen = Position::default().to_string();
        self.counting(&PerftPosition { fen, depth: 1, nodes: 20 }, patience).count().map(drop)
    }

    /// Makes the work of counting from a position, for which it has some time.
    #[must_use]
    pub fn counting(&self, position: &PerftPosition, patience: Duration) -> RivalCounting {
        let depth = position.depth.to_string();
        let filled =
            |word: &String| word.replace("{fen}", &position.fen).replace("{depth}", &depth);
        let command = self.command.iter().map(filled).collect();
        RivalCounting { command, nodes: position.nodes, patience }
    }
}

/// The work of having a rival count from a position; its start is part of the time.
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
                return Err(format!("it counted {found} and not {}", self.nodes));
            }
            Ok(())
        })
    }
}

/// Returns how a program ended and what it printed, or nothing if it took too long; then it is ended.
fn output(child: &mut Child, patience: Duration) -> io::Result<Option<(ExitStatus, Vec<u8>)>> {
    let start = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let mut stdout = child.stdout.take();
    // The output may stay open for ever, in the hands of programs that the program has started too.
    thread::spawn(move || {
        let mut text = Vec::new();
        let read = stdout.as_mut().map_or(Ok(0), |stdout| stdout.read_to_end(&mut text));
        // Nobody may be waiting for it any more.
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

/// Finds the number of nodes in what a program prints: the number of a line that is nothing else,
/// or that speaks of nodes or of a total; the last such line counts. Commas and underscores between
/// digits are read over.
fn nodes(text: &str) -> Option<u64> {
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

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn numbers_are_found_as_programs_print_them() {
        for text in [
            "4865609\n",
            "a2a3: 8457\n\nNodes searched: 4865609\n",
            "info nodes 4865609\n12345678 nodes/s\n",
            "Total: 4,865,609\ntime 0.3 s",
        ] {
            assert_eq!(nodes(text), Some(4_865_609), "{text}");
        }
        assert_eq!(nodes("no number"), None);
    }

    #[test]
    fn a_rival_has_a_name_and_a_command_with_both_places() {
        let rival: Rival = "a=b -d {depth} {fen}".parse().expect("a rival");
        let position = PerftPosition { fen: "8/8 w".into(), depth: 3, nodes: 1 };
        assert_eq!(rival.counting(&position, PATIENCE).command, ["b", "-d", "3", "8/8 w"]);
        for wrong in ["a", "=b {fen} {depth}", "a=", "a=b {fen}", "a=b {depth}"] {
            assert!(wrong.parse::<Rival>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rival_that_is_not_there_or_fails_or_says_nothing_is_an_error() {
        let position = PerftPosition { fen: "8/8 w".into(), depth: 3, nodes: 1 };
        let verify = |text: &str| {
            let rival = text.parse::<Rival>().expect("a rival");
            assert!(rival.try_out(PATIENCE).is_err());
            rival.counting(&position, PATIENCE).verify().unwrap_err()
        };
        assert!(verify("a=/no/such/program {fen} {depth}").starts_with("cannot run"));
        #[cfg(unix)]
        assert!(verify("a=false {fen} {depth}").contains("ended with"));
        #[cfg(unix)]
        assert!(verify("a=true {fen} {depth}").ends_with("printed no number of nodes"));
    }
    #[cfg(unix)]
    #[test]
    fn a_rival_that_does_not_end_in_time_is_an_error() {
        let tried_out = |command: &str, patience: u64| {
            let rival = Rival {
                name: "sleepy".into(),
                command: ["sh", "-c", command].map(Into::into).into(),
            };
            let start = Instant::now();
            let result = rival.try_out(Duration::from_millis(patience));
            assert!(start.elapsed() < Duration::from_secs(60), "{command}");
            result
        };
        let late = Err("sh has not ended within 0.1 s".to_owned());
        assert_eq!(tried_out("exec sleep 600", 100), late);
        // Another program has its output, or it has closed it.
        assert_eq!(tried_out("sleep 600; echo 20", 100), late);
        assert_eq!(tried_out("echo 20; exec sleep 600 >&-", 100), late);
        assert_eq!(tried_out("sleep 0.1; echo 20", 60_000), Ok(()));
        // More than a pipe holds.
        assert_eq!(tried_out("yes | head -c 1000000; echo 20", 60_000), Ok(()));
    }
}
