//! The facts of a technique, in the order of the JSON object that `hyperbola list` and the explorer
//! have.

use hyperbola::Technique;
use serde::Serialize;

/// The facts that a technique states about itself, but for the instructions that it needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Facts {
    /// The name on the command line and in files.
    pub id: &'static str,
    /// The name in prose.
    pub name: &'static str,
    /// The family.
    pub family: String,
    /// The people who found it.
    pub inventors: &'static [&'static str],
    /// The year of its first publication.
    pub year: u16,
    /// The place of its first publication.
    pub source: &'static str,
    /// The tables that it reads.
    pub tables: Vec<TableFacts>,
    /// The size of all its tables in bytes.
    pub table_bytes: usize,
}

/// A table that a technique reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TableFacts {
    /// The table's name.
    pub name: &'static str,
    /// The size of its entries in bytes.
    pub bytes: usize,
}

impl From<Technique> for Facts {
    fn from(technique: Technique) -> Self {
        let info = technique.info();
        let tables = info.tables.iter().map(|table| table.info);
        Self {
            id: info.id,
            name: info.name,
            family: info.family.to_string(),
            inventors: info.inventors,
            year: info.year,
            source: info.source,
            tables: tables
                .map(|table| TableFacts { name: table.name, bytes: table.bytes })
                .collect(),
            table_bytes: info.table_bytes(),
        }
    }
}
