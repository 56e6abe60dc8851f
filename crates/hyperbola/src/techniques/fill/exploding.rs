//! Spreads from the slider along all its rays at once, in waves. One multiplication moves all
//! fronts by one square.
//!
//! # Idea
//!
//! A multiplication by a sum of powers of two is a sum of shifts. A bishop steps down left, down
//! right, up left and up right. After a shift down that makes room for these four steps, they are
//! the factor 1 + 2^2 + 2^16 + 2^18. A wave takes the empty squares that the last wave reached,
//! multiplies them by the factor, and keeps the new squares on the slider's lines. Six waves after
//! the first ring reach every edge. A step aside or round the edge of the board ends off the lines
//! or on a square that is attacked already. From the second ring on, no two steps meet, and nothing
//! carries. Steps that meet before then carry a bishop's bits off its lines.
//!
//! A rook's first wave needs care. Its sideways steps carry, or wrap round the edge, to squares on
//! the lines. So only those two steps from the slider are kept. On the slider's square, four steps
//! can meet and carry into the bit two places above. That bit may be taken already. Then the carry
//! spills into the third bit, and a subtraction moves it back. Finally, the first rank has no room
//! for a shift down, so a rook there looks up its rank.
//!
//! # Diagram
//!
//! ```text
//! occupied          r                 lines             free
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   1 1 1 1 1 1 1 1
//! . . . 1 . . . .   . . . . . . . .   . . . 1 . . . .   1 1 1 . 1 1 1 1
//! . . 1 . . 1 . .   . . . . . . . .   . . . 1 . . . .   1 1 . 1 1 . 1 1
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   1 1 1 1 1 1 1 1
//! . 1 . . . . 1 .   . . . 1 . . . .   1 1 1 . 1 1 1 1   1 . 1 1 1 1 . 1
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   1 1 1 1 1 1 1 1
//! . . . . . 1 . .   . . . . . . . .   . . . 1 . . . .   1 1 1 1 1 . 1 1
//! . . . . . . . 1   . . . . . . . .   . . . 1 . . . .   1 1 1 1 1 1 1 .
//!
//! first_ring        second_ring       burst_of_ring     spill
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . 1 . 1 . 1 . .   . . . 1 . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . 1 . 1 . .   . . . . . . . .
//! . . 1 . 1 . . .   . 1 . . . 1 . .   . 1 . . . . 1 .   . . . . . . 1 .
//! . . . 1 . . . .   . . . . . . . .   . . . 1 . 1 . .   . . . . . . . .
//! . . . . . . . .   . 1 . 1 . 1 . .   . . . 1 . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! second            burst             reached           queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . 1 . . . .   . . . 1 . . . .   1 . . 1 . . . .
//! . . . 1 . . . .   . . 1 . 1 . . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . 1 . 1 . .   . . . . . . . .   . . 1 1 1 . . .
//! . 1 . . . 1 . .   . . . . 1 . 1 .   . . . . . . 1 .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . 1 . 1 . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . 1 . . . .   . . 1 . 1 . . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . 1 . . . .   . . . 1 . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `r`: the slider's bit; `lines`: a rook's or a bishop's two, without it; `free = !occupied`;
//! - `front`: the empty squares that the wave before reached, first those of the ring around `r`;
//! - `burst`: for a bishop `(front >> 9) * 0x50005`, for a rook `(front >> 8) * 0x10281`;
//! - `reached = burst & lines & !attacks`; `attacks`: all that was reached so far;
//! - a rook's second ring: `spill = burst & (r << 3)`;
//!   `second = (burst - (spill >> 1)) & lines & second_ring`.
//!
//! # Cost
//!
//! - Tables: 3,584 bytes (`SQUARE_MASKS` 2,048, `RINGS` 1,024, `FIRST_RANK_ATTACKS` 512).
//! - Operations on a plain word: 72 for a rook, 49 for a bishop, 122 for a queen. Those for a
//!   queen include 7 table look-ups and 12 multiplications.
//! - Longest chain: 41 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Harald Lüßen, Winboard Forum, 13 September 2006, with the help of others there, for his engine
//! Elephant; <https://www.chessprogramming.org/Exploding_Bitboards>. His are the rings and factors,
//! the look-up for a rook on the first rank, and the cure of the spill. He branches by square into
//! three to six waves for a bishop and three to eight cases for a rook. Their first factors leave
//! out a step along the edges. Here every square goes through all waves, without a branch. Two
//! things are ours: the mask of the second ring, which replaces his cures for single files, and
//! that a bishop's waves keep only new squares.

