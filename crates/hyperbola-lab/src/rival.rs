//! Rivals: other people's programs that count perft, asked on the command line.

use core::str::FromStr;
use std::process::{Command, Stdio};

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
    /// Makes the work of counting from a position.
    #[must_use]
    pub fn counting(&self, position: &PerftPosition) -> RivalCounting {
        let depth = position.depth.to_string();
        let filled =
            |word: &String| word.replace("{fen}", &position.fen).replace("{depth}", &depth);
        let command = self.command.iter().map(filled).collect();
        RivalCounting { command, nodes: position.nodes }
    }
}

/// The work of having a rival count from a position; its start is part of the time.
#[derive(Debug)]
pub struct RivalCounting {
    command: Vec<String>,
    nodes: u64,
}

impl RivalCounting {
    fn count(&self) -> Result<u64, String> {
        let [program, arguments @ ..] = &self.command[..] else {
            return Err("there is no command".into());
        };
        let output = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run {program}: {error}"))?;
        if !output.status.success() {
            return Err(format!("{program} ended with {}", output.status));
        }
        nodes(&String::from_utf8_lossy(&output.stdout))
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
        assert_eq!(rival.counting(&position).command, ["b", "-d", "3", "8/8 w"]);
        for wrong in ["a", "=b {fen} {depth}", "a=", "a=b {fen}", "a=b {depth}"] {
            assert!(wrong.parse::<Rival>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_rival_that_is_not_there_or_fails_or_says_nothing_is_an_error() {
        let position = PerftPosition { fen: "8/8 w".into(), depth: 3, nodes: 1 };
        let verify = |text: &str| {
            text.parse::<Rival>().expect("a rival").counting(&position).verify().unwrap_err()
        };
        assert!(verify("a=/no/such/program {fen} {depth}").starts_with("cannot run"));
        #[cfg(unix)]
        assert!(verify("a=false {fen} {depth}").contains("ended with"));
        #[cfg(unix)]
        assert!(verify("a=true {fen} {depth}").ends_with("printed no number of nodes"));
    }
}
