//! The commands and the main help.

use clap::{Arg, CommandFactory, Parser, Subcommand};
use hyperbola_console::others::{self, PROGRAMS};

use crate::commands::{attacks, completions, fen, list, man, moves, perft, uci};

/// Compute attacks of sliding chess pieces with every technique of the literature
///
/// Hyperbola computes the attacks of rooks, bishops and queens. It shows step by step how a
/// technique computes them, and verifies each technique against the definition. It also lists and
/// counts the legal moves of chess positions.
#[derive(Debug, Parser)]
#[command(name = "hyperbola", bin_name = "hyperbola", version, after_help = EXAMPLES)]
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

The commands explain, export, verify and prove are those of the program hyperbola-study, features, \
convert and positions of hyperbola-data, and hunt, suite and inputs of hyperbola-hunt. Each is built \
and installed apart, and runs by its command here.

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

/// The commands of this program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the attacks of a slider
    Attacks(attacks::AttacksArguments),
    /// List the techniques, and which of their instructions this processor has
    List(list::ListArguments),
    /// List the legal moves of a position
    Moves(moves::MovesArguments),
    /// Check a FEN and print its contents
    Fen(fen::FenArguments),
    /// Count the legal move sequences of a given length (perft)
    Perft(perft::PerftArguments),
    /// Count by the lines that programs send to a chess engine (UCI)
    Uci(uci::UciArguments),
    /// Print the completion script for a shell
    #[command(display_order = LAST)]
    Completions(completions::CompletionsArguments),
    /// Print the manual page, or write the manual pages of all commands into a folder
    #[command(display_order = LAST)]
    Man(man::ManArguments),
}

/// The place in the help of the commands that come last.
const LAST: usize = 100;

/// Returns the command with those of the other programs, so that the help lists them all.
pub(crate) fn command() -> clap::Command {
    let others = PROGRAMS.iter().flat_map(|program| program.commands);
    let other = |(place, &(name, about)): (usize, &(&'static str, &'static str))| {
        clap::Command::new(name).about(about).display_order(place)
    };
    Arguments::command().subcommands((50..).zip(others).map(other))
}

/// Returns the command with all commands and options of the other programs that are there.
pub(crate) fn whole_command() -> clap::Command {
    let own = Arguments::command();
    others::trees().into_iter().fold(command(), |command, tree| {
        let name = tree.get_name().to_owned();
        match own.find_subcommand(&name) {
            None => command.mut_subcommand(name, |_| tree),
            // Of a command that both have, such as perft, the other's options are added.
            Some(own) => {
                let has =
                    |arg: &Arg| own.get_arguments().any(|known| known.get_id() == arg.get_id());
                let others: Vec<Arg> =
                    tree.get_arguments().filter(|arg| !has(arg)).cloned().collect();
                command.mut_subcommand(name, |command| command.args(others))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        command().debug_assert();
    }
}
