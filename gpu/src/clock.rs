//! The device's times of kernels, for measurements.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use wgpu::{ComputePass, Features, QuerySet, QuerySetDescriptor, QueryType};

use crate::{Gpu, GpuError};

/// The features that a device needs for its times to be read.
pub(crate) const FEATURES: Features =
    Features::TIMESTAMP_QUERY.union(Features::TIMESTAMP_QUERY_INSIDE_PASSES);

/// The times of one set of queries.
const TIMES: u32 = 4096;

/// The times of a device since a measurement began.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    measured: Mutex<Option<Measured>>,
}

#[derive(Debug, Default)]
struct Measured {
    queries: Vec<QuerySet>,
    /// The kernels that ended at the times, or what the device did before a pass began.
    names: Vec<&'static str>,
}

impl Gpu {
    /// Notes the time at which a kernel ends, if times are measured.
    pub(crate) fn stamp(&self, pass: &mut ComputePass<'_>, name: &'static str) {
        let Some(clock) = &self.clock else { return };
        let mut measured = clock.measured.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Measured { queries, names }) = &mut *measured else { return };
        let set = names.len() / TIMES as usize;
        if set == queries.len() {
            queries.push(self.device.create_query_set(&QuerySetDescriptor {
                label: None,
                ty: QueryType::Timestamp,
                count: TIMES,
            }));
        }
        #[expect(clippy::cast_possible_truncation, reason = "it is less than TIMES")]
        let index = names.len() as u32 % TIMES;
        pass.write_timestamp(&queries[set], index);
        names.push(name);
    }

    /// Begins to measure the times of perft's kernels. Returns whether the device can do so.
    pub fn measure_kernels(&self) -> bool {
        let Some(clock) = &self.clock else { return false };
        *clock.measured.lock().unwrap_or_else(PoisonError::into_inner) = Some(Measured::default());
        true
    }

    /// Ends the measurement, and returns for each kernel how often it ran and the seconds it took.
    /// The time between passes, in which the device copies or waits, is under the name of what
    /// follows or was before it: `upload`, `part`, `wait` and `sort`.
    ///
    /// # Errors
    ///
    /// Returns an error of the device.
    pub fn measured_kernels(&self) -> Result<BTreeMap<&'static str, (u32, f64)>, GpuError> {
        let mut sums = BTreeMap::new();
        let Some(clock) = &self.clock else { return Ok(sums) };
        let measured = clock.measured.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Measured { queries, names } = measured.unwrap_or_default();
        let mut times: Vec<u64> = Vec::with_capacity(names.len());
        for (queries, names) in queries.iter().zip(names.chunks(TIMES as usize)) {
            #[expect(clippy::cast_possible_truncation, reason = "it is TIMES at most")]
            let bytes = self.resolved(queries, names.len() as u32)?;
            times.extend(bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)));
        }
        let nanoseconds = f64::from(self.queue.get_timestamp_period());
        for (name, times) in names.iter().skip(1).zip(times.windows(2)) {
            let (runs, seconds) = sums.entry(*name).or_insert((0, 0.0));
            *runs += 1;
            *seconds += times[1].wrapping_sub(times[0]) as f64 * nanoseconds * 1e-9;
        }
        Ok(sums)
    }
}
