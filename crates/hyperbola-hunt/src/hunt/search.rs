//! The search: what is asked in which order.

use core::sync::atomic::Ordering;
use std::time::Instant;

use hyperbola_moves::{Move, Position, Role, Setup};

use super::{Hunt, Progress};
use crate::compare::{Compared, Problem};
use crate::descent::{descend, shallower};
use crate::dice::Dice;
use crate::explain::broken;
use crate::explain::finding::Finding;
use crate::explain::outcome::{End, Outcome};
use crate::interview::{HuntError, Interview, Stop, WrongAnswer};
use crate::scenes::{self, FAMILIES};
use crate::shrink::{breaks, shrink};
use crate::situation::passed_over;
use crate::{Failure, Rule, Situation, Subject, suites};

impl Hunt<'_> {
    /// Hunts.
    ///
    /// # Errors
    ///
    /// Returns a [`HuntError`] if the subject cannot be asked.
    pub fn run(&self, subject: &mut dyn Subject) -> Result<Outcome, HuntError> {
        self.run_with(subject, &mut |_| {})
    }

    /// Hunts and reports the progress after each position.
    ///
    /// # Errors
    ///
    /// Returns a [`HuntError`] if the subject cannot be asked.
    pub fn run_with(
        &self,
        subject: &mut dyn Subject,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Outcome, HuntError> {
        let start = Instant::now();
        let name = subject.name();
        if self.compared == Compared::Fen && !subject.abilities().plays {
            return Err(HuntError::TakesNoMoves);
        }
        self.check_set()?;
        let interview = self.interview(subject);
        let mut search = Search::new(self, interview, progress);
        let found = search.search();
        let mut failure = None;
        let end = match found {
            Ok(()) | Err(Stop::Budget) => End::Budget,
            Err(Stop::Interrupted) => End::Interrupted,
            Err(Stop::Error(error)) if search.findings.is_empty() => return Err(error),
            // What was found before stays found.
            Err(Stop::Error(error)) => {
                failure = Some(error);
                End::Failed
            }
            Err(Stop::Found(wrong)) => {
                search.finish(*wrong);
                End::Found
            }
        };
        let right = self.right_rows(&search.interview);
        Ok(Outcome {
            subject: name,
            seed: self.seed,
            compared: self.compared,
            positions: right as u64 + search.positions,
            questions: search.interview.questions,
            only_totals: search.interview.only_totals(),
            not_asked: self.right.len() - right + self.own.len() - search.given_asked,
            elapsed: start.elapsed(),
            end,
            failure,
            formats: search.interview.formats.seen(),
            all: self.all,
            ignored: self.ignored.clone(),
            findings: search.findings,
        })
    }
}

/// A hunt under way.
struct Search<'h, 's, 'p> {
    hunt: &'h Hunt<'h>,
    pub(crate) interview: Interview<'s>,
    start: Instant,
    pub(crate) positions: u64,
    /// The number of positions of the user that were asked.
    pub(crate) given_asked: usize,
    /// What was found so far, if the hunt goes on after a finding: one of each rule.
    pub(crate) findings: Vec<Finding>,
    part: &'static str,
    progress: &'p mut dyn FnMut(Progress),
}

/// The number of positions that are asked about when inputs are wrong, and of moves in each.
const WITNESSES: usize = 6;
const WITNESS_MOVES: usize = 12;

/// The longest walk from a position, in half moves.
const WALK: usize = 6;

/// The longest random game, in half moves.
const GAME: usize = 80;

/// The number of positions of each family in each round.
const SCENES: usize = 3;

/// The number of rounds in which a slow subject is asked about single positions only.
const SINGLE_ROUNDS: u64 = 4;

/// The number of positions of the suites in each round.
const SUITE_SHARE: usize = 8;

impl<'h, 's, 'p> Search<'h, 's, 'p> {
    /// Begins a search.
    pub(crate) fn new(
        hunt: &'h Hunt<'h>,
        interview: Interview<'s>,
        progress: &'p mut dyn FnMut(Progress),
    ) -> Self {
        let part = "the initial position";
        let start = Instant::now();
        let findings = Vec::new();
        Self { hunt, interview, start, positions: 0, given_asked: 0, findings, part, progress }
    }

