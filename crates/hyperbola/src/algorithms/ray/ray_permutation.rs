//! Permutes the board so that each of the slider's rays is a byte, ends all eight with one
//! subtraction, and permutes back.
//!
//! # Idea
//!
//! If a ray's squares are the bits of a byte, the nearest lowest, `x ^ (x - 1)` is the ray up to its
//! first blocker. A permutation of the board's bits, which depends on the slider's square alone,
//! brings all eight rays into the eight bytes of one word. Rays have at most seven squares, so
//! the top bit of each byte is free: set, it leaves no byte empty, so that none borrows from the next,
//! and one subtraction serves eight rays. A second permutation brings the squares back; those on
//! no ray take a top bit, which is cleared. What a byte holds past its ray's end is never taken
//! back.
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
//! - Operations on a plain word: 7 a rook, 7 a bishop, 6 a queen; among the queen's, 2 look-ups
//!   of tables and no multiplication.
//! - Longest chain: 6 operations for a queen.
//! - Instructions it hopes for: bit permutation.
//!
//! # Origin
//!
//! Permuting a board so that rays become bytes spread among the authors of chess engines in 2025,
//! for mailboxes in the 64 bytes of a register; here the bits of a bitboard are permuted. Which
//! author came first we have not found out. The subtraction is that of Hacker's Delight.

use crate::table::Table;
use crate::{AlgorithmInfo, Direction, Family, Instruction, SliderAttacks, Square, Word, formula};

/// A ray a byte.
#[derive(Debug, Clone, Copy)]
pub struct RayPermutation;

impl SliderAttacks for RayPermutation {
    const INFO: AlgorithmInfo = AlgorithmInfo {
        id: "ray-permutation",
        name: "Ray permutation",
        family: Family::Ray,
        inventors: &["authors of chess engines"],
        year: 2025,
        source: "chess engines of 2025",
        needs: &[Instruction::BitPermutation],
        tables: &[TO_RAYS.info(), FROM_RAYS.info()],
    };
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

/// Both permutations for each square: the squares of the rays, a byte a ray in the order of
/// [`Direction::ALL`], and where each square's bit is among them.
const ORDERS: [[u8; 4096]; 2] = {
    let mut to_rays = [0; 4096];
    let mut from_rays = [NO_SQUARE; 4096];
    let mut index = 0;
    while index < 64 {
        let row = 64 * index;
        let mut ray: u8 = 0;
        while ray < 8 {
            let (files, ranks) = Direction::ALL[ray as usize].step();
            let mut square = Square::ALL[index];
            let mut place = 8 * ray;
            while let Some(next) = square.offset(files, ranks) {
                to_rays[row + place as usize] = next.index();
                from_rays[row + next.index() as usize] = place;
                square = next;
                place += 1;
            }
            assert!(place < 8 * ray + 8, "a ray leaves the top bit free");
            ray += 1;
        }
        index += 1;
    }
    [to_rays, from_rays]
};

/// The squares of each square's rays, 4 KiB: a row of 64 a square; past a ray's end stands a1.
static TO_RAYS: Table<u8, 4096> = Table::new("TO_RAYS", ORDERS[0]);
/// Where each square's bit is among the rays, 4 KiB: a row of 64 a square.
static FROM_RAYS: Table<u8, 4096> = Table::new("FROM_RAYS", ORDERS[1]);
