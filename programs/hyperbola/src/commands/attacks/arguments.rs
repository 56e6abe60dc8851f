//! The arguments of `hyperbola attacks` and their help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use hyperbola::{Slider, Square, Technique};
use hyperbola_console::input;
use hyperbola_console::parsers::{
    OccupiedArguments, reader, slider_parser, technique_parser, threads_parser,
};
use hyperbola_console::queries::Format;

/// The arguments of `hyperbola attacks`.
#[derive(Debug, Args)]
#[command(
    override_usage = USAGE, after_help = HELP, args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true, disable_help_subcommand = true
)]
pub(crate) struct AttacksArguments {
    /// The queries of a file, in place of one.
    #[command(subcommand)]
    pub(crate) command: Option<AttacksCommand>,
    /// The piece that attacks
    #[arg(value_name = "PIECE", required = true, value_parser = slider_parser())]
    pub(crate) slider: Option<Slider>,
    /// The piece's square, a1 to h8. It may be among the occupied squares or not
    #[arg(required_unless_present = "stdin", value_parser = reader(input::square))]
    pub(crate) square: Option<Square>,
    /// What stands behind the square, which is a mistake.
    #[arg(hide = true)]
    pub(crate) rest: Vec<OsString>,
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
}

/// The commands of `hyperbola attacks`.
#[derive(Debug, Subcommand)]
pub(crate) enum AttacksCommand {
    /// Answer the queries of a file at the speed of memory
    Batch(BatchArguments),
}

/// The ways to use `hyperbola attacks`.
const USAGE: &str = "\
hyperbola attacks [OPTIONS] <PIECE> <SQUARE>
       hyperbola attacks [OPTIONS] <PIECE> --stdin
       hyperbola attacks batch [OPTIONS] <PIECE> <FILE>";

/// The text at the end of the help of `hyperbola attacks`.
const HELP: &str = "\
Without --fen, --occupied and --squares the board is empty. The attacks include the first blocker \
on each ray. They are printed in hexadecimal, in decimal and as a board on which 1 marks an \
attacked square.

With --stdin each line is SQUARE HEX: the piece's square, blanks, and the occupied squares in \
hexadecimal. The answer is a line with 0x and 16 digits. A line has at most 4096 bytes. Each line \
has its answer, so empty lines and comments are wrong. A wrong line ends the command with exit \
status 2. Standard error then names the line and the column in bytes, both counted from 1, and \
says what was expected and what was found.

Examples:
  hyperbola attacks rook e4 --squares c4,g4
  hyperbola attacks queen d4 --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  hyperbola attacks bishop d4 --occupied 0x4400000000 --technique obstruction-difference --json
  echo 'd4 0x4400000000' | hyperbola attacks queen --stdin
  hyperbola attacks batch rook queries.bin --output attacks.bin --threads 4";

/// The arguments of `hyperbola attacks batch`.
#[derive(Debug, Args)]
#[command(after_help = BATCH_HELP)]
pub(crate) struct BatchArguments {
    /// The piece that attacks
    #[arg(value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) slider: Slider,
    /// The file with the queries; - is standard input
    pub(crate) file: PathBuf,
    /// Compute with this technique; `hyperbola list` prints the ids
    #[arg(
        long, value_name = "ID", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) technique: Option<Technique>,
    /// The format of the queries and the answers [default: by the file's name, .bin or .csv]
    #[arg(long)]
    pub(crate) format: Option<Format>,
    /// Write the answers to this file once all are complete [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The number of threads, at most 256; 0 for all processors
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
        value_parser = threads_parser()
    )]
    pub(crate) threads: u16,
}

/// The text at the end of the help of `hyperbola attacks batch`.
const BATCH_HELP: &str = "\
The queries are answered in their order. In the binary format a \
query is a record of 9 bytes: one byte for the square (0 for a1, 1 for b1, up to 63 for h8), then \
8 bytes for the occupied squares, the lowest byte first; bit 0 is a1. The answer is 8 bytes, the \
lowest byte first. In the CSV format a query is a line SQUARE,HEX. The answer is a line with the \
square, the occupied squares and the attacks; each set is written as 0x and 16 digits. If the \
first line is the header square,occupied, the answers begin with the header \
square,occupied,attacks. A byte order mark before it is passed over. A wrong query ends the \
command with exit status 2, after the answers to all queries before it. Standard error then names \
the byte's offset, counted from 0, and the record, or the line and column, counted from 1, and says \
what was expected and what was found.

With --output the answers are written beside the file. They replace it when all queries are \
answered and the answers are on the disk. After a wrong query, another failure or an interrupt \
(Ctrl-C or SIGTERM, exit status 130) the file is unchanged, or still does not exist. A device or \
a pipe gets the answers directly, as standard output does.

Without --technique a batch is answered with the technique and the word that `hyperbola list \
--best` prints. With it, the technique answers on plain u64.

Examples:
  echo 'd4,0x4400000000' | hyperbola attacks batch queen - --format csv
  hyperbola attacks batch rook queries.bin --output attacks.bin --threads 4";
