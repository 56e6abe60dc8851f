//! Keeps four boards, each with one kind of line along its ranks, and looks up six bits of them.
//!
//! # Idea
//!
//! The occupied squares of a rank lie side by side, so a shift reads them. On a board turned by 90
//! degrees, so do those of a file, and on boards turned by 45 degrees, those of a diagonal. Four
//! boards are kept up to date. When a piece comes or goes, one bit changes in each. All four lines
//! are read in the same way: shift, take six bits, look up by square and bits.
//!
//! # Diagram
//!
//! ```text
//! occupied          diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . 1 . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! . . . . . . . 1   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `shift`: the first inner square of the line on its board: 8 x `row` + 1, where `row` is the
//!   rank, the file, or for the boards turned left and right (rank - file) and (rank + file)
//!   modulo 8;
//! - `inner = (board >> shift) & 63`; `attacks = table[line][square][inner]`.
//!
//! # Cost
//!
//! - Tables: 131,072 bytes (`LINE_ATTACKS` 131,072).
//! - Operations on a plain word: 9 to 12 for a line, 19 for a rook, 25 for a bishop, 45 for a
//!   queen. Those for a queen include 4 table look-ups and no multiplication.
//! - Longest chain: 11 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Robert Hyatt and Ernst Heinz: Heinz, How DarkThought Plays Chess, ICCA Journal 20(3), 1997;
//! Hyatt, Rotated Bitboards, a New Twist on an Old Idea, ICCA Journal 22(4), 1999. Their turned
//! boards hold the diagonals packed one after another. Here each file moves up or down by its
//! number, which puts two diagonals on a rank. The six inner squares hold all that matters of both.
//! No table is needed to find a bit, and the boards are made from scratch in three steps each.

use super::relevant_attacks::LINE_ATTACKS;
use crate::word::transform::{anti_diagonals_to_ranks, diagonals_to_ranks, transpose};
use crate::{
    Family, Line, LineAttacks, OccupiedBoards, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Rotated bitboards.
#[derive(Debug, Clone, Copy)]
pub struct Rotated;

impl SliderAttacks for Rotated {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "rotated",
        name: "Rotated bitboards",
        family: Family::Lookup,
        inventors: &["Robert Hyatt", "Ernst Heinz"],
        year: 1997,
        source: "How DarkThought Plays Chess, ICCA Journal 20(3); Rotated Bitboards, ICCA Journal 22(4)",
        needs: &[],
        tables: &[LINE_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = RotatedBoards<W>;
    attacks_line_by_line!();
}

/// The occupied squares on four boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RotatedBoards<W> {
    /// The plain board: ranks along the ranks.
    pub normal: W,
    /// The board turned by 90 degrees: files along the ranks.
    pub turned_90: W,
    /// The board turned left by 45 degrees: diagonals along the ranks.
    pub turned_left: W,
    /// The board turned right by 45 degrees: anti-diagonals along the ranks.
    pub turned_right: W,
}

impl<W: Word> OccupiedBoards<W> for RotatedBoards<W> {
    #[inline(always)]
    fn from_occupied(squares: W) -> Self {
        formula! {
            turned_90 = transpose(squares);
            turned_left = diagonals_to_ranks(squares);
            turned_right = anti_diagonals_to_ranks(squares);
        }
        Self { normal: squares, turned_90, turned_left, turned_right }
    }

    #[inline(always)]
    fn toggle(&mut self, square: W) {
        self.normal = self.normal ^ turned_bit(Line::Rank, square);
        self.turned_90 = self.turned_90 ^ turned_bit(Line::File, square);
        self.turned_left = self.turned_left ^ turned_bit(Line::Diagonal, square);
        self.turned_right = self.turned_right ^ turned_bit(Line::AntiDiagonal, square);
    }

    fn boards(&self) -> impl Iterator<Item = W> {
        [self.normal, self.turned_90, self.turned_left, self.turned_right].into_iter()
    }
}

impl LineAttacks for Rotated {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &RotatedBoards<W>) -> W {
        let board = match line {
            Line::Rank => occupied.normal,
            Line::File => occupied.turned_90,
            Line::Diagonal => occupied.turned_left,
            Line::AntiDiagonal => occupied.turned_right,
        };
        formula! {
            row = row(line, square);
            shift = row.shl(3) | square.splat(1);
            inner = board.shr_by(shift) & square.splat(63);
            index = square.splat((line as u64) << 12) | square.shl(6) | inner;
            attacks = index.lookup(&LINE_ATTACKS);
        }
        attacks
    }
}

/// Returns the bit of a square on the board turned for a line.
#[inline(always)]
fn turned_bit<W: Word>(line: Line, square: W) -> W {
    (row(line, square).shl(3) | column(line, square)).bit()
}

/// Returns the rank that holds a square's line on the board turned for that line.
#[inline(always)]
fn row<W: Word>(line: Line, square: W) -> W {
    let (file, rank) = (square & square.splat(7), square.shr(3));
    match line {
        Line::Rank => rank,
        Line::File => file,
        Line::Diagonal => rank.wrapping_sub(file) & square.splat(7),
        Line::AntiDiagonal => rank.wrapping_add(file) & square.splat(7),
    }
}

/// Returns the file of a square on the board turned for a line.
#[inline(always)]
fn column<W: Word>(line: Line, square: W) -> W {
    match line {
        Line::File => square.shr(3),
        _ => square & square.splat(7),
    }
}
