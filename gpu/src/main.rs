//! The program `hyperbola-gpu`: perft on a GPU, and measurements of a GPU.

use core::fmt::Display;
use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::collections::BTreeMap;
use std::fs::read_to_string;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;
use std::process::{ExitCode, exit};
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use hyperbola_files::file;
use hyperbola_gpu::{Census, Gpu, GpuError, Perft, PerftOptions, adapters};
use hyperbola_moves::Position;
use hyperbola_perft::census::EnPassant;
use hyperbola_perft::shards::{Deal, Shard, ShardReport, Way, nodes_per_second, number_of};
use hyperbola_perft::{Counted, MAX_DEPTH};

mod measure;
mod table;

/// Counts chess move sequences on a GPU, by the formulas of hyperbola.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Take the best device with this text in its name; capitals do not matter.
    #[arg(long, global = true, value_name = "TEXT")]
    device: Option<String>,
    /// Print lines of JSON; one, except for measure.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the devices, the best first.
    Devices,
    /// Count the legal move sequences of a length from a position.
    Perft {
        /// The number of half moves.
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
        depth: u32,
        /// The position as a FEN; without one, the initial position.
        fen: Vec<String>,
        /// Print the number of sequences after each move.
        #[arg(long)]
        divide: bool,
        /// The number of positions planned at once, from 512 to 1048576.
        #[arg(long, value_parser = clap::value_parser!(u32).range(512..=1 << 20))]
        nodes: Option<u32>,
        /// The device's memory to use, in MiB; by default up to 8192 on a graphics card, and 2048 or
        /// 1024 on other devices. Deep counts are faster with more.
        #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
        memory: Option<u64>,
        /// Count equal positions again each time the device reaches them.
        #[arg(long)]
        raw: bool,
        /// Count only a share, as `hyperbola perft --shard` does: 3/64 is the third of 64.
        #[arg(long, value_name = "K/N", conflicts_with = "divide")]
        shard: Option<Shard>,
        /// Write the share's result to a file, for `hyperbola perft merge`.
        #[arg(long, value_name = "FILE", requires = "shard", conflicts_with = "json")]
        output: Option<PathBuf>,
    },
    /// Count the different positions after a number of half moves, as `hyperbola positions` does.
    Positions {
        /// The number of half moves.
        #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_DEPTH)))]
        depth: u32,
        /// The position as a FEN; without one, the initial position.
        fen: Vec<String>,
        /// When the square that a pawn has passed over is a part of a position: if a capture there
        /// is legal, if an enemy pawn stands beside the pawn, or after every double step.
        #[arg(long, value_name = "WHEN", default_value = "legal", value_parser = en_passant_parser())]
        en_passant: EnPassant,
        /// The device's memory to use, in MiB; by default up to 8192 on a graphics card, and 2048
        /// or 1024 on other devices. With less there are more classes, for each of which all moves
        /// are made.
        #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
        memory: Option<u64>,
    },
    /// Print the lines of `measure --json` in a file as tables in Markdown.
    Table {
        /// The file.
        record: PathBuf,
    },
    /// Measure queens, features and perft on the device, and compare with the known results.
    Measure {
        /// The approximate time to measure, in seconds.
        #[arg(long, default_value_t = 120)]
        seconds: u64,
        /// The device's memory to use, in MiB; by default up to 8192 on a graphics card, and 2048 or
        /// 1024 on other devices. Deep counts are faster with more.
        #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 30))]
        memory: Option<u64>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

type Failure = Box<dyn core::error::Error>;

/// Prints a line. If the reader has closed the output, the program ends.
fn print(line: impl Display) {
    if let Err(error) = writeln!(stdout(), "{line}") {
        if error.kind() == ErrorKind::BrokenPipe {
            exit(0);
        }
        eprintln!("error: cannot print: {error}");
        exit(1);
    }
}

fn run(Arguments { command, device, json }: &Arguments) -> Result<(), Failure> {
    let open = || device.as_deref().map_or_else(Gpu::new, Gpu::named);
    match command {
        Command::Devices => {
            let names = adapters();
            if *json {
                print(serde_json::json!({ "devices": names }));
            } else {
                names.iter().for_each(print);
            }
        }
        Command::Perft { depth, fen, divide, nodes, memory, raw, shard, output } => {
            let position = parsed(fen)?;
            // Checked before the work, because a failure after it would waste the work.
            if let Some(path) = output {
                file::check_writable(path)
                    .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
            }
            let gpu = open()?;
            let memory = memory.map(|mebibytes| mebibytes << 20);
            let options = PerftOptions { nodes: *nodes, memory, raw: *raw };
            let mut perft = Perft::with_options(&gpu, options)?;
            if let Some(shard) = *shard {
                let report = counted_shard(&mut perft, &position, *depth, shard)?;
                match output {
                    Some(path) => file::write(path, &report.to_json()?)
                        .map_err(|error| format!("cannot write {}: {error}", path.display()))?,
                    None if *json => print(serde_json::to_string(&report)?),
                    None => print(report.nodes),
                }
                eprintln!("shard {shard}: {:.3} s, on {}", report.seconds, gpu.name());
                return Ok(());
            }
            print_perft(&gpu, &mut perft, &position, (*depth, *divide), *json)?;
        }
        Command::Positions { depth, fen, en_passant, memory } => {
            let position = parsed(fen)?;
            let gpu = open()?;
            let memory = memory.map(|mebibytes| mebibytes << 20);
            let options = PerftOptions { memory, ..PerftOptions::default() };
            let mut perft = Perft::with_options(&gpu, options)?;
            print_census(&gpu, &mut perft, &position, (*depth, *en_passant), *json)?;
        }
        Command::Table { record } => {
            let name = record.display();
            let text = read_to_string(record).map_err(|error| format!("{name}: {error}"))?;
            let tables = table::table(&text).map_err(|error| format!("{name}: {error}"))?;
            print(tables.trim_end());
        }
        Command::Measure { seconds, memory } => {
            let memory = memory.map(|mebibytes| mebibytes << 20);
            if !measure::run(&open()?, Duration::from_secs(*seconds), memory, *json)? {
                return Err("some results are wrong".into());
            }
        }
    }
    Ok(())
}

/// Reads the position of the arguments.
fn parsed(fen: &[String]) -> Result<Position, Failure> {
    match fen.join(" ") {
        fen if fen.is_empty() => Ok(Position::initial()),
        fen => fen.parse().map_err(|error| format!("{fen}: {error}").into()),
    }
}

/// Reads a definition of the en passant part of a position.
fn en_passant_parser() -> impl TypedValueParser<Value = EnPassant> {
    PossibleValuesParser::new(EnPassant::ALL.map(EnPassant::id)).map(|id| {
        let named = EnPassant::ALL.into_iter().find(|by| by.id() == id);
        named.unwrap_or(EnPassant::Legal)
    })
}

/// Counts with a line of progress on a terminal.
fn count(perft: &mut Perft<'_>, position: &Position, depth: u32) -> Result<u128, GpuError> {
    with_progress(|go_on| perft.count_while(position, depth, go_on))
}

/// Shows a line of progress on a terminal.
fn with_progress<T>(count: impl FnOnce(&mut dyn FnMut(f64) -> bool) -> T) -> T {
    let (begin, mut shown) = (Instant::now(), 0);
    let is_terminal = stderr().is_terminal();
    let mut go_on = |done| {
        let seconds = begin.elapsed().as_secs();
        if is_terminal && seconds > shown {
            shown = seconds;
            eprint!("\r{:5.1} % in {seconds} s", 100.0 * done);
            // A closed terminal shows no progress.
            let _ = stderr().flush();
        }
        true
    };
    let counted = count(&mut go_on);
    if is_terminal && shown > 0 {
        eprint!("\r\x1b[K");
    }
    counted
}

/// Counts a share of the sequences.
fn counted_shard(
    perft: &mut Perft<'_>,
    position: &Position,
    depth: u32,
    shard: Shard,
) -> Result<ShardReport, Failure> {
    let depth = u8::try_from(depth).expect("at most MAX_DEPTH");
    let deal = Deal::for_shards(position, depth, shard.shards(), &AtomicBool::new(false));
    let report = deal.report(depth, shard)?;
    let rest = u32::from(depth) - deal.split.plies();
    let begin = Instant::now();
    let share = deal.share(shard).map(|reached| (&reached.position, reached.multiplicity));
    let nodes = with_progress(|go_on| perft.count_all(share, rest, go_on))?;
    let way = Way {
        threads: 1,
        memory_mib: u32::try_from(perft.memory() >> 20).unwrap_or(u32::MAX),
        word: None,
        technique: None,
        bulk: true,
    };
    Ok(report.counted(Counted::complete(nodes), begin.elapsed().as_secs_f64(), &way)?)
}

/// Prints the number of sequences, and with `divide` first that of each first move, as `hyperbola
/// perft` does.
fn print_perft(
    gpu: &Gpu,
    perft: &mut Perft<'_>,
    position: &Position,
    (depth, divide): (u32, bool),
    json: bool,
) -> Result<(), Failure> {
    let begin = Instant::now();
    // By the moves' names. The only sequence of length zero has no first move.
    let mut moves = BTreeMap::new();
    let nodes = if divide && depth > 0 {
        for first in position.legal_moves() {
            let after = position.play(first).expect("a legal move");
            moves.insert(position.uci(first).to_string(), count(perft, &after, depth - 1)?);
        }
        moves.values().fold(0, |sum: u128, &nodes| sum.saturating_add(nodes))
    } else {
        count(perft, position, depth)?
    };
    let nodes = number_of(Counted::complete(nodes))?;
    let seconds = begin.elapsed().as_secs_f64();
    if json {
        let mut object = serde_json::json!({
            "fen": position.to_string(),
            "depth": depth,
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": nodes_per_second(nodes, seconds),
            "device": gpu.name(),
        });
        if divide {
            object["divide"] = serde_json::json!(moves);
        }
        print(object);
        return Ok(());
    }
    if divide {
        moves.iter().for_each(|(first, nodes)| print(format!("{first} {nodes}")));
        print("");
    }
    print(nodes);
    eprintln!("{seconds:.3} s with the kernels' compilation, on {}", gpu.name());
    Ok(())
}

/// Prints the number of different positions, as `hyperbola positions` does.
fn print_census(
    gpu: &Gpu,
    perft: &mut Perft<'_>,
    position: &Position,
    (depth, en_passant): (u32, EnPassant),
    json: bool,
) -> Result<(), Failure> {
    let begin = Instant::now();
    let census: Census = with_progress(|go_on| perft.census(position, depth, go_on))?;
    let seconds = begin.elapsed().as_secs_f64();
    let positions = census.number(en_passant);
    if json {
        let number = |by: EnPassant| {
            let positions = census.number(by);
            serde_json::json!({ "en_passant": by.id(), "positions": positions })
        };
        print(serde_json::json!({
            "fen": position.to_string(),
            "depth": depth,
            "en_passant": en_passant.id(),
            "positions": positions,
            "numbers": EnPassant::ALL.map(number),
            "seconds": seconds,
            "positions_per_second": nodes_per_second(positions.into(), seconds),
            "classes": census.classes,
            "device": gpu.name(),
        }));
        return Ok(());
    }
    print(positions);
    let (classes, name) = (census.classes, gpu.name());
    let plural = if classes == 1 { "" } else { "es" };
    eprintln!(
        "{seconds:.3} s with the kernels' compilation, in {classes} class{plural}, on {name}"
    );
    Ok(())
}
