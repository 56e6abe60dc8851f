//! Which rule of the definition wrong numbers break.
//!
//! A wrong number and the right one that is missing are read back. If they differ in one thing, that
//! thing is wrong: the bucket, say, or the side of the victim. Of numbers without such a partner the
//! board says why they are wrong.

use core::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use hyperbola::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use hyperbola_inputs::{Block, InputSet, Meaning};
use hyperbola_moves::{Bitboard, Board, Color, Role, Square};

use super::words::{Seen, pieces_of, squares, words};
use super::{InputList, WrongInput, WrongNumber, active, board_before, changes, counts, part_of};
use crate::compare::Problem;
use crate::finding::most_frequent;
use crate::{Fault, Reason, Rule, Situation};

/// What is wrong about an answer, and why. The reasons have different rules, the main one first.
#[derive(Debug, Default)]
pub(crate) struct Explained {
    pub(crate) inputs: Vec<WrongInput>,
    pub(crate) reasons: Vec<Reason>,
}

/// A rule explains one of so many missing numbers, or more.
const FEW: usize = 4;

/// The most wrong numbers that are explained. All of a right answer are fewer.
const MOST_UNITS: usize = 1000;

/// A number that is wrong once.
struct Unit {
    view: Color,
    number: u32,
    list: InputList,
    fault: Fault,
    /// What the number stands for, and whether a position has it. It is nothing for one that is too
    /// high.
    read: Option<(usize, Meaning, bool)>,
    rule: Option<Rule>,
    /// The number that is there in place of this one, or the other way round.
    partner: Option<u32>,
}

/// The boards and the numbers that units are explained by.
struct Explaining<'a> {
    set: &'a InputSet,
    situation: &'a Situation,
    before: Option<&'a Board>,
    after: &'a Board,
    units: Vec<Unit>,
}

