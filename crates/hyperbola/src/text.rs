//! The texts of colours, and the error for a text that is not a name.

use core::fmt;
use core::str::FromStr;

use crate::Color;

/// The reason why a text is not the name of one of a few things: of a file, a rank or a colour.
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

impl fmt::Display for Color {
    /// Writes `white` or `black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

impl FromStr for Color {
    type Err = ParseNameError;

    /// Reads `white` or `black`, or `w` or `b` as in a FEN.
    ///
    /// ```
    /// use hyperbola::Color;
    /// assert_eq!("black".parse(), Ok(Color::Black));
    /// assert_eq!("w".parse(), Ok(Color::White));
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        match text {
            "white" | "w" => Ok(Self::White),
            "black" | "b" => Ok(Self::Black),
            _ => Err(ParseNameError::expecting("white or black")),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;
    use std::string::ToString;

    #[test]
    fn colors_come_back_from_their_names() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.to_string()[..1].parse(), Ok(color));
        }
        for text in ["", "White", "whit", "B", "wb"] {
            let error = text.parse::<Color>().unwrap_err();
            assert_eq!(error.to_string(), "expected white or black");
        }
        assert_eq!(format!("{:>7}{:<7}|", Color::White, Color::Black), "  whiteblack  |");
    }
}
