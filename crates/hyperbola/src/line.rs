//! The directions in which a slider moves, and the lines that they form.

use core::fmt;
use core::str::FromStr;

use crate::ParseNameError;

/// One of the eight directions of the compass. North is towards rank 8 and east towards file h.
///
/// Its value is also the index of its ray in a row of [`RAY_MASKS`](crate::masks::RAY_MASKS).
/// Positive directions come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards file h: +1.
    East,
    /// Towards a8: +7.
    NorthWest,
    /// Towards rank 8: +8.
    North,
    /// Towards h8: +9.
    NorthEast,
    /// Towards file a: -1.
    West,
    /// Towards h1: -7.
    SouthEast,
    /// Towards rank 1: -8.
    South,
    /// Towards a1: -9.
    SouthWest,
}

/// Makes an array from an expression for each direction, in the order of [`Direction::ALL`].
///
/// It is a macro, so that the compiler knows the direction: a closure, or a loop that is not
/// unrolled, would be compiled without that, and without the word's instructions.
#[doc(hidden)]
#[macro_export]
macro_rules! each_direction {
    (|$direction:ident| $value:expr) => {
        [
            $crate::each_direction!(East, $direction, $value),
            $crate::each_direction!(NorthWest, $direction, $value),
            $crate::each_direction!(North, $direction, $value),
            $crate::each_direction!(NorthEast, $direction, $value),
            $crate::each_direction!(West, $direction, $value),
            $crate::each_direction!(SouthEast, $direction, $value),
            $crate::each_direction!(South, $direction, $value),
            $crate::each_direction!(SouthWest, $direction, $value),
        ]
    };
    ($of:ident, $direction:ident, $value:expr) => {{
        let $direction = $crate::Direction::$of;
        $value
    }};
}

impl Direction {
    /// All eight directions, the positive ones first.
    pub const ALL: [Self; 8] = [
        Self::East,
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
        Self::West,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
    ];
    /// The four directions of a rook.
    pub const ROOK: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];
    /// The four directions of a bishop.
    pub const BISHOP: [Self; 4] =
        [Self::NorthWest, Self::NorthEast, Self::SouthEast, Self::SouthWest];

    /// Returns the change of the file and of the rank in one step: each -1, 0 or 1.
    #[inline]
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::East => (1, 0),
            Self::NorthEast => (1, 1),
            Self::North => (0, 1),
            Self::NorthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::SouthWest => (-1, -1),
            Self::South => (0, -1),
            Self::SouthEast => (1, -1),
        }
    }

    /// Returns the change of a square's index in one step: -9 to 9.
    #[inline]
    #[must_use]
    pub const fn index_step(self) -> i8 {
        let (files, ranks) = self.step();
        files + 8 * ranks
    }

    /// Returns whether a step leads to a higher index, so that its rays are positive rays.
    #[inline]
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.index_step() > 0
    }

    /// Returns the opposite direction.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 4]
    }

    /// Returns the line that the direction runs along.
    #[inline]
    #[must_use]
    pub const fn line(self) -> Line {
        match self {
            Self::East | Self::West => Line::Rank,
            Self::North | Self::South => Line::File,
            Self::NorthEast | Self::SouthWest => Line::Diagonal,
            Self::NorthWest | Self::SouthEast => Line::AntiDiagonal,
        }
    }

    /// Returns whether it is one of a rook's directions, not one of a bishop's.
    #[inline]
    #[must_use]
    pub const fn is_orthogonal(self) -> bool {
        matches!(self.line(), Line::Rank | Line::File)
    }
}

/// One of the four kinds of line through a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Line {
    /// A rank: east and west.
    Rank,
    /// A file: north and south.
    File,
    /// A line parallel to a1-h8: north-east and south-west.
    Diagonal,
    /// A line parallel to a8-h1: north-west and south-east.
    AntiDiagonal,
}

impl Line {
    /// All four kinds.
    pub const ALL: [Self; 4] = [Self::Rank, Self::File, Self::Diagonal, Self::AntiDiagonal];

    /// Returns the direction along the line that leads to higher indices.
    #[inline]
    #[must_use]
    pub const fn positive(self) -> Direction {
        match self {
            Self::Rank => Direction::East,
            Self::File => Direction::North,
            Self::Diagonal => Direction::NorthEast,
            Self::AntiDiagonal => Direction::NorthWest,
        }
    }

    /// Returns the direction along the line that leads to lower indices.
    #[inline]
    #[must_use]
    pub const fn negative(self) -> Direction {
        self.positive().opposite()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rank => "rank",
            Self::File => "file",
            Self::Diagonal => "diagonal",
            Self::AntiDiagonal => "anti-diagonal",
        })
    }
}

/// A piece that slides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slider {
    /// Moves along its rank and its file.
    Rook,
    /// Moves along its two diagonals.
    Bishop,
    /// Moves as a rook or a bishop.
    Queen,
}

impl Slider {
    /// All three sliders.
    pub const ALL: [Self; 3] = [Self::Rook, Self::Bishop, Self::Queen];

    /// Returns the slider's name in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rook => "rook",
            Self::Bishop => "bishop",
            Self::Queen => "queen",
        }
    }

    /// Returns the lines that the piece moves along.
    #[must_use]
    pub const fn lines(self) -> &'static [Line] {
        match self {
            Self::Rook => &[Line::Rank, Line::File],
            Self::Bishop => &[Line::Diagonal, Line::AntiDiagonal],
            Self::Queen => &Line::ALL,
        }
    }
}

impl fmt::Display for Slider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Slider {
    type Err = ParseNameError;

    /// Reads a slider's name in small letters.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|slider| slider.name() == text);
        found.ok_or(ParseNameError::expecting("rook, bishop or queen"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_read_back_from_their_names() {
        for slider in Slider::ALL {
            assert_eq!(slider.name().parse(), Ok(slider));
        }
        let error = ParseNameError::expecting("rook, bishop or queen");
        assert_eq!("Rook".parse::<Slider>(), Err(error));
    }

    #[test]
    fn directions_come_in_opposite_pairs_of_one_line() {
        for (index, direction) in (0..).zip(Direction::ALL) {
            assert_eq!(direction as usize, index);
            assert_eq!(direction.is_positive(), index < 4);
            assert_eq!(direction.opposite().index_step(), -direction.index_step());
            assert_eq!(direction.opposite().line(), direction.line());
            let line = direction.line();
            assert!(line.positive() == direction || line.negative() == direction);
        }
    }
}
