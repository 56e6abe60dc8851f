//! Takes what lies beyond each blocker out of the attacks on the empty board, blocker by blocker.
//!
//! # Idea
//!
//! On the empty board a slider attacks all its lines. A blocker takes away the squares beyond it,
//! as seen from the slider. A table has these squares for each pair of squares, so the blockers may
//! come in any order and no ray is looked at by itself. A blocker that stands beyond another takes
//! away what is gone already. One on the last square of a ray has nothing beyond it and is left
//! out. A bishop, a rook and a queen differ in their tables only; those of a knight and a king have
//! no blockers.
//!
//! # Diagram
//!
//! ```text
//! occupied          lines             blockers          beyond
//! . . . . . . . .   . . . 1 . . . 1   . . . . . . . .   . . . 1 . . . 1
//! . . . 1 . . . .   1 . . 1 . . 1 .   . . . 1 . . . .   . . . . . . 1 .
//! . . 1 . . 1 . .   . 1 . 1 . 1 . .   . . . . . 1 . .   . . . . . . . .
//! . . . . . . . .   . . 1 1 1 . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   1 1 1 . 1 1 1 1   . 1 . . . . 1 .   1 . . . . . . 1
//! . . . . . . . .   . . 1 1 1 . . .   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . 1 . 1 . 1 . .   . . . . . 1 . .   . . . . . . . .
//! . . . . . . . 1   1 . . 1 . . 1 .   . . . . . . . .   . . . . . . 1 .
//!
//! queen_attacks
//! . . . . . . . .
//! 1 . . 1 . . . .
//! . 1 . 1 . 1 . .
//! . . 1 1 1 . . .
//! . 1 1 . 1 1 1 .
//! . . 1 1 1 . . .
//! . 1 . 1 . 1 . .
//! 1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `lines`: the attacks on the empty board;
//! - `blockers`: the occupied squares of the lines, without the last square of each ray;
//! - `beyond`: the squares beyond each blocker, together;
//! - `attacks = lines & !beyond`.
//!
//! # Cost
//!
//! - Tables: 36,864 bytes (`BLOCKER_LINES` 4,096, `BEYOND_BLOCKERS` 32,768).
//! - Operations on a plain word: 457 for a rook, 457 for a bishop, 457 for a queen. Those for a
//!   queen include 66 table look-ups and no multiplication.
//! - Longest chain: 74 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Fabien Letouzey, in the engine Senpai 1.0 of March 2014, and before in a private program. He
//! called it the blocker loop. The name is that of the chess programming wiki. There it is a loop
//! over the blockers, and so it is here on a plain word. In lanes and in a recording, which cannot
//! branch, each of the 64 squares is a term that counts where it is a blocker.

use crate::{
    Direction, Family, Slider, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// Blockers and beyond.
#[derive(Debug, Clone, Copy)]
pub struct BlockersAndBeyond;

impl SliderAttacks for BlockersAndBeyond {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "blockers-and-beyond",
        name: "Blockers and beyond",
        family: Family::Ray,
        inventors: &["Fabien Letouzey"],
        year: 2014,
        source: "Senpai 1.0; chess programming wiki, Blockers and Beyond",
        needs: &[],
        tables: &[LINES::RECIPE, BEYOND::RECIPE],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        attacks(Slider::Rook, square, *occupied)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        attacks(Slider::Bishop, square, *occupied)
    }

    #[inline(always)]
    fn queen<W: Word>(square: W, occupied: &W) -> W {
        attacks(Slider::Queen, square, *occupied)
    }

    #[inline(always)]
    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        let attacks = Self::queen(square, occupied);
        let along = |slider| attacks & lines_entry(slider, 0, square);
        (along(Slider::Rook), along(Slider::Bishop))
    }
}

#[inline(always)]
fn attacks<W: Word>(slider: Slider, square: W, occupied: W) -> W {
    let behind = |blocker| [(square | square.splat(64 * blocker as u64)).lookup(&BEYOND)];
    formula! {
        lines = lines_entry(slider, 0, square);
        blockers = lines_entry(slider, 1, square) & occupied;
    }
    let [beyond] = blockers.union_of(behind);
    formula! { beyond = beyond; }
    lines & !beyond
}

/// Returns the attacks on the empty board, or with `1` those without the last square of each ray.
#[inline(always)]
fn lines_entry<W: Word>(slider: Slider, which: u64, square: W) -> W {
    (square.shl(3) | square.splat(2 * slider as u64 + which)).lookup(&LINES)
}

table! {
    /// The lines of each square, 4 KiB: rows of eight words, two for each slider. The second is
    /// without the last square of each ray.
    static LINES as "BLOCKER_LINES": [u64; 512] = slider_lines();

    /// The squares beyond a blocker, 32 KiB: by the blocker's square, then by the slider's.
    static BEYOND as "BEYOND_BLOCKERS": [u64; 4_096] = beyond_blockers();
}

const fn slider_lines() -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 3 * 64 {
        let (square, slider) = (Square::ALL[index % 64], Slider::ALL[index / 64]);
        let (row, lines) = (8 * (index % 64) + 2 * slider as usize, slider.lines());
        let mut line = 0;
        while line < lines.len() {
            entries[row] |= steps::line(square, lines[line]).0;
            line += 1;
        }
        entries[row + 1] = steps::relevant_occupancies(square, slider).0;
        index += 1;
    }
    entries
}

const fn beyond_blockers() -> [u64; 4_096] {
    let mut entries = [0; 4_096];
    let mut index = 0;
    while index < 8 * 64 {
        let (square, direction) = (Square::ALL[index / 8], Direction::ALL[index % 8]);
        let mut blockers = steps::ray(square, direction).0;
        while blockers != 0 {
            let blocker = blockers.trailing_zeros() as usize;
            entries[64 * blocker + square as usize] = steps::ray(Square::ALL[blocker], direction).0;
            blockers &= blockers - 1;
        }
        index += 1;
    }
    entries
}
