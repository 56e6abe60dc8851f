//! Looks up the attacks along a rank, and holds the rows that kindergarten bitboards share.

use crate::masks::FILE_A;
use crate::{Line, Square, Word, formula, steps, table};

/// Returns the attacks of a slider on the first rank. `inner` holds the rank's six inner squares.
const fn first_rank_attacks(file: usize, inner: u64) -> u64 {
    steps::line_attacks(Line::Rank, Square::ALL[file], crate::Bitboard(inner << 1)).0
}

table! {
    /// The attacks along the first rank, 512 bytes: by file, then by the six inner squares.
    pub(crate) static FIRST_RANK_ATTACKS: [u8; 512] = first_ranks();
}

const fn first_ranks() -> [u8; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        let attacks = first_rank_attacks(index >> 6, index as u64 & 63);
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
    pub(crate) static FILLED_RANK_ATTACKS: [u64; 512] = filled_ranks();
}

const fn filled_ranks() -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        let attacks = first_rank_attacks(index >> 6, index as u64 & 63);
        entries[index] = attacks * FILE_A;
        index += 1;
    }
    assert!(entries[0b000_001] == 0x0202_0202_0202_0202, "a1, blocker b1");
    entries
}

table! {
    /// The attacks along file a, 4 KiB: by rank, then by the six inner squares. The square on the
    /// second rank is the highest bit.
    pub(crate) static FILE_A_ATTACKS: [u64; 512] = files_a();
}

const fn files_a() -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        let mut occupied = 0;
        let mut rank = 1;
        while rank < 7 {
            occupied |= (index as u64 >> (6 - rank) & 1) << (8 * rank);
            rank += 1;
        }
        let square = Square::ALL[8 * (index >> 6)];
        entries[index] = steps::line_attacks(Line::File, square, crate::Bitboard(occupied)).0;
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
        inner = occupied.shr_by(rank_shift | square.splat(1)) & square.splat(63);
        index = (square & square.splat(7)).shl(6) | inner;
        attacks = index.lookup(&FIRST_RANK_ATTACKS).shl_by(rank_shift);
    }
    attacks
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
