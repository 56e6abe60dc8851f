//! The canonical lists of attacks, and the layout of the large tables: each is a permutation of a
//! list.
//!
//! The compiler interprets this code one statement at a time. So the loops that run 100,000 times
//! do little and call nothing. `.ci/run cold-build` prints the time it takes.

use super::first_rank::{FILE_A_ATTACKS, FILLED_RANK_ATTACKS, inner_of_rank};
use crate::masks::FILE_A;
use crate::{Line, Square, Word, formula, steps, table};

table! {
    /// The attacks along each line of each square, 128 KiB: by line, square and the line's six
    /// inner squares. These are in the order of their files, or of their ranks on a file.
    pub(super) static LINE_ATTACKS: [u64; 16_384]
        from (ranks = FILLED_RANK_ATTACKS, files = FILE_A_ATTACKS) = line_attacks(ranks, files);
}

const fn line_attacks(ranks: &[u64; 512], files: &[u64; 512]) -> [u64; 16_384] {
    let mut entries = [0; 16_384];
    // On file a the square on the second rank is the highest of the six bits.
    let mut from_above = [0; 64];
    let mut inner: usize = 0;
    while inner < 64 {
        from_above[inner] = inner.reverse_bits() >> (usize::BITS - 6);
        inner += 1;
    }
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square & 7, square >> 3);
        let masks = [
            steps::line(Square::ALL[square], Line::Rank).0,
            steps::line(Square::ALL[square], Line::Diagonal).0,
            steps::line(Square::ALL[square], Line::AntiDiagonal).0,
        ];
        let [along_rank, along_file] =
            [line_index(Line::Rank, square), line_index(Line::File, square)];
        let [along_diagonal, along_anti_diagonal] =
            [line_index(Line::Diagonal, square), line_index(Line::AntiDiagonal, square)];
        let mut inner = 0;
        while inner < 64 {
            let filled = ranks[file << 6 | inner];
            entries[along_rank | inner] = filled & masks[0];
            entries[along_diagonal | inner] = filled & masks[1];
            entries[along_anti_diagonal | inner] = filled & masks[2];
            entries[along_file | from_above[inner]] = files[rank << 6 | inner] << file;
            inner += 1;
        }
        square += 1;
    }
    entries
}

/// Returns the index at which the attacks along a line begin in [`LINE_ATTACKS`].
pub(super) const fn line_index(line: Line, square: usize) -> usize {
    (line as usize) << 12 | square << 6
}

/// The factor that moves the six inner squares of a line, by their files, to the product's top.
const BY_FILES: u64 = 0x0202_0202_0202_0202;
/// The factor that moves those of file a, by their ranks: bit 8 i times bit 57 - 7 i is bit 57 + i.
const BY_RANKS: u64 = 0x0004_0810_2040_8000;

/// Returns the six inner squares of a line from its occupied squares, in the order of
/// [`LINE_ATTACKS`].
pub(super) const fn inner_squares(line: Line, square: usize, o: u64) -> usize {
    let inner = match line {
        Line::File => (o >> (square & 7)).wrapping_mul(BY_RANKS),
        _ => o.wrapping_mul(BY_FILES),
    };
    (inner >> 58) as usize
}

/// Returns the same six inner squares from all occupied squares, as a formula. A rank's lie side by
/// side, with the square itself among them.
#[inline(always)]
pub(super) fn gathered<W: Word>(line: Line, square: W, occupied: W) -> W {
    match line {
        Line::Rank => inner_of_rank(occupied, square & square.splat(56)),
        Line::File => {
            let file = square & square.splat(7);
            formula! { file_a = occupied.shr_by(file) & square.splat(FILE_A); }
            file_a.wrapping_mul(square.splat(BY_RANKS)).shr(58)
        }
        Line::Diagonal | Line::AntiDiagonal => {
            formula! { o = occupied & square.line_mask(line); }
            o.wrapping_mul(square.splat(BY_FILES)).shr(58)
        }
    }
}

/// The number of relevant occupancies of a rook, added up over all squares.
pub(super) const ROOK_OCCUPANCIES: usize = 102_400;
/// The number of relevant occupancies of a bishop, added up over all squares.
pub(super) const BISHOP_OCCUPANCIES: usize = 5_248;

table! {
    /// The attacks of a rook for each relevant occupancy, 800 KiB: by square, then in counting
    /// order.
    pub(super) static ROOK_ATTACKS: [u64; ROOK_OCCUPANCIES]
        from (lines = LINE_ATTACKS) = rook_attacks(lines);
}

/// Joins attacks along lines to a rook's attacks for each relevant occupancy. The lines are laid
/// out as in [`LINE_ATTACKS`].
pub(super) const fn rook_attacks(lines: &[u64; 16_384]) -> [u64; ROOK_OCCUPANCIES] {
    let mut entries = [0; ROOK_OCCUPANCIES];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square & 7, square >> 3);
        let along_rank = line_index(Line::Rank, square);
        let along_file = line_index(Line::File, square);
        // In counting order the squares of the file below the rook change first. Those of its rank
        // change next, and those of the file above change last. The rook's own place among the six
        // is skipped.
        let below = if rank == 0 { 0 } else { rank - 1 };
        let above = if rank == 7 { 0 } else { 6 - rank };
        let west = if file == 0 { 0 } else { file - 1 };
        let east = if file == 7 { 0 } else { 6 - file };
        let mut high = 0;
        while high < 1 << above {
            let mut middle = 0;
            while middle < 1 << (west + east) {
                let inner = middle & ((1 << west) - 1) | middle >> west << file;
                let rank_attacks = lines[along_rank | inner];
                let start = along_file | high << rank;
                let mut low = 0;
                while low < 1 << below {
                    entries[next] = rank_attacks | lines[start + low];
                    next += 1;
                    low += 1;
                }
                middle += 1;
            }
            high += 1;
        }
        square += 1;
    }
    assert!(next == ROOK_OCCUPANCIES);
    entries
}

