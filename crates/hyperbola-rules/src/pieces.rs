//! The pieces of a side as words, and the steps of pawns, knights and kings.

use hyperbola::setwise::Sliders;
pub use hyperbola::setwise::{beside, knight_attacks, knight_steps};
use hyperbola::{Bitboard, File, Rank, Word};

use crate::generator::roles;

/// The side to move is always White in formulas of nodes. A board for which it would be the other
/// way round is turned over.
pub const MOVER: bool = true;

/// The side that moves after the mover: Black.
pub const REPLIER: bool = false;

/// The squares of file a.
pub const FILE_A: u64 = Bitboard::from_file(File::A).0;
const FILE_H: u64 = Bitboard::from_file(File::H).0;

/// The kinds of pieces for which formulas are compiled. Each number has the kinds of those below it
/// too.
pub mod kinds {
    /// Kings, rooks and pawns.
    pub const ROOKS_AND_PAWNS: u8 = 0;
    /// Knights too.
    pub const WITHOUT_DIAGONALS: u8 = 1;
    /// All pieces.
    pub const ALL: u8 = 2;
}

/// The pieces of a side, a word for each set. On `u64` it holds one position, on a vector one
/// position in each lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pieces<W> {
    /// The pawns.
    pub pawns: W,
    /// The knights.
    pub knights: W,
    /// The pieces that move along diagonals: bishops and queens.
    pub diagonal: W,
    /// The pieces that move along ranks and files: rooks and queens.
    pub orthogonal: W,
    /// The king.
    pub king: W,
}

impl<W> Pieces<W> {
    /// Makes other pieces from these, kind by kind.
    #[inline(always)]
    #[must_use]
    pub fn map<U>(&self, each: impl Fn(&W) -> U) -> Pieces<U> {
        Pieces {
            pawns: each(&self.pawns),
            knights: each(&self.knights),
            diagonal: each(&self.diagonal),
            orthogonal: each(&self.orthogonal),
            king: each(&self.king),
        }
    }
}

impl<W: Word> Pieces<W> {
    /// Makes the pieces of a side from the squares of each of its [roles].
    #[inline(always)]
    #[must_use]
    pub fn of_roles(of: impl Fn(usize) -> W) -> Self {
        let queens = of(roles::QUEEN);
        Self {
            pawns: of(roles::PAWN),
            knights: of(roles::KNIGHT),
            diagonal: of(roles::BISHOP) | queens,
            orthogonal: of(roles::ROOK) | queens,
            king: of(roles::KING),
        }
    }

    /// Returns all squares with a piece of the side.
    #[inline(always)]
    #[must_use]
    pub fn all(&self) -> W {
        (self.pawns | self.knights) | (self.diagonal | self.orthogonal | self.king)
    }

    /// Returns the squares that the pawns, knights and the king attack, and the king's own.
    #[inline(always)]
    #[must_use]
    pub fn step_attacks<const WHITE: bool>(&self) -> W {
        knight_attacks(self.knights) | pawn_attacks::<W, WHITE>(self.pawns) | around(self.king)
    }

    /// Returns the bishops, rooks and queens.
    #[inline(always)]
    #[must_use]
    pub fn sliders(&self) -> Sliders<W> {
        Sliders { orthogonal: self.orthogonal, diagonal: self.diagonal }
    }

    /// Returns the pieces of some [`kinds`]. Those of other kinds, which no position has, become
    /// constant zeros, and the compiler leaves out whatever is computed of them.
    #[inline(always)]
    #[must_use]
    pub fn of_kinds<const KINDS: u8>(self) -> Self {
        let zero = self.king.splat(0);
        Self {
            knights: if KINDS >= kinds::WITHOUT_DIAGONALS { self.knights } else { zero },
            diagonal: if KINDS >= kinds::ALL { self.diagonal } else { zero },
            ..self
        }
    }
}

impl Pieces<u64> {
    /// Removes the pieces on some squares, except the king.
    #[inline(always)]
    pub fn remove(&mut self, squares: u64) {
        self.pawns &= !squares;
        self.knights &= !squares;
        self.diagonal &= !squares;
        self.orthogonal &= !squares;
    }
}

/// Returns the rank on which a side's pawns are promoted.
#[inline]
#[must_use]
pub const fn last_rank(white: bool) -> u64 {
    Bitboard::from_rank(if white { Rank::Eighth } else { Rank::First }).0
}

/// Returns the rank before the last, from which a side's pawns are promoted.
#[inline]
#[must_use]
pub const fn rank_before_last(white: bool) -> u64 {
    Bitboard::from_rank(if white { Rank::Seventh } else { Rank::Second }).0
}

/// Returns the rank that a side's pawns reach with one step from their first squares.
#[inline]
#[must_use]
pub const fn third_rank(white: bool) -> u64 {
    Bitboard::from_rank(if white { Rank::Third } else { Rank::Sixth }).0
}

/// Returns the squares one step ahead of a side's pawns.
#[inline(always)]
#[must_use]
pub fn ahead<W: Word, const WHITE: bool>(pawns: W) -> W {
    if WHITE { pawns.shl(8) } else { pawns.shr(8) }
}

/// Returns the squares one step ahead and to the east of a side's pawns.
#[inline(always)]
#[must_use]
pub fn ahead_east<W: Word, const WHITE: bool>(pawns: W) -> W {
    let pawns = pawns & pawns.splat(!FILE_H);
    if WHITE { pawns.shl(9) } else { pawns.shr(7) }
}

/// Returns the squares one step ahead and to the west of a side's pawns.
#[inline(always)]
#[must_use]
pub fn ahead_west<W: Word, const WHITE: bool>(pawns: W) -> W {
    let pawns = pawns & pawns.splat(!FILE_A);
    if WHITE { pawns.shl(7) } else { pawns.shr(9) }
}

/// Returns the squares that a side's pawns attack.
#[inline(always)]
#[must_use]
pub fn pawn_attacks<W: Word, const WHITE: bool>(pawns: W) -> W {
    ahead_east::<W, WHITE>(pawns) | ahead_west::<W, WHITE>(pawns)
}

/// Returns the squares around those of a set, and the set itself.
#[inline(always)]
#[must_use]
pub fn around<W: Word>(squares: W) -> W {
    let row = squares | beside(squares);
    row | row.shl(8) | row.shr(8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperbola::{Color, Square};

    #[test]
    fn the_steps_are_the_attacks_of_the_pieces() {
        for square in Square::ALL {
            let bit = square.bit();
            assert_eq!(knight_attacks(bit), hyperbola::knight_attacks(square).0);
            let steps = knight_steps(bit).into_iter().fold(0, |all, step| all | step);
            assert_eq!(steps, knight_attacks(bit));
            assert_eq!(around(bit), hyperbola::king_attacks(square).0 | bit);
            let white = hyperbola::pawn_attacks(Color::White, square).0;
            let black = hyperbola::pawn_attacks(Color::Black, square).0;
            assert_eq!(pawn_attacks::<u64, true>(bit), white);
            assert_eq!(pawn_attacks::<u64, false>(bit), black);
        }
    }
}
