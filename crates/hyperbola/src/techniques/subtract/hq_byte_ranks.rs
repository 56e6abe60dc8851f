//! Computes hyperbola quintessence with ranks as bytes: bytes are subtracted, and a byte's highest
//! one replaces the mirror.
//!
//! # Idea
//!
//! A byte swap mirrors files and diagonals but leaves a rank as it is. But a rank is a byte. A
//! subtraction byte by byte keeps its borrow in the rank, so `o ^ (o - 2r)` needs no mask for the
//! squares to the east. To the west, the squares from the first blocker to the slider are a
//! difference of two powers of two: the slider's bit and the highest one of the byte below it. The
//! three other lines are hyperbola quintessence with one change: the slider's bit is removed from
//! the occupied squares once, not from each line. Then both subtractions set it, and the xor clears
//! it.
//!
//! # Diagram
//!
//! ```text
//! occupied          r                 file_a            west_of_slider
//! . . . . . . . .   . . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
//! . . . 1 . . . .   . . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
//! . . 1 . . 1 . .   . . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
//! . 1 . . . . 1 .   . . . 1 . . . .   1 . . . . . . .   1 1 1 . . . . .
//! . . . . . . . .   . . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . 1 . .   . . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1
//!
//! lower             first_blocker     west              east
//! 1 . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! 1 . . 1 . . . .   . . . 1 . . . .   . . . 1 1 1 1 1   . . . . . . . .
//! 1 . 1 . . 1 . .   . . . . . 1 . .   . . . . . 1 1 1   . . . . . . . .
//! 1 . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! 1 1 . . . . . .   . 1 . . . . . .   . 1 1 . . . . .   . . . . 1 1 1 .
//! 1 . . . . . . .   1 . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! 1 . . . . 1 . .   . . . . . 1 . .   . . . . . 1 1 1   . . . . . . . .
//! 1 . . . . . . 1   . . . . . . . 1   . . . . . . . 1   . . . . . . . .
//!
//! rank_attacks      queen_attacks
//! . . . . . . . .   . . . . . . . .
//! . . . . . . . .   1 . . 1 . . . .
//! . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . 1 1 1 . . .
//! . 1 1 . 1 1 1 .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . 1 1 1 . . .
//! . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `r`: the slider's bit; `others`: the occupied squares without it;
//! - `west_of_slider`: on the slider's rank the squares to its west, on other ranks noise;
//! - `first_blocker`: on each rank the highest occupied one of these squares, or else file a;
//! - `west = r - first_blocker` and `east = o ^ (o - 2r)`, byte by byte, `o` the occupied squares;
//! - `rank_attacks`: both, on the slider's rank;
//! - the other lines: `((o - r) ^ (o' - r')') & line`, `o = others & line`, the line with the
//!   slider's square.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 14 to 17 for a line, 32 for a rook, 29 for a bishop, 62 for a
//!   queen. Those for a queen include 3 table look-ups and no multiplication.
//! - Longest chain: 11 operations for a queen.
//! - Useful instructions: byte swap.
//!
//! # Origin
//!
//! The three lines are hyperbola quintessence by Gerd Isenberg and Aleks Peshkov. The rank in bytes
//! is ours, 2026, for registers that subtract bytes and look up nibbles. The chess programming
//! wiki's SIMD and SWAR Techniques says that SIMD subtracts rank by rank.

use super::hyperbola_quintessence::{Mirror, line_attacks};
use crate::masks::{FILE_A, SQUARE_MASKS};
use crate::{Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word};
use crate::{attacks_line_by_line, formula};

/// Hyperbola quintessence with ranks as bytes.
#[derive(Debug, Clone, Copy)]
pub struct HqByteRanks;

impl SliderAttacks for HqByteRanks {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hq-byte-ranks",
        name: "Hyperbola quintessence with ranks as bytes",
        family: Family::Subtract,
        inventors: &["Gerd Isenberg", "Aleks Peshkov", "the Hyperbola authors"],
        year: 2026,
        source: "this project; after the chess programming wiki's Hyperbola Quintessence",
        needs: &[Instruction::ByteSwap],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for HqByteRanks {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! { r = square.bit(); }
        match line {
            Line::Rank => rank_attacks(r, square.whole_line(line), *occupied),
            _ => {
                formula! {
                    others = *occupied & !r;
                    line = square.whole_line(line);
                }
                line_attacks(others, r, line, Mirror::SwapBytes)
            }
        }
    }
}

#[inline(always)]
fn rank_attacks<W: Word>(r: W, rank: W, o: W) -> W {
    formula! {
        file_a = r.splat(FILE_A);
        west_of_slider = r.wrapping_sub_bytes(file_a);
        lower = (o & west_of_slider) | file_a;
        first_blocker = lower.highest_ones_of_bytes();
        west = r.wrapping_sub_bytes(first_blocker);
        east = o ^ o.wrapping_sub_bytes(r.shl(1));
        attacks = (west | east) & rank;
    }
    attacks
}
