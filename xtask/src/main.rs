//! The project's own chores, run as `cargo xtask …`.
#![forbid(unsafe_code)]

mod find_magics;

use clap::Parser;

/// The project's own chores.
#[derive(Parser)]
enum Chore {
    /// Searches the magic factors anew and prints the file that holds them.
    FindMagics(find_magics::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::FindMagics(arguments) => find_magics::run(&arguments),
    }
}
