//! Files of training data from one format into another: sources in sections on threads, filters, and
//! an order.

mod collection;
mod run;
mod sections;
mod sink;
mod source;
mod tally;

use core::fmt;
use std::io;

use crate::{ArrangeError, Arrangement, FindFormatError, Plan, ReadError};

pub use run::{Conversion, Outcome};
pub use sections::{OpenSource, Place, Section, Sections};
pub use source::Source;
pub use tally::{Counts, InputCounts, State, Tally};

/// What is done with the entries of all sources.
#[derive(Debug, Clone)]
pub struct Request {
    /// What is done with each entry. The conversion chooses its target.
    pub plan: Plan,
    /// Of the entries that the filter wants, the first of so many is kept.
    pub every: u64,
    /// Whether what is wrong is left out, and not an error.
    pub skips_bad: bool,
    /// The most threads that read.
    pub threads: usize,
    /// How entries are arranged, if they are.
    pub arrangement: Option<Arrangement>,
    /// Whether it is found out what is in the entries.
    pub surveys: bool,
}

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

/// The reason why files cannot be converted.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// A source or an entry is wrong. The text says which, what was expected and what was found.
    Wrong(String),
    /// The format of a source cannot be found.
    Format {
        /// The name of the source.
        name: String,
        /// The reason.
        error: FindFormatError,
    },
    /// The system does not read or write a file.
    System {
        /// What could not be done.
        what: String,
        /// The reason. It is the source of this error and no part of its text.
        error: io::Error,
    },
    /// A part of a source cannot be read, because the system does not read it.
    Read {
        /// The name of the source.
        name: String,
        /// The reason. It is the source of this error and no part of its text.
        error: ReadError,
    },
    /// The entries cannot be arranged.
    Arrange(ArrangeError),
    /// The scratch folder has too little room.
    Room {
        /// The bytes that are free.
        free: u64,
        /// The bytes that the rest of the sources needs.
        needed: u64,
    },
    /// The caller has ended the conversion.
    Stopped,
}

impl ConvertError {
    /// Returns the error of reading a source with a name.
    fn unreadable(name: &str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::System { what: format!("cannot read {name}"), error }
    }

    /// Returns the error for an output that cannot be written.
    fn unwritable(error: io::Error) -> Self {
        Self::System { what: "cannot write the output".to_owned(), error }
    }
}

impl From<Stopped> for ConvertError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<ArrangeError> for ConvertError {
    fn from(error: ArrangeError) -> Self {
        Self::Arrange(error)
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(text) => f.write_str(text),
            Self::Format { name, error } => write!(f, "{name}: {error}"),
            Self::System { what, .. } => f.write_str(what),
            Self::Read { name, .. } => write!(f, "cannot read {name}"),
            Self::Arrange(error) => error.fmt(f),
            Self::Room { free, needed } => write!(
                f,
                "the scratch folder has {free} bytes free, and the rest of the sources needs about \
                 {needed}"
            ),
            Self::Stopped => f.write_str("the conversion was stopped"),
        }
    }
}

impl core::error::Error for ConvertError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::System { error, .. } => Some(error),
            Self::Read { error, .. } => Some(error),
            Self::Arrange(error) => error.source(),
            _ => None,
        }
    }
}
