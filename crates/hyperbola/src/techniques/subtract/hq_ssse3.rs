//! Computes hyperbola quintessence in paired lanes, with the mirror image made by a shuffle when it
//! is needed.
//!
//! # Idea
//!
//! The formula runs in two lanes, (o - r, o' - r'), without a mirrored board that is kept up to
//! date. One byte shuffle makes the second lane from the first. The technique was meant for
//! processors whose vector unit shuffles bytes faster than their scalar unit swaps them, above all
//! Intel's Core 2.
//!
//! # Diagram
//!
//! ```text
//! occupied          o[1]              o[0]              line[0]
//! . . . . . . . .   . . . . . . . 1   . . . . . . . .   . . . . . . . 1
//! . . . 1 . . . .   . . . . . 1 . .   . . . 1 . . . .   . . . . . . 1 .
//! . . 1 . . 1 . .   . . . . . . . .   . . 1 . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . 1 . . . . 1 .   . . . . . . . .   . . . . 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . 1 . . . . 1 .   . . . . . . . .
//! . . . . . . . .   . . 1 . . 1 . .   . . . . . . . .   . . 1 . . . . .
//! . . . . . 1 . .   . . . 1 . . . .   . . . . . 1 . .   . 1 . . . . . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . 1   1 . . . . . . .
//!
//! line[1]           r[0]              r[1]              diagonal_half[0]
//! 1 . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . 1 . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   . . . . 1 . . .
//! . . . . 1 . . .   . . . 1 . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! diagonal_half[1]   anti_diagonal_half[0]   anti_diagonal_half[1]   queen_attacks
//! 1 . . . . . . .    . . . . . . . .         . . . . . . . .         . . . . . . . .
//! . 1 . . . . . .    1 . . . . . . .         . . . . . . . .         1 . . 1 . . . .
//! . . 1 . . . . .    . 1 . . . . . .         . . . . 1 . . .         . 1 . 1 . 1 . .
//! . . . . . . . .    . . 1 . . . . .         . . . . . . . .         . . 1 1 1 . . .
//! . . . . . . . .    . . . . . . . .         . . . . . . . .         . 1 1 . 1 1 1 .
//! . . . . . 1 . .    . . . . . . . .         . . . . . . . .         . . 1 1 1 . . .
//! . . . . . . . .    . . . . . 1 . .         . . . . . . . .         . 1 . 1 . 1 . .
//! . . . . . . . .    . . . . . . . .         . . . . . . . .         1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `o`: the pair (occupied, its byte swap), made by one shuffle;
//! - the rest as in paired lanes: `half = ((o & line) - r) & line`,
//!   `attacks = halves ^ halves'`, ranks by look-up.
//!
//! # Cost
//!
//! - Tables: 2,560 bytes (`SQUARE_MASKS` 2,048, `FIRST_RANK_ATTACKS` 512).
//! - Operations on a plain word: 24 for a rook, 26 for a bishop, 51 for a queen. Those for a
//!   queen include 13 table look-ups and no multiplication.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: byte shuffle.
//!
//! # Origin
//!
//! Gerd Isenberg and Aleks Peshkov, 2008: SSSE3 version of Hyperbola Quintessence in the chess
//! programming wiki. Here files go the same way as diagonals.

use super::hq_paired_lanes::{mirrored_pair, pair_bishop_attacks, pair_rook_attacks};
use crate::masks::SQUARE_MASKS;
use crate::techniques::lookup::first_rank::FIRST_RANK_ATTACKS;
use crate::{Family, Instruction, SliderAttacks, TechniqueInfo, Word, formula};

/// Hyperbola quintessence in paired lanes; a shuffle makes the pair. Its speed rests on a register
/// with byte shuffles, which words of [`WordKind::Ssse3`] have; on plain `u64` the lanes are
/// separate words.
///
/// [`WordKind::Ssse3`]: crate::word::WordKind::Ssse3
#[derive(Debug, Clone, Copy)]
pub struct HqSsse3;

impl SliderAttacks for HqSsse3 {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hq-ssse3",
        name: "SSSE3 hyperbola quintessence",
        family: Family::Subtract,
        inventors: &["Gerd Isenberg", "Aleks Peshkov"],
        year: 2008,
        source: "chess programming wiki, SSSE3 Hyperbola Quintessence",
        needs: &[Instruction::ByteShuffle],
        tables: &[SQUARE_MASKS::RECIPE, FIRST_RANK_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        formula! { o = mirrored_pair(*occupied); }
        pair_rook_attacks(square, o)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        formula! { o = mirrored_pair(*occupied); }
        pair_bishop_attacks(square, o)
    }
}
