//! The commands and the main help.

use clap::{Parser, Subcommand};
use hyperbola_console::others::DATA;

use crate::commands::{convert, features, positions};

/// Compute features of positions, convert training data and count different positions
///
/// The program writes arrays of features, files of training data and numbers of positions. It goes
/// on with what was interrupted.
#[derive(Debug, Parser)]
#[command(name = "hyperbola-data", version)]
pub(crate) struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands. What each does stands in the list that `hyperbola` has too.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(about = DATA.about("features"))]
    Features(features::FeaturesArguments),
    #[command(about = DATA.about("convert"))]
    Convert(convert::ConvertArguments),
    #[command(about = DATA.about("positions"))]
    Positions(positions::PositionsArguments),
}

#[cfg(test)]
#[path = "../../console/tests/support/pages.rs"]
mod pages;
