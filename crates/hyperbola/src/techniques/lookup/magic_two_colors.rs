//! Looks up bishops by magics in one table that both colours of squares share, and a rook's two
//! lines in shared rows.
//!
//! # Idea
//!
//! A bishop attacks only squares of its own colour. So an entry of a magic table uses half of its
//! bits. Here an entry holds two bishops' attacks, one on the light squares and one on the dark
//! squares, and a mask takes out the half that is wanted. All bishops then need 24 KB instead of
//! 48 KB. A rook's table would need 800 KiB, so its two lines are looked up one by one. The
//! factor of kindergarten bitboards is shifted by the file in advance, so a file is multiplied
//! where it is. The attacks come from rows that are copied to all files, and the file's mask cuts
//! them out. A rank is moved to the top by a multiplication, because processors shift by a
//! variable amount slowly unless they have BMI2. All words that a square needs are in one cache
//! line, and the tables take less than 32 KiB together.
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
//! . . . . . . . .   1 1 . 1 . 1 1 1   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   1 . 1 1 1 . 1 1   . . . . . . . .   . 1 . . . . . .
//! . . . . . . . 1   1 1 1 1 1 1 1 1   1 . . . . . . .   . . . . . . . .
//!
//! o                 both_colors       bishop_attacks    queen_attacks
//! 1 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! 1 1 1 1 1 1 . 1   1 1 . . . 1 . .   1 . . . . . . .   1 . . 1 . . . .
//! 1 . 1 1 1 1 1 1   . 1 1 . 1 1 . .   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! 1 1 . 1 . 1 1 1   . . 1 . 1 . . .   . . 1 . 1 . . .   . . 1 1 1 . . .
//! 1 1 1 1 1 1 1 1   . . 1 . 1 . . .   . . . . . . . .   . 1 1 . 1 1 1 .
//! 1 1 . 1 . 1 1 1   . 1 1 . 1 1 . .   . . 1 . 1 . . .   . . 1 1 1 . . .
//! 1 . 1 1 1 1 1 1   1 1 . . . 1 1 .   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! 1 1 1 1 1 1 1 1   1 . . . . . . .   1 . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - bishops: `others`, `factor`, `offset`, `color` from the square's row; `o = occupied | others`;
//!   `hash = o * factor >> 55`; `attacks = table[offset + hash] & color`;
//! - files: `inner = (occupied & file) * file_factor >> 58`; `attacks = rows[rank][inner] & file`,
//!   where `file_factor` is `0x0080402010080400` shifted right by the file's number;
//! - ranks: `inner = occupied * rank_factor >> 58`, where `rank_factor` is one bit, and the byte at
//!   `file << 6 | inner`, moved back up by `rank_shift`, which is eight times the rank.
//!
//! # Cost
//!
//! - Tables: 32,736 bytes (`TWO_COLORS_SQUARES` 4,096, `TWO_COLORS_BISHOPS` 24,032,
//!   `FIRST_RANK_ATTACKS` 512, `FILLED_FILE_ATTACKS` 4,096).
//! - Operations on a plain word: 25 for a rook, 18 for a bishop, 44 for a queen. Those for a
//!   queen include 10 table look-ups and 3 multiplications.
//! - Longest chain: 11 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Ours, 2026. The parts are older: black magics of a fixed shift by Volker Annuss and Niklas
//! Fiekas, kindergarten bitboards by Gerd Isenberg, first-rank attacks from rotated bitboards. We
//! have not found the table of two colours elsewhere. Its factors are those of `magic-fixed-shift`,
//! and its offsets are our own.

use super::first_rank::{FILE_A_ATTACKS, FILLED_RANK_ATTACKS, FIRST_RANK_ATTACKS};
use super::magic_factors::FIXED_SHIFT_BISHOPS;
use crate::{
    Family, Instruction, Line, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// Magic bitboards of two colours.
#[derive(Debug, Clone, Copy)]
pub struct MagicTwoColors;

impl SliderAttacks for MagicTwoColors {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "magic-two-colors",
        name: "Magic bitboards of two colours",
        family: Family::Lookup,
        inventors: &["the Hyperbola authors"],
        year: 2026,
        source: "this project; after the chess programming wiki's Magic Bitboards",
        needs: &[Instruction::Multiply],
        tables: &[
            SQUARES::RECIPE,
            BISHOPS::RECIPE,
            FIRST_RANK_ATTACKS::RECIPE,
            FILLED_FILE_ATTACKS::RECIPE,
        ],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            rank_factor = column(square, Column::RankFactor);
            inner = occupied.wrapping_mul(rank_factor).shr(INNER_SHIFT);
            index = (square & square.splat(7)).shl(6) | inner;
            rank_shift = square & square.splat(56);
            rank_attacks = index.lookup(&FIRST_RANK_ATTACKS).shl_by(rank_shift);
            file = column(square, Column::File);
            file_factor = column(square, Column::FileFactor);
            inner = (*occupied & file).wrapping_mul(file_factor).shr(INNER_SHIFT);
            index = rank_shift.shl(3) | inner;
            file_attacks = index.lookup(&FILLED_FILE_ATTACKS) & file;
        }
        rank_attacks | file_attacks
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            others = column(square, Column::Others);
            factor = column(square, Column::Factor);
            offset = column(square, Column::Offset);
            o = *occupied | others;
            hash = o.wrapping_mul(factor).shr(BISHOP_SHIFT);
            both_colors = offset.wrapping_add(hash).lookup(&BISHOPS);
            attacks = both_colors & column(square, Column::Color);
        }
        attacks
    }
}

/// The shift that leaves the nine bits of a bishop's hash.
pub(crate) const BISHOP_SHIFT: u32 = 55;
/// The shift that leaves a file's six inner squares.
pub(crate) const INNER_SHIFT: u32 = 58;