/// Explains wrong inputs. `changes` says that they are those that the last move changes, `is_made`
/// that the answer for the FEN after the moves is right.
pub(crate) fn explain(
    set: &InputSet,
    situation: &Situation,
    changes: bool,
    problem: &Problem,
    is_made: bool,
) -> Explained {
    let Problem::Inputs { wrong, needless } = problem else { return Explained::default() };
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
    Explained { inputs, reasons }
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

/// Returns the reasons of wrong inputs, one of each rule. The main one comes first: the most frequent
/// one that says more than that a number is wrong, if there is one.
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
    fn board(&self, list: InputList) -> &Board {
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

    /// Explains the changes of blocks that were to be computed anew.
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
    fn was_there(&self, unit: &Unit) -> bool {
        let boards = self.situation.steps().map(|(before, ..)| before.board());
        boards
            .into_iter()
            .any(|board| active(self.set, board).view(unit.view).contains(&unit.number))
    }

    /// Returns the rule of a number that is only wrong after moves, although it has a partner: a king
    /// has moved and the block was not computed anew.
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

    /// Returns why a missing number should be there.
    fn missing(&self, unit: &Unit, wrong: &[WrongNumber]) -> Rule {
        let part = part_of(self.set, unit.number);
        if let Some((_, Meaning::Threat { attacker, from, victim, to }, _)) = unit.read {
            let seen = self.seen(unit);
            if let Some(before) = self.before {
                let ends: Bitboard = [from, to].into_iter().map(|one| seen.square(one)).collect();
                if (ends & changed(before, self.after)).is_empty() {
                    return Rule::InputLine;
                }
            }
            let is_mutual = attacker.role == victim.role
                && attacks(seen.board, seen.square(to)).contains(seen.square(from));
            let alike = |other: &Unit| {
                other.fault == Fault::Missing
                    && matches!(other.read, Some((_, Meaning::Threat { attacker, victim, .. }, _))
                        if attacker.role == victim.role)
            };
            if self.before.is_none() && is_mutual && self.units.iter().all(alike) {
                return Rule::InputOnce;
            }
        }
        match unit.list {
            InputList::Removed => Rule::InputStale,
            InputList::Active if self.is_full(unit.view, part, wrong) => Rule::InputList,
            _ => Rule::InputMissing,
        }
    }

    /// Returns whether a list of so many of a block's inputs may have come to the end of its memory.
    fn is_full(&self, view: Color, part: usize, wrong: &[WrongNumber]) -> bool {
        let active = active(self.set, self.after);
        let mut missing = 0;
        for wrong in wrong.iter().filter(|wrong| wrong.view == view) {
            if part_of(self.set, wrong.number) == part {
                if wrong.found > 0 {
                    return false;
                }
                missing += 1;
            }
        }
        let listed = active.block(view, part).len().saturating_sub(missing);
        listed >= 16 && listed.is_power_of_two()
    }

    fn seen(&self, unit: &Unit) -> Seen<'_> {
        let block = self.set.parts()[part_of(self.set, unit.number)].block();
        Seen::new(self.board(unit.list), unit.view, block)
    }

    /// Returns why a number should not be there.
    fn extra(&self, unit: &Unit, is_made: bool) -> Rule {
        let Some((_, meaning, is_live)) = unit.read else {
            return Rule::InputRange;
        };
        if is_made && self.was_there(unit) {
            return Rule::InputStale;
        }
        let is_active = |board| active(self.set, board).view(unit.view).contains(&unit.number);
        if self.before.is_some_and(is_active) && is_active(self.after) {
            return Rule::InputKept;
        }
        let seen = self.seen(unit);
        match meaning {
            Meaning::Threat { attacker, from, victim, to } => {
                let has_both = seen.has(attacker, from) && seen.has(victim, to);
                let is_promoted =
                    self.situation.played().iter().any(|played| {
                        played.promotion().is_some() && played.to() == seen.square(to)
                    });
                if !is_live && has_both && attacker.role == victim.role {
                    return Rule::InputOnce;
                }
                if !is_live && is_promoted {
                    return Rule::InputDead;
                }
                let reached = attacks(seen.board, seen.square(from));
                if has_both && !reached.contains(seen.square(to)) {
                    return Rule::InputBlocked;
                }
                match is_live {
                    _ if self.is_of_no_victim(unit) => Rule::InputVictim,
                    true => Rule::InputAbsent,
                    false => Rule::InputDead,
                }
            }
            Meaning::Pair(pair) if !is_live => {
                let is_there = |(color, square)| {
                    seen.has(hyperbola_moves::Piece::new(color, Role::Pawn), square)
                };
                if pair.into_iter().all(is_there) { Rule::InputPair } else { Rule::InputDead }
            }
            _ => Rule::InputAbsent,
        }
    }

    /// Returns whether a piece attacks one of a role that is no victim of it, and the number is what
    /// the threat has in the place of another victim, or in one that there is not: before the first
    /// one or after the last one.
    fn is_of_no_victim(&self, unit: &Unit) -> bool {
        /// The most places by which it may be off.
        const PLACES: i64 = 6;
        let block = self.set.parts()[part_of(self.set, unit.number)].block();
        let Block::Threats(threats) = block else { return false };
        let seen = self.seen(unit);
        let is_one = |role: Role, width: i64, places: i64| {
            let number = u32::try_from(i64::from(unit.number) + places * width).ok();
            let read = number.and_then(|number| self.set.meaning_of_any(number));
            let Some((_, Meaning::Threat { attacker, from, to, .. }, _)) = read else {
                return false;
            };
            let (from, to) = (seen.has(attacker, from).then(|| seen.square(from)), seen.square(to));
            let is_attack = from.is_some_and(|from| attacks(seen.board, from).contains(to));
            let victim = seen.board.role_at(to).filter(|_| is_attack && attacker.role == role);
            victim.is_some_and(|victim| {
                threats.victims[role as usize].iter().all(|one| one != victim)
            })
        };
        Role::ALL.into_iter().any(|role| {
            let width = places(role, threats.pushes);
            (-PLACES..=PLACES).any(|places| is_one(role, width, places))
        })
    }

    /// Returns a unit in words.
    fn wrong_input(&self, unit: &Unit) -> WrongInput {
        let &Unit { view, number, list, fault, partner, .. } = unit;
        let meaning = |number| words(self.set, self.board(list), view, number);
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

/// Returns the squares on which boards differ.
fn changed(before: &Board, after: &Board) -> Bitboard {
    let differs = |square: &Square| before.piece_at(*square) != after.piece_at(*square);
    Square::ALL.into_iter().filter(differs).collect()
}

/// Returns the squares that the piece on a square attacks.
fn attacks(board: &Board, from: Square) -> Bitboard {
    let occupied = board.occupied();
    let Some(piece) = board.piece_at(from) else { return Bitboard::EMPTY };
    match piece.role {
        Role::Pawn => pawn_attacks(piece.color, from),
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => queen_attacks(from, occupied),
        Role::King => king_attacks(from),
    }
}

/// Returns how many pairs of squares a role has on an empty board: the numbers of one victim.
fn places(role: Role, pushes: bool) -> i64 {
    let reached = Square::ALL.into_iter().map(|from| match role {
        Role::Pawn if matches!(from.index() / 8, 0 | 7) => 0,
        Role::Pawn => pawn_attacks(Color::White, from).count() + u32::from(pushes),
        Role::Knight => knight_attacks(from).count(),
        Role::Bishop => bishop_attacks(from, Bitboard::EMPTY).count(),
        Role::Rook => rook_attacks(from, Bitboard::EMPTY).count(),
        Role::Queen => queen_attacks(from, Bitboard::EMPTY).count(),
        Role::King => king_attacks(from).count(),
    });
    reached.map(i64::from).sum()
}

/// Returns the rule that is broken if an input stands in the place of another one of its block, if
/// they differ in one thing.
fn relation(block: &Block, wanted: Meaning, found: Meaning) -> Option<Rule> {
    match (wanted, found, block) {
        (
            Meaning::Piece { bucket, plane, square },
            Meaning::Piece { bucket: other_bucket, plane: other_plane, square: other_square },
            Block::Pieces(pieces),
        ) => {
            let turned = square.index() ^ other_square.index();
            let is_bucket = bucket == other_bucket;
            let is_other_side = {
                let other: Vec<_> = pieces_of(&pieces.planes, other_plane).collect();
                pieces_of(&pieces.planes, plane).all(|mut piece| {
                    piece.color = !piece.color;
                    other.contains(&piece)
                })
            };
            match (turned, is_bucket, plane == other_plane) {
                (0, false, true) => Some(Rule::InputBucket),
                (7, _, true) => Some(Rule::InputFiles),
                (56 | 63, true, true) => Some(Rule::InputRanks),
                (56 | 63, true, false) if is_other_side => Some(Rule::InputView),
                (0, true, false) if is_other_side => Some(Rule::InputSide),
                (0, true, false) => Some(Rule::InputPlane),
                _ => None,
            }
        }
        (Meaning::Threat { .. }, Meaning::Threat { .. }, _) => threat_relation(wanted, found),
        (Meaning::Pair(wanted), Meaning::Pair(found), _) => {
            let is = |turn: u8, is_other: bool| {
                let turned = wanted.map(|(color, square)| {
                    let color = if is_other { !color } else { color };
                    (color, Square::from_index_wrapping(square.index() ^ turn))
                });
                turned == found || [turned[1], turned[0]] == found
            };
            match () {
                () if is(7, false) => Some(Rule::InputFiles),
                () if is(56, false) || is(63, false) => Some(Rule::InputRanks),
                () if is(56, true) || is(63, true) => Some(Rule::InputView),
                () if is(0, true) => Some(Rule::InputSide),
                () => None,
            }
        }
        _ => None,
    }
}

fn threat_relation(wanted: Meaning, found: Meaning) -> Option<Rule> {
    let (
        Meaning::Threat { attacker, from, victim, to },
        Meaning::Threat { attacker: one, from: one_from, victim: other, to: other_to },
    ) = (wanted, found)
    else {
        return None;
    };
    let turned = (from.index() ^ one_from.index(), to.index() ^ other_to.index());
    let is_side = (attacker.color == one.color, victim.color == other.color);
    let is_role = (attacker.role == one.role, victim.role == other.role);
    match (turned, is_role, is_side) {
        ((0, 0), (true, true), (true, false)) => Some(Rule::InputVictimSide),
        ((0, 0), (true, true), (false, true)) => Some(Rule::InputAttacker),
        ((0, 0), (true, true), (false, false)) => Some(Rule::InputSide),
        ((0, 0), (true, false), (true, true)) => Some(Rule::InputVictimOrder),
        ((0, 0), (false, true), (true, true)) => Some(Rule::InputAttacker),
        ((7, 7), (true, true), (true, true)) => Some(Rule::InputFiles),
        ((56, 56) | (63, 63), (true, true), (true, true)) => Some(Rule::InputRanks),
        ((56, 56) | (63, 63), (true, true), (false, false)) => Some(Rule::InputView),
        _ if (one, one_from, other, other_to) == (victim, to, attacker, from)
            && attacker.role == victim.role =>
        {
            Some(Rule::InputOnce)
        }
        ((0, 1..), (true, true), (true, true)) => Some(Rule::InputPlace),
        _ => None,
    }
}
