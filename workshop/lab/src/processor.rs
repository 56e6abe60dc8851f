//! The choice of the processor to measure on: if another program shares a core, one processor of it
//! may be half as fast as the next for minutes.

use core::time::Duration;
use std::time::Instant;

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::{Bitboard, SliderAttacks, Square};

/// The time for which a processor is tried.
const TRIED: Duration = Duration::from_millis(3);

/// The processors that this thread may run on. It may run on all of them again when this is
/// dropped.
#[derive(Debug)]
pub struct Processors {
    allowed: Vec<usize>,
}

impl Processors {
    /// Asks the system. The list is empty if the system does not say.
    #[must_use]
    pub fn new() -> Self {
        Self { allowed: allowed() }
    }

    /// Returns the processors that this thread was allowed to run on when this was called.
    #[must_use]
    pub fn allowed(&self) -> &[usize] {
        &self.allowed
    }

    /// Moves this thread and some other processes to the processor that is quickest at the moment,
    /// so that all contenders take turns on one.
    pub fn settle(&self, processes: &[u32]) {
        let quickest = self.allowed.iter().copied().max_by_key(|&processor| {
            run_on(&[processor], 0);
            queens_in(TRIED)
        });
        if let Some(quickest) = quickest {
            for &process in processes.iter().chain(&[0]) {
                run_on(&[quickest], process);
            }
        }
    }
}

impl Default for Processors {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Processors {
    fn drop(&mut self) {
        run_on(&self.allowed, 0);
    }
}

/// Returns the number of blocks of queens answered in a time.
fn queens_in(time: Duration) -> u32 {
    let start = Instant::now();
    let mut blocks = 0;
    while start.elapsed() < time {
        let mut occupied = Bitboard(0x8142_2418_1824_4281);
        for square in Square::ALL {
            occupied ^= HyperbolaQuintessence::queen_attacks(square, occupied);
        }
        core::hint::black_box(occupied);
        for square in Square::ALL {
            core::hint::black_box(HyperbolaQuintessence::queen_attacks(square, Bitboard::EMPTY));
        }
        blocks += 1;
    }
    blocks
}

/// Returns the processors that this thread may run on.
#[cfg(target_os = "linux")]
fn allowed() -> Vec<usize> {
    use nix::sched::{CpuSet, sched_getaffinity};
    use nix::unistd::Pid;

    let Ok(set) = sched_getaffinity(Pid::from_raw(0)) else { return Vec::new() };
    (0..CpuSet::count()).filter(|&processor| set.is_set(processor).unwrap_or(false)).collect()
}

/// Moves a process, or this thread if it is 0, to some processors, if that is possible.
#[cfg(target_os = "linux")]
fn run_on(processors: &[usize], process: u32) {
    use nix::sched::{CpuSet, sched_setaffinity};
    use nix::unistd::Pid;

    let mut set = CpuSet::new();
    for &processor in processors {
        let _ = set.set(processor);
    }
    if let Ok(process) = process.try_into() {
        let _ = sched_setaffinity(Pid::from_raw(process), &set);
    }
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Vec<usize> {
    Vec::new()
}

#[cfg(not(target_os = "linux"))]
fn run_on(_processors: &[usize], _process: u32) {}