    /// Searches until something stops it.
    pub(crate) fn search(&mut self) -> Result<(), Stop> {
        self.first_question()?;
        if !self.hunt.own.is_empty() || self.hunt.only_rows {
            // The user's positions come first: this one takes nothing of their budget.
            self.positions = 0;
        }
        self.given()?;
        let arrangements = scenes::arrangements(self.hunt.seed);
        let mut arrangements = arrangements.iter().cycle();
        let mut suites = if self.hunt.suites { suites::all() } else { Vec::new() }.into_iter();
        for round in 0.. {
            for (number, situation) in suites.by_ref().take(SUITE_SHARE).enumerate() {
                self.part = "the suites";
                self.visit(&situation, round, &mut self.dice(round, 1000 + number))?;
            }
            for number in 0..FAMILIES.len() * SCENES {
                let family = &FAMILIES[number % FAMILIES.len()];
                let mut dice = self.dice(round, number);
                self.part = family.name;
                if let Some(made) = scenes::make(family, &mut dice, self.hunt.unreachable) {
                    self.visit(&made, round, &mut dice)?;
                }
            }
            for (number, &arrangement) in arrangements.by_ref().take(SCENES).enumerate() {
                let mut dice = self.dice(round, 2000 + number);
                self.part = "castling from each arrangement of Chess960";
                if let Some(made) = scenes::arranged(arrangement, &mut dice, self.hunt.unreachable)
                {
                    self.visit(&made, round, &mut dice)?;
                }
            }
            if !self.is_for_singles(round) {
                self.part = "a random game";
                self.game(&mut self.dice(round, usize::MAX))?;
            }
        }
        Ok(())
    }

    /// Asks for all positions of the user, and then for positions on walks from there.
    fn given(&mut self) -> Result<(), Stop> {
        self.part = "the given positions";
        let hunt = self.hunt;
        let made = hunt.own.iter().map(|given| {
            let start = Situation::given(given.setup, hunt.unreachable)?;
            Some((start.clone(), start.after_all(&given.played)?, hunt.depth_of(given)))
        });
        let made: Vec<(Situation, Situation, u32)> = made.flatten().collect();
        for (start, end, depth) in &made {
            let before = self.positions;
            let rest = depth.saturating_sub(u32::try_from(end.played().len()).unwrap_or(u32::MAX));
            let mut result = self.question(&self.taken(end), rest.max(hunt.depth));
            if result.is_ok() && !end.played().is_empty() {
                result = self.question(start, *depth);
            }
            self.given_asked += usize::from(self.positions > before);
            result?;
        }
        if hunt.only_rows {
            return Err(Stop::Budget);
        }
        for (number, (_, end, _)) in made.iter().enumerate() {
            self.walk(end, &mut Dice::new(hunt.seed, u64::MAX, number as u64))?;
        }
        Ok(())
    }

    fn dice(&self, round: u64, number: usize) -> Dice {
        Dice::new(self.hunt.seed, round, number as u64)
    }

    /// Asks for the initial position. If there is no answer, the subject cannot be hunted.
    fn first_question(&mut self) -> Result<(), Stop> {
        let initial = Situation::new(Setup::initial());
        let Ok(initial) = initial else { return Ok(()) };
        for situation in self.interview.to_ask(&initial) {
            let wrong = self.answer(&situation, 1)?;
            wrong.map_or(Ok(()), |wrong| self.first_wrong(wrong))?;
        }
        Ok(())
    }

    /// Ends the hunt with a wrong answer to the first question.
    fn first_wrong(&mut self, wrong: WrongAnswer) -> Result<(), Stop> {
        match wrong.problem {
            Problem::Failure(failure @ Failure::Missing { .. }) => {
                Err(Stop::Error(HuntError::NotOffered(failure)))
            }
            Problem::Failure(failure) => Err(Stop::Error(HuntError::Start(failure))),
            // The total was something else.
            Problem::Sum(sum) => {
                let failure = Failure::Garbage { what: sum.to_string() };
                Err(Stop::Error(HuntError::Start(failure)))
            }
            _ => self.found(wrong),
        }
    }

    /// Asks one question.
    fn question(&mut self, situation: &Situation, depth: u32) -> Result<(), Stop> {
        for situation in self.interview.to_ask(situation) {
            if let Some(wrong) = self.answer(&situation, depth)? {
                self.found(wrong)?;
            }
        }
        Ok(())
    }

