//! Why an answer is wrong: the moves and the inputs that are wrong, and the rules that they break.

pub(crate) mod finding;
mod input_relations;
pub(crate) mod input_words;
mod inputs;
#[cfg(feature = "serde")]
mod json;
mod lone_inputs;
pub(crate) mod outcome;
mod reproduction;
pub(crate) mod rules;

use hyperbola_moves::{Color, Move};

use crate::Situation;
use crate::compare::{Compared, Fault, Problem};
use crate::inputs::InputList;
use crate::interview::{Interview, WrongAnswer};
use crate::subject::visible;
use inputs::{ExplainedInputs, explain_inputs};
use rules::{Reason, Rule};

/// A move that a subject gets wrong, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongMove {
    /// The move in UCI's notation, or as the subject wrote it.
    pub text: String,
    /// The fault.
    pub fault: Fault,
    /// The rule that is broken.
    pub reason: Reason,
}

/// A number that a subject gets wrong, what it stands for, and why it is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongInput {
    /// The view.
    pub view: Color,
    /// The list.
    pub list: InputList,
    /// The number.
    pub number: u32,
    /// The fault.
    pub fault: Fault,
    /// The input in words, with the squares of the board.
    pub meaning: String,
    /// The rule that is broken.
    pub reason: Reason,
}

/// Returns whether the answer is right if the position after the moves is given as FEN, or `None`
/// if there are no moves or that cannot be asked.
pub(crate) fn right_from_fen(
    interview: &mut Interview<'_>,
    situation: &Situation,
    depth: u32,
) -> Option<bool> {
    let has_moves = !situation.played().is_empty();
    let from_fen = situation.of(situation.end()).filter(|_| has_moves);
    from_fen.and_then(|other| interview.is_right(&other, depth))
}

/// Returns the rules that a wrong answer breaks, the main one first.
pub(crate) fn broken(interview: &mut Interview<'_>, wrong: &WrongAnswer) -> Vec<Rule> {
    let WrongAnswer { situation, depth, problem } = wrong;
    let is_made = right_from_fen(interview, situation, *depth) == Some(true);
    let Explanation { main, others, .. } = explain(interview, situation, *depth, problem, is_made);
    core::iter::once(main).chain(others).map(|reason| reason.rule).collect()
}

/// What is wrong about an answer: its moves or its inputs, and the first reason of each rule that
/// they break.
pub(crate) struct Explanation {
    pub(crate) moves: Vec<WrongMove>,
    pub(crate) inputs: Vec<WrongInput>,
    pub(crate) main: Reason,
    pub(crate) others: Vec<Reason>,
}

/// Explains a wrong answer. A mistake in making moves explains all of the moves.
pub(crate) fn explain(
    interview: &Interview<'_>,
    situation: &Situation,
    depth: u32,
    problem: &Problem,
    is_made: bool,
) -> Explanation {
    let changes = interview.compared == Compared::Changes;
    let explained =
        interview.set.map(|set| explain_inputs(set, situation, changes, problem, is_made));
    let ExplainedInputs { inputs, reasons } = explained.unwrap_or_default();
    let moves = wrong_moves(situation, depth, problem);
    let mut reasons = reasons.into_iter();
    let main = reasons.next();
    let main = main.unwrap_or_else(|| main_reason(situation, depth, problem, &moves, is_made));
    let mut others: Vec<Reason> = reasons.collect();
    for WrongMove { reason, .. } in moves.iter().filter(|_| !is_made) {
        let is_known = |other: &Reason| other.rule == reason.rule;
        if !is_known(&main) && !others.iter().any(is_known) {
            others.push(reason.clone());
        }
    }
    Explanation { moves, inputs, main, others }
}

