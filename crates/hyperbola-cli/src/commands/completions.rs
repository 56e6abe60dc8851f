//! `hyperbola completions`: the script with which a shell completes the command.

use clap::CommandFactory;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::output;

/// Prints the completions for a shell.
pub(crate) fn run(arguments: &CompletionsArguments) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "hyperbola", &mut script);
    output::print_bytes(&script)
}
