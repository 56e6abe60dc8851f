//! `hyperbola prove`: proves that techniques equal the definition for all boards.

use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use hyperbola::{Slider, Square, Technique};
use hyperbola_console::input;
use hyperbola_console::progress_bar;
use hyperbola_prove::{Failure, Scope, prove};
use serde::Serialize;

use super::chosen;
use super::each::Checks;
use super::parsers::{reader, slider_parser, technique_parser};
use crate::output;

/// The arguments of `hyperbola prove`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ProveArguments {
    /// The techniques to prove [default: all]; `hyperbola list` prints the ids
    #[arg(
        value_name = "TECHNIQUE", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) techniques: Vec<Technique>,
    /// Prove the attacks of this piece only; may be given several times [default: all pieces]
    #[arg(long = "piece", value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) sliders: Vec<Slider>,
    /// Prove the attacks from this square only, not those of sets; may be given several times
    #[arg(long = "square", value_name = "SQUARE", value_parser = reader(input::square))]
    pub(crate) squares: Vec<Square>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola prove`.
const HELP: &str = "\
The command runs each technique's own formula on words whose bits are Boolean functions of the 64 \
squares. It compares the results with the definition, for all 2^64 boards. For each technique it \
prints the number of squares, the equations that were proved, the nodes of their decision \
diagrams and the time in seconds. A wrong technique ends the command with exit status 1. A board \
that shows the mistake is printed as code that can be pasted into a test, with the first wrong \
step of the explanation.

Examples:
  hyperbola prove
  hyperbola prove hyperbola-quintessence magic-fancy --piece rook --square d4";

/// Proves the techniques that the arguments name. If they name none, it proves all.
pub(crate) fn run(arguments: &ProveArguments) -> anyhow::Result<()> {
    let techniques = chosen(Technique::ALL, &arguments.techniques);
    let mut scope = Scope::default();
    scope.sliders = chosen(&Slider::ALL, &arguments.sliders);
    scope.squares = chosen(&Square::ALL, &arguments.squares);
    // A set of sliders has no single square, so it is left out if squares are named.
    scope.sets = arguments.squares.is_empty();
    let squares = scope.squares.len() * techniques.len();
    let progress = progress_bar(squares as u64);

    let checks = Checks { techniques: &techniques, heading: &heading(), progress: &progress };
    let print = |row: &str| if arguments.json { Ok(()) } else { output::print(row) };
    let check = |technique: Technique| {
        let start = Instant::now();
        let proved = prove(technique, &scope, &|| progress.inc(1))
            .map_err(|failure| unproved(technique, &failure))?;
        Ok(Proof {
            id: technique.id(),
            squares: scope.squares.len(),
            equations: proved.equations,
            nodes: proved.nodes,
            most_nodes: proved.most_nodes,
            seconds: start.elapsed().as_secs_f64(),
        })
    };
    let results = checks.run(print, check, Proof::row)?;
    if arguments.json { output::print_json(&ProveReport { techniques: &results }) } else { Ok(()) }
}

/// Returns the error for a technique that was not proved.
fn unproved(technique: Technique, failure: &Failure) -> anyhow::Error {
    let text = failure.to_string();
    match failure {
        Failure::Refuted(_) => anyhow!("{technique} is refuted\n\n{}", text.trim_end()),
        _ => anyhow!("{text}"),
    }
}

/// The proof of a technique.
#[derive(Debug, Serialize)]
struct Proof {
    id: &'static str,
    squares: usize,
    equations: u64,
    nodes: u64,
    most_nodes: u64,
    seconds: f64,
}

impl Proof {
    /// Returns the technique's row of the table, without the id.
    fn row(&self) -> String {
        let Self { squares, equations, nodes, most_nodes, seconds, .. } = self;
        format!("{squares:>7}  {equations:>9}  {nodes:>7}  {most_nodes:>10}  {seconds:>7.2}")
    }
}

/// Returns the heading of the table.
fn heading() -> String {
    format!(
        "{:>7}  {:>9}  {:>7}  {:>10}  {:>7}",
        "squares", "equations", "nodes", "most nodes", "seconds"
    )
}

/// All results as JSON.
#[derive(Debug, Serialize)]
struct ProveReport<'a> {
    techniques: &'a [Proof],
}
