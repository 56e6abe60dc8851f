//! The commands of the Universal Chess Interface. A search runs on a thread of its own, so that
//! `stop`, `ponderhit` and `isready` are answered while it runs.

use core::sync::atomic::Ordering::Relaxed;
use core::time::Duration;
use std::io::{self, BufRead, Write};
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use hyperbola_moves::{Move, MoveList, Position, Repetitions};

use crate::network::{Evaluator, Network};
use crate::search::{Limits, MATE, Search, Signals};

/// The answer to `uci`.
const OPTIONS: &str = "id name Hyperbola
id author The Hyperbola authors
option name Hash type spin default 16 min 1 max 4096
option name Move Overhead type spin default 20 min 0 max 5000
option name Ponder type check default false
option name UCI_Chess960 type check default false
option name EvalFile type string default <empty>
uciok";

/// The words after `go` that begin a limit.
const LIMITS: [&str; 11] = [
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

/// A position, with the search or the thread that runs it.
struct Engine<W> {
    position: Position,
    search: Option<Box<Search>>,
    running: Option<JoinHandle<Box<Search>>>,
    signals: Arc<Signals>,
    out: Arc<Mutex<W>>,
    overhead: u64,
    is_chess960: bool,
}

/// Answers commands until `quit`, which stops a search, or until the end of the input, where one with
/// limits runs to its end. Unknown commands are ignored.
///
/// # Errors
///
/// Returns the error of the input or of the output.
pub fn uci(input: impl BufRead, out: impl Write + Send + 'static) -> io::Result<()> {
    let mut engine = Engine {
        position: Position::initial(),
        search: Some(Box::new(Search::new(Network::default(), 16))),
        running: None,
        signals: Arc::default(),
        out: Arc::new(Mutex::new(out)),
        overhead: 20,
        is_chess960: false,
    };
    for line in input.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).trim().to_owned();
        let (command, words) = line.split_once(' ').unwrap_or((&line, ""));
        let done = match command {
            "uci" => Ok(say(&engine.out, OPTIONS)?),
            "isready" => Ok(say(&engine.out, "readyok")?),
            "ponderhit" => Ok(_ = engine.signals.waits.swap(false, Relaxed)),
            "stop" => Ok(_ = engine.stop()),
            "ucinewgame" => Ok(_ = engine.stop().forget()),
            "position" => engine.set_position(words),
            "setoption" => engine.set_option(words),
            "go" => engine.go(words),
            "quit" => return Ok(_ = engine.stop()),
            _ => Ok(()),
        };
        if let Err(why) = done {
            say(&engine.out, &format!("info string {why}"))?;
        }
    }
    if !engine.signals.waits.load(Relaxed) {
        engine.wait();
    }
    engine.stop();
    Ok(())
}

/// Writes lines at once, so that none of another thread is between.
fn say(out: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(out, "{text}")?;
    out.flush()
}