/// The words of a square's row of [`SQUARES`].
#[derive(Debug, Clone, Copy)]
#[repr(u8)]
pub(crate) enum Column {
    /// All squares but the bishop's relevant ones.
    Others,
    /// The bishop's factor.
    Factor,
    /// The place of the bishop's hash 0.
    Offset,
    /// The squares of the square's colour.
    Color,
    /// The file through the square, without the square.
    File,
    /// The factor that gathers the file's inner squares.
    FileFactor,
    /// The factor that moves the rank's inner squares to the top.
    RankFactor,
}

#[inline(always)]
fn column<W: Word>(square: W, column: Column) -> W {
    super::column(square, column as u64, &SQUARES)
}

table! {
    /// The words of each square, 4 KiB: rows of seven words, see [`Column`], and one to spare, so
    /// that a row is a cache line.
    pub(crate) static SQUARES as "TWO_COLORS_SQUARES": [u64; 512] = squares();

    /// The attacks of all bishops, 24 KB: by offset and hash, those on light squares and those on
    /// dark squares over one another.
    pub(crate) static BISHOPS as "TWO_COLORS_BISHOPS": [u64; ENTRIES]
        from (squares = SQUARES, ranks = FILLED_RANK_ATTACKS) = bishops(squares, ranks);

    /// The attacks along file a copied to every file, 4 KiB: by rank, then by the six inner
    /// squares. The square on the second rank is the highest bit.
    pub(crate) static FILLED_FILE_ATTACKS: [u64; 512]
        from (files = FILE_A_ATTACKS) = filled_files(files);
}

/// The squares of the same colour as a1.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The number of entries that hold all bishops.
const ENTRIES: usize = 3_004;

/// The places of the bishops' hash 0. Those with the most hashes come first, and each takes the
/// first place where its entries disagree with none of its colour.
const OFFSETS: [u16; 64] = [
    1_144, 2_367, 2_155, 830, 997, 1_387, 2_363, 1_071, 2_427, 2_302, 1_621, 1_070, 986, 2_036,
    2_229, 2_449, 1_324, 2_128, 1_623, 1_133, 816, 2_142, 1_299, 2_338, 1_293, 1_548, 1_547, 512,
    0, 1_050, 1_119, 1_936, 2_026, 2_058, 1_791, 511, 0, 639, 2_146, 2_098, 1_448, 2_299, 1_947,
    1_373, 1_650, 2_244, 1_526, 2_416, 2_424, 2_480, 2_508, 1_517, 2_220, 2_499, 1_724, 2_445,
    1_838, 2_470, 2_367, 683, 1_922, 2_493, 965, 1_726,
];

const fn squares() -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let diagonal = steps::relevant_occupancy(square, Line::Diagonal).0;
        let anti_diagonal = steps::relevant_occupancy(square, Line::AntiDiagonal).0;
        let row = 8 * index;
        entries[row + Column::Others as usize] = !(diagonal | anti_diagonal);
        entries[row + Column::Factor as usize] = FIXED_SHIFT_BISHOPS[index].0;
        entries[row + Column::Offset as usize] = OFFSETS[index] as u64;
        entries[row + Column::Color as usize] = if DARK & square.bit() == 0 { !DARK } else { DARK };
        entries[row + Column::File as usize] = steps::line(square, Line::File).0;
        entries[row + Column::FileFactor as usize] = 0x0080_4020_1008_0400 >> (index & 7);
        entries[row + Column::RankFactor as usize] = 1 << (57 - (index & 56));
        index += 1;
    }
    entries
}

/// Lays the attacks of all bishops into one table.
///
/// # Panics
///
/// Panics if two different attacks on squares of one colour meet in one place. Then a factor or an
/// offset is wrong.
const fn bishops(squares: &[u64; 512], ranks: &[u64; 512]) -> [u64; ENTRIES] {
    let mut entries = [0; ENTRIES];
    let mut index = 0;
    while index < 64 {
        let row = 8 * index;
        let others = squares[row + Column::Others as usize];
        let factor = squares[row + Column::Factor as usize];
        let offset = squares[row + Column::Offset as usize];
        let color = squares[row + Column::Color as usize];
        let diagonal = steps::line(Square::ALL[index], Line::Diagonal).0;
        let anti_diagonal = steps::line(Square::ALL[index], Line::AntiDiagonal).0;
        let rank = (index & 7) << 6;
        let mut occupied = others;
        loop {
            #[expect(clippy::cast_possible_truncation, reason = "the sum is below ENTRIES")]
            let place = (offset + (occupied.wrapping_mul(factor) >> BISHOP_SHIFT)) as usize;
            let inner = occupied & !others;
            let attacks = ranks[rank | inner_squares(inner & diagonal)] & diagonal
                | ranks[rank | inner_squares(inner & anti_diagonal)] & anti_diagonal;
            let before = entries[place] & color;
            assert!(before == 0 || before == attacks, "a wrong factor or offset");
            entries[place] |= attacks;
            // The next occupancy in counting order, with all other squares set.
            if occupied == u64::MAX {
                break;
            }
            occupied = (occupied + 1) | others;
        }
        index += 1;
    }
    entries
}

/// Returns the inner squares of a diagonal by their files, from the occupied ones.
const fn inner_squares(occupied: u64) -> usize {
    (occupied.wrapping_mul(0x0202_0202_0202_0202) >> INNER_SHIFT) as usize
}

const fn filled_files(files: &[u64; 512]) -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        entries[index] = files[index] * 0xff;
        index += 1;
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_fit_32_kib() {
        assert!(MagicTwoColors::INFO.table_bytes() <= 32 << 10);
    }
}
