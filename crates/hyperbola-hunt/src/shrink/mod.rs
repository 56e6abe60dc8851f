//! Makes a wrong position small: it goes from one position to a smaller one as long as the subject
//! stays wrong in the same way.

mod steps;

use core::sync::atomic::{AtomicBool, Ordering};

use crate::explain::broken;
use crate::interview::{Interview, WrongAnswer};
use crate::{Rule, Situation};
use steps::{STEPS, Step};

/// The number of questions after which shrinking ends.
const MOST_QUESTIONS: u64 = 5000;

/// The number of answers that only a time limit ends after which shrinking ends. Each smaller
/// position takes two.
const MOST_HANGS: u32 = 12;

/// The result of shrinking.
#[derive(Debug, Clone)]
pub(crate) struct Shrunk {
    pub(crate) wrong: WrongAnswer,
    /// Whether no step makes it smaller. Otherwise shrinking ended early.
    pub(crate) is_minimal: bool,
    pub(crate) questions: u64,
}

/// Shrinks to a local minimum: no step leads to a position that is wrong in the same way. If a rule
/// is wanted, the answers must also break it.
pub(crate) fn shrink(
    interview: &mut Interview<'_>,
    wrong: WrongAnswer,
    wanted: Option<Rule>,
    stop: Option<&AtomicBool>,
    report: &mut dyn FnMut(&'static str, u64),
) -> Shrunk {
    let first = interview.questions;
    let (end, hangs) = (first + MOST_QUESTIONS, interview.hangs + MOST_HANGS);
    let mut shrinking = Shrinking { interview, wrong, wanted, stop, hangs, end };
    let is_minimal = loop {
        let mut changed = false;
        for step in STEPS {
            match shrinking.all_of(step, report) {
                Some(smaller) => changed |= smaller,
                None => return shrinking.result(first, false),
            }
        }
        if !changed {
            break true;
        }
    };
    shrinking.result(first, is_minimal)
}

struct Shrinking<'a, 's> {
    interview: &'a mut Interview<'s>,
    wrong: WrongAnswer,
    wanted: Option<Rule>,
    stop: Option<&'a AtomicBool>,
    /// The numbers of hangs and of questions at which it ends.
    hangs: u32,
    end: u64,
}

impl Shrinking<'_, '_> {
    fn result(self, first: u64, is_minimal: bool) -> Shrunk {
        Shrunk { wrong: self.wrong, is_minimal, questions: self.interview.questions - first }
    }

    /// Takes a step as often as it leads to a smaller situation. Returns whether it did, or `None`
    /// if shrinking must end.
    fn all_of(&mut self, step: Step, report: &mut dyn FnMut(&'static str, u64)) -> Option<bool> {
        let mut changed = false;
        let mut number = 0;
        let mut smaller = step(&self.wrong.situation);
        while let Some(situation) = smaller.get(number) {
            report("shrinking", self.interview.questions);
            let is_stopped = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            if is_stopped
                || self.interview.questions >= self.end
                || self.interview.hangs >= self.hangs
            {
                return None;
            }
            if self.try_one(situation) {
                // The ones before this one are not tried again; the end of the list is.
                smaller = step(&self.wrong.situation);
                changed = true;
            } else {
                number += 1;
            }
        }
        Some(changed)
    }

    /// Goes to a situation if the subject is wrong there in the same way.
    fn try_one(&mut self, situation: &Situation) -> bool {
        // Chess960 makes no position simpler.
        let is_harder = situation.is_chess960() && !self.wrong.situation.is_chess960();
        if is_harder {
            return false;
        }
        let kind = self.wrong.problem.kind();
        match self.interview.wrong_alike(situation, self.wrong.depth, kind) {
            Some(wrong) if breaks(self.interview, &wrong, self.wanted) => self.wrong = wrong,
            _ => return false,
        }
        true
    }
}

/// Returns whether a wrong answer breaks a rule, if one is wanted.
pub(crate) fn breaks(
    interview: &mut Interview<'_>,
    wrong: &WrongAnswer,
    wanted: Option<Rule>,
) -> bool {
    wanted.is_none_or(|rule| broken(interview, wrong).contains(&rule))
}
