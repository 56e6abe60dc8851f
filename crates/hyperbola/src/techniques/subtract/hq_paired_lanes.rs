//! Computes hyperbola quintessence with the board and its mirror image in the two lanes of one
//! register.
//!
//! # Idea
//!
//! Both subtractions of the formula, `o - r` and `o' - r'`, are the same operation on the two lanes
//! (o, o'). The mask may be applied in the lanes too, since the mirrored line is the mask of the
//! mirrored lane. Reversing all 16 bytes of the register swaps the lanes and mirrors each. So one
//! shuffle brings (o' - r')' to the first lane, and one xor there ends the formula. Both diagonals
//! share that shuffle and that xor, because their masked halves are disjoint. The mirrored board is
//! kept up to date, and the mirrored masks are those of the mirrored square. So nothing is mirrored
//! beforehand. Once the masks are loaded, a bishop takes nine operations of the register.
//!
//! # Diagram
//!
//! ```text
//! occupied          line[0]           line[1]           r[0]
//! . . . . . . . .   . . . . . . . 1   1 . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . . . . 1 .   . 1 . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . . . . . 1 . .   . . 1 . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . 1 . . .   . . . . . . . .   . . . . . . . .
//! . 1 . . . . 1 .   . . . . . . . .   . . . . 1 . . .   . . . 1 . . . .
//! . . . . . . . .   . . 1 . . . . .   . . . . . 1 . .   . . . . . . . .
//! . . . . . 1 . .   . 1 . . . . . .   . . . . . . 1 .   . . . . . . . .
//! . . . . . . . 1   1 . . . . . . .   . . . . . . . 1   . . . . . . . .
//!
//! r[1]              diagonal_half[0]   diagonal_half[1]   anti_diagonal_half[0]
//! . . . . . . . .   . . . . . . . .    1 . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    . 1 . . . . . .    1 . . . . . . .
//! . . . . . . . .   . . . . . . . .    . . 1 . . . . .    . 1 . . . . . .
//! . . . 1 . . . .   . . . . 1 . . .    . . . . . . . .    . . 1 . . . . .
//! . . . . . . . .   . . . . . . . .    . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    . . . . . 1 . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    . . . . . . . .    . . . . . 1 . .
//! . . . . . . . .   . . . . . . . .    . . . . . . . .    . . . . . . . .
//!
//! anti_diagonal_half[1]   halves[0]         halves[1]         queen_attacks
//! . . . . . . . .         . . . . . . . .   1 . . . . . . .   . . . . . . . .
//! . . . . . . . .         1 . . . . . . .   . 1 . . . . . .   1 . . 1 . . . .
//! . . . . 1 . . .         . 1 . . . . . .   . . 1 . 1 . . .   . 1 . 1 . 1 . .
//! . . . . . . . .         . . 1 . 1 . . .   . . . . . . . .   . . 1 1 1 . . .
//! . . . . . . . .         . . . . . . . .   . . . . . . . .   . 1 1 . 1 1 1 .
//! . . . . . . . .         . . . . . . . .   . . . . . 1 . .   . . 1 1 1 . . .
//! . . . . . . . .         . . . . . 1 . .   . . . . . . . .   . 1 . 1 . 1 . .
//! . . . . . . . .         . . . . . . . .   . . . . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! In lanes (x, x'), a prime for a byte swap:
//!
//! - `o`: the maintained pair; `r` and `line`: the pairs of the slider's bit and of a line's mask,
//!   the second of each from the mirrored square, `square ^ 56`, whose diagonal mirrors the
//!   anti-diagonal and the other way round;
//! - `half = ((o & line) - r) & line`: the positive ray and what the xor takes away again;
//! - bishop: `halves` is the union of both diagonals' `half`;
//! - `attacks = halves ^ halves'`, where the prime reverses all 16 bytes; the first lane counts;
//! - ranks by look-up in the first-rank table.
//!
//! # Cost
//!
//! - Tables: 2,560 bytes (`SQUARE_MASKS` 2,048, `FIRST_RANK_ATTACKS` 512).
//! - Operations on a plain word: 23 for a rook, 25 for a bishop, 49 for a queen. Those for a
//!   queen include 13 table look-ups and no multiplication.
//! - Longest chain: 9 operations for a queen.
//! - Useful instructions: byte shuffle.
//!
//! # Origin
//!
//! Aleks Peshkov, 2008, according to the SSSE3 version of Hyperbola Quintessence in the chess
//! programming wiki: two and, two sub, two and, one or, one `pshufb`, one xor.

