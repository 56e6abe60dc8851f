//! `hyperbola-gpu perft` and `hyperbola-gpu positions`. What is printed, and what an interrupt
//! does, is as with a processor.

use core::cell::RefCell;
use std::fs::create_dir_all;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use hyperbola_console::parsers::en_passant_parser;
use hyperbola_console::perft::{Count, CountShare, INTERRUPTED, KEPT, PositionArguments};
use hyperbola_console::perft::{SequenceArguments, depth};
use hyperbola_console::{output, progress_bar};
use hyperbola_files::interrupt::{self, STOP};
use hyperbola_files::journal::Question;
use hyperbola_files::shown_path;
use hyperbola_files::unfinished::{Folder, Unfinished};
use hyperbola_gpu::{Census, Gpu, GpuError, Perft, PerftOptions};
use hyperbola_moves::Position;
use hyperbola_perft::census::EnPassant;
use hyperbola_perft::report::{CensusReport, Number, Way, nodes_per_second};
use serde::Serialize;

use crate::MemoryArgument;

/// The arguments of `hyperbola-gpu perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// The sequences to count, and the form of the output.
    #[command(flatten)]
    sequences: SequenceArguments,
    /// The number of positions planned at once, from 512 to 1048576.
    #[arg(long, value_parser = clap::value_parser!(u32).range(512..=1 << 20))]
    nodes: Option<u32>,
    /// The device's memory.
    #[command(flatten)]
    memory: MemoryArgument,
    /// Count equal positions again each time the device reaches them.
    #[arg(long)]
    raw: bool,
}

/// The arguments of `hyperbola-gpu positions`.
#[derive(Debug, Args)]
pub(crate) struct PositionsArguments {
    /// The number of half moves, 0 to 255
    #[arg(allow_negative_numbers = true, value_parser = depth)]
    depth: u8,
    /// The position to start from.
    #[command(flatten)]
    position: PositionArguments,
    /// When the square that a pawn has passed over is a part of a position: if a capture there
    /// is legal, if an enemy pawn stands beside the pawn, or after every double step.
    #[arg(long, value_name = "WHEN", default_value = "legal", value_parser = en_passant_parser())]
    en_passant: EnPassant,
    /// The device's memory.
    #[command(flatten)]
    memory: MemoryArgument,
    /// Keep the state of the count in this folder, so that the same command goes on after an
    /// interrupt
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Counts move sequences.
pub(crate) fn perft(
    arguments: &PerftArguments,
    open: impl FnOnce() -> Result<Gpu, GpuError>,
) -> anyhow::Result<()> {
    let &PerftArguments { ref sequences, nodes, memory, raw } = arguments;
    let position = sequences.position()?;
    let gpu = open()?;
    let perft = Perft::with_options(&gpu, PerftOptions { nodes, memory: memory.bytes(), raw })?;
    let way = Way {
        threads: 1,
        memory_mib: mebibytes(&perft),
        word: None,
        technique: None,
        bulk: true,
        device: Some(gpu.name().to_owned()),
    };
    let perft = RefCell::new(perft);
    let count_share: &CountShare<'_> = &|_, positions, depth, progress| {
        let positions = positions.iter().map(|reached| (&reached.position, reached.multiplicity));
        Ok(perft.borrow_mut().count_all(positions, depth, &STOP, progress)?)
    };
    Count { arguments: sequences, position: &position, way, count_share }.run()
}

/// Returns the memory that a count may take, in MiB.
fn mebibytes(perft: &Perft<'_>) -> u32 {
    u32::try_from(perft.memory() >> 20).unwrap_or(u32::MAX)
}

/// Counts different positions.
pub(crate) fn positions(
    arguments: &PositionsArguments,
    open: impl FnOnce() -> Result<Gpu, GpuError>,
) -> anyhow::Result<()> {
    let &PositionsArguments { depth, en_passant, memory, ref scratch, json, .. } = arguments;
    interrupt::stop()?;
    let position = arguments.position.read()?;
    let mut state = Kept::open(scratch.as_deref(), &position, depth)?;
    let gpu = open()?;
    let options = PerftOptions { memory: memory.bytes(), ..PerftOptions::default() };
    let mut perft = Perft::with_options(&gpu, options)?;
    let (start, bar) = (Instant::now(), progress_bar(1 << 20));
    let before = state.census.number(en_passant);
    while !state.census.is_complete() {
        #[expect(clippy::cast_possible_truncation, reason = "it is at most the bar's length")]
        let show = |done: f64| bar.set_position((done * f64::from(1 << 20)) as u64);
        let census = &mut state.census;
        match perft.next_class(census, &position, depth.into(), &STOP, &show) {
            Ok(()) => state.save()?,
            Err(GpuError::Stopped) if scratch.is_some() => return Err(KEPT.into()),
            Err(GpuError::Stopped) => return Err(INTERRUPTED.into()),
            Err(error) => return Err(error.into()),
        }
    }
    bar.finish_and_clear();
    let (census, seconds) = (state.census, start.elapsed().as_secs_f64());
    let positions = census.number(en_passant);
    let number =
        |by: EnPassant| Number { en_passant: by.id(), positions: census.number(by), digest: None };
    let report = CensusReport {
        fen: position.to_string(),
        depth,
        en_passant: en_passant.id(),
        positions,
        numbers: EnPassant::ALL.map(number).into(),
        seconds,
        positions_per_second: nodes_per_second((positions - before).into(), seconds),
        threads: 1,
        memory_mib: mebibytes(&perft),
        classes: census.classes,
        seed: None,
        shard: None,
        device: Some(gpu.name().to_owned()),
    };
    if json {
        return output::print_json(&report);
    }
    output::print(&format!("{positions}\n"))?;
    let (classes, name) = (census.classes, gpu.name());
    let plural = if classes == 1 { "" } else { "es" };
    let _ = writeln!(
        anstream::stderr(),
        "{seconds:.3} s with the kernels' compilation, in {classes} class{plural}, on {name}"
    );
    Ok(())
}

/// A census, which is kept in a folder if one is given.
struct Kept {
    census: Census,
    run: Option<Unfinished<Census>>,
}

/// The question of a census, by the names of arguments.
#[derive(Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct CensusQuestion {
    fen: String,
    depth: u8,
}

impl Kept {
    /// Opens the census of a folder, or begins one.
    fn open(folder: Option<&Path>, position: &Position, depth: u8) -> anyhow::Result<Self> {
        let Some(folder) = folder else {
            return Ok(Self { census: Census::default(), run: None });
        };
        create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", shown_path(folder)))?;
        let question = CensusQuestion { fen: position.to_string(), depth };
        let question = Question::new("hyperbola-gpu positions", &question, Vec::new())?;
        let run = Unfinished::new(Folder::lock(folder.to_owned())?, question);
        let anew = "remove the folder to count from the beginning";
        let saved = run.saved(anew, |_, _, _| false)?;
        let kept =
            Self { census: saved.map(|saved| saved.state).unwrap_or_default(), run: Some(run) };
        // A failure shows before anything is counted.
        kept.save()?;
        Ok(kept)
    }

    /// Keeps the census as it is.
    fn save(&self) -> anyhow::Result<()> {
        let Some(run) = &self.run else { return Ok(()) };
        let cannot = || format!("cannot write {}", shown_path(run.folder().path()));
        run.write(&self.census).with_context(cannot)
    }
}
