//! Computes hyperbola quintessence, but looks up the rank in a table of first-rank attacks.
//!
//! # Idea
//!
//! A rank's eight bits lie side by side, so its attacks need no arithmetic. The six inner bits of
//! the occupied rank and the slider's file choose one of 512 bytes. The two outer bits do not
//! matter, because nothing lies beyond them.
//!
//! # Diagram
//!
//! ```text
//! occupied          rank_attacks      queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   1 . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . 1 1 1 . . .
//! . 1 . . . . 1 .   . 1 1 . 1 1 1 .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - files and diagonals: `attacks = ((o - r) ^ (o' - r')') & line`, as hyperbola quintessence;
//! - ranks: `inner = occupied >> (rank_shift + 1) & 63`, and the byte at `file << 6 | inner`, moved
//!   back up by `rank_shift`, which is eight times the rank.
//!
//! # Cost
//!
//! - Tables: 2,560 bytes (`SQUARE_MASKS` 2,048, `FIRST_RANK_ATTACKS` 512).
//! - Operations on a plain word: 9 to 10 for a line, 20 for a rook, 21 for a bishop, 42 for a
//!   queen. Those for a queen include 7 table look-ups and no multiplication.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: byte swap.
//!
//! # Origin
//!
//! This has been the usual completion of hyperbola quintessence in engines since 2007. The table
//! itself comes from rotated bitboards. See First Rank Attacks in the chess programming wiki.

use super::hyperbola_quintessence::attacks_by_byte_swap;
use crate::masks::SQUARE_MASKS;
use crate::techniques::lookup::first_rank::{FIRST_RANK_ATTACKS, rank_attacks};
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line,
};

/// Hyperbola quintessence with ranks by look-up.
#[derive(Debug, Clone, Copy)]
pub struct HqFirstRank;

impl SliderAttacks for HqFirstRank {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hq-first-rank",
        name: "Hyperbola quintessence with first-rank look-up",
        family: Family::Subtract,
        inventors: &["Gerd Isenberg", "Aleks Peshkov"],
        year: 2007,
        source: "chess programming wiki, First Rank Attacks",
        needs: &[Instruction::ByteSwap],
        tables: &[SQUARE_MASKS::RECIPE, FIRST_RANK_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for HqFirstRank {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        match line {
            Line::Rank => rank_attacks(square, *occupied),
            _ => attacks_by_byte_swap(line, square, *occupied),
        }
    }
}
