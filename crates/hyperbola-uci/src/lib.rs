//! An engine's side of the Universal Chess Interface: [`run`] answers the commands, so that an
//! author writes the search alone.
//!
//! The search runs on a thread of its own, so that `stop`, `ponderhit` and `isready` are answered
//! while it runs. A `bestmove` is not sent before it is asked for, castling is written as
//! `UCI_Chess960` says, and a wrong command is answered by a line `info string` and changes
//! nothing.
//!
//! ```
//! use std::io::{Cursor, Write};
//! use std::sync::{Arc, mpsc};
//! use hyperbola_uci::{Engine, Info, Score, Task};
//! use hyperbola_moves::Move;
//!
//! /// Plays the first move that gives check, or else the first one.
//! struct Checks;
//!
//! impl Engine for Checks {
//!     const NAME: &'static str = "Checks";
//!     const AUTHOR: &'static str = "its author";
//!
//!     fn search(&mut self, task: &Arc<Task>, mut report: impl FnMut(&Info<'_>)) -> Option<Move> {
//!         let position = &task.game.position;
//!         let moves = position.legal_moves();
//!         let check = moves.iter().find(|&&legal| position.gives_check(legal));
//!         let best = *check.or(moves.first())?;
//!         let score = Some(Score::Centipawns(0));
//!         report(&Info { depth: 1, score, nodes: 1, line: &[best], ..Info::default() });
//!         Some(best)
//!     }
//! }
//!
//! # #[derive(Clone)] struct Out(mpsc::Sender<Vec<u8>>);
//! # impl Write for Out {
//! #     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
//! #         self.0.send(bytes.into()).expect("the test reads it");
//! #         Ok(bytes.len())
//! #     }
//! #     fn flush(&mut self) -> std::io::Result<()> { Ok(()) }
//! # }
//! # let (out, printed) = mpsc::channel();
//! # let out = Out(out);
//! let input = Cursor::new("position startpos moves e2e4 f7f6\ngo movetime 100\n");
//! hyperbola_uci::run(Checks, input, out)?;
//! # let text: Vec<u8> = printed.iter().flatten().collect();
//! # assert!(text.ends_with(b"bestmove d1h5\n"));
//! # Ok::<(), std::io::Error>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

use core::error::Error;
use core::fmt;
use core::iter;
use core::num::IntErrorKind;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use core::time::Duration;
use std::io::{self, BufRead, Write};
use std::panic;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use hyperbola_moves::{Color, Move, MoveList, ParsePositionError, Position, Repetitions, UciError};

