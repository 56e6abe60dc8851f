//! Subtracts twice the slider's bit from the occupied squares of its line. The borrow marks the
//! attacks of the positive ray.
//!
//! # Idea
//!
//! `o - 2r` subtracts the bit just above the slider. The subtraction borrows from the next one
//! above, which is the first blocker, through all zeros between. These zeros become ones and the
//! blocker becomes a zero. So the bits that changed, `o ^ (o - 2r)`, are the attacks, including the
//! blocker. Without a blocker the borrow comes from beyond bit 63. This is `x ^ (x - 2)` without
//! the shifts. A negative ray is a positive ray on the reversed board.
//!
//! # Diagram
//!
//! ```text
//! occupied          r                 line              o
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . 1 . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   . . . . . . . .
//!
//! positive          o'                r'                negative
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! 1 1 1 1 1 1 . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . . . . 1 1 1 1   . . . . . . . .   . . . . . . . .   1 1 1 . . . . .
//! . . . . . . . .   . . 1 . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//!
//! diagonal_attacks   queen_attacks
//! . . . . . . . .    . . . . . . . .
//! . . . . . . . .    1 . . 1 . . . .
//! . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .    . 1 1 . 1 1 1 .
//! . . 1 . . . . .    . . 1 1 1 . . .
//! . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `r`: the slider's bit; `line`: the line without it; `o = occupied & line`;
//! - `positive = o ^ (o - 2r)`;
//! - `negative = (o' ^ (o' - 2r'))'`, a prime for a bit reversal;
//! - `attacks = (positive | negative) & line`.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 14 to 17 for a line, 32 for a rook, 29 for a bishop, 62 for a
//!   queen. Those for a queen include 3 table look-ups and no multiplication.
//! - Longest chain: 12 operations for a queen.
//! - Useful instructions: bit reversal.
//!
//! # Origin
//!
//! "Subtracting a rook from a blocking piece" in the chess programming wiki, which Gerd Isenberg
//! and others worked out from Mack's trick. In the wiki's form the slider's bit is in o, so the
//! first of two subtractions removes it. Here the slider's bit is left out, so it has no effect.

use crate::masks::SQUARE_MASKS;
use crate::{
    Bits, Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// `o ^ (o - 2r)` on the board and on its reversal. Its speed rests on bit reversal: one
/// instruction on AArch64, about twenty on x86-64.
#[derive(Debug, Clone, Copy)]
pub struct OXorOMinus2r;

impl SliderAttacks for OXorOMinus2r {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "o-xor-o-minus-2r",
        name: "o ^ (o - 2r)",
        family: Family::Subtract,
        inventors: &["Gerd Isenberg"],
        year: 2007,
        source: "chess programming wiki, Subtracting a Rook from a Blocking Piece",
        needs: &[Instruction::BitReversal],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for OXorOMinus2r {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            r = square.bit();
            line = square.line_mask(line);
            o = *occupied & line;
            positive = changed_by_borrow(o, r);
            o_reversed = o.reverse_bits();
            r_reversed = r.reverse_bits();
            negative = changed_by_borrow(o_reversed, r_reversed).reverse_bits();
        }
        (positive | negative) & line
    }
}

/// Returns the bits above `r` up to and including the next one of `o`.
#[inline(always)]
#[must_use]
pub fn changed_by_borrow<B: Bits>(o: B, r: B) -> B {
    o ^ o.wrapping_sub(r.shl(1))
}
