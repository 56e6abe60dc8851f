//! Reads a line's own and enemy pieces as a number of base three, and looks up the moves: own
//! pieces are left out.
//!
//! # Idea
//!
//! All other techniques give attacks, and a program takes its own pieces out afterwards. Here each
//! square of a line is a digit: 0 if it is empty, 1 for an own piece, 2 for an enemy. The number
//! has the moves as its entry. The digits come from two binary numbers: a table turns the occupied
//! squares of a line into a number of base three, and own pieces plus twice the enemies is the
//! number wanted. The slider's own digit is left out, so seven digits are left, 2,187 entries. As
//! in kindergarten bitboards, all lines share the rows of the first rank. Attacks are the moves of
//! a slider without own pieces.
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
//! - `own_line`, `enemy_line`: the pieces of the line as eight bits: a rank's by a shift, the
//!   others' by a multiplication, as in kindergarten bitboards;
//! - `place`: the slider's file, or on a file its rank;
//! - `number = base_three[place][own_line] + 2 * base_three[place][enemy_line]`;
//! - `row`: the entry of `number` and `place`, laid on the line again.
//!
//! # Cost
//!
//! - Tables: 23,640 bytes (`SQUARE_MASKS` 2,048, `BASE_THREE` 4,096, `TITBOARD_ROWS` 17,496).
//! - Operations on a plain word: 22 to 31 for a line, 54 for a rook, 51 for a bishop, 106 for a
//!   queen. Those for a queen include 18 table look-ups and 9 multiplications.
//! - Longest chain: 21 operations for a queen.
//! - Useful instructions: multiply.
//!
//! # Origin
//!
//! Zach Wegner, Winboard Forum, 22 September 2006; <https://www.chessprogramming.org/Titboards>.
//! His tables have 3^6 or 3^7 moves for each line of each square. The shared rows are ours.

use crate::masks::{FILE_A, SQUARE_MASKS};
use crate::{
    Bitboard, Family, Instruction, Line, LineAttacks, Slider, SliderAttacks, Square, TechniqueInfo,
    Word, attacks_line_by_line, formula, table,
};

/// Titboards: the one technique that gives [moves](Self::targets) without own pieces.
#[derive(Debug, Clone, Copy)]
pub struct Titboards;

impl SliderAttacks for Titboards {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "titboards",
        name: "Titboards",
        family: Family::Lookup,
        inventors: &["Zach Wegner"],
        year: 2006,
        source: "chess programming wiki, Titboards",
        needs: &[Instruction::Multiply],
        tables: &[SQUARE_MASKS::RECIPE, BASE_THREE::RECIPE, ROWS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for Titboards {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        Self::line_targets(line, square, square.splat(0), *occupied)
    }
}

impl Titboards {
    /// Returns the squares that a slider can move to: its attacks without own pieces. A square that
    /// is in both sets has an own piece.
    ///
    /// ```
    /// use hyperbola::techniques::Titboards;
    /// use hyperbola::{Bitboard, Slider, Square};
    ///
    /// let (own, enemy) = (Bitboard::from(Square::A3), Bitboard::from(Square::C1));
    /// let targets = Titboards::targets(Slider::Rook, Square::A1, own, enemy);
    /// assert_eq!(targets, Bitboard::from_iter([Square::A2, Square::B1, Square::C1]));
    /// ```
    #[inline]
    #[must_use]
    pub fn targets(slider: Slider, square: Square, own: Bitboard, enemy: Bitboard) -> Bitboard {
        let along = |&line| Self::line_targets(line, square.word(), own.0, enemy.0);
        Bitboard(slider.lines().iter().map(along).fold(0, |all, targets| all | targets))
    }

