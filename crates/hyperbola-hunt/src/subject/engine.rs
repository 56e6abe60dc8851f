//! UCI engines with `go perft`.

use core::time::Duration;

use hyperbola_moves::Setup;

use super::printed_moves::{Habits, Lines};
use super::process::{Limits, Process};
use super::template::{Place, Template, TemplateError};
use super::{Abilities, Answer, Facts, Failure, Question, Subject, printed_facts};
use crate::Situation;

/// The depth that an engine is asked for. The number of moves grows with it, so the hunt stays far
/// below.
const DEPTH: u32 = 64;

/// The command that asks an engine for a divide: `go perft {depth}`, unless the engine has another.
#[derive(Debug, Clone)]
pub struct PerftCommand(Template);

impl PerftCommand {
    /// Reads the command as a template in which `{depth}` stands for the depth, such as
    /// `perft {depth}`. `{{` and `}}` stand for braces.
    ///
    /// # Errors
    ///
    /// Returns a [`TemplateError`] if there is no `{depth}`, another place, or a lone brace.
    pub fn new(text: &str) -> Result<Self, TemplateError> {
        let template = Template::new(text, &[Place::Depth])?;
        match template.has(Place::Depth) {
            true => Ok(Self(template)),
            false => Err(TemplateError::Missing { place: Place::Depth.name() }),
        }
    }

    /// Returns the command for a depth.
    fn of(&self, depth: u32) -> String {
        // A second line would be a second command.
        self.0.filled(|_| depth.to_string()).replace(['\n', '\r'], " ")
    }
}

impl Default for PerftCommand {
    fn default() -> Self {
        Self(Template::text("go perft ").then(Place::Depth))
    }
}

/// A UCI engine that answers `go perft` as Stockfish does, or in one of the usual variations.
///
/// The option `UCI_Chess960` is set for each position if the engine has it; otherwise it is asked
/// for no position with a castling right of Chess960.
#[derive(Debug)]
pub struct Engine {
    words: Vec<String>,
    perft: PerftCommand,
    limits: Limits,
    process: Option<Process>,
    /// The value of the option `UCI_Chess960` that was set last, if the engine has the option.
    chess960: Option<bool>,
    /// The form of its answer for the initial position.
    known: Option<Known>,
}

/// The form of an engine's answers.
#[derive(Debug, Clone, Copy)]
struct Known {
    habits: Habits,
    /// Whether moves come after `readyok`.
    is_late: bool,
}

/// The time after which no more lines follow if all legal moves have been printed.
const QUIET: Duration = Duration::from_millis(500);

impl Engine {
    /// Starts an engine and asks it for the moves of the initial position. The first of the words
    /// is the program.
    ///
    /// # Errors
    ///
    /// Returns [`Failure::Start`] if it cannot be started, is no UCI engine, or has no `go perft`.
    pub fn start(words: &[String], limits: Limits) -> Result<Self, Failure> {
        Self::start_with(words, limits, PerftCommand::default())
    }

    /// Starts an engine that has another command in place of `go perft`.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] as [`start`](Self::start) does.
    pub fn start_with(
        words: &[String],
        limits: Limits,
        perft: PerftCommand,
    ) -> Result<Self, Failure> {
        let words = words.to_vec();
        let mut engine = Self { words, perft, limits, process: None, chess960: None, known: None };
        match engine.learn() {
            Ok(()) => Ok(engine),
            Err(failure @ (Failure::Start(_) | Failure::Interrupted)) => Err(failure),
            Err(failure) => {
                let what = match failure {
                    Failure::Hang { .. } => "it hangs",
                    _ => "it fails",
                };
                let commands = match engine.process {
                    None => "uci".to_owned(),
                    Some(_) => format!("{} and isready", engine.perft.of(1)),
                };
                Err(Failure::Start(format!("{what} after {commands}: {failure}")))
            }
        }
    }

    /// Asks for the moves of the initial position, to learn how the engine ends its answers.
    fn learn(&mut self) -> Result<(), Failure> {
        let Ok(initial) = Situation::new(Setup::initial()) else { return Ok(()) };
        let (lines, is_late) = self.perft(&initial, 1)?;
        let mut habits = Habits::default();
        habits.add(&lines);
        self.known = Some(Known { habits, is_late });
        Ok(())
    }

    /// Returns the process. It is restarted if it has failed before.
    fn running(&mut self) -> Result<&mut Process, Failure> {
        if self.process.is_none() {
            let mut process = Process::start(&self.words, self.limits, true)?;
            process.write("uci\n")?;
            let mut reading = process.answer();
            let mut has_chess960 = false;
            loop {
                let line = reading.next()?;
                has_chess960 |= line.starts_with("option name UCI_Chess960 ");
                if line.trim() == "uciok" {
                    break;
                }
            }
            self.chess960 = has_chess960.then_some(false);
            self.process = Some(process);
        }
        match &mut self.process {
            Some(process) => Ok(process),
            None => Err(Failure::Start("it is not running".to_owned())),
        }
    }

