//! Prints techniques for the attacks of sliding chess pieces, and features of positions, as source
//! code of other languages.
//!
//! A technique's formula is recorded by `hyperbola-explain`, step by step, and its steps are
//! printed by the templates of a language. So no formula is written a second time. A file is
//! complete on its own: it has the idea and the origin of the technique, its tables, functions of a
//! rook's, a bishop's and a queen's attacks with the locals of the formula, and a test of itself.
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
#![cfg_attr(
    not(feature = "features"),
    expect(dead_code, reason = "the templates of features' files are not read")
)]
#![forbid(unsafe_code)]

mod bounds;
mod branches;
mod code;
#[cfg(feature = "features")]
mod features;
mod file;
#[doc(hidden)]
pub mod for_boards;
mod functions;
mod headers;
mod helpers;
mod language;
mod languages;
mod listing;
pub mod matrix;
mod names;
mod options;
mod selftest;
mod syntax;
mod tables;
mod transforms;
pub mod vectors;

use std::collections::BTreeMap;

use hyperbola::{Slider, Technique};
use hyperbola_explain::{Contents, program_with_masks};

#[cfg(feature = "features")]
pub use features::{export_feature, feature_inputs, feature_names};
pub use functions::Functions;
pub use language::{Language, Tables};
pub use listing::{ListedFunction, Listing, listing};
pub use options::{Options, Unsupported, check_prefix};
pub use selftest::{digest, relevant};

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

/// Prints a technique in a language.
///
/// # Errors
///
/// Returns the reason if the technique cannot be printed in the language with these options.
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
        return Err(Unsupported::new(format!(
            "in {name}, tables such as {table} cannot be made at the start: {reason}"
        )));
    }
    let Some((largest, reason)) = language.largest_literals else { return Ok(()) };
    let read = tables_of(technique, language, sliders);
    let literals = |tables: Tables| {
        let is_literal = |name: &str| tables == Tables::Literal || !is_made(name);
        largest.of(read.values().filter(|table| is_literal(table.info.name)).copied())
    };
    let size = literals(*tables);
    if size.is_within(largest) {
        return Ok(());
    }
    let can_make = language.syntax.file.made.is_ok() && *tables == Tables::Literal;
    let hint = if can_make && literals(Tables::AtStart).is_within(largest) {
        "; ask for tables that are made at the start"
    } else {
        ""
    };
    Err(Unsupported::new(format!("{size} are too many in {}: {reason}{hint}", language.name)))
}

/// Returns whether a table can be made from geometry.
fn is_made(name: &str) -> bool {
    tables::making(name).is_some()
}

/// Returns the tables that these sliders read in a language, by their names.
fn tables_of(
    technique: Technique,
    language: &Language,
    sliders: &[Slider],
) -> BTreeMap<&'static str, Contents> {
    let masks = language.syntax.operators.masks;
    let programs = sliders.iter().map(|&slider| program_with_masks(technique, slider, masks));
    let read = programs.flat_map(|program| program.tables().collect::<Vec<_>>());
    read.map(|table| (table.info.name, table)).collect()
}
