//! The classical approach with the sentinels in its table: every ray has a blocker, at no cost per
//! ray.
//!
//! # Idea
//!
//! The part of a ray beyond the first blocker is the blocker's own ray in the same direction.
//! Without that part, the ray is the attacks. A bit scan finds the blocker, if there is one. Two
//! steps make sure that there always is one. First, h8 and a1 are added to the occupied squares,
//! once for all rays. Second, another table has each ray with the corner that its scan reaches
//! last: h8 on positive rays, a1 on negative ones. So the one `and` that finds a ray's blockers
//! also lets the sentinel through. No positive ray continues from h8 and no negative ray from a1.
//! So if the scan finds a sentinel, nothing is taken away. The four lines are four pairs of
//! opposite rays. One ray of a pair is scanned from below and the other from above.
//!
//! # Diagram
//!
//! ```text
//! occupied          ray               blockers          positive
//! . . . . . . . .   . . . . . . . 1   . . . . . . . 1   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . . . 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! negative          diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . . . . . . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . 1 . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . 1 . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `guarded`: the occupied squares with h8 and a1;
//! - `ray`: the ray from the slider's square in a direction;
//! - `blockers = guarded & (the ray with its sentinel)`;
//! - `first`: the index of the blocker that the scan finds;
//! - `attacks = ray ^ (the ray from first)`.
//!
//! # Cost
//!
//! - Tables: 8,192 bytes (`RAY_MASKS` 4,096, `GUARDED_RAYS` 4,096).
//! - Operations on a plain word: 19 for a line, 38 for a rook, 38 for a bishop, 76 for a queen.
//!   Those for a queen include 24 table look-ups and no multiplication.
//! - Longest chain: 11 operations for a queen.
//! - Useful instructions: leading zeros, trailing zeros.
//!
//! # Origin
//!
//! Robert Hyatt and Michael Sherwin, 2021. Daniel Infuehr's collection Chess_Movegen,
//! <https://github.com/Gigantua/Chess_Movegen>, names the two, calls it Classical Bob-Mike and has
//! the two sets of rays, 8 KiB together. The year is that of Sherwin's thread Combining two of
//! Bob's classic bitboard attack getters in the Computer Chess Club. We take this thread for the
//! source but have not seen it. The approach is the classical one,
//! <https://www.chessprogramming.org/Classical_Approach>, and its last step is that of `classical`.
//! In Infuehr's code a square's sixteen rays lie together, and positive rays come before negative
//! ones. Here the two sets are two tables, and opposite rays are pairs.

use super::classical::{up_to_highest, up_to_lowest};
use crate::masks::RAY_MASKS;
use crate::{
    Direction, Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word, formula,
    table,
};

/// The classical approach in the arrangement of Robert Hyatt and Michael Sherwin.
#[derive(Debug, Clone, Copy)]
pub struct BobMike;

impl SliderAttacks for BobMike {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "bob-mike",
        name: "Classical Bob-Mike",
        family: Family::Ray,
        inventors: &["Robert Hyatt", "Michael Sherwin"],
        year: 2021,
        source: "Computer Chess Club, Combining two of Bob's classic bitboard attack getters",
        needs: &[Instruction::LeadingZeros, Instruction::TrailingZeros],
        tables: &[RAY_MASKS::RECIPE, GUARDED_RAYS::RECIPE],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        rook_attacks(square, guarded(*occupied))
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        bishop_attacks(square, guarded(*occupied))
    }

    #[inline(always)]
    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        let guarded = guarded(*occupied);
        (rook_attacks(square, guarded), bishop_attacks(square, guarded))
    }
}

impl LineAttacks for BobMike {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        line_attacks(line, square, guarded(*occupied))
    }
}

#[inline(always)]
fn guarded<W: Word>(occupied: W) -> W {
    formula! { guarded = occupied | occupied.splat(LOWEST_SQUARE | HIGHEST_SQUARE); }
    guarded
}

#[inline(always)]
fn rook_attacks<W: Word>(square: W, guarded: W) -> W {
    formula! {
        rank_attacks = line_attacks(Line::Rank, square, guarded);
        file_attacks = line_attacks(Line::File, square, guarded);
    }
    rank_attacks | file_attacks
}

#[inline(always)]
fn bishop_attacks<W: Word>(square: W, guarded: W) -> W {
    formula! {
        diagonal_attacks = line_attacks(Line::Diagonal, square, guarded);
        anti_diagonal_attacks = line_attacks(Line::AntiDiagonal, square, guarded);
    }
    diagonal_attacks | anti_diagonal_attacks
}

#[inline(always)]
fn line_attacks<W: Word>(line: Line, square: W, guarded: W) -> W {
    formula! {
        positive = positive_ray_attacks(line.positive(), square, guarded);
        negative = negative_ray_attacks(line.negative(), square, guarded);
    }
    positive | negative
}

#[inline(always)]
fn positive_ray_attacks<W: Word>(direction: Direction, square: W, guarded: W) -> W {
    formula! {
        ray = square.ray_mask(direction);
        blockers = guarded & guarded_ray(square, direction);
    }
    up_to_lowest(direction, ray, blockers)
}

#[inline(always)]
fn negative_ray_attacks<W: Word>(direction: Direction, square: W, guarded: W) -> W {
    formula! {
        ray = square.ray_mask(direction);
        blockers = guarded & guarded_ray(square, direction);
    }
    up_to_highest(direction, ray, blockers)
}

#[inline(always)]
fn guarded_ray<W: Word>(square: W, direction: Direction) -> W {
    (square.shl(3) | square.splat(direction as u64)).lookup(&GUARDED_RAYS)
}

/// The square a1. No negative ray begins at it.
const LOWEST_SQUARE: u64 = 1;

/// The square h8. No positive ray begins at it.
const HIGHEST_SQUARE: u64 = 1 << 63;

table! {
    /// The rays of each square, each with its sentinel, 4 KiB, in the layout of [`RAY_MASKS`].
    static GUARDED_RAYS: [u64; 512] from (rays = RAY_MASKS) = guarded_rays(rays);
}

const fn guarded_rays(rays: &[u64; 512]) -> [u64; 512] {
    let mut entries = *rays;
    let mut index = 0;
    while index < 512 {
        let is_positive = Direction::ALL[index % 8].is_positive();
        let sentinel: u64 = if is_positive { HIGHEST_SQUARE } else { LOWEST_SQUARE };
        let beyond = rays[8 * sentinel.trailing_zeros() as usize + index % 8];
        assert!(beyond == 0, "no ray continues from its sentinel");
        entries[index] |= sentinel;
        index += 1;
    }
    assert!(entries[8 * 27 + Direction::East as usize] == 0x8000_0000_f000_0000, "e4 to h4, h8");
    entries
}
