//! `hyperbola prove`: proves that techniques equal the definition for all boards.

use std::time::Instant;

use anyhow::anyhow;
use hyperbola::{Slider, Square, Technique};
use hyperbola_console::progress_bar;
use hyperbola_prove::{Failure, Scope, prove};
use serde::Serialize;

use super::chosen;
use super::each::Checks;
use crate::arguments::ProveArguments;
use crate::output;

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
