//! Computes hyperbola quintessence on every line, with the bits reversed by shifts and masks alone.
//!
//! # Idea
//!
//! Without an instruction for it, a 64-bit word is reversed by swapping ever larger neighbours:
//! single bits, pairs, nibbles, bytes, 16-bit words and halves. This is a bit reversal on a machine
//! that has no such instruction, and words without a better way reverse bits by it. As a technique,
//! it shows every rung of the ladder, so that each can be seen, proved and timed.
//!
//! # Diagram
//!
//! ```text
//! occupied          r                 line              o
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . . . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . 1 . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . 1 . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   . . . . . . . .
//!
//! bits_swapped      pairs_swapped     nibbles_swapped   bytes_swapped
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . 1 . . .   . . . . . . 1 .   . . 1 . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . 1 . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! o'                r'                positive          queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .   1 1 1 1 1 1 1 1   . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . 1 1 1 1 1   . 1 1 . 1 1 1 .
//! . . 1 . . . . .   . . . . . . . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! `attacks = ((o - r) ^ (o' - r')') & line`, with the letters of hyperbola quintessence. A prime
//! is the ladder: swap 1, 2 and 4 bits under 0x5555…, 0x3333… and 0x0f0f…, then the bytes of each
//! 16-bit word, then the four words.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 85 to 88 for a line, 174 for a rook, 171 for a bishop, 346 for a
//!   queen. Those for a queen include 3 table look-ups and no multiplication.
//! - Longest chain: 41 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Ryan Mack, The Hyperbola Project, 2000: the ladder in MMX registers, with one `pshufw` as its
//! last rung. The ladder itself is older folklore.

use super::hyperbola_quintessence::{Mirrors, attacks_by_bit_reversal};
use crate::masks::SQUARE_MASKS;
use crate::word::transform::swar_reverse_bits;
use crate::{Family, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word, attacks_line_by_line};

/// Hyperbola quintessence with every line by the ladder of swaps.
#[derive(Debug, Clone, Copy)]
pub struct SwarBitReversal;

impl SliderAttacks for SwarBitReversal {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "swar-bit-reversal",
        name: "Hyperbola quintessence with SWAR bit reversal",
        family: Family::Subtract,
        inventors: &["Ryan Mack"],
        year: 2000,
        source: "The Hyperbola Project: New Technologies",
        needs: &[],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for SwarBitReversal {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        attacks_by_bit_reversal(line, square, *occupied, Ladder)
    }
}

/// Reverses bits by the ladder of swaps, whatever instructions the processor has.
#[derive(Clone, Copy)]
struct Ladder;

impl<W: Word> Mirrors<W> for Ladder {
    #[inline(always)]
    fn turn(self, x: W) -> W {
        swar_reverse_bits(x)
    }
}
