//! Gathers a line's occupied squares into six bits by one multiplication, and looks up a shared
//! row.
//!
//! # Idea
//!
//! A rank or a diagonal has at most one square on each file. Its occupied squares are multiplied by
//! a file of ones. This adds all of them into the top byte, each on its own file, so that byte is
//! the line laid on a rank. Rows of first-rank attacks are copied to all ranks. The six inner bits
//! and the slider's file choose a row, and the line's mask cuts the attacks out of it. With the
//! b-file as factor, the six bits come out on top at once. A file is first shifted to file a. Then
//! a multiplication by a diagonal lays it on a rank as well.
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
//! - ranks and diagonals: `o = occupied & line`; `inner = o * 0x0202020202020202 >> 58`;
//!   `attacks = rows[file][inner] & line`;
//! - files: `file_a = (occupied >> file) & 0x0101010101010101`;
//!   `inner = file_a * 0x0080402010080400 >> 58`; `attacks = file_a_rows[rank][inner] << file`.
//!
//! # Cost
//!
//! - Tables: 10,240 bytes (`SQUARE_MASKS` 2,048, `FILLED_RANK_ATTACKS` 4,096, `FILE_A_ATTACKS`
//!   4,096).
//! - Operations on a plain word: 9 to 12 for a line, 23 for a rook, 19 for a bishop, 43 for a
//!   queen. Those for a queen include 6 table look-ups and 4 multiplications.
//! - Longest chain: 11 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Gerd Isenberg, Winboard Forum, 2006; <https://www.chessprogramming.org/Kindergarten_Bitboards>.
//! All lines of a kind share the rows, which take 8 KiB. Separate tables would take 32 KiB each.

use super::first_rank::{
    FILE_A_ATTACKS, FILLED_RANK_ATTACKS, GatherInner, file_attacks, filled_attacks,
};
use crate::masks::SQUARE_MASKS;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line,
};

/// Kindergarten bitboards.
#[derive(Debug, Clone, Copy)]
pub struct Kindergarten;

impl SliderAttacks for Kindergarten {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "kindergarten",
        name: "Kindergarten bitboards",
        family: Family::Lookup,
        inventors: &["Gerd Isenberg"],
        year: 2006,
        source: "chess programming wiki, Kindergarten Bitboards",
        needs: &[Instruction::Multiply],
        tables: &[SQUARE_MASKS::RECIPE, FILLED_RANK_ATTACKS::RECIPE, FILE_A_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for Kindergarten {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        match line {
            Line::File => file_attacks::<Self, W>(square, *occupied),
            _ => filled_attacks::<Self, W>(line, square, *occupied),
        }
    }
}

impl GatherInner for Kindergarten {
    #[inline(always)]
    fn from_file_a<W: Word>(file_a: W) -> W {
        file_a.wrapping_mul(file_a.splat(0x0080_4020_1008_0400)).shr(58)
    }

    #[inline(always)]
    fn from_line<W: Word>(o: W) -> W {
        o.wrapping_mul(o.splat(0x0202_0202_0202_0202)).shr(58)
    }
}
