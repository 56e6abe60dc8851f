//! Looks up the attacks along a rank, and holds the rows that kindergarten bitboards share.

use crate::masks::FILE_A;
use crate::{Bitboard, Line, Square, Word, formula, steps, table};

table! {
    /// The attacks along the first rank, 512 bytes: by file, then by the six inner squares.
    pub(crate) static FIRST_RANK_ATTACKS: [u8; 512] = first_ranks();
}

const fn first_ranks() -> [u8; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        let occupied = Bitboard((index as u64 & 63) << 1);
        let attacks = steps::line_attacks(Line::Rank, Square::ALL[index >> 6], occupied).0;
        #[expect(clippy::cast_possible_truncation, reason = "the first rank is the lowest byte")]
        let attacks = attacks as u8;
        entries[index] = attacks;
        index += 1;
    }
    assert!(entries[(3 << 6) | 0b00_1000] == 0b0001_0111, "d1, blocker e1");
    entries
}

table! {
    /// The attacks along the first rank copied to every rank, 4 KiB: by file, then by the six inner
    /// squares. Masked by a line, a row gives the attacks along that line.
    pub(crate) static FILLED_RANK_ATTACKS: [u64; 512]
        from (ranks = FIRST_RANK_ATTACKS) = filled_ranks(ranks);
}

const fn filled_ranks(ranks: &[u8; 512]) -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        entries[index] = ranks[index] as u64 * FILE_A;
        index += 1;
    }
    assert!(entries[0b000_001] == 0x0202_0202_0202_0202, "a1, blocker b1");
    entries
}

table! {
    /// The attacks along file a, 4 KiB: by rank, then by the six inner squares. The square on the
    /// second rank is the highest bit.
    pub(crate) static FILE_A_ATTACKS: [u64; 512]
        from (ranks = FIRST_RANK_ATTACKS) = files_a(ranks);
}

const fn files_a(ranks: &[u8; 512]) -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index: usize = 0;
    while index < 512 {
        // A file is a rank about the long diagonal. Its six inner squares are the other way round.
        let inner = (index << 2 & 0xff).reverse_bits() >> (usize::BITS - 8);
        let attacks = ranks[index & 0x1c0 | inner] as u64;
        // Bit i goes to bit 8 i. For all eight bits, products would overlap.
        let lowest_seven = ((attacks & 0x7f) * 0x0002_0408_1020_4081) & FILE_A;
        entries[index] = lowest_seven | attacks >> 7 << 56;
        index += 1;
    }
    assert!(entries[0b100_000] == 0x0000_0000_0000_0100, "a1, blocker a2");
    entries
}

/// Returns the attacks along the rank of a square.
#[inline(always)]
pub(crate) fn rank_attacks<W: Word>(square: W, occupied: W) -> W {
    formula! {
        rank_shift = square & square.splat(56);
        inner = inner_of_rank(occupied, rank_shift);
        index = (square & square.splat(7)).shl(6) | inner;
        attacks = index.lookup(&FIRST_RANK_ATTACKS).shl_by(rank_shift);
    }
    attacks
}

/// Returns the six inner squares of a rank, which begins at a bit.
#[inline(always)]
pub(super) fn inner_of_rank<W: Word>(occupied: W, rank_shift: W) -> W {
    occupied.shr_by(rank_shift | occupied.splat(1)) & occupied.splat(63)
}

/// A technique's way to gather a line's six inner squares in the lowest bits.
pub(crate) trait GatherInner {
    /// Gathers them from the occupied squares of file a. The square on the second rank is the
    /// highest bit.
    fn from_file_a<W: Word>(file_a: W) -> W;

    /// Gathers them, in the order of the files, from the occupied squares of a line that has one
    /// square on each of its files.
    fn from_line<W: Word>(o: W) -> W;
}

/// Returns the attacks along the file of a square.
#[inline(always)]
pub(crate) fn file_attacks<T: GatherInner, W: Word>(square: W, occupied: W) -> W {
    formula! {
        file = square & square.splat(7);
        file_a = occupied.shr_by(file) & square.splat(FILE_A);
        inner = T::from_file_a(file_a);
        index = (square & square.splat(56)).shl(3) | inner;
        attacks = index.lookup(&FILE_A_ATTACKS).shl_by(file);
    }
    attacks
}

/// Returns the attacks along a line that has one square on each of its files.
#[inline(always)]
pub(crate) fn filled_attacks<T: GatherInner, W: Word>(line: Line, square: W, occupied: W) -> W {
    formula! {
        line = square.line_mask(line);
        o = occupied & line;
        inner = T::from_line(o);
        index = (square & square.splat(7)).shl(6) | inner;
        attacks = index.lookup(&FILLED_RANK_ATTACKS) & line;
    }
    attacks
}
