//! Asks of each square on the slider's lines whether all squares between are empty, with no table.
//!
//! # Idea
//!
//! A square is attacked if it is on a line of the slider and no square between is occupied. The
//! definition is the formula: from d4, f6 is attacked if e5 is empty, and g7 if e5 and f6 are. A
//! program that branches by the slider's square has these sets as constants, and needs no table of
//! anything. Here no branch may depend on the square, so steps from the slider's bit make the sets.
//! Where the compiler knows the square, it computes them, and the code is that of one branch.
//! Unlike in a ray walk, no answer waits for the one before.
//!
//! # Diagram
//!
//! ```text
//! occupied          first             before            step
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . . . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . 1 . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! open              positive          negative          diagonal_attacks
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! 1 1 1 1 1 1 1 1   . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .
//! 1 1 1 1 1 1 1 1   . . . . 1 . . .   . . . . . . . .   . . . . 1 . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . 1 . . . . .   . . 1 . . . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . 1 . . . . . .   . 1 . . . . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .   1 . . . . . . .   1 . . . . . . .
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
//! Seven times in each of the four or eight directions, from `step` of the slider's own bit:
//!
//! - `step`: the next square of the ray; `before`: those before it, without the slider's;
//! - `open`: all ones if `before & occupied` is empty, else zero;
//! - `attacks`: every `step & open` so far. The first step is always attacked.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 77 to 91 for a line, 169 for a rook, 183 for a bishop, 353 for a
//!   queen. Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 21 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Daniel Infuehr, 2022, in his collection Chess_Movegen. There each square is a case of a switch
//! with its constants in the code. The steps that make them here are ours, so that it runs in
//! lanes.

use crate::{
    Direction, Family, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word, attacks_line_by_line,
    formula,
};

/// The switch look-up.
#[derive(Debug, Clone, Copy)]
pub struct SwitchLookup;

impl SliderAttacks for SwitchLookup {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "switch-lookup",
        name: "Switch look-up",
        family: Family::Walk,
        inventors: &["Daniel Infuehr"],
        year: 2022,
        source: "Chess_Movegen",
        needs: &[],
        tables: &[],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for SwitchLookup {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            positive = ray_attacks(line.positive(), square, *occupied);
            negative = ray_attacks(line.negative(), square, *occupied);
        }
        positive | negative
    }
}

#[inline(always)]
fn ray_attacks<W: Word>(direction: Direction, square: W, occupied: W) -> W {
    formula! { first = direction.shift(square.bit()); }
    let (mut attacks, mut last, mut between) = (first, first, square.splat(0));
    for _ in 1..7 {
        formula! {
            before = between | last;
            step = direction.shift(last);
            open = (before & occupied).zero_mask();
        }
        attacks = attacks | (step & open);
        (last, between) = (step, before);
    }
    attacks
}
