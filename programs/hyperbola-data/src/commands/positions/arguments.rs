//! The arguments of `hyperbola positions` and their help.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use hyperbola_console::input;
use hyperbola_console::parsers::{en_passant_parser, reader, threads_parser};
use hyperbola_console::perft::depth;
use hyperbola_moves::Position;
use hyperbola_perft::census::EnPassant;
use hyperbola_perft::shards::Shard;

/// The arguments of `hyperbola positions`.
#[derive(Debug, Args)]
#[command(
    override_usage = USAGE, after_help = HELP, args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true, disable_help_subcommand = true
)]
pub(crate) struct PositionsArguments {
    /// The counting of all shards together, in place of counting.
    #[command(subcommand)]
    pub(crate) command: Option<PositionsCommand>,
    /// What to count.
    #[command(flatten)]
    pub(crate) count: Option<CountArguments>,
}

/// The commands of `hyperbola positions`.
#[derive(Debug, Subcommand)]
pub(crate) enum PositionsCommand {
    /// Add up the classes that shards have counted
    Merge(MergeArguments),
}

/// The ways to use `hyperbola positions`.
const USAGE: &str = "\
hyperbola-data positions [OPTIONS] <DEPTH> [FEN]
       hyperbola-data positions [OPTIONS] <DEPTH> [FEN] --shard <K/N> --scratch <DIR>
       hyperbola-data positions merge [--json] <FILES>...";

/// The arguments of a count.
#[derive(Debug, Args)]
pub(crate) struct CountArguments {
    /// The number of half moves after which positions are counted, 0 to 255
    #[arg(allow_negative_numbers = true, value_parser = depth)]
    pub(crate) depth: u8,
    /// Start from this position: a FEN, X-FEN or Shredder-FEN, or startpos [default: startpos]
    #[arg(value_parser = reader(input::position))]
    pub(crate) fen: Option<Position>,
    /// What follows a FEN that is not in quotes.
    #[arg(hide = true)]
    pub(crate) rest: Vec<String>,
    /// When the square that a pawn has passed over is a part of a position: if a capture there is
    /// legal, if an enemy pawn stands beside the pawn, or after every double step [default: legal]
    #[arg(long, value_name = "WHEN", value_parser = en_passant_parser())]
    en_passant: Option<EnPassant>,
    /// Print the FENs of the positions, sorted, in place of their number
    #[arg(long, conflicts_with_all = ["json", "scratch", "seed", "threads", "memory", "shard"])]
    pub(crate) list: bool,
    /// Keep the state of the count in this folder, so that the same command goes on after an
    /// interrupt
    #[arg(long, value_name = "DIR")]
    pub(crate) scratch: Option<PathBuf>,
    /// Divide the positions into classes in another way; the result stays the same
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The number of threads that count, at most 256; 0 for all processors
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
        value_parser = threads_parser()
    )]
    pub(crate) threads: u16,
    /// The memory in MiB for all positions that are kept, 0 to 1048576; 0 stands for 1024
    #[arg(
        long, value_name = "MIB", default_value_t = 0, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(0..=1 << 20)
    )]
    pub(crate) memory: u32,
    /// Count only this share of the classes: 3/64 is the third of 64 shards
    #[arg(long, value_name = "K/N", allow_hyphen_values = true)]
    pub(crate) shard: Option<Shard>,
}

impl CountArguments {
    /// Returns the definition of the en passant part of a position.
    pub(crate) fn en_passant(&self) -> EnPassant {
        self.en_passant.unwrap_or(EnPassant::Legal)
    }
}

/// The text at the end of the help of `hyperbola positions`.
const HELP: &str = "\
The number is that of different positions. Positions are the same if their pieces, \
the side to move, the castling rights and the en passant square are the same; clocks do not count. \
--en-passant says when there is such a square. --list prints the positions, at most 2000000, on \
one thread. The count is done in classes: the positions at the end are divided by the squares of \
the side that does not make the last half move. All positions two half moves before the end are \
kept in memory, 32 bytes each. --memory (1024 if it is 0) must hold them, a class of what follows, \
and the threads' share, at most a quarter of it; with more memory there are fewer classes, and the \
count is faster. With --scratch the state after each class is kept in a folder, in which the same \
command goes on after an interrupt or a crash. The state takes less than 2 MiB. It is replaced as \
a whole, so that the disk needs room for it twice. A count that takes long says first how long. \
With --shard K/N only some of the classes are counted; each shard needs a folder of its own, and all \
need the same --seed and --memory. `hyperbola positions merge` adds up the classes in all folders. \
The JSON object has fen, depth, en_passant, positions, numbers (an object for each definition: \
en_passant, positions and digest), seconds and positions_per_second (of this run), threads, \
memory_mib, classes, seed and, with --shard, shard. Equal sets of positions have equal digests.

Examples:
  hyperbola positions 6 --en-passant every
  hyperbola positions 8 --memory 4096 --threads 0 --scratch unique-8
  hyperbola positions 9 --memory 8800 --shard 3/8 --scratch unique-9-3
  hyperbola positions merge unique-9-*";

/// The arguments of `hyperbola positions merge`.
#[derive(Debug, Args)]
#[command(after_help = MERGE_HELP)]
pub(crate) struct MergeArguments {
    /// The folders of --scratch of all shards, or the files with the ending .state in them
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola positions merge`.
const MERGE_HELP: &str = "\
There is a line with the name and the number of each definition of an en passant square. Each \
class must be in one of the files; in several it must have the same number. The JSON object has fen, \
depth, numbers (an object for each definition: en_passant, positions and digest), classes and seed.

Example:
  hyperbola positions merge unique-9-*";
