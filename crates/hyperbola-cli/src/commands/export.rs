//! `hyperbola export`: a technique as a file of another language, and what can be exported.

use std::io::Write;

use anyhow::Context as _;
use hyperbola::{Slider, Technique};
use hyperbola_console::file;
use hyperbola_console::shown_path;
use hyperbola_export::matrix::{self, Cell};
use hyperbola_export::{Language, Options, Tables, export};
use serde::Serialize;

use crate::arguments::ExportArguments;
use crate::output;

/// Prints or writes what the arguments ask for.
pub(crate) fn run(arguments: &ExportArguments) -> anyhow::Result<()> {
    if arguments.matrix {
        return if arguments.json {
            let rows: Vec<Row> = matrix::cells().into_iter().map(Row::new).collect();
            output::print_json(&rows)
        } else {
            output::print(&matrix::render())
        };
    }
    let technique = arguments.technique.context("no technique was given")?;
    let language = arguments.language.context("no language was given")?;
    let text = text(technique, language, arguments)?;
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

/// Returns the text of the file that the arguments ask for.
fn text(
    technique: Technique,
    language: &Language,
    arguments: &ExportArguments,
) -> anyhow::Result<String> {
    let sliders = super::chosen(&Slider::ALL, &arguments.pieces);
    let tables = arguments.tables.unwrap_or_else(|| language.usual_tables(technique));
    let mut options = Options::new(sliders, tables);
    options.prefix.clone_from(&arguments.prefix);
    Ok(export(technique, language, &options)?)
}

/// A cell of the matrix as JSON.
#[derive(Debug, Serialize)]
struct Row {
    technique: &'static str,
    language: &'static str,
    /// `literal` or `at-start`: how tables come into the file unless asked for otherwise.
    tables: &'static str,
    /// How the project checks files of this language.
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

/// Returns how a language is checked.
fn check_of(id: &str) -> &'static str {
    Language::ALL.iter().find(|language| language.id == id).map_or("", |language| language.check)
}
