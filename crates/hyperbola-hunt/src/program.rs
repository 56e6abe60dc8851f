//! Programs that are started once for each question, by a template of their command.

use core::fmt;

use crate::answer::{Habits, Lines};
use crate::process::{Limits, Process};
use crate::{Abilities, Answer, Facts, Failure, Question, Situation, Subject, facts};

/// The depth that a program with `{depth}` is asked for.
const DEPTH: u32 = 64;

/// A program that is started for each question. Its command is a template with places for the
/// position, and it prints a divide, a list of moves with numbers, or one number.
#[derive(Debug)]
pub struct Program {
    words: Vec<String>,
    limits: Limits,
    is_chess960: bool,
    habits: Habits,
}

impl Program {
    /// Makes a subject of a template: the words of a command in which `{fen}` stands for the FEN,
    /// `{depth}` for the depth and `{moves}` for the moves played, with blanks between. A word that
    /// is only `{moves}` is left out if there are none.
    ///
    /// # Errors
    ///
    /// Returns a [`TemplateError`] if there is no `{fen}` or a place with another name.
    pub fn new(words: &[String], limits: Limits) -> Result<Self, TemplateError> {
        let all = words.join(" ");
        for (start, _) in all.match_indices('{') {
            let place: String = all[start..].chars().take_while(|&letter| letter != '}').collect();
            if !matches!(place.as_str(), "{fen" | "{depth" | "{moves") {
                return Err(TemplateError::Place(place + "}"));
            }
        }
        if !all.contains("{fen}") {
            return Err(TemplateError::NoFen);
        }
        Ok(Self { words: words.to_vec(), limits, is_chess960: false, habits: Habits::default() })
    }

    /// Makes a subject of a perftree script: a program with the arguments DEPTH, FEN and, if there
    /// are any, MOVES, that prints moves and numbers.
    #[must_use]
    pub fn perftree(script: &[String], limits: Limits) -> Self {
        let places = ["{depth}", "{fen}", "{moves}"].map(str::to_owned);
        let words = [script, &places].concat();
        Self { words, limits, is_chess960: false, habits: Habits::default() }
    }

    /// Says that the program knows Chess960.
    #[must_use]
    pub fn chess960(mut self) -> Self {
        self.is_chess960 = true;
        self
    }

    fn has(&self, place: &str) -> bool {
        self.words.iter().any(|word| word.contains(place))
    }

    /// Returns the words of the command for a question.
    fn filled(&self, situation: &Situation, depth: u32) -> Vec<String> {
        let moves = situation.moves().join(" ");
        let words = self.words.iter().filter(|word| !(*word == "{moves}" && moves.is_empty()));
        let filled = words.map(|word| {
            word.replace("{fen}", &situation.fen())
                .replace("{depth}", &depth.to_string())
                .replace("{moves}", &moves)
        });
        filled.collect()
    }

    /// Runs the program and hands each line of its output to `add`. It must succeed.
    fn run(
        &self,
        situation: &Situation,
        depth: u32,
        mut add: impl FnMut(&str),
    ) -> Result<(), Failure> {
        let mut process = Process::start(&self.filled(situation, depth), self.limits, false)?;
        let mut reading = process.answer();
        while let Some(line) = reading.line(true)? {
            add(&line);
        }
        process.success()
    }
}

impl Subject for Program {
    fn name(&self) -> String {
        self.words.join(" ")
    }

    fn abilities(&self) -> Abilities {
        let depth = if self.has("{depth}") { DEPTH } else { 1 };
        Abilities::new(depth).plays(self.has("{moves}")).chess960(self.is_chess960)
    }

    fn divide(&mut self, situation: &Situation, depth: u32) -> Result<Answer, Failure> {
        let mut lines = Lines::default();
        self.run(situation, depth, |line| lines.add(line))?;
        self.habits.add(&lines);
        lines.answer(self.habits, situation.position().has_legal_moves())
    }

    fn facts(&mut self, situation: &Situation) -> Result<Facts, Failure> {
        let mut facts = Facts::default();
        self.run(situation, 1, |line| facts::add(&mut facts, line))?;
        Ok(facts)
    }

    fn command(&self, situation: &Situation, question: Question) -> Option<String> {
        let depth = match question {
            Question::Divide(depth) => depth,
            Question::Facts => 1,
        };
        Some(shell_words::join(self.filled(situation, depth)))
    }
}

/// The reason why a text is no template of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplateError {
    /// There is no `{fen}`.
    NoFen,
    /// A place with a name that means nothing.
    Place(String),
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFen => f.write_str("the command has no {fen}, the place for the position"),
            Self::Place(place) => {
                write!(f, "{place} means nothing: expected {{fen}}, {{depth}} or {{moves}}")
            }
        }
    }
}

impl core::error::Error for TemplateError {}
