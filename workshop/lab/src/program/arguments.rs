//! The arguments and their help.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Parser, Subcommand};
use hyperbola_lab::definition::Definition;
use hyperbola_lab::rival::RivalCommand;

/// Measures the techniques of Hyperbola on this machine, and recommends one for each use
#[derive(Debug, Parser)]
#[command(
    name = "hyperbola-lab", version, after_help = HELP, args_conflicts_with_subcommands = true
)]
pub(crate) struct Arguments {
    /// The action, if it is not to measure.
    #[command(subcommand)]
    pub(crate) action: Option<Action>,
    /// Measure all definitions, each for a longer time: 5 to 12 minutes
    #[arg(long)]
    pub(crate) full: bool,
    /// Measure only this definition; may be given several times
    #[arg(long = "definition", value_name = "NAME", value_parser = definition)]
    pub(crate) definitions: Vec<Definition>,
    /// List the definitions
    #[arg(
        long,
        conflicts_with_all = [
            "full", "definitions", "seconds", "record", "report", "rivals", "commands"
        ]
    )]
    pub(crate) list: bool,
    /// The time limit in seconds for a definition, without the check of every contender
    #[arg(
        long, value_name = "N", allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) seconds: Option<u32>,
    /// Print the record as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the record, the same JSON object, into this file, which is overwritten
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Write the report, an HTML page with charts, into this file, which is overwritten
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Also measure this program, which counts perft: NAME=command with {fen} and {depth}
    #[arg(long = "rival", value_name = "RIVAL")]
    pub(crate) commands: Vec<RivalCommand>,
    /// Also measure all programs of this folder, which answer queries and count perft
    #[arg(long, value_name = "FOLDER")]
    pub(crate) rivals: Option<PathBuf>,
    /// The time limit in seconds for a rival's answer. A slower rival is stopped and has an error
    #[arg(
        long, value_name = "N", default_value_t = 60, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) rival_timeout: u32,
}

/// Finds a definition by its name.
fn definition(name: &str) -> anyhow::Result<Definition> {
    let found = Definition::all()?.into_iter().find(|one| one.name == name);
    found.context("there is no such definition; --list names all")
}

/// The actions on records.
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
        /// The file for the HTML page, which is overwritten
        page: PathBuf,
    },
    /// Measure what an engine calls by several libraries, and write the record
    Libraries {
        /// The file for the record, which is overwritten
        record: PathBuf,
        /// The target that a program is built for, and the program, which is
        /// workshop/rivals/libraries
        #[arg(required = true, value_name = "TARGET=PROGRAM")]
        programs: Vec<String>,
    },
    /// Print the tables of a record in Markdown, or put them into a page
    Table {
        /// The record
        record: PathBuf,
        /// Put the tables into this page, between the lines <!-- hyperbola-lab table RECORD --> and
        /// <!-- end -->. With the word summary in the place of table, only the first libraries'
        /// rows
        #[arg(long, value_name = "PAGE")]
        into: Option<PathBuf>,
        /// Change nothing; fail if the page has other tables
        #[arg(long, requires = "into")]
        check: bool,
    },
}

/// The help that does not belong to an argument.
const HELP: &str = "\
Every contender is checked before it is timed, and all of them are timed in turns. A wrong contender
has an error and no time. Then the exit status is 1, after everything is printed. A run without
--full takes about 2 minutes. workshop/lab/METHODOLOGY.md says what the definitions measure and how, and
workshop/lab/BIAS.md what is unfair about it.

The programs of --rivals are other libraries, and techniques exported to C. `cargo workshop rivals`
builds them. The former take part in perft and in the models throughput, latency and cache-pressure,
the latter in exported and exported-batch. workshop/lab/METHODOLOGY.md has the protocol.

A program of --rival prints the number of sequences, on a line of its own or after the word nodes.
No shell reads its command: {fen} becomes one argument, {depth} another. Its start is part of its
time. A rival that cannot be run, or that does not answer at the start, ends the run there.

Examples:
  hyperbola-lab --report bench.html
  hyperbola-lab --definition latency-queen-games --json
  hyperbola-lab --definition throughput-queen-games --rivals target/rivals
  hyperbola-lab --definition perft-six --rival 'mine=./engine perft {depth} {fen}'
  hyperbola-lab compare before.json after.json

Exit status:
  0  success
  1  a wrong contender, a rival that cannot be run, a rival with the name of another contender, a
     file that cannot be read or written, or a page without the tables
  2  wrong use";
