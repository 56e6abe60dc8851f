//! Fills the board from below up to the nearest blocker on either side of the slider. The two fills
//! differ in the attacks.
//!
//! # Idea
//!
//! `x ^ (x - 1)` sets all bits up to and including the lowest one of x. Applied to the occupied
//! squares above the slider, it fills up to the first blocker of the positive ray. For the negative
//! ray, all ones are shifted right by the leading zeros of the occupied squares below the slider.
//! This sets all bits below the first blocker, but not the blocker itself. The bits in exactly one
//! of the two fills reach from blocker to blocker, both included. The line's mask leaves the
//! attacks. If there is no blocker above, the first fill takes the whole board. If there is none
//! below, bit 0 stands in for it, and the second fill is empty.
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
//! below             upper             lower             up_to_blocker
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . 1 . .   . . . . . . . .   1 1 1 1 1 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! 1 1 1 . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//!
//! under_blocker     diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . . . . . . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! . . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `r`: the slider's bit; `line`: the line without it, worked out on the fly; `o = occupied &
//!   line`;
//! - `below = r - 1`: the squares below the slider's;
//! - `upper = o & !below`, `lower = o & below`: the occupied squares on either side of it;
//! - `up_to_blocker = upper ^ (upper - 1)`;
//! - `under_blocker = (2^63 - 1) >> leading_zeros(lower | 1)`;
//! - `attacks = (up_to_blocker ^ under_blocker) & line`.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 17 to 28 for a line, 35 for a rook, 56 for a bishop, 92 for a
//!   queen. Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 20 operations for a queen.
//! - Useful instructions: leading zeros.
//!
//! # Origin
//!
//! Thomas Jahn, devlog of the engine Leorik, Computer Chess Club, 4 January 2022;
//! <https://www.chessprogramming.org/Leorik>. Leorik takes its lines from a table or computes them
//! when needed. This is the second form, with no table at all. In Leorik the lines hold the
//! slider's square, which is removed at the end. Here it is left out from the start, which gives
//! the same.

use crate::masks::computed_line;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// The slider attacks of the engine Leorik.
#[derive(Debug, Clone, Copy)]
pub struct Leorik;

impl SliderAttacks for Leorik {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "leorik",
        name: "Leorik's slider attacks",
        family: Family::Subtract,
        inventors: &["Thomas Jahn"],
        year: 2022,
        source: "Computer Chess Club, Devlog of Leorik",
        needs: &[Instruction::LeadingZeros],
        tables: &[],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for Leorik {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            r = square.bit();
            line = computed_line(square, line);
            o = *occupied & line;
            below = r.wrapping_sub(square.splat(1));
            upper = o & !below;
            lower = o & below;
            attacks = difference_of_fills(upper, lower) & line;
        }
        attacks
    }
}

/// Returns all bits from the highest one of `lower`, or bit 0, to the lowest one of `upper`, or bit
/// 63.
#[inline(always)]
pub(crate) fn difference_of_fills<W: Word>(upper: W, lower: W) -> W {
    formula! {
        up_to_blocker = upper ^ upper.wrapping_sub(upper.splat(1));
        zeros = (lower | lower.splat(1)).leading_zeros();
        under_blocker = lower.splat(0x7fff_ffff_ffff_ffff).shr_by(zeros);
    }
    up_to_blocker ^ under_blocker
}
