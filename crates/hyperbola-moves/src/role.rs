//! The kinds of pieces.

use core::fmt;
use core::str::FromStr;

use hyperbola::ParseNameError;

/// The kind of a piece, without its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all there is to say")]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// All six roles, from pawn to king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The roles that a pawn can promote to, the queen first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Returns the English letter of the role as a capital: `P`, `N`, `B`, `R`, `Q` or `K`.
    ///
    /// ```
    /// use hyperbola_moves::Role;
    /// assert_eq!(Role::Knight.letter(), 'N');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Returns the role with a number from 0 to 5. A greater number gives any role.
    #[inline]
    pub(crate) const fn from_number_wrapping(number: usize) -> Self {
        const BY_NUMBER: [Role; 8] = {
            let [pawn, knight, bishop, rook, queen, king] = Role::ALL;
            [pawn, knight, bishop, rook, queen, king, king, king]
        };
        BY_NUMBER[number % BY_NUMBER.len()]
    }

    /// Returns the English name of the role.
    ///
    /// ```
    /// use hyperbola_moves::Role;
    /// assert_eq!(Role::Knight.name(), "knight");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// Reads a role from its English letter, which must be a capital.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'P' => Some(Self::Pawn),
            'N' => Some(Self::Knight),
            'B' => Some(Self::Bishop),
            'R' => Some(Self::Rook),
            'Q' => Some(Self::Queen),
            'K' => Some(Self::King),
            _ => None,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

impl FromStr for Role {
    type Err = ParseNameError;

    /// Reads a role from its English letter, which must be a capital.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let role =
            if let &[letter] = text.as_bytes() { Self::from_letter(letter.into()) } else { None };
        role.ok_or(ParseNameError::expecting("a role, one of P, N, B, R, Q and K"))
    }
}
