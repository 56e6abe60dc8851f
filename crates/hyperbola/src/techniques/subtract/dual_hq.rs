//! Computes hyperbola quintessence with one query's file, diagonal and anti-diagonal side by side
//! in lanes.
//!
//! # Idea
//!
//! A byte swap mirrors three of the four lines, and the formula is the same for each. So one query
//! puts its three masks into three of a register's four lanes and computes the three lines at once.
//! Meanwhile, the rank comes from the first-rank table. The attacks of a rook and of a bishop on
//! one square come out together. A bishop alone takes two lanes. A rook alone has one line to
//! compute, and takes none.
//!
//! # Diagram
//!
//! ```text
//! occupied          line[1]           line[2]           line[3]
//! . . . . . . . .   . . . . . . . 1   . . . . . . . .   . . . 1 . . . .
//! . . . 1 . . . .   . . . . . . 1 .   1 . . . . . . .   . . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . 1 . . . . . .   . . . 1 . . . .
//! . . . . . . . .   . . . . 1 . . .   . . 1 . . . . .   . . . 1 . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . 1 . . . . .   . . . . 1 . . .   . . . 1 . . . .
//! . . . . . 1 . .   . 1 . . . . . .   . . . . . 1 . .   . . . 1 . . . .
//! . . . . . . . 1   1 . . . . . . .   . . . . . . 1 .   . . . 1 . . . .
//!
//! o[1]              o[2]              o[3]              o'[1]
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . 1 . .
//! . . . . . . . .   . . . . . 1 . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! o'[2]             o'[3]             r'[1]             queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . . . . . .   . . . 1 . . . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! The lanes hold (bit, diagonal, anti-diagonal, file), in the order of a square's masks in their
//! table: `attacks = ((o - r) ^ (o' - r')') & line`, with the letters of hyperbola quintessence.
//! The first lane's line is the slider's own square, which gives no attacks. The rank is looked up.
//! A queen's attacks are the union of the lanes and the rank.
//!
//! # Cost
//!
//! - Tables: 2,560 bytes (`SQUARE_MASKS` 2,048, `FIRST_RANK_ATTACKS` 512).
//! - Operations on a plain word: 20 for a rook, 20 for a bishop, 40 for a queen. Those for a
//!   queen include 5 table look-ups and no multiplication.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: four lanes, byte shuffle.
//!
//! # Origin
//!
//! The chess programming wiki says, on obstruction difference, that several lines may be computed
//! in parallel. In 2026 Stockfish moved from bit extraction to hyperbola quintessence in one
//! register. Here hyperbola quintessence's own formula runs on lanes that are lines.

use super::hq_first_rank::HqFirstRank;
use super::hyperbola_quintessence::{Mirror, line_attacks};
use crate::masks::{SQUARE_MASKS, SquareMask};
use crate::techniques::lookup::first_rank::{FIRST_RANK_ATTACKS, rank_attacks};
use crate::{Family, Instruction, LaneWord, SliderAttacks, TechniqueInfo, Word, formula};

/// Hyperbola quintessence with lanes as lines. Its speed rests on a register of four lanes, which
/// words of [`WordKind::Avx2`] have; on plain `u64` the lanes are separate words.
///
/// [`WordKind::Avx2`]: crate::word::WordKind::Avx2
#[derive(Debug, Clone, Copy)]
pub struct DualHq;

impl SliderAttacks for DualHq {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "dual-hq",
        name: "Dual hyperbola quintessence",
        family: Family::Subtract,
        inventors: &["the Stockfish developers"],
        year: 2026,
        source: "Stockfish; after the chess programming wiki's Hyperbola Quintessence",
        needs: &[Instruction::FourLanes, Instruction::ByteShuffle],
        tables: &[SQUARE_MASKS::RECIPE, FIRST_RANK_ATTACKS::RECIPE],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        HqFirstRank::rook(square, occupied)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        let bit = square.square_mask(SquareMask::Bit);
        let diagonal = square.square_mask(SquareMask::Diagonal);
        let anti_diagonal = square.square_mask(SquareMask::AntiDiagonal);
        formula! {
            r = W::Pair::from_lanes([bit; 2]);
            line = W::Pair::from_lanes([diagonal, anti_diagonal]);
            lane_attacks = line_attacks(W::Pair::from_lanes([*occupied; 2]), r, line, Mirror::SwapBytes);
        }
        lane_attacks.union()
    }

    #[inline(always)]
    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        let bit = square.square_mask(SquareMask::Bit);
        formula! {
            rank_attacks = rank_attacks(square, *occupied);
            r = W::Quad::from_lanes([bit; 4]);
            line = square.square_masks();
            lane_attacks = line_attacks(W::Quad::from_lanes([*occupied; 4]), r, line, Mirror::SwapBytes);
        }
        lane_attacks.last_and_inner(rank_attacks)
    }
}
