//! Prints techniques for the attacks of sliding chess pieces, and features of positions, as source code
//! of other languages.
//!
//! A technique's formula is recorded by `hyperbola-explain`, step by step, and its steps are
//! printed by the templates of a language. So no formula is written a second time. A file stands by
//! itself: it has the idea and the origin of the technique, its tables, functions of a rook's, a
//! bishop's and a queen's attacks with the locals of the formula, and a test of itself.
//!
//! ```
//! use hyperbola::Technique;
//! use hyperbola_export::{Language, Options, export};
//!
//! let c = Language::find("c").expect("C is in the list");
//! let file = export(Technique::HyperbolaQuintessence, c, &Options::default()).unwrap();
//! assert!(file.contains("uint64_t rook_attacks(uint64_t square, uint64_t occupied)"));
//! ```
//!
//! A language is one file in `src/languages` and its line in the list there.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod boards;
mod bounds;
mod code;
mod features;
mod file;
mod functions;
mod headers;
mod helpers;
mod languages;
mod listing;
pub mod matrix;
mod names;
mod selftest;
mod syntax;
mod tables;
mod transforms;
pub mod vectors;

use core::fmt;
use std::collections::BTreeMap;

use hyperbola::{Slider, Technique};
use hyperbola_explain::{Contents, program_with_masks};

pub use boards::export_on_board;
pub use features::{export_feature, feature_inputs, feature_names};
pub use functions::Functions;
pub use listing::{ListedFunction, Listing, listing};
pub use selftest::{digest, relevant};

/// A language, or an arrangement of one, that techniques are printed in.
#[derive(Debug)]
#[non_exhaustive]
pub struct Language {
    /// The name on the command line.
    pub id: &'static str,
    /// The name in prose.
    pub name: &'static str,
    /// The extension of its files, without the dot.
    pub extension: &'static str,
    /// How the project checks its files.
    pub check: &'static str,
    /// What a user of a file must know: how it is compiled, how its test is run.
    pub usage: &'static str,
    /// The most bytes that tables of literals may have, and why.
    pub(crate) largest_literals: Option<(usize, &'static str)>,
    pub(crate) syntax: &'static syntax::Syntax,
}

impl Language {
    /// All languages.
    pub const ALL: &[&Self] = languages::ALL;

    /// Finds a language by its name on the command line.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|language| language.id == id)
    }

    /// Returns how a technique's tables come into a file unless they are asked for otherwise:
    /// small ones as literals, others at the program's start.
    #[must_use]
    pub fn usual_tables(&self, technique: Technique) -> Tables {
        if technique.info().table_bytes() <= SMALL || self.syntax.file.made.is_err() {
            Tables::Literal
        } else {
            Tables::AtStart
        }
    }
}

/// The most bytes of tables that are literals unless they are asked for otherwise.
const SMALL: usize = 8 << 10;

/// How tables come into a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    /// With all their entries.
    Literal,
    /// Made from geometry when the program starts, or by the compiler where it can.
    AtStart,
}

/// What is printed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The pieces.
    pub sliders: Vec<Slider>,
    /// How tables come into the file.
    pub tables: Tables,
    /// What stands before the names of functions, tables and macros in C, CUDA and OpenCL. In C++
    /// it is the namespace.
    pub prefix: Option<String>,
}

impl Options {
    /// Makes options.
    #[must_use]
    pub fn new(sliders: Vec<Slider>, tables: Tables) -> Self {
        Self { sliders, tables, prefix: None }
    }

    /// Sets what stands before the names of the file.
    #[must_use]
    pub fn with_prefix(mut self, prefix: &str) -> Self {
        self.prefix = Some(prefix.to_owned());
        self
    }

    /// Returns how a table is made, if it is not a literal.
    fn making(&self, table: Contents) -> Option<tables::Making> {
        tables::making(table.info.name).filter(|_| self.tables == Tables::AtStart)
    }
}

impl Default for Options {
    /// All pieces, with tables of literals.
    fn default() -> Self {
        Self::new(Slider::ALL.to_vec(), Tables::Literal)
    }
}

