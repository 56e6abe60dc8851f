//! Pieces: a colour and a role.

use core::fmt;

use crate::{Color, Role};

/// A piece; it displays as its letter in FEN, a capital for White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// Makes a piece.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }

    /// Reads the letter of a FEN: a capital is White's.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Piece, Role};
    /// assert_eq!(Piece::from_letter(b'n'), Some(Piece::new(Color::Black, Role::Knight)));
    /// assert_eq!(Piece::from_letter(b'x'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.role.letter();
        write!(
            f,
            "{}",
            if self.color == Color::White { letter } else { letter.to_ascii_lowercase() }
        )
    }
}