    /// Asks one question, if there is time and the subject takes it. Returns the question if the
    /// answer is wrong.
    fn answer(&mut self, situation: &Situation, depth: u32) -> Result<Option<WrongAnswer>, Stop> {
        if self.hunt.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stop::Interrupted);
        }
        let is_late = |seconds: f64| self.start.elapsed().as_secs_f64() >= seconds;
        if self.hunt.seconds.is_some_and(is_late)
            || self.hunt.positions.is_some_and(|positions| self.positions >= positions)
        {
            return Err(Stop::Budget);
        }
        if !self.interview.takes(situation) {
            return Ok(None);
        }
        self.positions += 1;
        let (part, positions, questions) = (self.part, self.positions, self.interview.questions);
        (self.progress)(Progress { part, positions, questions });
        self.interview.ask(situation, self.interview.depth(situation, depth))
    }

    /// Ends the hunt with a wrong answer, or goes on if all are to be found or the rules that it
    /// breaks are ignored.
    fn found(&mut self, wrong: WrongAnswer) -> Result<(), Stop> {
        if self.hunt.all {
            let original = wrong.situation.clone();
            let wrong = descend(&mut self.interview, wrong);
            for rule in self.counting(&wrong) {
                match self.findings.iter_mut().find(|finding| finding.rule() == rule) {
                    Some(finding) => finding.shown_by += 1,
                    None => {
                        let finding = self.finding(original.clone(), wrong.clone(), Some(rule));
                        self.findings.push(finding);
                    }
                }
            }
            return Ok(());
        }
        if !self.hunt.ignored.is_empty() {
            let wrong = descend(&mut self.interview, wrong.clone());
            if self.counting(&wrong).is_empty() {
                return Ok(());
            }
        }
        Err(Stop::Found(Box::new(wrong)))
    }

    /// Returns the rules that a wrong answer breaks, without those that are ignored.
    fn counting(&mut self, wrong: &WrongAnswer) -> Vec<Rule> {
        let mut rules = broken(&mut self.interview, wrong);
        // A full list is a guess. It is dropped if all other rules are known or ignored, and
        // otherwise it is the only one.
        if rules.first() == Some(&Rule::ListLength) {
            let is_known = |rule: &Rule| {
                self.hunt.ignored.contains(rule)
                    || self.findings.iter().any(|finding| finding.rule() == *rule)
            };
            let is_explained = rules.len() > 1 && rules[1..].iter().all(is_known);
            rules = if is_explained { rules.split_off(1) } else { vec![Rule::ListLength] };
        }
        rules.retain(|rule| !self.hunt.ignored.contains(rule));
        // Of wrong inputs, the rules after the main one are guesses, too.
        let is_of_inputs = matches!(wrong.problem, Problem::Inputs { .. });
        rules.truncate(if is_of_inputs { 1 } else { rules.len() });
        rules
    }

    /// Asks for a position, to the depth of the hunt, and for positions on walks from there.
    fn visit(&mut self, situation: &Situation, round: u64, dice: &mut Dice) -> Result<(), Stop> {
        self.question(situation, self.hunt.depth)?;
        if self.is_for_singles(round) { Ok(()) } else { self.walk(situation, dice) }
    }

    /// Returns whether a round is for single positions, of which each may show another mistake: one
    /// of the first, if the subject is slow.
    fn is_for_singles(&self, round: u64) -> bool {
        let questions = u32::try_from(self.interview.questions).unwrap_or(u32::MAX);
        round < SINGLE_ROUNDS && self.start.elapsed() > self.hunt.slow.saturating_mul(questions)
    }

    /// Asks for positions on a walk.
    fn walk(&mut self, situation: &Situation, dice: &mut Dice) -> Result<(), Stop> {
        let mut walk = situation.clone();
        for _ in 0..1 + dice.below(WALK) {
            let back = there_and_back(&walk).filter(|_| dice.one_in(2));
            let Some(played) = back.or_else(|| choose(walk.position(), dice)) else { break };
            let Some(next) = walk.after(played) else { break };
            walk = next;
            self.question(&self.taken(&walk), 1)?;
        }
        Ok(())
    }

    /// Returns the situation as the subject takes it: without moves if it takes none.
    fn taken(&self, situation: &Situation) -> Situation {
        if self.interview.subject.abilities().plays {
            return situation.clone();
        }
        situation.of(situation.end()).unwrap_or_else(|| situation.clone())
    }

    /// Asks for each position of a random game.
    fn game(&mut self, dice: &mut Dice) -> Result<(), Stop> {
        let Ok(mut game) = Situation::new(Setup::initial()) else { return Ok(()) };
        for _ in 0..GAME {
            let Some(played) = choose(game.position(), dice) else { break };
            let Some(next) = game.after(played) else { break };
            game = next;
            self.question(&self.taken(&game), 1)?;
        }
        Ok(())
    }

    /// Makes what ended the hunt small and explains it.
    pub(crate) fn finish(&mut self, wrong: WrongAnswer) {
        let wrong = self.typical(wrong);
        let original = wrong.situation.clone();
        let wrong = descend(&mut self.interview, wrong);
        // Of wrong inputs, a large position says more about the rule than a small one.
        let is_free = self.hunt.ignored.is_empty() && self.interview.set.is_none();
        let wanted = if is_free { None } else { self.counting(&wrong).first().copied() };
        let finding = self.finding(original, wrong, wanted);
        self.findings.push(finding);
    }

    /// Returns wrong inputs that break the rule that most positions show. One position alone may be
    /// explained by several: in the initial one, the other side's pieces are the own ones with the
    /// ranks turned over.
    fn typical(&mut self, wrong: WrongAnswer) -> WrongAnswer {
        let kind = wrong.problem.kind();
        if !matches!(wrong.problem, Problem::Inputs { .. }) {
            return wrong;
        }
        let mut all = vec![wrong.clone()];
        let hangs = self.interview.hangs;
        for position in suites::all().into_iter().take(WITNESSES) {
            let situations = self.interview.to_ask(&position);
            let step = situations.len().div_ceil(WITNESS_MOVES).max(1);
            for situation in situations.iter().step_by(step) {
                let is_stopped = self.hunt.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
                if !is_stopped && self.interview.hangs == hangs {
                    all.extend(self.interview.wrong_alike(situation, wrong.depth, kind));
                }
            }
        }
        let rules: Vec<Option<Rule>> =
            all.iter().map(|wrong| self.counting(wrong).first().copied()).collect();
        let votes =
            |rule: Option<Rule>| rule.map(|_| rules.iter().filter(|&&other| other == rule).count());
        let most = rules.iter().filter_map(|&rule| votes(rule)).max();
        let typical = rules.iter().position(|&rule| votes(rule).is_some() && votes(rule) == most);
        typical.map_or(wrong, |index| all.swap_remove(index))
    }

    /// Makes a wrong position small and explains it: by a rule, if one is wanted.
    fn finding(
        &mut self,
        original: Situation,
        wrong: WrongAnswer,
        wanted: Option<Rule>,
    ) -> Finding {
        let mut report = |part: &'static str, questions: u64| {
            (self.progress)(Progress { part, positions: self.positions, questions });
        };
        let mut shrunk = shrink(&mut self.interview, wrong, wanted, self.hunt.stop, &mut report);
        // In the small position a question that is less deep may be enough.
        while shrunk.is_minimal
            && let Some(wrong) = shallower(&mut self.interview, &shrunk.wrong)
            && breaks(&mut self.interview, &wrong, wanted)
        {
            let before = shrunk.questions;
            shrunk = shrink(&mut self.interview, wrong, wanted, self.hunt.stop, &mut report);
            shrunk.questions += before;
        }
        let place = (self.part, self.positions);
        Finding::new(place, original, shrunk, wanted, &mut self.interview)
    }
}

