//! Work without the GIL that Ctrl-C stops.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use pyo3::prelude::*;

/// How often Python sees its signals.
pub(crate) const INTERVAL: Duration = Duration::from_millis(20);

/// Looks at Python's signals from time to time: the time of the last look.
pub(crate) struct Signals(Instant);

impl Signals {
    /// Looks for the first time after a while.
    pub(crate) fn new() -> Self {
        Self(Instant::now())
    }

    /// Looks if it is time, and fails if the handler of a signal does. It may be asked very often.
    pub(crate) fn look(&mut self, check: impl FnOnce() -> PyResult<()>) -> PyResult<()> {
        if self.0.elapsed() < INTERVAL {
            return Ok(());
        }
        check()?;
        self.0 = Instant::now();
        Ok(())
    }
}

/// Returns how many of so many threads run at once, at most: a piece for each of the others would
/// only be longer.
pub(crate) fn at_once(threads: usize) -> usize {
    threads.min(thread::available_parallelism().map_or(1, usize::from))
}

/// Runs work on rows without the GIL, a piece at a time. Python sees its signals in between, but
/// not too often, because each time waits for other threads of Python. A piece must not take longer
/// than a tenth of a second.
pub(crate) fn in_pieces(
    py: Python<'_>,
    rows: usize,
    piece: usize,
    mut work: impl FnMut(Range<usize>) -> PyResult<()> + Send,
) -> PyResult<()> {
    py.detach(|| {
        let mut signals = Signals::new();
        for start in (0..rows).step_by(piece) {
            work(start..rows.min(start.saturating_add(piece)))?;
            signals.look(|| Python::attach(|py| py.check_signals()))?;
        }
        Ok(())
    })
}

/// Runs work without the GIL on a thread of its own, and sets `stop` when Python has a signal whose
/// handler fails, as that of Ctrl-C does. The work must look at `stop` often.
pub(crate) fn until_stopped<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let stop = &stop;
            scope.spawn(move || sender.send(work(stop)));
            let mut signal = Ok(());
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return signal.map(|()| result),
                    Err(mpsc::RecvTimeoutError::Timeout) if signal.is_ok() => {
                        signal = Python::attach(|py| py.check_signals());
                        stop.store(signal.is_err(), Ordering::Relaxed);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => panic!("the work has panicked"),
                }
            }
        })
    })
}
