//! Gathers the six inner squares of each line by one multiplication, and looks up that line's
//! attacks, complete.
//!
//! # Idea
//!
//! Kindergarten bitboards share the rows of the first rank among all lines, so they cut the
//! attacks out of a row by a mask, or move them to their file. Here each line of each square has
//! its own 64 attacks. The six bits are the last step before the look-up, and nothing comes after
//! it. The six of a rank lie side by side, so a shift takes them, and they need no multiplication.
//!
//! # Diagram
//!
//! ```text
//! occupied          o                 diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - ranks: `inner = (occupied >> (8 * rank + 1)) & 63`;
//! - files: `inner = ((occupied >> file) & 0x0101010101010101) * 0x0004081020408000 >> 58`;
//! - diagonals: `inner = (occupied & line) * 0x0202020202020202 >> 58`;
//! - `attacks = table[line][square][inner]`.
//!
//! # Cost
//!
//! - Tables: 133,120 bytes (`SQUARE_MASKS` 2,048, `LINE_ATTACKS` 131,072).
//! - Operations on a plain word: 8 to 9 for a line, 18 for a rook, 17 for a bishop, 36 for a
//!   queen. Those for a queen include 6 table look-ups and 3 multiplications.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Michael Sherwin, 2023, in the collection Chess_Movegen of Daniel Infuehr. The multiplications
//! are those of Gerd Isenberg's kindergarten bitboards. The table is that of rotated bitboards
//! here.

use super::relevant_attacks::{LINE_ATTACKS, gathered};
use crate::masks::SQUARE_MASKS;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Kindergarten super SISSY bitboards.
#[derive(Debug, Clone, Copy)]
pub struct KindergartenSuperSissy;

impl SliderAttacks for KindergartenSuperSissy {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "kindergarten-super-sissy",
        name: "Kindergarten super SISSY bitboards",
        family: Family::Lookup,
        inventors: &["Michael Sherwin"],
        year: 2023,
        source: "Chess_Movegen",
        needs: &[Instruction::Multiply],
        tables: &[SQUARE_MASKS::RECIPE, LINE_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for KindergartenSuperSissy {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            inner = gathered(line, square, *occupied);
            index = square.splat((line as u64) << 12) | square.shl(6) | inner;
            attacks = index.lookup(&LINE_ATTACKS);
        }
        attacks
    }
}
