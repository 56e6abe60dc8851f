//! Walks each ray square by square up to the first occupied one: the definition of an attack.
//!
//! # Idea
//!
//! One step of the slider's bit in a direction is a shift. The file that the bit would reach by
//! wrapping round the board's edge is masked off. Seven steps reach any edge. After each step the
//! walker moves on only if its square was empty. The walker is a set, and it becomes empty if the
//! square is occupied. So no branch is needed. A walker that has been stopped or has left the board
//! adds nothing.
//!
//! # Diagram
//!
//! ```text
//! occupied          step              positive          negative
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . . . .
//! . . . . . . . .   . . . . 1 . . .   . . . . 1 . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . 1 . . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   . 1 . . . . . .
//! . . . . . . . 1   . . . . . . . .   . . . . . . . .   1 . . . . . . .
//!
//! diagonal_attacks   queen_attacks
//! . . . . . . . .    . . . . . . . .
//! . . . . . . . .    1 . . 1 . . . .
//! . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .    . 1 1 . 1 1 1 .
//! . . 1 . . . . .    . . 1 1 1 . . .
//! . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! Seven times in each of the four or eight directions, from `step` of the slider's own bit:
//!
//! - `step`: the walker, one step on;
//! - `attacks`: every `step` so far;
//! - `walker = step & !occupied`.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 55 to 69 for a line, 125 for a rook, 139 for a bishop, 265 for a
//!   queen. Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 25 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Folklore, as old as bitboards. Here it uses set operations on one bit. It is the reference for
//! reading, not for speed.

use crate::{
    Direction, Family, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word, attacks_line_by_line,
    formula,
};

/// The ray walk.
#[derive(Debug, Clone, Copy)]
pub struct RayWalk;

impl SliderAttacks for RayWalk {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "ray-walk",
        name: "Ray walk",
        family: Family::Walk,
        inventors: &["folklore"],
        year: 1970,
        source: "the first bitboard programs",
        needs: &[],
        tables: &[],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for RayWalk {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            positive = ray_attacks(line.positive(), square, *occupied);
            negative = ray_attacks(line.negative(), square, *occupied);
        }
        positive | negative
    }
}

#[inline(always)]
fn ray_attacks<W: Word>(direction: Direction, square: W, occupied: W) -> W {
    let mut walker = square.bit();
    let mut attacks = square.splat(0);
    for _ in 0..7 {
        formula! { step = direction.shift(walker); }
        attacks = attacks | step;
        walker = step & !occupied;
    }
    attacks
}
