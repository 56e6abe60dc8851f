//! The options for printing a technique, and the reasons why it cannot be printed.

use core::fmt;

use hyperbola::Slider;
use hyperbola_explain::Contents;

use crate::language::{Language, Tables};
use crate::tables;

/// The options for printing a technique.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The pieces.
    pub sliders: Vec<Slider>,
    /// How tables come into the file.
    pub tables: Tables,
    /// The prefix of the names of functions, tables and macros in C, CUDA and OpenCL. In C++ it is
    /// the namespace.
    pub prefix: Option<String>,
}

impl Options {
    /// Makes options.
    #[must_use]
    pub fn new(sliders: Vec<Slider>, tables: Tables) -> Self {
        Self { sliders, tables, prefix: None }
    }

    /// Sets the prefix of the names of the file.
    #[must_use]
    pub fn with_prefix(mut self, prefix: &str) -> Self {
        self.prefix = Some(prefix.to_owned());
        self
    }

    /// Returns how a table is made, if it is not a literal.
    pub(crate) fn making(&self, table: Contents) -> Option<tables::Making> {
        tables::making(table.info.name).filter(|_| self.tables == Tables::AtStart)
    }
}

impl Default for Options {
    /// All pieces, with tables of literals.
    fn default() -> Self {
        Self::new(Slider::ALL.to_vec(), Tables::Literal)
    }
}

/// The reason why a technique cannot be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported(String);

impl Unsupported {
    /// Makes a reason.
    #[doc(hidden)]
    #[must_use]
    pub fn new(reason: String) -> Self {
        Self(reason)
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unsupported {}

/// Returns whether the names of a language's files can have a prefix.
///
/// # Errors
///
/// Returns the reason if they cannot.
#[doc(hidden)]
pub fn check_prefix(language: &Language, prefix: &str) -> Result<(), Unsupported> {
    if language.syntax.file.prefixed.is_none() {
        let name = language.name;
        return Err(Unsupported::new(format!(
            "in {name}, names have no prefix: a file is a module there"
        )));
    }
    let is_name = prefix.starts_with(|c: char| c.is_ascii_alphabetic())
        && prefix.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_name && prefix.len() <= 40 {
        return Ok(());
    }
    Err(Unsupported::new(format!(
        "a prefix is a letter, then letters, digits and underscores, at most 40: not {prefix:?}"
    )))
}
