//! The masks of a square that most techniques need first.

use crate::{Direction, Line, Square, Word, formula, steps, table};

/// The squares of file a: one bit in each byte.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;

/// One of the four masks in a square's row of [`SQUARE_MASKS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum SquareMask {
    /// The square's own bit, `r` in the formulas.
    Bit,
    /// The diagonal through the square, without the square.
    Diagonal,
    /// The anti-diagonal through the square, without the square.
    AntiDiagonal,
    /// The file through the square, without the square.
    File,
}

impl SquareMask {
    /// Returns the mask that is a line without the square. A rank has none.
    #[inline(always)]
    #[must_use]
    pub const fn of_line(line: Line) -> Option<Self> {
        match line {
            Line::Rank => None,
            Line::File => Some(Self::File),
            Line::Diagonal => Some(Self::Diagonal),
            Line::AntiDiagonal => Some(Self::AntiDiagonal),
        }
    }
}

table! {
    /// The masks of each square, 2 KiB, in the layout of Gerd Isenberg: rows of four words (its
    /// bit, its diagonal, its anti-diagonal, its file), two rows in a cache line.
    pub static SQUARE_MASKS: [u64; 256] = square_masks();
}

const fn square_masks() -> [u64; 256] {
    let mut entries = [0; 256];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let row = 4 * index;
        entries[row + SquareMask::Bit as usize] = square.bit();
        entries[row + SquareMask::Diagonal as usize] = steps::line(square, Line::Diagonal).0;
        entries[row + SquareMask::AntiDiagonal as usize] =
            steps::line(square, Line::AntiDiagonal).0;
        entries[row + SquareMask::File as usize] = steps::line(square, Line::File).0;
        index += 1;
    }
    assert!(entries[4 * 27 + 1] == 0x8040_2010_0004_0201, "d4's diagonal is a1-h8 without d4");
    entries
}

/// Computes the line of a kind through a square, without the square, without a table.
///
/// A file or a rank is shifted to its place. A diagonal is the main diagonal moved up or down by
/// whole ranks, so that the part outside the board is lost. An anti-diagonal is made the same way.
#[inline(always)]
#[must_use]
pub fn computed_line<W: Word>(square: W, line: Line) -> W {
    const DIAGONAL: u64 = 0x8040_2010_0804_0201;
    const ANTI_DIAGONAL: u64 = 0x0102_0408_1020_4080;
    let rank_shift = square & square.splat(56);
    let file_shift = square.shl(3) & square.splat(56);
    let whole = match line {
        Line::Rank => square.splat(0xff).shl_by(rank_shift),
        Line::File => square.splat(FILE_A).shl_by(square & square.splat(7)),
        Line::Diagonal => moved(DIAGONAL, file_shift.wrapping_sub(rank_shift)),
        Line::AntiDiagonal => {
            moved(ANTI_DIAGONAL, square.splat(56).wrapping_sub(file_shift).wrapping_sub(rank_shift))
        }
    };
    whole ^ square.bit()
}

/// Moves a line down by a number of bits. A negative number moves it up.
#[inline(always)]
fn moved<W: Word>(line: u64, down: W) -> W {
    let zero = down.splat(0);
    let up = zero.wrapping_sub(down);
    let is_up = zero.wrapping_sub(down.shr(63));
    down.splat(line).shr_by(down & !is_up).shl_by(up & is_up)
}

/// Computes a mask of a square from its bit and its lines, for words that compute those.
#[inline(always)]
#[must_use]
pub fn computed_square_mask<W: Word>(square: W, mask: SquareMask) -> W {
    match mask {
        SquareMask::Bit => square.bit(),
        SquareMask::Diagonal => square.line_mask(Line::Diagonal),
        SquareMask::AntiDiagonal => square.line_mask(Line::AntiDiagonal),
        SquareMask::File => square.line_mask(Line::File),
    }
}

/// Computes the ray from a square in a direction, without the square, from its bit and its line,
/// for words that compute those.
#[inline(always)]
#[must_use]
pub fn computed_ray<W: Word>(square: W, direction: Direction) -> W {
    let (bit, line) = (square.bit(), square.whole_line(direction.line()));
    formula! {
        below = bit.wrapping_sub(square.splat(1));
        above = !(below | bit);
    }
    line & if direction.is_positive() { above } else { below }
}

table! {
    /// The rays of each square, 4 KiB: rows of eight words in the order of [`Direction::ALL`], one
    /// row in a cache line.
    pub static RAY_MASKS: [u64; 512] = ray_masks();
}

const fn ray_masks() -> [u64; 512] {
    let mut entries = [0; 512];
    let mut index = 0;
    while index < 512 {
        entries[index] = steps::ray(Square::ALL[index / 8], Direction::ALL[index % 8]).0;
        index += 1;
    }
    assert!(entries[8 * 27 + Direction::East as usize] == 0xf000_0000, "e4 to h4");
    entries
}