    /// Returns the squares of a line that a slider can move to.
    #[inline(always)]
    #[must_use]
    pub fn line_targets<W: Word>(line: Line, square: W, own: W, enemy: W) -> W {
        let (file, rank_shift) = (square & square.splat(7), square & square.splat(56));
        let place = if line == Line::File { square.shr(3) } else { file };
        formula! {
            own_line = eight(line, square, own);
            enemy_line = eight(line, square, enemy & !own);
            own_digits = (place.shl(8) | own_line).lookup(&BASE_THREE);
            enemy_digits = (place.shl(8) | enemy_line).lookup(&BASE_THREE);
            number = own_digits.wrapping_add(enemy_digits.shl(1));
            row = (number.shl(3) | place).lookup(&ROWS);
        }
        match line {
            Line::Rank => row.shl_by(rank_shift),
            Line::File => {
                formula! {
                    filled = row.wrapping_mul(square.splat(FILE_A));
                    diagonal = filled & square.splat(0x8040_2010_0804_0201);
                    // Each rank has no bit or one, which a sum moves to its last square.
                    file_h = diagonal.wrapping_add(square.splat(0x7f7f_7f7f_7f7f_7f7f));
                    file_a = file_h.shr(7) & square.splat(FILE_A);
                }
                file_a.shl_by(file)
            }
            _ => row.wrapping_mul(square.splat(FILE_A)) & square.line_mask(line),
        }
    }
}

/// Returns the squares of a set on a line as eight bits, in the order of their files or, on a file,
/// of their ranks.
#[inline(always)]
fn eight<W: Word>(line: Line, square: W, squares: W) -> W {
    match line {
        Line::Rank => squares.shr_by(square & square.splat(56)) & square.splat(0xff),
        Line::File => {
            let file_a = squares.shr_by(square & square.splat(7)) & square.splat(FILE_A);
            // Bit 8 i times bit 56 - 7 i is bit 56 + i.
            file_a.wrapping_mul(square.splat(0x0102_0408_1020_4080)).shr(56)
        }
        _ => (squares & square.line_mask(line)).wrapping_mul(square.splat(FILE_A)).shr(56),
    }
}

/// The powers of three.
const POWERS: [usize; 8] = [1, 3, 9, 27, 81, 243, 729, 2_187];

table! {
    /// The numbers of base three with the digits of a byte, less the digit at a place, 4 KiB: by
    /// place, then by byte.
    static BASE_THREE: [u16; 2_048] = base_three();

    /// The moves of a slider along the first rank, 17 KB: by the number of the other seven
    /// squares, then by the slider's place.
    static ROWS as "TITBOARD_ROWS": [u8; 17_496] = rows();
}

const fn base_three() -> [u16; 2_048] {
    let mut numbers = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        numbers[byte] = 3 * numbers[byte >> 1] + (byte & 1);
        byte += 1;
    }
    let mut entries = [0; 2_048];
    let mut place = 0;
    while place < 8 {
        let mut byte = 0;
        while byte < 256 {
            let below = numbers[byte & ((1 << place) - 1)];
            let number = below + POWERS[place] * numbers[byte >> (place + 1)];
            #[expect(clippy::cast_possible_truncation, reason = "seven digits of base three")]
            let number = number as u16;
            entries[place << 8 | byte] = number;
            byte += 1;
        }
        place += 1;
    }
    assert!(entries[3 << 8 | 0b1111_1111] == 1_093, "seven ones");
    entries
}

const fn rows() -> [u8; 17_496] {
    // The moves eastwards from each place, by the number of the squares there: the nearest square
    // is the lowest digit.
    let mut eastwards = [[0; 2_187]; 8];
    let mut place = 7;
    while place > 0 {
        place -= 1;
        let nearest = 2 << place;
        let mut number = 0;
        while number < POWERS[7 - place] {
            eastwards[place][number] = match number % 3 {
                0 => nearest | eastwards[place + 1][number / 3],
                1 => 0,
                _ => nearest,
            };
            number += 1;
        }
    }
    let mut entries = [0; 17_496];
    // The moves westwards from a place: the nearest square is the highest digit.
    let mut westwards = [0; 2_187];
    while place < 8 {
        let (power, mut index, mut high) = (POWERS[place], place, 0);
        while index < 17_496 {
            let moves = eastwards[place][high];
            let mut low = 0;
            while low < power {
                entries[index] = westwards[low] | moves;
                index += 8;
                low += 1;
            }
            high += 1;
        }
        // Those of the next place: this one is empty, has an own piece or an enemy.
        let mut low = 0;
        while place < 7 && low < power {
            westwards[2 * power + low] = 1 << place;
            westwards[low] |= 1 << place;
            low += 1;
        }
        place += 1;
    }
    assert!(entries[(2 * 27) << 3 | 3] == 0b0001_0111, "d1, enemy e1");
    entries
}
