//! `hyperbola perft --gpu`: the program `hyperbola-gpu` counts.

use hyperbola_console::others::GPU;
use hyperbola_moves::Position;

use super::arguments::CountArguments;

/// Runs the program in place of the command. What it prints is what the command prints.
pub(super) fn run(arguments: &CountArguments, position: &Position) -> anyhow::Result<()> {
    let CountArguments { sequences, memory, .. } = arguments;
    let mut line = vec!["perft".to_owned(), sequences.depth().to_string(), position.to_string()];
    line.extend(sequences.divide.then(|| "--divide".to_owned()));
    line.extend(sequences.json.then(|| "--json".to_owned()));
    if *memory > 0 {
        line.extend(["--memory".to_owned(), memory.to_string()]);
    }
    GPU.run(line)
}