/// Returns the wrong moves with their reasons.
fn wrong_moves(situation: &Situation, depth: u32, problem: &Problem) -> Vec<WrongMove> {
    let position = situation.position();
    let en_passant = situation.end().en_passant;
    match problem {
        Problem::Moves { missing, extra, twice, .. } => {
            let wrong = |text, fault, reason| WrongMove { text, fault, reason };
            let missing = missing.iter().map(|&legal| {
                wrong(situation.uci(legal), Fault::Missing, rules::missing(position, legal))
            });
            let extra = extra.iter().map(|written| {
                let reason = match written.read {
                    Some(read) => rules::extra(position, read, en_passant),
                    None => rules::unread(position, &written.text),
                };
                wrong(visible(&written.text), Fault::Extra, reason)
            });
            let twice = twice.iter().map(|&legal| {
                wrong(situation.uci(legal), Fault::Twice, rules::twice(position, legal))
            });
            missing.chain(extra).chain(twice).collect()
        }
        Problem::Counts { moves, .. } => {
            let wrong = moves.iter().map(|&(played, expected, found)| {
                let reason = rules::counted(position, played, depth, found);
                let text = format!("After {played} there are {expected}, not {found}. ");
                WrongMove {
                    text: situation.uci(played),
                    fault: Fault::Count,
                    reason: Reason { text: text + &reason.text, ..reason },
                }
            });
            wrong.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the reason for the whole.
fn main_reason(
    situation: &Situation,
    depth: u32,
    problem: &Problem,
    moves: &[WrongMove],
    is_made: bool,
) -> Reason {
    match problem {
        Problem::Failure(failure) => Reason::new(Rule::NoAnswer, format!("{failure}.")),
        Problem::Fen { expected, found } => {
            let text = format!("The FEN is {expected}, not {}.", visible(found));
            Reason::new(Rule::Description, text)
        }
        Problem::Checks { expected, found } => {
            let names = rules::names(*expected).join(" ");
            let names = if names.is_empty() { "none" } else { &names };
            let text = format!("The pieces that give check are {names}, not {found:?}.");
            Reason::new(Rule::Description, text).mark(*expected)
        }
        Problem::San { moves, extra, twice } => san(situation, moves, extra, twice),
        Problem::Sum(sum) => Reason::new(Rule::Count, format!("{sum}.")),
        // The rules are those of one move.
        Problem::Total { expected, found } if depth > 1 => {
            let text = format!("There are {expected} sequences of {depth} moves, not {found}.");
            Reason::new(Rule::Count, text)
        }
        Problem::Total { expected, found } => {
            Reason::of_total(situation.position(), situation.end().en_passant, *expected, *found)
                .unwrap_or_else(|| {
                    let text = format!("There are {expected} moves, not {found}.");
                    Reason::new(Rule::Count, text)
                })
        }
        Problem::Moves { missing, extra, .. } if is_made => {
            let extra: Vec<Move> = extra.iter().filter_map(|written| written.read).collect();
            rules::made(situation, missing, &extra)
        }
        Problem::Moves { missing, extra, twice, .. } => {
            let total = situation.position().legal_moves().len();
            let listed = total - missing.len();
            if extra.is_empty() && twice.is_empty() && is_full(listed) {
                let text = format!("The list has {listed} of {total} moves: perhaps it is full.");
                return Reason::new(Rule::ListLength, text);
            }
            most_frequent_of(moves)
        }
        Problem::Counts { .. } | Problem::Inputs { .. } => most_frequent_of(moves),
    }
}

/// Returns whether a list of so many moves may have come to the end of its memory.
fn is_full(moves: usize) -> bool {
    let is_power = moves.is_power_of_two() || (moves + 1).is_power_of_two();
    moves >= 50 && (is_power || moves.is_multiple_of(10) || moves == 218)
}

/// Returns the reason whose rule most of the moves break, the first of them.
fn most_frequent_of(moves: &[WrongMove]) -> Reason {
    let reasons: Vec<&Reason> = moves.iter().map(|wrong| &wrong.reason).collect();
    let wrong = || Reason::new(Rule::MadeMove, "The answer is wrong.");
    rules::most_frequent(&reasons).cloned().unwrap_or_else(wrong)
}

/// Returns the reason for a wrong list of moves with their SAN: the first of its faults.
fn san(
    situation: &Situation,
    moves: &[(Move, String, Option<String>)],
    extra: &[(String, String)],
    twice: &[Move],
) -> Reason {
    let text = if let Some((played, expected, found)) = moves.first() {
        let found = visible(found.as_deref().unwrap_or("nothing"));
        format!("The SAN of {} is {expected}, not {found}.", situation.uci(*played))
    } else if let Some((uci, san)) = extra.first() {
        format!("{} is not legal, and its SAN is given as {}.", visible(uci), visible(san))
    } else {
        let twice: Vec<String> = twice.iter().map(|&played| situation.uci(played)).collect();
        format!("More than one line is there for {}.", twice.join(", "))
    };
    Reason::new(Rule::Description, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_first_of_the_most_frequent_rule() {
        let reason = |rules: &[Rule]| {
            let wrong = |(number, &rule): (usize, &Rule)| WrongMove {
                text: String::new(),
                fault: Fault::Missing,
                reason: Reason::new(rule, number.to_string()),
            };
            let moves: Vec<WrongMove> = rules.iter().enumerate().map(wrong).collect();
            most_frequent_of(&moves).text
        };
        assert_eq!(reason(&[Rule::Edge, Rule::Pinned, Rule::Check, Rule::Pinned]), "1");
        assert_eq!(reason(&[Rule::Pinned, Rule::Edge, Rule::Edge, Rule::Pinned]), "0");
    }
}
