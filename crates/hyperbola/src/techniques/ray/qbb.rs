//! Finds the first blocker on either side and shifts the line's pattern to both. The attacks lie
//! where the shifted patterns overlap.
//!
//! # Idea
//!
//! The bits of a line lie at equal distances: every eighth bit for a file, every ninth for a
//! diagonal. This pattern, shifted left to the slider's square, runs up from there. Shifted right,
//! it runs down from there. Past the edge of the board the pattern continues at the other side, but
//! the scan never goes that far. The reason is that the squares where the line's rays end count as
//! occupied. So there is always a first blocker, and it is on the ray. A slider on such a square is
//! its own blocker. Then the pattern is shifted down from the upper blocker and up from the lower
//! one. The two patterns share the bits from blocker to blocker, both included. These are the
//! attacks and the slider. No mask of a square is needed, and no table.
//!
//! # Diagram
//!
//! ```text
//! occupied          upwards           downwards         upper
//! . . . . . . . .   . . . . . . . 1   . . . . . . . .   . . . . . . . 1
//! . . . 1 . . . .   . . . . . . 1 .   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . 1 . . . .   . . . 1 . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . 1 . .   . . . . . . . .   . 1 . . . . . .   . . . . . . . .
//! . . . . . . . 1   . . . . . . . .   1 . . . . . . .   . . . . . . . .
//!
//! lower             from_upper        from_lower        span
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . . . . . . .   . . . . . 1 . .   . . . . . 1 . .   . . . . . 1 . .
//! . . . . . . . .   . . . . 1 . . .   . . . . 1 . . .   . . . . 1 . . .
//! . . . . . . . .   . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . . . . . . . .   . . 1 . . . . .   . . 1 . . . . .   . . 1 . . . . .
//! . . . . . . . .   . 1 . . . . . .   . 1 . . . . . .   . 1 . . . . . .
//! 1 . . . . . . .   1 . . . . . . .   1 . . . . . . .   1 . . . . . . .
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
//! - `r`: the slider's bit; `others = occupied & !r`;
//! - `upwards`, `downwards`: the line's pattern from the slider's square up, and down;
//! - `upper = upwards & (others | upper end)`, `lower = downwards & (others | lower end)`: where
//!   the ends are the squares from which no step leads on;
//! - `from_upper`: the pattern from the lowest one of `upper` down;
//! - `from_lower`: the pattern from the highest one of `lower` up;
//! - `span = from_upper & from_lower`: from blocker to blocker, with the slider;
//! - `attacks = span ^ r`.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 18 for a line, 34 for a rook, 34 for a bishop, 66 for a queen.
//!   Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 12 operations for a queen.
//! - Useful instructions: leading zeros, trailing zeros.
//!
//! # Origin
//!
//! Fabio Gobbato, for his didactic engine QBBEngine, in the chess programming wiki by September
//! 2020; <https://www.chessprogramming.org/QBBEngine>. The wiki describes the engine's four
//! bitboards but not its attacks. We have not seen the engine itself or its year. The idea is taken
//! from the code under its name in Daniel Infuehr's collection Chess_Movegen,
//! <https://github.com/Gigantua/Chess_Movegen>: the patterns, the ends that count as occupied, the
//! scans, and the meeting from both sides. There, the pattern of a rank is eight bits long. Here it
//! has all 64 bits, because the ends stop it. There, the occupied squares must hold the slider,
//! which is flipped out of them and out of two lines at once. Here they may hold it, and each line
//! is complete by itself.

use crate::{Family, Instruction, Line, LineAttacks, SliderAttacks, TechniqueInfo, Word, formula};

/// The slider attacks of the engine QBBEngine.
#[derive(Debug, Clone, Copy)]
pub struct Qbb;

impl SliderAttacks for Qbb {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "qbb",
        name: "QBBEngine's slider attacks",
        family: Family::Ray,
        inventors: &["Fabio Gobbato"],
        year: 2020,
        source: "the engine QBBEngine; chess programming wiki",
        needs: &[Instruction::LeadingZeros, Instruction::TrailingZeros],
        tables: &[],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        let (r, others) = without_slider(square, *occupied);
        rook_attacks(square, r, others)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        let (r, others) = without_slider(square, *occupied);
        bishop_attacks(square, r, others)
    }

    #[inline(always)]
    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        let (r, others) = without_slider(square, *occupied);
        (rook_attacks(square, r, others), bishop_attacks(square, r, others))
    }
}

impl LineAttacks for Qbb {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        let (r, others) = without_slider(square, *occupied);
        line_attacks(line, square, r, others)
    }
}

#[inline(always)]
fn without_slider<W: Word>(square: W, occupied: W) -> (W, W) {
    formula! {
        r = square.bit();
        others = occupied & !r;
    }
    (r, others)
}

#[inline(always)]
fn rook_attacks<W: Word>(square: W, r: W, others: W) -> W {
    formula! {
        rank_attacks = line_attacks(Line::Rank, square, r, others);
        file_attacks = line_attacks(Line::File, square, r, others);
    }
    rank_attacks | file_attacks
}

#[inline(always)]
fn bishop_attacks<W: Word>(square: W, r: W, others: W) -> W {
    formula! {
        diagonal_attacks = line_attacks(Line::Diagonal, square, r, others);
        anti_diagonal_attacks = line_attacks(Line::AntiDiagonal, square, r, others);
    }
    diagonal_attacks | anti_diagonal_attacks
}

#[inline(always)]
fn line_attacks<W: Word>(line: Line, square: W, r: W, others: W) -> W {
    let Pattern { from_first, from_last, lower_end, upper_end } = PATTERNS[line as usize];
    let [from_first, from_last] = [square.splat(from_first), square.splat(from_last)];
    let last_square = square.splat(63);
    formula! {
        upwards = from_first.shl_by(square);
        downwards = from_last.shr_by(square ^ last_square);
        upper = upwards & (others | square.splat(upper_end));
        lower = downwards & (others | square.splat(lower_end));
        from_upper = from_last.shr_by(upper.trailing_zeros() ^ last_square);
        from_lower = from_first.shl_by(lower.leading_zeros() ^ last_square);
        span = from_upper & from_lower;
        attacks = span ^ r;
    }
    attacks
}

/// A line's pattern: bits of the board at equal distances.
struct Pattern {
    /// The pattern from a1 up.
    from_first: u64,
    /// The pattern from h8 down.
    from_last: u64,
    /// The squares where the negative ray is empty.
    lower_end: u64,
    /// The squares where the positive ray is empty.
    upper_end: u64,
}

/// The patterns of the lines, in the order of [`Line::ALL`].
const PATTERNS: [Pattern; 4] = [
    pattern(Line::Rank),
    pattern(Line::File),
    pattern(Line::Diagonal),
    pattern(Line::AntiDiagonal),
];

const fn pattern(line: Line) -> Pattern {
    let mut from_first = 0;
    let mut index = 0;
    while index < 64 {
        from_first |= 1 << index;
        index += line.positive().index_step();
    }
    Pattern {
        from_first,
        from_last: u64::reverse_bits(from_first),
        // A step round the edge ends on the squares where the opposite ray ends.
        lower_end: line.positive().edge_of_rotation(),
        upper_end: line.negative().edge_of_rotation(),
    }
}
