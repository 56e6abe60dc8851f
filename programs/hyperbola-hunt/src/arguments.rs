//! The commands and the main help.

use clap::{Parser, Subcommand};
use hyperbola_console::others::HUNT;

use crate::commands::{hunt, inputs, suite};

/// Find what another program's move generator gets wrong
///
/// The program asks another one for legal moves, counts and inputs of networks, and makes a wrong
/// answer small.
#[derive(Debug, Parser)]
#[command(name = "hyperbola-hunt", bin_name = "hyperbola", version)]
pub(crate) struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands. What each does stands in the list that `hyperbola` has too.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(about = HUNT.about("hunt"))]
    Hunt(hunt::HuntArguments),
    #[command(about = HUNT.about("suite"))]
    Suite(suite::SuiteArguments),
    #[command(about = HUNT.about("inputs"))]
    Inputs(inputs::InputsArguments),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn commands_are_those_that_hyperbola_lists() {
        let command = Arguments::command();
        let names = command.get_subcommands().map(clap::Command::get_name);
        assert!(names.eq(HUNT.commands.iter().map(|(name, _)| *name)));
    }
}
