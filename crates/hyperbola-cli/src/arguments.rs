//! The commands and the main help.

use clap::{Parser, Subcommand};

use crate::commands::{
    attacks, completions, convert, explain, export, features, fen, hunt, list, man, moves, perft,
    prove, verify,
};

/// Compute attacks of sliding chess pieces with every technique of the literature
///
/// Hyperbola computes the attacks of rooks, bishops and queens. It shows step by step how a
/// technique computes them, and verifies each technique against the definition. It also lists and
/// counts the legal moves of chess positions.
#[derive(Debug, Parser)]
#[command(name = "hyperbola", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The examples and the exit statuses in the main help.
const EXAMPLES: &str = "\
Examples:
  hyperbola attacks queen d4 --squares b4,d7,f2,f6,g4
  hyperbola explain hyperbola-quintessence bishop d4 --squares b4,d7,f2,f6,g4
  hyperbola list
  hyperbola verify
  hyperbola perft 7
  hyperbola moves 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  hyperbola fen startpos
  hyperbola hunt --uci stockfish
  hyperbola features positions.fens --features attacks,attack_counts --output arrays
  hyperbola convert games.binpack games.plain

Exit status:
  0    success
  1    a wrong technique, a position that a hunt has found, a file that cannot be read or written, or too little memory
  2    wrong use or wrong input
  3    the program that is hunted failed
  130  interrupted, by Ctrl-C or SIGTERM, while it writes a file, counts or hunts

A command that writes one file writes it beside its place, as .hyperbola-….tmp, and moves it there \
when it is complete and on the disk. After an error or an interrupt the old file is unchanged, and \
the temporary file is removed. If another signal ends the command, such as SIGKILL, the temporary \
file stays. The next command that writes into the folder removes it. The commands features and convert \
keep what they have written, and go on with it: their help says how.

Queries in lines, positions, suites and shards are UTF-8. A byte order mark before them is passed over. \
Text in UTF-16 and data of gzip or Zstandard are refused with exit status 2.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the attacks of a slider
    Attacks(attacks::AttacksArguments),
    /// Show how a technique computes the attacks of a slider, step by step
    Explain(explain::ExplainArguments),
    /// Print a technique or a feature as a file of another language, with a test of itself
    Export(export::ExportArguments),
    /// List the techniques, and which of their instructions this processor has
    List(list::ListArguments),
    /// Compare techniques with the definition, on every square and every occupancy of its lines
    Verify(verify::VerifyArguments),
    /// Prove that techniques equal the definition for all 2^64 boards
    Prove(prove::ProveArguments),
    /// Count the legal move sequences of a given length (perft)
    Perft(perft::PerftArguments),
    /// List the legal moves of a position
    Moves(moves::MovesArguments),
    /// Check a FEN and print its contents
    Fen(fen::FenArguments),
    /// Find the smallest position that another program's move generator gets wrong, and say why
    Hunt(hunt::HuntArguments),
    /// Write features of many positions as NumPy arrays: attacks, counts, pins and more
    Features(features::FeaturesArguments),
    /// Convert files of training data: binpack, plain, viriformat, Bullet and more
    Convert(convert::ConvertArguments),
    /// Print the completion script for a shell
    Completions(completions::CompletionsArguments),
    /// Print the manual page, or write the manual pages of all commands into a folder
    Man(man::ManArguments),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use hyperbola::{Slider, Technique};

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

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
