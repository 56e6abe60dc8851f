//! `hyperbola perft`: counts the legal move sequences of a length.

mod arguments;
mod gpu;
mod plain;
mod shard;
mod statistics;
mod suite;
mod unique;

use core::num::NonZeroUsize;
use core::time::Duration;
use std::io::Write;
use std::time::Instant;

use anyhow::anyhow;
use hyperbola_console::progress_bar;
use hyperbola_console::unique::is_state;
use hyperbola_files::Wrong;
use hyperbola_files::interrupt::{self, Interrupted, STOP};
use hyperbola_moves::perft::{self, Counted, Divided, Progress, Split, SplitPosition};
use hyperbola_moves::{Move, Position};
use hyperbola_shards::{Way, merge, nodes_per_second, number_of};
use indicatif::{HumanFloatCount, ProgressBar};
use serde::Serialize;

use crate::output;
pub(crate) use arguments::PerftArguments;
use arguments::{CountArguments, PerftCommand};
use plain::Plain;

/// Counts the move sequences that the arguments name, or adds up the counts of shards.
pub(crate) fn run(arguments: &PerftArguments) -> anyhow::Result<()> {
    match (&arguments.command, &arguments.count) {
        (Some(PerftCommand::Merge(arguments)), _)
            if arguments.files.first().is_some_and(|file| is_state(file)) =>
        {
            unique::merge(arguments)
        }
        (Some(PerftCommand::Merge(arguments)), _) => {
            let merged = merge(&arguments.files)?;
            match arguments.json {
                true => output::print_json(&merged),
                false => output::print(&format!("{}\n", merged.nodes)),
            }
        }
        (None, Some(arguments)) => count(arguments),
        (None, None) => anyhow::bail!("expected a depth"),
    }
}

fn count(arguments: &CountArguments) -> anyhow::Result<()> {
    if !arguments.rest.is_empty() {
        return Err(Wrong("expected the FEN as one argument, in quotes".to_owned()).into());
    }
    if !arguments.suite.is_empty() {
        return suite::run(arguments);
    }
    let position = arguments.fen.unwrap_or_default();
    if arguments.gpu {
        return gpu::run(arguments, &position);
    }
    if arguments.statistics {
        return statistics::run(arguments, &position);
    }
    if arguments.unique {
        return unique::run(arguments, &position);
    }
    let way = PerftWay::new(arguments, &position)?;
    interrupt::stop()?;
    if let Some(shard) = arguments.shard {
        return shard::run(arguments, shard, &position, &way);
    }

    let bar = progress_bar(0);
    let start = Instant::now();
    let depth = arguments.depth.into();
    let progress = |progress| show(&bar, progress, start.elapsed());
    // The only sequence of length zero has no first move.
    let (counted, moves) = if arguments.divide && depth > 0 {
        let divided = way.divide(&position, depth, &progress);
        (divided.counted(), Some(divided.moves))
    } else {
        (way.count(&position, depth, &progress), arguments.divide.then(Vec::new))
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();

    let report = PerftReport::new(arguments, &position, &way, counted, moves, seconds)?;
    if arguments.json {
        output::print_json(&report)?;
    } else {
        output::print(&report.text())?;
        // The number is the result; the command succeeds even if the time cannot be printed.
        let _ = writeln!(anstream::stderr(), "{}", report.speed());
    }
    if report.complete { Ok(()) } else { Err(INTERRUPTED.into()) }
}

/// The error for a count that was interrupted before its end.
const INTERRUPTED: Interrupted = Interrupted("interrupted before the count was complete");

/// The way to count.
enum PerftWay {
    /// With the counter on vectors.
    Vectors(perft::Perft),
    /// With the plain move generator.
    Plain(Plain),
}

impl PerftWay {
    /// Returns the way that the arguments choose.
    fn new(arguments: &CountArguments, position: &Position) -> anyhow::Result<Self> {
        let CountArguments { technique, no_bulk, memory, .. } = *arguments;
        let threads = threads(arguments);
        if technique.is_some() || no_bulk {
            let technique = technique.unwrap_or(hyperbola::DEFAULT);
            return Ok(Self::Plain(Plain::new(technique, !no_bulk, threads)));
        }
        let memory_bytes = usize::try_from(u64::from(memory) << 20).unwrap_or(usize::MAX);
        let widest = perft::Perft::default().threads(threads).memory_bytes(memory_bytes);
        check_memory(widest.kept_bytes(position, arguments.depth.into()), memory)?;
        Ok(Self::Vectors(arguments.word.map_or(widest, |word| widest.word(word))))
    }

    /// Counts the sequences.
    fn count(
        &self,
        position: &Position,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        let split = Split::new(position);
        self.count_share(&split, split.positions(), depth, progress)
    }

    /// Counts the sequences for each first move.
    fn divide(
        &self,
        position: &Position,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Divided {
        perft::divide(position, depth, progress, |next, depth, progress| {
            self.count(next, depth, progress)
        })
    }

    /// Counts the sequences through some positions of a split.
    fn count_share<'a>(
        &self,
        split: &Split,
        positions: impl IntoIterator<Item = &'a SplitPosition>,
        depth: u32,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        match self {
            Self::Vectors(counter) => counter.count_share(split, positions, depth, &STOP, progress),
            Self::Plain(plain) => plain.count_share(positions, depth, &STOP, progress),
        }
    }

    /// Describes the way.
    fn of(&self, arguments: &CountArguments) -> Way {
        let (word, technique, bulk) = match self {
            Self::Vectors(counter) => (Some(counter.word.id()), None, true),
            Self::Plain(plain) => (None, Some(plain.technique.id()), plain.is_bulk),
        };
        let CountArguments { threads, memory, .. } = *arguments;
        Way { threads, memory_mib: memory, word, technique, bulk }
    }
}

/// Returns the number of threads.
fn threads(arguments: &CountArguments) -> NonZeroUsize {
    NonZeroUsize::new(arguments.threads.into()).unwrap_or(NonZeroUsize::MIN)
}

/// Checks that there is memory for the positions that a count keeps, of which `--memory` is the limit.
/// If there is too little, counting itself would abort the program.
fn check_memory(bytes: usize, memory: u32) -> anyhow::Result<()> {
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let kept = (bytes as u64).div_ceil(1 << 20);
        anyhow!(
            "there is too little memory for --memory {memory}: the count may keep positions in {kept} \
             MiB, and the system does not give as much; expected a smaller --memory"
        )
    })
}

