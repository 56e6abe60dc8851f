//! The arguments of `hyperbola perft` and their help.

use std::path::PathBuf;

use clap::builder::{ArgPredicate, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use hyperbola::Technique;
use hyperbola::word::WordKind;
use hyperbola_census::EnPassant;
use hyperbola_console::input;
use hyperbola_moves::{Position, perft};
use hyperbola_shards::Shard;

use crate::commands::parsers::{reader, technique_parser, threads_parser, word_parser};

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
    pub(crate) count: Option<CountArguments>,
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
       hyperbola perft [OPTIONS] <DEPTH> [FEN] --unique
       hyperbola perft [OPTIONS] --suite <FILE>
       hyperbola perft merge [--json] <FILES>...";

/// The arguments of a count.
#[derive(Debug, Args)]
pub(crate) struct CountArguments {
    /// The length of the move sequences in half moves, 0 to 255
    #[arg(
        allow_negative_numbers = true, value_parser = depth, required = false,
        required_unless_present = "suite", conflicts_with = "suite",
        default_value_if("suite", ArgPredicate::IsPresent, "0"), hide_default_value = true
    )]
    pub(crate) depth: u8,
    /// Start from this position: a FEN, X-FEN or Shredder-FEN, or startpos [default: startpos]
    #[arg(value_parser = reader(input::position))]
    pub(crate) fen: Option<Position>,
    /// What follows a FEN that is not in quotes.
    #[arg(hide = true)]
    pub(crate) rest: Vec<String>,
    /// Also print the number of sequences that begin with each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Say what the last moves are: captures, checks and so on
    #[arg(
        long, conflicts_with_all = ["word", "memory", "technique", "no_bulk", "shard", "split", "output"]
    )]
    pub(crate) statistics: bool,
    /// Count the different positions after that many half moves
    #[arg(
        long, conflicts_with_all = [
            "divide", "statistics", "word", "technique", "no_bulk", "split", "output"
        ]
    )]
    pub(crate) unique: bool,
    /// When the square that a pawn has passed over is a part of a position: if a capture there is
    /// legal, if an enemy pawn stands beside the pawn, or after every double step [default: legal]
    #[arg(long, value_name = "WHEN", requires = "unique", value_parser = en_passant_parser())]
    pub(crate) en_passant: Option<EnPassant>,
    /// Print the FENs of the positions, sorted, in place of their number
    #[arg(
        long, requires = "unique",
        conflicts_with_all = ["json", "scratch", "seed", "threads", "memory", "shard"]
    )]
    pub(crate) list: bool,
    /// Keep the state of the count in this folder, so that the same command goes on after an
    /// interrupt
    #[arg(long, value_name = "DIR", requires = "unique")]
    pub(crate) scratch: Option<PathBuf>,
    /// Divide the positions into classes in another way; the result stays the same
    #[arg(long, value_name = "N", requires = "unique", allow_hyphen_values = true)]
    pub(crate) seed: Option<u64>,
    /// Count on a GPU, by the program hyperbola-gpu, which is installed apart and can be told which
    /// one. An interrupt prints nothing then
    #[arg(
        long, conflicts_with_all = [
            "statistics", "unique", "threads", "memory", "word", "technique", "no_bulk", "shard",
            "suite", "en_passant", "list", "scratch", "seed", "split", "output"
        ]
    )]
    pub(crate) gpu: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The number of threads that count, at most 256; 0 for all processors
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
        value_parser = threads_parser()
    )]
    pub(crate) threads: u16,
    /// The memory in MiB for positions that are kept, so that hardly any is counted twice, 0 to
    /// 1048576; 0 means that none is kept
    #[arg(
        long, value_name = "MIB", default_value_t = 0, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(0..=1 << 20)
    )]
    pub(crate) memory: u32,
    /// Count with this kind of word [default: the widest that this processor has]
    #[arg(long, value_name = "ID", value_parser = word_parser(|kind| perft::Perft::KINDS.contains(kind)))]
    pub(crate) word: Option<WordKind>,
    /// Count with the plain move generator and this technique; `hyperbola list` prints the ids
    #[arg(
        long, value_name = "ID", conflicts_with_all = ["word", "memory"],
        value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) technique: Option<Technique>,
    /// Count with the plain move generator, and make the last moves too
    #[arg(long, conflicts_with_all = ["word", "memory"])]
    pub(crate) no_bulk: bool,
    /// Count only this share of the positions after a split, or with --unique of the classes: 3/64 is
    /// the third of 64 shards
    #[arg(long, value_name = "K/N", conflicts_with = "divide", allow_hyphen_values = true)]
    pub(crate) shard: Option<Shard>,
    /// Split after this number of half moves [default: the first that gives 16 positions a shard]
    #[arg(long, value_name = "N", requires = "shard", allow_hyphen_values = true)]
    pub(crate) split: Option<u8>,
    /// Write the shard's JSON object to this file, when it is complete, and print nothing
    #[arg(long, value_name = "FILE", requires = "shard", conflicts_with = "json")]
    pub(crate) output: Option<PathBuf>,
    /// Check all numbers of a perft suite, with rows such as FEN ;D1 20 ;D2 400; small ones first
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["divide", "statistics", "unique", "memory", "shard", "split", "output"]
    )]
    pub(crate) suite: Vec<PathBuf>,
    /// Pass over greater numbers of --suite [default: none, or 200000 with another program]
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth")]
    pub(crate) max_nodes: Option<u64>,
    /// Write to this file how far --suite has come, and go on from there the next time
    #[arg(long, value_name = "FILE", requires = "suite", conflicts_with = "depth")]
    pub(crate) state: Option<PathBuf>,
    /// Ask a UCI engine for the rows of --suite, as `hyperbola hunt --only-suite` does
    #[arg(
        long, value_name = "COMMAND", requires = "suite",
        conflicts_with_all = ["depth", "word", "technique", "no_bulk"]
    )]
    pub(crate) uci: Option<String>,
    /// Ask a program for the rows of --suite, by a template with {fen} and {depth}
    #[arg(
        long = "command", value_name = "TEMPLATE", requires = "suite",
        conflicts_with_all = ["depth", "uci", "word", "technique", "no_bulk"]
    )]
    pub(crate) template: Option<String>,
}

