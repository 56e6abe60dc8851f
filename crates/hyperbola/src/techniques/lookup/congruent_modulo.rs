//! Hashes a line's occupied squares perfectly by a remainder: modulo 514, 258 or 257.
//!
//! # Idea
//!
//! A line is shifted down so that its first square is bit 0. Then it is a set of bits k apart: 9 on
//! a diagonal, 8 on a file, 7 on an anti-diagonal. A perfect hash gives no two sets the same
//! remainder. Fenner and Levene proved that N such bits are hashed perfectly by 2^k + 2 if N is at
//! most k, and by 2^(k+1) + 1 if N is at most k + 1. So the remainder and the square choose the
//! attacks. Beyond the line's end, further bits of the shifted board are k apart. They are squares
//! of other lines. They have remainders of their own, and the same attacks are stored under those.
//!
//! # Diagram
//!
//! ```text
//! occupied          a                 diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `shift`: the index of the line's first square;
//! - `a = (occupied >> shift) & line_0`, where `line_0` is the line's kind from bit 0;
//! - `remainder = a % 514` on diagonals, `% 258` on files, `% 257` on anti-diagonals, by
//!   reciprocal multiplication;
//! - `attacks = table[remainder][square]`; ranks by look-up in the first-rank table.
//!
//! # Cost
//!
//! - Tables: 527,488 bytes (`FIRST_RANK_ATTACKS` 512, `DIAGONAL_SHIFTS` 64,
//!   `ANTI_DIAGONAL_SHIFTS` 64, `DIAGONAL_ATTACKS` 263,168, `FILE_ATTACKS` 132,096,
//!   `ANTI_DIAGONAL_ATTACKS` 131,584).
//! - Operations on a plain word: 9 to 10 for a line, 20 for a rook, 21 for a bishop, 42 for a
//!   queen. Those for a queen include 6 table look-ups and 6 multiplications.
//! - Longest chain: 12 operations for a queen.
//! - Useful instructions: multiply high, multiply.
//!
//! # Origin
//!
//! Trevor Fenner and Mark Levene, Move Generation with Perfect Hashing Functions, ICGA Journal
//! 31(1), 2008; <https://www.chessprogramming.org/Congruent_Modulo_Bitboards>, which also shows the
//! reciprocal multiplication. A search over all moduli finds nothing smaller for files and
//! anti-diagonals. For diagonals it finds 257 as well, but the published 514 is kept.

use super::first_rank::{FIRST_RANK_ATTACKS, rank_attacks};
use super::relevant_attacks::{LINE_ATTACKS, line_index};
use crate::masks::FILE_A;
use crate::table::Table;
use crate::word::reciprocal::Reciprocal;
use crate::{
    Bitboard, Family, Instruction, Line, LineAttacks, SliderAttacks, Square, TechniqueInfo, Word,
    attacks_line_by_line, formula, geometry, steps, table,
};

/// Congruent modulo bitboards.
#[derive(Debug, Clone, Copy)]
pub struct CongruentModulo;

impl SliderAttacks for CongruentModulo {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "congruent-modulo",
        name: "Congruent modulo bitboards",
        family: Family::Lookup,
        inventors: &["Trevor Fenner", "Mark Levene"],
        year: 2008,
        source: "Move Generation with Perfect Hashing Functions, ICGA Journal 31(1)",
        needs: &[Instruction::MultiplyHigh, Instruction::Multiply],
        tables: &[
            FIRST_RANK_ATTACKS::RECIPE,
            DIAGONAL_SHIFTS::RECIPE,
            ANTI_DIAGONAL_SHIFTS::RECIPE,
            DIAGONAL_ATTACKS::RECIPE,
            FILE_ATTACKS::RECIPE,
            ANTI_DIAGONAL_ATTACKS::RECIPE,
        ],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

/// The full diagonal from bit 0: eight bits nine apart.
const DIAGONAL_0: u64 = 0x8040_2010_0804_0201;
/// The full anti-diagonal from bit 0: eight bits seven apart.
const ANTI_DIAGONAL_0: u64 = 0x0002_0408_1020_4081;

/// The remainder of a diagonal: 2^9 + 2.
const MODULO_514: Reciprocal = Reciprocal::new(514);
/// The remainder of a file: 2^8 + 2.
const MODULO_258: Reciprocal = Reciprocal::new(258);
/// The remainder of an anti-diagonal: 2^8 + 1.
const MODULO_257: Reciprocal = Reciprocal::new(257);

impl LineAttacks for CongruentModulo {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        match line {
            Line::Rank => rank_attacks(square, *occupied),
            Line::File => {
                formula! { shift = square & square.splat(7); }
                hashed_attacks(FILE_A, MODULO_258, shift, square, *occupied, &FILE_ATTACKS)
            }
            Line::Diagonal => {
                formula! { shift = square.lookup(&DIAGONAL_SHIFTS); }
                let table = &DIAGONAL_ATTACKS;
                hashed_attacks(DIAGONAL_0, MODULO_514, shift, square, *occupied, table)
            }
            Line::AntiDiagonal => {
                formula! { shift = square.lookup(&ANTI_DIAGONAL_SHIFTS); }
                let table = &ANTI_DIAGONAL_ATTACKS;
                hashed_attacks(ANTI_DIAGONAL_0, MODULO_257, shift, square, *occupied, table)
            }
        }
    }
}

