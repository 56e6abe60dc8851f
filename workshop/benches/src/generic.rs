//! Shows that a formula written over words costs nothing on `u64`. It compares the generic
//! techniques with twins written by hand on plain integers.
//!
//! The twins exist only here. They are written as the author of an engine would write them: a
//! static array of structures, and functions on `u64`. Both sides run inlined in the same two
//! loops. One loop has independent queries, with a barrier after each so that neither side is
//! turned into vector code. In the other loop, each query needs the answer before it. Before
//! anything is timed, both sides must agree on random queries.
//!
//! The output is a table of ratios, measured in turns. Only such ratios show differences of a few
//! per cent.

use hyperbola::techniques::{
    HyperbolaQuintessence, ObstructionDifference, ObstructionDifferenceInfuehr,
};
use hyperbola::{Bitboard, Slider, SliderAttacks, Square};

use crate::support::{Bench, Loop, QUERIES, Query, dependent, independent, random_queries};

/// Hyperbola quintessence, written by hand.
mod hyperbola_quintessence {
    use hyperbola::{Line, Square, geometry};

    /// The masks that the formula needs for a square.
    #[derive(Clone, Copy)]
    #[repr(align(32))]
    struct Masks {
        bit: u64,
        diagonal: u64,
        anti_diagonal: u64,
        file: u64,
    }

    static MASKS: [Masks; 64] = {
        let mut masks = [Masks { bit: 0, diagonal: 0, anti_diagonal: 0, file: 0 }; 64];
        let mut index = 0;
        while index < 64 {
            let square = Square::ALL[index];
            masks[index] = Masks {
                bit: square.bit(),
                diagonal: geometry::line(square, Line::Diagonal).0,
                anti_diagonal: geometry::line(square, Line::AntiDiagonal).0,
                file: geometry::line(square, Line::File).0,
            };
            index += 1;
        }
        masks
    };

    #[inline(always)]
    fn by_byte_swap(occupied: u64, r: u64, line: u64) -> u64 {
        let mut forward = occupied & line;
        let mut reverse = forward.swap_bytes();
        forward = forward.wrapping_sub(r);
        reverse = reverse.wrapping_sub(r.swap_bytes());
        forward ^= reverse.swap_bytes();
        forward & line
    }

    #[inline(always)]
    fn by_bit_reversal(occupied: u64, r: u64, line: u64) -> u64 {
        let mut forward = occupied & line;
        let mut reverse = forward.reverse_bits();
        forward = forward.wrapping_sub(r);
        reverse = reverse.wrapping_sub(r.reverse_bits());
        forward ^= reverse.reverse_bits();
        forward & line
    }

    #[inline(always)]
    fn rank(square: Square, occupied: u64) -> u64 {
        let r = 1 << square as u64;
        by_bit_reversal(occupied, r, (0xff << (square as u64 & 56)) ^ r)
    }

    #[inline(always)]
    fn file(square: Square, occupied: u64) -> u64 {
        let masks = &MASKS[square as usize];
        by_byte_swap(occupied, masks.bit, masks.file)
    }

    #[inline(always)]
    pub(super) fn rook(square: Square, occupied: u64) -> u64 {
        rank(square, occupied) | file(square, occupied)
    }

    #[inline(always)]
    pub(super) fn bishop(square: Square, occupied: u64) -> u64 {
        let masks = &MASKS[square as usize];
        by_byte_swap(occupied, masks.bit, masks.diagonal)
            | by_byte_swap(occupied, masks.bit, masks.anti_diagonal)
    }

    #[inline(always)]
    pub(super) fn queen(square: Square, occupied: u64) -> u64 {
        rook(square, occupied) | bishop(square, occupied)
    }
}

/// Both forms of obstruction difference, written by hand.
mod obstruction_difference {
    use hyperbola::{Direction, Square, geometry};

    /// The rays of a square, in one cache line. Rays to higher squares come first.
    #[derive(Clone, Copy)]
    #[repr(align(64))]
    struct Rays {
        east: u64,
        north_west: u64,
        north: u64,
        north_east: u64,
        west: u64,
        south_east: u64,
        south: u64,
        south_west: u64,
    }

    const fn rays(square: Square) -> Rays {
        Rays {
            east: geometry::ray(square, Direction::East).0,
            north_west: geometry::ray(square, Direction::NorthWest).0,
            north: geometry::ray(square, Direction::North).0,
            north_east: geometry::ray(square, Direction::NorthEast).0,
            west: geometry::ray(square, Direction::West).0,
            south_east: geometry::ray(square, Direction::SouthEast).0,
            south: geometry::ray(square, Direction::South).0,
            south_west: geometry::ray(square, Direction::SouthWest).0,
        }
    }

    static RAYS: [Rays; 64] = {
        let mut table = [rays(Square::A1); 64];
        let mut index = 0;
        while index < 64 {
            table[index] = rays(Square::ALL[index]);
            index += 1;
        }
        table
    };

    #[inline(always)]
    fn by_hoffmann(lower_ray: u64, upper_ray: u64, occupied: u64) -> u64 {
        let lower = lower_ray & occupied;
        let upper = upper_ray & occupied;
        let ms1b = 0x8000_0000_0000_0000 >> (lower | 1).leading_zeros();
        let ls1b = upper & upper.wrapping_neg();
        (ls1b << 1).wrapping_sub(ms1b) & (lower_ray | upper_ray)
    }

