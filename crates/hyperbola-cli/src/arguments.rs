//! The commands with their arguments and help texts.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use hyperbola::word::{ParseWordKindError, WordKind};
use hyperbola::{Bitboard, Slider, Square, Technique};
use hyperbola_console::input::{self, Parsed};
use hyperbola_console::queries::Format;
use hyperbola_export::{Language, Tables};
use hyperbola_features::{AnyFeature, Dtype, Features};
use hyperbola_moves::{Position, perft};

use crate::commands::hunt::HuntArguments;
use crate::commands::perft::Shard;

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
  hyperbola bench --report bench.html

Exit status:
  0    success
  1    a wrong technique, a position that a hunt has found, a file that cannot be read or written, too little memory, or no lab
  2    wrong use or wrong input
  3    the program that is hunted failed
  130  interrupted, by Ctrl-C or SIGTERM, while it writes a file, counts or hunts

A command that writes one file first writes it beside its place, as .hyperbola-….tmp, and moves \
it there when it is complete and on the disk. After an error or an interrupt the old file is \
unchanged and the other one is removed. Only a command that another signal ends, such as SIGKILL, \
leaves it. The next command that writes into the folder removes it.

Queries in lines, positions, suites and shards are UTF-8. A byte order mark before them is passed over. \
What is UTF-16, or compressed by gzip or Zstandard, is refused with exit status 2.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the attacks of a slider
    Attacks(AttacksArguments),
    /// Show how a technique computes the attacks of a slider, step by step
    Explain(ExplainArguments),
    /// Print a technique as a file of another language, with a test of itself
    Export(ExportArguments),
    /// List the techniques, and which of their instructions this processor has
    List(ListArguments),
    /// Compare techniques with the definition, on every square and every occupancy of its lines
    Verify(VerifyArguments),
    /// Prove that techniques equal the definition for all 2^64 boards
    Prove(ProveArguments),
    /// Count the legal move sequences of a given length (perft)
    Perft(PerftArguments),
    /// List the legal moves of a position
    Moves(MovesArguments),
    /// Check a FEN and print its contents
    Fen(FenArguments),
    /// Find the smallest position that another program's move generator gets wrong, and say why
    Hunt(HuntArguments),
    /// Write features of many positions as NumPy arrays: attacks, counts, pins and more
    Features(FeaturesArguments),
    /// Measure the techniques on this machine and recommend one for each use (runs hyperbola-lab)
    Bench(BenchArguments),
    /// Print the completion script for a shell
    Completions(CompletionsArguments),
    /// Print the manual page, or write the manual pages of all commands into a folder
    Man(ManArguments),
}

/// The occupied squares, given in one of three ways.
#[derive(Debug, Args)]
#[group(id = "occupied-squares", multiple = false)]
pub(crate) struct OccupiedArguments {
    /// Take the occupied squares from a FEN, or from its first field alone
    #[arg(long, value_name = "FEN", allow_hyphen_values = true, value_parser = reader(input::fen))]
    fen: Option<Bitboard>,
    /// Take the occupied squares in hexadecimal: 1 to 16 digits, 0x optional. Bit 0 is a1
    #[arg(long, value_name = "HEX", allow_hyphen_values = true, value_parser = reader(input::bitboard))]
    occupied: Option<Bitboard>,
    /// Take the occupied squares by name, separated by commas: b4,d7
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true, value_parser = reader(input::squares))]
    squares: Option<Bitboard>,
}

impl OccupiedArguments {
    /// Returns the occupied squares. The set is empty if no argument gives any.
    pub(crate) fn squares(&self) -> Bitboard {
        self.fen.or(self.occupied).or(self.squares).unwrap_or_default()
    }
}

