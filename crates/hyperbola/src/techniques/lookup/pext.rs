//! Extracts the relevant occupied squares of both lines, and looks up the attacks by them.
//!
//! # Idea
//!
//! Bit extraction is a perfect hash of an occupancy, without a factor to search for. It gathers the
//! bits under a mask, in their order, into a number. No two occupancies give the same number. A
//! square's attacks lie one after the other in this order, which is the order of counting. So the
//! sum of the number and the square's offset is the place in the table. The mask leaves the edges
//! out: an edge is attacked whether or not it is occupied.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              offset            bishop_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   1 . . . . . . .
//! . . 1 . . 1 . .   . 1 . . . 1 . .   . . . . . . . .   . 1 . . . 1 . .
//! . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .   . . 1 . 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .   . . 1 . 1 . . .
//! . . . . . 1 . .   . 1 . . . 1 . .   1 . 1 . . . . .   . 1 . . . 1 . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . 1   1 . . . . . . .
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
//! - `mask`: the inner squares of the slider's lines; `offset`: where the square's attacks begin;
//! - `index`: the occupied squares under the mask, extracted;
//! - `attacks`: the table's entry at `offset + index`.
//!
//! # Cost
//!
//! - Tables: 863,232 bytes (`EXTRACTIONS` 2,048, `ROOK_ATTACKS` 819,200, `BISHOP_ATTACKS`
//!   41,984).
//! - Operations on a plain word: 9 for a rook, 9 for a bishop, 19 for a queen. Those for a queen
//!   include 6 table look-ups and no multiplication.
//! - Longest chain: 7 operations for a queen.
//! - Useful instructions: bit extraction.
//!
//! # Origin
//!
//! Several authors of the Computer Chess Club described it with extraction in hardware in mind,
//! before Intel's BMI2 brought the instruction in 2013. See BMI2 and PEXT Bitboards in the chess
//! programming wiki. On AMD's processors before Zen 3 the instruction is microcoded, and its time
//! grows with the mask.

use super::column;
use super::relevant_attacks::{BISHOP_ATTACKS, BISHOP_OCCUPANCIES, ROOK_ATTACKS, ROOK_OCCUPANCIES};
use crate::table::Table;
use crate::{
    Family, Instruction, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// Look-up by bit extraction. Its speed rests on this instruction of BMI2: plain `u64` uses it
/// where the whole program is compiled for it (`-C target-cpu=x86-64-v3`); elsewhere a loop over a
/// word of [`WordKind::Avx2`] does, and plain `u64` computes in software, many times slower.
///
/// [`WordKind::Avx2`]: crate::word::WordKind::Avx2
#[derive(Debug, Clone, Copy)]
pub struct Pext;

impl SliderAttacks for Pext {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "pext",
        name: "PEXT bitboards",
        family: Family::Lookup,
        inventors: &["folklore"],
        year: 2013,
        source: "chess programming wiki, BMI2",
        needs: &[Instruction::BitExtraction],
        tables: &[EXTRACTIONS::RECIPE, ROOK_ATTACKS::RECIPE, BISHOP_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        extracted_attacks(square, *occupied, 0, &ROOK_ATTACKS)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        extracted_attacks(square, *occupied, 2, &BISHOP_ATTACKS)
    }
}

#[inline(always)]
fn extracted_attacks<W: Word, const N: usize>(
    square: W,
    occupied: W,
    first: u64,
    table: &'static Table<u64, N>,
) -> W {
    formula! {
        mask = column(square, first, &EXTRACTIONS);
        offset = column(square, first + 1, &EXTRACTIONS);
        index = occupied.pext(mask);
        attacks = offset.wrapping_add(index).lookup(table);
    }
    attacks
}

table! {
    /// The mask and the offset of each square for a rook, then for a bishop, 2 KiB.
    pub(super) static EXTRACTIONS: [u64; 256] = extractions();
}

const fn extractions() -> [u64; 256] {
    let mut entries = [0; 256];
    let mut offsets = [0; 2];
    let mut square = 0;
    while square < 64 {
        let rook = steps::relevant_occupancies(Square::ALL[square], Slider::Rook);
        let bishop = steps::relevant_occupancies(Square::ALL[square], Slider::Bishop);
        entries[4 * square] = rook.0;
        entries[4 * square + 1] = offsets[0];
        entries[4 * square + 2] = bishop.0;
        entries[4 * square + 3] = offsets[1];
        offsets[0] += 1 << rook.count();
        offsets[1] += 1 << bishop.count();
        square += 1;
    }
    assert!(offsets[0] == ROOK_OCCUPANCIES as u64);
    assert!(offsets[1] == BISHOP_OCCUPANCIES as u64);
    entries
}
