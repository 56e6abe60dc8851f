//! Subtracts three times the nearest blocker below from the line's occupied squares. One borrow
//! runs through the slider to the blocker above.
//!
//! # Idea
//!
//! `o ^ (o - 2r)` starts the borrow above the slider, so it finds only the positive ray. Suppose
//! that the borrow starts above the nearest blocker below instead. Then it runs over the slider's
//! square, which is not in o, to the first blocker above: both rays at once. The blocker below must
//! be marked as changed too, so it is subtracted itself. It is subtracted once for its own square
//! and twice for the next, three times in all. So there must be a blocker below. If there is none,
//! bit 0 stands in. It lies below every line, and the mask removes the changes between it and the
//! line.
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
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   1 . . . . . . .
//!
//! lower             triple            diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 . . . . . . .   1 1 . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `r`: the slider's bit; `line`: the line without it;
//! - `o = (occupied & line) | 1`: the occupied squares of the line, and bit 0;
//! - `lower = o & (r ^ (r - 1))`: those of o up to the slider's square, never none;
//! - `below = 63 - leading_zeros(lower)`: the index of the nearest of them, cbn its bit;
//! - `triple = 3 << below`: three times cbn;
//! - `attacks = (o ^ (o - triple)) & line`.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 13 to 16 for a line, 30 for a rook, 27 for a bishop, 58 for a
//!   queen. Those for a queen include 3 table look-ups and no multiplication.
//! - Longest chain: 14 operations for a queen.
//! - Useful instructions: leading zeros.
//!
//! # Origin
//!
//! Syed Fahad, SBAMG - Completing Hyperbola Quintessence, Computer Chess Club, 10 April 2016. The
//! name stands for subtraction based attack mask generation.
//! <https://www.chessprogramming.org/SBAMG> has it as `o^(o-3cbn)` for all lines, worked on with
//! Gerd Isenberg. Fahad's library M42 takes it for ranks and files, and hyperbola quintessence for
//! diagonals. There, a table of each line's outer squares provides blockers on both sides. Here bit
//! 0 replaces them. No blocker is needed above, because a borrow may leave the board.

use crate::masks::SQUARE_MASKS;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Subtraction of three times the nearest blocker below.
#[derive(Debug, Clone, Copy)]
pub struct Sbamg;

impl SliderAttacks for Sbamg {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "sbamg",
        name: "SBAMG",
        family: Family::Subtract,
        inventors: &["Syed Fahad"],
        year: 2016,
        source: "Computer Chess Club, SBAMG - Completing Hyperbola Quintessence",
        needs: &[Instruction::LeadingZeros],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for Sbamg {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            r = square.bit();
            line = square.line_mask(line);
            o = (*occupied & line) | square.splat(1);
            lower = o & (r ^ r.wrapping_sub(square.splat(1)));
            below = lower.leading_zeros() ^ square.splat(63);
            triple = square.splat(3).shl_by(below);
            attacks = (o ^ o.wrapping_sub(triple)) & line;
        }
        attacks
    }
}
