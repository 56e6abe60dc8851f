//! What a conversion has counted and found wrong.

use hyperbola_features::BadRows;
use serde::{Deserialize, Serialize};

use super::error::ConvertError;
use super::sections::Place;
use crate::LeftOut;

/// The number of bad rows that are named.
const NAMED: usize = 5;

/// What a conversion has counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The entries that were read.
    pub read: u64,
    /// Those of them that the filter wants.
    pub fitting: u64,
    /// Those of these that were not left out by their number.
    pub kept: u64,
    /// The entries that were written.
    pub written: u64,
    /// The parts of the sources that could not be read.
    pub bad: u64,
    /// The entries that the output cannot hold.
    pub refused: u64,
}

/// What was read of a source.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputCounts {
    /// The entries.
    pub entries: u64,
    /// The chunks, games, records or lines of the sections that were read.
    pub units: u64,
}

/// What a conversion has counted and found wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// What it has counted.
    pub counts: Counts,
    /// What it has read of each source.
    pub inputs: Vec<InputCounts>,
    /// The first bad rows, as texts.
    pub named: Vec<String>,
    /// What was left out of the sections that were read, and what the output cannot hold.
    #[serde(default, skip_serializing_if = "LeftOut::is_empty")]
    pub left: LeftOut,
}

/// How far a conversion has come: it can go on from here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Where reading goes on.
    pub place: Place,
    /// What was counted before.
    #[serde(flatten)]
    pub tally: Tally,
}

impl Tally {
    /// Begins to count what is read of a number of sources.
    pub(super) fn new(sources: usize) -> Self {
        Self { inputs: vec![InputCounts::default(); sources], ..Self::default() }
    }

    /// Keeps a bad row to be named, or returns it as an error.
    pub(super) fn name_bad(
        &mut self,
        policy: BadRows,
        text: impl FnOnce() -> String,
    ) -> Result<(), ConvertError> {
        if policy == BadRows::Error {
            return Err(ConvertError::BadRow(text()));
        }
        if self.named.len() < NAMED {
            self.named.push(text());
        }
        Ok(())
    }
}
