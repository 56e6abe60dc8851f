//! The program `hyperbola-lab`: it measures on this machine, and compares and shows the results.
//!
//! The help in `arguments.rs` lists the exit statuses.
#![forbid(unsafe_code)]

mod arguments;
mod measure;
mod records;
mod text;

use std::process::ExitCode;

use hyperbola_console::{output, table};
use hyperbola_lab::definition::Definition;

use arguments::Arguments;

fn main() -> ExitCode {
    hyperbola_console::run(run, |_| 1)
}

/// Measures, or does the requested action on records.
fn run(arguments: Arguments) -> anyhow::Result<()> {
    match &arguments.action {
        Some(action) => records::run(action),
        None if arguments.list => list(&arguments),
        None => measure::run(&arguments),
    }
}

/// Lists the definitions.
fn list(arguments: &Arguments) -> anyhow::Result<()> {
    let definitions = Definition::all()?;
    if arguments.json {
        let names: Vec<&str> = definitions.iter().map(|one| one.name.as_str()).collect();
        return output::print_json(&names);
    }
    let row = |one: &Definition| {
        let quick = if one.quick { "yes" } else { "with --full" };
        [one.name.clone(), one.model.to_string(), quick.to_owned()]
    };
    let header = ["definition", "model", "measured"];
    output::print(&table(header, definitions.iter().map(row), &[], &[]))
}