/// The arguments of `hyperbola attacks`.
#[derive(Debug, Args)]
#[command(override_usage = ATTACKS_USAGE, after_help = ATTACKS_HELP)]
pub(crate) struct AttacksArguments {
    /// The piece that attacks
    #[arg(value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) slider: Slider,
    /// The piece's square, a1 to h8. It may be among the occupied squares or not
    #[arg(
        required_unless_present_any = ["stdin", "batch"], value_parser = reader(input::square)
    )]
    pub(crate) square: Option<Square>,
    /// The occupied squares.
    #[command(flatten)]
    pub(crate) occupied: OccupiedArguments,
    /// Compute with this technique; `hyperbola list` prints the ids
    #[arg(
        long, value_name = "ID", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) technique: Option<Technique>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Answer queries from standard input, one on each line
    #[arg(long, conflicts_with_all = ["square", "occupied-squares", "json"])]
    pub(crate) stdin: bool,
    /// Answer the queries of a file at the speed of memory. The file - is standard input
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["square", "occupied-squares", "json", "stdin"]
    )]
    pub(crate) batch: Option<PathBuf>,
    /// The format of the batch and its answers [default: by the file's name, .bin or .csv]
    #[arg(long, requires = "batch", conflicts_with_all = ["square", "stdin"])]
    pub(crate) format: Option<Format>,
    /// Write the batch's answers to this file once all are complete [default: standard output]
    #[arg(long, value_name = "FILE", requires = "batch", conflicts_with_all = ["square", "stdin"])]
    pub(crate) output: Option<PathBuf>,
    /// The number of threads that answer the batch, 1 to 256
    #[arg(
        long, value_name = "N", requires = "batch", conflicts_with_all = ["square", "stdin"],
        default_value_t = 1, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    pub(crate) threads: u16,
}

/// The ways to use `hyperbola attacks`.
const ATTACKS_USAGE: &str = "\
hyperbola attacks [OPTIONS] <PIECE> <SQUARE>
       hyperbola attacks [OPTIONS] <PIECE> --stdin
       hyperbola attacks [OPTIONS] <PIECE> --batch <FILE>";

/// The text at the end of the help of `hyperbola attacks`.
const ATTACKS_HELP: &str = "\
Without --fen, --occupied and --squares the board is empty. The attacks include the first blocker \
on each ray. They are printed in hexadecimal, in decimal and as a board on which 1 marks an \
attacked square.

With --stdin each line is SQUARE HEX: the piece's square, blanks, and the occupied squares in \
hexadecimal. The answer is a line with 0x and 16 digits. A line has at most 4096 bytes. A wrong \
line ends the command with exit status 2. Standard error then names the line and the column in \
bytes, both counted from 1, and says what was expected and what was found.

With --batch the command answers the queries of a file in their order. In the binary format a \
query is a record of 9 bytes: one byte for the square (0 for a1, 1 for b1, up to 63 for h8), then \
8 bytes for the occupied squares, the lowest byte first; bit 0 is a1. The answer is 8 bytes, the \
lowest byte first. In the CSV format a query is a line SQUARE,HEX. The answer is a line with the \
square, the occupied squares and the attacks; each set is written as 0x and 16 digits. If the \
first line is the header square,occupied, the answers begin with the header \
square,occupied,attacks. A byte order mark before it is passed over. A wrong query ends the \
command with exit status 2, after the answers to \
all queries before it. Standard error then names the byte's offset, counted from 0, and the \
record, or the line and column, counted from 1, and says what was expected and what was found.

With --output the answers are first written beside the file, and they replace it when all queries \
are answered and the answers are on the disk. After a wrong query, another failure or an interrupt \
(Ctrl-C or SIGTERM, exit status 130) the file is unchanged, or still does not exist. A device or \
a pipe gets the answers directly, as standard output does.

Without --technique a batch is answered with the technique and the word that `hyperbola list \
--best` prints. With it, the technique answers on plain u64.

Examples:
  hyperbola attacks rook e4 --squares c4,g4
  hyperbola attacks queen d4 --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  hyperbola attacks bishop d4 --occupied 0x4400000000 --technique obstruction-difference --json
  echo 'd4 0x4400000000' | hyperbola attacks queen --stdin
  echo 'd4,0x4400000000' | hyperbola attacks queen --batch - --format csv
  hyperbola attacks rook --batch queries.bin --output attacks.bin --threads 4";