table! {
    /// The attacks of a bishop for each relevant occupancy, 41 KiB: by square, then in counting
    /// order.
    pub(super) static BISHOP_ATTACKS: [u64; BISHOP_OCCUPANCIES]
        from (lines = LINE_ATTACKS) = bishop_attacks(lines);
}

/// Joins attacks along lines to a bishop's attacks for each relevant occupancy. The lines are laid
/// out as in [`LINE_ATTACKS`].
pub(super) const fn bishop_attacks(lines: &[u64; 16_384]) -> [u64; BISHOP_OCCUPANCIES] {
    let mut entries = [0; BISHOP_OCCUPANCIES];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        let along_diagonal = line_index(Line::Diagonal, square);
        let along_anti_diagonal = line_index(Line::AntiDiagonal, square);
        let diagonal = steps::relevant_occupancy(Square::ALL[square], Line::Diagonal).0;
        let anti_diagonal = steps::relevant_occupancy(Square::ALL[square], Line::AntiDiagonal).0;
        let relevant = diagonal | anti_diagonal;
        let mut subset = 0;
        loop {
            // The product's top six bits of 64, as in `inner_squares`.
            let on_diagonal = ((subset & diagonal) as u128 * BY_FILES as u128) >> 58 & 63;
            let on_anti_diagonal = ((subset & anti_diagonal) as u128 * BY_FILES as u128) >> 58 & 63;
            entries[next] = lines[along_diagonal | on_diagonal as usize]
                | lines[along_anti_diagonal | on_anti_diagonal as usize];
            next += 1;
            if subset == relevant {
                break;
            }
            subset = ((subset | !relevant) + 1) & relevant;
        }
        square += 1;
    }
    assert!(next == BISHOP_OCCUPANCIES);
    entries
}

/// The hash from a square's relevant occupancies to places in a table.
pub(super) struct Hash {
    /// The squares that matter.
    pub(super) mask: u64,
    /// The squares that are always set: none, or all that do not matter.
    pub(super) others: u64,
    /// The factor by which the occupancy is multiplied.
    pub(super) factor: u64,
    /// The number of bits by which the product is shifted right.
    pub(super) shift: u32,
    /// The place of hash 0.
    pub(super) offset: usize,
}

impl Hash {
    /// Puts the attacks of a square's relevant occupancies into their places in the table. These
    /// attacks begin at `next` in the list. Returns the index at which the next square's attacks
    /// begin.
    ///
    /// # Panics
    ///
    /// Panics if two different attacks meet in one place. Then the factor is wrong.
    pub(super) const fn lay_out(self, list: &[u64], next: usize, table: &mut [u64]) -> usize {
        let Self { mask, others, factor, shift, offset } = self;
        let end = next + (1 << mask.count_ones());
        // No mask has less than five squares. The products of all subsets of its five lowest ones
        // are added to the products of the others' subsets. Sums in 128 bits cannot overflow. They
        // need no call, unlike wrapping operations.
        let mut high_mask = mask;
        let mut low_products = [0; 32];
        let mut count = 1;
        while count < 32 {
            let square = high_mask & high_mask.wrapping_neg();
            high_mask ^= square;
            let product = square.wrapping_mul(factor) as u128;
            let mut index = 0;
            while index < count {
                low_products[count + index] = low_products[index] + product;
                index += 1;
            }
            count *= 2;
        }
        let mut next = next;
        let mut high: u64 = 0;
        while next < end {
            let high_product = (high | others).wrapping_mul(factor) as u128;
            let mut index = 0;
            while index < 32 {
                #[expect(clippy::cast_possible_truncation, reason = "the sum is taken modulo 2^64")]
                let product = (high_product + low_products[index]) as u64;
                #[expect(clippy::cast_possible_truncation, reason = "a hash of at most 12 bits")]
                let place = offset + (product >> shift) as usize;
                let attacks = list[next];
                let before = table[place];
                assert!(before == 0 || before == attacks, "a wrong factor");
                table[place] = attacks;
                next += 1;
                index += 1;
            }
            high = high.wrapping_sub(high_mask) & high_mask;
        }
        end
    }
}

/// Lays out a canonical list of attacks by square and hash.
///
/// A square's row of `hashes` begins with its mask and its factor. The number of bits of its hashes
/// is either given or equal to the bits of the mask. In the second case no place is left over.
pub(super) const fn laid_out<const N: usize>(
    hashes: &[u64],
    bits: Option<u32>,
    list: &[u64],
) -> [u64; N] {
    let columns = hashes.len() / 64;
    let mut entries = [0; N];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        let row = columns * square;
        let (mask, factor) = (hashes[row], hashes[row + 1]);
        let (bits, offset) = match bits {
            Some(bits) => (bits, square << bits),
            None => (mask.count_ones(), next),
        };
        let hash = Hash { mask, others: 0, factor, shift: 64 - bits, offset };
        next = hash.lay_out(list, next, &mut entries);
        square += 1;
    }
    assert!(next == list.len());
    entries
}
