//! The questions to a subject. It is asked again after a wrong answer, so that only what it repeats
//! is reported.

use hyperbola_inputs::InputSet;

use crate::compare::{self, Compared, Problem};
use crate::countable::countable_depth;
use crate::format::Formats;
use crate::inputs;
use crate::subject::visible;
use crate::{Answer, Failure, Situation, Subject};

/// A question with a wrong answer.
#[derive(Debug, Clone)]
pub(crate) struct WrongAnswer {
    pub(crate) situation: Situation,
    pub(crate) depth: u32,
    pub(crate) problem: Problem,
}

/// The reason why the search ends.
pub(crate) enum Stop {
    Found(Box<WrongAnswer>),
    Error(HuntError),
    Budget,
    Interrupted,
}

/// The reason why a hunt ends without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum HuntError {
    /// The subject cannot be asked at all.
    Start(Failure),
    /// The subject is wrong or fails at several positions, but not in the same way when it is asked
    /// again.
    Unstable {
        /// The last wrong answer.
        problem: Problem,
        /// The number of wrong answers that were not repeated.
        times: u32,
    },
    /// The subject does not offer what is to be compared.
    NotOffered(Failure),
    /// The FEN after moves is to be compared, and the subject takes no moves. It would only have to
    /// repeat the FEN that it is given.
    TakesNoMoves,
    /// Inputs are to be compared, and no set defines them.
    NoInputSet,
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
            Self::Unstable { problem, times } => {
                write!(
                    f,
                    "the subject failed {times} times and answered otherwise when it was asked the \
                     same question again; the last time "
                )?;
                match problem {
                    Problem::Failure(failure) => failure.fmt(f),
                    problem => write!(f, "its answer was wrong ({})", problem.kind()),
                }
            }
            Self::TakesNoMoves => f.write_str(
                "the FEN after moves cannot be compared, for the subject takes no moves ({moves} in \
                 a template); it would only repeat the FEN it is given",
            ),
            Self::NoInputSet => f.write_str("inputs cannot be compared without their definition"),
            Self::NotOffered(failure) => {
                write!(f, "the subject does not offer what is to be compared: {failure}")
            }
        }
    }
}

impl core::error::Error for HuntError {}

/// A subject with what was asked of it so far.
pub(crate) struct Interview<'a> {
    pub(crate) subject: &'a mut dyn Subject,
    pub(crate) compared: Compared,
    /// The definition of the inputs, if those are compared.
    pub(crate) set: Option<&'a InputSet>,
    /// The greatest number of sequences that the subject is asked to count.
    most: u64,
    pub(crate) questions: u64,
    /// The number of answers that only the time limit ended.
    pub(crate) hangs: u32,
    /// Whether any answer had moves, and whether any was only a total.
    has_moves: bool,
    has_totals: bool,
    unstable: u32,
    /// The formats of the answers.
    pub(crate) formats: Formats,
}

impl<'a> Interview<'a> {
    /// The number of wrong answers that are not repeated before the hunt ends.
    const MOST_UNSTABLE: u32 = 5;

    /// Begins to ask: for what is compared, inputs of a set if it is of inputs, and to count at
    /// most so many sequences.
    pub(crate) fn new(
        subject: &'a mut dyn Subject,
        compared: Compared,
        set: Option<&'a InputSet>,
        most: u64,
    ) -> Self {
        Self {
            subject,
            compared,
            set: set.filter(|_| compared.is_of_inputs()),
            most,
            questions: 0,
            hangs: 0,
            has_moves: false,
            has_totals: false,
            unstable: 0,
            formats: Formats::default(),
        }
    }

    /// Returns whether all answers were totals, but for empty lists.
    pub(crate) const fn only_totals(&self) -> bool {
        self.has_totals && !self.has_moves
    }

    /// Returns whether the subject can be asked about a situation.
    pub(crate) fn takes(&self, situation: &Situation) -> bool {
        let abilities = self.subject.abilities();
        let has_moves = !situation.played().is_empty();
        (abilities.chess960 || !situation.is_chess960())
            && (abilities.plays || !has_moves)
            && (has_moves || self.compared != Compared::Changes)
    }

