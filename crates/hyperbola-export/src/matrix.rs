//! The techniques that can be printed in each language, and the check of each language.

use core::fmt::Write as _;

use hyperbola::{Slider, Technique};

use crate::{Language, Options, Tables, Unsupported, check};

/// One technique in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The technique.
    pub technique: Technique,
    /// The language's name on the command line.
    pub language: &'static str,
    /// How its tables come into the file by default.
    pub tables: Tables,
    /// The reason if it cannot be printed.
    pub refused: Option<Unsupported>,
}

/// Returns all cells, by technique and then by language.
#[must_use]
pub fn cells() -> Vec<Cell> {
    let cell = |technique: Technique, language: &'static Language| {
        let tables = language.usual_tables(technique);
        let options = Options::new(Slider::ALL.to_vec(), tables);
        let refused = check(technique, language, &options).err();
        Cell { technique, language: language.id, tables, refused }
    };
    let techniques = Technique::ALL.iter();
    techniques
        .flat_map(|&technique| Language::ALL.iter().map(move |&language| cell(technique, language)))
        .collect()
}

/// Writes the matrix as a table of text: a row for each technique, a column for each language, then
/// the reasons for empty cells, and the check of each language.
#[must_use]
pub fn render() -> String {
    let cells = cells();
    let width = Technique::ALL.iter().map(|technique| technique.id().len()).max().unwrap_or(0);
    let mut text = format!("{:width$}", "");
    for language in Language::ALL {
        text += "  ";
        text += language.id;
    }
    text.push('\n');
    let mut reasons = Vec::new();
    for row in cells.chunks(Language::ALL.len()) {
        let mut line = format!("{:width$}", row[0].technique.id());
        for (cell, language) in row.iter().zip(Language::ALL) {
            let mark = match (&cell.refused, cell.tables) {
                (Some(reason), _) => {
                    reasons.push(format!("{} in {}: {reason}", cell.technique, cell.language));
                    "-"
                }
                (None, Tables::Literal) => "yes",
                (None, Tables::AtStart) => "made",
            };
            let _ = write!(line, "  {mark:width$}", width = language.id.len());
        }
        text += line.trim_end();
        text.push('\n');
    }
    text += "\nyes: printed, with tables of literals if it has any; made: printed, with code that \
             makes its\nlarger tables; -: not printed.\n";
    for (title, lines) in [("Not printed", reasons), ("How the languages are checked", checks())] {
        if !lines.is_empty() {
            let _ = write!(text, "\n{title}:\n");
        }
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// Writes the check of each language.
fn checks() -> Vec<String> {
    let width = Language::ALL.iter().map(|language| language.id.len()).max().unwrap_or(0);
    let tables = |language: &Language| match language.syntax.file.made {
        Ok(_) => String::new(),
        Err(reason) => format!("; tables are literals alone: {reason}"),
    };
    let check = |l: &&Language| format!("{:width$}  {}: {}{}", l.id, l.name, l.check, tables(l));
    Language::ALL.iter().map(check).collect()
}
