//! The arguments of `hyperbola features` and their help.

use std::path::PathBuf;
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use hyperbola::word::WordKind;
use hyperbola_console::input;
use hyperbola_console::parsers::{threads_parser, word_parser};
use hyperbola_console::reading::{as_name, rules_parser};
use hyperbola_features::{AnyFeature, BadRows, Dtype, Features, View};
use hyperbola_files::Error;
use hyperbola_files::journal::{Question, Unshown};
use hyperbola_inputs::{Definition, InputSet};
use hyperbola_moves::Rules;
use serde::{Serialize, Serializer};

use crate::bad_rows;

/// The arguments of `hyperbola features`. Those that do not change the arrays are not serialized.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(override_usage = USAGE, after_help = HELP)]
pub(crate) struct FeaturesArguments {
    /// The positions: a file with a FEN on each line. The file - is standard input
    #[arg(value_name = "FILE", required_unless_present = "list")]
    #[serde(skip)]
    pub(crate) file: Option<PathBuf>,
    /// The features to compute, separated by commas; `hyperbola features --list` prints them
    #[arg(
        long, value_name = "NAMES", required_unless_present_any = ["list", "inputs"],
        value_delimiter = ',',
        value_parser = feature_parser(), hide_possible_values = true
    )]
    #[serde(skip)] // their order means nothing
    pub(crate) features: Vec<AnyFeature>,
    /// Compute also the inputs of a network: names of presets with plus signs between them, as
    /// threats_59808+pawn_pairs, or a definition in a file whose name ends in .toml
    #[arg(long, value_name = "SET", value_parser = parse_inputs)]
    #[serde(serialize_with = "as_digest")]
    pub(crate) inputs: Option<Arc<InputSet>>,
    /// The view whose list comes first in each row of --inputs
    #[arg(long, value_name = "VIEW", default_value = "side-to-move", requires = "inputs")]
    pub(crate) inputs_first: FirstView,
    /// Write the arrays into this folder, which is created if it does not exist
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    #[serde(skip)]
    pub(crate) output: Option<PathBuf>,
    /// What to do with a line that is no position [default: skip, with exit status 2 if a line is
    /// left out]
    #[arg(long, value_name = "POLICY", value_parser = bad_rows::parser(&POLICIES))]
    #[serde(serialize_with = "bad_rows::as_name")]
    pub(crate) bad_rows: Option<BadRows>,
    /// Read castling rights by the rules of chess, where any other right is a mistake, by those of
    /// Chess960, or by those that the rights need
    #[arg(long, value_name = "RULES", default_value_t = Rules::Auto, value_parser = rules_parser())]
    #[serde(serialize_with = "as_name")]
    pub(crate) rules: Rules,
    /// Mend what can be mended in a FEN with mistakes, and name the rows that were mended
    #[arg(long)]
    pub(crate) lenient: bool,
    /// The type of the numbers of planes [default: u8]
    #[arg(long, value_name = "TYPE")]
    #[serde(skip)] // it has a default
    pub(crate) planes_dtype: Option<PlanesDtype>,
    /// The number of threads, at most 256; 0 for all processors
    #[arg(
        long, value_name = "N", default_value_t = 0, allow_hyphen_values = true,
        value_parser = threads_parser()
    )]
    #[serde(skip)]
    pub(crate) threads: u16,
    /// Compute on this kind of word [default: the widest that this processor has]
    #[arg(
        long, value_name = "ID", value_parser = word_parser(|kind| Features::KINDS.contains(kind))
    )]
    #[serde(skip)]
    pub(crate) word: Option<WordKind>,
    /// Replace arrays that are in the folder already
    #[arg(long)]
    #[serde(skip)]
    pub(crate) overwrite: bool,
    /// List all features, with the types and shapes of their arrays; those of --features also with
    /// how their numbers are read
    #[arg(
        long,
        conflicts_with_all = [
            "file", "output", "bad_rows", "rules", "lenient", "planes_dtype", "threads", "word", "overwrite"
        ]
    )]
    #[serde(skip)]
    pub(crate) list: bool,
    /// Print the result, or the list, as JSON
    #[arg(long)]
    #[serde(skip)]
    pub(crate) json: bool,
}

impl FeaturesArguments {
    /// Returns the features that are named, in the order of the list.
    pub(crate) fn named(&self) -> impl Iterator<Item = AnyFeature> {
        AnyFeature::all().filter(|feature| self.features.contains(feature))
    }

    /// Returns what the arrays depend on.
    pub(crate) fn question(&self, planes_dtype: PlanesDtype) -> Result<Question, Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "kebab-case")]
        struct QuestionFields<'a> {
            features: Vec<&'static str>,
            planes_dtype: PlanesDtype,
            #[serde(flatten)]
            arguments: &'a FeaturesArguments,
        }
        let features = self.named().map(|feature| feature.name()).collect();
        Question::new(
            "features",
            &QuestionFields { features, planes_dtype, arguments: self },
            Vec::new(),
        )
    }
}

/// What may happen with a line that is no position.
const POLICIES: [(BadRows, &str); 3] = [
    (BadRows::Error, "End the command"),
    (BadRows::Skip, "Leave the row out; rows.npy has the numbers of the rows that are left"),
    (
        BadRows::Mark,
        "Keep the row with the numbers of an empty board; marked.npy says which rows these are",
    ),
];

