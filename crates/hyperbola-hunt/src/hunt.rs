//! The hunt: what is asked in which order, within which budget.

use core::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hyperbola_moves::{Move, Position, Role, Setup};

use crate::compare::{Asked, Compared, HuntError, Problem};
use crate::descent::{Wrong, descend};
use crate::dice::Dice;
use crate::finding::Finding;
use crate::outcome::{End, Outcome};
use crate::scenes::{self, FAMILIES};
use crate::shrink::shrink;
use crate::situation::passed_over;
use crate::{Failure, Given, Situation, Subject, suites};

/// A hunt for a position that a subject gets wrong.
///
/// The same seed asks the same questions in the same order, so it finds the same position. A budget
/// of seconds only says where the questions end.
#[derive(Debug, Clone)]
#[must_use]
pub struct Hunt<'a> {
    seed: u64,
    seconds: Option<f64>,
    positions: Option<u64>,
    depth: u32,
    compared: Compared,
    unreachable: bool,
    suites: bool,
    own: Vec<Given>,
    stop: Option<&'a AtomicBool>,
}

/// How far a hunt has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The part of the hunt: a suite, a family of positions, a game, or shrinking.
    pub part: &'static str,
    /// The number of positions tried.
    pub positions: u64,
    /// The number of questions asked.
    pub questions: u64,
}

impl Default for Hunt<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Hunt<'a> {
    /// Makes a hunt of 60 seconds with the seed 1, to a depth of 2.
    pub const fn new() -> Self {
        Self {
            seed: 1,
            seconds: Some(60.0),
            positions: None,
            depth: 2,
            compared: Compared::Moves,
            unreachable: false,
            suites: true,
            own: Vec::new(),
            stop: None,
        }
    }

    /// Sets the seed.
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets the seconds after which no new position is tried; with nothing, time does not end the
    /// hunt. Shrinking what was found comes on top.
    pub const fn seconds(mut self, seconds: Option<f64>) -> Self {
        self.seconds = seconds;
        self
    }

    /// Sets the number of positions after which the hunt ends. A position of a game or after moves
    /// counts as one.
    pub const fn positions(mut self, positions: Option<u64>) -> Self {
        self.positions = positions;
        self
    }

    /// Sets the depth to which positions are counted, at least 1. Deeper counts find mistakes in
    /// making moves even if the subject takes no moves.
    pub const fn depth(mut self, depth: u32) -> Self {
        self.depth = if depth == 0 { 1 } else { depth };
        self
    }

    /// Sets what is compared.
    pub const fn compare(mut self, compared: Compared) -> Self {
        self.compared = compared;
        self
    }

    /// Says whether positions are tried that no game leads to: with three checkers, or with more
    /// pieces than a game allows.
    pub const fn unreachable(mut self, unreachable: bool) -> Self {
        self.unreachable = unreachable;
        self
    }

    /// Says whether the suites of known corner cases are tried.
    pub const fn suites(mut self, suites: bool) -> Self {
        self.suites = suites;
        self
    }

    /// Adds positions that are tried first, each to its own depth if that is deeper.
    pub fn first(mut self, given: impl IntoIterator<Item = Given>) -> Self {
        self.own.extend(given);
        self
    }

    /// Sets a flag that ends the hunt when it is set.
    pub const fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

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
        let mut search = Search {
            hunt: self,
            asked: Asked::new(subject, self.compared),
            start,
            positions: 0,
            part: "the initial position",
            progress,
        };
        let found = search.search();
        let (finding, end) = match found {
            Ok(()) => (None, End::Budget),
            Err(Stop::Interrupted) => (None, End::Interrupted),
            Err(Stop::Budget) => (None, End::Budget),
            Err(Stop::Error(error)) => return Err(error),
            Err(Stop::Found(wrong)) => (Some(search.finish(*wrong)), End::Found),
        };
        Ok(Outcome {
            subject: name,
            seed: self.seed,
            compared: self.compared,
            positions: search.positions,
            questions: search.asked.questions,
            elapsed: start.elapsed(),
            end,
            finding,
        })
    }
}

/// The reason why the search ends.
enum Stop {
    Found(Box<Wrong>),
    Error(HuntError),
    Budget,
    Interrupted,
}

/// A hunt under way.
struct Search<'h, 's, 'p> {
    hunt: &'h Hunt<'h>,
    asked: Asked<'s>,
    start: Instant,
    positions: u64,
    part: &'static str,
    progress: &'p mut dyn FnMut(Progress),
}

/// The longest walk from a position, in half moves.
const WALK: usize = 6;

/// The longest random game, in half moves.
const GAME: usize = 80;