/// The arguments of `hyperbola explain`.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_HELP)]
pub(crate) struct ExplainArguments {
    /// The technique to explain; `hyperbola list` prints the ids
    #[arg(value_parser = technique_parser(), hide_possible_values = true)]
    pub(crate) technique: Technique,
    /// The piece that attacks
    #[arg(value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) slider: Slider,
    /// The piece's square, a1 to h8
    #[arg(value_parser = reader(input::square))]
    pub(crate) square: Square,
    /// The occupied squares.
    #[command(flatten)]
    pub(crate) occupied: OccupiedArguments,
    /// Print the steps as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The width of a line in characters [default: the terminal's width, or 100]
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub(crate) width: Option<u16>,
}

/// The text at the end of the help of `hyperbola explain`.
const EXPLAIN_HELP: &str = "\
For each step the command prints the expression in the formula's own letters, the value in \
hexadecimal and a board. The steps are recorded from the same code that computes the attacks.

Examples:
  hyperbola explain hyperbola-quintessence bishop d4 --squares b4,d7,f2,f6,g4
  hyperbola explain obstruction-difference rook a1 --occupied 0x0101 --width 80
  hyperbola explain ray-walk queen h8 --json";

/// The arguments of `hyperbola export`.
#[derive(Debug, Args)]
#[command(
    after_help = EXPORT_HELP,
    override_usage = "hyperbola export --language <LANGUAGE> <TECHNIQUE> [OPTIONS]\n       \
                      hyperbola export --matrix [--json]",
)]
pub(crate) struct ExportArguments {
    /// The technique to print; `hyperbola list` prints the ids
    #[arg(
        value_parser = technique_parser(), hide_possible_values = true,
        required_unless_present = "matrix"
    )]
    pub(crate) technique: Option<Technique>,
    /// The language
    #[arg(
        long, value_name = "LANGUAGE", value_parser = language_parser(),
        required_unless_present = "matrix"
    )]
    pub(crate) language: Option<&'static Language>,
    /// The pieces, separated by commas [default: all pieces]
    #[arg(
        long, value_name = "PIECES", value_delimiter = ',', value_parser = slider_parser(),
        conflicts_with = "matrix"
    )]
    pub(crate) pieces: Vec<Slider>,
    /// How tables come into the file: cuda, opencl and wgsl have literal ones alone [default: literal
    /// up to 8 KiB, else at-start]
    #[arg(
        long, value_name = "HOW", value_parser = tables_parser(), conflicts_with = "matrix"
    )]
    pub(crate) tables: Option<Tables>,
    /// Put this before the names of all functions, tables and macros in C, CUDA and OpenCL, so that
    /// files do not clash; in C++ it is the namespace
    #[arg(long, value_name = "NAME", conflicts_with = "matrix")]
    pub(crate) prefix: Option<String>,
    /// Write the file here instead of printing it
    #[arg(long, value_name = "FILE", conflicts_with = "matrix")]
    pub(crate) output: Option<PathBuf>,
    /// Print which techniques can be printed in which languages, and how each is checked
    #[arg(long, conflicts_with_all = ["technique", "language"])]
    pub(crate) matrix: bool,
    /// Print the matrix as JSON
    #[arg(long, requires = "matrix", conflicts_with = "language")]
    pub(crate) json: bool,
}

/// Makes the parser of the languages of `hyperbola export`.
fn language_parser() -> impl TypedValueParser<Value = &'static Language> {
    let ids =
        Language::ALL.iter().map(|language| PossibleValue::new(language.id).help(language.name));
    PossibleValuesParser::new(ids)
        .try_map(|id| Language::find(&id).ok_or("expected the name of a language"))
}

/// Makes the parser of how tables come into a file.
fn tables_parser() -> impl TypedValueParser<Value = Tables> {
    PossibleValuesParser::new(["literal", "at-start"]).map(|how| match how.as_str() {
        "literal" => Tables::Literal,
        _ => Tables::AtStart,
    })
}

/// The text at the end of the help of `hyperbola export`.
const EXPORT_HELP: &str = "\
The file stands by itself and may be used without conditions (0BSD). It has the technique's idea and \
origin, its tables, functions of the attacks whose locals are the letters of the formula, and a test \
of itself over all relevant occupancies. The steps are recorded from the same code that computes the \
attacks.

