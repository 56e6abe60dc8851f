//! `hyperbola uci`: answers the UCI commands that count moves, so that tools which speak to engines
//! can ask this counter.

use core::sync::atomic::{AtomicBool, Ordering};
use std::io::{self, BufRead, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use anyhow::Context;
use clap::Args;
use hyperbola_console::perft::{depth, threads};
use hyperbola_files::escaped;
use hyperbola_moves::{Move, Position, Rules, Setup};
use hyperbola_perft::Perft;
use hyperbola_perft::report::number_of;

use crate::output;

/// The arguments of `hyperbola uci`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct UciArguments {}

/// The text at the end of the help of `hyperbola uci`.
const HELP: &str = "\
The command reads lines from standard input and answers on standard output, as a chess engine does. \
It counts and does not play. The lines are:

  uci                    the name and the options, and uciok
  isready                readyok
  ucinewgame             nothing
  setoption name NAME value VALUE
                         Threads (1 to 256), Hash (MiB for positions that are kept, 0 to 1048576, 0 \
for none), UCI_Chess960 (true or false), Divide (true or false)
  position startpos|fen FEN [moves MOVE ...]
                         the position to count from
  go perft DEPTH         a line MOVE: NUMBER for each first move, unless Divide is false, and \
Nodes searched: NUMBER
  stop                   ends a count before its end
  d                      the board, the FEN, the key and the pieces that give check
  quit                   ends the program, after a count that goes on

If UCI_Chess960 is true, castling is written as the king's move onto its rook. If it is false, a \
castling right that is not one of chess is refused. If it is not set, such a right is taken with a \
warning. What is wrong is said in a line that begins with info string error, and after a wrong position \
nothing is counted until there is another one. With Divide false, positions are kept across first \
moves, which takes less time.

Examples:
  printf 'position startpos moves e2e4\\ngo perft 5\\nquit\\n' | hyperbola uci";

/// The greatest number of bytes in a line. The longest games have some ten thousand.
const MOST_BYTES: u64 = 1 << 20;

/// Answers lines until `quit` or the end of the input.
pub(crate) fn run(_: &UciArguments) -> anyhow::Result<()> {
    let (sender, lines) = mpsc::sync_channel(1024);
    // Lines are read while a count goes on, so that one of them can stop it.
    thread::spawn(move || read_lines(&mut io::stdin().lock(), &sender));
    let mut door = Door::default();
    while let Ok(line) = lines.recv() {
        let Line { text, stop } = line.context("cannot read standard input")?;
        let Some(answer) = door.answer(&text, &stop) else { break };
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(answer.as_bytes()).and_then(|()| stdout.flush());
        written.context(output::CANNOT_WRITE)?;
    }
    Ok(())
}

/// A line, and the flag that stops the count that it or the last one before it begins.
struct Line {
    text: String,
    stop: Arc<AtomicBool>,
}

/// Reads lines up to the end of the input, and hands them on.
fn read_lines(input: &mut impl BufRead, sender: &SyncSender<io::Result<Line>>) {
    let mut stop = Arc::new(AtomicBool::new(false));
    loop {
        let text = match next_line(input) {
            Ok(Some(text)) => text,
            Ok(None) => return,
            Err(error) => {
                // If nobody waits for lines any more, the program ends.
                let _ = sender.send(Err(error));
                return;
            }
        };
        match text.split_whitespace().next() {
            Some("go") => stop = Arc::new(AtomicBool::new(false)),
            Some("stop") => stop.store(true, Ordering::Relaxed),
            _ => {}
        }
        if sender.send(Ok(Line { text, stop: Arc::clone(&stop) })).is_err() {
            return;
        }
    }
}

/// Reads the next line, without its end, or nothing at the end of the input.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(MOST_BYTES).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 == MOST_BYTES && !bytes.ends_with(b"\n") {
        let message = "expected a line of less than 1 MiB";
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
}

