//! Which rule of the definition wrong numbers break.
//!
//! A wrong number and the right one that is missing are read back. If they differ in one thing,
//! that thing is wrong: the bucket, say, or the side of the victim. Of numbers without such a
//! partner the board says why they are wrong.

use core::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use hyperbola_inputs::{InputSet, Meaning};
use hyperbola_moves::{Board, Color};

use super::WrongInput;
use super::input_relations::relation;
use super::input_words::{input_words, squares};
use super::rules::most_frequent;
use crate::compare::{Fault, Problem, WrongNumber};
use crate::inputs::{InputList, active, board_before, changes, counts, part_of};
use crate::{Reason, Rule, Situation};

/// What is wrong about an answer, and why. The reasons have different rules, the main one first.
#[derive(Debug, Default)]
pub(crate) struct ExplainedInputs {
    pub(crate) inputs: Vec<WrongInput>,
    pub(crate) reasons: Vec<Reason>,
}

/// A rule explains one of so many missing numbers, or more.
const FEW: usize = 4;

/// The most wrong numbers that are explained. All of a right answer are fewer.
const MOST_UNITS: usize = 1000;

/// A number that is wrong once.
pub(super) struct Unit {
    pub(super) view: Color,
    pub(super) number: u32,
    pub(super) list: InputList,
    pub(super) fault: Fault,
    /// What the number stands for, and whether a position has it. It is `None` for one that is too
    /// high.
    pub(super) read: Option<(usize, Meaning, bool)>,
    rule: Option<Rule>,
    /// The number that is there in place of this one, or the other way round.
    partner: Option<u32>,
}

/// The boards and the numbers that units are explained by.
pub(super) struct Explaining<'a> {
    pub(super) set: &'a InputSet,
    pub(super) situation: &'a Situation,
    pub(super) before: Option<&'a Board>,
    pub(super) after: &'a Board,
    pub(super) units: Vec<Unit>,
}

/// Explains wrong inputs. `changes` says that they are those that the last move changes, `is_made`
/// that the answer for the FEN after the moves is right.
pub(crate) fn explain_inputs(
    set: &InputSet,
    situation: &Situation,
    changes: bool,
    problem: &Problem,
    is_made: bool,
) -> ExplainedInputs {
    let Problem::Inputs { wrong, needless } = problem else { return ExplainedInputs::default() };
    let after = situation.position().board();
    let before = board_before(situation).filter(|_| changes);
    let units = wrong.iter().flat_map(|wrong| units(set, wrong, changes)).take(MOST_UNITS);
    let units = units.collect();
    let mut explaining = Explaining { set, situation, before, after, units };
    if explaining.is_swapped(wrong) {
        explaining.units.iter_mut().for_each(|unit| unit.rule = Some(Rule::InputView));
    }
    explaining.find_refreshes();
    explaining.find_offsets();
    explaining.find_partners();
    explaining.find_rest(wrong, is_made);
    let inputs: Vec<WrongInput> =
        explaining.units.iter().map(|unit| explaining.wrong_input(unit)).collect();
    let mut reasons = reasons(&inputs);
    if let Some(&(view, part)) = needless.first() {
        let text = format!(
            "{}'s view computes block {} anew after this move.",
            name(view),
            part.saturating_add(1)
        );
        reasons.push(Reason::new(Rule::InputNeedlessRefresh, text));
    }
    ExplainedInputs { inputs, reasons }
}

/// Divides a wrong number into what is missing and what is there too often.
fn units(set: &InputSet, wrong: &WrongNumber, changes: bool) -> Vec<Unit> {
    let &WrongNumber { view, number, expected, found } = wrong;
    let unit = |sign: i64, fault| {
        let list = match (changes, sign < 0) {
            (false, _) => InputList::Active,
            (true, true) => InputList::Removed,
            (true, false) => InputList::Added,
        };
        let read = set.meaning_of_any(number);
        Unit { view, number, list, fault, read, rule: None, partner: None }
    };
    if expected != 0 && expected.signum() == found.signum() {
        let fault = if found.abs() > expected.abs() { Fault::Twice } else { Fault::Missing };
        return vec![unit(expected, fault)];
    }
    let missing = (expected != 0).then(|| unit(expected, Fault::Missing));
    let extra = (found != 0).then(|| unit(found, Fault::Extra));
    missing.into_iter().chain(extra).collect()
}