/// An engine that [`run`] asks.
pub trait Engine: Send + 'static {
    /// The engine's name.
    const NAME: &'static str;
    /// The names of its authors.
    const AUTHOR: &'static str;
    /// Its options, each a line such as `option name Hash type spin default 16 min 1 max 4096`.
    /// [`run`] adds `Ponder` and `UCI_Chess960` and keeps these itself.
    const OPTIONS: &'static str = "";
    /// The names of commands of its own. Those of the interface come first, and any other one is
    /// ignored.
    const COMMANDS: &'static [&'static str] = &[];

    /// Sets one of [`OPTIONS`](Self::OPTIONS), whose name is given in lower case. The number of a
    /// `spin` is in its range, a `check` is `true` or `false`, and a `combo` is one of its `var`,
    /// in their spelling.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is wrong.
    #[expect(unused_variables, reason = "the page shows the names")]
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
        Ok(())
    }

    /// Answers one of [`COMMANDS`](Self::COMMANDS), with the words after it. The lines that it
    /// returns are printed. A search that runs is stopped before.
    ///
    /// # Errors
    ///
    /// Returns an error if the words are wrong. It is printed after `info string`.
    #[expect(unused_variables, reason = "the page shows the names")]
    fn command(&mut self, name: &str, words: &str, game: &Game) -> Result<String, Box<dyn Error>> {
        Ok(String::new())
    }

    /// Forgets what was found out in other games.
    fn begin_game(&mut self) {}

    /// Searches the last position of the game and returns the best move, or nothing if there is no
    /// legal one. It ends soon after the clock is stopped, and reports what it has found on the
    /// way.
    ///
    /// If the last line that was reported, without a bound and as the best one, begins with the
    /// best move, its second move is printed behind `bestmove` as the move to ponder on.
    fn search(&mut self, task: &Arc<Task>, report: impl FnMut(&Info<'_>)) -> Option<Move>;
}

/// What a search is for. By default it is the initial position, until the search is stopped.
#[derive(Debug)]
pub struct Task {
    /// The game, whose last position is searched.
    pub game: Game,
    /// The limits.
    pub go: Go,
    /// The time since the task was set, and whether the search is to end.
    pub clock: Clock,
}

impl Task {
    /// Sets a task and starts its clock.
    #[must_use]
    pub fn new(game: Game, go: Go) -> Self {
        let clock = Clock::new(go.is_ponder || go.is_endless(game.position.side_to_move()));
        Self { game, go, clock }
    }
}

impl Default for Task {
    fn default() -> Self {
        Self::new(Game::new(Position::initial()), Go::default())
    }
}

/// The last position of a game, and those that led to it.
#[derive(Debug, Clone)]
pub struct Game {
    /// The last position.
    pub position: Position,
    /// All positions, the last one included.
    pub repetitions: Repetitions,
}

impl Game {
    /// Begins a game at a position.
    #[must_use]
    pub fn new(position: Position) -> Self {
        let mut repetitions = Repetitions::new();
        repetitions.push(&position);
        Self { position, repetitions }
    }

    /// Reads the words after `position`: `startpos` or `fen FEN`, and then `moves` with the moves.
    ///
    /// # Errors
    ///
    /// Returns an error if the words are others, the FEN is wrong, or a move is not legal.
    ///
    /// ```
    /// use hyperbola_uci::Game;
    /// let game = Game::read("startpos moves g1f3 g8f6 f3g1 f6g8")?;
    /// assert_eq!(game.repetitions.count(), 2);
    /// let error = Game::read("startpos moves e2e4 e2e4").unwrap_err();
    /// assert_eq!(error.to_string(), "move 2: the move e2e4 is not legal in this position");
    /// # Ok::<(), hyperbola_uci::GameError>(())
    /// ```
    pub fn read(words: &str) -> Result<Self, GameError> {
        let (start, moves) = words.split_once("moves").unwrap_or((words, ""));
        let mut game = Self::new(match start.trim().split_once(char::is_whitespace) {
            Some(("fen", fen)) => fen.trim().parse().map_err(GameError::Position)?,
            None if start.trim() == "startpos" => Position::initial(),
            _ => return Err(GameError::Start),
        });
        for (index, text) in moves.split_whitespace().enumerate() {
            let played = game.position.parse_uci(text);
            let played = played.map_err(|error| GameError::Move { number: index + 1, error })?;
            game.play_unchecked(played);
        }
        Ok(game)
    }

    /// Makes a move that is known to be legal, as [`Position::play_unchecked`] does.
    pub fn play_unchecked(&mut self, legal: Move) {
        self.position.play_unchecked(legal);
        self.repetitions.push(&self.position);
    }
}

/// The reason why a game cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameError {
    /// The words begin with neither `startpos` nor `fen`.
    Start,
    /// The FEN is wrong.
    Position(ParsePositionError),
    /// A move is wrong.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// What is wrong with it.
        error: UciError,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("expected startpos or fen"),
            Self::Position(error) => write!(f, "the FEN: {error}"),
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl Error for GameError {}

/// What the command `go` asks for. Times are in milliseconds, and negative numbers count as 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Go {
    /// The time that White and Black have left.
    pub times: [Option<u64>; 2],
    /// What White and Black gain with each move.
    pub increments: [Option<u64>; 2],
    /// The number of moves until there is more time.
    pub moves_to_go: Option<u64>,
    /// The time for this move, exactly.
    pub move_time: Option<u64>,
    /// The depth after which the search ends.
    pub depth: Option<u64>,
    /// The number of positions after which it ends.
    pub nodes: Option<u64>,
    /// The number of moves in which a mate is looked for.
    pub mate: Option<u64>,
    /// Whether it lasts until it is stopped.
    pub is_infinite: bool,
    /// Whether the other side is still to move, so that no time counts.
    pub is_ponder: bool,
    /// The legal ones of the moves after `searchmoves`, if there were any moves: only these are
    /// searched. [`run`] asks no engine to search an empty list.
    pub search_moves: Option<MoveList>,
}

