//! Cuts the occupied squares of a line in two at the slider's index and takes the difference of a
//! fill from each half.
//!
//! # Idea
//!
//! One mask a line is all that is needed: the slider's index cuts the line's occupied squares into
//! those below it and those above. x86's `bzhi`, which clears all bits from an index up, makes the
//! cut; `blsmsk`, which is `x ^ (x - 1)`, fills up to the lowest blocker above; and `lzcnt` with a
//! shift fills under the highest one below. The fills differ from blocker to blocker. Lines do not
//! share squares, so a queen's four may be joined by any of or, xor and plus.
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
//! lower             upper             up_to_blocker     under_blocker
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . 1 . .   1 1 1 1 1 1 . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
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
//! - `lower = o & (r - 1)`: the bits of o below the slider's index, as `bzhi` gives them;
//! - `upper = o ^ lower`: the others;
//! - `up_to_blocker = upper ^ (upper - 1)`, as `blsmsk` gives it;
//! - `under_blocker = (2^63 - 1) >> leading_zeros(lower | 1)`;
//! - `attacks = (up_to_blocker ^ under_blocker) & line`.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 13 to 16 for a line, 30 for a rook, 27 for a bishop, 58 for a
//!   queen. Those for a queen include 3 table look-ups and no multiplication.
//! - Longest chain: 12 operations for a queen.
//! - Useful instructions: leading zeros.
//!
//! # Origin
//!
//! Jakob Progsch and Daniel Infuehr, Computer Chess Club, 2021. Infuehr's collection Chess_Movegen,
//! <https://github.com/Gigantua/Chess_Movegen>, names the two and a post in Michael Sherwin's thread
//! Combining two of Bob's classic bitboard attack getters of November 2021; the post itself we have
//! not seen. The fills are those of `leorik`, found apart from it; what differs is the cut and where
//! the lines come from. A portable word writes the two instructions out, and a compiler that may
//! use BMI can put them back.

use super::leorik::difference_of_fills;
use crate::masks::SQUARE_MASKS;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Slide arithmetic.
#[derive(Debug, Clone, Copy)]
pub struct SlideArithmetic;

impl SliderAttacks for SlideArithmetic {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "slide-arithmetic",
        name: "Slide arithmetic",
        family: Family::Subtract,
        inventors: &["Jakob Progsch", "Daniel Infuehr"],
        year: 2021,
        source: "Computer Chess Club, Combining two of Bob's classic bitboard attack getters",
        needs: &[Instruction::LeadingZeros],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for SlideArithmetic {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            r = square.bit();
            line = square.line_mask(line);
            o = *occupied & line;
            lower = o & r.wrapping_sub(square.splat(1));
            upper = o ^ lower;
            attacks = difference_of_fills(upper, lower) & line;
        }
        attacks
    }
}