impl CountArguments {
    /// Returns the definition of the en passant part of a position.
    pub(crate) fn en_passant(&self) -> EnPassant {
        self.en_passant.unwrap_or(EnPassant::Legal)
    }
}

/// Reads a definition of the en passant part of a position.
fn en_passant_parser() -> impl TypedValueParser<Value = EnPassant> {
    let ids = EnPassant::ALL.map(EnPassant::id);
    PossibleValuesParser::new(ids).map(|id| {
        let named = EnPassant::ALL.into_iter().find(|by| by.id() == id);
        named.unwrap_or(EnPassant::Legal)
    })
}

/// Reads a depth.
fn depth(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| "expected a number of half moves, 0 to 255".to_owned())
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

By default a fast counter on vectors of positions is used. It hardly ever makes the last two \
moves. With --technique or --no-bulk the plain move generator is used instead. It makes every \
move except the last; with --no-bulk it makes the last move too. It cannot be combined with --word \
or --memory.

The JSON object has fen, depth, nodes, complete, seconds, nodes_per_second, threads, memory_mib, \
word (of the counter, otherwise null), technique (of the generator, otherwise null) and bulk \
(whether the last moves are counted without being made). With --divide it also has the object \
divide, which gives the number for each move. Numbers of sequences are integers with all their \
digits, even above 2^64, where some JSON readers round them.

With --gpu the program hyperbola-gpu counts on the best graphics card or other device that has \
integers of 64 bits. It is looked for beside this program, and then in the folders of PATH; its exit \
status is passed on. The JSON object has fen, depth, nodes, seconds, nodes_per_second and device (its \
name), and with --divide also divide. docs/GPU.md says how to install the program.

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

With --suite each number of each row is counted, small ones first. There is a line for each wrong one, \
and then a line with the numbers of rows, of numbers and of wrong ones; if the wrong number is one of \
moves, the line says which rule of chess fits the difference. The exit status is 1 if any is wrong. The \
JSON object has rows, counts, above_max_nodes, nodes, complete, seconds, nodes_per_second, threads, \
memory_mib, word, technique, bulk and the list wrong, which has file, line, fen, depth, expected (the \
row's number), nodes and perhaps (a rule, its law and a reason, or null). Numbers above 2^64 - 1 are \
wrong input. With --uci or --command another program is asked to the deepest number of each row, and \
what differs is explained: `hyperbola hunt --only-suite` does this and has more options.

With --unique the number is that of different positions. Positions are the same if their pieces, \
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
need the same --seed and --memory. `hyperbola perft merge` adds up the classes in all folders. \
The JSON object has fen, depth, en_passant, positions, numbers (an object for each definition: \
en_passant, positions and digest), seconds and positions_per_second (of this run), threads, \
memory_mib, classes, seed and, with --shard, shard. Equal sets of positions have equal digests.

Examples:
  hyperbola perft 7
  hyperbola perft 4 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' --divide
  hyperbola perft 6 --statistics
  hyperbola perft 8 --threads 8 --memory 1024 --json
  hyperbola perft 8 --gpu
  hyperbola perft 6 --unique --en-passant every
  hyperbola perft 8 --unique --memory 4096 --threads 0 --scratch unique-8
  hyperbola perft 5 --technique obstruction-difference --no-bulk
  hyperbola perft 9 --shard 3/64 --output shard-3.json
  hyperbola perft merge shard-*.json
  hyperbola perft 9 --unique --memory 8800 --shard 3/8 --scratch unique-9-3
  hyperbola perft merge unique-9-*
  hyperbola perft --suite perft.epd --max-nodes 1000000000 --threads 0
  hyperbola perft --suite perft.epd --uci ./engine --max-nodes 5000000";

/// The arguments of `hyperbola perft merge`.
#[derive(Debug, Args)]
#[command(after_help = MERGE_HELP)]
pub(crate) struct MergeArguments {
    /// The files of all shards, as `hyperbola perft --shard` writes them with --json or --output, or
    /// the folders or files that it writes with --unique
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
shards together).

Of different positions, the folders of --scratch are given, or the files with the ending .state in \
them. There is a line with the name and the number of each definition of an en passant square. Each \
class must be in one of the files; in several it must have the same number. The JSON object has fen, \
depth, numbers (an object for each definition: en_passant, positions and digest), classes and seed.

Examples:
  hyperbola perft merge shard-*.json
  hyperbola perft merge --json shards/*.json
  hyperbola perft merge unique-9-*";
