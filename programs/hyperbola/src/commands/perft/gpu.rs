//! `hyperbola perft --gpu`: the program `hyperbola-gpu` counts.

use hyperbola_console::others::GPU;
use hyperbola_moves::Position;

use super::arguments::CountArguments;

/// Runs the program in place of the command. What it prints is what the command prints.
pub(super) fn run(arguments: &CountArguments, position: &Position) -> anyhow::Result<()> {
    let CountArguments { sequences, memory, .. } = arguments;
    let mut command = GPU.command();
    command.args(["perft", &sequences.depth().to_string(), &position.to_string()]);
    command.args(sequences.divide.then_some("--divide"));
    command.args(sequences.json.then_some("--json"));
    if *memory > 0 {
        command.args(["--memory", &memory.to_string()]);
    }
    GPU.run(command)
}
