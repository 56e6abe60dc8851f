//! From a wrong count down to the one position in which the list of moves, or a count, is wrong.

use crate::Situation;
use crate::compare::Problem;
use crate::interview::{Interview, WrongAnswer};

/// Follows wrong counts down by playing moves, as long as a shallower question is wrong, too.
pub(crate) fn descend(interview: &mut Interview<'_>, wrong: WrongAnswer) -> WrongAnswer {
    let mut wrong = wrong;
    loop {
        let next = match &wrong.problem {
            // The list, or the failure, may show at a smaller depth.
            Problem::Moves { .. } | Problem::Sum(_) | Problem::Failure(_) if wrong.depth > 1 => {
                interview.wrong_alike(&wrong.situation, wrong.depth - 1, wrong.problem.kind())
            }
            Problem::Counts { moves, .. } => {
                let children: Vec<_> = moves.iter().map(|&(played, ..)| played).collect();
                below(interview, &wrong, &children)
            }
            Problem::Total { .. } if wrong.depth > 1 => {
                let legal = wrong.situation.position().legal_moves();
                let shallower = ask(interview, &wrong.situation, wrong.depth - 1);
                shallower.or_else(|| below(interview, &wrong, &legal))
            }
            _ => None,
        };
        match next {
            Some(next) => wrong = next,
            None => return wrong,
        }
    }
}

/// Returns the least deep question about the same situation with a wrong answer, if one is less
/// deep.
pub(crate) fn shallower(interview: &mut Interview<'_>, wrong: &WrongAnswer) -> Option<WrongAnswer> {
    (1..wrong.depth).find_map(|depth| ask(interview, &wrong.situation, depth))
}

/// Asks for the positions after moves, one half move less deep. Returns the first that is wrong.
fn below(
    interview: &mut Interview<'_>,
    wrong: &WrongAnswer,
    moves: &[hyperbola_moves::Move],
) -> Option<WrongAnswer> {
    let depth = wrong.depth.checked_sub(1).filter(|&depth| depth > 0)?;
    let plays = interview.subject.abilities().plays;
    moves.iter().find_map(|&played| {
        let after = wrong.situation.after(played)?;
        let from_fen = after.of(after.end());
        let with_moves = plays.then_some(after);
        [with_moves, from_fen]
            .into_iter()
            .flatten()
            .find_map(|situation| ask(interview, &situation, depth))
    })
}

/// Asks, and returns the question if its answer is wrong. What cannot be asked is not wrong.
fn ask(interview: &mut Interview<'_>, situation: &Situation, depth: u32) -> Option<WrongAnswer> {
    interview.ask(situation, depth).ok().flatten()
}
