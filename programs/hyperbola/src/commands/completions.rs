//! `hyperbola completions`: the script with which a shell completes the command.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::output;

/// The arguments of `hyperbola completions`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct CompletionsArguments {
    /// The shell to print the script for
    pub(crate) shell: Shell,
}

/// The text at the end of the help of `hyperbola completions`.
const HELP: &str = "\
The options of commands of other programs are there if these programs are beside this one, or in a \
folder of PATH.

Examples:
  hyperbola completions bash > ~/.local/share/bash-completion/completions/hyperbola
  hyperbola completions fish > ~/.config/fish/completions/hyperbola.fish";

/// Prints the completions for a shell.
pub(crate) fn run(arguments: &CompletionsArguments, mut command: Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "hyperbola", &mut script);
    output::print_bytes(&script)
}
