//! Hashes both lines at once into as few bits as the square needs, with all squares in one table.
//!
//! # Idea
//!
//! For a rook in a corner, twelve squares matter. For most other rooks, ten or eleven do, and for a
//! bishop, five to nine. Each square has its own shift, so it takes only as many entries as it has
//! occupancies. An offset tells where they begin. No entry is left unused.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              factor            shift
//! . . . . . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   1 . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . 1 . . . 1 . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . 1 . 1 . . .   . . . . . . 1 .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . 1 . . . 1 .   . . . . . . . .
//! . . . . . . . .   . . 1 . 1 . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   . 1 . . . 1 . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   . 1 . . . . . .   1 1 1 . 1 1 . .
//!
//! offset            o                 bishop_attacks    queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 . . . . . . .   1 . . 1 . . . .
//! . . . . . . . .   . . . . . 1 . .   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . 1 . 1 . . .   . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . 1 . 1 . . .   . . 1 1 1 . . .
//! 1 . 1 . . . . .   . . . . . 1 . .   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `mask`, `factor`, `shift`, `offset`: the square's row; `o = occupied & mask`;
//! - `hash = o * factor >> shift`; `attacks = table[offset + hash]`.
//!
//! # Cost
//!
//! - Tables: 865,280 bytes (`FANCY_ROOK_HASHES` 2,048, `FANCY_BISHOP_HASHES` 2,048,
//!   `FANCY_ROOK_TABLE` 819,200, `FANCY_BISHOP_TABLE` 41,984).
//! - Operations on a plain word: 17 for a rook, 17 for a bishop, 35 for a queen. Those for a
//!   queen include 10 table look-ups and 2 multiplications.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Pradyumna Kannan, 2007; <https://www.chessprogramming.org/Magic_Bitboards>. The factors are our
//! own. `cargo workshop find-magics` finds them again.

use super::column;
use super::magic_factors::{BISHOP_FACTORS, ROOK_FACTORS};
use super::relevant_attacks::{
    BISHOP_ATTACKS, BISHOP_OCCUPANCIES, ROOK_ATTACKS, ROOK_OCCUPANCIES, laid_out,
};
use crate::table::Table;
use crate::{
    Family, Instruction, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// Fancy magic bitboards.
#[derive(Debug, Clone, Copy)]
pub struct MagicFancy;

impl SliderAttacks for MagicFancy {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "magic-fancy",
        name: "Fancy magic bitboards",
        family: Family::Lookup,
        inventors: &["Pradyumna Kannan"],
        year: 2007,
        source: "Magic Move-Bitboard Generation in Computer Chess",
        needs: &[Instruction::Multiply],
        tables: &[
            ROOK_HASHES::RECIPE,
            BISHOP_HASHES::RECIPE,
            ROOK_TABLE::RECIPE,
            BISHOP_TABLE::RECIPE,
        ],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        hashed_attacks(square, *occupied, &ROOK_HASHES, &ROOK_TABLE)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        hashed_attacks(square, *occupied, &BISHOP_HASHES, &BISHOP_TABLE)
    }
}

#[inline(always)]
fn hashed_attacks<W: Word, const N: usize>(
    square: W,
    occupied: W,
    hashes: &'static Table<u64, 256>,
    table: &'static Table<u64, N>,
) -> W {
    formula! {
        mask = column(square, 0, hashes);
        factor = column(square, 1, hashes);
        shift = column(square, 2, hashes);
        offset = column(square, 3, hashes);
        o = occupied & mask;
        hash = o.wrapping_mul(factor).shr_by(shift);
        attacks = offset.wrapping_add(hash).lookup(table);
    }
    attacks
}

table! {
    /// The mask, factor, shift and offset of each square for a rook, 2 KiB.
    static ROOK_HASHES as "FANCY_ROOK_HASHES": [u64; 256]
        = hashes(Slider::Rook, &ROOK_FACTORS);

    /// The mask, factor, shift and offset of each square for a bishop, 2 KiB.
    static BISHOP_HASHES as "FANCY_BISHOP_HASHES": [u64; 256]
        = hashes(Slider::Bishop, &BISHOP_FACTORS);
}

const fn hashes(slider: Slider, factors: &[u64; 64]) -> [u64; 256] {
    let mut entries = [0; 256];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = steps::relevant_occupancies(Square::ALL[square], slider);
        entries[4 * square] = mask.0;
        entries[4 * square + 1] = factors[square];
        entries[4 * square + 2] = 64 - mask.count() as u64;
        entries[4 * square + 3] = offset;
        offset += 1 << mask.count();
        square += 1;
    }
    entries
}

table! {
    /// The attacks of a rook, 800 KiB: by square, then by hash.
    static ROOK_TABLE as "FANCY_ROOK_TABLE": [u64; ROOK_OCCUPANCIES]
        from (hashes = ROOK_HASHES, list = ROOK_ATTACKS) = laid_out(hashes, None, list);

    /// The attacks of a bishop, 41 KiB: by square, then by hash.
    static BISHOP_TABLE as "FANCY_BISHOP_TABLE": [u64; BISHOP_OCCUPANCIES]
        from (hashes = BISHOP_HASHES, list = BISHOP_ATTACKS) = laid_out(hashes, None, list);
}
