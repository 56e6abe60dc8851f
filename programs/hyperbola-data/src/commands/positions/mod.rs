//! `hyperbola positions`: the number of different positions after some half moves.

mod arguments;

use std::io::Write;
use std::time::Instant;

use anyhow::anyhow;
use hyperbola_console::perft::{INTERRUPTED, KEPT, check_memory, threads};
use hyperbola_console::{output, progress_bar};
use hyperbola_files::Wrong;
use hyperbola_files::interrupt::{self, STOP};
use hyperbola_moves::Position;
use hyperbola_perft::SplitError;
use hyperbola_perft::census::state::{self, State};
use hyperbola_perft::census::{Unique, UniqueCounts, UniqueError, UniqueWork, unique_fens};
use hyperbola_perft::report::{CensusReport, Number, nodes_per_second};
use hyperbola_perft::shards::Shard;
use indicatif::{HumanCount, HumanFloatCount};

pub(crate) use arguments::PositionsArguments;
use arguments::{CountArguments, MergeArguments, PositionsCommand};

/// The memory in MiB if none is given.
const MEMORY: u32 = 1024;

/// The largest number of positions that are listed.
const MOST_LISTED: usize = 2_000_000;

/// The time in seconds from which on a count says beforehand how long it takes.
const LONG: f64 = 10.0;

/// Counts or lists the different positions, or adds up what shards have counted.
pub(crate) fn run(arguments: &PositionsArguments) -> anyhow::Result<()> {
    match (&arguments.command, &arguments.count) {
        (Some(PositionsCommand::Merge(arguments)), _) => merge(arguments),
        (None, Some(arguments)) if arguments.rest.is_empty() => {
            run_count(arguments, &arguments.fen.unwrap_or_default())
        }
        (None, Some(_)) => {
            Err(Wrong("expected the FEN as one argument, in quotes".to_owned()).into())
        }
        (None, None) => anyhow::bail!("expected a depth"),
    }
}

/// Counts or lists the different positions.
fn run_count(arguments: &CountArguments, position: &Position) -> anyhow::Result<()> {
    interrupt::stop()?;
    if arguments.list {
        return list(arguments, position);
    }
    if let (Some(shard), None) = (arguments.shard, &arguments.scratch) {
        let message = "expected --scratch with a folder, which gets what the shard counts";
        return Err(Wrong(format!("--shard {shard}: {message}")).into());
    }
    let start = Instant::now();
    let (fen, depth) = (position.to_string(), arguments.depth);
    let open = |folder| State::open(folder, &fen, depth, arguments.seed);
    let mut state = arguments.scratch.as_deref().map(open).transpose()?;
    let unique = options(arguments, state.as_ref());
    let work = unique.prepare(position, depth.into(), &STOP);
    let work = work.map_err(|error| explained(error, arguments))?;
    check_memory(work.bytes(), mebibytes(&unique))?;
    if let Some(state) = &mut state {
        state.begin(&fen, depth, (unique.seed, work.classes()))?;
    }
    let classes = classes(arguments.shard, work.classes())?;
    announce(&work, &classes, state.as_ref());
    let counts = count(arguments, &work, &classes, state.as_mut())?;
    let report = report(arguments, position, &work, &unique, counts, start)?;
    if arguments.json {
        return output::print_json(&report);
    }
    output::print(&format!("{}\n", report.positions))?;
    // The number is the result; the command succeeds even if the time cannot be printed.
    let rate = HumanFloatCount(report.positions_per_second);
    let _ = writeln!(anstream::stderr(), "{:.3} s, {rate} positions/s", report.seconds);
    Ok(())
}

/// Adds up the classes that shards have counted.
fn merge(arguments: &MergeArguments) -> anyhow::Result<()> {
    let merged = state::merge(&arguments.files)?;
    if arguments.json {
        return output::print_json(&merged);
    }
    let line = |number: &Number| format!("{} {}\n", number.en_passant, number.positions);
    output::print(&merged.numbers.iter().map(line).collect::<String>())
}

/// Prints the FENs of the positions.
fn list(arguments: &CountArguments, position: &Position) -> anyhow::Result<()> {
    let (depth, en_passant) = (arguments.depth.into(), arguments.en_passant());
    let fens = unique_fens(position, depth, en_passant, MOST_LISTED, &STOP);
    let fens = fens.map_err(|error| match error {
        SplitError::Stopped => INTERRUPTED.into(),
        SplitError::TooManyPositions { most } => anyhow::Error::new(Wrong(format!(
            "there are more than {most} positions, too many to list; expected a smaller depth, or \
             no --list"
        ))),
        error => error.into(),
    })?;
    let lines: String = fens.iter().flat_map(|fen| [fen, "\n"]).collect();
    output::print(&lines)
}

