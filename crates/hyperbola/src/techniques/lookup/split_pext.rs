//! Extracts the inner occupied squares of each line apart, a rank's by a shift, and looks up one
//! line.
//!
//! # Idea
//!
//! Bit extraction over both lines of a slider gives up to twelve bits, and a table of 800 KiB.
//! Extracted line by line there are at most six, so 64 entries for each line and square are
//! enough. The six inner squares of a rank lie side by side, so a shift takes the place of the
//! extraction. The slider's own square is then among them, and its bit changes no entry.
//!
//! # Diagram
//!
//! ```text
//! occupied          relevant          diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .    1 . . 1 . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . 1 . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . 1 . .   . 1 . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `relevant`: the line's squares without the slider's and without the last of each ray;
//! - ranks: `inner = (occupied >> (8 * rank + 1)) & 63`, other lines: the squares of `occupied`
//!   under `relevant`, extracted;
//! - `attacks = table[line][square][inner]`.
//!
//! # Cost
//!
//! - Tables: 133,120 bytes (`RELEVANT_LINES` 2,048, `SPLIT_ATTACKS` 131,072).
//! - Operations on a plain word: 8 for a line, 17 for a rook, 17 for a bishop, 35 for a queen.
//!   Those for a queen include 7 table look-ups and no multiplication.
//! - Longest chain: 8 operations for a queen.
//! - Useful instructions: bit extraction.
//!
//! # Origin
//!
//! Daniel Infuehr, 2020, and Thomas Jahn, 2022, each by himself: a line at a time. The shift for
//! the ranks is Michael Sherwin's, 2023. See the Computer Chess Club and Infuehr's collection
//! Chess_Movegen. The table is filled in our own way: it is that of rotated bitboards in another
//! order.

use super::column;
use super::first_rank::inner_of_rank;
use super::hash_dictionary::RELEVANT_LINES;
use super::relevant_attacks::{LINE_ATTACKS, inner_squares, line_index};
use crate::{
    Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula, table,
};

/// Look-up of one line by bit extraction. Its speed rests on this instruction of BMI2, as that of
/// [`Pext`](super::pext::Pext) does.
#[derive(Debug, Clone, Copy)]
pub struct SplitPext;

impl SliderAttacks for SplitPext {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "split-pext",
        name: "Split PEXT bitboards",
        family: Family::Lookup,
        inventors: &["Daniel Infuehr", "Thomas Jahn", "Michael Sherwin"],
        year: 2020,
        source: "Computer Chess Club; Chess_Movegen",
        needs: &[Instruction::BitExtraction],
        tables: &[RELEVANT_LINES::RECIPE, SPLIT_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for SplitPext {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        formula! {
            inner = match line {
                Line::Rank => inner_of_rank(*occupied, square & square.splat(56)),
                _ => {
                    formula! { relevant = column(square, line as u64, &RELEVANT_LINES); }
                    occupied.pext(relevant)
                }
            };
            index = square.splat((line as u64) << 12) | square.shl(6) | inner;
            attacks = index.lookup(&SPLIT_ATTACKS);
        }
        attacks
    }
}

table! {
    /// The attacks along each line of each square, 128 KiB: by line and square, then along a rank
    /// by its six inner squares, along other lines by the extracted ones.
    static SPLIT_ATTACKS: [u64; 16_384]
        from (lines = LINE_ATTACKS, relevant_lines = RELEVANT_LINES)
        = split_attacks(lines, relevant_lines);
}

const fn split_attacks(lines: &[u64; 16_384], relevant_lines: &[u64; 256]) -> [u64; 16_384] {
    // Those of the ranks stay.
    let mut entries = *lines;
    let mut kind = 1;
    while kind < Line::ALL.len() {
        let line = Line::ALL[kind];
        let mut square = 0;
        while square < 64 {
            let relevant = relevant_lines[4 * square + kind];
            let start = line_index(line, square);
            // In counting order the extracted squares are the numbers from 0.
            let (mut subset, mut number) = (0, 0);
            loop {
                entries[start + number] = lines[start | inner_squares(line, square, subset)];
                if subset == relevant {
                    break;
                }
                subset = ((subset | !relevant) + 1) & relevant;
                number += 1;
            }
            square += 1;
        }
        kind += 1;
    }
    entries
}
