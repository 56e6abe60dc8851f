//! Subtracts the nearest blocker below from twice the nearest blocker above. The difference fills
//! the line between them.
//!
//! # Idea
//!
//! In arithmetic, 2^(b+1) - 2^a has its ones from bit a to bit b. Let a be the first blocker below
//! the slider and b the first blocker above it. Then these ones, masked by the line, are the
//! attacks. The blocker above is the lowest one of the upper ray, `upper & -upper`. The blocker
//! below is the highest one of the lower ray, found by counting leading zeros. If the lower ray is
//! empty, bit 0 stands in: `lower | 1` never changes the highest bit of a set that has one. If the
//! upper ray is empty, zero minus a number borrows from beyond bit 63.
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
//! upper             ms1b              line              ls1b
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . 1 . . . . . .   . . . . . . . .
//! . . . . . . . .   1 . . . . . . .   1 . . . . . . .   . . . . . . . .
//!
//! difference        diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! 1 1 1 1 1 1 . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! 1 1 1 1 1 1 1 1   . . . . 1 . . .    . . 1 1 1 . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .    . 1 1 . 1 1 1 .
//! 1 1 1 1 1 1 1 1   . . 1 . . . . .    . . 1 1 1 . . .
//! 1 1 1 1 1 1 1 1   . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 1 1 1 1 1 1 1   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `lower`, `upper`: the occupied squares of the negative and of the positive ray;
//! - `ms1b = 2^63 >> leading_zeros(lower | 1)`: the nearest blocker below;
//! - `ls1b = upper & -upper`: the nearest blocker above;
//! - `difference = 2 * ls1b - ms1b`; `attacks = difference & line`.
//!
//! # Cost
//!
//! - Tables: 4,096 bytes (`RAY_MASKS` 4,096).
//! - Operations on a plain word: 13 for a line, 27 for a rook, 27 for a bishop, 55 for a queen.
//!   Those for a queen include 8 table look-ups and no multiplication.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: leading zeros.
//!
//! # Origin
//!
//! Michael Hoffmann, Computer Chess Club, 2009;
//! <https://www.chessprogramming.org/Obstruction_Difference>.

use crate::masks::RAY_MASKS;
use crate::{
    Bits, Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Hoffmann's obstruction difference.
#[derive(Debug, Clone, Copy)]
pub struct ObstructionDifference;

impl SliderAttacks for ObstructionDifference {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "obstruction-difference",
        name: "Obstruction difference",
        family: Family::Subtract,
        inventors: &["Michael Hoffmann"],
        year: 2009,
        source: "chess programming wiki, Obstruction Difference",
        needs: &[Instruction::LeadingZeros],
        tables: &[RAY_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for ObstructionDifference {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        let (lower_ray, upper_ray) = rays(line, square);
        hoffmann(lower_ray, upper_ray, *occupied)
    }
}

/// Returns the rays of a line towards lower and towards higher indices.
#[inline(always)]
pub(crate) fn rays<W: Word>(line: Line, square: W) -> (W, W) {
    formula! {
        lower_ray = square.ray_mask(line.negative());
        upper_ray = square.ray_mask(line.positive());
    }
    (lower_ray, upper_ray)
}

/// Returns the attacks along a line whose rays are given, that towards lower bits first. The
/// formula is Hoffmann's obstruction difference.
#[inline(always)]
#[must_use]
pub fn hoffmann<B: Bits>(lower_ray: B, upper_ray: B, occupied: B) -> B {
    let Obstruction { upper, ms1b, line } = obstruction(lower_ray, upper_ray, occupied);
    formula! {
        ls1b = upper & upper.splat(0).wrapping_sub(upper);
        difference = ls1b.shl(1).wrapping_sub(ms1b);
    }
    difference & line
}

/// The pieces that obstruct a slider along a line.
pub(crate) struct Obstruction<B> {
    /// The occupied squares of the positive ray.
    pub(crate) upper: B,
    /// The nearest occupied square of the negative ray, or bit 0.
    pub(crate) ms1b: B,
    /// The line without the slider's square.
    pub(crate) line: B,
}

#[inline(always)]
pub(crate) fn obstruction<B: Bits>(lower_ray: B, upper_ray: B, occupied: B) -> Obstruction<B> {
    formula! {
        lower = lower_ray & occupied;
        upper = upper_ray & occupied;
        zeros = (lower | lower.splat(1)).leading_zeros();
        ms1b = lower.highest_bit().shr_by(zeros);
        line = lower_ray | upper_ray;
    }
    Obstruction { upper, ms1b, line }
}
