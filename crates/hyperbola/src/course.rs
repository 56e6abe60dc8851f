//! Courses: the direction in which a set moves, the same in all lanes or one in each lane.

use crate::word::Vector;
use crate::{Bitboard, Bits, Direction, File, Rank, Word};

/// The course of a set: a [`Direction`], the same in all lanes, or [`LaneDirections`], one in each
/// lane. A board of another size has courses of its own.
///
/// A formula over a `Course` is written once for all.
pub trait Course<B: Bits>: Copy {
    /// The number of squares of the longest line of the board, 2 to 16.
    const LONGEST_LINE: u32 = 8;

    /// Moves all squares of a set by a number of steps. Steps may wrap round the edge of the board.
    #[must_use]
    fn move_round(self, squares: B, steps: u32) -> B;

    /// Removes the squares that a step reaches by wrapping round the edge.
    #[must_use]
    fn without_edge(self, squares: B) -> B;
}

impl Direction {
    /// Moves all squares of a set by one step. Squares that would leave the board vanish.
    ///
    /// ```
    /// use hyperbola::{Direction, Square};
    /// let set = Square::D4.bit() | Square::H4.bit();
    /// assert_eq!(Direction::NorthEast.shift(set), Square::E5.bit());
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn shift<W: Word>(self, squares: W) -> W {
        self.without_edge(self.move_round(squares, 1))
    }

    /// Returns the file that a step reaches by wrapping round the edge: file a eastwards, file h
    /// westwards, none along a file.
    #[inline]
    const fn edge(self) -> u64 {
        match self.step().0 {
            1 => Bitboard::from_file(File::A).0,
            -1 => Bitboard::from_file(File::H).0,
            _ => 0,
        }
    }

    /// Returns all squares that a rotation of the board by a step reaches by wrapping round an
    /// edge: those of [`edge`](Self::edge), and the first rank northwards or the eighth rank
    /// southwards.
    pub(crate) const fn edge_of_rotation(self) -> u64 {
        let rank = match self.step().1 {
            1 => Bitboard::from_rank(Rank::First).0,
            -1 => Bitboard::from_rank(Rank::Eighth).0,
            _ => 0,
        };
        self.edge() | rank
    }
}

impl<W: Word> Course<W> for Direction {
    #[inline(always)]
    fn move_round(self, squares: W, steps: u32) -> W {
        let amount = steps * u32::from(self.index_step().unsigned_abs());
        if self.is_positive() { squares.shl(amount) } else { squares.shr(amount) }
    }

    #[inline(always)]
    fn without_edge(self, squares: W) -> W {
        match self.edge() {
            0 => squares,
            edge => squares & squares.splat(!edge),
        }
    }
}

/// A direction in each lane.
#[derive(Debug, Clone, Copy)]
pub struct LaneDirections<W> {
    /// The amount by which a step rotates the board left.
    amount: W,
    /// All squares except those that a step reaches by wrapping round an edge.
    inside: W,
}

impl<V: Vector> LaneDirections<V> {
    /// Takes as many directions as there are lanes from [`Direction::ALL`], beginning with a given
    /// one and starting again after the last.
    #[inline(always)]
    #[must_use]
    pub fn from(token: V::Token, first: Direction) -> Self {
        let (mut amount, mut inside) = (V::ZEROS, V::ZEROS);
        for (lane, (amount, inside)) in amount.as_mut().iter_mut().zip(inside.as_mut()).enumerate()
        {
            let direction = Direction::ALL[(first as usize + lane) % 8];
            *amount = i64::from(direction.index_step()).cast_unsigned() & 63;
            *inside = !direction.edge_of_rotation();
        }
        Self { amount: V::from_array(token, amount), inside: V::from_array(token, inside) }
    }
}

impl<W: Word> Course<W> for LaneDirections<W> {
    #[inline(always)]
    fn move_round(self, squares: W, steps: u32) -> W {
        // A fill makes one, two or four steps. Amounts are taken modulo 64.
        squares.rotate_left_by(self.amount.wrapping_mul(self.amount.splat(steps.into())))
    }

    #[inline(always)]
    fn without_edge(self, squares: W) -> W {
        squares & self.inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn a_shift_moves_every_square_by_the_step_or_off_the_board() {
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            for square in Square::ALL {
                let moved = square.offset(files, ranks).map_or(0, Square::bit);
                assert_eq!(direction.shift(square.bit()), moved, "{square} {direction:?}");
            }
        }
    }
}
