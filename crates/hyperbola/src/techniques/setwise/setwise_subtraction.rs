//! Subtracts twice a whole set of sliders at once. A barrier of ones stops each borrow at the edge.
//!
//! # Idea
//!
//! `o - 2r` works for many sliders in one subtraction if the borrow of one line cannot run into the
//! next. On ranks, a file of ones at the far side stops it. With file a set in the minuend, the
//! borrow of a rank ends on the a-square of the rank above. Every slider's own borrow ends at the
//! next piece, perhaps another slider, so no slider disturbs another. The other kinds of line are
//! first turned into ranks: files by transposing the board, diagonals by moving each file up or
//! down by its number. A rank then holds two diagonals end to end. So the barrier also has the
//! first square of the second one. Directions that lower the index run on the reversed bits.
//!
//! # Diagram
//!
//! ```text
//! occupied          r                 o                 odd_files_moved
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . 1 . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . 1 . . 1 . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . 1 . . . .   . 1 . 1 . . 1 .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . 1 . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//!
//! pairs_moved       sheared           barrier           difference
//! . . . . . . . .   . . . . . . . .   1 1 . . . . . .   1 1 . . . . . .
//! . . . . . . . .   . . . . . . . .   1 . 1 . . . . .   1 . 1 . . . . .
//! . . . . . . . .   . . . . . . . .   1 . . 1 . . . .   1 . . 1 . . 1 .
//! . . . . . . . .   . . . . . . . .   1 . . . 1 . . .   1 . . . 1 1 . .
//! . . . . . . . .   . . . . . . . .   1 . . . . 1 . .   1 . 1 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   1 . . . . . 1 .   1 1 . . . . 1 .
//! . . . . . . . .   . . . . . . . .   1 . . . . . . 1   1 . . . . . . 1
//! . . . 1 . . . .   . . . 1 . . . .   1 . . . . . . .   1 . . 1 1 . . .
//!
//! attacks           positive          r'                queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! . . . . . . . .   . . . . . 1 . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . 1 1 . .   . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! On the board whose ranks are the lines, and for westward directions on its bits reversed:
//!
//! - `r`: the sliders; `o`: the occupied squares and the sliders;
//! - `barrier`: the first square of every line, as the direction runs;
//! - `attacks = (o ^ ((o | barrier) - 2r)) & !barrier`, which is then turned back.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 19 to 127 for a line, 147 for a rook, 183 for a bishop, 331 for
//!   a queen. Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 41 operations for a queen.
//! - Useful instructions: bit reversal.
//!
//! # Origin
//!
//! The generalized set-wise attacks of the chess programming wiki's Hyperbola Quintessence, for
//! ranks. The printed formula lacks a parenthesis. Here transposition and pseudo-rotation, from the
//! same wiki's pages on flipping and rotating, extend it to all eight directions.

use crate::masks::FILE_A;
use crate::word::transform::{
    anti_diagonals_to_ranks, diagonals_to_ranks, ranks_to_anti_diagonals, ranks_to_diagonals,
};
use crate::{
    Bits, Direction, Family, Instruction, Line, LineAttacks, SetwiseAttacks, SliderAttacks,
    TechniqueInfo, Word, attacks_line_by_line, formula,
};

/// The set-wise subtraction. Its speed rests on bit reversal: one instruction on AArch64, about
/// twenty on x86-64.
#[derive(Debug, Clone, Copy)]
pub struct SetwiseSubtraction;

impl SliderAttacks for SetwiseSubtraction {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "setwise-subtraction",
        name: "Set-wise subtraction",
        family: Family::Setwise,
        inventors: &["Gerd Isenberg", "Aleks Peshkov"],
        year: 2007,
        source: "chess programming wiki, Hyperbola Quintessence",
        needs: &[Instruction::BitReversal],
        tables: &[],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for SetwiseSubtraction {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        Self::both_directions(line, square.bit(), *occupied)
    }
}

