//! The inputs of a network as another program numbers them, against the numbers of a definition.

mod alone;
mod explain;
mod program;
mod relation;
mod words;

use core::panic::AssertUnwindSafe;
use std::collections::{BTreeMap, BTreeSet};

use hyperbola_inputs::{Active, Changes, InputSet};
use hyperbola_moves::{Board, Color};

use crate::closure::caught;
use crate::compare::{Fault, Problem, WrongNumber};
use crate::subject::ViewInputs;
use crate::{Abilities, Answer, Failure, Reason, Situation, Subject};

pub(crate) use explain::{Explained, explain};
pub use program::InputProgram;
pub use words::input_words;

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

/// A closure that numbers inputs as a subject. [`from_inputs`] and [`from_changes`] make it.
#[derive(Clone)]
pub struct InputClosure<F> {
    answer: F,
    changes: bool,
    is_chess960: bool,
}

impl<F> core::fmt::Debug for InputClosure<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("InputClosure").field("changes", &self.changes).finish_non_exhaustive()
    }
}

impl<F> InputClosure<F> {
    /// Says that the closure knows Chess960, as [`Closure::chess960`](crate::Closure::chess960) does.
    #[must_use]
    pub fn chess960(self) -> Self {
        Self { is_chess960: true, ..self }
    }
}

/// Makes a subject of a closure that takes a FEN and moves played from there, in UCI's notation, and
/// returns the numbers of all inputs then: White's view, and Black's.
///
/// ```
/// use hyperbola_hunt::{Hunt, from_inputs};
/// use hyperbola_inputs::{Color, InputSet};
/// use hyperbola_moves::Position;
///
/// let set: InputSet = "chess_768".parse()?;
/// // Your own code stands here.
/// let mine = set.clone();
/// let mut subject = from_inputs(move |fen, played| {
///     let (mut position, _) = Position::from_fen_lenient(fen).expect("a FEN");
///     for uci in played {
///         position = position.play(position.parse_uci(uci).expect("legal")).expect("legal");
///     }
///     let active = mine.active(position.board());
///     Color::ALL.map(|view| active.view(view).to_vec())
/// });
/// let outcome = Hunt::new().inputs(&set).positions(Some(200)).run(&mut subject)?;
/// assert!(outcome.findings.is_empty(), "{outcome}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_inputs<F>(mut inputs: F) -> InputClosure<impl FnMut(&Situation) -> [ViewInputs; 2]>
where
    F: FnMut(&str, &[String]) -> [Vec<u32>; 2],
{
    let all = |added| ViewInputs { added, ..ViewInputs::default() };
    let answer = move |situation: &Situation| inputs(&situation.fen(), &situation.moves()).map(all);
    InputClosure { answer, changes: false, is_chess960: false }
}

/// Makes a subject of a closure that takes a FEN and moves played from there, and returns what the
/// last of them changes: in White's view, and in Black's.
pub fn from_changes<F>(mut changes: F) -> InputClosure<impl FnMut(&Situation) -> [ViewInputs; 2]>
where
    F: FnMut(&str, &[String]) -> [ViewInputs; 2],
{
    let answer = move |situation: &Situation| changes(&situation.fen(), &situation.moves());
    InputClosure { answer, changes: true, is_chess960: false }
}

impl<F: FnMut(&Situation) -> [ViewInputs; 2]> InputClosure<F> {
    fn ask(&mut self, situation: &Situation, changes: bool) -> Result<[ViewInputs; 2], Failure> {
        if changes != self.changes {
            return Err(Failure::Missing { what: if changes { "changes" } else { "inputs" } });
        }
        caught(AssertUnwindSafe(|| (self.answer)(situation)))
    }
}

impl<F: FnMut(&Situation) -> [ViewInputs; 2]> Subject for InputClosure<F> {
    fn name(&self) -> String {
        "the closure".to_owned()
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(1).plays(true).chess960(self.is_chess960)
    }

    fn divide(&mut self, _: &Situation, _: u32) -> Result<Answer, Failure> {
        Err(Failure::Missing { what: "moves" })
    }

    fn inputs(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        self.ask(situation, false)
    }

    fn changes(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        self.ask(situation, true)
    }
}
