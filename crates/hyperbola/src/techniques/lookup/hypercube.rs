//! Keeps the index of every square's attacks up to date, so that no hash is left to compute when
//! the attacks are asked for.
//!
//! # Idea
//!
//! The index that PEXT bitboards extract is a bit for each square that matters. When a piece comes
//! or goes, one bit changes in the indices of all squares that see it. Here the indices of all 64
//! squares are kept, not one by one but bit by bit: board k has bit k of all of them. The first
//! twelve boards are of rooks, nine more of bishops. A change is one xor for each board. An answer
//! reads one bit of each board and looks up the entry. Many answers between two changes, and none
//! of them needs a mask, a factor or a special instruction.
//!
//! # Diagram
//!
//! ```text
//! occupied          index_bit         queen_attacks
//! . . . . . . . .   . . . . . 1 . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . 1 . .   1 . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . 1 . .   . . 1 1 1 . . .
//! . 1 . . . . 1 .   . . . . . 1 . .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . 1 . .   . . 1 1 1 . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - made anew: `index_bit[k]` has on each square whether the k-th square that matters to it is
//!   occupied;
//! - toggled: `index_bit[k] ^= changes[square][k]`, the squares that have `square` as their k-th;
//! - `index`: bit k is that of `square` on board k; `attacks = table[offset + index]`.
//!
//! # Cost
//!
//! - Tables: 881,920 bytes (`HYPERCUBE_SEEN` 2,048, `HYPERCUBE_HAVING` 256, `HYPERCUBE_CHANGES`
//!   16,384, `EXTRACTIONS` 2,048, `ROOK_ATTACKS` 819,200, `BISHOP_ATTACKS` 41,984).
//! - Operations on a plain word: 53 for a rook, 41 for a bishop, 95 for a queen. Those for a
//!   queen include 4 table look-ups and no multiplication.
//! - Longest chain: 18 operations for a queen.
//! - Useful instructions: bit permutation.
//!
//! # Origin
//!
//! Daniel Infuehr, 2022, in his collection Chess_Movegen, with the indices one by one in an array.
//! The boards that hold them bit by bit are ours. They are read without an address that depends on
//! the square, so they work in lanes.

use super::column;
use super::pext::EXTRACTIONS;
use super::relevant_attacks::{BISHOP_ATTACKS, ROOK_ATTACKS};
use crate::table::Table;
use crate::{
    Family, Instruction, OccupiedBoards, Slider, SliderAttacks, Square, TechniqueInfo, Word,
    formula, steps, table,
};

/// HyperCube.
#[derive(Debug, Clone, Copy)]
pub struct HyperCube;

impl SliderAttacks for HyperCube {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hypercube",
        name: "HyperCube",
        family: Family::Lookup,
        inventors: &["Daniel Infuehr"],
        year: 2022,
        source: "Chess_Movegen",
        needs: &[Instruction::BitPermutation],
        tables: &[
            SEEN::RECIPE,
            HAVING::RECIPE,
            CHANGES::RECIPE,
            EXTRACTIONS::RECIPE,
            ROOK_ATTACKS::RECIPE,
            BISHOP_ATTACKS::RECIPE,
        ],
    };
    type Occupied<W: Word> = HyperCubeBoards<W>;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &HyperCubeBoards<W>) -> W {
        let (rooks, _) = occupied.indices.split_at(ROOK_BITS);
        indexed_attacks(square, rooks, 1, &ROOK_ATTACKS)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &HyperCubeBoards<W>) -> W {
        let (_, bishops) = occupied.indices.split_at(ROOK_BITS);
        indexed_attacks(square, bishops, 3, &BISHOP_ATTACKS)
    }
}

#[inline(always)]
fn indexed_attacks<W: Word, const N: usize>(
    square: W,
    boards: &[W],
    offset_column: u64,
    table: &'static Table<u64, N>,
) -> W {
    let mut index = square.splat(0);
    for (place, &board) in (0..).zip(boards) {
        index = index | (board.shr_by(square) & square.splat(1)).shl(place);
    }
    formula! {
        index = index;
        offset = column(square, offset_column, &EXTRACTIONS);
        attacks = offset.wrapping_add(index).lookup(table);
    }
    attacks
}

/// The most bits of a rook's index. A bishop's are at most nine.
const ROOK_BITS: usize = 12;
/// The bits of both indices.
const BITS: usize = ROOK_BITS + 9;

/// The occupied squares, and the indices of all squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HyperCubeBoards<W> {
    /// The plain board.
    pub occupied: W,
    /// For each bit of the indices the squares where it is set: twelve bits of rooks, nine of
    /// bishops.
    pub indices: [W; BITS],
}

impl<W: Word> OccupiedBoards<W> for HyperCubeBoards<W> {
    #[inline(always)]
    fn from_occupied(squares: W) -> Self {
        let mut indices = [squares; BITS];
        for (bit, board) in (0..).zip(&mut indices) {
            let row = squares.splat(bit);
            formula! {
                index_bit = squares.permute_bits(row, &SEEN) & row.lookup(&HAVING);
            }
            *board = index_bit;
        }
        Self { occupied: squares, indices }
    }

    #[inline(always)]
    fn toggle(&mut self, square: W) {
        self.occupied = self.occupied ^ square.bit();
        for (bit, board) in (0..).zip(&mut self.indices) {
            *board = *board ^ (square.shl(5) | square.splat(bit)).lookup(&CHANGES);
        }
    }

    fn boards(&self) -> impl Iterator<Item = W> {
        core::iter::once(self.occupied).chain(self.indices)
    }
}

table! {
    /// For each bit of the indices, and then for each square, the square that it is about, 2 KiB.
    /// Bits that a square's index does not have are about a1.
    static SEEN as "HYPERCUBE_SEEN": [u8; 2_048] = seen();

    /// For each bit of the indices the squares whose index has it, 256 bytes.
    static HAVING as "HYPERCUBE_HAVING": [u64; 32] from (seen = SEEN) = having(seen);

    /// For each square, and then for each bit of the indices, the squares for which it is about
    /// that square, 16 KiB.
    static CHANGES as "HYPERCUBE_CHANGES": [u64; 2_048] from (seen = SEEN) = changes(seen);
}

const fn seen() -> [u8; 2_048] {
    let mut entries = [0; 2_048];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let mut rook = steps::relevant_occupancies(square, Slider::Rook).0;
        let mut bishop = steps::relevant_occupancies(square, Slider::Bishop).0;
        let mut bit = 0;
        while rook | bishop != 0 {
            if rook != 0 {
                entries[bit << 6 | index] = Square::ALL[rook.trailing_zeros() as usize] as u8;
                rook &= rook - 1;
            }
            if bishop != 0 {
                entries[(ROOK_BITS + bit) << 6 | index] =
                    Square::ALL[bishop.trailing_zeros() as usize] as u8;
                bishop &= bishop - 1;
            }
            bit += 1;
        }
        index += 1;
    }
    entries
}

const fn having(seen: &[u8; 2_048]) -> [u64; 32] {
    let mut entries = [0; 32];
    let mut index = 0;
    while index < BITS << 6 {
        // a1 is no square that matters.
        entries[index >> 6] |= ((seen[index] != 0) as u64) << (index & 63);
        index += 1;
    }
    entries
}

const fn changes(seen: &[u8; 2_048]) -> [u64; 2_048] {
    let mut entries = [0; 2_048];
    let mut index = 0;
    while index < BITS << 6 {
        let square = seen[index] as usize;
        if square != 0 {
            entries[square << 5 | index >> 6] |= 1 << (index & 63);
        }
        index += 1;
    }
    entries
}
