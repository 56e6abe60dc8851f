//! Computes hyperbola quintessence with the rank spread onto the main diagonal and gathered back,
//! by one multiplication each.
//!
//! # Idea
//!
//! A byte swap cannot mirror a rank, but it mirrors a diagonal. Multiplying a rank's byte by a file
//! of ones copies it to every rank. The a1-h8 diagonal keeps one bit of each copy, so file f of the
//! rank becomes square (f, f). There the formula runs as on any diagonal. A second multiplication
//! by the file of ones adds all ranks up in the top byte. That byte is the rank.
//!
//! # Diagram
//!
//! ```text
//! occupied          file_of_ones      diagonal          r
//! . . . . . . . .   1 . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . 1 . . . .   1 . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . 1 . . 1 . .   1 . . . . . . .   . . . . . 1 . .   . . . . . . . .
//! . . . . . . . .   1 . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . 1 . . . . 1 .   1 . . . . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . . . . . . . .   1 . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   1 . . . . . . .   . 1 . . . . . .   . . . . . . . .
//! . . . . . . . 1   1 . . . . . . .   1 . . . . . . .   . . . . . . . .
//!
//! o                 o'                r'                positive
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . 1 .   . 1 . . . . . .   . . . . . . . .   1 1 1 1 1 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . . .   . . . . . . 1 .   . . . . . . . .   . 1 . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! negative          spread_attacks    rank_attacks      queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . 1 .   . . . . . . 1 .   . . . . . . . .   1 . . 1 . . . .
//! . . . . . . . .   . . . . . 1 . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . 1 1 1 1 1   . . . . . . . .   . 1 1 . 1 1 1 .   . 1 1 . 1 1 1 .
//! 1 1 1 1 1 1 1 1   . . 1 . . . . .   . . . . . . . .   . . 1 1 1 . . .
//! 1 . . . . . . .   . 1 . . . . . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `rank`: the slider's rank of the occupied squares, shifted down to the first;
//! - `spread = rank * 0x0101010101010101 & diagonal`, `diagonal = 0x8040201008040201`;
//! - `r`: bit 9 x file, the slider on the diagonal;
//! - `spread_attacks = ((o - r) ^ (o' - r')') & (diagonal ^ r)` with `o = spread & (diagonal ^ r)`;
//! - `gathered = spread_attacks * 0x0101010101010101 >> 56`, shifted back up to the rank;
//! - files and diagonals as in hyperbola quintessence.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 10 to 21 for a line, 32 for a rook, 21 for a bishop, 54 for a
//!   queen. Those for a queen include 6 table look-ups and 2 multiplications.
//! - Longest chain: 16 operations for a queen.
//! - Useful instructions: byte swap, multiply.
//!
//! # Origin
//!
//! Tim Cooijmans, Computer Chess Club, 2008, according to the chess programming wiki's Hyperbola
//! Quintessence.

use super::hyperbola_quintessence::{Mirror, attacks_by_byte_swap, line_attacks};
use crate::masks::{FILE_A, SQUARE_MASKS};
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Hyperbola quintessence with ranks by way of the diagonal.
#[derive(Debug, Clone, Copy)]
pub struct HqRankToDiagonal;

impl SliderAttacks for HqRankToDiagonal {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hq-rank-to-diagonal",
        name: "Hyperbola quintessence with the rank on the diagonal",
        family: Family::Subtract,
        inventors: &["Tim Cooijmans"],
        year: 2008,
        source: "chess programming wiki, Hyperbola Quintessence",
        needs: &[Instruction::ByteSwap, Instruction::Multiply],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for HqRankToDiagonal {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        match line {
            Line::Rank => rank_attacks(square, *occupied),
            _ => attacks_by_byte_swap(line, square, *occupied),
        }
    }
}

#[inline(always)]
fn rank_attacks<W: Word>(square: W, occupied: W) -> W {
    formula! {
        file_of_ones = square.splat(FILE_A);
        diagonal = square.splat(0x8040_2010_0804_0201);
        rank_shift = square & square.splat(56);
        rank = occupied.shr_by(rank_shift) & square.splat(0xff);
        spread = rank.wrapping_mul(file_of_ones) & diagonal;
        file = square & square.splat(7);
        r = (file.shl(3) | file).bit();
        spread_attacks = line_attacks(spread, r, diagonal ^ r, Mirror::SwapBytes);
        gathered = spread_attacks.wrapping_mul(file_of_ones).shr(56);
    }
    gathered.shl_by(rank_shift)
}
