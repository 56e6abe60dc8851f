//! Subtracts two from the occupied squares, shifted until the slider is bit 0. It uses two
//! maintained boards, one of them reversed.
//!
//! # Idea
//!
//! `x ^ (x - 2)` has its ones from bit 1 up to and including the lowest one of x above bit 0. The
//! borrow of the subtraction runs through the empty squares and stops at the first blocker. So x is
//! shifted down until the slider's square is bit 0, and only the ray is left in it. Then the ones
//! are the attacks of a positive ray. Negative rays are positive on a reversed board, where square
//! i is bit 63 - i. So that board is kept up to date beside the plain one.
//!
//! # Diagram
//!
//! ```text
//! occupied          ray               x                 marked
//! . . . . . . . .   . . . . . . . 1   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   1 1 1 . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . 1   . . . . . . . .   . . . . . . . .   . 1 1 1 1 1 1 1
//!
//! positive          negative'         negative          diagonal_attacks
//! . . . . . . . .   . . . . . . . 1   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .
//! . . . . 1 . . .   . . . . . . . .   . . . . . . . .   . . . . 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . 1 . . . . .
//! . . . . . . . .   . . . . . . . .   . 1 . . . . . .   . 1 . . . . . .
//! . . . . . . . .   . . . . . . . .   1 . . . . . . .   1 . . . . . . .
//!
//! queen_attacks
//! . . . . . . . .
//! 1 . . 1 . . . .
//! . 1 . 1 . 1 . .
//! . . 1 1 1 . . .
//! . 1 1 . 1 1 1 .
//! . . 1 1 1 . . .
//! . 1 . 1 . 1 . .
//! 1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! For each positive ray, and with the reversed board, square ^ 63 and the opposite direction for
//! each negative one:
//!
//! - `ray`: the ray from the slider's square;
//! - `x = (occupied & ray) >> square`;
//! - `marked = x ^ (x - 2)`;
//! - `attacks = (marked << square) & ray`, to be reversed back where the board was reversed.
//!
//! The mask at the end removes the bits off the ray that the borrow marked. Without a blocker, the
//! borrow has run on to bit 63. On a diagonal, it has also run through the squares between the
//! diagonal's own.
//!
//! # Cost
//!
//! - Tables: 4,096 bytes (`RAY_MASKS` 4,096).
//! - Operations on a plain word: 17 for a line, 35 for a rook, 35 for a bishop, 71 for a queen.
//!   Those for a queen include 8 table look-ups and no multiplication.
//! - Longest chain: 12 operations for a queen.
//! - Useful instructions: bit reversal.
//!
//! # Origin
//!
//! Ryan Mack, The Hyperbola Project, 2000: the trick, and the reversed board in place of three
//! rotated ones. Mack left the reversed half reversed and scanned it as 63 - index. Here the second
//! half is reversed back, as in every technique. The rays are masked before the shift, so that
//! diagonals cannot wrap.

use crate::masks::RAY_MASKS;
use crate::{
    Direction, Family, Instruction, Line, LineAttacks, OccupiedBoards, SliderAttacks,
    TechniqueInfo, Word, attacks_line_by_line, formula,
};

/// Mack's `x ^ (x - 2)`. Its speed rests on bit reversal: one instruction on AArch64, about twenty
/// on x86-64.
#[derive(Debug, Clone, Copy)]
pub struct XXorXMinus2;

impl SliderAttacks for XXorXMinus2 {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "x-xor-x-minus-2",
        name: "x ^ (x - 2)",
        family: Family::Subtract,
        inventors: &["Ryan Mack"],
        year: 2000,
        source: "The Hyperbola Project: New Technologies",
        needs: &[Instruction::BitReversal],
        tables: &[RAY_MASKS::RECIPE],
    };
    type Occupied<W: Word> = ReversedBoards<W>;
    attacks_line_by_line!();
}

impl LineAttacks for XXorXMinus2 {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &ReversedBoards<W>) -> W {
        let (positive, negative_reversed) = rays(line, square, occupied);
        formula! { negative = negative_reversed.reverse_bits(); }
        positive | negative
    }
}

/// The occupied squares on two boards: square i is bit i on the first and bit 63 - i on the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReversedBoards<W> {
    /// The plain board.
    pub o: W,
    /// The reversed board, o'.
    pub o_reversed: W,
}

impl<W: Word> OccupiedBoards<W> for ReversedBoards<W> {
    #[inline(always)]
    fn from_occupied(squares: W) -> Self {
        formula! { o_reversed = squares.reverse_bits(); }
        Self { o: squares, o_reversed }
    }

    #[inline(always)]
    fn toggle(&mut self, square: W) {
        self.o = self.o ^ square.bit();
        self.o_reversed = self.o_reversed ^ (square ^ square.splat(63)).bit();
    }

    fn boards(&self) -> impl Iterator<Item = W> {
        [self.o, self.o_reversed].into_iter()
    }
}

/// Returns the attacks of the positive ray as they are and those of the negative ray reversed.
#[inline(always)]
fn rays<W: Word>(line: Line, square: W, occupied: &ReversedBoards<W>) -> (W, W) {
    // Half a turn maps each direction to its opposite, so the negative ray becomes the ray in
    // the positive direction.
    let direction = line.positive();
    formula! {
        positive = positive_ray_attacks(direction, square, occupied.o);
        square_reversed = square ^ square.splat(63);
        negative_reversed =
            positive_ray_attacks(direction, square_reversed, occupied.o_reversed);
    }
    (positive, negative_reversed)
}

#[inline(always)]
fn positive_ray_attacks<W: Word>(direction: Direction, square: W, occupied: W) -> W {
    formula! {
        ray = square.ray_mask(direction);
        x = (occupied & ray).shr_by(square);
        marked = x ^ x.wrapping_sub(x.splat(2));
        attacks = marked.shl_by(square) & ray;
    }
    attacks
}