use super::super::lookup::first_rank::{FIRST_RANK_ATTACKS, rank_attacks};
use crate::masks::SQUARE_MASKS;
use crate::{
    Direction, Family, Instruction, Line, SliderAttacks, Square, TechniqueInfo, Word, formula,
    steps, table,
};

/// Exploding bitboards.
#[derive(Debug, Clone, Copy)]
pub struct Exploding;

impl SliderAttacks for Exploding {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "exploding",
        name: "Exploding bitboards",
        family: Family::Fill,
        inventors: &["Harald Lüßen"],
        year: 2006,
        source: "Winboard Forum, Compact Bitboard Attacks",
        needs: &[Instruction::Multiply],
        tables: &[SQUARE_MASKS::RECIPE, RINGS::RECIPE, FIRST_RANK_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            r = square.bit();
            lines = square.line_mask(Line::Rank) | square.line_mask(Line::File);
            free = !*occupied;
            first_ring = square.shl(1).lookup(&RINGS) & lines;
            second_ring = (square.shl(1) | square.splat(1)).lookup(&RINGS);
            burst_of_ring = ROOK_BURST.of(first_ring & free);
            spill = burst_of_ring & r.shl(3);
            second = burst_of_ring.wrapping_sub(spill.shr(1)) & lines & second_ring;
            spread = waves::<W, 5>(ROOK_BURST, first_ring | second, second & free, lines, free);
            first_rank = (square & square.splat(56)).zero_mask();
            along_first_rank = rank_attacks(square, *occupied) & first_rank;
        }
        spread | along_first_rank
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            lines = square.line_mask(Line::Diagonal) | square.line_mask(Line::AntiDiagonal);
            free = !*occupied;
            first_ring = square.shl(1).lookup(&RINGS) & lines;
        }
        waves::<W, 6>(BISHOP_BURST, first_ring, first_ring & free, lines, free)
    }
}

/// The burst of a front: one step in each of the piece's directions at once, and further steps that
/// the piece's lines mask out.
#[derive(Clone, Copy)]
struct Burst {
    shift: u32,
    factor: u64,
}

const ROOK_BURST: Burst = Burst { shift: 8, factor: 0x0001_0281 };
const BISHOP_BURST: Burst = Burst { shift: 9, factor: 0x0005_0005 };

impl Burst {
    #[inline(always)]
    fn of<W: Word>(self, front: W) -> W {
        front.shr(self.shift).wrapping_mul(front.splat(self.factor))
    }
}

/// Spreads the front `N` times and returns all squares attacked so far.
#[inline(always)]
fn waves<W: Word, const N: usize>(
    burst_of: Burst,
    mut attacks: W,
    mut front: W,
    lines: W,
    free: W,
) -> W {
    for _ in 0..N {
        formula! {
            burst = burst_of.of(front);
            reached = burst & lines & !attacks;
        }
        attacks = attacks | reached;
        front = reached & free;
    }
    attacks
}

table! {
    /// The squares one step away and those two steps away in each direction, 1 KiB: by square, then
    /// by ring.
    static RINGS: [u64; 128] = rings();
}

const fn rings() -> [u64; 128] {
    let mut offsets = [[(0, 0); 8]; 2];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = Direction::ALL[direction].step();
        offsets[0][direction] = (files, ranks);
        offsets[1][direction] = (2 * files, 2 * ranks);
        direction += 1;
    }
    let mut entries = [0; 128];
    let mut index = 0;
    while index < 128 {
        entries[index] = steps::leaps(Square::ALL[index / 2], &offsets[index % 2]).0;
        index += 1;
    }
    assert!(entries[1] == 0x0005_0004, "c1, a3 and c3 from a1");
    entries
}
