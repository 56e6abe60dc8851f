//! Folds a line's occupied squares to 32 bits and hashes them by a factor, with the entries of all
//! lines over one another.
//!
//! # Idea
//!
//! A line has at most six squares that matter, and at most twelve different sets of attacks. Hashed
//! line by line, all squares of the board have only a few thousand entries in total, and many of
//! them are equal or never read. So each line of each square has a factor and a place where its
//! entries disagree with no other's. The upper half of the board is folded onto the lower one, so
//! that the factor and the product have 32 bits, and factor and place fit one word.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              packed            o
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . 1 1 1 . . . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   1 . . 1 . 1 1 .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . 1 . . . 1 1 1   . . . . . . . .
//! . . . . . . . .   . . 1 . . . . .   . . . 1 1 1 . 1   . . . . . . . .
//! . . . . . 1 . .   . 1 . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   1 . 1 1 1 . 1 .   . . . . . . . .
//!
//! folded            diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . . . . 1 1 .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . 1 . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! . . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `mask`, `packed`: the line's row; `packed` has the factor below and the place above;
//! - `o = occupied & mask`; `folded = (o >> 32) ^ (3 * o)`;
//! - `hash`: the upper six of the lower 32 bits of `folded * packed`;
//! - `attacks = table[place + hash]`.
//!
//! # Cost
//!
//! - Tables: 54,064 bytes (`FOLDING_LINES` 4,096, `FOLDING_ATTACKS` 49,968).
//! - Operations on a plain word: 16 for a line, 33 for a rook, 33 for a bishop, 67 for a queen.
//!   Those for a queen include 12 table look-ups and 4 multiplications.
//! - Longest chain: 14 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Daniel Infuehr, 2022, in his collection Chess_Movegen: his table has 5,956 entries. The factors
//! and places are our own. `cargo workshop find-magics` finds them again.

use super::first_rank::{FILE_A_ATTACKS, FILLED_RANK_ATTACKS};
use super::magic_factors::{FOLDING_ENTRIES, FOLDING_LINES};
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, Square, TechniqueInfo, Word,
    attacks_line_by_line, formula, steps, table,
};

/// The folding hash.
#[derive(Debug, Clone, Copy)]
pub struct FoldingHash;

impl SliderAttacks for FoldingHash {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "folding-hash",
        name: "Folding hash",
        family: Family::Lookup,
        inventors: &["Daniel Infuehr"],
        year: 2022,
        source: "Chess_Movegen",
        needs: &[Instruction::Multiply],
        tables: &[LINES::RECIPE, ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for FoldingHash {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        let row = square.shl(3) | square.splat((line as u64) << 1);
        formula! {
            mask = row.lookup(&LINES);
            packed = (row | square.splat(1)).lookup(&LINES);
            o = *occupied & mask;
            folded = o.shr(32) ^ o.wrapping_add(o.shl(1));
            hash = folded.wrapping_mul(packed).shl(32).shr(58);
            attacks = packed.shr(32).wrapping_add(hash).lookup(&ATTACKS);
        }
        attacks
    }
}

table! {
    /// The mask of each line, then its factor of 32 bits with its place above, 4 KiB: by square,
    /// then by line.
    static LINES as "FOLDING_LINES": [u64; 512] = lines();

    /// The attacks along all lines, over one another: by place and hash. The first entry, of the
    /// lines without another square, is empty.
    static ATTACKS as "FOLDING_ATTACKS": [u64; FOLDING_ENTRIES]
        from (lines = LINES, ranks = FILLED_RANK_ATTACKS, files = FILE_A_ATTACKS)
        = attacks(lines, ranks, files);
}

const fn lines() -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 256 {
        let (factor, place) = FOLDING_LINES[index];
        entries[2 * index] =
            steps::relevant_occupancy(Square::ALL[index / 4], Line::ALL[index % 4]).0;
        entries[2 * index + 1] = (place as u64) << 32 | factor as u64;
        index += 1;
    }
    entries
}

/// Lays the attacks along all lines into one table.
///
/// # Panics
///
/// Panics if two different attacks meet in one place. Then a factor or a place is wrong.
const fn attacks(
    lines: &[u64; 512],
    ranks: &[u64; 512],
    files: &[u64; 512],
) -> [u64; FOLDING_ENTRIES] {
    let mut entries = [0; FOLDING_ENTRIES];
    let mut index = 0;
    while index < 256 {
        let (mask, packed) = (lines[2 * index], lines[2 * index + 1]);
        let (square, is_file) = (index / 4, index % 4 == Line::File as usize);
        let line = steps::line(Square::ALL[square], Line::ALL[index % 4]).0;
        let (file, rank) = (square & 7, square >> 3);
        let mut o = 0;
        loop {
            // Products of 128 bits cannot overflow. They need no call, unlike wrapping operations.
            let attacks = if is_file {
                let inner = (((o >> file) as u128 * 0x0080_4020_1008_0400) >> 58) & 63;
                files[rank << 6 | inner as usize] << file
            } else {
                let inner = ((o as u128 * 0x0202_0202_0202_0202) >> 58) & 63;
                ranks[file << 6 | inner as usize] & line
            };
            let folded = (o >> 32) ^ ((o & 0xffff_ffff) * 3);
            let product = (folded & 0xffff_ffff) * (packed & 0xffff_ffff);
            #[expect(clippy::cast_possible_truncation, reason = "the sum is below the length")]
            let place = ((packed >> 32) + (product >> 26 & 63)) as usize;
            assert!(entries[place] == 0 || entries[place] == attacks, "a wrong factor or place");
            entries[place] = attacks;
            if o == mask {
                break;
            }
            o = ((o | !mask) + 1) & mask;
        }
        index += 1;
    }
    assert!(entries[0] == 0, "the place of empty lines");
    entries
}
