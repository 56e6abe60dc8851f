//! The commands, their arguments and their help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use hyperbola::word::{ParseWordKindError, WordKind};
use hyperbola::{Bitboard, Slider, Square, Technique};
use hyperbola_moves::{Position, perft};

use crate::input::{self, Parsed};
use crate::queries::Format;

/// Attacks of sliding chess pieces, by every technique of the literature
///
/// Computes the attacks of rooks, bishops and queens, explains how a technique computes them step
/// by step, and verifies each technique against the definition. Lists and counts the legal moves of
/// chess positions.
#[derive(Debug, Parser)]
#[command(name = "hyperbola", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Examples of all commands.
const EXAMPLES: &str = "\
Examples:
  hyperbola attacks queen d4 --squares b4,d7,f2,f6,g4
  hyperbola explain hyperbola-quintessence bishop d4 --squares b4,d7,f2,f6,g4
  hyperbola list
  hyperbola verify
  hyperbola perft 7
  hyperbola moves 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  hyperbola fen startpos
  hyperbola bench --report bench.html

Exit status: 0 success; 1 a technique found wrong, a file that cannot be read or written, too little memory, \
or no lab to be found; 2 wrong use or wrong input; 130 interrupted.";

/// What the command can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the attacks of a slider
    Attacks(Attacks),
    /// Show how a technique computes the attacks of a slider, step by step
    Explain(Explain),
    /// List the techniques, and whether this processor has what they need
    List(List),
    /// Verify techniques against the definition, on every square and every occupancy of its lines
    Verify(Verify),
    /// Prove that techniques equal the definition for all boards
    Prove(Prove),
    /// Count the legal move sequences of a length
    Perft(Perft),
    /// List the legal moves of a position
    Moves(Moves),
    /// Check a FEN and print what it says
    Fen(Fen),
    /// Measure the techniques on this machine, and recommend one for each use, by the program hyperbola-lab
    Bench(Bench),
    /// Print the completions for a shell
    Completions(Completions),
    /// Print the manual page, or write the pages of all commands into a folder
    Man(Man),
}

/// The occupied squares, written in one of three ways.
#[derive(Debug, Args)]
#[group(id = "occupied-squares", multiple = false)]
pub(crate) struct Occupied {
    /// The occupied squares as a FEN, or as its first field alone
    #[arg(long, value_name = "FEN", allow_hyphen_values = true, value_parser = reader(input::fen))]
    fen: Option<Bitboard>,
    /// The occupied squares in hexadecimal: 1 to 16 digits, with or without 0x; a1 is bit 0
    #[arg(long, value_name = "HEX", allow_hyphen_values = true, value_parser = reader(input::bitboard))]
    occupied: Option<Bitboard>,
    /// The occupied squares by name, separated by commas: b4,d7
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true, value_parser = reader(input::squares))]
    squares: Option<Bitboard>,
}

impl Occupied {
    /// Returns the occupied squares; none if the arguments name none.
    pub(crate) fn squares(&self) -> Bitboard {
        self.fen.or(self.occupied).or(self.squares).unwrap_or_default()
    }
}

