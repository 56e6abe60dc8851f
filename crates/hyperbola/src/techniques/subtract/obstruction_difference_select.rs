//! Computes the obstruction difference with one split of the board at the slider, and selects the
//! lines' differences into one word.
//!
//! # Idea
//!
//! The lower ray of every line is below the slider's bit, and the upper ray is above it. So the
//! occupied squares are split there once, for all lines. Each line needs only its part of either
//! half. A line's difference is right on the line and noise elsewhere, and no square is on two
//! lines. So a word begins as the upper half and, line by line, takes over the difference's bits on
//! the line. The bits of the upper half that it then still has are off all lines. One xor with the
//! upper half removes them and ends the formula on all lines at once. The rank needs no mask for
//! its blockers. No square lies between the rank and the slider, so the nearest bits in the halves
//! are on the rank or past its end. If one instruction selects bits by a mask, a line costs six
//! operations or four, and none of them moves bytes.
//!
//! # Diagram
//!
//! ```text
//! occupied          r                 below             lower_half
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . 1 . . . .   1 1 1 . . . . .   . 1 . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 1 1 1 1 1 1 1   1 . . . . . . 1
//!
//! upper_half        line_mask         ms1b              difference
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . . .   . . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . . . .   . . 1 . . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . 1 .   1 1 1 1 1 1 1 1   . 1 . . . . . .   . 1 1 1 1 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! so_far            queen_attacks
//! . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   1 . . 1 . . . .
//! . . 1 . . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . 1 1 1 . . .
//! . 1 1 1 1 1 . .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . 1 1 1 . . .
//! . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `r`: the slider's bit; `lower_half`, `upper_half`: the occupied squares below and above it, a1
//!   always among those below;
//! - on each line, the slider's square in it: `ms1b`, the highest blocker of the lower ray or a1;
//!   `difference`: the blockers of the upper ray less `ms1b`;
//! - `selected`: on the lines their differences, elsewhere `upper_half`;
//! - `attacks = (selected ^ upper_half) & !r`.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 23 for a line, 36 for a rook, 36 for a bishop, 62 for a queen.
//!   Those for a queen include 3 table look-ups and no multiplication.
//! - Longest chain: 17 operations for a queen.
//! - Useful instructions: leading zeros.
//!
//! # Origin
//!
//! Ours, 2026, for words of many lanes. It follows the obstruction differences of Michael Hoffmann
//! and of Daniel Infuehr, and takes the xor from Infuehr.

use crate::masks::SQUARE_MASKS;
use crate::{
    Family, Instruction, Line, LineAttacks, Slider, SliderAttacks, TechniqueInfo, Word, formula,
};

/// Obstruction difference with selected lines.
#[derive(Debug, Clone, Copy)]
pub struct ObstructionDifferenceSelect;

impl SliderAttacks for ObstructionDifferenceSelect {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "obstruction-difference-select",
        name: "Obstruction difference with selected lines",
        family: Family::Subtract,
        inventors: &["the Hyperbola authors"],
        year: 2026,
        source: "this project; after the chess programming wiki's Obstruction Difference",
        needs: &[Instruction::LeadingZeros],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        attacks_along(Slider::Rook.lines(), square, *occupied)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        attacks_along(Slider::Bishop.lines(), square, *occupied)
    }

    #[inline(always)]
    fn queen<W: Word>(square: W, occupied: &W) -> W {
        attacks_along(Slider::Queen.lines(), square, *occupied)
    }
}

impl LineAttacks for ObstructionDifferenceSelect {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        attacks_along(&[line], square, *occupied)
    }
}

#[inline(always)]
fn attacks_along<W: Word>(lines: &[Line], square: W, occupied: W) -> W {
    formula! {
        r = square.bit();
        below = r.wrapping_sub(r.splat(1));
        lower_half = (occupied & below) | r.splat(1);
        upper_half = occupied & !(below | r);
    }
    let mut selected = upper_half;
    for &line in lines {
        formula! {
            line_mask = square.whole_line(line);
            difference = match line {
                // The squares of the rank are next to the slider. Nothing lies between.
                Line::Rank => difference(lower_half, upper_half),
                _ => difference((lower_half & line_mask) | r.splat(1), upper_half & line_mask),
            };
            so_far = line_mask.select(difference, selected);
        }
        selected = so_far;
    }
    formula! { attacks = (selected ^ upper_half) & !r; }
    attacks
}

/// Returns the blockers above the slider minus the highest blocker below it.
#[inline(always)]
fn difference<W: Word>(lower: W, upper: W) -> W {
    formula! {
        ms1b = lower.splat(1 << 63).shr_by(lower.leading_zeros());
        difference = upper.wrapping_sub(ms1b);
    }
    difference
}
