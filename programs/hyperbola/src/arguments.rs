//! The commands and the main help.

use clap::{CommandFactory, Parser, Subcommand};
use hyperbola_console::others::{PROGRAMS, Program};

use crate::commands::{attacks, fen, list, moves, perft, uci};

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

The commands explain, export, verify and prove are those of the program hyperbola-study, features, \
convert and positions of hyperbola-data, and hunt, suite and inputs of hyperbola-hunt. Each is built \
and installed apart, and runs by its command here; `cargo run` in a clone builds it first. Each has \
completions and manual pages of its own.

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
}

/// Returns the command with those of the other programs, so that the help lists them all.
pub(crate) fn command() -> clap::Command {
    let others = PROGRAMS.iter().flat_map(|Program { name: program, commands, .. }| {
        commands.iter().map(move |&(name, about)| {
            let page =
                format!("The program {program} has this command and its page, {program}-{name}.");
            clap::Command::new(name).about(about).after_help(page)
        })
    });
    let ordered = |(place, command): (usize, clap::Command)| command.display_order(place);
    Arguments::command().subcommands((50..).zip(others).map(ordered))
}

#[cfg(test)]
#[path = "../../console/tests/support/pages.rs"]
mod pages;
