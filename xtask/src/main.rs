//! The project's own chores, run as `cargo xtask …`.
#![forbid(unsafe_code)]

mod budgets;
mod cargo;
mod docs;
mod features;
mod generated;
mod lines;
mod proofs;
mod release;
mod text;
mod web;

use clap::Parser;

/// The project's own chores.
#[derive(Parser)]
enum Chore {
    /// Writes the generated parts of the documentation
    Docs(docs::Arguments),
    /// Writes how many kernels and bytes of code each program has, or checks them
    Budgets(budgets::Arguments),
    /// Counts the lines of code of each crate
    Lines,
    /// Makes the parts of a release, and rehearses it
    Release(release::Arguments),
    /// Builds the explorer, a page for browsers, and serves it
    Web(web::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Docs(arguments) => docs::run(&arguments),
        Chore::Budgets(arguments) => budgets::run(&arguments),
        Chore::Lines => lines::run(),
        Chore::Release(arguments) => release::run(&arguments),
        Chore::Web(arguments) => web::run(&arguments),
    }
}