Examples:
    hyperbola export hyperbola-quintessence --language c
    hyperbola export magic-fancy --language rust --output magic.rs
    hyperbola export kogge-stone --language python --pieces rook,bishop
    hyperbola export kogge-stone --language c-avx2 --prefix four
    hyperbola export --matrix";

/// The arguments of `hyperbola list`.
#[derive(Debug, Args)]
#[command(after_help = LIST_HELP)]
pub(crate) struct ListArguments {
    /// List the best technique and word of this processor for each purpose, with the reason
    #[arg(long)]
    pub(crate) best: bool,
    /// List the kinds of words that techniques run on, and which of them this processor has
    #[arg(long, conflicts_with = "best")]
    pub(crate) words: bool,
    /// Print the list as a JSON array of objects
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola list`.
const LIST_HELP: &str = "\
Examples:
  hyperbola list
  hyperbola list --best
  hyperbola list --words --json";

/// The arguments of `hyperbola verify`.
#[derive(Debug, Args)]
#[command(after_help = VERIFY_HELP)]
pub(crate) struct VerifyArguments {
    /// The techniques to verify [default: all]; `hyperbola list` prints the ids
    #[arg(
        value_name = "TECHNIQUE", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) techniques: Vec<Technique>,
    /// Verify this piece only; may be given several times [default: all pieces]
    #[arg(
        long = "piece", alias = "slider", value_name = "PIECE", value_parser = slider_parser()
    )]
    pub(crate) sliders: Vec<Slider>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola verify`.
const VERIFY_HELP: &str = "\
For each technique the command prints the number of cases, a digest of all results for each \
piece, and the time in seconds. Then it prints the digest that all techniques have. The \
first wrong case ends the command with exit status 1. The case is printed as an assertion that \
can be pasted into a test.

Examples:
  hyperbola verify
  hyperbola verify hyperbola-quintessence magic-fancy --piece rook";

/// The arguments of `hyperbola prove`.
#[derive(Debug, Args)]
#[command(after_help = PROVE_HELP)]
pub(crate) struct ProveArguments {
    /// The techniques to prove [default: all]; `hyperbola list` prints the ids
    #[arg(
        value_name = "TECHNIQUE", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) techniques: Vec<Technique>,
    /// Prove the attacks of this piece only; may be given several times [default: all pieces]
    #[arg(long = "piece", value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) sliders: Vec<Slider>,
    /// Prove the attacks from this square only, not those of sets; may be given several times
    #[arg(long = "square", value_name = "SQUARE", value_parser = reader(input::square))]
    pub(crate) squares: Vec<Square>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola prove`.
const PROVE_HELP: &str = "\
The command runs each technique's own formula on words whose bits are Boolean functions of the 64 \
squares. It compares the results with the definition, for all 2^64 boards. For each technique it \
prints the number of squares, the equations that were proved, the nodes of their decision \
diagrams and the time in seconds. A wrong technique ends the command with exit status 1. A board \
that shows the mistake is printed as code that can be pasted into a test, with the first wrong \
step of the explanation.

Examples:
  hyperbola prove
  hyperbola prove hyperbola-quintessence magic-fancy --piece rook --square d4";

/// The arguments of `hyperbola perft`.
#[derive(Debug, Args)]
#[command(
    override_usage = PERFT_USAGE, after_help = PERFT_HELP, args_conflicts_with_subcommands = true,
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
const PERFT_USAGE: &str = "\
hyperbola perft [OPTIONS] <DEPTH>
       hyperbola perft [OPTIONS] <DEPTH> --shard <K/N>
       hyperbola perft merge [--json] <FILES>...";

/// The arguments of a count.
#[derive(Debug, Args)]
pub(crate) struct CountArguments {
    /// The length of the move sequences in half moves, 0 to 255
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: u8,
    /// Start from this position: a FEN, X-FEN or Shredder-FEN, or startpos [default: startpos]
    #[arg(
        long, value_name = "FEN", allow_hyphen_values = true, value_parser = reader(input::position)
    )]
    pub(crate) fen: Option<Position>,
    /// Also print the number of sequences that begin with each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The number of threads that count, 1 to 256
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    pub(crate) threads: u16,
    /// The memory in MiB for positions that are kept, so that hardly any is counted twice, 0 to
    /// 1048576; 0 means that none is kept
    #[arg(
        long, value_name = "MIB", default_value_t = 0, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(0..=1 << 20)
    )]
    pub(crate) hash: u32,
    /// Count with this kind of word [default: the widest that this processor has]
    #[arg(long, value_name = "ID", value_parser = word_parser(|kind| perft::Perft::KINDS.contains(kind)))]
    pub(crate) word: Option<WordKind>,
    /// Count with the plain move generator and this technique; `hyperbola list` prints the ids
    #[arg(
        long, value_name = "ID", conflicts_with_all = ["word", "hash"],
        value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) technique: Option<Technique>,
    /// Count with the plain move generator, and make the last moves too
    #[arg(long, conflicts_with_all = ["word", "hash"])]
    pub(crate) no_bulk: bool,
    /// Count only this share of the positions after a split: 3/64 is the third of 64 shards
    #[arg(long, value_name = "K/N", conflicts_with = "divide", allow_hyphen_values = true)]
    pub(crate) shard: Option<Shard>,
    /// Split after this number of half moves [default: the first that gives 16 positions a shard]
    #[arg(long, value_name = "N", requires = "shard", allow_hyphen_values = true)]
    pub(crate) split: Option<u8>,
    /// Write the shard's JSON object to this file, when it is complete, and print nothing
    #[arg(long, value_name = "FILE", requires = "shard", conflicts_with = "json")]
    pub(crate) output: Option<PathBuf>,
}

/// The text at the end of the help of `hyperbola perft`.
const PERFT_HELP: &str = "\
The number is printed on standard output. The time and the number of sequences per second are \
printed on standard error. With --divide there is first a line MOVE NUMBER for each move, sorted \
by the moves' names, and then an empty line. Moves are written as in UCI. If a king or a rook \
that may castle stands on a square that only Chess960 allows, castling is written as the king's \
move onto its rook.

With --hash, the different positions after each half move are kept in about that much memory, with \
the number of sequences that lead to each. A count that needs less takes less. With --divide this is done for one first move at a time. \
A number of 2^128 - 1 or more is an error.

By default a fast counter on vectors of positions is used. It hardly ever makes the last two \
moves. With --technique or --no-bulk the plain move generator is used instead. It makes every \
move except the last; with --no-bulk it makes the last move too. It cannot be combined with --word \
or --hash.

The JSON object has fen, depth, nodes, complete, seconds, nodes_per_second, threads, hash_mib, \
word (of the counter, otherwise null), technique (of the generator, otherwise null) and bulk \
(whether the last moves are counted without being made). With --divide it also has the object \
divide, which gives the number for each move. Numbers of sequences are integers with all their \
digits, even above 2^64, where some JSON readers round them.

An interrupt (Ctrl-C) ends the counting. The number counted so far is printed and marked as \
incomplete, and the exit status is 130. A second interrupt ends the command at once.

With --shard K/N many computers count together, each some of N shards. The different positions \
after some half moves, each with the number of sequences that lead to it, are dealt to the shards in \
turns, in the order of their keys. The number is the shard's part of the whole. The JSON object is \
then what `hyperbola perft merge` reads: form (the version of its fields, 2), version (of the \
program), fen, depth, split, shard, shards, all_positions and all_sequences (of the whole split, \
with its digest), positions and sequences (of the shard), nodes, check (a digest of the fields that \
count), complete, seconds, nodes_per_second, threads, hash_mib, word, technique and bulk. With --output the object is written \
beside the file and takes its name when it is complete. A split of more than 2000000 positions is \
refused; it takes about 1 GiB.

Examples:
  hyperbola perft 7
  hyperbola perft 4 --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  hyperbola perft 8 --threads 8 --hash 1024 --json
  hyperbola perft 5 --technique obstruction-difference --no-bulk
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
shards together).

Examples:
  hyperbola perft merge shard-*.json
  hyperbola perft merge --json shards/*.json";

/// The arguments of `hyperbola moves`.
#[derive(Debug, Args)]
#[command(after_help = MOVES_HELP)]
pub(crate) struct MovesArguments {
    /// The position: a FEN, X-FEN or Shredder-FEN, or startpos
    #[arg(default_value = "startpos", value_parser = reader(input::position))]
    pub(crate) fen: Position,
    /// Print the moves in algebraic notation only
    #[arg(long, conflicts_with_all = ["uci", "json"])]
    pub(crate) san: bool,
    /// Print the moves in UCI notation only
    #[arg(long, conflicts_with = "json")]
    pub(crate) uci: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// List only the moves that capture a piece
    #[arg(long, conflicts_with = "quiets")]
    pub(crate) captures: bool,
    /// List only the moves that capture nothing
    #[arg(long)]
    pub(crate) quiets: bool,
}

/// The text at the end of the help of `hyperbola moves`.
const MOVES_HELP: &str = "\
Each line has a move in UCI notation and in algebraic notation. The lines are sorted by the UCI \
notation. Then come an empty line, the number of moves, and whether the side to move is in check, \
checkmated or stalemated. If a king or a rook that may castle stands on a square that only \
Chess960 allows, UCI notation writes castling as the king's move onto its rook.

The JSON object has fen, side_to_move, legal_moves (the number of all legal moves, even if only \
some are listed), check, checkmate, stalemate and the array moves. Each move has uci, san, \
capture, en_passant, check, checkmate, promotion (queen, rook, bishop, knight or null) and \
castling (king, queen or null).

Examples:
  hyperbola moves
  hyperbola moves 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --san
  hyperbola moves '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --captures --json";

/// The arguments of `hyperbola fen`.
#[derive(Debug, Args)]
#[command(after_help = FEN_HELP)]
pub(crate) struct FenArguments {
    /// The position: a FEN, X-FEN or Shredder-FEN, or startpos
    #[arg(value_parser = reader(input::parsed_position))]
    pub(crate) fen: Parsed,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola fen`.
const FEN_HELP: &str = "\
The command prints the position as X-FEN, which equals FEN wherever FEN can express the position, \
and as Shredder-FEN. Then it prints the board, the side to move, the castling rights with their \
rooks in brackets, the en passant square, the Zobrist key of the Polyglot book format, the pieces \
that give check and the number of legal moves. An en passant square without a legal en passant \
capture is dropped, and the output says so. The clocks may be missing; they are then 0 and 1.

The JSON object has fen, shredder_fen, side_to_move, the array castling (each right has color, \
side and rook), en_passant, dropped_en_passant, halfmove_clock, fullmove_number, key, checkers, \
check, checkmate, stalemate and legal_moves.

A text that is not a valid position ends the command with exit status 2. Standard error then \
names the column in bytes, counted from 1, and says what was expected and what was found.

Examples:
  hyperbola fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
  hyperbola fen 'nrk1brnb/pp1ppppp/2p5/3q4/5P2/PP6/2PPP1PP/NRKQBRNB w BFbf - 0 1' --json";

/// The arguments of `hyperbola features`.
#[derive(Debug, Args)]
#[command(override_usage = FEATURES_USAGE, after_help = FEATURES_HELP)]
pub(crate) struct FeaturesArguments {
    /// The positions: a file with a FEN on each line. The file - is standard input
    #[arg(value_name = "FILE", required_unless_present = "list")]
    pub(crate) file: Option<PathBuf>,
    /// The features to compute, separated by commas; `hyperbola features --list` prints them
    #[arg(
        long, value_name = "NAMES", required_unless_present = "list", value_delimiter = ',',
        value_parser = feature_parser(), hide_possible_values = true
    )]
    pub(crate) features: Vec<AnyFeature>,
    /// Write the arrays into this folder, which is created if it does not exist
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,
    /// What to do with a line that is no position
    #[arg(long, value_name = "POLICY", default_value = "error")]
    pub(crate) bad_rows: BadRowsPolicy,
    /// Mend what can be mended in a FEN with mistakes, and name the rows that were mended
    #[arg(long)]
    pub(crate) lenient: bool,
    /// The type of the numbers of planes [default: u8]
    #[arg(long, value_name = "TYPE")]
    pub(crate) planes_dtype: Option<PlanesDtype>,
    /// The number of threads, 1 to 256, or 0 for as many as there are processors
    #[arg(
        long, value_name = "N", default_value_t = 0, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u16).range(0..=256)
    )]
    pub(crate) threads: u16,
    /// Compute on this kind of word [default: the widest that this processor has]
    #[arg(
        long, value_name = "ID", value_parser = word_parser(|kind| Features::KINDS.contains(kind))
    )]
    pub(crate) word: Option<WordKind>,
    /// Replace arrays that are in the folder already
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// List all features, with the types and shapes of their arrays; those of --features also with
    /// how their numbers are read
    #[arg(
        long,
        conflicts_with_all = [
            "file", "output", "bad_rows", "lenient", "planes_dtype", "threads", "word", "overwrite"
        ]
    )]
    pub(crate) list: bool,
    /// Print the result, or the list, as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What happens with a line that is no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BadRowsPolicy {
    /// End the command
    Error,
    /// Leave the row out; rows.npy has the numbers of the rows that are left
    Skip,
    /// Keep the row with the numbers of an empty board; marked.npy says which rows these are
    Mark,
}

