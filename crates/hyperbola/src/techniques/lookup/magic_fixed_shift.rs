//! Hashes both lines at once by a fixed shift, with the entries of all squares overlapping in one
//! table.
//!
//! # Idea
//!
//! All rooks have the same shift, and so do all bishops, so the shift is a constant in the code. A
//! square's hashes then leave gaps, and the entries of other squares fill them. Each square's
//! entries are laid over those of others at an offset where none disagrees. The factors are black
//! magics: instead of clearing all bits except those that matter, the formula sets them. This
//! allows other factors and costs the same.
//!
//! # Diagram
//!
//! ```text
//! occupied          others            factor            offset
//! . . . . . . . .   1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   1 1 1 1 1 1 . 1   1 . 1 . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   1 . 1 1 1 . 1 1   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   1 1 . 1 . 1 1 1   . . . . . . 1 .   . . . . . . . .
//! . 1 . . . . 1 .   1 1 1 1 1 1 1 1   . . 1 . . . 1 .   . . . . . . . .
//! . . . . . . . .   1 1 . 1 . 1 1 1   . . 1 . . . . .   1 . . . . . . .
//! . . . . . 1 . .   1 . 1 1 1 . 1 1   . . . . . . . .   1 1 . 1 1 . . 1
//! . . . . . . . 1   1 1 1 1 1 1 1 1   1 . . . . . . .   . 1 1 . 1 1 1 1
//!
//! o                 bishop_attacks    queen_attacks
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .
//! 1 1 1 1 1 1 . 1   1 . . . . . . .   1 . . 1 . . . .
//! 1 . 1 1 1 1 1 1   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! 1 1 . 1 . 1 1 1   . . 1 . 1 . . .   . . 1 1 1 . . .
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . 1 1 . 1 1 1 .
//! 1 1 . 1 . 1 1 1   . . 1 . 1 . . .   . . 1 1 1 . . .
//! 1 . 1 1 1 1 1 1   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! 1 1 1 1 1 1 1 1   1 . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `others`: all squares but those of the lines that matter; `o = occupied | others`;
//! - `hash = o * factor >> 52` for a rook, `>> 55` for a bishop;
//! - `attacks = table[offset + hash]`.
//!
//! # Cost
//!
//! - Tables: 865,192 bytes (`FIXED_SHIFT_ROOK_HASHES` 2,048, `FIXED_SHIFT_BISHOP_HASHES` 2,048,
//!   `FIXED_SHIFT_TABLE` 861,096).
//! - Operations on a plain word: 14 for a rook, 14 for a bishop, 29 for a queen. Those for a
//!   queen include 8 table look-ups and 2 multiplications.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Volker Annuss, fixed shift fancy magics, 2012; black magics by Volker Annuss and Niklas Fiekas;
//! <https://www.chessprogramming.org/Magic_Bitboards>. The factors and offsets are our own. `cargo
//! workshop find-magics` finds them again.

use super::column;
use super::magic_factors::{FIXED_SHIFT_BISHOPS, FIXED_SHIFT_ENTRIES, FIXED_SHIFT_ROOKS};
use super::relevant_attacks::{BISHOP_ATTACKS, Hash, ROOK_ATTACKS};
use crate::table::Table;
use crate::{
    Family, Instruction, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// Fixed-shift magic bitboards.
#[derive(Debug, Clone, Copy)]
pub struct MagicFixedShift;

impl SliderAttacks for MagicFixedShift {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "magic-fixed-shift",
        name: "Fixed-shift magic bitboards",
        family: Family::Lookup,
        inventors: &["Volker Annuss"],
        year: 2012,
        source: "chess programming wiki, Magic Bitboards",
        needs: &[Instruction::Multiply],
        tables: &[ROOK_HASHES::RECIPE, BISHOP_HASHES::RECIPE, TABLE::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        hashed_attacks::<W, ROOK_SHIFT>(square, *occupied, &ROOK_HASHES)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        hashed_attacks::<W, BISHOP_SHIFT>(square, *occupied, &BISHOP_HASHES)
    }
}

/// The shift that leaves the twelve bits of a rook's hash.
const ROOK_SHIFT: u32 = 52;
/// The shift that leaves the nine bits of a bishop's hash.
const BISHOP_SHIFT: u32 = 55;

#[inline(always)]
fn hashed_attacks<W: Word, const SHIFT: u32>(
    square: W,
    occupied: W,
    hashes: &'static Table<u64, 256>,
) -> W {
    formula! {
        others = column(square, 0, hashes);
        factor = column(square, 1, hashes);
        offset = column(square, 2, hashes);
        o = occupied | others;
        hash = o.wrapping_mul(factor).shr(SHIFT);
        attacks = offset.wrapping_add(hash).lookup(&TABLE);
    }
    attacks
}

table! {
    /// The other squares, factor and offset of each square for a rook, 2 KiB with a word to spare.
    static ROOK_HASHES as "FIXED_SHIFT_ROOK_HASHES": [u64; 256]
        = hashes(Slider::Rook, &FIXED_SHIFT_ROOKS);

    /// The other squares, factor and offset of each square for a bishop, 2 KiB with a word to
    /// spare.
    static BISHOP_HASHES as "FIXED_SHIFT_BISHOP_HASHES": [u64; 256]
        = hashes(Slider::Bishop, &FIXED_SHIFT_BISHOPS);
}

const fn hashes(slider: Slider, factors_and_offsets: &[(u64, u32); 64]) -> [u64; 256] {
    let mut entries = [0; 256];
    let mut square = 0;
    while square < 64 {
        let (factor, offset) = factors_and_offsets[square];
        entries[4 * square] = !steps::relevant_occupancies(Square::ALL[square], slider).0;
        entries[4 * square + 1] = factor;
        entries[4 * square + 2] = offset as u64;
        square += 1;
    }
    entries
}

table! {
    /// The attacks of rooks and bishops, overlapping: by offset and hash.
    static TABLE as "FIXED_SHIFT_TABLE": [u64; FIXED_SHIFT_ENTRIES]
        from (
            rooks = ROOK_HASHES,
            rook_attacks = ROOK_ATTACKS,
            bishops = BISHOP_HASHES,
            bishop_attacks = BISHOP_ATTACKS
        ) = overlapping(rooks, rook_attacks, bishops, bishop_attacks);
}

const fn overlapping(
    rooks: &[u64; 256],
    rook_attacks: &[u64],
    bishops: &[u64; 256],
    bishop_attacks: &[u64],
) -> [u64; FIXED_SHIFT_ENTRIES] {
    let mut entries = [0; FIXED_SHIFT_ENTRIES];
    lay_over(&mut entries, rooks, ROOK_SHIFT, rook_attacks);
    lay_over(&mut entries, bishops, BISHOP_SHIFT, bishop_attacks);
    entries
}

/// Lays the canonical list of attacks over the entries that the table has already.
const fn lay_over(
    entries: &mut [u64; FIXED_SHIFT_ENTRIES],
    hashes: &[u64; 256],
    shift: u32,
    list: &[u64],
) {
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        let row = 4 * square;
        let (others, factor) = (hashes[row], hashes[row + 1]);
        #[expect(clippy::cast_possible_truncation, reason = "below the table's length")]
        let offset = hashes[row + 2] as usize;
        let hash = Hash { mask: !others, others, factor, shift, offset };
        next = hash.lay_out(list, next, entries);
        square += 1;
    }
    assert!(next == list.len());
}
