//! The arguments of `hyperbola perft` and their help.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use hyperbola::word::WordKind;
use hyperbola_console::parsers::word_parser;
use hyperbola_console::perft::{SequenceArguments, ThreadsArgument};
use hyperbola_perft::Perft;

/// The arguments of `hyperbola perft`.
#[derive(Debug, Args)]
#[command(
    override_usage = USAGE, after_help = HELP, args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true, disable_help_subcommand = true
)]
pub(crate) struct PerftArguments {
    /// The counting of all shards together, in place of counting.
    #[command(subcommand)]
    pub(crate) command: Option<PerftCommand>,
    /// What to count.
    #[command(flatten)]
    pub(crate) count: CountArguments,
}

/// The commands of `hyperbola perft`.
#[derive(Debug, Subcommand)]
pub(crate) enum PerftCommand {
    /// Add up the counts of all shards of a count
    Merge(MergeArguments),
}

/// The ways to use `hyperbola perft`.
const USAGE: &str = "\
hyperbola perft [OPTIONS] <DEPTH> [FEN]
       hyperbola perft [OPTIONS] <DEPTH> [FEN] --shard <K/N>
       hyperbola perft merge [--json] <FILES>...";

/// The arguments of a count.
#[derive(Debug, Args)]
pub(crate) struct CountArguments {
    /// What to count, and how to print it.
    #[command(flatten)]
    pub(crate) sequences: SequenceArguments,
    /// How many threads count.
    #[command(flatten)]
    pub(crate) threads: ThreadsArgument,
    /// Say what the last moves are: captures, checks and so on
    #[arg(long, conflicts_with_all = ["word", "memory", "shard", "split", "output"])]
    pub(crate) statistics: bool,
    /// Count on a GPU, by the program hyperbola-gpu, which is installed apart and can be told which
    /// one
    #[arg(long, conflicts_with_all = ["statistics", "threads", "word"])]
    pub(crate) gpu: bool,
    /// The memory in MiB for positions that are kept, so that hardly any is counted twice, 0 to
    /// 1048576; 0 means that none is kept. With --gpu the device's memory, and 0 means as much as
    /// suits it
    #[arg(
        long, value_name = "MIB", default_value_t = 0, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(0..=1 << 20)
    )]
    pub(crate) memory: u32,
    /// Count with this kind of word [default: the widest that this processor has]
    #[arg(long, value_name = "ID", value_parser = word_parser(|kind| Perft::KINDS.contains(kind)))]
    pub(crate) word: Option<WordKind>,
}

/// The text at the end of the help of `hyperbola perft`.
const HELP: &str = "\
The number is printed on standard output. The time and the number of sequences per second are \
printed on standard error. With --divide there is first a line MOVE NUMBER for each move, sorted \
by the moves' names, and then an empty line. Moves are written as in UCI. If a king or a rook \
that may castle stands on a square that only Chess960 allows, castling is written as the king's \
move onto its rook.

With --memory, the different positions after each half move are kept in about that much memory, with \
the number of sequences that lead to each. A count that needs less takes less. With --divide this is \
done for one first move at a time. A number of 2^128 - 1 or more is an error.

With --statistics the plain move generator makes the last moves, and there is a line for each kind: \
captures (en passant too), en_passant, castles, promotions (to each role is a move of its own), \
checks (mates too), discovered_checks (one piece gives check, and it has not moved; a rook that \
castles has), double_checks (two pieces give check) and checkmates. With --divide there is a column \
for each instead. The JSON object has fen, depth, nodes, seconds, nodes_per_second, threads and the \
object statistics; with --divide also the object divide, which has such an object for each move.

A fast counter on vectors of positions counts, which hardly ever makes the last two moves. \
`hyperbola-study perft` counts with the plain move generator and any technique, `hyperbola positions` \
counts different positions, and `hyperbola suite` checks perft suites.

The JSON object has fen, depth, nodes, complete, seconds, nodes_per_second, threads, memory_mib, \
word (of the counter, otherwise null), technique (of the generator, here null) and bulk (whether the \
last moves are counted without being made). With --divide it also has the object \
divide, which gives the number for each move. Numbers of sequences are integers with all their \
digits, even above 2^64, where some JSON readers round them.

With --gpu the program hyperbola-gpu counts on the best graphics card or other device that has \
integers of 64 bits. It is looked for beside this program, and then in the folders of PATH; its exit \
status is passed on. The JSON object also has device, its name. docs/GPU.md says how to install the \
program.

An interrupt (Ctrl-C) ends the counting. The number counted so far is printed and marked as \
incomplete, and the exit status is 130. A second interrupt ends the command at once.

With --shard K/N many computers count together, each some of N shards. The different positions \
after some half moves, each with the number of sequences that lead to it, are dealt to the shards in \
turns, in the order of their keys. The number is the shard's part of the whole. The JSON object is \
then what `hyperbola perft merge` reads: form (the version of its fields, 2), version (of the \
program), fen, depth, split, shard, shards, all_positions and all_sequences (of the whole split, \
with its digest), positions and sequences (of the shard), nodes, check (a digest of the fields that \
count), complete, seconds, nodes_per_second, threads, memory_mib, word, technique and bulk. With \
--output the file is written when the count is complete. A split of more than 2000000 positions, \
which take about 1 GiB, is refused.

Examples:
  hyperbola perft 7
  hyperbola perft 4 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' --divide
  hyperbola perft 6 --statistics
  hyperbola perft 8 --threads 8 --memory 1024 --json
  hyperbola perft 8 --gpu
  hyperbola perft 9 --shard 3/64 --output shard-3.json
  hyperbola perft merge shard-*.json";

/// The arguments of `hyperbola perft merge`.
#[derive(Debug, Args)]
#[command(after_help = MERGE_HELP)]
pub(crate) struct MergeArguments {
    /// The files of all shards, as `hyperbola perft --shard` writes them with --json or --output
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola perft merge`.
const MERGE_HELP: &str = "\
The number of the whole count is printed. The command makes the split anew and compares it with \
the shards. It ends with exit status 2 if a shard is missing, given twice, incomplete, damaged, of \
another version of the program, or of another count: another position, depth, split or number of \
shards. Standard error then names the files and the shards. A file of more than 1 MiB is no shard.

The JSON object has fen, depth, split, shards, positions, sequences, nodes and seconds (of all \
shards together). `hyperbola positions merge` adds up counts of different positions.

Examples:
  hyperbola perft merge shard-*.json
  hyperbola perft merge --json shards/*.json";