impl BadRowsPolicy {
    /// Returns the name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Skip => "skip",
            Self::Mark => "mark",
        }
    }
}

/// A type of the numbers of planes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanesDtype {
    /// A byte
    U8,
    /// A floating-point number of 16 bits
    F16,
    /// A floating-point number of 32 bits
    F32,
}

impl PlanesDtype {
    /// Returns the name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::F16 => "f16",
            Self::F32 => "f32",
        }
    }

    /// Returns the type of an array's numbers.
    pub(crate) const fn dtype(self) -> Dtype {
        match self {
            Self::U8 => Dtype::U8,
            Self::F16 => Dtype::F16,
            Self::F32 => Dtype::F32,
        }
    }
}

/// The ways to use `hyperbola features`.
const FEATURES_USAGE: &str = "\
hyperbola features [OPTIONS] <FILE> --features <NAMES> --output <DIR>
       hyperbola features --list [--features <NAMES>] [--json]";

/// The text at the end of the help of `hyperbola features`.
const FEATURES_HELP: &str = "\
Each line of the input is a row: a FEN, X-FEN or Shredder-FEN. An empty line is a bad row, so the \
number of a row, counted from 0, is always one less than the number of its line.

Each feature becomes an array NAME.npy in the folder, whose first axis is the rows. A feature \
that is a list in each row becomes two: list i has the elements of NAME.items.npy from number \
NAME.offsets.npy[i] up to number NAME.offsets.npy[i + 1]. In Python, numpy.load(path, \
mmap_mode='r') opens an array without reading it. With --bad-rows skip, rows.npy has the number \
of each row in the input. With --bad-rows mark, marked.npy has 1 for each bad row and 0 for each \
other row. The file manifest.json describes all arrays. The numbers do not depend on --threads or \
--word.

