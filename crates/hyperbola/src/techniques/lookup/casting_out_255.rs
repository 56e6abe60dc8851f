//! Gathers a line's occupied squares into one byte by the remainder modulo 255, and looks up a
//! shared row.
//!
//! # Idea
//!
//! Casting out nines adds the digits of a decimal number. In the same way, a remainder modulo 255
//! adds the digits of a number in base 256: the bytes of the board. A rank or a diagonal has at
//! most one square on each file, so the sum is the line laid on a rank. The slider's own square is
//! left out, so the sum stays below 255. No shift is needed. On a file, the same remainder would
//! add all squares up in one place. But modulo 511, eight steps up equal one step back. So the bits
//! of file a land on eight different bits of nine, with the six inner ones on top.
//!
//! # Diagram
//!
//! ```text
//! occupied          line              o                 diagonal_attacks
//! . . . . . . . .   . . . . . . . 1   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . . . 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . 1 . . . . .   . . . . . . . .   . . 1 . . . . .
//! . . . . . 1 . .   . 1 . . . . . .   . . . . . . . .   . 1 . . . . . .
//! . . . . . . . 1   1 . . . . . . .   . . . . . . . .   1 . . . . . . .
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
//! - ranks and diagonals: `o = occupied & line`; `inner = (o % 255) >> 1 & 63`;
//!   `attacks = rows[file][inner] & line`;
//! - files: `file_a = (occupied >> file) & 0x0101010101010101`; `inner = (file_a % 511) >> 3`;
//!   `attacks = file_a_rows[rank][inner] << file`;
//! - each remainder by reciprocal multiplication.
//!
//! # Cost
//!
//! - Tables: 10,240 bytes (`SQUARE_MASKS` 2,048, `FILLED_RANK_ATTACKS` 4,096, `FILE_A_ATTACKS`
//!   4,096).
//! - Operations on a plain word: 13 to 16 for a line, 30 for a rook, 27 for a bishop, 58 for a
//!   queen. Those for a queen include 6 table look-ups and 8 multiplications.
//! - Longest chain: 15 operations for a queen.
//! - Useful instructions: multiply high, multiply.
//!
//! # Origin
//!
//! Posted by the user crystalclear in the Winboard Forum, 2011, for ranks and diagonals, to save
//! tables compared with Fenner and Levene. Congruent Modulo Bitboards in the chess programming wiki
//! tells this. Casting out 511 for files is ours.

use super::first_rank::{
    FILE_A_ATTACKS, FILLED_RANK_ATTACKS, GatherInner, file_attacks, filled_attacks,
};
use crate::masks::{FILE_A, SQUARE_MASKS};
use crate::word::reciprocal::Reciprocal;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line,
};

/// Casting out 255.
#[derive(Debug, Clone, Copy)]
pub struct CastingOut255;

impl SliderAttacks for CastingOut255 {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "casting-out-255",
        name: "Casting out 255",
        family: Family::Lookup,
        inventors: &["crystalclear"],
        year: 2011,
        source: "chess programming wiki, Congruent Modulo Bitboards",
        needs: &[Instruction::MultiplyHigh, Instruction::Multiply],
        tables: &[SQUARE_MASKS::RECIPE, FILLED_RANK_ATTACKS::RECIPE, FILE_A_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

const CAST_OUT_255: Reciprocal = Reciprocal::new(255);
const CAST_OUT_511: Reciprocal = Reciprocal::new(511);
const _: () = assert!(CAST_OUT_255.is_exact_up_to(u64::MAX));
const _: () = assert!(CAST_OUT_511.is_exact_up_to(FILE_A));

impl LineAttacks for CastingOut255 {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        match line {
            Line::File => file_attacks::<Self, W>(square, *occupied),
            _ => filled_attacks::<Self, W>(line, square, *occupied),
        }
    }
}

impl GatherInner for CastingOut255 {
    #[inline(always)]
    fn from_file_a<W: Word>(file_a: W) -> W {
        CAST_OUT_511.remainder(file_a).shr(3)
    }

    #[inline(always)]
    fn from_line<W: Word>(o: W) -> W {
        CAST_OUT_255.remainder(o).shr(1) & o.splat(63)
    }
}