/// Returns the move that takes back the side's own last move, if it is legal.
fn there_and_back(walk: &Situation) -> Option<Move> {
    let last = walk.played().iter().rev().nth(1)?;
    let back = Move::new(last.to(), last.from());
    walk.position().is_legal(back).then_some(back)
}

/// Chooses a legal move. Half of the time it is one that changes more than two squares or rights:
/// captures, castling, promotions, double steps, and moves of kings and rooks.
fn choose(position: &Position, dice: &mut Dice) -> Option<Move> {
    let legal = position.legal_moves();
    let is_special = |legal: &Move| {
        let role = position.board().role_at(legal.from());
        let has_rights = !position.castling_rights().is_empty();
        legal.is_capture(position)
            || legal.promotion().is_some()
            || legal.is_castling(position)
            || passed_over(position, *legal).is_some()
            || has_rights && matches!(role, Some(Role::King | Role::Rook))
    };
    let special: Vec<Move> = legal.iter().copied().filter(is_special).collect();
    if !special.is_empty() && dice.one_in(2) {
        return Some(dice.pick(&special));
    }
    (!legal.is_empty()).then(|| dice.pick(&legal))
}

#[cfg(test)]
mod tests {
    use core::cell::RefCell;
    use core::time::Duration;

    use super::*;

    /// Hunts a right subject on some positions. Returns the numbers of moves before each question.
    fn walked(slow: Duration, positions: u64) -> Vec<usize> {
        let asked = RefCell::new(Vec::new());
        let mut subject = crate::from_game(|fen, played| {
            asked.borrow_mut().push(played.len());
            let start: Position = fen.parse().expect("a FEN");
            let end = played.iter().fold(start, |position, text| {
                let played = position.parse_uci(text).expect("a move");
                position.play(played).expect("it is legal")
            });
            end.legal_moves().iter().map(|&legal| end.uci(legal).to_string()).collect()
        });
        let hunt = Hunt { slow, ..Hunt::new() }.seconds(None).depth(1).positions(Some(positions));
        assert!(hunt.run(&mut subject).expect("it answers").findings.is_empty());
        drop(subject);
        asked.into_inner()
    }

    #[test]
    fn a_slow_subject_is_asked_about_single_positions_first() {
        let slow = walked(Duration::ZERO, 600);
        let singles = slow.iter().take_while(|&&moves| moves == 0).count();
        // Walks and games come later.
        assert!(slow.len() == 600 && (100..400).contains(&singles), "{singles}");
        let fast = walked(Duration::from_secs(3600), 100);
        assert!(fast.iter().filter(|&&moves| moves > 0).count() > 50, "{fast:?}");
    }
}
