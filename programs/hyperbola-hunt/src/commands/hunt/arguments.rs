//! The arguments of `hyperbola hunt` and their help.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use hyperbola_console::parsers::threads_parser;
use hyperbola_files::Error;
use hyperbola_files::journal::{Input, Question, Unshown};
use hyperbola_hunt::{Compared, Rule};
use hyperbola_inputs::InputSet;
use serde::{Serialize, Serializer};

use crate::commands::inputs::parse_inputs;

/// The arguments of `hyperbola hunt`. Those that do not change the answers to a row are not
/// serialized.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(override_usage = USAGE, after_help = HELP)]
pub(crate) struct HuntArguments {
    /// The program to hunt.
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) subject: SubjectArguments,
    /// The part of the answers that is compared [default: moves, or inputs with --inputs]
    #[arg(long, value_enum)]
    #[serde(skip)] // it has a default
    pub(crate) compare: Option<What>,
    /// Hunt a network's inputs: names of presets with plus signs between them, as `hyperbola
    /// features --list` has them, or a definition in a file that ends with .toml. The command reads
    /// questions from standard input
    #[arg(
        long, value_name = "SET", value_parser = parse_inputs,
        conflicts_with_all = ["uci", "perftree", "perft_command", "depth"]
    )]
    #[serde(serialize_with = "as_digest")]
    pub(crate) inputs: Option<Arc<InputSet>>,
    /// The seed: the same seed asks the same questions in the same order
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[serde(skip)]
    pub(crate) seed: u64,
    /// Try no new position after so many seconds; 0 means no limit
    #[arg(
        long, value_name = "S", default_value_t = 60, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(0..)
    )]
    #[serde(skip)]
    pub(crate) seconds: u32,
    /// Try at most so many positions
    #[arg(long, value_name = "N")]
    #[serde(skip)]
    pub(crate) positions: Option<u64>,
    /// Count each position to this depth, 1 to 5
    #[arg(
        long, value_name = "N", default_value_t = 2, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(1..=5)
    )]
    pub(crate) depth: u32,
    /// Wait at most so many seconds for each answer, 1 to 3600
    #[arg(
        long, value_name = "S", default_value_t = 10, allow_hyphen_values = true,
        value_parser = clap::value_parser!(u32).range(1..=3600)
    )]
    #[serde(skip)]
    pub(crate) answer_timeout: u32,
    /// Ask an engine by this command in place of `go perft {depth}`, such as `perft {depth}`
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["perftree", "command"])]
    pub(crate) perft_command: Option<String>,
    /// The script or command knows Chess960. Of an engine the option UCI_Chess960 says so
    #[arg(long, conflicts_with = "uci")]
    pub(crate) chess960: bool,
    /// Also try positions that no game leads to: too many pieces, three checkers
    #[arg(long)]
    pub(crate) unreachable: bool,
    /// Go on after a finding: report each rule that is broken once, with the smallest position and
    /// the number of positions that show it
    #[arg(long)]
    #[serde(skip)]
    pub(crate) all: bool,
    /// Ignore this rule: an answer that breaks no other one is no finding
    #[arg(long, value_name = "RULE", value_parser = rule)]
    #[serde(skip)]
    pub(crate) ignore: Vec<Rule>,
    /// Try the positions of this file first: a FEN or a row of EPD on each line, up to 64 MiB
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) suite: Vec<PathBuf>,
    /// Ask for all positions of --suite and for nothing else, and find all rules, as --all does
    #[arg(long, requires = "suite", conflicts_with_all = ["seconds", "positions", "no_suites"])]
    #[serde(skip)]
    pub(crate) only_suite: bool,
    /// Ask so many programs at once for the positions of --only-suite; 0 means one for each core
    #[arg(
        long, value_name = "N", default_value_t = 1, requires = "only_suite",
        value_parser = threads_parser()
    )]
    #[serde(skip)]
    pub(crate) threads: u16,
    /// Ask for the deepest count of each row of --only-suite that is no greater than this, but at
    /// least to --depth. Rows with small counts come first
    #[arg(long, value_name = "N", default_value_t = 200_000, requires = "only_suite")]
    pub(crate) max_nodes: u64,
    /// Write to this file how far --only-suite has come, and go on from there the next time
    #[arg(long, value_name = "FILE", requires = "only_suite")]
    #[serde(skip)]
    pub(crate) state: Option<PathBuf>,
    /// Leave out the suites of known corner cases
    #[arg(long)]
    #[serde(skip)]
    pub(crate) no_suites: bool,
    /// Print the outcome as one JSON object
    #[arg(long)]
    #[serde(skip)]
    pub(crate) json: bool,
    /// Also write the outcome to this file as Markdown
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) report: Option<PathBuf>,
    /// Add what is found to this file, as a row of a perft suite with the moves played
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) save_to: Option<PathBuf>,
}