use crate::masks::{SQUARE_MASKS, SquareMask};
use crate::techniques::lookup::first_rank::{FIRST_RANK_ATTACKS, rank_attacks};
use crate::{
    Bits, Family, Instruction, LaneWord, Line, OccupiedBoards, SliderAttacks, TechniqueInfo, Word,
    formula,
};

/// Hyperbola quintessence in paired lanes; the pair is kept up to date. Its speed rests on a
/// register with byte shuffles, which words of [`WordKind::Ssse3`] have; on plain `u64` the lanes
/// are separate words.
///
/// [`WordKind::Ssse3`]: crate::word::WordKind::Ssse3
#[derive(Debug, Clone, Copy)]
pub struct HqPairedLanes;

impl SliderAttacks for HqPairedLanes {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "hq-paired-lanes",
        name: "Hyperbola quintessence in paired lanes",
        family: Family::Subtract,
        inventors: &["Aleks Peshkov"],
        year: 2008,
        source: "chess programming wiki, SSSE3 Hyperbola Quintessence",
        needs: &[Instruction::ByteShuffle],
        tables: &[SQUARE_MASKS::RECIPE, FIRST_RANK_ATTACKS::RECIPE],
    };
    type Occupied<W: Word> = MirroredBoards<W>;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &MirroredBoards<W>) -> W {
        pair_rook_attacks(square, occupied.0)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &MirroredBoards<W>) -> W {
        pair_bishop_attacks(square, occupied.0)
    }
}

/// The occupied squares and their byte swap, o and o', in two lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MirroredBoards<W: Word>(pub W::Pair);

impl<W: Word> OccupiedBoards<W> for MirroredBoards<W> {
    #[inline(always)]
    fn from_occupied(squares: W) -> Self {
        formula! { o = mirrored_pair(squares); }
        Self(o)
    }

    #[inline(always)]
    fn toggle(&mut self, square: W) {
        self.0 = self.0 ^ W::Pair::from_lanes(mirrored_squares(square)).bit();
    }

    fn boards(&self) -> impl Iterator<Item = W> {
        self.0.into_lanes().into_iter()
    }
}

/// Returns a square and its place on the mirrored board.
#[inline(always)]
fn mirrored_squares<W: Word>(square: W) -> [W; 2] {
    [square, square ^ square.splat(56)]
}

/// Returns a word and its byte swap in two lanes.
#[inline(always)]
pub(crate) fn mirrored_pair<W: Word>(x: W) -> W::Pair {
    W::Pair::from_lanes([x, x.swap_bytes()])
}

#[inline(always)]
pub(crate) fn pair_rook_attacks<W: Word>(square: W, o: W::Pair) -> W {
    let [occupied, _] = o.into_lanes();
    formula! {
        rank_attacks = rank_attacks(square, occupied);
        file_attacks = both_rays(half_attacks(Line::File, mirrored_squares(square), o));
    }
    rank_attacks | file_attacks
}

#[inline(always)]
pub(crate) fn pair_bishop_attacks<W: Word>(square: W, o: W::Pair) -> W {
    let squares = mirrored_squares(square);
    formula! {
        diagonal_half = half_attacks(Line::Diagonal, squares, o);
        anti_diagonal_half = half_attacks(Line::AntiDiagonal, squares, o);
        halves = diagonal_half | anti_diagonal_half;
    }
    both_rays(halves)
}

#[inline(always)]
fn half_attacks<W: Word>(line: Line, [square, mirrored_square]: [W; 2], o: W::Pair) -> W::Pair {
    let mirrored_line = match line {
        Line::Diagonal => Line::AntiDiagonal,
        Line::AntiDiagonal => Line::Diagonal,
        Line::File | Line::Rank => line,
    };
    let squares = W::Pair::from_lanes([square, mirrored_square]);
    let lines = [square.line_mask(line), mirrored_square.line_mask(mirrored_line)];
    formula! {
        r = squares.square_mask(SquareMask::Bit);
        line = W::Pair::from_lanes(lines);
        half = (o & line).wrapping_sub(r) & line;
    }
    half
}

/// Joins the halves by one reversal of all bytes of the pair. The first lane of the result counts.
#[inline(always)]
fn both_rays<W: Word>(half: W::Pair) -> W {
    let [attacks, _] = (half ^ half.reverse_all_bytes()).into_lanes();
    attacks
}