    #[inline(always)]
    fn by_infuehr(lower_ray: u64, upper_ray: u64, occupied: u64) -> u64 {
        let lower = lower_ray & occupied;
        let upper = upper_ray & occupied;
        let ms1b = 0x8000_0000_0000_0000 >> (lower | 1).leading_zeros();
        (upper ^ upper.wrapping_sub(ms1b)) & (lower_ray | upper_ray)
    }

    #[inline(always)]
    pub(super) fn hoffmann_rook(square: Square, occupied: u64) -> u64 {
        let rays = &RAYS[square as usize];
        by_hoffmann(rays.west, rays.east, occupied) | by_hoffmann(rays.south, rays.north, occupied)
    }

    #[inline(always)]
    pub(super) fn hoffmann_bishop(square: Square, occupied: u64) -> u64 {
        let rays = &RAYS[square as usize];
        by_hoffmann(rays.south_west, rays.north_east, occupied)
            | by_hoffmann(rays.south_east, rays.north_west, occupied)
    }

    #[inline(always)]
    pub(super) fn hoffmann_queen(square: Square, occupied: u64) -> u64 {
        hoffmann_rook(square, occupied) | hoffmann_bishop(square, occupied)
    }

    #[inline(always)]
    pub(super) fn infuehr_rook(square: Square, occupied: u64) -> u64 {
        let rays = &RAYS[square as usize];
        by_infuehr(rays.west, rays.east, occupied) | by_infuehr(rays.south, rays.north, occupied)
    }

    #[inline(always)]
    pub(super) fn infuehr_bishop(square: Square, occupied: u64) -> u64 {
        let rays = &RAYS[square as usize];
        by_infuehr(rays.south_west, rays.north_east, occupied)
            | by_infuehr(rays.south_east, rays.north_west, occupied)
    }

    #[inline(always)]
    pub(super) fn infuehr_queen(square: Square, occupied: u64) -> u64 {
        infuehr_rook(square, occupied) | infuehr_bishop(square, occupied)
    }
}

/// Checks that a generic function and its twin agree, times both in both loops and prints the
/// ratios.
fn compare(
    bench: Bench,
    name: &str,
    generic: impl Fn(Square, u64) -> u64 + Copy + 'static,
    twin: impl Fn(Square, u64) -> u64 + Copy + 'static,
) {
    for Query { square, occupied } in (0..64).flat_map(random_queries) {
        let (one, other) = (generic(square, occupied), twin(square, occupied));
        assert_eq!(one, other, "{name} on {square}, {occupied:#018x}");
    }
    let queries: &[Query] = random_queries(0).leak();
    let loops = [
        (
            "independent",
            Loop::new("twin", QUERIES, move || independent(queries, twin)),
            Loop::new("generic", QUERIES, move || independent(queries, generic)),
        ),
        (
            "dependent",
            Loop::new("twin", QUERIES, move || dependent(queries, twin)),
            Loop::new("generic", QUERIES, move || dependent(queries, generic)),
        ),
    ];
    for (kind, twin, generic) in loops {
        let [(_, twin), (_, generic)] = &bench.compare(vec![twin, generic])[..] else { return };
        println!(
            "{name:<38} {kind:<11} {:>5.2} ns {:>5.2} ns  {:.3} ({:.3} to {:.3})",
            generic.nanoseconds.median,
            twin.nanoseconds.median,
            generic.ratio.median,
            generic.ratio.low,
            generic.ratio.high,
        );
    }
}

/// Compares the functions of a technique with its twins.
fn technique<T: SliderAttacks>(
    bench: Bench,
    rook: impl Fn(Square, u64) -> u64 + Copy + 'static,
    bishop: impl Fn(Square, u64) -> u64 + Copy + 'static,
    queen: impl Fn(Square, u64) -> u64 + Copy + 'static,
) {
    let name = |slider: Slider| format!("{} {slider}", T::INFO.id);
    compare(bench, &name(Slider::Rook), |s, o| T::rook_attacks(s, Bitboard(o)).0, rook);
    compare(bench, &name(Slider::Bishop), |s, o| T::bishop_attacks(s, Bitboard(o)).0, bishop);
    compare(bench, &name(Slider::Queen), |s, o| T::queen_attacks(s, Bitboard(o)).0, queen);
}

/// Compares all techniques that have twins.
pub(crate) fn run(bench: Bench) {
    use {hyperbola_quintessence as hq, obstruction_difference as od};
    println!("Generic by twin, in turns: the median of the rounds' ratios, and its interval");
    println!("{:<38} {:<11}  generic     twin  ratio", "technique", "queries");
    technique::<HyperbolaQuintessence>(bench, hq::rook, hq::bishop, hq::queen);
    technique::<ObstructionDifference>(
        bench,
        od::hoffmann_rook,
        od::hoffmann_bishop,
        od::hoffmann_queen,
    );
    technique::<ObstructionDifferenceInfuehr>(
        bench,
        od::infuehr_rook,
        od::infuehr_bishop,
        od::infuehr_queen,
    );
}