/// The program to hunt, started in one of three ways.
#[derive(Debug, Args, Serialize)]
#[group(id = "subject", required = true, multiple = false)]
pub(crate) struct SubjectArguments {
    /// Hunt a UCI engine that has `go perft`
    #[arg(long, value_name = "COMMAND")]
    pub(crate) uci: Option<String>,
    /// Hunt a perftree script: it takes DEPTH FEN [MOVES] and prints moves and numbers
    #[arg(long, value_name = "COMMAND")]
    pub(crate) perftree: Option<String>,
    /// Hunt a program by a template with {fen} and, where it has them, {depth} and {moves}. With
    /// --inputs it has none of them, and reads questions
    #[arg(long, value_name = "TEMPLATE")]
    pub(crate) command: Option<String>,
}

/// The part of the answers that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// The legal moves and their counts
    Moves,
    /// The FEN after moves
    Fen,
    /// The pieces that give check
    Checks,
    /// The moves in standard algebraic notation
    San,
    /// All inputs of a network
    Inputs,
    /// The inputs of a network that a move changes
    Changes,
}

impl From<What> for Compared {
    fn from(what: What) -> Self {
        match what {
            What::Moves => Self::Moves,
            What::Fen => Self::Fen,
            What::Checks => Self::Checks,
            What::San => Self::San,
            What::Inputs => Self::Inputs,
            What::Changes => Self::Changes,
        }
    }
}

impl HuntArguments {
    /// Returns what is compared.
    pub(crate) fn compared(&self) -> Compared {
        let default = if self.inputs.is_some() { What::Inputs } else { What::Moves };
        self.compare.unwrap_or(default).into()
    }

    /// Returns what the answers to the rows of suites depend on.
    pub(super) fn question(&self, suites: Vec<Input>) -> Result<Question, Error> {
        #[derive(Serialize)]
        struct QuestionFields<'a> {
            compare: &'static str,
            #[serde(flatten)]
            arguments: &'a HuntArguments,
        }
        let asked = QuestionFields { compare: self.compared().name(), arguments: self };
        Question::new("hunt --only-suite", &asked, suites)
    }
}

/// Reads the name of a rule.
fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_id(name).ok_or_else(|| {
        let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        format!("expected a rule, one of {}", names.join(", "))
    })
}

/// The ways to use the command.
const USAGE: &str = "\
hyperbola-hunt hunt [OPTIONS] --uci <COMMAND>
       hyperbola-hunt hunt [OPTIONS] --perftree <COMMAND>
       hyperbola-hunt hunt [OPTIONS] --command <TEMPLATE>
       hyperbola-hunt hunt [OPTIONS] --inputs <SET> --command <COMMAND>";

/// The text at the end of the help.
const HELP: &str = "\
The program is asked for the moves of positions that generators get wrong. They come from suites, \
from a generator of positions made to hurt, and from random games. A position with a wrong answer \
is made small: pieces, pairs of pieces, rights and moves are left out, queens become rooks and \
bishops, and pieces step nearer to each other, until no such step leaves the answer wrong in the \
same way. This comes on top of --seconds and ends after 5,000 questions or 12 answers that do not \
come. The report names the rule of chess that is broken.