/// Returns the options of a count. One that goes on has the classes that it began with.
fn options(arguments: &CountArguments, state: Option<&State>) -> Unique {
    let memory = if arguments.memory == 0 { MEMORY } else { arguments.memory };
    let bytes = usize::try_from(u64::from(memory) << 20).unwrap_or(usize::MAX);
    let unique = Unique::default().threads(threads(arguments.threads)).memory_bytes(bytes);
    match state.and_then(State::division) {
        Some((seed, classes)) => unique.seed(seed).classes(classes),
        None => unique.seed(arguments.seed.unwrap_or_default()),
    }
}

/// Returns the memory in MiB.
fn mebibytes(unique: &Unique) -> u32 {
    u32::try_from(unique.memory_bytes >> 20).unwrap_or(u32::MAX)
}

/// Says what to do about an error.
fn explained(error: UniqueError, arguments: &CountArguments) -> anyhow::Error {
    match error {
        UniqueError::Stopped if arguments.scratch.is_some() => KEPT.into(),
        UniqueError::Stopped => INTERRUPTED.into(),
        UniqueError::Memory { .. } => anyhow!("{error}; expected a larger --memory"),
        error => Wrong(error.to_string()).into(),
    }
}

/// Returns the classes to count, which are dealt to shards in turns.
fn classes(shard: Option<Shard>, classes: u32) -> Result<Vec<u32>, Wrong> {
    let Some(shard) = shard else { return Ok((0..classes).collect()) };
    let shards = shard.shards();
    if shards > classes {
        return Err(Wrong(format!(
            "expected at most as many shards as classes, {classes}, found {shards}; with less \
             --memory there are more classes"
        )));
    }
    Ok((0..classes).filter(|&class| shard.has(class)).collect())
}

/// Says beforehand how large a count of some classes is, if it takes long.
fn announce(work: &UniqueWork, wanted: &[u32], state: Option<&State>) {
    let (all, memory) = (work.classes(), work.bytes().div_ceil(1 << 20));
    let is_done = |&&class: &&u32| state.is_some_and(|state| state.counts(class).is_some());
    let (classes, done) = (wanted.len(), wanted.iter().filter(is_done).count());
    let left = work.estimated_seconds() * (classes - done) as f64 / f64::from(all);
    if left < LONG {
        return;
    }
    let time = match left / 60.0 {
        ..2.0 => format!("{left:.0} seconds"),
        minutes => format!("{minutes:.0} minutes"),
    };
    // The count goes on even if this cannot be printed.
    let _ = writeln!(
        anstream::stderr(),
        "about {:.1e} positions, {memory} MiB of memory and {time}; classes: {classes}, counted \
         before: {done}",
        work.estimated_positions() * classes as f64 / f64::from(all)
    );
}

/// Counts class by class. Returns the sum of these classes, and of those that were not counted
/// before.
fn count(
    arguments: &CountArguments,
    work: &UniqueWork,
    classes: &[u32],
    mut state: Option<&mut State>,
) -> anyhow::Result<(UniqueCounts, UniqueCounts)> {
    /// The steps of the progress for each class.
    const STEPS: usize = 1000;
    let bar = progress_bar((classes.len() * STEPS) as u64);
    let (mut sum, mut now) = (UniqueCounts::default(), UniqueCounts::default());
    for (index, &class) in classes.iter().enumerate() {
        let before = state.as_ref().and_then(|state| state.counts(class));
        let counts = match before {
            Some(counts) => counts,
            None => {
                let progress = |done: usize, parts: usize| {
                    let step = STEPS * done / parts.max(1);
                    bar.set_position((index * STEPS + step) as u64);
                };
                let counts = work.count_class(class, &STOP, &progress);
                let counts = counts.map_err(|error| explained(error, arguments))?;
                if let Some(state) = &mut state {
                    state.store(class, counts)?;
                }
                now += counts;
                counts
            }
        };
        sum += counts;
        bar.set_message(format!("{} positions", HumanCount(sum.number(arguments.en_passant()))));
    }
    bar.finish_and_clear();
    Ok((sum, now))
}

/// Returns what is reported of a count.
fn report(
    arguments: &CountArguments,
    position: &Position,
    work: &UniqueWork,
    unique: &Unique,
    (counts, now): (UniqueCounts, UniqueCounts),
    start: Instant,
) -> anyhow::Result<CensusReport> {
    let (by, seconds) = (arguments.en_passant(), start.elapsed().as_secs_f64());
    Ok(CensusReport {
        fen: position.to_string(),
        depth: arguments.depth,
        en_passant: by.id(),
        positions: counts.number(by),
        numbers: state::numbers(&counts)?,
        seconds,
        positions_per_second: nodes_per_second(now.number(by).into(), seconds),
        threads: arguments.threads,
        memory_mib: mebibytes(unique),
        classes: work.classes(),
        seed: Some(unique.seed),
        shard: arguments.shard.map(|shard| shard.to_string()),
        device: None,
    })
}
