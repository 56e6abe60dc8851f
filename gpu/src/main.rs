//! The program `hyperbola-gpu`: perft on a GPU, and measurements of a GPU.

mod counts;
mod measure;
mod table;

use core::time::Duration;
use std::fs::read_to_string;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use clap::{Args, Parser, Subcommand};
use hyperbola_console::{output, status};
use hyperbola_gpu::{Gpu, GpuError, adapters};

use counts::{PerftArguments, PositionsArguments};

/// Counts chess move sequences on a GPU, by the formulas of hyperbola.
#[derive(Debug, Parser)]
#[command(name = "hyperbola-gpu", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Take the best device with this text in its name; capitals do not matter.
    #[arg(long, global = true, value_name = "TEXT")]
    device: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the devices, the best first.
    Devices {
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Count the legal move sequences of a length from a position.
    Perft(PerftArguments),
    /// Count the different positions after a number of half moves, as `hyperbola positions` does.
    Positions(PositionsArguments),
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
        /// The device's memory.
        #[command(flatten)]
        memory: MemoryArgument,
        /// Print lines of JSON.
        #[arg(long)]
        json: bool,
    },
}

/// The memory of the device that a count takes.
#[derive(Debug, Clone, Copy, Args)]
struct MemoryArgument {
    /// The device's memory to use, in MiB; 0 for up to 8192 on a graphics card, and 2048 or 1024 on
    /// other devices. Deep counts are faster with more; with less, different positions are divided
    /// into more classes, for each of which all moves are made.
    #[arg(
        long, value_name = "MIB", default_value_t = 0,
        value_parser = clap::value_parser!(u64).range(..=1 << 30)
    )]
    memory: u64,
}

impl MemoryArgument {
    /// Returns the bytes, if a number is given.
    fn bytes(self) -> Option<u64> {
        (self.memory > 0).then_some(self.memory << 20)
    }
}

fn main() -> ExitCode {
    hyperbola_console::run(run, status)
}

fn run(Arguments { command, device }: Arguments) -> anyhow::Result<()> {
    let open = || -> Result<Gpu, GpuError> { device.as_deref().map_or_else(Gpu::new, Gpu::named) };
    match command {
        Command::Devices { json: true } => {
            output::print_json(&serde_json::json!({ "devices": adapters() }))?;
        }
        Command::Devices { json: false } => {
            let lines: String = adapters().iter().flat_map(|name| [name, "\n"]).collect();
            output::print(&lines)?;
        }
        Command::Perft(arguments) => counts::perft(&arguments, open)?,
        Command::Positions(arguments) => counts::positions(&arguments, open)?,
        Command::Table { record } => {
            let name = record.display();
            let text = read_to_string(&record).map_err(|error| anyhow!("{name}: {error}"))?;
            let tables = table::table(&text).map_err(|error| anyhow!("{name}: {error}"))?;
            output::print(&format!("{}\n", tables.trim_end()))?;
        }
        Command::Measure { seconds, memory, json } => {
            if !measure::run(&open()?, Duration::from_secs(seconds), memory.bytes(), json)? {
                bail!("some results are wrong");
            }
        }
    }
    Ok(())
}
