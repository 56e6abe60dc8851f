//! What the caller of a conversion hears of it, and says to it.

use super::tally::State;

/// How far a conversion has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Progress {
    /// Sources are read: so many bytes and entries of them.
    Read {
        /// The bytes.
        bytes: u64,
        /// The entries.
        entries: u64,
    },
    /// Entries that were collected are compared: so many of all.
    Compared {
        /// The entries that were compared.
        entries: u64,
        /// All entries.
        all: u64,
    },
    /// Entries that were collected are written: so many of all.
    Written {
        /// The entries that were written.
        entries: u64,
        /// All entries.
        all: u64,
    },
}

/// The caller's side of a conversion. All of it may be left as it is.
pub trait Watch {
    /// Shows the progress. It is called often.
    fn show(&mut self, _: Progress) {}

    /// Returns whether it is time to save.
    fn is_due(&mut self) -> bool {
        false
    }

    /// Saves how far the conversion has come. What belongs to it has been written to the target.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] to end the conversion.
    fn save(&mut self, _: State) -> Result<(), Stopped> {
        Ok(())
    }

    /// Ends the conversion between two batches, if it should end.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] to end the conversion.
    fn go_on(&mut self) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Nobody watches.
impl Watch for () {}

/// The caller has ended a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;
