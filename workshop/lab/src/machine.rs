//! The machine and the build, as a record has them.

use std::fs;

use hyperbola::word::WordKind;
use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The machine, the build and the load.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// The number of processors that the system shows.
    pub processors: usize,
    /// The architecture.
    pub architecture: String,
    /// The operating system.
    pub system: String,
    /// The processor's features, as the system names them; empty if they are unknown.
    pub flags: Vec<String>,
    /// The kinds of words that the processor has.
    pub words: Vec<String>,
    /// The caches of one processor, such as `L1 Data 32K`; empty if they are unknown.
    pub caches: Vec<String>,
    /// The version of this library.
    pub version: String,
    /// The compiler.
    pub compiler: String,
    /// The compiler's flags beyond the profile's.
    pub compiler_flags: String,
    /// The profile: a record of `debug` has no valid measurements.
    pub profile: String,
    /// The nanoseconds between two ticks of the clock; 0 in a record without it.
    #[serde(default)]
    pub clock_tick: u64,
    /// The average load of the last minute before the run.
    pub load_before: f64,
    /// The same after it.
    pub load_after: f64,
}

impl Machine {
    /// Asks the machine.
    #[must_use]
    pub fn new() -> Self {
        let refresh = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(refresh);
        let cpus = system.cpus();
        let available = WordKind::ALL.iter().filter(|kind| kind.is_available());
        let load = load();
        Self {
            cpu: cpus.first().map_or("unknown", |cpu| cpu.brand().trim()).to_owned(),
            processors: cpus.len(),
            architecture: std::env::consts::ARCH.into(),
            system: System::long_os_version().unwrap_or_else(|| std::env::consts::OS.into()),
            flags: flags(),
            words: available.map(ToString::to_string).collect(),
            caches: caches(),
            version: env!("CARGO_PKG_VERSION").into(),
            compiler: env!("HYPERBOLA_RUSTC").into(),
            compiler_flags: env!("HYPERBOLA_RUSTFLAGS").into(),
            profile: env!("HYPERBOLA_PROFILE").into(),
            clock_tick: hyperbola_timing::loops::clock_tick(),
            load_before: load,
            load_after: load,
        }
    }

    /// Returns a note on the clock for a list, or nothing if it ticks every nanosecond.
    #[must_use]
    pub fn clock(&self) -> String {
        match self.clock_tick {
            0 | 1 => String::new(),
            tick => format!("a clock that ticks every {tick} ns; "),
        }
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the average load of the last minute.
#[must_use]
pub fn load() -> f64 {
    System::load_average().one
}

/// Reads the flags where Linux lists them.
fn flags() -> Vec<String> {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let named = |line: &str| line.starts_with("flags") || line.starts_with("Features");
    let line = text.lines().find(|line| named(line)).and_then(|line| line.split_once(':'));
    line.map_or_else(Vec::new, |(_, flags)| flags.split_whitespace().map(Into::into).collect())
}

/// Reads the caches where Linux lists them.
fn caches() -> Vec<String> {
    let read = |index: usize, what: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{what}");
        fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
    };
    let cache = |index: usize| {
        let (level, kind, size) =
            (read(index, "level")?, read(index, "type")?, read(index, "size")?);
        Some(format!("L{level} {kind} {size}"))
    };
    (0..8).map_while(cache).collect()
}