    /// Returns the depth to which the subject is asked, up to a given one. It is at least 1.
    pub(crate) fn depth(&self, situation: &Situation, depth: u32) -> u32 {
        let deepest = if self.set.is_some() { 1 } else { self.subject.abilities().depth };
        countable_depth(situation.position(), depth.min(deepest), self.most)
    }

    /// Returns the situations that are asked about where one is visited: this one, or, where the
    /// changes of a move are compared and none is played, those after each legal move.
    pub(crate) fn to_ask(&self, situation: &Situation) -> Vec<Situation> {
        if self.compared != Compared::Changes || !situation.played().is_empty() {
            return vec![situation.clone()];
        }
        let legal = situation.position().legal_moves();
        legal.iter().filter_map(|&legal| situation.after(legal)).collect()
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
                let position = situation.position();
                let is_chess960 = situation.is_chess960();
                let answer = self.formats.usual(position, is_chess960, answer, |played| {
                    let after = position.play(played);
                    after.map_or(0, |after| hyperbola_perft::plain(&after, depth - 1))
                });
                Ok(compare::moves(situation, depth, answer))
            }
            Compared::Inputs | Compared::Changes => {
                let changes = self.compared == Compared::Changes;
                let answer = match changes {
                    true => self.subject.changes(situation)?,
                    false => self.subject.inputs(situation)?,
                };
                Ok(self.set.and_then(|set| inputs::compare(set, situation, changes, &answer)))
            }
            compared => compare::facts(situation, compared, self.subject.facts(situation)?),
        }
    }

    /// Asks, and asks again after a wrong answer. Returns the question if the answer is wrong.
    pub(crate) fn ask(
        &mut self,
        situation: &Situation,
        depth: u32,
    ) -> Result<Option<WrongAnswer>, Stop> {
        let Some(problem) = self.problem(situation, depth)? else { return Ok(None) };
        match self.problem(situation, depth)? {
            Some(Problem::Failure(failure @ Failure::Start(_))) => {
                return Err(Stop::Error(HuntError::Start(failure)));
            }
            Some(again) if is_same(&problem, &again) => {
                return Ok(Some(WrongAnswer {
                    situation: situation.clone(),
                    depth,
                    problem: again,
                }));
            }
            _ => {}
        }
        self.unstable += 1;
        if self.unstable >= Self::MOST_UNSTABLE {
            return Err(Stop::Error(HuntError::Unstable { problem, times: self.unstable }));
        }
        Ok(None)
    }

    /// Asks once. A failure is a problem, too.
    fn problem(&mut self, situation: &Situation, depth: u32) -> Result<Option<Problem>, Stop> {
        self.questions += 1;
        match self.answer(situation, depth) {
            Ok(problem) => Ok(problem),
            Err(Failure::Interrupted) => Err(Stop::Interrupted),
            Err(failure) => {
                self.hangs += u32::from(matches!(failure, Failure::Hang { .. }));
                Ok(Some(Problem::Failure(failure)))
            }
        }
    }

    /// Returns the question if the answer is wrong twice, in the same way as another.
    pub(crate) fn wrong_alike(
        &mut self,
        situation: &Situation,
        depth: u32,
        kind: &'static str,
    ) -> Option<WrongAnswer> {
        if !self.takes(situation) {
            return None;
        }
        let first = self.problem(situation, depth).ok()?.filter(|one| one.kind() == kind)?;
        let problem = self.problem(situation, depth).ok()?.filter(|one| is_same(&first, one))?;
        Some(WrongAnswer { situation: situation.clone(), depth, problem })
    }

    /// Returns whether the answer is right twice, or `None` if that cannot be asked.
    pub(crate) fn is_right(&mut self, situation: &Situation, depth: u32) -> Option<bool> {
        if !self.takes(situation) {
            return None;
        }
        for _ in 0..2 {
            match self.problem(situation, depth) {
                Ok(None) => {}
                Ok(Some(_)) => return Some(false),
                Err(_) => return None,
            }
        }
        Some(true)
    }
}

/// Returns whether two wrong answers to one question are the same. The text of a failure may differ
/// each time.
fn is_same(one: &Problem, other: &Problem) -> bool {
    match (one, other) {
        (Problem::Failure(one), Problem::Failure(other)) => one.kind() == other.kind(),
        _ => one == other,
    }
}
