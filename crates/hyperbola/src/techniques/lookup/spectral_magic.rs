//! Hashes both lines at once by a factor of few ones: a sum of few shifts, without a
//! multiplication.
//!
//! # Idea
//!
//! A product is a sum of shifts, one for each one of the factor. If a magic factor has only a few,
//! shifts and additions are as quick as a multiplication where that is slow, wide or missing. For
//! a bishop three ones are enough if the hash may have thirteen bits. A rook needs five for twelve
//! bits, and six on a8 and h8. All rooks have six: no relevant square is a1, so a shift by 63 bits
//! adds nothing. Hashes of so few shifts leave gaps, and the entries of other squares fill them.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              shifts            offset
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . 1 . . . .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . 1 . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . 1 . . . .   1 1 1 1 . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . 1 1 . 1 1 1 .   1 . . 1 . 1 1 1   . . . . . . . .
//! . . . . . . . .   . . . 1 . . . .   1 . 1 . 1 1 1 .   1 . . . . . . .
//! . . . . . 1 . .   . . . 1 . . . .   1 . . . . 1 . .   1 1 . 1 . . 1 .
//! . . . . . . . 1   . . . . . . . .   . . . . . . 1 .   1 . 1 1 . . 1 .
//!
//! o                 term              hash              rook_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . 1 . . . .   . . . . . . . .   . . . 1 . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . 1 . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . 1 . . . .
//! . 1 . . . . 1 .   . 1 . . . . 1 .   . . . . . . . .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . 1 . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . 1 . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . 1 . . 1   . . . 1 . . . .
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
//! - `mask`, `shifts`, `offset`: the square's row; `shifts` has six bits for each shift;
//! - `o = occupied & mask`; `sum`: `o` shifted left by each shift, added up;
//! - `hash = sum >> 52` for a rook, `>> 51` for a bishop; `attacks = table[offset + hash]`.
//!
//! # Cost
//!
//! - Tables: 912,976 bytes (`SPECTRAL_ROOK_SHIFTS` 2,048, `SPECTRAL_BISHOP_SHIFTS` 2,048,
//!   `SPECTRAL_ATTACKS` 908,880).
//! - Operations on a plain word: 29 for a rook, 20 for a bishop, 50 for a queen. Those for a
//!   queen include 8 table look-ups and no multiplication.
//! - Longest chain: 14 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Daniel Infuehr, 2023, in his collection Chess_Movegen: six or seven shifts for a rook, and three
//! for a bishop with hashes of eighteen bits. The factors, by trial of all of them, and the table
//! are our own. `cargo workshop find-magics` finds them again.

use super::column;
use super::magic_factors::{SPECTRAL_BISHOPS, SPECTRAL_ENTRIES, SPECTRAL_ROOKS};
use super::relevant_attacks::{BISHOP_ATTACKS, Hash, ROOK_ATTACKS};
use crate::table::Table;
use crate::{Family, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table};

/// Spectral magic bitboards.
#[derive(Debug, Clone, Copy)]
pub struct SpectralMagic;

impl SliderAttacks for SpectralMagic {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "spectral-magic",
        name: "Spectral magic bitboards",
        family: Family::Lookup,
        inventors: &["Daniel Infuehr"],
        year: 2023,
        source: "Chess_Movegen",
        needs: &[],
        tables: &[ROOK_SHIFTS::RECIPE, BISHOP_SHIFTS::RECIPE, ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        summed_attacks::<W, 6>(square, *occupied, ROOK_SHIFT, &ROOK_SHIFTS)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        summed_attacks::<W, 3>(square, *occupied, BISHOP_SHIFT, &BISHOP_SHIFTS)
    }
}

/// The shift that leaves the twelve bits of a rook's hash.
const ROOK_SHIFT: u32 = 52;
/// The shift that leaves the thirteen bits of a bishop's hash.
const BISHOP_SHIFT: u32 = 51;

#[inline(always)]
fn summed_attacks<W: Word, const TERMS: u32>(
    square: W,
    occupied: W,
    shift: u32,
    rows: &'static Table<u64, 256>,
) -> W {
    formula! {
        mask = column(square, 0, rows);
        shifts = column(square, 1, rows);
        offset = column(square, 2, rows);
        o = occupied & mask;
        term = o.shl_by(shifts);
    }
    let mut sum = term;
    for number in 1..TERMS {
        formula! { term = o.shl_by(shifts.shr(6 * number)); }
        sum = sum.wrapping_add(term);
    }
    formula! {
        hash = sum.shr(shift);
        attacks = offset.wrapping_add(hash).lookup(&ATTACKS);
    }
    attacks
}

table! {
    /// The mask, shifts and offset of each square for a rook, 2 KiB with a word to spare.
    static ROOK_SHIFTS as "SPECTRAL_ROOK_SHIFTS": [u64; 256] = rows(Slider::Rook, &SPECTRAL_ROOKS);

    /// The mask, shifts and offset of each square for a bishop, 2 KiB with a word to spare.
    static BISHOP_SHIFTS as "SPECTRAL_BISHOP_SHIFTS": [u64; 256]
        = rows(Slider::Bishop, &SPECTRAL_BISHOPS);

    /// The attacks of rooks and bishops, overlapping: by offset and hash.
    static ATTACKS as "SPECTRAL_ATTACKS": [u64; SPECTRAL_ENTRIES]
        from (rooks = ROOK_ATTACKS, bishops = BISHOP_ATTACKS) = overlapping(rooks, bishops);
}

const fn rows(slider: Slider, factors_and_offsets: &[(u64, u32); 64]) -> [u64; 256] {
    let mut entries = [0; 256];
    let mut square = 0;
    while square < 64 {
        let (mut factor, offset) = factors_and_offsets[square];
        let (mut shifts, mut place) = (0, 0);
        while factor != 0 {
            shifts |= (factor.trailing_zeros() as u64) << place;
            place += 6;
            factor &= factor - 1;
        }
        assert!(place == if matches!(slider, Slider::Rook) { 36 } else { 18 });
        entries[4 * square] = steps::relevant_occupancies(Square::ALL[square], slider).0;
        entries[4 * square + 1] = shifts;
        entries[4 * square + 2] = offset as u64;
        square += 1;
    }
    entries
}

const fn overlapping(rooks: &[u64], bishops: &[u64]) -> [u64; SPECTRAL_ENTRIES] {
    let mut entries = [0; SPECTRAL_ENTRIES];
    let (mut next_rook, mut next_bishop) = (0, 0);
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let (factor, offset) = SPECTRAL_ROOKS[index];
        let mask = steps::relevant_occupancies(square, Slider::Rook).0;
        let hash = Hash { mask, others: 0, factor, shift: ROOK_SHIFT, offset: offset as usize };
        next_rook = hash.lay_out(rooks, next_rook, &mut entries);
        let (factor, offset) = SPECTRAL_BISHOPS[index];
        let mask = steps::relevant_occupancies(square, Slider::Bishop).0;
        let hash = Hash { mask, others: 0, factor, shift: BISHOP_SHIFT, offset: offset as usize };
        next_bishop = hash.lay_out(bishops, next_bishop, &mut entries);
        index += 1;
    }
    entries
}
