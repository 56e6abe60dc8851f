//! The commands and the main help.

use clap::{Parser, Subcommand};
use hyperbola_console::others::HUNT;

use crate::commands::{hunt, inputs, suite};

/// Find what another program's move generator gets wrong
///
/// The program asks another one for legal moves, counts and inputs of networks, and makes a wrong
/// answer small.
#[derive(Debug, Parser)]
#[command(name = "hyperbola-hunt", version)]
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
#[path = "../../console/tests/support/pages.rs"]
mod pages;
