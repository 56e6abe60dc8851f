//! A language, and how tables come into its files.

use hyperbola::Technique;

use crate::syntax::Syntax;

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
    /// The check of its files in the project.
    pub check: &'static str,
    /// Instructions for the user of a file: how to compile it, how to run its test.
    pub usage: &'static str,
    /// The most bytes that tables of literals may have, and the reason.
    pub(crate) largest_literals: Option<(usize, &'static str)>,
    pub(crate) syntax: &'static Syntax,
}

impl Language {
    /// Returns how a technique's tables come into a file by default: small ones as literals, others
    /// at the program's start.
    #[must_use]
    pub fn usual_tables(&self, technique: Technique) -> Tables {
        if technique.info().table_bytes() <= SMALL || self.syntax.file.made.is_err() {
            Tables::Literal
        } else {
            Tables::AtStart
        }
    }
}

/// The most bytes of tables that are literals by default.
const SMALL: usize = 8 << 10;

/// How tables come into a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    /// With all their entries.
    Literal,
    /// Made from geometry when the program starts, or by the compiler where it can.
    AtStart,
}