/// The arguments of `hyperbola attacks`.
#[derive(Debug, Args)]
#[command(override_usage = ATTACKS_USAGE, after_help = ATTACKS_HELP)]
pub(crate) struct Attacks {
    /// The piece
    #[arg(value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) slider: Slider,
    /// The piece's square, a1 to h8; whether it is occupied makes no difference
    #[arg(
        required_unless_present_any = ["stdin", "batch"], value_parser = reader(input::square)
    )]
    pub(crate) square: Option<Square>,
    /// The occupied squares.
    #[command(flatten)]
    pub(crate) occupied: Occupied,
    /// The technique, by its id in `hyperbola list`
    #[arg(
        long, value_name = "ID", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) technique: Option<Technique>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Answer queries from standard input, one a line
    #[arg(long, conflicts_with_all = ["square", "occupied-squares", "json"])]
    pub(crate) stdin: bool,
    /// Answer the queries of a file, or of standard input if it is -, at the speed of memory
    #[arg(
        long, value_name = "FILE",
        conflicts_with_all = ["square", "occupied-squares", "json", "stdin"]
    )]
    pub(crate) batch: Option<PathBuf>,
    /// The format of a batch and its answers [default: as the file's name ends, .bin or .csv]
    #[arg(long, requires = "batch", conflicts_with_all = ["square", "stdin"])]
    pub(crate) format: Option<Format>,
    /// The file for a batch's answers, which is replaced when all are there [default: standard output]
    #[arg(long, value_name = "FILE", requires = "batch", conflicts_with_all = ["square", "stdin"])]
    pub(crate) output: Option<PathBuf>,
    /// The kind of word that answers a batch, by its id in `hyperbola list --words`
    #[arg(
        long, value_name = "ID", requires = "batch", conflicts_with_all = ["square", "stdin"],
        value_parser = word_parser(WordKind::ALL)
    )]
    pub(crate) word: Option<WordKind>,
    /// The number of threads that answer a batch, 1 to 256
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

/// The help of `hyperbola attacks` that no argument is the place for.
const ATTACKS_HELP: &str = "\
Without --fen, --occupied and --squares the board is empty. The attacks include the first blocker of \
each ray. They are printed in hexadecimal, in decimal and as a board, where 1 is attacked.

With --stdin each line is SQUARE HEX: the piece's square and the occupied squares in hexadecimal, with \
blanks between them. Its answer is a line of 0x and 16 digits. A line that is no such query ends the \
command with exit status 2; standard error names its line and its column in bytes, both from 1, what \
was expected and what was found. A line has at most 4096 bytes.

With --batch the queries of a file are answered in their order. In binary a query is a record of 9 \
bytes: the square as a byte, 0 for a1, 1 for b1, to 63 for h8, then the occupied squares as 8 bytes, \
the lowest first; bit 0 is a1. Its answer is 8 bytes, the lowest first. In CSV a query is a line \
SQUARE,HEX, and its answer a line of both and the attacks, each set as 0x and 16 digits; where the \
first line is square,occupied the answers begin with square,occupied,attacks. A wrong query ends the \
command with exit status 2, after the answers to all before it; standard error names its byte's \
offset, from 0, its record or its line and column, from 1, what was expected and what was found.

The file of --output is written beside its place and takes it when all queries are answered. After a wrong \
query, another failure or an interrupt it is as it was before, or not there. A device or a pipe gets the \
answers at once, as standard output does.

Without --technique and --word a batch is answered by what `hyperbola list --best` names; with one of \
them, that takes the place of its like.

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
pub(crate) struct Explain {
    /// The technique, by its id in `hyperbola list`
    #[arg(value_parser = technique_parser(), hide_possible_values = true)]
    pub(crate) technique: Technique,
    /// The piece
    #[arg(value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) slider: Slider,
    /// The piece's square, a1 to h8
    #[arg(value_parser = reader(input::square))]
    pub(crate) square: Square,
    /// The occupied squares.
    #[command(flatten)]
    pub(crate) occupied: Occupied,
    /// Print the steps as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The width of a line in characters [default: the terminal's, or 100]
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub(crate) width: Option<u16>,
}

/// The help of `hyperbola explain` that no argument is the place for.
const EXPLAIN_HELP: &str = "\
Each step shows its expression in the formula's own letters, its value in hexadecimal and its board. \
The steps are recorded from the code that computes the attacks.

Examples:
  hyperbola explain hyperbola-quintessence bishop d4 --squares b4,d7,f2,f6,g4
  hyperbola explain obstruction-difference rook a1 --occupied 0x0101 --width 80
  hyperbola explain ray-walk queen h8 --json";

