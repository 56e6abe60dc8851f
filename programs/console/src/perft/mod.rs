//! Counts move sequences in any way and prints the result: the arguments, the shards, the progress
//! and the report, which `hyperbola perft` has with the counter and with any technique.

mod shard;

use core::num::NonZeroUsize;
use core::time::Duration;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use hyperbola_moves::Position;
use hyperbola_perft::{self, Counted, Divided, Progress, Split, SplitPosition};
use indicatif::{HumanFloatCount, ProgressBar};

use crate::parsers::threads_parser;
use crate::reading::{ReadingArguments, or_initial};
use crate::{output, progress_bar};
use hyperbola_files::Wrong;
use hyperbola_files::interrupt::{self, Interrupted};
use hyperbola_perft::report::{CountReport, Way, nodes_per_second};
use hyperbola_perft::shards::Shard;

/// The position that a count starts from.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// Start from this position: a FEN, X-FEN or Shredder-FEN, or startpos [default: startpos]
    fen: Option<OsString>,
    /// The words after the first of a FEN that is not in quotes.
    #[arg(hide = true)]
    rest: Vec<String>,
    /// How the position is read.
    #[command(flatten)]
    reading: ReadingArguments,
}

impl PositionArguments {
    /// Reads the position.
    ///
    /// # Errors
    ///
    /// Returns an error if the argument is no position, or if there are more arguments.
    pub fn read(&self) -> Result<Position, Wrong> {
        let position = self.reading.read(or_initial(self.fen.as_ref()))?.position;
        match self.rest.is_empty() {
            true => Ok(position),
            false => Err(Wrong("expected the FEN as one argument, in quotes".to_owned())),
        }
    }
}

/// The sequences to count, and the form of the output.
#[derive(Debug, Args)]
pub struct SequenceArguments {
    /// The length of the move sequences in half moves, 0 to 255
    #[arg(allow_negative_numbers = true, required = true, value_parser = depth)]
    depth: Option<u8>,
    /// The position to start from.
    #[command(flatten)]
    position: PositionArguments,
    /// Also print the number of sequences that begin with each move
    #[arg(long)]
    pub divide: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Count only this share of the positions after a split: 3/64 is the third of 64 shards
    #[arg(long, value_name = "K/N", conflicts_with = "divide", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Split after this number of half moves [default: the first that gives 16 positions a shard]
    #[arg(long, value_name = "N", requires = "shard", allow_hyphen_values = true)]
    split: Option<u8>,
    /// Write the shard's JSON object to this file, when it is complete, and print nothing
    #[arg(long, value_name = "FILE", requires = "shard", conflicts_with = "json")]
    output: Option<PathBuf>,
}

impl SequenceArguments {
    /// Returns the position to start from.
    ///
    /// # Errors
    ///
    /// As [`PositionArguments::read`].
    pub fn position(&self) -> Result<Position, Wrong> {
        self.position.read()
    }

    /// Returns the length of the sequences. It is required, except where a subcommand takes its
    /// place.
    #[must_use]
    pub fn depth(&self) -> u8 {
        self.depth.unwrap_or_default()
    }
}

/// The number of threads that work.
#[derive(Debug, Clone, Copy, Args)]
pub struct ThreadsArgument {
    /// The number of threads, at most 256; 0 for all processors
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
        value_parser = threads_parser()
    )]
    pub threads: u16,
}

impl ThreadsArgument {
    /// Returns the number.
    #[must_use]
    pub fn number(self) -> NonZeroUsize {
        threads(self.threads)
    }
}

/// Returns the number of threads of an option.
#[must_use]
pub fn threads(number: u16) -> NonZeroUsize {
    NonZeroUsize::new(number.into()).unwrap_or(NonZeroUsize::MIN)
}

/// Reads a depth.
///
/// # Errors
///
/// Returns the expected values.
pub fn depth(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| "expected a number of half moves, 0 to 255".to_owned())
}

/// The error for a count that was interrupted before its end.
pub const INTERRUPTED: Interrupted = Interrupted("interrupted before the count was complete");

/// The error for a count of different positions that goes on later.
pub const KEPT: Interrupted = Interrupted(
    "interrupted before the count was complete; the same command goes on with the class that was \
     not complete",
);

/// Counts the sequences of a length that continue from some positions of a split.
pub type CountShare<'a> = dyn Fn(&Split, &[&SplitPosition], u32, &(dyn Fn(Progress) + Sync)) -> anyhow::Result<Counted>
    + 'a;

/// A count of the move sequences from a position.
pub struct Count<'a> {
    /// The sequences to count, and the form of the output.
    pub arguments: &'a SequenceArguments,
    /// The position to start from.
    pub position: &'a Position,
    /// How it is counted, as in the JSON object.
    pub way: Way,
    /// The function that counts.
    pub count_share: &'a CountShare<'a>,
}

