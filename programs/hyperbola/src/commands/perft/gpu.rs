//! `hyperbola perft --gpu`: the program `hyperbola-gpu` counts.

use std::env;

use hyperbola_console::others::GPU;

/// Runs the program in the place of the command, with its arguments. What it prints is what the
/// command prints.
pub(super) fn run() -> anyhow::Result<()> {
    GPU.run(env::args_os().skip(1).filter(|argument| argument != "--gpu"))
}
