//! Finds the first blocker of each ray by a bit scan, and removes the blocker's own ray.
//!
//! # Idea
//!
//! The squares of a ray beyond the first blocker form the ray that starts at the blocker. So the
//! attacks are the ray from the slider without the ray from the first blocker. On a positive ray
//! the first blocker is the lowest occupied square, on a negative ray the highest. If there is no
//! blocker, the scan finds a sentinel bit: h8 or a1. Their rays in those directions are empty.
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
//! - `ray`: the ray from the slider's square in a direction;
//! - `blockers`: the occupied squares of the ray and the sentinel;
//! - `first`: the index of the blocker that the scan finds;
//! - `attacks = ray ^ (the ray from first)`.
//!
//! # Cost
//!
//! - Tables: 4,096 bytes (`RAY_MASKS` 4,096).
//! - Operations on a plain word: 14 for a line, 29 for a rook, 29 for a bishop, 59 for a queen.
//!   Those for a queen include 16 table look-ups and no multiplication.
//! - Longest chain: 10 operations for a queen.
//! - Useful instructions: leading zeros, trailing zeros.
//!
//! # Origin
//!
//! The classical approach of the first 64-bit programs. Robert Hyatt described it for Crafty's
//! predecessors, and Gerd Isenberg in the chess programming wiki. The sentinel makes it
//! branch-free.

use crate::masks::RAY_MASKS;
use crate::{
    Direction, Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// The classical approach.
#[derive(Debug, Clone, Copy)]
pub struct Classical;

impl SliderAttacks for Classical {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "classical",
        name: "Classical approach",
        family: Family::Ray,
        inventors: &["folklore"],
        year: 1975,
        source: "the bitboard programs Chess 4.x and Kaissa; chess programming wiki",
        needs: &[Instruction::LeadingZeros, Instruction::TrailingZeros],
        tables: &[RAY_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for Classical {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            positive = positive_ray_attacks(line.positive(), square, *occupied);
            negative = negative_ray_attacks(line.negative(), square, *occupied);
        }
        positive | negative
    }
}

#[inline(always)]
fn positive_ray_attacks<W: Word>(direction: Direction, square: W, occupied: W) -> W {
    formula! {
        ray = square.ray_mask(direction);
        blockers = (ray & occupied) | square.splat(0x8000_0000_0000_0000);
    }
    up_to_lowest(direction, ray, blockers)
}

#[inline(always)]
fn negative_ray_attacks<W: Word>(direction: Direction, square: W, occupied: W) -> W {
    formula! {
        ray = square.ray_mask(direction);
        blockers = (ray & occupied) | square.splat(1);
    }
    up_to_highest(direction, ray, blockers)
}

/// Returns a positive ray up to its first blocker, the lowest of `blockers`. There must be one.
#[inline(always)]
pub(super) fn up_to_lowest<W: Word>(direction: Direction, ray: W, blockers: W) -> W {
    formula! {
        first = blockers.trailing_zeros();
        attacks = ray ^ first.ray_mask(direction);
    }
    attacks
}

/// Returns a negative ray up to its first blocker, the highest of `blockers`. There must be one.
#[inline(always)]
pub(super) fn up_to_highest<W: Word>(direction: Direction, ray: W, blockers: W) -> W {
    formula! {
        first = blockers.leading_zeros() ^ ray.splat(63);
        attacks = ray ^ first.ray_mask(direction);
    }
    attacks
}
