//! Moves and lists of them.

use core::fmt;
use core::ops::Deref;

use hyperbola::Square;

use crate::Role;

/// A move: the square it starts from, the square it goes to, and the piece a pawn promotes to.
///
/// Castling is the king's move onto its own rook, so that every move is unambiguous, in Chess960
/// too. A move takes 16 bits and has a meaning only in its position.
///
/// It displays as UCI writes it with the option `UCI_Chess960`.
/// [`Position::uci`](crate::Position::uci) can also write castling in the ordinary way.
///
/// ```
/// use hyperbola_moves::{Move, Role, Square};
/// assert_eq!(Move::new(Square::E2, Square::E4).to_string(), "e2e4");
/// let promotion = Move::promoting(Square::A7, Square::A8, Role::Knight);
/// assert_eq!(promotion.promotion(), Some(Role::Knight));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// Makes a move without a promotion.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::promoting(from, to, Role::Pawn)
    }

    /// Makes a pawn's promotion to another role. With [`Role::Pawn`] the move is no promotion.
    #[inline]
    #[must_use]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Self {
        Self(from as u16 | (to as u16) << 6 | (role as u16) << 12)
    }

    /// Returns the square that the piece starts from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index_wrapping(self.0.to_le_bytes()[0] & 63)
    }

    /// Returns the square that the piece goes to. For castling this is the rook's square.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index_wrapping((self.0 >> 6).to_le_bytes()[0] & 63)
    }

    /// Returns the role that a pawn promotes to, if the move is a promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match Role::ALL[(self.0 >> 12) as usize % Role::ALL.len()] {
            Role::Pawn => None,
            role => Some(role),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// A list of moves that needs no heap. It holds 256 moves; no position has more than 218 legal
/// ones.
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// The number of moves that fit into a list.
    pub const CAPACITY: usize = 256;

    /// Makes an empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { moves: [Move(0); Self::CAPACITY], len: 0 }
    }

    /// Adds a move.
    ///
    /// # Panics
    ///
    /// Panics if the list is full.
    #[inline]
    pub fn push(&mut self, added: Move) {
        self.moves[self.len] = added;
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl Extend<Move> for MoveList {
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        for added in moves {
            self.push(added);
        }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
