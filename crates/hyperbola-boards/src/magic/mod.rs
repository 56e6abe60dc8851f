//! Magic factors: the occupied squares of a line, or of both diagonals, multiplied to a number,
//! which is the index of the attacks in a table.
//!
//! A set of 128 bits is two words. Each is multiplied by a factor of its own, and the sum's top
//! bits are the number: two multiplications that do not wait for each other, where one of 128 bits
//! needs three.
//!
//! A column, the line that is not a row of neighbouring bits, has a number, and the two diagonals
//! have one. A row has a smaller table without factors. One number for both lines of a rook would
//! need 8 MiB on a board of shogi, and 16 and more on larger boards.

#[cfg(feature = "tables")]
mod factors;
#[cfg(feature = "tables")]
mod tables;

use hyperbola::{Direction, Line};

use crate::Storage;
use crate::geometry::{self, Size};
#[cfg(feature = "tables")]
pub(crate) use tables::*;

/// Returns the directions of each hash: those of a column, and those of both diagonals.
#[must_use]
pub const fn hashed(size: Size) -> [&'static [Direction]; 2] {
    let column: &[Direction] = match size.row() {
        Line::Rank => &[Direction::North, Direction::South],
        _ => &[Direction::East, Direction::West],
    };
    [column, &Direction::BISHOP]
}

/// The hash of a column.
pub const COLUMN: usize = 0;

/// The hash of both diagonals.
pub const DIAGONALS: usize = 1;

/// The way to the attacks of a square along its column or its diagonals.
#[derive(Debug, Clone, Copy)]
pub struct Hash<W> {
    /// The squares that matter: all but the last one of each ray.
    mask: W,
    /// The factor of each word of a set.
    factors: W,
    /// The number of bits below the number.
    shift: u32,
    /// The place of the number 0 in the table.
    offset: u32,
}

/// The hashes of a board's squares, in the order of [`hashed`], and the attacks.
#[derive(Debug, Clone, Copy)]
pub struct Magics<W: 'static> {
    /// The hashes of each square.
    pub hashes: &'static [[Hash<W>; 2]],
    /// The attacks, by the numbers.
    pub attacks: &'static [W],
}

impl<W: Copy> Magics<W> {
    /// Returns the attacks from a square along the lines of a hash.
    #[inline(always)]
    #[must_use]
    pub fn attacks<S: Storage<Words = W>>(self, hash: usize, square: u8, occupied: S) -> S {
        let hash = &self.hashes[usize::from(square)][hash];
        let relevant = occupied & S::from_words(hash.mask);
        #[expect(clippy::cast_possible_truncation, reason = "a number has at most 13 bits")]
        let number = (relevant.sum_of_products(hash.factors) >> hash.shift) as usize;
        S::from_words(self.attacks[hash.offset as usize + number])
    }
}

/// Returns the squares that matter for a hash of a square: all but the last one of each ray.
#[must_use]
pub const fn relevant<const WORDS: usize>(
    size: Size,
    square: usize,
    directions: &[Direction],
) -> [u64; WORDS] {
    let mut mask = [0; WORDS];
    let mut ray = 0;
    while ray < directions.len() {
        let mut at = square;
        while let Some(index) = geometry::next(size, at, directions[ray]) {
            if geometry::next(size, index, directions[ray]).is_some() {
                mask[index / 64] |= 1 << (index % 64);
            }
            at = index;
        }
        ray += 1;
    }
    mask
}

/// Returns the bits of a number: one for each square that matters. A board with magics has at least
/// one.
#[must_use]
pub const fn number_bits(mask: &[u64]) -> u32 {
    let (mut bits, mut word) = (0, 0);
    while word < mask.len() {
        bits += mask[word].count_ones();
        word += 1;
    }
    bits
}

/// Declares the named boards without magics, where these are not compiled.
#[cfg(not(feature = "tables"))]
macro_rules! no_magics {
    ($($name:ident $words:literal)*) => {$(
        pub(crate) const $name: Option<Magics<[u64; $words]>> = None;
    )*};
}

#[cfg(not(feature = "tables"))]
no_magics! { CHESS 1 SHOGI 2 XIANGQI 2 CAPABLANCA 2 GRAND 2 COURIER 2 }