/// The arguments of `hyperbola list`.
#[derive(Debug, Args)]
#[command(after_help = LIST_HELP)]
pub(crate) struct List {
    /// List instead the best technique and word on this processor for each purpose, and why
    #[arg(long)]
    pub(crate) best: bool,
    /// List instead the kinds of words that techniques run on, and whether this processor has them
    #[arg(long, conflicts_with = "best")]
    pub(crate) words: bool,
    /// Print a JSON array of objects
    #[arg(long)]
    pub(crate) json: bool,
}

/// The help of `hyperbola list` that no argument is the place for.
const LIST_HELP: &str = "\
Examples:
  hyperbola list
  hyperbola list --best
  hyperbola list --words --json";

/// The arguments of `hyperbola verify`.
#[derive(Debug, Args)]
#[command(after_help = VERIFY_HELP)]
pub(crate) struct Verify {
    /// The techniques, by their ids in `hyperbola list`; all if none is named
    #[arg(
        value_name = "TECHNIQUE", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) techniques: Vec<Technique>,
    /// A piece to verify, and no other; may be given several times
    #[arg(long = "slider", value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) sliders: Vec<Slider>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The help of `hyperbola verify` that no argument is the place for.
const VERIFY_HELP: &str = "\
Prints for each technique the number of cases, for each piece the digest of all its results, and the \
time it took; then whether all techniques have one digest. The first wrong case ends the command with \
exit status 1; it is printed as an assertion to be pasted into a test.

Examples:
  hyperbola verify
  hyperbola verify hyperbola-quintessence magic-fancy --slider rook";

/// The arguments of `hyperbola prove`.
#[derive(Debug, Args)]
#[command(after_help = PROVE_HELP)]
pub(crate) struct Prove {
    /// The techniques, by their ids in `hyperbola list`; all if none is named
    #[arg(
        value_name = "TECHNIQUE", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) techniques: Vec<Technique>,
    /// A piece to prove the attacks of, and no other; may be given several times
    #[arg(long = "piece", value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) pieces: Vec<Slider>,
    /// A square to prove the attacks from, and no other, nor those of sets; may be given several times
    #[arg(long = "square", value_name = "SQUARE", value_parser = reader(input::square))]
    pub(crate) squares: Vec<Square>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The help of `hyperbola prove` that no argument is the place for.
const PROVE_HELP: &str = "\
Runs each technique's own formula on words whose bits are Boolean functions of the 64 squares, and \
compares what comes out with the definition: for all 2^64 boards, not for some. Prints for each \
technique the squares, the equations that were proved, the nodes of their decision diagrams and the \
time. A technique that is wrong ends the command with exit status 1; a board that shows it is printed \
as code to be pasted into a test, with the first wrong step of the explanation.

Examples:
  hyperbola prove
  hyperbola prove hyperbola-quintessence magic-fancy --piece rook --square d4";

/// The arguments of `hyperbola perft`.
#[derive(Debug, Args)]
#[command(after_help = PERFT_HELP)]
pub(crate) struct Perft {
    /// The length of the sequences in half moves, 0 to 255
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: u8,
    /// The position as a FEN, X-FEN or Shredder-FEN, or startpos [default: startpos]
    #[arg(
        long, value_name = "FEN", allow_hyphen_values = true, value_parser = reader(input::position)
    )]
    pub(crate) fen: Option<Position>,
    /// Print also the number of sequences that begin with each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The number of threads, 1 to 256
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    pub(crate) threads: u16,
    /// The size of a hash table in MiB, 0 for none, to 1048576
    #[arg(
        long, value_name = "MIB", default_value_t = 0, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(0..=1 << 20)
    )]
    pub(crate) hash: u32,
    /// The kind of word that the counter runs on [default: the widest of this processor]
    #[arg(long, value_name = "ID", value_parser = word_parser(perft::Perft::KINDS))]
    pub(crate) word: Option<WordKind>,
    /// Count by the plain move generator, with a technique by its id in `hyperbola list`
    #[arg(
        long, value_name = "ID", conflicts_with_all = ["word", "hash"],
        value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) technique: Option<Technique>,
    /// Count by the plain move generator, and make the last moves too
    #[arg(long, conflicts_with_all = ["word", "hash"])]
    pub(crate) no_bulk: bool,
}

