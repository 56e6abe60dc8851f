//! Lets the borrow run on the board and on a maintained reversed board. For checks, the attacks
//! there stay reversed.
//!
//! # Idea
//!
//! This is Ryan Mack's use of the reversed board. A program asks whether a king is in check far
//! more often than for a full set of attacks. The attacks from the king's square come in two
//! halves: the positive rays on the plain board, and the negative rays, still reversed, on the
//! reversed board. Each half is compared with the enemy's sliders on a board of the same order, so
//! nothing is reversed back. One branch on the union of all comparisons ends the test:
//! [`CheckDetector`](crate::check::CheckDetector). As a technique for attacks, it reverses the
//! second half of each line back.
//!
//! # Diagram
//!
//! ```text
//! occupied          r                 plain_line        o
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . 1 . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   . . . . . . . .
//!
//! positive          r'                line'             negative'
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . 1
//! . . . . . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . 1 .
//! . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . 1 . . .   . . . . 1 . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . 1 . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 . . . . . . .   . . . . . . . .
//!
//! negative          diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . . . . . . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . 1 . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . 1 . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `r`: the slider's bit, `plain_line`: the line without it; `o = occupied & plain_line`; o', r'
//!   and `line_reversed`: the same on the reversed board, which is maintained;
//! - `positive = (o ^ (o - 2r)) & plain_line`;
//! - `negative_reversed = (o' ^ (o' - 2r')) & line_reversed`;
//! - attacks: `positive`, and `negative_reversed` as it is or reversed back.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 23 to 45 for a line, 47 for a rook, 89 for a bishop, 137 for a
//!   queen. Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 20 operations for a queen.
//! - Useful instructions: bit reversal.
//!
//! # Origin
//!
//! Ryan Mack, The Hyperbola Project, 2000. The subtraction is `o ^ (o - 2r)`, which needs none of
//! Mack's shifts. The masks are computed, so no table is read at all.

use super::o_xor_o_minus_2r::changed_by_borrow;
use super::x_xor_x_minus_2::ReversedBoards;
use crate::masks::computed_line;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Reverse bitboards. Their speed rests on bit reversal: one instruction on AArch64, about twenty
/// on x86-64.
#[derive(Debug, Clone, Copy)]
pub struct ReverseBitboards;

impl SliderAttacks for ReverseBitboards {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "reverse-bitboards",
        name: "Reverse bitboards",
        family: Family::Subtract,
        inventors: &["Ryan Mack"],
        year: 2000,
        source: "The Hyperbola Project: New Technologies",
        needs: &[Instruction::BitReversal],
        tables: &[],
    };
    type Occupied<W: Word> = ReversedBoards<W>;
    attacks_line_by_line!();
}

impl LineAttacks for ReverseBitboards {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &ReversedBoards<W>) -> W {
        let (positive, negative_reversed) = rays(line, square, occupied);
        formula! { negative = negative_reversed.reverse_bits(); }
        positive | negative
    }
}

/// Returns the attacks of the positive ray as they are and those of the negative ray reversed.
#[inline(always)]
pub(crate) fn rays<W: Word>(line: Line, square: W, occupied: &ReversedBoards<W>) -> (W, W) {
    formula! {
        r = square.bit();
        plain_line = computed_line(square, line);
        o = occupied.o & plain_line;
        positive = changed_by_borrow(o, r) & plain_line;
        square_reversed = square ^ square.splat(63);
        r_reversed = square_reversed.bit();
        // Half a turn maps each kind of line to itself.
        line_reversed = computed_line(square_reversed, line);
        o_reversed = occupied.o_reversed & line_reversed;
        negative_reversed = changed_by_borrow(o_reversed, r_reversed) & line_reversed;
    }
    (positive, negative_reversed)
}
