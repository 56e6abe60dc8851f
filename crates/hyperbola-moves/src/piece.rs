//! Pieces: a colour and a role.

use core::fmt;
use core::str::FromStr;

use hyperbola::{
    Bitboard, ParseNameError, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks,
    queen_attacks, rook_attacks,
};

use crate::{Color, Role};

/// A piece. It displays as its letter in a FEN: a capital for White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The piece's colour.
    pub color: Color,
    /// The piece's role.
    pub role: Role,
}

impl Piece {
    /// Makes a piece.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, role: Role) -> Self {
        Self { color, role }
    }

    /// Returns the piece's letter in a FEN: a capital for White.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Piece, Role};
    /// assert_eq!(Piece::new(Color::Black, Role::Knight).letter(), 'n');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a piece from its letter in a FEN: a capital is a white piece.
    ///
    /// ```
    /// use hyperbola_moves::{Color, Piece, Role};
    /// assert_eq!(Piece::from_letter('n'), Some(Piece::new(Color::Black, Role::Knight)));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter.to_ascii_uppercase()) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }

    /// Returns the squares that the piece attacks from a square; the squares in `occupied` block.
    ///
    /// ```
    /// use hyperbola_moves::{Bitboard, Color, Piece, Role, Square};
    /// let attacks = Piece::new(Color::Black, Role::Pawn).attacks(Square::D4, Bitboard::EMPTY);
    /// assert_eq!(attacks, Bitboard::from(Square::C3) | Bitboard::from(Square::E3));
    /// ```
    #[must_use]
    pub const fn attacks(self, square: Square, occupied: Bitboard) -> Bitboard {
        match self.role {
            Role::Pawn => pawn_attacks(self.color, square),
            Role::Knight => knight_attacks(square),
            Role::King => king_attacks(square),
            Role::Bishop => bishop_attacks(square, occupied),
            Role::Rook => rook_attacks(square, occupied),
            Role::Queen => queen_attacks(square, occupied),
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for Piece {
    type Err = ParseNameError;

    /// Reads a piece from its letter in a FEN: a capital is a white piece.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let piece =
            if let &[letter] = text.as_bytes() { Self::from_letter(letter.into()) } else { None };
        piece.ok_or(ParseNameError::expecting("a piece, one of PNBRQK or pnbrqk"))
    }
}
