//! Computes hyperbola quintessence with a full bit reversal as the mirror of every line.
//!
//! # Idea
//!
//! Half a turn of the board mirrors all four kinds of line, so one formula serves them all. Its
//! cost depends on the bit reversal: one instruction on ARM, two with GFNI in vectors, and a ladder
//! of about fifteen on plain x86-64.
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
//! o'                r'                positive          negative
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 . . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . 1 1 1 1 1   1 1 1 1 . . . .
//! . . 1 . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
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
//! `attacks = ((o - r) ^ (o' - r')') & line`, with the letters of hyperbola quintessence. A prime
//! is a bit reversal on every line.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 10 to 13 for a line, 24 for a rook, 21 for a bishop, 46 for a
//!   queen. Those for a queen include 3 table look-ups and no multiplication.
//! - Longest chain: 11 operations for a queen.
//! - Useful instructions: bit reversal.
//!
//! # Origin
//!
//! Gerd Isenberg's general form in Java with `Long.reverse`, in the chess programming wiki. The
//! same form in Rust, with `u64::reverse_bits`, is `hyp_quint` in a developer's blog on writing a
//! chess engine.

use super::hyperbola_quintessence::{Mirror, attacks_by_bit_reversal};
use crate::masks::SQUARE_MASKS;
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line,
};

/// Hyperbola quintessence with every line by bit reversal. Its speed rests on that: one instruction
/// on AArch64, about twenty on x86-64.
#[derive(Debug, Clone, Copy)]
pub struct HqBitReversal;

impl SliderAttacks for HqBitReversal {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hq-bit-reversal",
        name: "Hyperbola quintessence with bit reversal",
        family: Family::Subtract,
        inventors: &["Gerd Isenberg", "Aleks Peshkov"],
        year: 2007,
        source: "chess programming wiki, Hyperbola Quintessence",
        needs: &[Instruction::BitReversal],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for HqBitReversal {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        attacks_by_bit_reversal(line, square, *occupied, Mirror::ReverseBits)
    }
}
