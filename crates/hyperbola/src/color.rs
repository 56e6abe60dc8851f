//! The colours of the two sides.

use core::fmt;
use core::str::FromStr;

use crate::ParseNameError;

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side whose pawns go north.
    White,
    /// The side whose pawns go south.
    Black,
}

impl Color {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];
}

impl core::ops::Not for Color {
    type Output = Self;

    /// Returns the other side.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

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