impl core::fmt::Debug for Count<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Count").field("arguments", self.arguments).finish_non_exhaustive()
    }
}

impl Count<'_> {
    /// Counts the sequences, or those of a shard, and prints the result.
    ///
    /// # Errors
    ///
    /// Returns an error if the count was interrupted, if a number is too great, or if the result
    /// cannot be printed.
    pub fn run(&self) -> anyhow::Result<()> {
        interrupt::stop()?;
        if let Some(shard) = self.arguments.shard {
            return shard::run(self, shard);
        }
        let arguments = self.arguments;
        let bar = progress_bar(0);
        let start = Instant::now();
        let depth = arguments.depth().into();
        let progress = |progress| show(&bar, progress, start.elapsed());
        // The only sequence of length zero has no first move.
        let (counted, moves) = if arguments.divide && depth > 0 {
            let divided = self.divide(depth, &progress)?;
            (divided.counted(), Some(divided.moves))
        } else {
            (self.count(self.position, depth, &progress)?, arguments.divide.then(Vec::new))
        };
        let seconds = start.elapsed().as_secs_f64();
        bar.finish_and_clear();

        let asked = (self.position, arguments.depth());
        let report = CountReport::new(asked, counted, moves, seconds, self.way.clone())?;
        if arguments.json {
            output::print_json(&report)?;
        } else {
            output::print(&text(&report))?;
            print_speed("", report.nodes, seconds, &report.way);
        }
        if report.complete { Ok(()) } else { Err(INTERRUPTED.into()) }
    }

    /// Counts the sequences from a position.
    fn count(
        &self,
        position: &Position,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> anyhow::Result<Counted> {
        let split = Split::new(position);
        let positions: Vec<&SplitPosition> = split.positions().iter().collect();
        (self.count_share)(&split, &positions, depth, progress)
    }

    /// Counts the sequences for each first move.
    fn divide(&self, depth: u32, progress: &(dyn Fn(Progress) + Sync)) -> anyhow::Result<Divided> {
        hyperbola_perft::divide(self.position, depth, progress, |next, depth, progress| {
            self.count(next, depth, progress)
        })
    }
}

/// Checks that there is memory for the positions that a count keeps, of which `--memory` is the
/// limit. If there is too little, counting itself would abort the program.
///
/// # Errors
///
/// Returns an error if the system does not give enough.
pub fn check_memory(bytes: usize, memory: u32) -> anyhow::Result<()> {
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let kept = (bytes as u64).div_ceil(1 << 20);
        anyhow!(
            "there is too little memory for --memory {memory}: the count may keep positions in {kept} \
             MiB, and the system does not give as much; expected a smaller --memory"
        )
    })
}

/// Shows the progress of a count if it takes long.
pub fn show(bar: &ProgressBar, progress: Progress, elapsed: Duration) {
    const LONG: Duration = Duration::from_millis(300);
    if elapsed > LONG {
        bar.set_length(progress.parts as u64);
        // A GPU tells its number late.
        if progress.nodes > 0 {
            bar.set_message(rate(progress.nodes, elapsed.as_secs_f64()));
        }
        bar.set_position(progress.done as u64);
    }
}

/// Returns the number of sequences counted per second as text.
#[must_use]
pub fn rate(nodes: u128, seconds: f64) -> String {
    format!("{} nodes/s", HumanFloatCount(nodes_per_second(nodes, seconds)))
}

/// Returns the numbers of a count as text.
fn text(report: &CountReport) -> String {
    let mut text = String::new();
    if let Some(divide) = &report.divide {
        text.extend(divide.iter().map(|(first, nodes)| format!("{first} {nodes}\n")));
        text += "\n";
    }
    text + &number(report.nodes, report.complete)
}

/// Returns a number as a line of text.
fn number(nodes: u128, is_complete: bool) -> String {
    format!("{nodes}{}\n", if is_complete { "" } else { " (incomplete)" })
}

/// Prints the time and the speed of a count on standard error.
fn print_speed(name: &str, nodes: u128, seconds: f64, way: &Way) {
    let device = way.device.iter().map(|device| format!(", on {device}"));
    let device: String = device.collect();
    // The number is the result; the command succeeds even if the time cannot be printed.
    let _ = writeln!(anstream::stderr(), "{name}{seconds:.3} s, {}{device}", rate(nodes, seconds));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_has_all_its_digits() {
        assert_eq!(rate(4_865_609, 2.0), "2,432,805 nodes/s");
        assert_eq!(rate(0, 0.0), "0 nodes/s");
        assert_eq!(rate(3 << 70, 2.0), "1,770,887,431,076,116,955,136 nodes/s");
    }
}