The command is split into words as a shell does it: at blanks, with quotes, \\ and comments after \
#. Nothing is expanded. \
A template is started anew for each question. It prints a line for each move with its number \
(e2e4: 20, 1. e2e4 20, [e2e4] 20, e2e4 (20), move e2e4 nodes 20), a total (Nodes: 400, or only \
400), or both. If no move can be read, only totals are compared, and the outcome says so. {depth} \
is the depth, {moves} the moves played from the FEN with blanks between. Without {moves}, mistakes \
in making moves show in counts only. {{ and }} in a template stand for braces. \
Promotions without their piece and castling as the king's move onto its rook are no faults: the \
outcome says that they are so.

For --compare fen and checks an engine is asked by `d`, as Stockfish answers it (Fen: and \
Checkers:). A program prints the FEN on a line, which needs {moves}, or Checkers: and squares. For --compare san it \
prints a line for each move: the move in UCI's notation and its SAN.

With --inputs the command is no template. It is started once and reads a question from each line of \
standard input: `inputs FEN`, or with --compare changes `changes FEN`, with ` moves ` and the moves \
played from there after it. It answers by a line of each view. `white 12 345` has all numbers of \
White's view; `white removed 12 added 345 6 refresh 2` has what the last move changes, and the blocks, \
counted from 1, that are computed anew. The same number may be removed and added. Numbers of a block \
that is computed anew are not compared; where a block need not be, that is a fault, input-needless-refresh. \
Other lines are passed over. Before the report six positions of the suites are asked too, to see which \
rule is broken.

A program that crashes, hangs, closes its output, or writes garbage or without end is started \
anew and asked again. If it fails again, the position is reported as found. So is a wrong answer \
that is repeated; after five that are not, the hunt ends with status 3.

With --only-suite each row is asked to the deepest of its counts (;D4 197281) that --max-nodes allows, \
and rows with few sequences come first. An interrupted run goes on with the same --state; the rows that were answered wrongly are asked \
again, and their faults are grouped by rule.

Progress is shown on standard error. The JSON object has subject, compared, seed, positions, \
questions, only_totals, not_asked (positions of --suite), seconds, end (found, budget, \
interrupted, or failed with an error in failure), formats, ignored and findings. These are objects \
with kind, rule, law, reason, fen, moves, depth, leads_to, pieces, minimal, right_from_fen, \
right_mirrored, wrong_moves (text, fault, rule and reason of each), wrong_inputs (view, list, number, \
fault, meaning, rule and reason of each), squares, original_fen, \
original_moves, part, found_after and shown_by (numbers of positions), command, right_command, \
proof_command, epd, rust_test and python_test.

Exit status:
  0    nothing was found within the budget
  1    a wrong position was found
  2    wrong use or wrong input, or a file or the output cannot be read or written
  3    the program failed: it cannot be started, has no perft, or fails without a pattern
  130  interrupted

Examples:
  hyperbola hunt --uci stockfish
  hyperbola hunt --uci './engine --quiet' --seconds 600 --seed 7 --save-to found.epd
  hyperbola hunt --uci ./engine --perft-command 'perft {depth}'
  hyperbola hunt --uci ./engine --all --ignore castling-right --ignore no-answer
  hyperbola hunt --perftree ./perftree.sh --chess960
  hyperbola hunt --command './engine perft {depth} \"{fen}\"' --suite found.epd --json
  hyperbola hunt --uci ./engine --suite perft.epd --only-suite --threads 0 --state perft.state
  hyperbola hunt --uci stockfish --compare fen
  hyperbola hunt --inputs threats_59808+pawn_pairs+halfka_v2_hm --command ./engine
  hyperbola hunt --inputs own.toml --command './engine --quiet' --compare changes";

/// Serializes an input set as its digest.
fn as_digest<S: Serializer>(set: &Option<Arc<InputSet>>, target: S) -> Result<S::Ok, S::Error> {
    set.as_ref().map(|set| Unshown::new(set.digest())).serialize(target)
}
