//! Permutes the board so that each of the slider's rays is a byte, ends all eight rays with one
//! subtraction, and permutes back.
//!
//! # Idea
//!
//! Suppose that a ray's squares are the bits of a byte, with the nearest square lowest. Then `x ^
//! (x - 1)` is the ray up to its first blocker. A permutation of the board's bits brings all eight
//! rays into the eight bytes of one word. It depends only on the slider's square. Rays have at most
//! seven squares, so the top bit of each byte is free. It is set, so that no byte is empty and none
//! borrows from the next. So one subtraction serves eight rays. A second permutation brings the
//! squares back. Squares on no ray take a top bit, which is cleared. Bits of a byte past its ray's
//! end are never taken back.
//!
//! # Diagram
//!
//! ```text
//! occupied          rays              x                 difference
//! . . . . . . . .   . . . . . . . .   . . . . . . . 1   1 1 1 1 1 1 1 .
//! . . . 1 . . . .   . . . . . . . .   . . . . . . . 1   1 1 1 1 1 1 1 .
//! . . 1 . . 1 . .   . 1 . . . . . .   . 1 . . . . . 1   1 . . . . . . 1
//! . . . . . . . .   . 1 . . . . . .   . 1 . . . . . 1   1 . . . . . . 1
//! . 1 . . . . 1 .   . 1 . . . . . .   . 1 . . . . . 1   1 . . . . . . 1
//! . . . . . . . .   . . 1 . . . . .   . . 1 . . . . 1   1 1 . . . . . 1
//! . . . . . 1 . .   . . . . . . . .   . . . . . . . 1   1 1 1 1 1 1 1 .
//! . . . . . . . 1   . . 1 . . . . .   . . 1 . . . . 1   1 1 . . . . . 1
//!
//! visited           queen_attacks
//! 1 1 1 1 1 1 1 .   . . . . . . . .
//! 1 1 1 1 1 1 1 .   1 . . 1 . . . .
//! 1 1 . . . . . .   . 1 . 1 . 1 . .
//! 1 1 . . . . . .   . . 1 1 1 . . .
//! 1 1 . . . . . .   . 1 1 . 1 1 1 .
//! 1 1 1 . . . . .   . . 1 1 1 . . .
//! 1 1 1 1 1 1 1 .   . 1 . 1 . 1 . .
//! 1 1 1 . . . . .   1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `rays`: the occupied squares, a ray a byte;
//! - `x`: the same with all top bits set;
//! - `visited = (x ^ (x - 0x01…01)) & 0x7f…7f`: each ray up to its first blocker;
//! - `attacks`: `visited`, permuted back; for a rook or a bishop only the bytes of its rays.
//!
//! # Cost
//!
//! - Tables: 8,192 bytes (`TO_RAYS` 4,096, `FROM_RAYS` 4,096).
//! - Operations on a plain word: 7 for a rook, 7 for a bishop, 6 for a queen. Those for a queen
//!   include 2 table look-ups and no multiplication.
//! - Longest chain: 6 operations for a queen.
//! - Useful instructions: bit permutation.
//!
//! # Origin
//!
//! In 2025 the authors of chess engines began to permute a board so that rays become bytes. They
//! did it for mailboxes in the 64 bytes of a register. Here the bits of a bitboard are permuted. We
//! have not found out which author came first. The subtraction is that of Hacker's Delight.

use crate::{
    Direction, Family, Instruction, SliderAttacks, Square, TechniqueInfo, Word, formula, steps,
    table,
};

/// Ray permutation, with one ray in each byte. Its speed rests on an instruction, the bit
/// permutation of AVX-512 with BITALG: plain `u64` uses it where the whole program is compiled for
/// it (`-C target-cpu=icelake-server`); elsewhere a loop over a word of [`WordKind::Avx512Gfni`]
/// does, and plain `u64` permutes in software, many times slower.
///
/// [`WordKind::Avx512Gfni`]: crate::word::WordKind::Avx512Gfni
#[derive(Debug, Clone, Copy)]
pub struct RayPermutation;