impl Go {
    /// Reads the words after `go`. Unknown words are passed over, as the interface asks. Returns
    /// the last error about a move after `searchmoves` too, and leaves this move out.
    ///
    /// ```
    /// use hyperbola_moves::Position;
    /// use hyperbola_uci::Go;
    /// let (go, wrong) = Go::read(&Position::initial(), "searchmoves e2e4 e2e5 wtime 5000");
    /// assert_eq!((go.search_moves.unwrap().len(), go.times), (1, [Some(5_000), None]));
    /// assert_eq!(wrong.unwrap().to_string(), "the move e2e5 is not legal in this position");
    /// ```
    #[must_use]
    pub fn read(position: &Position, words: &str) -> (Self, Option<UciError>) {
        let (mut go, mut wrong, mut are_moves) = (Self::default(), None, false);
        let mut words = words.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let is_move = are_moves;
            are_moves = word == "searchmoves";
            let number = match word {
                "wtime" => &mut go.times[Color::White as usize],
                "btime" => &mut go.times[Color::Black as usize],
                "winc" => &mut go.increments[Color::White as usize],
                "binc" => &mut go.increments[Color::Black as usize],
                "movestogo" => &mut go.moves_to_go,
                "movetime" => &mut go.move_time,
                "depth" => &mut go.depth,
                "nodes" => &mut go.nodes,
                "mate" => &mut go.mate,
                _ => {
                    match word {
                        "infinite" => go.is_infinite = true,
                        "ponder" => go.is_ponder = true,
                        _ => are_moves |= is_move,
                    }
                    if are_moves && is_move {
                        let list = go.search_moves.get_or_insert_default();
                        match position.parse_uci(word) {
                            Ok(legal) if list.contains(&legal) => {}
                            Ok(legal) => list.push(legal),
                            Err(error) => wrong = Some(error),
                        }
                    }
                    continue;
                }
            };
            *number = words.peek().and_then(|word| read_number(word));
            words.next_if(|_| number.is_some());
        }
        (go, wrong)
    }

    /// Returns whether nothing but `stop` ends the search of a side's move. The other side's time
    /// is no limit.
    #[must_use]
    pub fn is_endless(&self, side: Color) -> bool {
        let time = self.times[side as usize];
        let ends = [time, self.move_time, self.depth, self.nodes, self.mate];
        self.is_infinite || ends.iter().all(Option::is_none)
    }

    /// Returns the milliseconds after which a side should begin no deeper search, and those after
    /// which its search should end. They are the greatest number if no time is set.
    ///
    /// A move has a 25th of the time that is left, or more if there is more time after fewer moves,
    /// and three quarters of the increment. This is less by an overhead, what the way to the other
    /// program takes, but an eighth of it stays, so that time is left for the ways of later moves.
    /// After two thirds of that no deeper search begins. After three times as much, but at most
    /// half of what is left without the overhead, the search ends. A time for this move alone is
    /// less by the overhead too, but at most by half.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Position};
    /// use hyperbola_uci::Go;
    /// let (go, _) = Go::read(&Position::initial(), "wtime 60000 winc 400 btime 1000");
    /// assert_eq!(go.limits(Color::White, 0), [1_800, 8_100]);
    /// assert_eq!(go.limits(Color::Black, 20), [13, 60]);
    /// assert_eq!(go.limits(Color::Black, 100), [3, 15]);
    /// ```
    #[must_use]
    pub fn limits(&self, side: Color, overhead: u64) -> [u64; 2] {
        // The rest of a time after the overhead, which is at least some part of it.
        let rest = |time: u64, part: u64| time.saturating_sub(overhead).max(time.div_ceil(part));
        if let Some(time) = self.move_time {
            return [rest(time, 2); 2];
        }
        let Some(left) = self.times[side as usize] else { return [u64::MAX; 2] };
        let moves = self.moves_to_go.unwrap_or(25).clamp(1, 25);
        let gained = self.increments[side as usize].unwrap_or(0) / 4 * 3;
        let each = rest((left / moves).saturating_add(gained), 8);
        let most = (rest(left, 2) / 2).min(each.saturating_mul(3));
        [most.min(each - each.div_ceil(3)), most]
    }
}

/// Reads a number; returns `None` for any other word. A number out of range becomes the nearest one
/// in it.
fn read_number(word: &str) -> Option<u64> {
    match word.parse::<i64>() {
        Ok(number) => Some(u64::try_from(number).unwrap_or(0)),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow => Some(u64::MAX),
            IntErrorKind::NegOverflow => Some(0),
            _ => None,
        },
    }
}

