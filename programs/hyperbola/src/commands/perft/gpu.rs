//! `hyperbola perft --gpu`: the program `hyperbola-gpu` counts.

use hyperbola_console::others::GPU;
use hyperbola_console::perft::SequenceArguments;
use hyperbola_moves::Position;

/// Runs the program in place of the command. What it prints is what the command prints.
pub(super) fn run(arguments: &SequenceArguments, position: &Position) -> anyhow::Result<()> {
    let mut command = GPU.command();
    command.args(["perft", &arguments.depth().to_string(), &position.to_string()]);
    command.args(arguments.divide.then_some("--divide"));
    command.args(arguments.json.then_some("--json"));
    GPU.run(command)
}
