//! The project's own chores, run as `cargo xtask …`.
#![forbid(unsafe_code)]

mod assembly;
mod budgets;
mod cargo;
mod code_bytes;
mod docs;
mod exported;
mod features;
mod find_magics;
mod inlining;
mod instructions;
mod lines;
mod proofs;
mod release;
mod rivals;
mod text;
mod web;

use clap::Parser;

/// The project's own chores.
#[derive(Parser)]
enum Chore {
    /// Writes the generated parts of the documentation
    Docs(docs::Arguments),
    /// Searches the magic factors again and writes the file that holds them
    FindMagics(find_magics::Arguments),
    /// Counts the instructions of a bishop's attacks in a release build, and of the target's own choice
    Instructions(instructions::Arguments),
    /// Writes the number of bytes of code in each technique's attacks
    CodeBytes(code_bytes::Arguments),
    /// Writes how many kernels and bytes of code each program has, or checks them
    Budgets(budgets::Arguments),
    /// Finds functions that are compiled without the instructions of the vectors they compute on
    Inlining(inlining::Arguments),
    /// Counts the lines of code of each crate
    Lines,
    /// Builds the rivals for this processor and prints the paths of their programs
    Rivals(rivals::Arguments),
    /// Makes the parts of a release, and rehearses it
    Release(release::Arguments),
    /// Builds the explorer, a page for browsers, and serves it
    Web(web::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::Docs(arguments) => docs::run(&arguments),
        Chore::FindMagics(arguments) => find_magics::run(&arguments),
        Chore::Instructions(arguments) => instructions::run(&arguments),
        Chore::CodeBytes(arguments) => code_bytes::run(&arguments),
        Chore::Budgets(arguments) => budgets::run(&arguments),
        Chore::Inlining(arguments) => inlining::run(&arguments),
        Chore::Lines => lines::run(),
        Chore::Rivals(arguments) => rivals::run(&arguments),
        Chore::Release(arguments) => release::run(&arguments),
        Chore::Web(arguments) => web::run(&arguments),
    }
}