/// The squares where the second and the first diagonal of each rank begin: h2-b8 and file a.
const DIAGONALS_BEGIN: u64 = 0x0204_0810_2040_8000 | FILE_A;
/// The same squares on the reversed bits: h1-b7 and file a.
const DIAGONALS_BEGIN_REVERSED: u64 = 0x0002_0408_1020_4080 | FILE_A;
/// The squares where the second and the first anti-diagonal of each rank begin: b1-h7 and file a.
const ANTI_DIAGONALS_BEGIN: u64 = 0x0080_4020_1008_0402 | FILE_A;
/// The same squares on the reversed bits: b2-h8 and file a.
const ANTI_DIAGONALS_BEGIN_REVERSED: u64 = 0x8040_2010_0804_0200 | FILE_A;

impl SetwiseAttacks for SetwiseSubtraction {
    #[inline(always)]
    fn direction<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
        formula! {
            r = sliders;
            o = occupied | sliders;
        }
        match direction {
            Direction::East => eastward_attacks(r, o, o.splat(FILE_A)),
            Direction::West => westward_attacks(r, o, FILE_A),
            Direction::North => {
                let (r, o) = (r.transpose(), o.transpose());
                eastward_attacks(r, o, o.splat(FILE_A)).transpose()
            }
            Direction::South => westward_attacks(r.transpose(), o.transpose(), FILE_A).transpose(),
            Direction::NorthEast => {
                let (r, o) = (diagonals_to_ranks(r), diagonals_to_ranks(o));
                ranks_to_diagonals(eastward_attacks(r, o, o.splat(DIAGONALS_BEGIN)))
            }
            Direction::SouthWest => {
                let (r, o) = (diagonals_to_ranks(r), diagonals_to_ranks(o));
                ranks_to_diagonals(westward_attacks(r, o, DIAGONALS_BEGIN_REVERSED))
            }
            Direction::SouthEast => {
                let (r, o) = (anti_diagonals_to_ranks(r), anti_diagonals_to_ranks(o));
                ranks_to_anti_diagonals(eastward_attacks(r, o, o.splat(ANTI_DIAGONALS_BEGIN)))
            }
            Direction::NorthWest => {
                let (r, o) = (anti_diagonals_to_ranks(r), anti_diagonals_to_ranks(o));
                ranks_to_anti_diagonals(westward_attacks(r, o, ANTI_DIAGONALS_BEGIN_REVERSED))
            }
        }
    }
}

/// Returns the attacks of all sliders towards higher bits, along lines of neighbouring bits. The
/// `barrier` is the first square of every line.
#[inline(always)]
#[must_use]
pub fn eastward_attacks<B: Bits>(r: B, o: B, barrier: B) -> B {
    formula! {
        barrier = barrier;
        difference = (o | barrier).wrapping_sub(r.shl(1));
        attacks = (o ^ difference) & !barrier;
    }
    attacks
}

#[inline(always)]
fn westward_attacks<W: Word>(r: W, o: W, barrier_reversed: u64) -> W {
    formula! {
        r_reversed = r.reverse_bits();
        o_reversed = o.reverse_bits();
        attacks_reversed =
            eastward_attacks(r_reversed, o_reversed, o_reversed.splat(barrier_reversed));
        attacks = attacks_reversed.reverse_bits();
    }
    attacks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    /// Returns the squares from which a step back leaves the board. Lines begin there.
    fn first_squares(direction: Direction) -> u64 {
        let (files, ranks) = direction.opposite().step();
        let first = Square::ALL.into_iter().filter(|square| square.offset(files, ranks).is_none());
        first.map(Square::bit).sum()
    }

    #[test]
    fn barriers_are_where_the_lines_begin() {
        let diagonals = |direction| diagonals_to_ranks(first_squares(direction));
        let anti_diagonals = |direction| anti_diagonals_to_ranks(first_squares(direction));
        assert_eq!(first_squares(Direction::East), FILE_A);
        assert_eq!(first_squares(Direction::West).reverse_bits(), FILE_A);
        assert_eq!(diagonals(Direction::NorthEast), DIAGONALS_BEGIN);
        assert_eq!(diagonals(Direction::SouthWest).reverse_bits(), DIAGONALS_BEGIN_REVERSED);
        assert_eq!(anti_diagonals(Direction::SouthEast), ANTI_DIAGONALS_BEGIN);
        assert_eq!(
            anti_diagonals(Direction::NorthWest).reverse_bits(),
            ANTI_DIAGONALS_BEGIN_REVERSED
        );
    }
}
