//! Work without the GIL that Ctrl-C stops.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use pyo3::prelude::*;

/// How often Python sees its signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Runs work on rows without the GIL, a piece at a time. Python sees its signals in between, but not
/// too often, because each time waits for other threads of Python. A piece must not take longer than
/// a tenth of a second.
pub(crate) fn in_pieces(
    py: Python<'_>,
    rows: usize,
    piece: usize,
    mut work: impl FnMut(Range<usize>) -> PyResult<()> + Send,
) -> PyResult<()> {
    py.detach(|| {
        let mut looked = Instant::now();
        for start in (0..rows).step_by(piece) {
            work(start..rows.min(start.saturating_add(piece)))?;
            if looked.elapsed() >= INTERVAL {
                Python::attach(|py| py.check_signals())?;
                looked = Instant::now();
            }
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
