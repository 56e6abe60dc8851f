//! The commands and the main help.

use clap::{Parser, Subcommand};
use hyperbola_console::others::STUDY;

use crate::commands::{explain, export, perft, prove, verify};

/// Study techniques: explain, export, verify and prove them
///
/// The program shows step by step how a technique computes attacks, prints techniques as source
/// code, verifies each against the definition and proves it for all boards.
#[derive(Debug, Parser)]
#[command(name = "hyperbola-study", version)]
pub(crate) struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands. Their descriptions are in the list that `hyperbola` shares.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(about = STUDY.about("explain"))]
    Explain(explain::ExplainArguments),
    #[command(about = STUDY.about("export"))]
    Export(export::ExportArguments),
    #[command(about = STUDY.about("verify"))]
    Verify(verify::VerifyArguments),
    #[command(about = STUDY.about("prove"))]
    Prove(prove::ProveArguments),
    /// Count the legal move sequences of a given length with any technique
    Perft(perft::PerftArguments),
}

#[cfg(test)]
#[path = "../../console/tests/support/pages.rs"]
mod pages;

#[cfg(test)]
mod tests {
    use hyperbola::{Slider, Technique};

    use super::*;

    #[test]
    fn every_slider_and_technique_is_known_by_its_name() {
        for slider in Slider::ALL {
            for technique in Technique::ALL {
                let line = ["hyperbola", "explain", technique.id(), &slider.to_string(), "a1"];
                let Command::Explain(explain) = Arguments::parse_from(line).command else {
                    panic!("{line:?} is not an explain command");
                };
                assert_eq!((explain.technique, explain.slider), (*technique, slider));
            }
        }
    }
}