    /// Puts a situation and a command, and asks whether the engine is ready.
    fn put(&mut self, situation: &Situation, command: &str) -> Result<&mut Process, Failure> {
        let mut text = String::new();
        self.running()?;
        if let Some(is_set) = self.chess960
            && is_set != situation.is_chess960()
        {
            self.chess960 = Some(!is_set);
            text += &format!("setoption name UCI_Chess960 value {}\n", !is_set);
        }
        text += &position_of(situation);
        text += &format!("{command}\nisready\n");
        let process = self.running()?;
        process.write(&text)?;
        Ok(process)
    }

    /// Asks for a divide. Returns the answer, and whether moves came after `readyok`.
    ///
    /// The answer ends where the engine is ready and has printed a total. An engine without totals
    /// that counts before it is ready has ended it then; one that counts in another thread, when
    /// nothing follows the last of the legal moves.
    fn perft(&mut self, situation: &Situation, depth: u32) -> Result<(Lines, bool), Failure> {
        let legal = situation.position().legal_moves().len();
        let known = self.known;
        let has_no_total = known.is_none_or(|known| !known.habits.totals);
        let habits = self.habits();
        let ends_ready = known.is_some_and(|known| !known.habits.totals && !known.is_late);
        let command = self.perft.of(depth);
        let mut reading = self.put(situation, &command)?.answer();
        let mut lines = Lines::default();
        let (mut is_ready, mut is_late) = (false, false);
        while !(is_ready && (lines.has_total(habits) || ends_ready)) {
            let has_all = is_ready && lines.moves() >= legal;
            if has_all {
                reading.at_most(QUIET);
            }
            match reading.next() {
                Ok(line) if line.trim() == "readyok" => {
                    is_ready = true;
                    is_late = lines.moves() < legal;
                }
                Ok(line)
                    if known.is_none() && line.starts_with("bestmove") && !lines.has_moves() =>
                {
                    return Err(Failure::Start(format!(
                        "it answers `{command}` with a best move: it has no such perft"
                    )));
                }
                Ok(line) => lines.add(&line),
                Err(Failure::Hang { .. })
                    if has_all || is_ready && has_no_total && lines.has_moves() =>
                {
                    break;
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok((lines, is_late))
    }

    /// Returns what the engine's answers have, as far as that is known.
    fn habits(&self) -> Habits {
        self.known.map(|known| known.habits).unwrap_or_default()
    }

    /// Asks for what the engine displays.
    fn display(&mut self, situation: &Situation) -> Result<Facts, Failure> {
        let mut reading = self.put(situation, "d")?.answer();
        let mut facts = Facts::default();
        loop {
            let line = reading.next()?;
            if line.trim() == "readyok" {
                return Ok(facts);
            }
            printed_facts::add(&mut facts, &line);
        }
    }

    /// Ends the process after a failure, so that the next question finds a fresh one.
    fn ended<T>(&mut self, result: Result<T, Failure>) -> Result<T, Failure> {
        if result.is_err() {
            self.process = None;
        }
        result
    }
}

/// Writes UCI's command for a situation.
fn position_of(situation: &Situation) -> String {
    let fen = situation.fen();
    let moves: String = situation.moves().iter().map(|played| format!(" {played}")).collect();
    let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
    format!("position fen {fen}{moves}\n")
}

impl Subject for Engine {
    fn name(&self) -> String {
        self.words.join(" ")
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(DEPTH).plays(true).chess960(self.chess960.is_some())
    }

    fn divide(&mut self, situation: &Situation, depth: u32) -> Result<Answer, Failure> {
        let interview = self.perft(situation, depth);
        let habits = self.habits();
        let has_legal = situation.position().has_legal_moves();
        let answer = interview.and_then(|(lines, _)| lines.answer(habits, has_legal));
        self.ended(answer)
    }

    fn facts(&mut self, situation: &Situation) -> Result<Facts, Failure> {
        let facts = self.display(situation);
        self.ended(facts)
    }

    fn command(&self, situation: &Situation, question: Question) -> Option<String> {
        let option = match (self.chess960, situation.is_chess960()) {
            (Some(_), true) => "setoption name UCI_Chess960 value true\\n",
            _ => "",
        };
        let position = position_of(situation);
        let command = match question {
            // It is part of a format of `printf`.
            Question::Divide(depth) => {
                self.perft.of(depth).replace('\\', "\\\\").replace('%', "%%")
            }
            _ => "d".to_owned(),
        };
        let script = format!("{option}{}\\n{command}\\n", position.trim_end());
        // The engine may stop as soon as its input ends, and some count in another thread.
        let (script, program) = (shell_words::quote(&script), shell_words::join(&self.words));
        Some(format!("(printf {script}; sleep 1; echo quit) | {program}"))
    }
}