/// What the lines have set so far.
struct Door {
    /// The position, or nothing after a wrong one.
    position: Option<Position>,
    threads: u16,
    hash_mib: u32,
    /// Whether `UCI_Chess960` is true, if it was set.
    is_chess960: Option<bool>,
    divides: bool,
}

impl Default for Door {
    fn default() -> Self {
        let position = Some(Position::initial());
        Self { position, threads: 1, hash_mib: 0, is_chess960: None, divides: true }
    }
}

/// The options, as the answer to `uci` lists them.
const OPTIONS: &str = "\
option name Threads type spin default 1 min 1 max 256
option name Hash type spin default 0 min 0 max 1048576
option name UCI_Chess960 type check default false
option name Divide type check default true
";

impl Door {
    /// Returns the answer to a line, or nothing if the line ends the program.
    fn answer(&mut self, line: &str, stop: &AtomicBool) -> Option<String> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let answer = match command {
            "quit" => return None,
            // The last three are for engines that play, and need no answer.
            "" | "ucinewgame" | "stop" | "debug" | "register" | "ponderhit" => Ok(String::new()),
            "uci" => {
                let version = env!("CARGO_PKG_VERSION");
                let authors = env!("CARGO_PKG_AUTHORS");
                Ok(format!("id name Hyperbola {version}\nid author {authors}\n{OPTIONS}uciok\n"))
            }
            "isready" => Ok("readyok\n".to_owned()),
            "setoption" => self.set_option(&words).map(|()| String::new()),
            "position" => {
                self.position = None;
                self.set_position(&words)
            }
            "go" => self.go(&words, stop),
            "d" => self.known_position().map(shown),
            _ => Err(format!(
                "unknown command '{command}': expected uci, isready, ucinewgame, setoption, \
                 position, go perft, stop, d or quit"
            )),
        };
        Some(answer.unwrap_or_else(|message| {
            format!("info string error: {}\n", escaped(&message, char::is_control))
        }))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", name, "value", value] = words else {
            return Err("expected setoption name NAME value VALUE".to_owned());
        };
        let expected = |expected| format!("option {name}: expected {expected}, found '{value}'");
        let number = |most| {
            let number: Option<u32> = value.parse().ok();
            number.filter(|number| *number <= most)
        };
        let flag = || value.parse().map_err(|_| expected("true or false"));
        match name.to_ascii_lowercase().as_str() {
            "threads" => {
                let threads = number(256).filter(|&threads| threads > 0);
                let threads = threads.and_then(|threads| u16::try_from(threads).ok());
                self.threads = threads.ok_or_else(|| expected("a number from 1 to 256"))?;
            }
            "hash" => {
                let hash = number(1 << 20).ok_or_else(|| expected("a number from 0 to 1048576"));
                self.hash_mib = hash?;
            }
            "uci_chess960" => self.is_chess960 = Some(flag()?),
            "divide" => self.divides = flag()?,
            _ => {
                return Err(format!(
                    "unknown option '{name}': expected Threads, Hash, UCI_Chess960 or Divide"
                ));
            }
        }
        Ok(())
    }

    /// Sets the position. Returns a warning if its rights alone make it one of Chess960.
    fn set_position(&mut self, words: &[&str]) -> Result<String, String> {
        let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (start, moves) = words.split_at(end);
        let setup: Setup = match start {
            ["startpos"] => Setup::initial(),
            ["fen", fields @ ..] => {
                fields.join(" ").parse().map_err(|error| format!("the FEN is wrong: {error}"))?
            }
            _ => return Err("expected position startpos or position fen FEN".to_owned()),
        };
        let rules = match self.is_chess960 {
            None => Rules::Auto,
            Some(true) => Rules::Chess960,
            Some(false) => Rules::Chess,
        };
        let mut position = setup
            .position_by_rules(rules)
            .map_err(|error| format!("the FEN is no position: {error}"))?;
        for (number, text) in moves.iter().skip(1).enumerate() {
            let played = position.parse_uci(text);
            let played = played.map_err(|error| format!("move {}, {text}: {error}", number + 1))?;
            position.play_unchecked(played);
        }
        self.position = Some(position);
        let guesses = rules == Rules::Auto && setup.chess960_right().is_some();
        Ok(match guesses {
            true => {
                "info string warning: the castling rights make this a position of Chess960, and \
                     the option UCI_Chess960 is not set\n"
                    .to_owned()
            }
            false => String::new(),
        })
    }

    fn known_position(&self) -> Result<&Position, String> {
        self.position.as_ref().ok_or_else(|| {
            "there is no position, because the last one was wrong: expected a line position"
                .to_owned()
        })
    }

    /// Counts, or says that nothing else can be asked for.
    fn go(&self, words: &[&str], stop: &AtomicBool) -> Result<String, String> {
        let ["perft", plies] = words else {
            // A program that waits for a move waits no longer.
            return Ok(
                "info string error: this program counts and does not play: expected go perft \
                       DEPTH\nbestmove (none)\n"
                    .to_owned(),
            );
        };
        let plies = depth(plies).map_err(|expected| format!("{expected}, found '{plies}'"))?;
        let plies = u32::from(plies);
        let position = self.known_position()?;
        let memory = usize::try_from(u64::from(self.hash_mib) << 20).unwrap_or(usize::MAX);
        let perft = Perft::default().threads(threads(self.threads)).memory_bytes(memory);
        let kept = perft.kept_bytes(position, plies);
        Vec::<u8>::new()
            .try_reserve_exact(kept)
            .map_err(|_| format!("there is too little memory for Hash {}", self.hash_mib))?;
        let (counted, moves) = if self.divides && plies > 0 {
            let divided = perft.divide(position, plies, stop, &|_| {});
            (divided.counted(), divided.moves)
        } else {
            (perft.count_until(position, plies, stop, &|_| {}), Vec::new())
        };
        if !counted.is_complete {
            return Err("stopped before the count was complete".to_owned());
        }
        let nodes = number_of(counted).map_err(|error| error.to_string())?;
        let mut lines: Vec<String> = moves
            .into_iter()
            .map(|(first, number)| format!("{}: {number}\n", self.written(position, first)))
            .collect();
        lines.sort();
        Ok(format!("{}\nNodes searched: {nodes}\n\n", lines.concat()))
    }

    /// Writes a move as the option `UCI_Chess960` asks for.
    fn written(&self, position: &Position, legal: Move) -> String {
        match self.is_chess960 {
            Some(true) => legal.to_string(),
            _ => position.uci(legal).to_string(),
        }
    }
}

