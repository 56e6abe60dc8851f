//! A language, and how tables come into its files.

use core::fmt;

use hyperbola::Technique;
use hyperbola_explain::Contents;

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
    /// The largest tables of literals together, and the reason.
    pub(crate) largest_literals: Option<(Size, &'static str)>,
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

/// The size of tables, by what a language has a limit of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// The bytes of the entries.
    Bytes(usize),
    /// The bytes of Java's code that stores the entries one by one.
    JavaCode(usize),
}

impl Size {
    /// Returns the size of tables in the same unit.
    pub(crate) fn of(self, tables: impl Iterator<Item = Contents>) -> Self {
        // An instruction each for the table, the place, the entry and the storing: 1 + 3 + 2 + 1
        // for a byte, and a byte more for what is wider.
        let code =
            |table: Contents| table.entries.count() * if table.entries.bits() == 8 { 7 } else { 8 };
        match self {
            Self::Bytes(_) => Self::Bytes(tables.map(|table| table.info.bytes).sum()),
            Self::JavaCode(_) => Self::JavaCode(tables.map(code).sum()),
        }
    }

    /// Returns whether it is at most another size in the same unit.
    pub(crate) fn is_within(self, largest: Self) -> bool {
        self.number() <= largest.number()
    }

    const fn number(self) -> usize {
        let (Self::Bytes(number) | Self::JavaCode(number)) = self;
        number
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{bytes} bytes of literals"),
            Self::JavaCode(bytes) => write!(f, "{bytes} bytes of code for literals"),
        }
    }
}

/// How tables come into a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tables {
    /// With all their entries.
    Literal,
    /// Made from geometry when the program starts, or by the compiler where it can.
    AtStart,
}
