//! The errors of this crate.

use core::fmt;
use std::io;

/// A wrong use of a program, or a wrong input. The message says what was expected.
#[derive(Debug)]
pub struct Wrong(pub String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Wrong {}

/// The reason why a file cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file is not what was expected.
    Wrong(Wrong),
    /// A file has changed since its journal was written: the text says how, and what to do.
    Damaged(String),
    /// The system has failed.
    System {
        /// The operation that failed, such as "cannot read games.pgn".
        what: String,
        /// The reason. It is the source of this error and not part of its text.
        error: io::Error,
    },
}

impl Error {
    /// Returns an error of the system, with the operation that failed.
    pub fn system(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::System { what: what.into(), error }
    }
}

impl From<Wrong> for Error {
    fn from(wrong: Wrong) -> Self {
        Self::Wrong(wrong)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(wrong) => wrong.fmt(f),
            Self::Damaged(what) | Self::System { what, .. } => f.write_str(what),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Wrong(_) | Self::Damaged(_) => None,
            Self::System { error, .. } => Some(error),
        }
    }
}
