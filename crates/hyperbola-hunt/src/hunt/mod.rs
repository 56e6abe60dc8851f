//! The hunt: what is compared, with which seed, and within which budget.

mod search;

use core::sync::atomic::AtomicBool;
use core::time::Duration;

use hyperbola_inputs::InputSet;

use crate::compare::Compared;
use crate::countable::MOST_SEQUENCES;
use crate::interview::{HuntError, Interview};
use crate::{Given, Rule, Subject};

/// A hunt for a position that a subject gets wrong.
///
/// The same seed asks the same questions in the same order, so it finds the same position. A budget
/// of seconds only says where the questions end. A subject whose answers take more than 0.3 s on
/// average is an exception: it is first asked about single positions, and about those on walks and
/// in games later. When it counts as slow depends on the clock, so its questions may differ between
/// runs.
#[derive(Debug, Clone)]
#[must_use]
pub struct Hunt<'a> {
    pub(crate) seed: u64,
    pub(crate) seconds: Option<f64>,
    /// The mean time of an answer above which single positions come first.
    pub(crate) slow: Duration,
    pub(crate) positions: Option<u64>,
    pub(crate) depth: u32,
    /// The greatest number of sequences that the subject is asked to count.
    pub(crate) most: u64,
    pub(crate) compared: Compared,
    pub(crate) set: Option<&'a InputSet>,
    pub(crate) unreachable: bool,
    pub(crate) suites: bool,
    pub(crate) own: Vec<Given>,
    /// Whether nothing is asked but the user's positions.
    pub(crate) only_rows: bool,
    /// The user's positions that were answered rightly before.
    pub(crate) right: Vec<Given>,
    pub(crate) all: bool,
    pub(crate) ignored: Vec<Rule>,
    pub(crate) stop: Option<&'a AtomicBool>,
}

/// The progress of a hunt.
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
            slow: Duration::from_millis(300),
            positions: None,
            depth: 2,
            most: MOST_SEQUENCES,
            compared: Compared::Moves,
            set: None,
            unreachable: false,
            suites: true,
            own: Vec::new(),
            only_rows: false,
            right: Vec::new(),
            all: false,
            ignored: Vec::new(),
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
    /// counts as one. The initial position is asked before those of [`first`](Self::first), to see
    /// whether the subject answers, and does not count then.
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

    /// Sets the greatest number of sequences that the subject is asked to count, 200,000 if nothing
    /// is said. The hunt counts as many by its plain generator.
    pub const fn most_sequences(mut self, most: u64) -> Self {
        self.most = most;
        self
    }

    /// Returns the depth to which a given position is asked.
    pub(crate) fn depth_of(&self, given: &Given) -> u32 {
        given.deepest(self.most).map_or(self.depth, |(depth, _)| depth.max(self.depth))
    }

    /// Sets what is compared. Inputs need their definition: [`inputs`](Self::inputs) and
    /// [`changes`](Self::changes) give it.
    pub const fn compare(mut self, compared: Compared) -> Self {
        self.compared = compared;
        self
    }

    /// Compares all inputs of a network with those of a set.
    pub fn inputs(self, set: &'a InputSet) -> Self {
        Self { set: Some(set), ..self }.compare(Compared::Inputs)
    }

    /// Compares the inputs of a network that a move changes with those of a set. Where a position
    /// comes without moves, each legal move is asked about.
    pub fn changes(self, set: &'a InputSet) -> Self {
        Self { set: Some(set), ..self }.compare(Compared::Changes)
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

    /// Adds positions that are tried first, each to the deepest of its counts that is allowed if
    /// that is deeper.
    pub fn first(mut self, given: impl IntoIterator<Item = Given>) -> Self {
        self.own.extend(given);
        self
    }

    /// Says whether the hunt goes on after a finding. It then finds each rule that is broken once,
    /// and counts the positions that show it.
    pub const fn all(mut self, all: bool) -> Self {
        self.all = all;
        self
    }

    /// Adds rules that are ignored. An answer that breaks no other rule is no finding.
    pub fn ignore(mut self, rules: impl IntoIterator<Item = Rule>) -> Self {
        self.ignored.extend(rules);
        self
    }

    /// Sets a flag that ends the hunt when it is set.
    pub const fn stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Begins to ask a subject for what is compared.
    pub(crate) fn interview<'s>(&self, subject: &'s mut dyn Subject) -> Interview<'s>
    where
        'a: 's,
    {
        Interview::new(subject, self.compared, self.set, self.most)
    }

    /// Returns an error if inputs are compared and no set defines them.
    pub(crate) fn check_set(&self) -> Result<(), HuntError> {
        let is_missing = self.compared.is_of_inputs() && self.set.is_none();
        if is_missing { Err(HuntError::NoInputSet) } else { Ok(()) }
    }
}