/// The help of `hyperbola perft` that no argument is the place for.
const PERFT_HELP: &str = "\
The number is printed on standard output; the time and the sequences counted in a second are on \
standard error. With --divide each move has a line before, MOVE NUMBER, in the order of the moves' \
names; then comes an empty line. Moves are written as UCI does; where a rook that may castle or its king \
stands as in Chess960 only, castling is the king's move onto its rook.

The hash table of --hash keeps numbers below 2^64. Subtrees with more sequences are counted anew each time \
that they come up, so from there on each half move more takes as many times longer as a position has moves.

Without --technique and --no-bulk a counter does it that hardly ever makes the last two moves, on \
vectors of positions. With one of them it is the plain move generator, which makes every move but the \
last, and with --no-bulk that too; it has neither --word nor --hash.

The JSON object has fen, depth, nodes, complete, seconds, nodes_per_second, threads, hash_mib, word \
(of the counter, else null), technique (of the generator, else null), bulk (whether the last moves are \
counted without being made) and, with --divide, the object divide of numbers by move. Numbers of \
sequences are integers with all their digits, past 2^64 too, where some readers of JSON round them.

An interrupt (Ctrl-C) ends the counting: what is counted by then, fewer than all, is printed and marked \
as incomplete, and the exit status is 130. A second interrupt ends the command at once.

Examples:
  hyperbola perft 7
  hyperbola perft 4 --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  hyperbola perft 8 --threads 8 --hash 1024 --json
  hyperbola perft 5 --technique obstruction-difference --no-bulk";

/// The arguments of `hyperbola moves`.
#[derive(Debug, Args)]
#[command(after_help = MOVES_HELP)]
pub(crate) struct Moves {
    /// The position as a FEN, X-FEN or Shredder-FEN, or startpos
    #[arg(default_value = "startpos", value_parser = reader(input::position))]
    pub(crate) fen: Position,
    /// Print the moves in algebraic notation alone
    #[arg(long, conflicts_with_all = ["uci", "json"])]
    pub(crate) san: bool,
    /// Print the moves as UCI writes them alone
    #[arg(long, conflicts_with = "json")]
    pub(crate) uci: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// List the moves that take something, and no others
    #[arg(long, conflicts_with = "quiets")]
    pub(crate) captures: bool,
    /// List the moves that take nothing, and no others
    #[arg(long)]
    pub(crate) quiets: bool,
}

/// The help of `hyperbola moves` that no argument is the place for.
const MOVES_HELP: &str = "\
Each move has a line, as UCI and as algebraic notation write it, in the order of the former; then come \
an empty line and the number of moves, and whether the side to move is in check, checkmated or \
stalemated. Where a rook that may castle or its king stands as in Chess960 only, UCI's castling is the \
king's move onto its rook.

The JSON object has fen, side_to_move, legal_moves (their number, whichever are listed), check, \
checkmate, stalemate and the array moves; each move has uci, san, capture, en_passant, check, \
checkmate, promotion (queen, rook, bishop, knight or null) and castling (king, queen or null).

Examples:
  hyperbola moves
  hyperbola moves 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --san
  hyperbola moves '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1' --captures --json";

