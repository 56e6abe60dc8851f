//! Extracts the relevant occupied squares, looks up 16 bits and deposits them on the lines. The
//! table is a quarter as large.
//!
//! # Idea
//!
//! A rook attacks at most 14 squares and a bishop 13, all of them on the lines through its square.
//! So 16 bits tell which squares are attacked, and the table of `pext` shrinks to a quarter. Bit
//! deposit, the reverse of bit extraction, spreads them over the lines again.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              offset            lines
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . 1
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   1 . . . . . 1 .
//! . . 1 . . 1 . .   . 1 . . . 1 . .   . . . . . . . .   . 1 . . . 1 . .
//! . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .   . . 1 . 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . 1 . 1 . . .   . . . . . . . .   . . 1 . 1 . . .
//! . . . . . 1 . .   . 1 . . . 1 . .   1 . 1 . . . . .   . 1 . . . 1 . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . 1   1 . . . . . 1 .
//!
//! bishop_attacks    queen_attacks
//! . . . . . . . .   . . . . . . . .
//! 1 . . . . . . .   1 . . 1 . . . .
//! . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! . . 1 . 1 . . .   . . 1 1 1 . . .
//! . . . . . . . .   . 1 1 . 1 1 1 .
//! . . 1 . 1 . . .   . . 1 1 1 . . .
//! . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! 1 . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `mask`: the inner squares of the slider's lines; `offset`: where the square's entries begin;
//! - `index`: the occupied squares under the mask, extracted;
//! - `packed`: the table's 16 bits at `offset + index`;
//! - `attacks`: `packed`, deposited on `lines`, the whole lines.
//!
//! # Cost
//!
//! - Tables: 219,392 bytes (`PACKINGS` 4,096, `PACKED_ROOK_ATTACKS` 204,800,
//!   `PACKED_BISHOP_ATTACKS` 10,496).
//! - Operations on a plain word: 13 for a rook, 13 for a bishop, 27 for a queen. Those for a
//!   queen include 8 table look-ups and no multiplication.
//! - Longest chain: 8 operations for a queen.
//! - Useful instructions: bit extraction, bit deposit.
//!
//! # Origin
//!
//! Described with BMI2 in the chess programming wiki. On AMD's processors before Zen 3 both
//! instructions are microcoded.

use super::column;
use super::relevant_attacks::{
    BISHOP_OCCUPANCIES, LINE_ATTACKS, ROOK_OCCUPANCIES, bishop_attacks, line_index, rook_attacks,
};
use crate::table::Table;
use crate::{
    Family, Instruction, Line, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps,
    table,
};

/// Look-up by bit extraction, with the attacks packed in 16 bits. Its speed rests on bit extraction
/// and deposit, instructions of BMI2: plain `u64` uses them where the whole program is compiled for
/// them (`-C target-cpu=x86-64-v3`); elsewhere a loop over a word of [`WordKind::Avx2`] does, and
/// plain `u64` computes in software, many times slower.
///
/// [`WordKind::Avx2`]: crate::word::WordKind::Avx2
#[derive(Debug, Clone, Copy)]
pub struct PextPdep;

impl SliderAttacks for PextPdep {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "pext-pdep",
        name: "PEXT and PDEP bitboards",
        family: Family::Lookup,
        inventors: &["folklore"],
        year: 2013,
        source: "chess programming wiki, BMI2",
        needs: &[Instruction::BitExtraction, Instruction::BitDeposit],
        tables: &[PACKINGS::RECIPE, PACKED_ROOK_ATTACKS::RECIPE, PACKED_BISHOP_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        unpacked_attacks(square, *occupied, 0, &PACKED_ROOK_ATTACKS)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        unpacked_attacks(square, *occupied, 4, &PACKED_BISHOP_ATTACKS)
    }
}

#[inline(always)]
fn unpacked_attacks<W: Word, const N: usize>(
    square: W,
    occupied: W,
    first: u64,
    table: &'static Table<u16, N>,
) -> W {
    formula! {
        mask = column(square, first, &PACKINGS);
        offset = column(square, first + 1, &PACKINGS);
        lines = column(square, first + 2, &PACKINGS);
        index = occupied.pext(mask);
        packed = offset.wrapping_add(index).lookup(table);
        attacks = packed.pdep(lines);
    }
    attacks
}

