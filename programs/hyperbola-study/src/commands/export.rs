//! `hyperbola export`: a technique or a feature as a file of another language, and the list of all
//! exports.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use hyperbola::{Slider, Technique};
use hyperbola_boards::{NamedBoard, export_on_board};
use hyperbola_console::output;
use hyperbola_console::parsers::{slider_parser, technique_parser};
use hyperbola_export::matrix::{self, Cell};
use hyperbola_export::{Language, Options, Tables, export, export_feature, feature_names};
use hyperbola_files::{Wrong, file, shown_path};
use serde::Serialize;

use super::boards::board_parser;

/// The ways to use `hyperbola export`.
const USAGE: &str = "\
hyperbola-study export --language <LANGUAGE> <TECHNIQUE> [OPTIONS]
       hyperbola-study export --language <LANGUAGE> --feature <NAME> [--prefix <NAME>] [--output <FILE>]
       hyperbola-study export --matrix [--json]";

/// The arguments of `hyperbola export`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = HELP)]
pub(crate) struct ExportArguments {
    /// The technique to print; `hyperbola list` prints the ids
    #[arg(
        value_parser = technique_parser(), hide_possible_values = true,
        required_unless_present_any = ["matrix", "feature"]
    )]
    pub(crate) technique: Option<Technique>,
    /// Print this feature of positions instead: a function of a position's words, and in CUDA,
    /// OpenCL and WGSL a kernel on columns of positions
    #[arg(
        long, value_name = "NAME", value_parser = PossibleValuesParser::new(feature_names()),
        conflicts_with_all = ["technique", "pieces", "tables", "board", "matrix"]
    )]
    pub(crate) feature: Option<String>,
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
    /// How tables come into the file: cuda, opencl and wgsl only have literal ones [default:
    /// literal up to 8 KiB, else at-start]
    #[arg(
        long, value_name = "HOW", value_parser = tables_parser(), conflicts_with = "matrix"
    )]
    pub(crate) tables: Option<Tables>,
    /// Print the technique for this board, in c, cpp or rust, with numbers of 128 bits
    #[arg(long, value_parser = board_parser(), conflicts_with_all = ["matrix", "tables"])]
    pub(crate) board: Option<NamedBoard>,
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

/// Makes the parser of the form of tables in a file.
fn tables_parser() -> impl TypedValueParser<Value = Tables> {
    PossibleValuesParser::new(["literal", "at-start"]).map(|how| match how.as_str() {
        "literal" => Tables::Literal,
        _ => Tables::AtStart,
    })
}

/// The text at the end of the help of `hyperbola export`.
const HELP: &str = "\
The file needs no other file and may be used without conditions (0BSD). It has the technique's idea and \
origin, its tables, functions of the attacks whose locals are the letters of the formula, and a test \
of itself over all relevant occupancies. The steps are recorded from the same code that computes the \
attacks. A file for a board of another size has masks for each square and a test over 100 boards; names \
begin with the board's name unless --prefix is given. The file of a feature says what its function \
takes and gives, and has a test on 400 positions.

Examples:
    hyperbola export hyperbola-quintessence --language c
    hyperbola export magic-fancy --language rust --output magic.rs
    hyperbola export kogge-stone --language python --pieces rook,bishop
    hyperbola export kogge-stone --language c-avx2 --prefix four
    hyperbola export hyperbola-quintessence --language c --board shogi
    hyperbola export --feature attack_counts --language cuda --output attack_counts.cu
    hyperbola export --matrix";

/// Prints or writes the requested file or matrix.
pub(crate) fn run(arguments: &ExportArguments) -> anyhow::Result<()> {
    if arguments.matrix {
        return if arguments.json {
            let rows: Vec<Row> = matrix::cells().into_iter().map(Row::new).collect();
            output::print_json(&rows)
        } else {
            output::print(&matrix::render())
        };
    }
    let language = arguments.language.context("no language was given")?;
    let text = match &arguments.feature {
        Some(name) => export_feature(name, language, arguments.prefix.as_deref())
            .map_err(|refused| Wrong(refused.to_string()))?,
        None => {
            let technique = arguments.technique.context("no technique was given")?;
            text(technique, language, arguments)?
        }
    };
    match &arguments.output {
        Some(path) => {
            let failure = || format!("cannot write {}", shown_path(path));
            let mut file = file::create(path).with_context(failure)?;
            file.write_all(text.as_bytes())
                .and_then(|()| file::finish_as_result(file))
                .with_context(failure)
        }
        None => output::print(&text),
    }
}

/// Returns the text of the requested file.
fn text(
    technique: Technique,
    language: &Language,
    arguments: &ExportArguments,
) -> anyhow::Result<String> {
    let sliders = super::chosen(&Slider::ALL, &arguments.pieces);
    let tables = arguments.tables.unwrap_or_else(|| language.usual_tables(technique));
    let mut options = Options::new(sliders, tables);
    options.prefix.clone_from(&arguments.prefix);
    let text = match arguments.board {
        Some(board) => export_on_board(technique, board, language, &options),
        None => export(technique, language, &options),
    };
    Ok(text.map_err(|refused| Wrong(refused.to_string()))?)
}

/// A cell of the matrix as JSON.
#[derive(Debug, Serialize)]
struct Row {
    technique: &'static str,
    language: &'static str,
    /// `literal` or `at-start`: how tables come into the file by default.
    tables: &'static str,
    /// The project's check of files in this language.
    check: &'static str,
    /// The reason if it cannot be exported.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl Row {
    fn new(cell: Cell) -> Self {
        Self {
            technique: cell.technique.id(),
            language: cell.language,
            check: check_of(cell.language),
            tables: match cell.tables {
                Tables::Literal => "literal",
                Tables::AtStart => "at-start",
            },
            refused: cell.refused.map(|reason| reason.to_string()),
        }
    }
}

/// Returns the check of a language.
fn check_of(id: &str) -> &'static str {
    Language::ALL.iter().find(|language| language.id == id).map_or("", |language| language.check)
}
