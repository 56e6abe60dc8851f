//! Looks up the part of a queen's lines that each rank's pieces leave open, and intersects the
//! eight answers.
//!
//! # Idea
//!
//! A blocker takes the squares beyond it away from the attacks, whatever stands elsewhere. So the
//! attacks are the intersection of the sets that the occupied squares leave, one set for each. The
//! occupied squares may be grouped in any way. Here the groups are the ranks. The eight bits of a
//! rank are an index without any change. It gives the squares of a queen's lines that the rank's
//! pieces leave open: a superset of the attacks. There are eight supersets, one for each byte of
//! the board. Their intersection is the attacks. No multiplication, no scan and no mask comes
//! before the look-ups, and they do not wait for each other.
//!
//! # Diagram
//!
//! ```text
//! occupied          superset1         superset2         superset3
//! . . . . . . . .   . . . 1 . . . 1   . . . 1 . . . 1   . . . 1 . . . 1
//! . . . 1 . . . .   1 . . 1 . . 1 .   1 . . 1 . . 1 .   1 . . 1 . . 1 .
//! . . 1 . . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . 1 1 1 . . .   . . 1 1 1 . . .   . . 1 1 1 . . .
//! . 1 . . . . 1 .   1 1 1 . 1 1 1 1   1 1 1 . 1 1 1 1   1 1 1 . 1 1 1 1
//! . . . . . . . .   . . 1 1 1 . . .   . . 1 1 1 . . .   . . 1 1 1 . . .
//! . . . . . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . 1   1 . . 1 . . 1 .   1 . . 1 . . . .   1 . . 1 . . 1 .
//!
//! superset4         superset5         superset6         superset7
//! . . . 1 . . . 1   . . . 1 . . . 1   . . . 1 . . . .   . . . . . . . 1
//! 1 . . 1 . . 1 .   1 . . 1 . . 1 .   1 . . 1 . . . .   1 . . 1 . . 1 .
//! . 1 . 1 . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .
//! . . 1 1 1 . . .   . . 1 1 1 . . .   . . 1 1 1 . . .   . . 1 1 1 . . .
//! . 1 1 . 1 1 1 .   1 1 1 . 1 1 1 1   1 1 1 . 1 1 1 1   1 1 1 . 1 1 1 1
//! . . 1 1 1 . . .   . . 1 1 1 . . .   . . 1 1 1 . . .   . . 1 1 1 . . .
//! . 1 . 1 . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .   . 1 . 1 . 1 . .
//! 1 . . 1 . . 1 .   1 . . 1 . . 1 .   1 . . 1 . . 1 .   1 . . 1 . . 1 .
//!
//! superset8         queen_attacks
//! . . . 1 . . . 1   . . . . . . . .
//! 1 . . 1 . . 1 .   1 . . 1 . . . .
//! . 1 . 1 . 1 . .   . 1 . 1 . 1 . .
//! . . 1 1 1 . . .   . . 1 1 1 . . .
//! 1 1 1 . 1 1 1 1   . 1 1 . 1 1 1 .
//! . . 1 1 1 . . .   . . 1 1 1 . . .
//! . 1 . 1 . 1 . .   . 1 . 1 . 1 . .
//! 1 . . 1 . . 1 .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - for each rank, `superset = supersets[square][rank][byte]`, `byte` its occupied squares;
//! - `queen`: the intersection of all eight;
//! - a rook's attacks are those on its lines, `queen & rook_lines`, a bishop's `queen &
//!   !rook_lines`.
//!
//! # Cost
//!
//! - Tables: 1,050,624 bytes (`SQUARE_MASKS` 2,048, `SUPERSETS` 1,048,576).
//! - Operations on a plain word: 62 for a rook, 63 for a bishop, 55 for a queen. Those for a
//!   queen include 8 table look-ups and no multiplication.
//! - Longest chain: 7 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Michael Sherwin, Split Index Super Set Yielding (SISSY) Bitboards, Computer Chess Club, 13
//! February 2020; <https://www.chessprogramming.org/SISSY_Bitboards>. The table of a megabyte for
//! the queen is his. His is ordered by square, byte and rank, ours by square, rank and byte. A
//! second table of his gives a bishop's attacks in three look-ups, of two ranks each. Here rook and
//! bishop are taken from the queen. The way to fill the table is ours: a byte leaves the squares
//! that it leaves without its highest bit, except those beyond that bit's square.