impl<W: Write + Send + 'static> Engine<W> {
    /// Ends a search that runs, and returns the search.
    fn stop(&mut self) -> &mut Search {
        self.signals.stop.store(true, Relaxed);
        self.wait()
    }

    /// Waits for a search that runs, and returns the search.
    fn wait(&mut self) -> &mut Search {
        if let Some(thread) = self.running.take() {
            self.search = Some(thread.join().unwrap_or_else(|why| panic::resume_unwind(why)));
        }
        self.search.as_mut().expect("no thread has it")
    }

    /// Sets the position from the words after `position`. After an error nothing has changed.
    fn set_position(&mut self, words: &str) -> Result<(), String> {
        let (start, moves) = words.split_once("moves").unwrap_or((words, ""));
        let mut position = match start.trim().split_once(' ') {
            Some(("fen", fen)) => fen.trim().parse().map_err(|why| format!("{fen}: {why}"))?,
            None if start.trim() == "startpos" => Position::initial(),
            _ => return Err("expected startpos or fen".into()),
        };
        let mut repetitions = Repetitions::new();
        repetitions.push(&position);
        for text in moves.split_whitespace() {
            let played = position.parse_uci(text).map_err(|why| format!("{text}: {why}"))?;
            position.play_unchecked(played);
            repetitions.push(&position);
        }
        self.stop().repetitions = repetitions;
        self.position = position;
        Ok(())
    }

    fn set_option(&mut self, words: &str) -> Result<(), String> {
        let (name, value) = words.split_once(" value ").unwrap_or((words, ""));
        let (name, value) = (name.trim_start_matches("name").trim().to_lowercase(), value.trim());
        let number = |least, most| match value.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name}: expected {least} to {most}, found {value:?}")),
        };
        match &*name {
            "hash" => self.stop().table.resize(number(1, 4_096)?)?,
            "move overhead" => self.overhead = number(0, 5_000)? as u64,
            "uci_chess960" => self.is_chess960 = value == "true",
            "evalfile" => {
                let network = match value {
                    "" | "<empty>" => Network::default(),
                    path => Network::open(path)?,
                };
                self.stop().forget().evaluator = Evaluator::new(network);
            }
            "ponder" => {}
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(())
    }

    /// Begins a search with the limits after `go`. Returns an error about those that it ignores.
    fn go(&mut self, words: &str) -> Result<(), String> {
        self.stop();
        self.signals = Arc::default();
        let (limits, root, out) = (self.limits(words), self.position, self.out.clone());
        let is_endless = words.contains("infinite") || limits == Limits::default();
        self.signals.waits.store(is_endless || words.contains("ponder"), Relaxed);
        let mut search = self.search.take().expect("no thread has it");
        search.signals = self.signals.clone();
        let (root_moves, wrong) = self.root_moves(words);
        search.root_moves = root_moves;
        let is_chess960 = self.is_chess960;
        // Chess960 has castling as the king's move onto its rook.
        let text = move |best: Option<Move>| match best {
            Some(best) if is_chess960 => best.to_string(),
            Some(best) => root.uci(best).to_string(),
            None => "0000".into(),
        };
        self.running = Some(thread::spawn(move || {
            // If the output is closed, the search goes on until the input is closed too.
            let best = search.best(&root, limits, |search, depth, score| {
                let score = match MATE - score.abs() {
                    plies @ ..1_000 => format!("mate {}", (plies + 1) / 2 * score.signum()),
                    _ => format!("cp {score}"),
                };
                let (nodes, time) = (search.nodes, search.begin.elapsed().as_millis());
                let (rate, best) = (u128::from(nodes) * 1_000 / time.max(1), text(search.best));
                let rest = format!("nodes {nodes} nps {rate} time {time} pv {best}");
                say(&out, &format!("info depth {depth} score {score} {rest}")).unwrap_or_default();
            });
            let Signals { stop, waits } = &*search.signals;
            while waits.load(Relaxed) && !stop.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            let best = text(best.map(|(best, _)| best));
            say(&out, &format!("bestmove {best}")).unwrap_or_default();
            search
        }));
        wrong.map_or(Ok(()), Err)
    }

    /// Reads the moves after `searchmoves`, up to the next limit. Returns an error about one that is
    /// not legal.
    fn root_moves(&self, words: &str) -> (MoveList, Option<String>) {
        let (mut moves, mut wrong) = (MoveList::new(), None);
        let named = words.split_whitespace().skip_while(|&word| word != "searchmoves").skip(1);
        for text in named.take_while(|word| !LIMITS.contains(word)) {
            match self.position.parse_uci(text) {
                Ok(played) if !moves.contains(&played) => moves.push(played),
                Ok(_) => {}
                Err(why) => wrong = Some(format!("searchmoves: {text}: {why}")),
            }
        }
        (moves, wrong)
    }

    /// Reads the limits after `go`.
    fn limits(&self, words: &str) -> Limits {
        let number = |name| {
            let word = words.split_whitespace().skip_while(|&word| word != name).nth(1)?;
            u64::try_from(word.parse::<i128>().ok()?.clamp(0, i64::MAX.into())).ok()
        };
        let [clock, increment] =
            [["wtime", "winc"], ["btime", "binc"]][self.position.side_to_move() as usize];
        let by_clock = number(clock).map(|left| {
            let moves = number("movestogo").unwrap_or(25).clamp(1, 25);
            let each = left / moves + number(increment).unwrap_or(0) / 4 * 3;
            let each = each.saturating_sub(self.overhead);
            let hard = (left.saturating_sub(self.overhead) / 2).min(each.saturating_mul(3));
            [hard.min(each / 3 * 2), hard]
        });
        let exact = number("movetime").map(|time| [time.saturating_sub(self.overhead); 2]);
        // A mate in some moves takes at most twice as many half moves.
        let depth = number("depth").or_else(|| number("mate").map(|moves| 2 * moves));
        let depth = depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX));
        Limits { depth, nodes: number("nodes"), times: exact.or(by_clock) }
    }
}