/// The number of positions of each family in each round.
const SCENES: usize = 3;

/// The number of positions of the suites in each round.
const SUITE_SHARE: usize = 8;

impl Search<'_, '_, '_> {
    /// Searches until something stops it.
    fn search(&mut self) -> Result<(), Stop> {
        self.first_question()?;
        let own = self.hunt.own.clone();
        for (number, Given { setup, depth }) in own.into_iter().enumerate() {
            self.part = "the given positions";
            let made = if self.hunt.unreachable {
                Situation::unreachable(setup)
            } else {
                Situation::new(setup)
            };
            let Ok(situation) = made else { continue };
            if depth > self.hunt.depth {
                self.question(&situation, depth)?;
            }
            self.visit(&situation, &mut Dice::new(self.hunt.seed, u64::MAX, number as u64))?;
        }
        let mut suites = if self.hunt.suites { suites::all() } else { Vec::new() }.into_iter();
        for round in 0.. {
            for (number, situation) in suites.by_ref().take(SUITE_SHARE).enumerate() {
                self.part = "the suites";
                self.visit(&situation, &mut self.dice(round, 1000 + number))?;
            }
            for number in 0..FAMILIES.len() * SCENES {
                let family = &FAMILIES[number % FAMILIES.len()];
                let mut dice = self.dice(round, number);
                self.part = family.name;
                if let Some(made) = scenes::make(family, &mut dice, self.hunt.unreachable) {
                    self.visit(&made, &mut dice)?;
                }
            }
            self.part = "a random game";
            self.game(&mut self.dice(round, usize::MAX))?;
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
        match self.question(&initial, 1) {
            Err(Stop::Found(wrong)) => match wrong.problem {
                Problem::Failure(failure @ Failure::Garbage { .. })
                    if self.hunt.compared != Compared::Moves =>
                {
                    Err(Stop::Error(HuntError::NotOffered(failure)))
                }
                Problem::Failure(failure) => Err(Stop::Error(HuntError::Start(failure))),
                _ => Err(Stop::Found(wrong)),
            },
            other => other,
        }
    }

    /// Asks one question.
    fn question(&mut self, situation: &Situation, depth: u32) -> Result<(), Stop> {
        if self.hunt.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stop::Interrupted);
        }
        let is_late = |seconds: f64| self.start.elapsed().as_secs_f64() >= seconds;
        if self.hunt.seconds.is_some_and(is_late)
            || self.hunt.positions.is_some_and(|positions| self.positions >= positions)
        {
            return Err(Stop::Budget);
        }
        let abilities = self.asked.subject.abilities();
        let is_known = abilities.chess960 || !situation.is_chess960();
        if !is_known || (!abilities.plays && !situation.played().is_empty()) {
            return Ok(());
        }
        self.positions += 1;
        let (part, positions, questions) = (self.part, self.positions, self.asked.questions);
        (self.progress)(Progress { part, positions, questions });
        let depth = depth.min(abilities.depth);
        match self.asked.ask(situation, depth) {
            Ok(None) => Ok(()),
            Ok(Some(problem)) => {
                Err(Stop::Found(Box::new(Wrong { situation: situation.clone(), depth, problem })))
            }
            Err(error) => Err(Stop::Error(error)),
        }
    }

    /// Asks for a position, to the depth of the hunt, and for positions on walks from there.
    fn visit(&mut self, situation: &Situation, dice: &mut Dice) -> Result<(), Stop> {
        self.question(situation, self.hunt.depth)?;
        let mut walk = situation.clone();
        for _ in 0..1 + dice.below(WALK) {
            let back = there_and_back(&walk).filter(|_| dice.one_in(2));
            let Some(played) = back.or_else(|| choose(walk.position(), dice)) else { break };
            let Some(next) = walk.after(played) else { break };
            walk = next;
            self.question(&self.told(&walk), 1)?;
        }
        Ok(())
    }

    /// Returns the situation as the subject can be told it: without moves if it takes none.
    fn told(&self, situation: &Situation) -> Situation {
        if self.asked.subject.abilities().plays {
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
            self.question(&self.told(&game), 1)?;
        }
        Ok(())
    }

    /// Makes what was found small and explains it.
    fn finish(&mut self, wrong: Wrong) -> Finding {
        let mut report = |part: &'static str, questions: u64| {
            (self.progress)(Progress { part, positions: self.positions, questions });
        };
        let original = wrong.situation.clone();
        let wrong = descend(&mut self.asked, wrong);
        let shrunk = shrink(&mut self.asked, wrong, self.hunt.stop, &mut report);
        Finding::new(self.part, original, shrunk, &mut self.asked)
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
