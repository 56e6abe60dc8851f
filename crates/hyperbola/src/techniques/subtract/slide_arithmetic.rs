//! Splits the occupied squares of a line at the slider's index and takes the difference of a fill
//! from each half.
//!
//! # Idea
//!
//! Only one mask for each line is needed. The slider's index splits the line's occupied squares
//! into those below it and those above it. Three instructions of x86 do the work. `bzhi`, which
//! clears all bits from an index up, makes the split. `blsmsk`, which is `x ^ (x - 1)`, fills up to
//! the lowest blocker above. `lzcnt` with a shift fills the bits under the highest blocker below.
//! The fills differ from blocker to blocker. Lines share no squares, so or, xor or plus can join a
//! queen's four lines.
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
//! <https://github.com/Gigantua/Chess_Movegen>, names the two and a post in Michael Sherwin's
//! thread Combining two of Bob's classic bitboard attack getters of November 2021. We have not seen
//! the post itself. The fills are those of `leorik` but were found independently. The differences
//! are the split and the source of the lines. A portable word writes out `bzhi` and `blsmsk` as
//! plain operations. A compiler that may use BMI can put the instructions back.

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