/// Shows the progress of a count if it takes long.
fn show(bar: &ProgressBar, progress: Progress, elapsed: Duration) {
    const LONG: Duration = Duration::from_millis(300);
    if elapsed > LONG {
        bar.set_length(progress.parts as u64);
        bar.set_message(rate(progress.nodes, elapsed.as_secs_f64()));
        bar.set_position(progress.done as u64);
    }
}

/// Returns the number of sequences counted per second as text.
fn rate(nodes: u128, seconds: f64) -> String {
    format!("{} nodes/s", HumanFloatCount(nodes_per_second(nodes, seconds)))
}

/// The result of a count, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct PerftReport {
    fen: String,
    depth: u8,
    nodes: u128,
    complete: bool,
    seconds: f64,
    nodes_per_second: f64,
    #[serde(flatten)]
    way: Way,
    /// The numbers by move, in the order of the moves' names.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "numbers_by_move")]
    divide: Option<Vec<(String, u128)>>,
}

impl PerftReport {
    fn new(
        arguments: &CountArguments,
        position: &Position,
        way: &PerftWay,
        counted: Counted,
        moves: Option<Vec<(Move, u128)>>,
        seconds: f64,
    ) -> anyhow::Result<Self> {
        let nodes = number_of(counted)?;
        let divide = moves.map(|moves| {
            let named = |(first, nodes)| (position.uci(first).to_string(), nodes);
            let mut named: Vec<_> = moves.into_iter().map(named).collect();
            named.sort();
            named
        });
        Ok(Self {
            fen: position.to_string(),
            depth: arguments.depth,
            nodes,
            complete: counted.is_complete,
            seconds,
            nodes_per_second: nodes_per_second(nodes, seconds),
            way: way.of(arguments),
            divide,
        })
    }

    /// Returns the numbers as text.
    fn text(&self) -> String {
        let mut text = String::new();
        if let Some(divide) = &self.divide {
            text.extend(divide.iter().map(|(first, nodes)| format!("{first} {nodes}\n")));
            text += "\n";
        }
        let mark = if self.complete { "" } else { " (incomplete)" };
        text + &format!("{}{mark}\n", self.nodes)
    }

    /// Returns the time and the speed as text.
    fn speed(&self) -> String {
        format!("{:.3} s, {}", self.seconds, rate(self.nodes, self.seconds))
    }
}

/// Writes numbers as an object with the moves as its keys.
fn numbers_by_move<S: serde::Serializer>(
    numbers: &Option<Vec<(String, u128)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(numbers.iter().flatten().map(|(first, nodes)| (first, nodes)))
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
