//! The workshop's chores, run as `cargo workshop …`.
#![forbid(unsafe_code)]

// Shared with the chores of `cargo xtask`.
#[path = "../../../xtask/src/cargo.rs"]
mod cargo;
mod code_bytes;
mod exported;
mod find_magics;
#[path = "../../../xtask/src/generated.rs"]
mod generated;
mod inlining;
mod instructions;
mod machine_code;
mod rivals;

use clap::Parser;

/// The workshop's chores.
#[derive(Parser)]
#[command(name = "workshop")]
enum Chore {
    /// Searches the magic factors again and writes the files that hold them
    FindMagics(find_magics::Arguments),
    /// Counts the instructions of attacks in a release build for several processors
    Instructions(instructions::Arguments),
    /// Writes the number of bytes of code in each technique's attacks
    CodeBytes(code_bytes::Arguments),
    /// Finds functions that are compiled without the instructions of the vectors they compute on
    Inlining(inlining::Arguments),
    /// Builds the rivals for this processor and prints the paths of their programs
    Rivals(rivals::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Chore::parse() {
        Chore::FindMagics(arguments) => find_magics::run(&arguments),
        Chore::Instructions(arguments) => instructions::run(&arguments),
        Chore::CodeBytes(arguments) => code_bytes::run(&arguments),
        Chore::Inlining(arguments) => inlining::run(&arguments),
        Chore::Rivals(arguments) => rivals::run(&arguments),
    }
}
