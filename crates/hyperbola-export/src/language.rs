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
    /// How the project checks its files.
    pub check: &'static str,
    /// What a user of a file must know: how it is compiled, how its test is run.
    pub usage: &'static str,
    /// The most bytes that tables of literals may have, and why.
    pub(crate) largest_literals: Option<(usize, &'static str)>,
    pub(crate) syntax: &'static Syntax,
}

impl Language {
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
