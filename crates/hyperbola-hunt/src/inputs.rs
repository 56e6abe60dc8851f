//! The inputs of a network as another program numbers them, against the numbers of a definition.

use std::collections::{BTreeMap, BTreeSet};

use hyperbola_inputs::{Active, Changes, InputSet};
use hyperbola_moves::{Board, Color};

use crate::Situation;
use crate::compare::{Problem, WrongNumber};
use crate::subject::ViewInputs;

/// The list of an answer in which a number is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputList {
    /// All inputs of a position.
    Active,
    /// Those that a move removes.
    Removed,
    /// Those that a move adds.
    Added,
}

impl InputList {
    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Removed => "removed",
            Self::Added => "added",
        }
    }
}

/// Finds all inputs of a board: the one copy of that code here.
#[inline(never)]
pub(crate) fn active(set: &InputSet, board: &Board) -> Box<Active> {
    let mut active = Box::default();
    set.active_into(board, &mut active);
    active
}

/// Finds what changes from a board to another one: the one copy of that code here.
#[inline(never)]
pub(crate) fn changes(set: &InputSet, before: &Board, after: &Board) -> Box<Changes> {
    let mut changes = Box::default();
    set.changes_into(before, after, &mut changes);
    changes
}

/// Counts the right numbers of a view: those of a board, less those of the board before.
pub(crate) fn counts(
    set: &InputSet,
    before: Option<&Board>,
    after: &Board,
    view: Color,
) -> BTreeMap<u32, i64> {
    let mut counts = BTreeMap::new();
    for (board, one) in [(Some(after), 1), (before, -1)] {
        let Some(board) = board else { continue };
        for &number in active(set, board).view(view) {
            *counts.entry(number).or_default() += one;
        }
    }
    counts
}

/// Returns the board before the last move.
pub(crate) fn board_before(situation: &Situation) -> Option<&Board> {
    situation.steps().next_back().map(|(before, ..)| before.board())
}

/// Returns the place of the block that has a number. Numbers that are too high are of the last one.
pub(crate) fn part_of(set: &InputSet, number: u32) -> usize {
    set.parts().iter().rposition(|part| part.start() <= number).unwrap_or_default()
}

/// Returns the right lists of both views, each with its name and in ascending order: all inputs, or
/// those that the last move removes and adds, and the blocks, from 1, that may be recomputed. Their
/// numbers are not in the other lists.
pub(crate) fn right_lists(
    set: &InputSet,
    situation: &Situation,
    changes: bool,
) -> Vec<(String, Vec<u32>)> {
    let after = situation.position().board();
    let changes =
        board_before(situation).filter(|_| changes).map(|one| self::changes(set, one, after));
    let active = active(set, after);
    let mut lists = Vec::new();
    for view in Color::ALL {
        let Some(changes) = &changes else {
            lists.push((view.to_string(), active.view(view).to_vec()));
            continue;
        };
        let changes = changes.view(view);
        let blocks = (1..).zip(0..set.parts().len());
        let blocks = blocks.filter(|&(_, part)| changes.refreshes(part)).map(|(number, _)| number);
        lists.push((format!("{view} removed"), changes.removed().to_vec()));
        lists.push((format!("{view} added"), changes.added().to_vec()));
        lists.push((format!("{view} refresh"), blocks.collect()));
    }
    lists.iter_mut().for_each(|(_, numbers)| numbers.sort_unstable());
    lists
}

/// Compares an answer with the numbers of a set. `changes` says that it has what the last move
/// changes.
pub(crate) fn compare(
    set: &InputSet,
    situation: &Situation,
    changes: bool,
    answer: &[ViewInputs; 2],
) -> Option<Problem> {
    let after = situation.position().board();
    let before = board_before(situation).filter(|_| changes);
    let allowed = before.map(|before| self::changes(set, before, after));
    let (mut wrong, mut needless) = (Vec::new(), Vec::new());
    for (view, found) in Color::ALL.into_iter().zip(answer) {
        let mut all: BTreeMap<u32, [i64; 2]> = BTreeMap::new();
        for (number, count) in counts(set, before, after, view) {
            all.entry(number).or_default()[0] = count;
        }
        for (numbers, one) in [(&found.added, 1), (&found.removed, -1)] {
            for &number in numbers {
                all.entry(number).or_default()[1] += one;
            }
        }
        let refreshed: BTreeSet<usize> = found.refreshed.iter().copied().collect();
        for &part in &refreshed {
            let is_block = part < set.parts().len();
            let is_allowed = allowed.as_ref().filter(|_| is_block);
            let is_allowed = is_allowed.is_some_and(|all| all.view(view).refreshes(part));
            if !is_allowed {
                needless.push((view, part));
            }
        }
        // No block has numbers that are too high.
        let is_compared =
            |number| number >= set.size() || !refreshed.contains(&part_of(set, number));
        wrong.extend(all.into_iter().filter_map(|(number, [expected, found])| {
            let is_wrong = expected != found && is_compared(number);
            is_wrong.then_some(WrongNumber { view, number, expected, found })
        }));
    }
    let is_right = wrong.is_empty() && needless.is_empty();
    (!is_right).then_some(Problem::Inputs { wrong, needless })
}
