//! The arguments and their help.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use hyperbola_lab::rival::RivalCommand;

/// Measures the techniques of Hyperbola on this machine, and recommends one for each use
#[derive(Debug, Parser)]
#[command(name = "hyperbola-lab", version, after_help = HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    /// What to do instead of measuring.
    #[command(subcommand)]
    pub(crate) action: Option<Action>,
    /// Measure all definitions, and each of them longer: 5 to 12 minutes
    #[arg(long)]
    pub(crate) full: bool,
    /// Measure this definition, and none that is not named; may be given several times
    #[arg(long = "definition", value_name = "NAME")]
    pub(crate) definitions: Vec<String>,
    /// List the definitions
    #[arg(long, conflicts_with_all = ["full", "definitions", "seconds", "record", "report", "rivals", "commands"])]
    pub(crate) list: bool,
    /// Measure no definition longer than this; what every contender does once is not counted
    #[arg(
        long, value_name = "N", allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) seconds: Option<u32>,
    /// Print the record as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the record, the same JSON object, into a file, which is overwritten
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Write the report, a page of HTML with charts, into a file, which is overwritten
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// A program that counts perft, to be measured too: NAME=command with {fen} {depth}
    #[arg(long = "rival", value_name = "RIVAL")]
    pub(crate) commands: Vec<RivalCommand>,
    /// A folder of programs that answer queries and count perft, all to be measured too
    #[arg(long, value_name = "FOLDER")]
    pub(crate) rivals: Option<PathBuf>,
    /// The longest that a rival may take for an answer, or for a count from its start, in seconds; one that
    /// takes longer is ended and has an error
    #[arg(
        long, value_name = "N", default_value_t = 60, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) rival_timeout: u32,
}

/// What is done with records.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Compare two records
    Compare {
        /// The first record
        first: PathBuf,
        /// The second record
        second: PathBuf,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write the report of a record
    Report {
        /// The record
        record: PathBuf,
        /// The file for the page of HTML, which is overwritten
        page: PathBuf,
    },
    /// Print the tables of a record in Markdown, or put them into a page
    Table {
        /// The record
        record: PathBuf,
        /// The page, in which they go between the line <!-- hyperbola-lab table RECORD --> and <!-- end -->
        #[arg(long, value_name = "PAGE")]
        into: Option<PathBuf>,
        /// Change nothing; fail if the page does not have them as they are
        #[arg(long, requires = "into")]
        check: bool,
    },
}

/// The help that no argument is the place for.
const HELP: &str = "\
Every contender is verified before it is timed, and all are timed in turns; one that is wrong has an \
error and no time. What the definitions measure and how is in lab/METHODOLOGY.md, and what is unfair \
about it in lab/BIAS.md. Without --full it takes about 2 minutes. If any contender is wrong, the exit \
status is 1, after everything is printed.

The programs of --rivals are other libraries, which `cargo xtask rivals` builds; they take part in perft \
and in the models throughput, latency and cache-pressure. What they are asked is in lab/METHODOLOGY.md.

A program of --rival prints the number of sequences, on a line of its own or after the word nodes. Its \
command is not read by a shell; {fen} becomes one argument, {depth} another. Its start is part of its time. \
A rival that cannot be run, or does not answer at the start, ends the run there.

Examples:
  hyperbola-lab --report bench.html
  hyperbola-lab --definition latency-queen-games --json
  hyperbola-lab --definition throughput-queen-games --rivals target/rivals
  hyperbola-lab --definition perft-six --rival 'mine=./engine perft {depth} {fen}'
  hyperbola-lab compare before.json after.json

Exit status: 0 success; 1 a contender found wrong, a rival that cannot be run, a file that cannot be read or \
written, or a page without the tables; 2 wrong use.";