/// The time of a search, and whether it is to end. The commands set it while the search runs.
#[derive(Debug)]
pub struct Clock {
    begin: Instant,
    /// The moment from which the time counts. It is set as soon as the search need not wait.
    counted_from: OnceLock<Instant>,
    is_stopped: AtomicBool,
}

impl Clock {
    fn new(waits: bool) -> Self {
        let begin = Instant::now();
        let counted_from = if waits { OnceLock::new() } else { begin.into() };
        Self { begin, counted_from, is_stopped: AtomicBool::new(false) }
    }

    /// Returns the time since the search began, on the other side's time too.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Returns whether a number of milliseconds has passed. They count from the beginning, or from
    /// `ponderhit` if the other side was to move, and never without a limit.
    #[must_use]
    pub fn is_after(&self, milliseconds: u64) -> bool {
        let is_after = |from: &Instant| from.elapsed().as_millis() >= milliseconds.into();
        self.counted_from.get().is_some_and(is_after)
    }

    /// Tells the search to end.
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
    }

    /// Returns whether the search is to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    fn waits(&self) -> bool {
        self.counted_from.get().is_none()
    }
}

/// A score, as the side to move sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The number of moves to a mate, which is negative for the side that is mated.
    Mate(i32),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What a score is if it is not exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at least this one.
    Lower,
    /// It is at most this one.
    Upper,
}

/// What a search has found so far. What is `None` is not written, nor is a line without moves.
#[derive(Debug, Clone, Copy, Default)]
pub struct Info<'a> {
    /// The depth that is complete.
    pub depth: u32,
    /// The greatest number of half moves from the root to a position that was searched.
    pub selective_depth: Option<u32>,
    /// The number of the line, from 1 for the best one, if the engine tells several.
    pub multi_pv: Option<u32>,
    /// The score.
    pub score: Option<Score>,
    /// What the score is if it is not exact.
    pub bound: Option<Bound>,
    /// The number of positions that have been searched.
    pub nodes: u64,
    /// The thousandths of the hash table that are taken.
    pub hash_full: Option<u16>,
    /// The number of positions that were found in endgame tables.
    pub table_hits: Option<u64>,
    /// The move of the root that is searched now, and its number from 1.
    pub current_move: Option<(Move, u32)>,
    /// The best moves of both sides in turn. It is written up to a move that is not legal.
    pub line: &'a [Move],
}

impl Info<'_> {
    /// Returns the line that is printed. `written` writes a move in a position.
    fn text(
        &self,
        root: &Position,
        time: Duration,
        written: impl Fn(&Position, Move) -> String,
    ) -> String {
        let mut text = format!("info depth {}", self.depth);
        let mut add = |name: &str, value: Option<String>| {
            value.into_iter().for_each(|value| text.extend([" ", name, " ", &*value]));
        };
        add("seldepth", self.selective_depth.map(|depth| depth.to_string()));
        add("multipv", self.multi_pv.map(|number| number.to_string()));
        let bound = match self.bound {
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
            None => "",
        };
        add("score", self.score.map(|score| format!("{score}{bound}")));
        let time = time.as_millis();
        let speed = u128::from(self.nodes) * 1_000 / time.max(1);
        add("nodes", Some(format!("{} nps {speed}", self.nodes)));
        add("hashfull", self.hash_full.map(|full| full.to_string()));
        add("tbhits", self.table_hits.map(|hits| hits.to_string()));
        add("time", Some(time.to_string()));
        let current = self.current_move;
        add("currmove", current.map(|(played, _)| written(root, played)));
        add("currmovenumber", current.map(|(_, number)| number.to_string()));
        let (mut position, mut line) = (*root, Vec::new());
        for &played in self.line {
            let Ok(next) = position.play(played) else { break };
            line.push(written(&position, played));
            position = next;
        }
        add("pv", (!line.is_empty()).then(|| line.join(" ")));
        text
    }
}

/// The options of [`run`].
const OPTIONS: &str = "\
option name Ponder type check default false
option name UCI_Chess960 type check default false
";