/// Returns the board and what belongs to it.
fn shown(position: &Position) -> String {
    let board = output::board(&position.board().to_string());
    let checkers = position.checkers().into_iter().map(|square| format!(" {square}"));
    format!(
        "\n{board}\nFen: {position}\nKey: {:016X}\nCheckers:{}\n",
        position.key(),
        checkers.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_is_for_the_last_count_before_it() {
        let text = "go perft 1\nd\nstop\ngo perft 2\nisready\n";
        let (sender, lines) = mpsc::sync_channel(10);
        read_lines(&mut text.as_bytes(), &sender);
        drop(sender);
        let stops: Vec<bool> = lines
            .into_iter()
            .map(|line| line.expect("it can be read").stop.load(Ordering::Relaxed))
            .collect();
        assert_eq!(stops, [true, true, true, false, false]);
    }

    #[test]
    fn a_count_that_is_stopped_has_no_number() {
        let mut door = Door::default();
        let answer = door.answer("go perft 4", &AtomicBool::new(true)).expect("an answer");
        assert_eq!(answer, "info string error: stopped before the count was complete\n");
        let answer = door.answer("go perft 4", &AtomicBool::new(false)).expect("an answer");
        assert!(answer.ends_with("\nNodes searched: 197281\n\n"), "{answer}");
    }

    #[test]
    fn a_line_without_an_end_is_no_endless_one() {
        let error = next_line(&mut io::BufReader::new(io::repeat(b'x'))).map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "expected a line of less than 1 MiB");
    }
}