table! {
    /// The mask, the offset and the lines of each square for a rook, then for a bishop, 4 KiB. Each
    /// group of three has a spare word after it.
    static PACKINGS: [u64; 512] = packings();
}

const fn packings() -> [u64; 512] {
    let mut entries = [0; 512];
    let mut offsets = [0; 2];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let rook = steps::relevant_occupancies(square, Slider::Rook);
        let bishop = steps::relevant_occupancies(square, Slider::Bishop);
        entries[8 * index] = rook.0;
        entries[8 * index + 1] = offsets[0];
        entries[8 * index + 2] = lines(square, Slider::Rook);
        entries[8 * index + 4] = bishop.0;
        entries[8 * index + 5] = offsets[1];
        entries[8 * index + 6] = lines(square, Slider::Bishop);
        offsets[0] += 1 << rook.count();
        offsets[1] += 1 << bishop.count();
        index += 1;
    }
    entries
}

/// Returns a slider's whole lines without its square.
const fn lines(square: Square, slider: Slider) -> u64 {
    let [one, other] = match slider {
        Slider::Rook => [Line::Rank, Line::File],
        _ => [Line::Diagonal, Line::AntiDiagonal],
    };
    steps::line(square, one).0 | steps::line(square, other).0
}

table! {
    /// The attacks along each line of each square, packed among the lines of its slider, 128 KiB,
    /// in the layout of [`LINE_ATTACKS`]. Packing a union gives the union of the packed sets.
    static PACKED_LINE_ATTACKS: [u64; 16_384]
        from (attacks = LINE_ATTACKS) = packed_line_attacks(attacks);
}

const fn packed_line_attacks(attacks: &[u64; 16_384]) -> [u64; 16_384] {
    let mut entries = [0; 16_384];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let rook_places = places(lines(square, Slider::Rook));
        let bishop_places = places(lines(square, Slider::Bishop));
        let rank = line_index(Line::Rank, index);
        let file = line_index(Line::File, index);
        let diagonal = line_index(Line::Diagonal, index);
        let anti_diagonal = line_index(Line::AntiDiagonal, index);
        let mut inner = 0;
        while inner < 64 {
            entries[rank | inner] = pack(attacks[rank | inner], &rook_places);
            entries[file | inner] = pack(attacks[file | inner], &rook_places);
            entries[diagonal | inner] = pack(attacks[diagonal | inner], &bishop_places);
            entries[anti_diagonal | inner] = pack(attacks[anti_diagonal | inner], &bishop_places);
            inner += 1;
        }
        index += 1;
    }
    entries
}

/// Returns the bit of each square of a set among those of the set.
const fn places(set: u64) -> [u64; 64] {
    let mut places = [0; 64];
    let (mut left, mut place) = (set, 1);
    while left != 0 {
        places[left.trailing_zeros() as usize] = place;
        place <<= 1;
        left &= left - 1;
    }
    places
}

/// Extracts squares, one by one.
const fn pack(attacks: u64, places: &[u64; 64]) -> u64 {
    let (mut left, mut packed) = (attacks, 0);
    while left != 0 {
        packed |= places[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    packed
}

table! {
    /// The attacks of a rook, packed, 200 KiB: by square, then in counting order.
    static PACKED_ROOK_ATTACKS: [u16; ROOK_OCCUPANCIES]
        from (lines = PACKED_LINE_ATTACKS) = narrow(&rook_attacks(lines));

    /// The attacks of a bishop, packed, 10 KiB: by square, then in counting order.
    static PACKED_BISHOP_ATTACKS: [u16; BISHOP_OCCUPANCIES]
        from (lines = PACKED_LINE_ATTACKS) = narrow(&bishop_attacks(lines));
}

const fn narrow<const N: usize>(wide: &[u64; N]) -> [u16; N] {
    let mut entries = [0; N];
    let mut index = 0;
    while index < N {
        assert!(wide[index] >> 14 == 0, "at most 14 squares are attacked");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        let narrow = wide[index] as u16;
        entries[index] = narrow;
        index += 1;
    }
    entries
}
