//! `hyperbola completions`: what a shell needs to complete the command.

use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::output;

/// Prints the completions for a shell.
pub(crate) fn run(arguments: &Completions) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "hyperbola", &mut script);
    output::print_bytes(&script)
}
