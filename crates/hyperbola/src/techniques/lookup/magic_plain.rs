//! Hashes both lines of a rook or bishop at once by one multiplication, into 12 or 9 bits.
//!
//! # Idea
//!
//! At most twelve squares matter on a rook's two lines, and nine on a bishop's. A multiplication by
//! a suitable factor moves them all into the top bits, in some order and perhaps added to others.
//! No two occupancies with different attacks may have the same top bits. Such factors are found by
//! trial. The code that fills the table checks that they work. For each square, a table of 4096 or
//! 512 words holds the attacks.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              factor            o
//! . . . . . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   1 . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . 1 . . . 1 . .   . . . . . . . .   . . . . . 1 . .
//! . . . . . . . .   . . 1 . 1 . . .   . . . . . . 1 .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . 1 . . . 1 .   . . . . . . . .
//! . . . . . . . .   . . 1 . 1 . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   . 1 . . . 1 . .   . . . . . . . .   . . . . . 1 . .
//! . . . . . . . 1   . . . . . . . .   . 1 . . . . . .   . . . . . . . .
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
//! - `mask`: the squares of the lines that matter, without their ends; `o = occupied & mask`;
//! - `hash = o * factor >> 52` for a rook, `>> 55` for a bishop;
//! - `attacks = table[square][hash]`.
//!
//! # Cost
//!
//! - Tables: 2,361,344 bytes (`PLAIN_ROOK_HASHES` 1,024, `PLAIN_BISHOP_HASHES` 1,024,
//!   `PLAIN_ROOK_TABLE` 2,097,152, `PLAIN_BISHOP_TABLE` 262,144).
//! - Operations on a plain word: 11 for a rook, 11 for a bishop, 23 for a queen. Those for a
//!   queen include 6 table look-ups and 2 multiplications.
//! - Longest chain: 8 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Lasse Hansen, Winboard Forum, 2006, and Pradyumna Kannan, Magic Move-Bitboard Generation in
//! Computer Chess, 2007; <https://www.chessprogramming.org/Magic_Bitboards>. The factors are our
//! own. `cargo workshop find-magics` finds them again.

use super::magic_factors::{BISHOP_FACTORS, ROOK_FACTORS};
use super::relevant_attacks::{BISHOP_ATTACKS, ROOK_ATTACKS, laid_out};
use crate::table::Table;
use crate::{
    Family, Instruction, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// Plain magic bitboards.
#[derive(Debug, Clone, Copy)]
pub struct MagicPlain;

impl SliderAttacks for MagicPlain {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "magic-plain",
        name: "Plain magic bitboards",
        family: Family::Lookup,
        inventors: &["Lasse Hansen", "Pradyumna Kannan"],
        year: 2006,
        source: "Winboard Forum, 2006; Magic Move-Bitboard Generation in Computer Chess, 2007",
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
        hashed_attacks::<W, ROOK_BITS, _>(square, *occupied, &ROOK_HASHES, &ROOK_TABLE)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        hashed_attacks::<W, BISHOP_BITS, _>(square, *occupied, &BISHOP_HASHES, &BISHOP_TABLE)
    }
}

/// The number of bits in a rook's hash.
const ROOK_BITS: u32 = 12;
/// The number of bits in a bishop's hash.
const BISHOP_BITS: u32 = 9;

#[inline(always)]
fn hashed_attacks<W: Word, const BITS: u32, const N: usize>(
    square: W,
    occupied: W,
    hashes: &'static Table<u64, 128>,
    table: &'static Table<u64, N>,
) -> W {
    formula! {
        mask = square.shl(1).lookup(hashes);
        factor = (square.shl(1) | square.splat(1)).lookup(hashes);
        o = occupied & mask;
        hash = o.wrapping_mul(factor).shr(64 - BITS);
        attacks = (square.shl(BITS) | hash).lookup(table);
    }
    attacks
}

table! {
    /// The mask and the factor of each square for a rook, 1 KiB.
    static ROOK_HASHES as "PLAIN_ROOK_HASHES": [u64; 128]
        = hashes(Slider::Rook, &ROOK_FACTORS);

    /// The mask and the factor of each square for a bishop, 1 KiB.
    static BISHOP_HASHES as "PLAIN_BISHOP_HASHES": [u64; 128]
        = hashes(Slider::Bishop, &BISHOP_FACTORS);
}

const fn hashes(slider: Slider, factors: &[u64; 64]) -> [u64; 128] {
    let mut entries = [0; 128];
    let mut square = 0;
    while square < 64 {
        entries[2 * square] = steps::relevant_occupancies(Square::ALL[square], slider).0;
        entries[2 * square + 1] = factors[square];
        square += 1;
    }
    entries
}

table! {
    /// The attacks of a rook, 2 MiB: by square, then by hash.
    static ROOK_TABLE as "PLAIN_ROOK_TABLE": [u64; 64 << ROOK_BITS]
        from (hashes = ROOK_HASHES, list = ROOK_ATTACKS) = laid_out(hashes, Some(ROOK_BITS), list);

    /// The attacks of a bishop, 256 KiB: by square, then by hash.
    static BISHOP_TABLE as "PLAIN_BISHOP_TABLE": [u64; 64 << BISHOP_BITS]
        from (hashes = BISHOP_HASHES, list = BISHOP_ATTACKS) = laid_out(hashes, Some(BISHOP_BITS), list);
}