Bad rows are counted, and the first of them are printed on standard error. With --bad-rows error \
the first bad row ends the command with exit status 2.

With --lenient a mistake that can be mended makes no bad row: a castling right without its rook, \
for example, is left out. Rows that were mended are counted, and the first of them are printed with \
what was wrong. With --planes-dtype the features of planes have this type; their numbers are the \
same.

The arrays are written in the folder .partial inside the output folder. They get their names when \
all are complete, manifest.json last. If the command is interrupted (Ctrl-C or SIGTERM) or \
killed, or if a disk is full, run it again with the same arguments: it continues, and the arrays \
are those of a run without a break. Only --threads, --word and the name of the input may differ. \
The lines that have been read must be the same; standard input must give them again. After a \
bad row that was an \
error, correct the line, or add --bad-rows skip or mark, and run it again. A run that was asked \
for something else, or has another input, is refused. So is one whose arrays in .partial have been \
changed or removed since: the command reads them again and compares their digests. To start anew, \
remove .partial; if .partial/old has files, these are earlier arrays that the message says to move \
back first. A run that has saved nothing leaves nothing behind when it fails.

A line of more than 4096 bytes is a bad row; one of more than 256 MiB ends the command. The \
command takes up to 300 MiB of memory, and more for features with long lists or many bytes on many \
threads.

