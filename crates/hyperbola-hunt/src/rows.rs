//! A long suite by several subjects at once: which of its rows are answered wrongly.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::collections::BTreeMap;
use std::sync::mpsc::channel;
use std::thread;

use crate::interview::{HuntError, Interview, Stop};
use crate::{Given, Hunt, Situation, Subject};

/// The answers to the first rows of a suite.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rows {
    /// The number of rows that were asked, from the first on.
    pub done: usize,
    /// The indices of those with a wrong answer, from 0, in their order.
    pub wrong: Vec<usize>,
}

impl Rows {
    /// Makes the answers to the first rows: their number, and the indices of the wrong ones.
    #[must_use]
    pub const fn new(done: usize, wrong: Vec<usize>) -> Self {
        Self { done, wrong }
    }
}

/// The answer to one row.
type Answered = Result<bool, Stop>;

impl Hunt<'_> {
    /// Asks for the rows given by [`first`](Self::first), those after the rows that are done, with
    /// several subjects at once. `make` makes a subject, `each` gets what is done from time to
    /// time. Rows that a subject does not take are skipped.
    ///
    /// Returns what is done, and the error that ended it, if one did. It ends early if the flag of
    /// [`stop`](Self::stop) is set.
    pub fn rows(
        &self,
        make: &(dyn Fn() -> Result<Box<dyn Subject>, HuntError> + Sync),
        threads: usize,
        done: Rows,
        each: &mut dyn FnMut(&Rows),
    ) -> (Rows, Option<HuntError>) {
        if let Err(error) = self.check_set() {
            return (done, Some(error));
        }
        let next = AtomicUsize::new(done.done);
        let end = AtomicBool::new(false);
        let mut rows = done;
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, answers) = channel::<(usize, Answered)>();
            for _ in 0..threads.max(1) {
                let (sender, next, end) = (sender.clone(), &next, &end);
                scope.spawn(move || {
                    let send = |index, answered| sender.send((index, answered)).is_ok();
                    let mut subject = match make() {
                        Ok(subject) => subject,
                        Err(error) => {
                            send(self.own.len(), Err(Stop::Error(error)));
                            return;
                        }
                    };
                    let mut interview = self.interview(subject.as_mut());
                    while !end.load(Ordering::Relaxed) && !self.is_stopped() {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(given) = self.own.get(index) else { return };
                        if !send(index, self.is_wrong(&mut interview, given)) {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            // Rows come in another order: those after a gap wait.
            let mut waiting = BTreeMap::new();
            for (index, answered) in answers {
                match answered {
                    Ok(is_wrong) => _ = waiting.insert(index, is_wrong),
                    Err(stop) => {
                        end.store(true, Ordering::Relaxed);
                        if let Stop::Error(error) = stop {
                            failure.get_or_insert(error);
                        }
                    }
                }
                while let Some(is_wrong) = waiting.remove(&rows.done) {
                    rows.wrong.extend(is_wrong.then_some(rows.done));
                    rows.done += 1;
                    each(&rows);
                }
            }
        });
        (rows, failure)
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns what a subject is asked about a row: the position, and its start if moves are played
    /// from there. It is empty if the subject does not take them.
    fn questions(&self, interview: &Interview<'_>, given: &Given) -> Vec<Situation> {
        let start = Situation::given(given.setup, self.unreachable);
        let end = start.as_ref().and_then(|start| start.after_all(&given.played));
        let start = start.filter(|_| !given.played.is_empty());
        let both = end.into_iter().chain(start);
        let all = both.flat_map(|one| interview.to_ask(&one));
        all.filter(|situation| interview.takes(situation)).collect()
    }

    /// Asks for a row.
    fn is_wrong(&self, interview: &mut Interview<'_>, given: &Given) -> Answered {
        for situation in self.questions(interview, given) {
            let depth = interview.depth(&situation, self.depth_of(given));
            if interview.ask(&situation, depth)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns how many of the rows that were answered rightly before a subject was asked about.
    pub(crate) fn right_rows(&self, interview: &Interview<'_>) -> usize {
        self.right.iter().filter(|given| !self.questions(interview, given).is_empty()).count()
    }

    /// Returns the hunt of the rows with these indices, in their order, and of nothing else. It
    /// finds all rules. The other rows were answered rightly, or not asked.
    pub fn only_rows(mut self, indices: &[usize]) -> Self {
        let is_wrong = |index| indices.binary_search(&index).is_ok();
        for (index, given) in core::mem::take(&mut self.own).into_iter().enumerate() {
            if is_wrong(index) { &mut self.own } else { &mut self.right }.push(given);
        }
        self.only_rows = true;
        self.seconds = None;
        self.positions = None;
        self.all = true;
        self
    }
}