/// The arguments of `hyperbola fen`.
#[derive(Debug, Args)]
#[command(after_help = FEN_HELP)]
pub(crate) struct Fen {
    /// The position as a FEN, X-FEN or Shredder-FEN, or startpos
    #[arg(value_parser = reader(input::parsed_position))]
    pub(crate) fen: Parsed,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The help of `hyperbola fen` that no argument is the place for.
const FEN_HELP: &str = "\
Prints the FEN as X-FEN, which is FEN wherever FEN can say it, and as Shredder-FEN, the board, whose \
move it is, the castling rights and in brackets their rooks, the en passant square where a legal capture is, the \
Zobrist key of the Polyglot book format, the pieces that give check and the number of legal moves. An \
en passant square without a legal capture is dropped, and that is said. The clocks may be missing; they \
are 0 and 1 then.

The JSON object has fen, shredder_fen, side_to_move, the array castling, each right with color, side \
and rook, en_passant, dropped_en_passant, halfmove_clock, fullmove_number, key, checkers, check, \
checkmate, stalemate and legal_moves.

A text that is no position ends the command with exit status 2; standard error names its column in \
bytes, from 1, what was expected and what was found.

Examples:
  hyperbola fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
  hyperbola fen 'nrk1brnb/pp1ppppp/2p5/3q4/5P2/PP6/2PPP1PP/NRKQBRNB w BFbf - 0 1' --json";

/// The arguments of `hyperbola bench`.
#[derive(Debug, Args)]
#[command(disable_help_flag = true, after_help = BENCH_HELP)]
pub(crate) struct Bench {
    /// What is passed to the program hyperbola-lab, as it is
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,
}

/// The help of `hyperbola bench` that no argument is the place for.
const BENCH_HELP: &str = "\
The lab is the program hyperbola-lab, which is installed beside this one or elsewhere on the PATH: by \
`cargo install --path crates/hyperbola-lab` in a checkout of Hyperbola, where `cargo lab` runs it without. \
`hyperbola bench --help` prints its own help.

Examples:
  hyperbola bench --report bench.html
  hyperbola bench --definition latency-queen-games --json
  hyperbola bench compare before.json after.json";

/// The arguments of `hyperbola completions`.
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// The help of `hyperbola completions` that no argument is the place for.
const COMPLETIONS_HELP: &str = "\
Examples:
  hyperbola completions bash > ~/.local/share/bash-completion/completions/hyperbola
  hyperbola completions fish > ~/.config/fish/completions/hyperbola.fish";

/// The arguments of `hyperbola man`.
#[derive(Debug, Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct Man {
    /// The folder to write one page for each command into; it is made if it is not there
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// The help of `hyperbola man` that no argument is the place for.
const MAN_HELP: &str = "\
Examples:
  hyperbola man | man -l -
  hyperbola man --dir ~/.local/share/man/man1";

/// Reads an argument of any bytes, so that a wrong one is told where it is wrong.
fn reader<T, E>(read: fn(&[u8]) -> Result<T, E>) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: core::error::Error + Send + Sync + 'static,
{
    OsStringValueParser::new().try_map(move |text| read(text.as_encoded_bytes()))
}

/// Reads a slider by its name.
fn slider_parser() -> impl TypedValueParser<Value = Slider> {
    PossibleValuesParser::new(Slider::ALL.map(Slider::name)).try_map(|name| name.parse::<Slider>())
}

/// Reads a technique by its id.
fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    let value =
        |technique: &Technique| PossibleValue::new(technique.id()).help(technique.info().name);
    PossibleValuesParser::new(Technique::ALL.iter().map(value))
        .try_map(|id| id.parse::<Technique>())
}

/// Reads a kind of word, one of some, by its id; this processor must have it.
fn word_parser(kinds: &'static [WordKind]) -> impl TypedValueParser<Value = WordKind> {
    PossibleValuesParser::new(kinds.iter().map(|kind| kind.id())).try_map(move |id| {
        let kind: WordKind = id.parse().map_err(|error: ParseWordKindError| error.to_string())?;
        if kind.is_available() {
            return Ok(kind);
        }
        let available = kinds.iter().filter(|kind| kind.is_available());
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
                    panic!("{line:?} is no explain command");
                };
                assert_eq!((explain.technique, explain.slider), (*technique, slider));
            }
        }
    }
}