If the output folder has arrays or a manifest already, the command ends with exit status 2. With \
--overwrite it replaces them: all arrays of the earlier run go, also those that the new one does \
not have. They stay until the new ones are complete, and are then in the folder .partial/old until \
all of the new ones have their names. If the command is killed meanwhile, the same command goes on.

The files and their types and shapes are printed on standard output, and the time on standard \
error. The JSON object has output, seconds, rows_per_second and all of the manifest: version, \
program, source, lines, rows, bad_rows (policy and count), mended_rows (their number), features and arrays (each has file, \
feature, dtype and shape).

Examples:
  hyperbola features --list
  hyperbola features positions.fens --features attacks,attack_counts --output arrays
  zstdcat positions.fens.zst | hyperbola features - --features pinned --output arrays --json
  hyperbola features games.fens --features mobility --output arrays --bad-rows mark --threads 4";

/// The arguments of `hyperbola bench`.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, after_help = BENCH_HELP)]
pub(crate) struct BenchArguments {
    /// The arguments for the program hyperbola-lab, passed on unchanged
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

/// The text at the end of the help of `hyperbola bench`.
const BENCH_HELP: &str = "\
The lab is the separate program hyperbola-lab. It must be installed beside this program or \
elsewhere on the PATH. In a checkout of Hyperbola, `cargo install --path crates/hyperbola-lab` \
installs it, and `cargo lab` runs it without installing. `hyperbola bench --help` prints the \
lab's own help.

Examples:
  hyperbola bench --report bench.html
  hyperbola bench --definition latency-queen-games --json
  hyperbola bench compare before.json after.json";

/// The arguments of `hyperbola completions`.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArguments {
    /// The shell to print the script for
    pub(crate) shell: Shell,
}

