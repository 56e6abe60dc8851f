//! The tables of the named boards, from their factors.
//!
//! The compiler interprets this code one statement at a time. So the loops that run 100,000 times
//! do little and call nothing.

use hyperbola::Direction;

use super::{DIAGONALS, Hash, Magics, factors, hashed, number_bits, relevant};
use crate::geometry::{self, Size};
use crate::{Board as _, boards};

/// Returns the hashes of a board from the factors.
const fn hashes<const WORDS: usize, const SQUARES: usize>(
    size: Size,
    factors: &[[[u64; WORDS]; 2]; SQUARES],
) -> [[Hash<[u64; WORDS]>; 2]; SQUARES] {
    let nothing = Hash { mask: [0; WORDS], factors: [0; WORDS], shift: 0, offset: 0 };
    let mut hashes = [[nothing; 2]; SQUARES];
    let (mut place, mut offset) = (0, 0);
    while place < 2 * SQUARES {
        let (square, of) = (place / 2, place % 2);
        let mask = relevant(size, square, hashed(size)[of]);
        let bits = number_bits(&mask);
        hashes[square][of] = Hash { mask, factors: factors[square][of], shift: 64 - bits, offset };
        offset += 1 << bits;
        place += 1;
    }
    hashes
}

/// Returns the number of entries of the table of some hashes.
const fn entries<W: Copy>(hashes: &[[Hash<W>; 2]]) -> usize {
    let last = hashes[hashes.len() - 1][DIAGONALS];
    last.offset as usize + (1 << (64 - last.shift))
}

/// The most sets of two rays. Together they have at most ten squares that matter.
const MOST: usize = 1024;

/// The sets of occupied squares of a ray, of a line or of a hash: for each the sum of the products,
/// and the attacks. A sum of sets without a common square is that of both, and their attacks are
/// united.
struct Sets {
    sums: [u64; MOST],
    attacks: [u128; MOST],
    count: usize,
}

impl Sets {
    /// Makes those of a ray.
    const fn of_ray(size: Size, square: usize, direction: Direction, factors: &[u64]) -> Self {
        let (mut squares, mut up_to, mut length) = ([0; 16], [0_u128; 17], 0);
        let mut at = square;
        while let Some(index) = geometry::next(size, at, direction) {
            squares[length] = index;
            up_to[length + 1] = up_to[length] | 1 << index;
            length += 1;
            at = index;
        }
        let mut sets = Self { sums: [0; MOST], attacks: [up_to[length]; MOST], count: 1 };
        // From the far end to the slider: a nearer piece hides those behind it. The last square of
        // the ray does not matter.
        let mut place = length.saturating_sub(1);
        while place > 0 {
            place -= 1;
            let product = factors[squares[place] / 64] << (squares[place] % 64);
            let mut set = 0;
            while set < sets.count {
                sets.sums[sets.count + set] = sets.sums[set].wrapping_add(product);
                sets.attacks[sets.count + set] = up_to[place + 1];
                set += 1;
            }
            sets.count *= 2;
        }
        sets
    }

    /// Unites each set with each other one.
    const fn united(&self, other: &Self) -> Self {
        let mut sets = Self { sums: [0; MOST], attacks: [0; MOST], count: 0 };
        let mut one = 0;
        while one < self.count {
            let mut two = 0;
            while two < other.count {
                sets.sums[sets.count] = self.sums[one].wrapping_add(other.sums[two]);
                sets.attacks[sets.count] = self.attacks[one] | other.attacks[two];
                sets.count += 1;
                two += 1;
            }
            one += 1;
        }
        sets
    }
}

/// Returns the table: the attacks of each hash, by its number.
#[expect(clippy::cast_possible_truncation, reason = "a number has at most 13 bits, a word 64")]
const fn attacks<const WORDS: usize, const ENTRIES: usize>(
    size: Size,
    hashes: &[[Hash<[u64; WORDS]>; 2]],
) -> [[u64; WORDS]; ENTRIES] {
    let mut table = [[0; WORDS]; ENTRIES];
    let mut place = 0;
    while place < 2 * hashes.len() {
        let (square, of) = (place / 2, place % 2);
        let Hash { factors, shift, offset, .. } = hashes[square][of];
        let ray = hashed(size)[of];
        let mut some = Sets::of_ray(size, square, ray[0], &factors);
        let mut others = Sets::of_ray(size, square, ray[1], &factors);
        if of == DIAGONALS {
            some = some.united(&others);
            others = Sets::of_ray(size, square, ray[2], &factors)
                .united(&Sets::of_ray(size, square, ray[3], &factors));
        }
        let start = offset as usize;
        let mut one = 0;
        while one < some.count {
            let (sum, attacks) = (some.sums[one], some.attacks[one]);
            let mut two = 0;
            while two < others.count {
                let number = sum.wrapping_add(others.sums[two]) >> shift;
                let both = attacks | others.attacks[two];
                let entry = &mut table[start + number as usize];
                entry[0] = both as u64;
                if WORDS > 1 {
                    entry[1] = (both >> 64) as u64;
                }
                two += 1;
            }
            one += 1;
        }
        place += 1;
    }
    table
}

/// Makes the magics of named boards from their factors.
macro_rules! magics {
    ($($board:ident $name:ident)*) => {$(
        /// The magics of a board, from its factors.
        pub(crate) const $name: Option<Magics<[u64; boards::$board::SIZE.words()]>> = {
            use boards::$board as Named;
            const SIZE: Size = Named::SIZE;
            static HASHES: [[Hash<[u64; SIZE.words()]>; 2]; SIZE.squares()] =
                hashes(SIZE, &factors::$name);
            static ATTACKS: [[u64; SIZE.words()]; entries(&HASHES)] =
                attacks(SIZE, &HASHES);
            Some(Magics { hashes: &HASHES, attacks: &ATTACKS })
        };

    )*};
}

magics! {
    Chess CHESS
    Shogi SHOGI
    Xiangqi XIANGQI
    Capablanca CAPABLANCA
    Grand GRAND
    Courier COURIER
}