use crate::masks::{RAY_MASKS, SQUARE_MASKS};
use crate::{Direction, Family, Line, SliderAttacks, TechniqueInfo, Word, formula, table};

/// SISSY bitboards.
#[derive(Debug, Clone, Copy)]
pub struct Sissy;

impl SliderAttacks for Sissy {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "sissy",
        name: "SISSY bitboards",
        family: Family::Lookup,
        inventors: &["Michael Sherwin"],
        year: 2020,
        source: "Computer Chess Club, Split Index Super Set Yielding (SISSY) Bitboards",
        needs: &[],
        tables: &[SQUARE_MASKS::RECIPE, SUPERSETS::RECIPE],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        Self::rook_bishop(square, occupied).0
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        Self::rook_bishop(square, occupied).1
    }

    #[inline(always)]
    fn queen<W: Word>(square: W, occupied: &W) -> W {
        intersection(square, *occupied)
    }

    #[inline(always)]
    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        formula! {
            queen = intersection(square, *occupied);
            rook_lines = square.line_mask(Line::Rank) | square.line_mask(Line::File);
        }
        (queen & rook_lines, queen & !rook_lines)
    }
}

/// Returns the attacks of a queen: the squares that the pieces of all ranks leave open.
#[inline(always)]
fn intersection<W: Word>(square: W, occupied: W) -> W {
    formula! {
        superset1 = superset(square, occupied, 0);
        superset2 = superset(square, occupied, 1);
        superset3 = superset(square, occupied, 2);
        superset4 = superset(square, occupied, 3);
        superset5 = superset(square, occupied, 4);
        superset6 = superset(square, occupied, 5);
        superset7 = superset(square, occupied, 6);
        superset8 = superset(square, occupied, 7);
        attacks = ((superset1 & superset2) & (superset3 & superset4))
            & ((superset5 & superset6) & (superset7 & superset8));
    }
    attacks
}

/// Returns the squares of a queen's lines that the pieces of a rank leave open.
#[inline(always)]
fn superset<W: Word>(square: W, occupied: W, rank: u32) -> W {
    let byte = occupied.shr(8 * rank) & occupied.splat(0xff);
    (square.shl(11) | square.splat(u64::from(rank) << 8) | byte).lookup(&SUPERSETS)
}

table! {
    /// The squares of a queen's lines that the pieces of a rank leave open, 1 MiB: by square, rank
    /// and the rank's eight squares.
    static SUPERSETS: [u64; 131_072] from (rays = RAY_MASKS) = supersets(rays);
}

const fn supersets(rays: &[u64; 512]) -> [u64; 131_072] {
    let mut entries = [0; 131_072];
    let mut square = 0;
    while square < 64 {
        // A queen's lines, and for each square on them the squares beyond it.
        let mut lines = 0;
        let mut beyond = [0; 64];
        let mut direction = 0;
        while direction < Direction::ALL.len() {
            let ray = rays[square << 3 | direction];
            lines |= ray;
            let mut blockers = ray;
            while blockers != 0 {
                let blocker = blockers.trailing_zeros() as usize;
                beyond[blocker] = rays[blocker << 3 | direction];
                blockers &= blockers - 1;
            }
            direction += 1;
        }
        let mut rank = 0;
        while rank < 8 {
            let start = square << 11 | rank << 8;
            entries[start] = lines;
            let mut file = 0;
            while file < 8 {
                // The bytes with this file as highest bit follow the same bytes without it.
                let half = 1 << file;
                let left = !beyond[rank << 3 | file];
                let mut next = start;
                while next < start + half {
                    entries[next + half] = entries[next] & left;
                    next += 1;
                }
                file += 1;
            }
            rank += 1;
        }
        square += 1;
    }
    assert!(entries[0x81] == 0x8141_2111_0905_03fe, "from a1, h1 hides nothing");
    entries
}
