//! The error for a text that is not a name.

use core::fmt;

/// The reason why a text is not the name of one of a few things: of a file, a colour, a technique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseNameError {
    expected: &'static str,
}

impl ParseNameError {
    /// Makes the error from the names that were expected, such as `a rank, 1 to 8`.
    #[must_use]
    pub const fn expecting(expected: &'static str) -> Self {
        Self { expected }
    }

    /// Returns the names that were expected, such as `a rank, 1 to 8`.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for ParseNameError {}