#[inline(always)]
fn hashed_attacks<W: Word, const N: usize>(
    line_0: u64,
    reciprocal: Reciprocal,
    shift: W,
    square: W,
    occupied: W,
    table: &'static Table<u64, N>,
) -> W {
    formula! {
        a = occupied.shr_by(shift) & square.splat(line_0);
        remainder = reciprocal.remainder(a);
        index = remainder.shl(6) | square;
        attacks = index.lookup(table);
    }
    attacks
}

/// Returns the index of the first square of a line through a square.
const fn first_square(square: Square, line: Line) -> u8 {
    let whole = steps::line(square, line).0 | square.bit();
    #[expect(clippy::cast_possible_truncation, reason = "a count of bits is at most 64")]
    let index = whole.trailing_zeros() as u8;
    index
}

const fn shifts(line: Line) -> [u8; 64] {
    let mut shifts = [0; 64];
    let mut index = 0;
    while index < 64 {
        shifts[index] = first_square(Square::ALL[index], line);
        index += 1;
    }
    shifts
}

table! {
    /// The first square of each square's diagonal, 64 bytes.
    static DIAGONAL_SHIFTS: [u8; 64] = shifts(Line::Diagonal);

    /// The first square of each square's anti-diagonal, 64 bytes.
    static ANTI_DIAGONAL_SHIFTS: [u8; 64] = shifts(Line::AntiDiagonal);
}

/// Fills a table `[remainder][square]` with the attacks of every set of bits of `line_0`.
///
/// `first_squares` is the first square of each square's line. A file does not need it.
const fn hashed<const N: usize>(
    line: Line,
    line_0: u64,
    reciprocal: Reciprocal,
    first_squares: &[u8; 64],
    line_attacks: &[u64; 16_384],
) -> [u64; N] {
    let modulus = reciprocal.divisor();
    assert!(reciprocal.is_exact_up_to(line_0));
    assert!(N as u64 == modulus * 64);
    let mut entries = [0; N];
    let mut a = Bitboard::EMPTY;
    let mut bits: u8 = 0;
    loop {
        #[expect(clippy::cast_possible_truncation, reason = "a remainder is below 514")]
        let row = (a.0 % modulus) as usize * 64;
        assert!(entries[row] == 0, "two sets of bits with one remainder");
        // The places of the six inner squares among the eight bits. On a file they are in order. On
        // a diagonal they begin at the first square's file. On an anti-diagonal they go backwards
        // from there.
        let (ordered, down) = match line {
            Line::AntiDiagonal => (bits.reverse_bits() as usize, 8),
            _ => (bits as usize, 1),
        };
        let along = line_index(line, 0);
        let mut square = 0;
        while square < 64 {
            let inner = ordered << (first_squares[square] & 7) >> down & 63;
            entries[row + square] = line_attacks[along + (square << 6 | inner)];
            square += 1;
        }
        if bits == u8::MAX {
            return entries;
        }
        bits += 1;
        a = geometry::next_subset(a, Bitboard(line_0));
    }
}

table! {
    /// The attacks along diagonals, 257 KiB: `[a % 514][square]`.
    static DIAGONAL_ATTACKS: [u64; 514 * 64]
        from (shifts = DIAGONAL_SHIFTS, lines = LINE_ATTACKS)
        = hashed(Line::Diagonal, DIAGONAL_0, MODULO_514, shifts, lines);

    /// The attacks along files, 129 KiB: `[a % 258][square]`.
    static FILE_ATTACKS: [u64; 258 * 64]
        from (lines = LINE_ATTACKS)
        = hashed(Line::File, FILE_A, MODULO_258, &[0; 64], lines);

    /// The attacks along anti-diagonals, 129 KiB: `[a % 257][square]`.
    static ANTI_DIAGONAL_ATTACKS: [u64; 257 * 64]
        from (shifts = ANTI_DIAGONAL_SHIFTS, lines = LINE_ATTACKS)
        = hashed(Line::AntiDiagonal, ANTI_DIAGONAL_0, MODULO_257, shifts, lines);
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::HashSet;

    /// Returns whether all sets of `count` bits `step` apart have different remainders.
    fn is_perfect(modulus: u64, step: u32, count: u32) -> bool {
        let remainders = (0..1_u64 << count).map(|set| {
            let bits = (0..count).filter(|bit| set >> bit & 1 == 1);
            bits.map(|bit| 1_u128 << (bit * step)).sum::<u128>() % u128::from(modulus)
        });
        remainders.collect::<HashSet<_>>().len() == 1 << count
    }

    #[test]
    fn the_theorem_holds_wherever_it_says_so() {
        for step in 1..=11 {
            for count in 1..=step {
                assert!(is_perfect((1 << step) + 2, step, count), "h1, {count} bits {step} apart");
            }
            for count in 1..=step + 1 {
                let modulus = (1 << (step + 1)) + 1;
                assert!(is_perfect(modulus, step, count), "h2, {count} bits {step} apart");
            }
        }
    }

    #[test]
    fn the_theorem_stops_where_it_says_so() {
        // One bit more than the theorem allows breaks each function.
        for step in 2..=9 {
            assert!(!is_perfect((1 << step) + 2, step, step + 1), "h1, step {step}");
            assert!(!is_perfect((1 << (step + 1)) + 1, step, step + 2), "h2, step {step}");
        }
    }

    #[test]
    fn the_search_finds_a_smaller_modulus_for_diagonals_only() {
        // Eight bits have 256 sets, so no modulus below 256 can work.
        let smallest = |step| (256..).find(|&modulus| is_perfect(modulus, step, 8));
        assert_eq!([7, 8, 9].map(smallest), [Some(257), Some(258), Some(257)]);
    }
}