/// The text at the end of the help of `hyperbola completions`.
const COMPLETIONS_HELP: &str = "\
Examples:
  hyperbola completions bash > ~/.local/share/bash-completion/completions/hyperbola
  hyperbola completions fish > ~/.config/fish/completions/hyperbola.fish";

/// The arguments of `hyperbola man`.
#[derive(Debug, Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArguments {
    /// Write one page for each command into this folder, which is created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// The text at the end of the help of `hyperbola man`.
const MAN_HELP: &str = "\
Examples:
  hyperbola man | man -l -
  hyperbola man --dir ~/.local/share/man/man1";

/// Parses an argument of any bytes, so that the error can name the wrong byte.
fn reader<T, E>(read: fn(&[u8]) -> Result<T, E>) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: core::error::Error + Send + Sync + 'static,
{
    OsStringValueParser::new().try_map(move |text| read(text.as_encoded_bytes()))
}

/// Parses the name of a slider.
fn slider_parser() -> impl TypedValueParser<Value = Slider> {
    PossibleValuesParser::new(Slider::ALL.map(Slider::name)).try_map(|name| name.parse::<Slider>())
}

/// Parses the id of a technique.
fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    let value =
        |technique: &Technique| PossibleValue::new(technique.id()).help(technique.info().name);
    PossibleValuesParser::new(Technique::ALL.iter().map(value))
        .try_map(|id| id.parse::<Technique>())
}

/// Parses the name of a feature.
fn feature_parser() -> impl TypedValueParser<Value = AnyFeature> {
    let value = |feature: AnyFeature| PossibleValue::new(feature.name()).help(feature.meaning());
    PossibleValuesParser::new(AnyFeature::all().map(value))
        .try_map(|name| name.parse::<AnyFeature>())
}

/// Parses the id of one of the kinds of words that are taken. This processor must have it.
fn word_parser(is_taken: fn(&WordKind) -> bool) -> impl TypedValueParser<Value = WordKind> {
    let taken = move || WordKind::ALL.iter().filter(move |kind| is_taken(kind));
    PossibleValuesParser::new(taken().map(|kind| kind.id())).try_map(move |id| {
        let kind: WordKind = id.parse().map_err(|error: ParseWordKindError| error.to_string())?;
        if kind.is_available() {
            return Ok(kind);
        }
        let available = taken().filter(|kind| kind.is_available());
        let available: Vec<&str> = available.map(|kind| kind.id()).collect();
        Err(format!("this processor does not have it; it has {}", available.join(", ")))
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

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
