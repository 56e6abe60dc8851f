//! The programs that are hunted: what they are asked and what they answer.

pub(crate) mod closures;
pub(crate) mod engine;
pub(crate) mod input_closures;
pub(crate) mod input_program;
#[cfg(unix)]
mod kill_on_exit;
mod printed_facts;
pub(crate) mod printed_moves;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod template;

use core::fmt;
use core::time::Duration;

use hyperbola_moves::Square;

use crate::Situation;

/// A program or a library whose move generator, or whose inputs, are hunted.
///
/// [`from_moves`](crate::from_moves) and its sisters make subjects of closures, [`Engine`] and
/// [`Program`] of other programs.
///
/// [`Engine`]: crate::Engine
/// [`Program`]: crate::Program
pub trait Subject {
    /// Returns the name for reports.
    fn name(&self) -> String;

    /// Returns what the subject can be asked.
    fn abilities(&self) -> Abilities;

    /// Asks for the moves of a situation, with the number of sequences of a depth that begin with
    /// each, or for their sum. The depth is at least 1.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] if there is no answer. The next question must find the subject alive
    /// again.
    fn divide(&mut self, situation: &Situation, depth: u32) -> Result<Answer, Failure>;

    /// Asks for facts about a position other than its moves.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] if there is no answer.
    fn facts(&mut self, situation: &Situation) -> Result<Facts, Failure> {
        let _ = situation;
        Ok(Facts::default())
    }

    /// Asks for all inputs of a network: those of White's view, and of Black's.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] if there is no answer.
    fn inputs(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        let _ = situation;
        Err(Failure::Missing { what: "inputs" })
    }

    /// Asks for the inputs of a network that the last move changes. There is one.
    ///
    /// # Errors
    ///
    /// Returns a [`Failure`] if there is no answer.
    fn changes(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        let _ = situation;
        Err(Failure::Missing { what: "changes" })
    }

    /// Returns a shell command that asks the same question again, if the subject is a program.
    fn command(&self, situation: &Situation, question: Question) -> Option<String> {
        let _ = (situation, question);
        None
    }
}

/// A question about a situation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The moves and their counts, to a depth.
    Divide(u32),
    /// Other facts.
    Facts,
    /// All inputs of a network.
    Inputs,
    /// The inputs of a network that the last move changes.
    Changes,
}

/// The abilities of a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Abilities {
    /// The largest depth.
    pub depth: u32,
    /// Whether it takes moves that are played from a start.
    pub plays: bool,
    /// Whether it knows Chess960.
    pub chess960: bool,
}

impl Abilities {
    /// Makes abilities: a depth, and neither moves nor Chess960.
    #[must_use]
    pub const fn new(depth: u32) -> Self {
        Self { depth, plays: false, chess960: false }
    }

    /// Says whether the subject takes moves.
    #[must_use]
    pub const fn plays(self, plays: bool) -> Self {
        Self { plays, ..self }
    }

    /// Says whether the subject knows Chess960.
    #[must_use]
    pub const fn chess960(self, chess960: bool) -> Self {
        Self { chess960, ..self }
    }
}

/// The answer to a question for moves or counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The moves, in UCI's notation or in SAN.
    Moves(Vec<String>),
    /// The moves, each with its number of sequences.
    Divide(Vec<(String, u64)>),
    /// The moves, each with its number of sequences, and the number of all sequences.
    DivideWithTotal(Vec<(String, u64)>, u64),
    /// Only the number of sequences.
    Total(u64),
}

/// Facts about a position other than its moves. A subject that does not know one leaves it out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// The position as FEN.
    pub fen: Option<String>,
    /// The squares of the pieces that give check.
    pub checkers: Option<Vec<Square>>,
    /// Whether the side to move is in check.
    pub check: Option<bool>,
    /// Legal moves in UCI's notation, each with its SAN.
    pub san: Option<Vec<(String, String)>>,
}

/// The inputs of one view in a subject's answer: all of a position, or those that its last move
/// changes. The same number may be removed and added; only the difference counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ViewInputs {
    /// All numbers, or those that come with the last move.
    pub added: Vec<u32>,
    /// The numbers that go with the last move.
    pub removed: Vec<u32>,
    /// The blocks that the last move makes the subject recompute, from 0. Their numbers are not
    /// compared.
    pub refreshed: Vec<usize>,
}

/// The way a subject failed to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// It could not be started, or did not answer at the start. The text is a sentence about it.
    Start(String),
    /// It ended, or closed its output, without a whole answer.
    Ended {
        /// Its status, and the end of its standard error.
        how: String,
    },
    /// It gave no whole answer within the time limit.
    Hang {
        /// The limit.
        limit: Duration,
    },
    /// Its answer had no end.
    Endless {
        /// The number of bytes after which no more were read.
        bytes: usize,
    },
    /// Its answer is not what was asked for, such as a list of moves or a number.
    Garbage {
        /// The part that is wrong.
        what: String,
    },
    /// Its answer lacks what was asked for, such as a FEN.
    Missing {
        /// The part that is missing.
        what: &'static str,
    },
    /// It panicked.
    Panic(String),
    /// The wait for the answer was interrupted.
    Interrupted,
}

impl Failure {
    /// Returns the name of the kind of failure.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Ended { .. } => "ended",
            Self::Hang { .. } => "hang",
            Self::Endless { .. } => "endless",
            Self::Garbage { .. } => "garbage",
            Self::Missing { .. } => "missing",
            Self::Panic(_) => "panic",
            Self::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(why) => f.write_str(&visible(why)),
            Self::Ended { how } => {
                write!(f, "it ended without a whole answer: {}", visible(how))
            }
            Self::Hang { limit } => {
                write!(f, "it gave no whole answer in {} s", limit.as_secs_f64())
            }
            Self::Endless { bytes } => write!(f, "its answer did not end after {bytes} bytes"),
            Self::Garbage { what } => {
                write!(f, "its answer is not understood: {}", visible(what))
            }
            Self::Missing { what } => write!(f, "its answer has no {what}"),
            Self::Panic(message) => write!(f, "it panicked: {}", visible(message)),
            Self::Interrupted => f.write_str("the wait for its answer was interrupted"),
        }
    }
}

impl core::error::Error for Failure {}

/// Returns a text of a subject as it may be printed: invisible characters are escaped.
pub(crate) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\'' | '"' | '\\' => visible.push(character),
            other => visible.extend(other.escape_debug()),
        }
    }
    visible
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped() {
        let text = "\u{1b}[2Je2e4\r\n\u{202e}\u{7f}\u{9b}é 'a\" \\";
        assert_eq!(visible(text), "\\u{1b}[2Je2e4\\r\\n\\u{202e}\\u{7f}\\u{9b}é 'a\" \\");
    }
}
