//! Programs that are started once for each question, by a template of their command.

use super::printed_moves::{Habits, Lines};
use super::process::{Limits, Process};
use super::template::{Place, Template, TemplateError};
use super::{Abilities, Answer, Facts, Failure, Question, Subject, printed_facts};
use crate::Situation;

/// The depth that a program with `{depth}` is asked for.
const DEPTH: u32 = 64;

/// A program that is started for each question. Its command is a template with places for the
/// position, and it prints a divide, a list of moves with numbers, or one number.
#[derive(Debug)]
pub struct Program {
    words: Vec<Template>,
    limits: Limits,
    is_chess960: bool,
    habits: Habits,
}

impl Program {
    /// Makes a subject of a template: the words of a command in which `{fen}` stands for the FEN,
    /// `{depth}` for the depth and `{moves}` for the moves played, with blanks between. A word that
    /// is only `{moves}` is left out if there are none. `{{` and `}}` stand for braces.
    ///
    /// # Errors
    ///
    /// Returns a [`TemplateError`] if there is no `{fen}`, a place with another name, or a lone
    /// brace.
    pub fn new(words: &[String], limits: Limits) -> Result<Self, TemplateError> {
        let words: Result<Vec<_>, _> =
            words.iter().map(|word| Template::new(word, &Place::ALL)).collect();
        let program = Self { words: words?, limits, is_chess960: false, habits: Habits::default() };
        match program.has(Place::Fen) {
            true => Ok(program),
            false => Err(TemplateError::Missing { place: Place::Fen.name() }),
        }
    }

    /// Makes a subject of a perftree script: a program with the arguments DEPTH, FEN and, if there
    /// are any, MOVES, that prints moves and numbers, and then the total alone in a line.
    #[must_use]
    pub fn perftree(script: &[String], limits: Limits) -> Self {
        let places = [Place::Depth, Place::Fen, Place::Moves].map(Template::place);
        let words = script.iter().map(|word| Template::text(word)).chain(places).collect();
        Self { words, limits, is_chess960: false, habits: Habits::PERFTREE }
    }

    /// Says that the program knows Chess960.
    #[must_use]
    pub fn chess960(mut self) -> Self {
        self.is_chess960 = true;
        self
    }

    fn has(&self, place: Place) -> bool {
        self.words.iter().any(|word| word.has(place))
    }

    /// Returns the words of the command for a question.
    fn filled(&self, situation: &Situation, depth: u32) -> Vec<String> {
        let moves = situation.moves().join(" ");
        let words = self.words.iter().filter(|word| !(word.is(Place::Moves) && moves.is_empty()));
        let filled = words.map(|word| {
            word.filled(|place| match place {
                Place::Fen => situation.fen(),
                Place::Depth => depth.to_string(),
                Place::Moves => moves.clone(),
            })
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
        let words: Vec<String> = self.words.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn abilities(&self) -> Abilities {
        let depth = if self.has(Place::Depth) { DEPTH } else { 1 };
        Abilities::new(depth).plays(self.has(Place::Moves)).chess960(self.is_chess960)
    }

    fn divide(&mut self, situation: &Situation, depth: u32) -> Result<Answer, Failure> {
        let mut lines = Lines::default();
        self.run(situation, depth, |line| lines.add(line))?;
        self.habits.add(&lines);
        lines.answer(self.habits, situation.position().has_legal_moves())
    }

    fn facts(&mut self, situation: &Situation) -> Result<Facts, Failure> {
        let mut facts = Facts::default();
        self.run(situation, 1, |line| printed_facts::add(&mut facts, line))?;
        Ok(facts)
    }

    fn command(&self, situation: &Situation, question: Question) -> Option<String> {
        let depth = match question {
            Question::Divide(depth) => depth,
            _ => 1,
        };
        Some(shell_words::join(self.filled(situation, depth)))
    }
}