/// A view whose list comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FirstView {
    /// That of the side to move, as networks take them
    SideToMove,
    /// White's
    White,
    /// Black's
    Black,
}

impl FirstView {
    /// Returns the view.
    pub(crate) const fn view(self) -> View {
        match self {
            Self::SideToMove => View::SideToMove,
            Self::White => View::White,
            Self::Black => View::Black,
        }
    }
}

/// A type of the numbers of planes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PlanesDtype {
    /// A byte
    U8,
    /// A floating-point number of 16 bits
    F16,
    /// A floating-point number of 32 bits
    F32,
}

impl PlanesDtype {
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
const USAGE: &str = "\
hyperbola-data features [OPTIONS] <FILE> --features <NAMES> --output <DIR>
       hyperbola-data features [OPTIONS] <FILE> --inputs <SET> --output <DIR>
       hyperbola-data features --list [--features <NAMES>] [--inputs <SET>] [--json]";

/// The text at the end of the help of `hyperbola features`.
const HELP: &str = "\
Each line of the input is a row: a FEN, X-FEN or Shredder-FEN, perhaps with moves behind it as \
moves e2e4 e7e5. Empty lines and lines that begin with # are passed over and are no rows. Rows are \
counted from 0, and messages name the line, counted from 1.

Each feature becomes an array NAME.npy in the folder, whose first axis is the rows. A feature \
that is a list in each row becomes two: list i has the elements of NAME.items.npy from number \
NAME.offsets.npy[i] up to number NAME.offsets.npy[i + 1]. In Python, numpy.load(path, \
mmap_mode='r') opens an array without reading it. Where rows are left out, and with \
--bad-rows skip, rows.npy has the number of each row in the input. With --bad-rows mark, \
marked.npy has 1 for each bad row and 0 for each other row. The file manifest.json describes all \
arrays. The numbers do not depend on --threads or --word.

Bad rows are counted and left out, and the first of them are printed on standard error. The \
arrays are complete without them, but the exit status is 2, unless --bad-rows skip or mark says \
that this is right. With --bad-rows error the first bad row ends the command.

With --inputs the lists inputs.items have the numbers of a network's inputs, two lists for each row: \
that of the side to move, and that of the other side. Presets are features too; hyperbola features \
--list has them. A definition is a file with a table [[blocks]] for each block, as the documentation \
of the crate hyperbola-inputs describes it; --list --inputs says what was read.

With --lenient the command mends the mistakes that can be mended: it leaves out a castling right \
without its rook, for example. Mended rows are counted, and the first of them are printed with their \
mistakes. With --planes-dtype the features of planes have this type; their numbers are the same.

The command writes the arrays into the folder .partial inside the output folder. They get their \
names when all are complete, manifest.json last. After an interrupt (Ctrl-C or SIGTERM), a kill or a \
full disk, run the command again with the same arguments: it continues, and the arrays are those of \
a run without a break. Only --threads, --word and the name of the input may differ. The lines that \
have been read must be the same; standard input must give them again. After a bad row that was an \
error, correct the line, or leave out or change --bad-rows, and run the command again. The command does \
not continue a run with other arguments or another input. It does not continue either if an array in \
.partial was changed or removed: it reads the arrays again and compares their digests. To start \
anew, remove .partial. If .partial/old has files, they are the earlier arrays, and the message says \
how to move them back first. A run that has saved nothing leaves nothing behind when it fails.

A line of more than 4096 bytes is a bad row; one of more than 256 MiB ends the command. The \
command takes up to 300 MiB of memory, and more for features with long lists or many bytes on many \
threads.

If the output folder has arrays or a manifest already, the command ends with exit status 2. With \
--overwrite it replaces them: all arrays of the earlier run go, also those that the new one does \
not have. They stay until the new ones are complete, and are then in the folder .partial/old until \
all of the new ones have their names. If the command is killed meanwhile, the same command goes on.

The files and their types and shapes are printed on standard output, and the time on standard \
error. The JSON object has output, seconds, rows_per_second and all of the manifest: version, \
program, source, lines, rows, bad_rows (policy and count), mended_rows (their number), features and \
arrays (each has file, feature, dtype and shape).

Examples:
  hyperbola features --list
  hyperbola features positions.fens --features attacks,attack_counts --output arrays
  zstdcat positions.fens.zst | hyperbola features - --features pinned --output arrays --json
  hyperbola features positions.fens --inputs threats_59808+pawn_pairs+halfka_v2_hm --output inputs
  hyperbola features games.fens --features mobility --output arrays --bad-rows mark --threads 4";

/// Parses the name of a feature.
fn feature_parser() -> impl TypedValueParser<Value = AnyFeature> {
    let value = |feature: AnyFeature| PossibleValue::new(feature.name()).help(feature.meaning());
    PossibleValuesParser::new(AnyFeature::all().map(value))
        .try_map(|name| name.parse::<AnyFeature>())
}

/// Reads an input set: names, or a file of TOML.
fn parse_inputs(argument: &str) -> anyhow::Result<Arc<InputSet>> {
    Ok(Arc::new(match input::definition(argument)? {
        None => argument.parse()?,
        Some(text) => toml::from_str::<Definition>(&text)?.set()?,
    }))
}

/// Serializes an input set as its digest.
fn as_digest<S: Serializer>(set: &Option<Arc<InputSet>>, target: S) -> Result<S::Ok, S::Error> {
    set.as_ref().map(|set| Unshown::new(set.digest())).serialize(target)
}
