//! Lets the borrow of `o - r` run both ways along a line at once, with a byte swap as the mirror.
//!
//! # Idea
//!
//! `o ^ (o - 2r)` gives the positive ray. On the mirrored board it gives the negative ray. Files
//! and diagonals have one square on each rank, so a byte swap, which reverses the order of the
//! ranks, mirrors them. Rays in opposite directions are disjoint, so their union is an xor.
//! Mirroring distributes over xor, so the two o cancel. What remains is two subtractions, two byte
//! swaps to get to the mirrored board, and one to come back. A rank lies within one byte, so it
//! needs a full bit reversal.
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
//! o'                r'                positive          negative
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   1 1 1 1 1 . . .   . . . . . 1 . .
//! . . . . . . . .   . . . 1 . . . .   1 1 1 1 1 1 1 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . 1 1 1 1 1   . . . 1 1 1 1 1
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   1 1 1 1 1 1 1 1
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
//! - `r`: the slider's bit; `line`: the line without it; `o = occupied & line`;
//! - a prime for the mirror: byte swap on files and diagonals, bit reversal on ranks;
//! - `attacks = ((o - r) ^ (o' - r')') & line`.
//!
//! # Cost
//!
//! - Tables: 2,048 bytes (`SQUARE_MASKS` 2,048).
//! - Operations on a plain word: 10 to 13 for a line, 24 for a rook, 21 for a bishop, 46 for a
//!   queen. Those for a queen include 6 table look-ups and no multiplication.
//! - Longest chain: 11 operations for a queen.
//! - Useful instructions: byte swap, bit reversal.
//!
//! # Origin
//!
//! Gerd Isenberg, 2007, with the xor of Aleks Peshkov, in the Computer Chess Club and the chess
//! programming wiki, <https://www.chessprogramming.org/Hyperbola_Quintessence>. The masks lie as
//! they do there, in one aligned array of rows (r, diagonal, anti-diagonal, file). The original
//! leaves the rank to another technique. Three ways to complete it are techniques of their own:
//! `hq-first-rank`, `hq-bit-reversal` and `hq-rank-to-diagonal`.

use crate::masks::{SQUARE_MASKS, SquareMask};
use crate::{
    Bits, Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// Hyperbola quintessence: byte swaps on files and diagonals, a bit reversal on ranks. The speed of
/// ranks rests on bit reversal: one instruction on AArch64, about twenty on x86-64.
#[derive(Debug, Clone, Copy)]
pub struct HyperbolaQuintessence;

impl SliderAttacks for HyperbolaQuintessence {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hyperbola-quintessence",
        name: "Hyperbola quintessence",
        family: Family::Subtract,
        inventors: &["Gerd Isenberg", "Aleks Peshkov"],
        year: 2007,
        source: "chess programming wiki, Hyperbola Quintessence",
        needs: &[Instruction::ByteSwap, Instruction::BitReversal],
        tables: &[SQUARE_MASKS::RECIPE],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl HyperbolaQuintessence {
    /// The derivation of the formula. It shows how the sum of two rays becomes two subtractions,
    /// through the forms that [`derivation`](Self::derivation) computes.
    pub const DERIVATION: &'static str = "\
The positive ray is o ^ (o - 2r), the negative ray the same on the mirrored board, and because \
the two are disjoint their union is an xor: o ^ (o - 2r) ^ ((o' - 2r') ^ o')'. A mirror \
distributes over xor, (a ^ b)' = a' ^ b', so the last term is (o' - 2r')' ^ o''. A set mirrored \
twice is itself: o'' is o, it cancels the first o, and the last o' drops out. What is left is \
(o - 2r) ^ (o' - 2r')'. Here o holds the slider's bit; the line's mask leaves it out, which is \
the first of the two subtractions of r, so o - r is all that is left to do.";

    /// Computes the forms that lead to the formula along one line, from the first to the last, step
    /// by step for an onlooker. Each form gives the attacks.
    #[must_use]
    pub fn derivation<W: Word>(line: Line, square: W, occupied: W) -> [W; 4] {
        let mirror = Mirror::of_line(line);
        formula! {
            r = square.bit();
            line = square.line_mask(line);
            o = (occupied & line) | r;
            o_reversed = mirror.turn(o);
            r_reversed = mirror.turn(r);
            borrowed = o.wrapping_sub(r.shl(1));
            borrowed_reversed = o_reversed.wrapping_sub(r_reversed.shl(1));
            first_form = o ^ borrowed ^ mirror.turn(borrowed_reversed ^ o_reversed);
            distributed = o ^ borrowed ^ (mirror.turn(borrowed_reversed) ^ mirror.turn(o_reversed));
            mirrored_twice = o ^ borrowed ^ (mirror.turn(borrowed_reversed) ^ o);
            last_o_dropped = borrowed ^ mirror.turn(borrowed_reversed);
        }
        [first_form & line, distributed & line, mirrored_twice & line, last_o_dropped & line]
    }
}

impl LineAttacks for HyperbolaQuintessence {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        match line {
            Line::Rank => attacks_by_bit_reversal(line, square, *occupied, Mirror::ReverseBits),
            _ => attacks_by_byte_swap(line, square, *occupied),
        }
    }
}

/// A way to mirror a line.
///
/// This is a value, not a function. A function that is passed as a value is compiled apart, without
/// the instructions of its word.
pub trait Mirrors<B>: Copy {
    /// Returns a set with the order of the line's squares reversed.
    #[must_use]
    fn turn(self, x: B) -> B;
}

/// A way to mirror a line by an operation of all [`Bits`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mirror {
    /// A byte swap, for lines of which no two squares share a byte: on a chessboard, files and
    /// diagonals.
    SwapBytes,
    /// A bit reversal, for all lines.
    ReverseBits,
}

impl Mirror {
    #[inline(always)]
    const fn of_line(line: Line) -> Self {
        match line {
            Line::Rank => Self::ReverseBits,
            _ => Self::SwapBytes,
        }
    }
}

impl<B: Bits> Mirrors<B> for Mirror {
    #[inline(always)]
    fn turn(self, x: B) -> B {
        match self {
            Self::SwapBytes => x.swap_bytes(),
            Self::ReverseBits => x.reverse_bits(),
        }
    }
}

/// Returns the attacks along a file or a diagonal. A byte swap mirrors these.
#[inline(always)]
pub(crate) fn attacks_by_byte_swap<W: Word>(line: Line, square: W, occupied: W) -> W {
    formula! {
        r = square.square_mask(SquareMask::Bit);
        line = square.line_mask(line);
    }
    line_attacks(occupied, r, line, Mirror::SwapBytes)
}

/// Returns the attacks along any line. A bit reversal mirrors all lines.
#[inline(always)]
pub(crate) fn attacks_by_bit_reversal<W: Word>(
    line: Line,
    square: W,
    occupied: W,
    mirror: impl Mirrors<W>,
) -> W {
    formula! {
        r = square.bit();
        line = square.line_mask(line);
    }
    line_attacks(occupied, r, line, mirror)
}

/// Returns the attacks of the slider `r` along its `line`, which is without the slider's square and
/// which `mirror` mirrors. The formula is hyperbola quintessence.
#[inline(always)]
#[must_use]
pub fn line_attacks<B: Bits>(occupied: B, r: B, line: B, mirror: impl Mirrors<B>) -> B {
    formula! {
        o = occupied & line;
        o_reversed = mirror.turn(o);
        r_reversed = mirror.turn(r);
        positive = o.wrapping_sub(r);
        negative = mirror.turn(o_reversed.wrapping_sub(r_reversed));
        attacks = (positive ^ negative) & line;
    }
    attacks
}