impl SliderAttacks for RayPermutation {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "ray-permutation",
        name: "Ray permutation",
        family: Family::Ray,
        inventors: &["authors of chess engines"],
        year: 2025,
        source: "chess engines of 2025",
        needs: &[Instruction::BitPermutation],
        tables: &[TO_RAYS::RECIPE, FROM_RAYS::RECIPE],
    };
    const SHARES_WORK: bool = true;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        let visited = visited(square, *occupied);
        attacks(square, visited & visited.splat(ROOK_RAYS))
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        let visited = visited(square, *occupied);
        attacks(square, visited & visited.splat(!ROOK_RAYS))
    }

    #[inline(always)]
    fn queen<W: Word>(square: W, occupied: &W) -> W {
        attacks(square, visited(square, *occupied))
    }

    #[inline(always)]
    fn rook_bishop<W: Word>(square: W, occupied: &W) -> (W, W) {
        let visited = visited(square, *occupied);
        let rook_rays = visited.splat(ROOK_RAYS);
        (attacks(square, visited & rook_rays), attacks(square, visited & !rook_rays))
    }
}

#[inline(always)]
fn visited<W: Word>(square: W, occupied: W) -> W {
    formula! {
        rays = occupied.permute_bits(square, &TO_RAYS);
        x = rays | rays.splat(0x8080_8080_8080_8080);
        difference = x.wrapping_sub(rays.splat(0x0101_0101_0101_0101));
        visited = (x ^ difference) & rays.splat(0x7f7f_7f7f_7f7f_7f7f);
    }
    visited
}

#[inline(always)]
fn attacks<W: Word>(square: W, visited: W) -> W {
    formula! { attacks = visited.permute_bits(square, &FROM_RAYS); }
    attacks
}

/// The bytes of a rook's rays.
const ROOK_RAYS: u64 = {
    let mut bytes = 0;
    let mut ray = 0;
    while ray < 8 {
        if Direction::ALL[ray].is_orthogonal() {
            bytes |= 0xff << (8 * ray);
        }
        ray += 1;
    }
    bytes
};

/// The top bit of the first byte, which no ray visits.
const NO_SQUARE: u8 = 7;

table! {
    /// The squares of each square's rays, 4 KiB: a row of 64 for each square, a byte for each ray
    /// in the order of [`Direction::ALL`]. Entries past a ray's end are a1.
    static TO_RAYS: [u8; 4096] = to_rays();

    /// The place of each square's bit among the rays, 4 KiB: a row of 64 for each square.
    static FROM_RAYS: [u8; 4096] = from_rays();
}

const fn to_rays() -> [u8; 4096] {
    let mut entries = [0; 4096];
    let mut ray = 0;
    while ray < 512 {
        let (squares, length) = squares_of_ray(ray);
        let mut place = 0;
        while place < length {
            entries[8 * ray + place] = squares[place];
            place += 1;
        }
        ray += 1;
    }
    entries
}

const fn from_rays() -> [u8; 4096] {
    let mut entries = [NO_SQUARE; 4096];
    let mut ray = 0;
    while ray < 512 {
        let (squares, length) = squares_of_ray(ray);
        let mut place = 0;
        while place < length {
            #[expect(clippy::cast_possible_truncation, reason = "a place in a row of 64")]
            let place_in_row = (8 * (ray % 8) + place) as u8;
            entries[64 * (ray / 8) + squares[place] as usize] = place_in_row;
            place += 1;
        }
        ray += 1;
    }
    entries
}

/// Returns the squares of a ray from its beginning, and their number: at most 7, which leave the
/// top bit of a byte free. The number of a ray is 8 x square + direction.
const fn squares_of_ray(ray: usize) -> ([u8; 7], usize) {
    let (square, direction) = (Square::ALL[ray / 8], Direction::ALL[ray % 8]);
    let (step, length) = (direction.index_step(), steps::ray(square, direction).count() as usize);
    let (mut squares, mut place, mut next) = ([0; 7], 0, square.index());
    while place < length {
        next = next.wrapping_add_signed(step);
        squares[place] = next;
        place += 1;
    }
    (squares, length)
}
