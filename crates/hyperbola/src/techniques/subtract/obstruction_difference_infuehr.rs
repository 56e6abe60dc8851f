//! Computes the obstruction difference without isolating the blocker above: it subtracts, then
//! flips the rest back.
//!
//! # Idea
//!
//! The blocker below is subtracted from all occupied squares of the upper ray. This borrows from
//! the lowest of them, as if it were there alone. The occupied squares beyond it stay as they are.
//! A xor with the upper ray's occupied squares turns those beyond back to zero, and turns the
//! borrowed one to a one. So one subtraction and one xor replace the isolation, the doubling and
//! the subtraction.
//!
//! # Diagram
//!
//! ```text
//! occupied          lower_ray         upper_ray         lower
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . 1 . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . 1 . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . 1   1 . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! upper             ms1b              line              difference
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .   1 1 1 1 1 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . 1 . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   1 . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
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
//! - `lower`, `upper`, `ms1b`, `line`: as in obstruction difference;
//! - `difference = upper ^ (upper - ms1b)`; `attacks = difference & line`.
//!
//! # Cost
//!
//! - Tables: 4,096 bytes (`RAY_MASKS` 4,096).
//! - Operations on a plain word: 11 for a line, 23 for a rook, 23 for a bishop, 47 for a queen.
//!   Those for a queen include 8 table look-ups and no multiplication.
//! - Longest chain: 10 operations for a queen.
//! - Useful instructions: leading zeros.
//!
//! # Origin
//!
//! Daniel Infuehr, 2022; <https://www.chessprogramming.org/Obstruction_Difference>.

use super::obstruction_difference::{Obstruction, obstruction, rays};
use crate::masks::RAY_MASKS;
use crate::{
    Bits, Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Infuehr's obstruction difference.
#[derive(Debug, Clone, Copy)]
pub struct ObstructionDifferenceInfuehr;

impl SliderAttacks for ObstructionDifferenceInfuehr {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "obstruction-difference-infuehr",
        name: "Infuehr's obstruction difference",
        family: Family::Subtract,
        inventors: &["Daniel Infuehr"],
        year: 2022,
        source: "chess programming wiki, Obstruction Difference",
        needs: &[Instruction::LeadingZeros],
        tables: &[RAY_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for ObstructionDifferenceInfuehr {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        let (lower_ray, upper_ray) = rays(line, square);
        infuehr(lower_ray, upper_ray, *occupied)
    }
}

/// Returns the attacks along a line whose rays are given, that towards lower bits first. The
/// formula is Infuehr's obstruction difference.
#[inline(always)]
#[must_use]
pub fn infuehr<B: Bits>(lower_ray: B, upper_ray: B, occupied: B) -> B {
    let Obstruction { upper, ms1b, line } = obstruction(lower_ray, upper_ray, occupied);
    formula! { difference = upper ^ upper.wrapping_sub(ms1b); }
    difference & line
}
