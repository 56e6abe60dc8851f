//! A position that a subject gets wrong, with the reasons.

use super::rules::{Reason, Rule};
use super::{Explanation, WrongInput, WrongMove, explain, right_from_fen};
use crate::compare::{Compared, Problem};
use crate::inputs::right_lists;
use crate::interview::Interview;
use crate::shrink::Shrunk;
use crate::{Question, Situation};

/// A position that a subject gets wrong, made small, with the reasons.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Finding {
    /// The part of the hunt that found it.
    pub part: &'static str,
    /// The position that was found first.
    pub original: Situation,
    /// The small position.
    pub situation: Situation,
    /// The part of the answers that was compared.
    pub compared: Compared,
    /// The depth of the question.
    pub depth: u32,
    /// The fault of the answer.
    pub problem: Problem,
    /// The moves that are wrong, and why.
    pub moves: Vec<WrongMove>,
    /// The inputs that are wrong, and why.
    pub inputs: Vec<WrongInput>,
    /// The right inputs, each list with its name, if inputs were asked for.
    pub(crate) numbers: Vec<(String, Vec<u32>)>,
    /// The rule that is broken, and how: the one that most of the moves or of the inputs break.
    pub reason: Reason,
    /// Whether no smaller position is wrong in the same way: without a piece or two, a right or a
    /// move, with a weaker or a nearer piece. Otherwise shrinking ended early.
    pub is_minimal: bool,
    /// Whether the answer is right when the position after the moves is given as FEN. Then the
    /// mistake is in making moves. It is `None` if there are no moves.
    pub is_right_from_fen: Option<bool>,
    /// Whether the answer is right when the colours are exchanged. It is `None` if that cannot be
    /// asked.
    pub is_right_mirrored: Option<bool>,
    /// The number of questions that shrinking took.
    pub shrinking_questions: u64,
    /// A shell command that asks the same question, if the subject is a program.
    pub command: Option<String>,
    /// The number of positions tried until the first one that shows the broken rule.
    pub found_after: u64,
    /// The number of positions tried that show the broken rule. It is 1 if the hunt ended there.
    pub shown_by: u64,
}

impl Finding {
    /// Explains what was found: by one of the rules that are broken, if one is wanted.
    pub(crate) fn new(
        (part, found_after): (&'static str, u64),
        original: Situation,
        shrunk: Shrunk,
        wanted: Option<Rule>,
        interview: &mut Interview<'_>,
    ) -> Self {
        let Shrunk { wrong, is_minimal, questions } = shrunk;
        let (situation, depth, problem) = (wrong.situation, wrong.depth, wrong.problem);
        let is_right_from_fen = right_from_fen(interview, &situation, depth);
        let mirrored = situation.mirrored();
        let is_right_mirrored = mirrored.and_then(|other| interview.is_right(&other, depth));
        let is_made = is_right_from_fen == Some(true);
        let Explanation { moves, inputs, main, others } =
            explain(interview, &situation, depth, &problem, is_made);
        let reason = others.into_iter().find(|reason| Some(reason.rule) == wanted);
        let reason = reason.filter(|_| Some(main.rule) != wanted).unwrap_or(main);
        let question = match interview.compared {
            Compared::Moves => Question::Divide(depth),
            Compared::Inputs => Question::Inputs,
            Compared::Changes => Question::Changes,
            _ => Question::Facts,
        };
        let changes = interview.compared == Compared::Changes;
        let numbers = interview.set.map(|set| right_lists(set, &situation, changes));
        let numbers = numbers.unwrap_or_default();
        let command = interview.subject.command(&situation, question);
        Self {
            part,
            original,
            depth,
            moves,
            inputs,
            numbers,
            reason,
            is_minimal,
            is_right_from_fen,
            is_right_mirrored,
            shrinking_questions: questions,
            command,
            compared: interview.compared,
            situation,
            problem,
            found_after,
            shown_by: 1,
        }
    }

    /// Returns the rule that is broken.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        self.reason.rule
    }

    /// Returns the number of pieces in the small position.
    #[must_use]
    pub fn pieces(&self) -> u32 {
        self.situation.start().board.occupied().count()
    }
}