/// The files that the project shows, in its folder `docs/export`, by their names.
#[must_use]
pub fn shown() -> Vec<(&'static str, String)> {
    let show = |name, technique: Technique, language: &Language| {
        let options = Options::new(Slider::ALL.to_vec(), language.usual_tables(technique));
        (name, file::write(technique, language, &options))
    };
    vec![
        show(
            "hyperbola_quintessence.hpp",
            Technique::HyperbolaQuintessence,
            &languages::cpp::LANGUAGE,
        ),
        show("magic_fancy.rs", Technique::MagicFancy, &languages::rust::LANGUAGE),
        show("kogge_stone.py", Technique::KoggeStone, &languages::python::LANGUAGE),
    ]
}

/// The reason why a technique cannot be printed as asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported(String);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unsupported {}

/// Prints a technique in a language.
///
/// # Errors
///
/// Returns why the technique cannot be printed in the language with these options.
pub fn export(
    technique: Technique,
    language: &Language,
    options: &Options,
) -> Result<String, Unsupported> {
    check(technique, language, options)?;
    Ok(file::write(technique, language, options))
}

/// Returns whether a technique can be printed in a language with these options.
///
/// # Errors
///
/// Returns the reason if it cannot.
pub fn check(
    technique: Technique,
    language: &Language,
    options: &Options,
) -> Result<(), Unsupported> {
    let Options { sliders, tables, prefix } = options;
    if let Some(prefix) = prefix {
        check_prefix(language, prefix)?;
    }
    if let (Tables::AtStart, Err(reason)) = (tables, language.syntax.file.made)
        && let Some(table) =
            tables_of(technique, language, sliders).keys().find(|name| is_made(name))
    {
        let name = language.name;
        return Err(Unsupported(format!(
            "in {name}, tables such as {table} cannot be made at the start: {reason}"
        )));
    }
    let Some((largest, reason)) = language.largest_literals else { return Ok(()) };
    let bytes = literal_bytes(technique, language, sliders, *tables);
    if bytes <= largest {
        return Ok(());
    }
    let can_make = language.syntax.file.made.is_ok() && *tables == Tables::Literal;
    let hint =
        if can_make && literal_bytes(technique, language, sliders, Tables::AtStart) <= largest {
            "; ask for tables that are made at the start"
        } else {
            ""
        };
    Err(Unsupported(format!(
        "{bytes} bytes of literals are too many in {}: {reason}{hint}",
        language.name
    )))
}

/// Returns whether the names of a language's files can have a prefix.
fn check_prefix(language: &Language, prefix: &str) -> Result<(), Unsupported> {
    if language.syntax.file.prefixed.is_none() {
        let name = language.name;
        return Err(Unsupported(format!(
            "in {name}, names have no prefix: a file is a module there"
        )));
    }
    let is_name = prefix.starts_with(|c: char| c.is_ascii_alphabetic())
        && prefix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name && prefix.len() <= 40 {
        return Ok(());
    }
    Err(Unsupported(format!(
        "a prefix is a letter, then letters, digits and underscores, at most 40: not {prefix:?}"
    )))
}

/// Returns the bytes of the tables that are printed as literals for these sliders.
fn literal_bytes(
    technique: Technique,
    language: &Language,
    sliders: &[Slider],
    tables: Tables,
) -> usize {
    let is_literal = |name: &str| tables == Tables::Literal || !is_made(name);
    let bytes = tables_of(technique, language, sliders);
    bytes.iter().filter(|(name, _)| is_literal(name)).map(|(_, bytes)| bytes).sum()
}

/// Returns whether a table can be made from geometry.
fn is_made(name: &str) -> bool {
    tables::making(name).is_some()
}

/// Returns the tables that these sliders read in a language, and how many bytes each has.
fn tables_of(
    technique: Technique,
    language: &Language,
    sliders: &[Slider],
) -> BTreeMap<&'static str, usize> {
    let masks = language.syntax.operators.masks;
    let programs = sliders.iter().map(|&slider| program_with_masks(technique, slider, masks));
    let read = programs.flat_map(|program| program.tables().collect::<Vec<_>>());
    read.map(|table| (table.info.name, table.info.bytes)).collect()
}
