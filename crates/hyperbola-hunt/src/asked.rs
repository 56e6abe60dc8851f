//! A subject that is asked again after a failure, so that only failures with a pattern are reported.

use crate::compare::{self, Compared, Problem};
use crate::quote::visible;
use crate::search::Stop;
use crate::{Answer, Failure, Situation, Subject};

/// The reason why a hunt ends without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HuntError {
    /// The subject cannot be asked at all.
    Start(Failure),
    /// The subject fails now here, now there, and answers when it is asked again.
    Unstable {
        /// The last failure.
        failure: Failure,
        /// The number of failures that were gone when it was asked again.
        times: u32,
    },
    /// The subject does not offer what is to be compared.
    NotOffered(Failure),
}

impl core::fmt::Display for HuntError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Start(failure @ Failure::Start(_)) => write!(f, "the subject failed: {failure}"),
            Self::Start(Failure::Garbage { what }) => {
                write!(f, "the subject failed at the initial position: format not understood: ")?;
                f.write_str(&visible(what))
            }
            Self::Start(failure) => {
                write!(f, "the subject failed at the initial position: {failure}")
            }
            Self::Unstable { failure, times } => write!(
                f,
                "the subject failed {times} times and answered the same question when asked again; \
                 the last time {failure}"
            ),
            Self::NotOffered(failure) => {
                write!(f, "the subject does not offer what is to be compared: {failure}")
            }
        }
    }
}

impl core::error::Error for HuntError {}

/// A subject with what was asked of it so far.
pub(crate) struct Asked<'a> {
    pub(crate) subject: &'a mut dyn Subject,
    pub(crate) compared: Compared,
    pub(crate) questions: u64,
    /// The number of answers that only the time limit ended.
    pub(crate) hangs: u32,
    /// Whether any answer had moves, and whether any was a total alone.
    has_moves: bool,
    has_totals: bool,
    unstable: u32,
}

impl<'a> Asked<'a> {
    /// The number of failures that do not come again before the hunt ends.
    const MOST_UNSTABLE: u32 = 5;

    pub(crate) fn new(subject: &'a mut dyn Subject, compared: Compared) -> Self {
        Self {
            subject,
            compared,
            questions: 0,
            hangs: 0,
            has_moves: false,
            has_totals: false,
            unstable: 0,
        }
    }

    /// Asks once.
    pub(crate) fn once(
        &mut self,
        situation: &Situation,
        depth: u32,
    ) -> Result<Option<Problem>, Failure> {
        self.questions += 1;
        let answer = self.answer(situation, depth);
        self.hangs += u32::from(matches!(answer, Err(Failure::Hang { .. })));
        answer
    }

    /// Returns whether all answers were totals, but for empty lists.
    pub(crate) const fn only_totals(&self) -> bool {
        self.has_totals && !self.has_moves
    }

    fn answer(&mut self, situation: &Situation, depth: u32) -> Result<Option<Problem>, Failure> {
        match self.compared {
            Compared::Moves => {
                let answer = self.subject.divide(situation, depth)?;
                match &answer {
                    Answer::Total(_) => self.has_totals = true,
                    Answer::Moves(texts) => self.has_moves |= !texts.is_empty(),
                    Answer::Divide(lines) | Answer::DivideWithTotal(lines, _) => {
                        self.has_moves |= !lines.is_empty();
                    }
                }
                Ok(compare::moves(situation, depth, answer))
            }
            compared => compare::facts(situation, compared, self.subject.facts(situation)?),
        }
    }

    /// Asks, and asks again after a failure. Returns what is wrong, if anything is.
    pub(crate) fn ask(
        &mut self,
        situation: &Situation,
        depth: u32,
    ) -> Result<Option<Problem>, Stop> {
        let failure = match self.once(situation, depth) {
            Ok(problem) => return Ok(problem),
            Err(Failure::Interrupted) => return Err(Stop::Interrupted),
            Err(failure) => failure,
        };
        match self.once(situation, depth) {
            Err(Failure::Interrupted) => Err(Stop::Interrupted),
            Err(failure @ Failure::Start(_)) => Err(Stop::Error(HuntError::Start(failure))),
            Err(failure) => Ok(Some(Problem::Failure(failure))),
            Ok(problem) => {
                self.unstable += 1;
                if self.unstable >= Self::MOST_UNSTABLE {
                    let times = self.unstable;
                    return Err(Stop::Error(HuntError::Unstable { failure, times }));
                }
                Ok(problem)
            }
        }
    }

    /// Returns whether the answer is wrong in the same way as a problem. It asks once only.
    pub(crate) fn is_wrong_alike(
        &mut self,
        situation: &Situation,
        depth: u32,
        kind: &'static str,
    ) -> Option<Problem> {
        let problem = match self.once(situation, depth) {
            Ok(problem) => problem?,
            Err(failure) => Problem::Failure(failure),
        };
        (problem.kind() == kind).then_some(problem)
    }
}
