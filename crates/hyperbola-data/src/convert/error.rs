//! The reason why files cannot be converted.

use core::fmt;
use std::io;

use super::watch::Stopped;
use crate::{ArrangeError, FindFormatError, ReadError};

/// The reason why files cannot be converted.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// A source or an entry is wrong. The text says which, what was expected and what was found.
    Wrong(String),
    /// A part of a source or an entry is wrong, which other policies for bad rows leave out. The
    /// text says which, what was expected and what was found.
    BadRow(String),
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
    pub(super) fn unreadable(name: &str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::System { what: format!("cannot read {name}"), error }
    }

    /// Returns the error for an output that cannot be written.
    pub(super) fn unwritable(error: io::Error) -> Self {
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
            Self::Wrong(text) | Self::BadRow(text) => f.write_str(text),
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