/// Reads the words after `setoption`. Returns the option's name in lower case, and its value, which
/// is checked against the line of the option. The name is the longest that is known, because a name
/// may have the word `value` in it.
fn read_option<'a>(
    lines: impl Iterator<Item = &'a str> + Clone,
    words: &'a str,
) -> Result<(String, &'a str), String> {
    let is_end = |text: &str| text.is_empty() || text.starts_with(char::is_whitespace);
    let words = words.strip_prefix("name").filter(|rest| is_end(rest)).unwrap_or(words);
    let splits = words.rmatch_indices("value").filter_map(|(at, value)| {
        let (name, after) = (&words[..at], &words[at + value.len()..]);
        (name.ends_with(char::is_whitespace) && is_end(after)).then_some((name, after.trim()))
    });
    let mut splits = iter::once((words, "")).chain(splits).map(|(name, value)| {
        let name: Vec<&str> = name.split_whitespace().collect();
        (name.join(" ").to_lowercase(), value)
    });
    let shortest = splits.clone().last();
    let known = splits.find_map(|(name, value)| {
        let kind = lines.clone().find_map(|line| {
            let (known, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
            (known.to_lowercase() == name).then_some(kind)
        });
        Some((name, value, kind?))
    });
    let (name, value, kind) =
        known.ok_or_else(|| format!("there is no option {:?}", shortest.unwrap_or_default().0))?;
    match check_value(kind, value) {
        Ok(value) => Ok((name, value)),
        Err(expected) => Err(format!("{name}: expected {expected}, found {value:?}")),
    }
}

/// Returns a value as the option's line writes it, or else the values that the option may have.
fn check_value<'a>(kind: &'a str, value: &'a str) -> Result<&'a str, String> {
    let after = |wanted| kind.split_whitespace().skip_while(move |&word| word != wanted).nth(1);
    let limit = |wanted| after(wanted).and_then(|word| word.parse::<i64>().ok());
    let find = |values: &[&'a str]| {
        let found = values.iter().find(|known| known.to_lowercase() == value.to_lowercase());
        found.copied().ok_or_else(|| values.join(" or "))
    };
    match kind.split_whitespace().next() {
        Some("check") => find(&["true", "false"]),
        Some("combo") => find(&kind.split(" var ").skip(1).map(str::trim).collect::<Vec<_>>()),
        Some("spin") => {
            let (min, max) = (limit("min").unwrap_or(i64::MIN), limit("max").unwrap_or(i64::MAX));
            let is_inside = value.parse().is_ok_and(|number| (min..=max).contains(&number));
            if is_inside { Ok(value) } else { Err(format!("{min} to {max}")) }
        }
        _ => Ok(value),
    }
}

/// Answers commands until `quit`, which stops a search, or until the end of the input, where one
/// with limits runs to its end. Unknown commands are ignored.
///
/// # Errors
///
/// Returns the first error of the input or of the output. A search whose output fails is stopped,
/// and no further command is answered.
///
/// # Panics
///
/// Panics if the engine panics.
pub fn run<E: Engine>(
    engine: E,
    input: impl BufRead,
    out: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut runner = Runner {
        engine: Some(Box::new(engine)),
        thread: None,
        game: Game::new(Position::initial()),
        task: Arc::default(),
        out: Arc::new(Mutex::new(out)),
        printed: Ok(()),
        is_chess960: false,
    };
    let answered = runner.answer_all(input);
    runner.stop();
    runner.printed.and(answered)
}

/// Writes lines at once, so that none of another thread is between.
fn say(out: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(out, "{text}")?;
    out.flush()
}

/// A game, with the engine or the thread that runs it.
struct Runner<E, W> {
    engine: Option<Box<E>>,
    thread: Option<JoinHandle<(Box<E>, io::Result<()>)>>,
    game: Game,
    /// The task of the last search.
    task: Arc<Task>,
    out: Arc<Mutex<W>>,
    /// The first error of a search's output.
    printed: io::Result<()>,
    is_chess960: bool,
}

impl<E: Engine, W: Write + Send + 'static> Runner<E, W> {
    /// Waits for a search that runs, and returns the engine.
    fn wait(&mut self) -> &mut E {
        if let Some(thread) = self.thread.take() {
            let (engine, printed) = thread.join().unwrap_or_else(|why| panic::resume_unwind(why));
            self.engine = Some(engine);
            if self.printed.is_ok() {
                self.printed = printed;
            }
        }
        self.engine.as_mut().expect("no thread has it")
    }

    /// Ends a search that runs, and returns the engine.
    fn stop(&mut self) -> &mut E {
        self.task.clock.stop();
        self.wait()
    }

    /// Answers commands until `quit`, the end of the input, or an error.
    fn answer_all(&mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.split(b'\n') {
            let line = String::from_utf8_lossy(&line?).trim().to_owned();
            if line == "quit" || self.printed.is_err() {
                return Ok(());
            }
            let (command, words) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            if let Err(error) = self.answer(command, words.trim()) {
                say(&self.out, &format!("info string {error}"))?;
            }
        }
        if !self.task.clock.waits() {
            self.wait();
        }
        Ok(())
    }

    fn answer(&mut self, command: &str, words: &str) -> Result<(), Box<dyn Error>> {
        let options = E::OPTIONS.lines().chain(OPTIONS.lines());
        match command {
            "uci" => {
                let (id, author) =
                    (format!("id name {}", E::NAME), format!("id author {}", E::AUTHOR));
                let lines: Vec<&str> = [&*id, &*author].into_iter().chain(options).collect();
                say(&self.out, &format!("{}\nuciok", lines.join("\n")))?;
            }
            "isready" => say(&self.out, "readyok")?,
            "ponderhit" => {
                let Task { game, go, clock } = &*self.task;
                if !go.is_endless(game.position.side_to_move()) {
                    clock.counted_from.get_or_init(Instant::now);
                }
            }
            "stop" => _ = self.stop(),
            "ucinewgame" => self.stop().begin_game(),
            "position" => {
                let game = Game::read(words)?;
                self.stop();
                self.game = game;
            }
            "setoption" => {
                let (name, value) = read_option(options, words)?;
                match &*name {
                    "uci_chess960" => self.is_chess960 = value == "true",
                    "ponder" => {}
                    _ => self.stop().set_option(&name, value)?,
                }
            }
            "go" => self.go(words)?,
            name if E::COMMANDS.contains(&name) => {
                self.stop();
                let Self { engine, game, .. } = self;
                let engine = engine.as_mut().expect("no thread has it");
                let text = engine.command(name, words, game)?;
                if !text.is_empty() {
                    say(&self.out, text.trim_end())?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Begins a search. A wrong word is answered before the search can print anything.
    fn go(&mut self, words: &str) -> io::Result<()> {
        self.stop();
        let (go, wrong) = Go::read(&self.game.position, words);
        if let Some(wrong) = wrong {
            say(&self.out, &format!("info string {wrong}"))?;
        }
        let task = Arc::new(Task::new(self.game.clone(), go));
        self.task = task.clone();
        let out = self.out.clone();
        let is_chess960 = self.is_chess960;
        let written = move |position: &Position, played: Move| match is_chess960 {
            true => played.to_string(),
            false => position.uci(played).to_string(),
        };
        let mut engine = self.engine.take().expect("no thread has it");
        self.thread = Some(thread::spawn(move || {
            let (mut printed, mut line) = (Ok(()), [None; 2]);
            let Task { game, go, clock } = &*task;
            let report = |info: &Info<'_>| {
                let is_best =
                    info.bound.is_none() && info.multi_pv.is_none_or(|number| number == 1);
                if is_best && !info.line.is_empty() {
                    line = [0, 1].map(|at| info.line.get(at).copied());
                }
                if printed.is_ok() {
                    let text = info.text(&game.position, clock.elapsed(), written);
                    printed = say(&out, &text);
                }
                if printed.is_err() {
                    clock.stop();
                }
            };
            let is_nothing = go.search_moves.as_ref().is_some_and(|moves| moves.is_empty());
            let best = if is_nothing { None } else { engine.search(&task, report) };
            while clock.waits() && !clock.is_stopped() {
                thread::sleep(Duration::from_millis(1));
            }
            let mut text = "bestmove 0000".to_owned();
            if let Some(best) = best {
                text = format!("bestmove {}", written(&game.position, best));
                let next = game.position.play(best).ok().filter(|_| line[0] == Some(best));
                let reply = line[1].filter(|&reply| next.is_some_and(|next| next.is_legal(reply)));
                if let (Some(next), Some(reply)) = (next, reply) {
                    text = format!("{text} ponder {}", written(&next, reply));
                }
            }
            let printed = printed.and_then(|()| say(&out, &text));
            (engine, printed)
        }));
        Ok(())
    }
}
