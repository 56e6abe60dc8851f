//! Joins the six inner squares of a slider's two lines to an index of twelve bits, and looks both
//! lines up at once.
//!
//! # Idea
//!
//! Kindergarten bitboards look each line up apart, magics hash both lines at once by a factor that
//! must be searched for. This stands between them. The multiplications of kindergarten bitboards
//! gather six bits of each line, and the bits of both, one beside the other, are the index. No
//! factor is searched for, and each slider needs one look-up. The table has 4,096 entries for
//! every square, also where fewer squares matter.
//!
//! # Diagram
//!
//! ```text
//! occupied          o                 bishop_attacks    queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   1 . . . . . . .   1 . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . 1 . 1 . . .   . . 1 1 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . . . . . .   . . 1 . 1 . . .   . . 1 1 1 . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . . . 1 . .   . 1 . 1 . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `rank_inner`, `file_inner`, `diagonal_inner`, `anti_diagonal_inner`: the six inner squares of
//!   each line, gathered as in kindergarten super SISSY bitboards;
//! - `attacks = table[square][inner of one line][inner of the other]`.
//!
//! # Cost
//!
//! - Tables: 4,196,352 bytes (`SQUARE_MASKS` 2,048, `PRE_SCHOOL_ROOKS` 2,097,152,
//!   `PRE_SCHOOL_BISHOPS` 2,097,152).
//! - Operations on a plain word: 14 for a rook, 13 for a bishop, 28 for a queen. Those for a
//!   queen include 4 table look-ups and 3 multiplications.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! tsoj, 24 October 2023, as a proposal to the collection Chess_Movegen of Daniel Infuehr:
//! <https://github.com/Gigantua/Chess_Movegen/pull/4>.

use super::relevant_attacks::{LINE_ATTACKS, gathered, line_index};
use crate::masks::SQUARE_MASKS;
use crate::{Family, Instruction, Line, SliderAttacks, TechniqueInfo, Word, formula, table};

/// Pre-school bitboards.
#[derive(Debug, Clone, Copy)]
pub struct PreSchool;

impl SliderAttacks for PreSchool {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "pre-school",
        name: "Pre-school bitboards",
        family: Family::Lookup,
        inventors: &["tsoj"],
        year: 2023,
        source: "Chess_Movegen, pull request 4",
        needs: &[Instruction::Multiply],
        tables: &[SQUARE_MASKS::RECIPE, ROOKS::RECIPE, BISHOPS::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            rank_inner = gathered(Line::Rank, square, *occupied);
            file_inner = gathered(Line::File, square, *occupied);
            attacks = (square.shl(12) | rank_inner.shl(6) | file_inner).lookup(&ROOKS);
        }
        attacks
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        formula! {
            diagonal_inner = gathered(Line::Diagonal, square, *occupied);
            anti_diagonal_inner = gathered(Line::AntiDiagonal, square, *occupied);
            attacks = (square.shl(12) | diagonal_inner.shl(6) | anti_diagonal_inner)
                .lookup(&BISHOPS);
        }
        attacks
    }
}

table! {
    /// The attacks of a rook, 2 MiB: by square, then by the inner squares of its rank and its file.
    static ROOKS as "PRE_SCHOOL_ROOKS": [u64; 262_144]
        from (lines = LINE_ATTACKS) = joined(lines, Line::Rank, Line::File);

    /// The attacks of a bishop, 2 MiB: by square, then by the inner squares of its diagonal and its
    /// anti-diagonal.
    static BISHOPS as "PRE_SCHOOL_BISHOPS": [u64; 262_144]
        from (lines = LINE_ATTACKS) = joined(lines, Line::Diagonal, Line::AntiDiagonal);
}

const fn joined(lines: &[u64; 16_384], first: Line, second: Line) -> [u64; 262_144] {
    let mut entries = [0; 262_144];
    let mut next = 0;
    let mut square = 0;
    while square < 64 {
        let start = line_index(first, square);
        let end = line_index(second, square) + 64;
        let mut inner = 0;
        while inner < 64 {
            let along_first = lines[start + inner];
            let mut along_second = end - 64;
            while along_second < end {
                entries[next] = along_first | lines[along_second];
                next += 1;
                along_second += 1;
            }
            inner += 1;
        }
        square += 1;
    }
    entries
}
