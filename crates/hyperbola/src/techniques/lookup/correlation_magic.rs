//! Hashes both lines at once by factors that neighbouring squares share, each shifted by the file.
//!
//! # Idea
//!
//! The lines of two neighbouring squares are the same but for one step along the rank. If the
//! factor is shifted one step the other way, their products are the same, too, and what is a magic
//! factor for one square is most of one for the other. So the eight bishops of a rank share one
//! factor, and two neighbouring rooks do: 40 factors for all 128 magics.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              factor            bishop_attacks
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . 1 . 1 . . 1   1 . . . . . . .
//! . . 1 . . 1 . .   . 1 . . . 1 . .   . . . 1 . . . .   . 1 . . . 1 . .
//! . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .   . . 1 . 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . 1 . . 1 . 1   . . . . . . . .
//! . . . . . . . .   . . 1 . 1 . . .   1 . . . . . . .   . . 1 . 1 . . .
//! . . . . . 1 . .   . 1 . . . 1 . .   . . 1 . . . . .   . 1 . . . 1 . .
//! . . . . . . . 1   . . . . . . . .   . . . . 1 . . .   1 . . . . . . .
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
//! - `mask`: the inner squares of the slider's lines; `o = occupied & mask`;
//! - rooks: `factor = rook_factors[square / 2] >> (file & 1)`; `hash = o * factor >> 52`;
//! - bishops: `factor = bishop_factors[rank] >> file`; `hash = o * factor >> 55`;
//! - `attacks = table[square][hash]`.
//!
//! # Cost
//!
//! - Tables: 2,361,664 bytes (`EXTRACTIONS` 2,048, `CORRELATION_ROOK_FACTORS` 256,
//!   `CORRELATION_BISHOP_FACTORS` 64, `CORRELATION_ROOK_TABLE` 2,097,152,
//!   `CORRELATION_BISHOP_TABLE` 262,144).
//! - Operations on a plain word: 13 for a rook, 13 for a bishop, 27 for a queen. Those for a
//!   queen include 6 table look-ups and 2 multiplications.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Daniel Infuehr, 2023, in his collection Chess_Movegen: as many factors, by the same shifts. The
//! factors are our own. `cargo workshop find-magics` finds them again.

use super::column;
use super::magic_factors::{CORRELATION_BISHOPS, CORRELATION_ROOKS};
use super::pext::EXTRACTIONS;
use super::relevant_attacks::{BISHOP_ATTACKS, ROOK_ATTACKS, laid_out};
use crate::{
    Family, Instruction, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// Correlation magic bitboards.
#[derive(Debug, Clone, Copy)]
pub struct CorrelationMagic;

impl SliderAttacks for CorrelationMagic {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "correlation-magic",
        name: "Correlation magic bitboards",
        family: Family::Lookup,
        inventors: &["Daniel Infuehr"],
        year: 2023,
        source: "Chess_Movegen",
        needs: &[Instruction::Multiply],
        tables: &[
            EXTRACTIONS::RECIPE,
            ROOK_FACTORS::RECIPE,
            BISHOP_FACTORS::RECIPE,
            ROOK_TABLE::RECIPE,
            BISHOP_TABLE::RECIPE,
        ],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            mask = column(square, 0, &EXTRACTIONS);
            factor = square.shr(1).lookup(&ROOK_FACTORS).shr_by(square & square.splat(1));
            hash = (*occupied & mask).wrapping_mul(factor).shr(64 - ROOK_BITS);
            attacks = (square.shl(ROOK_BITS) | hash).lookup(&ROOK_TABLE);
        }
        attacks
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            mask = column(square, 2, &EXTRACTIONS);
            factor = square.shr(3).lookup(&BISHOP_FACTORS).shr_by(square & square.splat(7));
            hash = (*occupied & mask).wrapping_mul(factor).shr(64 - BISHOP_BITS);
            attacks = (square.shl(BISHOP_BITS) | hash).lookup(&BISHOP_TABLE);
        }
        attacks
    }
}

/// The bits of a rook's hash.
const ROOK_BITS: u32 = 12;
/// The bits of a bishop's hash.
const BISHOP_BITS: u32 = 9;

table! {
    /// The factors of two neighbouring rooks each, 256 bytes.
    static ROOK_FACTORS as "CORRELATION_ROOK_FACTORS": [u64; 32] = CORRELATION_ROOKS;

    /// The factors of the bishops of each rank, 64 bytes.
    static BISHOP_FACTORS as "CORRELATION_BISHOP_FACTORS": [u64; 8] = CORRELATION_BISHOPS;

    /// The attacks of a rook, 2 MiB: by square, then by hash.
    static ROOK_TABLE as "CORRELATION_ROOK_TABLE": [u64; 262_144]
        from (factors = ROOK_FACTORS, list = ROOK_ATTACKS)
        = laid_out(&hashes(Slider::Rook, factors), Some(ROOK_BITS), list);

    /// The attacks of a bishop, 256 KiB: by square, then by hash.
    static BISHOP_TABLE as "CORRELATION_BISHOP_TABLE": [u64; 32_768]
        from (factors = BISHOP_FACTORS, list = BISHOP_ATTACKS)
        = laid_out(&hashes(Slider::Bishop, factors), Some(BISHOP_BITS), list);
}

/// Returns the mask of each square and its factor, shifted.
const fn hashes(slider: Slider, factors: &[u64]) -> [u64; 128] {
    let sharing = 64 / factors.len();
    let mut entries = [0; 128];
    let mut square = 0;
    while square < 64 {
        entries[2 * square] = steps::relevant_occupancies(Square::ALL[square], slider).0;
        entries[2 * square + 1] = factors[square / sharing] >> (square % sharing);
        square += 1;
    }
    entries
}
