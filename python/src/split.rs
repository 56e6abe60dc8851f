//! Counts of move sequences that are dealt to many computers.

use core::error::Error;
use core::sync::atomic::{AtomicBool, Ordering};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use hyperbola_files::file::NewFile;
use hyperbola_moves::Position as Inner;
use hyperbola_perft::report::Way;
use hyperbola_perft::shards::{self as shards, Shard};
use hyperbola_perft::{self, Perft};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::interrupt::until_stopped;
use crate::names::{integer, path, value_error};
use crate::position::Position;
use crate::store::os_error;

/// The positions after a split, dealt to shards: a count of the move sequences of a length. The
/// shards are those of `hyperbola perft --shard`, numbered from 1, and so are their files.
#[pyclass(frozen, module = "hyperbola._hyperbola", name = "Deal")]
pub(crate) struct Deal {
    deal: shards::Deal,
    depth: u8,
    shards: u32,
}

#[pymethods]
impl Deal {
    /// Splits after a number of half moves, or with None as far as a number of shards needs.
    #[new]
    fn new(
        py: Python<'_>,
        position: &Position,
        depth: u8,
        split: Option<u8>,
        shards: u32,
    ) -> PyResult<Self> {
        Shard::new(1, shards).map_err(value_error)?;
        if let Some(plies) = split.filter(|&plies| plies > depth) {
            return Err(value_error(shards::too_deep(plies, depth)));
        }
        let position = position.0;
        let deal = until_stopped(py, |stop| match split {
            Some(plies) => shards::Deal::after(&position, plies, stop),
            None => Ok(shards::Deal::for_shards(&position, depth, shards, stop)),
        })?;
        Ok(Self { deal: deal.map_err(value_error)?, depth, shards })
    }

    /// The number of half moves after which the positions are.
    #[getter]
    fn split(&self) -> u32 {
        self.deal.split.plies()
    }

    /// The number of positions.
    #[getter]
    fn positions(&self) -> usize {
        self.deal.split.positions().len()
    }

    /// The number of move sequences to the positions.
    #[getter]
    fn sequences(&self) -> u128 {
        self.deal.split.sequences()
    }

    /// Counts the sequences of a shard. Returns their number and the contents of the shard's file.
    fn count(&self, py: Python<'_>, number: u32) -> PyResult<(u128, String)> {
        let (shard, perft) = (self.shard(number)?, Perft::default());
        let report = self.deal.report(self.depth, shard).map_err(value_error)?;
        let (split, rest) = (&self.deal.split, self.rest());
        let start = Instant::now();
        let counted = until_stopped(py, |stop| {
            perft.count_share(split, self.deal.share(shard), rest, stop, &|_| {})
        })?;
        let word = Some(perft.word.id());
        let way =
            Way { threads: 1, memory_mib: 0, word, technique: None, bulk: true, device: None };
        let report = report.counted(counted, start.elapsed().as_secs_f64(), &way);
        let report = report.map_err(|error| PyOverflowError::new_err(error.to_string()))?;
        Ok((report.nodes, report.to_json().map_err(value_error)?))
    }

    /// Counts the sequences of a shard with the plain move generator.
    fn recount(&self, py: Python<'_>, number: u32) -> PyResult<u128> {
        let (shard, rest) = (self.shard(number)?, self.rest());
        until_stopped(py, |stop| {
            let share = self.deal.share(shard);
            let nodes = share.map(|reached| {
                reached.multiplicity * u128::from(count(&reached.position, rest, stop))
            });
            nodes.sum()
        })
    }

    /// Returns the number of sequences in the file of a shard, which must be of the same count.
    fn read(
        &self,
        #[pyo3(from_py_with = path::path)] path: PathBuf,
        number: u32,
    ) -> PyResult<u128> {
        let like = self.deal.report(self.depth, self.shard(number)?).map_err(value_error)?;
        let read = shards::read_like(&path, &like);
        read.map(|report| report.nodes).map_err(|error| match error.source() {
            Some(cause) => value_error(format_args!("{error}: {cause}")),
            None => value_error(error),
        })
    }
}

impl Deal {
    fn shard(&self, number: u32) -> PyResult<Shard> {
        Shard::new(number, self.shards).map_err(value_error)
    }

    /// Returns the number of half moves after the split.
    fn rest(&self) -> u32 {
        u32::from(self.depth) - self.deal.split.plies()
    }
}

/// Writes a text to a file, completely or not at all.
#[pyfunction]
pub(crate) fn write_file(
    py: Python<'_>,
    #[pyo3(from_py_with = path::path)] path: PathBuf,
    text: &str,
) -> PyResult<()> {
    let write = || {
        let mut file = NewFile::create(&path)?;
        file.write_all(text.as_bytes())?;
        file.finish()
    };
    py.detach(write).map_err(|error| os_error(py, &path, error))
}

/// Returns the number of legal move sequences of a length, counted with the plain move generator,
/// which shares no formula with the counter.
#[pyfunction]
pub(crate) fn plain_perft(
    py: Python<'_>,
    position: &Position,
    #[pyo3(from_py_with = integer::depth)] depth: u32,
) -> PyResult<u64> {
    /// The greatest depth: to count any deeper takes years.
    const DEPTH: u32 = 16;
    if depth > DEPTH {
        return Err(PyOverflowError::new_err(format!(
            "expected a depth to {DEPTH}, found {depth}"
        )));
    }
    let position = position.0;
    until_stopped(py, move |stop| count(&position, depth, stop))
}

/// Counts with the plain move generator, until `stop` is set.
fn count(position: &Inner, depth: u32, stop: &AtomicBool) -> u64 {
    /// So few half moves take a few milliseconds at most.
    const SHORT: u32 = 3;
    if depth <= SHORT {
        return hyperbola_perft::plain(position, depth);
    }
    let moves = position.legal_moves();
    let moves = moves.iter().take_while(|_| !stop.load(Ordering::Relaxed));
    let nodes = moves.map(|&legal| {
        let mut next = *position;
        next.play_unchecked(legal);
        count(&next, depth - 1, stop)
    });
    nodes.sum()
}