fn name(view: Color) -> &'static str {
    match view {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Returns the reasons of wrong inputs, one of each rule. The main one comes first: the most
/// frequent one that says more than that a number is wrong, if there is one.
fn reasons(inputs: &[WrongInput]) -> Vec<Reason> {
    let all: Vec<&Reason> = inputs.iter().map(|input| &input.reason).collect();
    let is_specific =
        |reason: &&Reason| !matches!(reason.rule, Rule::InputMissing | Rule::InputAbsent);
    let specific: Vec<&Reason> = all.iter().copied().filter(is_specific).collect();
    let main = most_frequent(&specific).or_else(|| most_frequent(&all));
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in main.into_iter().chain(all) {
        if reasons.iter().all(|other| other.rule != reason.rule) {
            reasons.push(reason.clone());
        }
    }
    reasons
}

impl Explaining<'_> {
    /// Returns the board that a unit's number is about.
    pub(super) fn board(&self, list: InputList) -> &Board {
        match (list, self.before) {
            (InputList::Removed, Some(before)) => before,
            _ => self.after,
        }
    }

    /// Returns whether each view has the other one's numbers.
    fn is_swapped(&self, wrong: &[WrongNumber]) -> bool {
        let right = Color::ALL.map(|view| counts(self.set, self.before, self.after, view));
        let mut found = right.clone();
        for &WrongNumber { view, number, found: count, .. } in wrong {
            found[view as usize].insert(number, count);
        }
        let is_same = |view: usize| {
            let there = |counts: &BTreeMap<u32, i64>| -> Vec<(u32, i64)> {
                counts
                    .iter()
                    .map(|(&number, &count)| (number, count))
                    .filter(|one| one.1 != 0)
                    .collect()
            };
            there(&found[view]) == there(&right[1 - view])
        };
        !wrong.is_empty() && is_same(0) && is_same(1)
    }

    /// Explains the changes of blocks that were to be recomputed.
    fn find_refreshes(&mut self) {
        let Some(before) = self.before else { return };
        let changes = changes(self.set, before, self.after);
        let is_open = |unit: &&mut Unit| {
            unit.rule.is_none() && unit.read.is_some() && unit.fault != Fault::Twice
        };
        for unit in self.units.iter_mut().filter(is_open) {
            if changes.view(unit.view).refreshes(part_of(self.set, unit.number)) {
                unit.rule = Some(Rule::InputRefresh);
            }
        }
    }

    /// Returns the units that are not explained yet: the missing ones of a view and of a list, and
    /// the extra ones.
    fn open(&self, view: Color, list: InputList) -> [Vec<usize>; 2] {
        [Fault::Missing, Fault::Extra].map(|fault| {
            let is_open = |&index: &usize| {
                let unit = &self.units[index];
                unit.rule.is_none() && (unit.view, unit.list, unit.fault) == (view, list, fault)
            };
            (0..self.units.len()).filter(is_open).collect()
        })
    }

    /// Makes partners of a missing unit and an extra one.
    fn join(&mut self, missing: usize, extra: usize, rule: Rule) {
        for (one, other) in [(missing, extra), (extra, missing)] {
            self.units[one].rule = Some(rule);
            self.units[one].partner = Some(self.units[other].number);
        }
    }

    /// Explains blocks all of whose missing numbers are there with another start: that which the
    /// block has after other blocks.
    fn find_offsets(&mut self) {
        let parts = self.set.parts();
        for (place, part) in parts.iter().enumerate() {
            let others = parts.iter().enumerate().filter(|&(other, _)| other != place);
            let starts = others.fold(vec![0], |sums, (_, other)| {
                sums.iter().flat_map(|&sum| [sum, sum + other.size()]).collect()
            });
            for (view, list) in views_and_lists() {
                let [missing, extra] = self.open(view, list);
                let missing: Vec<usize> = missing
                    .into_iter()
                    .filter(|&unit| part_of(self.set, self.units[unit].number) == place)
                    .collect();
                let with_start = |start: u32| -> Option<Vec<usize>> {
                    let moved = missing.iter().map(|&unit| {
                        let number = self.units[unit].number - part.start() + start;
                        extra.iter().copied().find(|&extra| self.units[extra].number == number)
                    });
                    moved.collect()
                };
                let starts = starts.iter().filter(|&&start| start != part.start());
                let found =
                    starts.filter(|_| !missing.is_empty()).find_map(|&start| with_start(start));
                for (missing, extra) in missing.iter().zip(found.into_iter().flatten()) {
                    self.join(*missing, extra, Rule::InputOffset);
                }
            }
        }
    }

    /// Finds pairs of a missing number and of an extra one that differ in one thing.
    fn find_partners(&mut self) {
        for (view, list) in views_and_lists() {
            let [missing, extra] = self.open(view, list);
            let mut related = Vec::new();
            for &missing in &missing {
                for &extra in &extra {
                    let [wanted, found] = [missing, extra].map(|unit| self.units[unit].read);
                    if let (Some(wanted), Some(found)) = (wanted, found)
                        && wanted.0 == found.0
                        && let Some(rule) =
                            relation(&self.set.parts()[wanted.0].block(), wanted.1, found.1)
                    {
                        related.push((rule, missing, extra));
                    }
                }
            }
            // A rule that explains more of the missing numbers comes first.
            let mut explained: BTreeMap<Rule, BTreeSet<usize>> = BTreeMap::new();
            for &(rule, missing, _) in &related {
                explained.entry(rule).or_default().insert(missing);
            }
            // One that explains few of them is a chance.
            related.retain(|(rule, ..)| FEW * explained[rule].len() >= missing.len());
            related.sort_by_key(|&(rule, ..)| Reverse(explained[&rule].len()));
            for (rule, missing, extra) in related {
                if self.units[missing].rule.is_none() && self.units[extra].rule.is_none() {
                    self.join(missing, extra, rule);
                }
            }
        }
    }

    /// Explains all others.
    fn find_rest(&mut self, wrong: &[WrongNumber], is_made: bool) {
        for index in 0..self.units.len() {
            let unit = &self.units[index];
            let rule = match (unit.rule, unit.fault) {
                (Some(rule), _) => self.after_moves(unit, is_made).unwrap_or(rule),
                (None, Fault::Twice) => Rule::InputTwice,
                (None, Fault::Missing) => self.missing(unit, wrong),
                (None, _) => self.extra(unit, is_made),
            };
            self.units[index].rule = Some(rule);
        }
    }

    /// Returns whether a number was there before one of the moves.
    pub(super) fn was_there(&self, unit: &Unit) -> bool {
        let boards = self.situation.steps().map(|(before, ..)| before.board());
        boards
            .into_iter()
            .any(|board| active(self.set, board).view(unit.view).contains(&unit.number))
    }

    /// Returns the rule of a number that is only wrong after moves, although it has a partner: a
    /// king has moved and the block was not recomputed.
    fn after_moves(&self, unit: &Unit, is_made: bool) -> Option<Rule> {
        let is_orientation = matches!(unit.rule, Some(Rule::InputFiles | Rule::InputBucket));
        let part = part_of(self.set, unit.number);
        let mut steps = self.situation.steps();
        let refreshes = is_made
            && is_orientation
            && steps.any(|(before, _, after)| {
                changes(self.set, before.board(), after.board()).view(unit.view).refreshes(part)
            });
        refreshes.then_some(Rule::InputRefresh)
    }

    /// Returns a unit in words.
    fn wrong_input(&self, unit: &Unit) -> WrongInput {
        let &Unit { view, number, list, fault, partner, .. } = unit;
        let meaning = |number| input_words(self.set, self.board(list), view, number);
        let verb = match list {
            InputList::Active => "has",
            InputList::Removed => "removes",
            InputList::Added => "adds",
        };
        let plain = verb.trim_end_matches('s');
        let view_name = name(view);
        let text = match (fault, partner) {
            (Fault::Missing, Some(found)) => pair_text(view_name, verb, [found, number], meaning),
            (_, Some(wanted)) => pair_text(view_name, verb, [number, wanted], meaning),
            (Fault::Missing, None) if list == InputList::Active => {
                format!("{view_name}'s view lacks {number}: {}.", meaning(number))
            }
            (Fault::Missing, None) => {
                format!("{view_name}'s view does not {plain} {number}: {}.", meaning(number))
            }
            (Fault::Twice, None) => {
                format!("{view_name}'s view {verb} {number} more than once: {}.", meaning(number))
            }
            (_, None) => format!("{view_name}'s view {verb} {number}: {}.", meaning(number)),
        };
        let rule = unit.rule.unwrap_or(Rule::InputAbsent);
        let squares = squares(self.set, self.board(list), view, number);
        let reason = Reason::new(rule, text).mark(squares);
        WrongInput { view, list, number, fault, meaning: meaning(number), reason }
    }
}

/// Says that a number stands in the place of another one.
fn pair_text(
    view: &str,
    verb: &str,
    [found, wanted]: [u32; 2],
    meaning: impl Fn(u32) -> String,
) -> String {
    let (wrong, right) = (meaning(found), meaning(wanted));
    format!("{view}'s view {verb} {found} ({wrong}) in place of {wanted} ({right}).")
}

fn views_and_lists() -> impl Iterator<Item = (Color, InputList)> {
    let lists = [InputList::Active, InputList::Removed, InputList::Added];
    Color::ALL.into_iter().flat_map(move |view| lists.map(|list| (view, list)))
}
