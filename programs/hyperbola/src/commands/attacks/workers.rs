//! The threads that answer the blocks of a round.

use core::iter;
use core::ops::Range;
use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{Builder, Scope};

use hyperbola::batch::BatchError;
use hyperbola_console::queries::Block;

/// A block, and its queries as a range of bytes of the buffer.
pub(super) struct Work {
    pub(super) block: Block,
    pub(super) text: Range<usize>,
    /// Whether the queries are the first of all.
    pub(super) is_first: bool,
}

/// Threads that last for all rounds, because starting a thread takes as long as many a round.
pub(super) struct Workers<F> {
    answer: F,
    /// Of each thread, the ends for its work and for what it has answered.
    threads: Vec<(Sender<Work>, Receiver<Answered>)>,
}

/// A block with its answers.
type Answered = Result<Work, BatchError>;

impl<F: Fn(Work) -> Answered + Send + Copy> Workers<F> {
    /// Starts all threads but one: the caller's own thread answers blocks too.
    pub(super) fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        threads: usize,
        answer: F,
    ) -> io::Result<Self>
    where
        F: 'scope,
    {
        let start = |_| {
            let (work, works) = mpsc::channel();
            let (answered, answers) = mpsc::channel();
            Builder::new().spawn_scoped(scope, move || {
                // After an error of another thread nobody waits for the answers.
                while let Ok(work) = works.recv()
                    && answered.send(answer(work)).is_ok()
                {}
            })?;
            Ok((work, answers))
        };
        let threads = (1..threads).map(start).collect::<io::Result<_>>()?;
        Ok(Self { answer, threads })
    }

    /// Answers the blocks of a round, at most one for each thread.
    pub(super) fn answer(&self, round: Vec<Work>) -> Result<Vec<Work>, BatchError> {
        let mut works = round.into_iter();
        let Some(first) = works.next() else {
            return Ok(Vec::new());
        };
        let mut waiting = Vec::new();
        for (work, (thread, answers)) in works.zip(&self.threads) {
            thread.send(work).expect(RUNS);
            waiting.push(answers);
        }
        let first = (self.answer)(first);
        let others = waiting.into_iter().map(|answers| answers.recv().expect(RUNS));
        iter::once(first).chain(others).collect()
    }
}

/// Why a thread takes work and answers it.
const RUNS: &str = "a thread ends before its last work only by a panic";
