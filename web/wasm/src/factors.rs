//! Factors of a slider's square, tried one by one.

use hyperbola::{Bitboard, Slider, Square, geometry, slider_attacks};
use serde::Serialize;

/// How a factor hashes the relevant occupancies of a square.
#[derive(Serialize)]
pub(crate) struct Trial {
    mask: Bitboard,
    /// The product of the factor and the relevant occupied squares, and its top bits.
    product: Bitboard,
    index: u64,
    /// The number of occupancies that were hashed until two met.
    tried: usize,
    /// Two occupancies with different attacks and the same index, if there are any.
    collision: Option<[Bitboard; 2]>,
}

/// Hashes the relevant occupancies of a square into as many bits as there are relevant squares.
pub(crate) fn trial(slider: Slider, square: Square, occupied: Bitboard, factor: u64) -> Trial {
    let mask = geometry::relevant_occupancies(square, slider);
    let product = |subset: Bitboard| subset.0.wrapping_mul(factor);
    let index = |subset| product(subset) >> (64 - mask.count());
    let mut seen: Vec<Option<(Bitboard, Bitboard)>> = vec![None; 1 << mask.count()];
    let (mut subset, mut tried, mut collision) = (Bitboard::EMPTY, 0, None);
    loop {
        let attacks = slider_attacks(slider, square, subset);
        tried += 1;
        match seen.get_mut(usize::try_from(index(subset)).unwrap_or(usize::MAX)) {
            Some(entry @ None) => *entry = Some((subset, attacks)),
            Some(&mut Some((first, other))) if other != attacks => {
                collision = Some([first, subset])
            }
            _ => {}
        }
        subset = geometry::next_subset(subset, mask);
        if subset.is_empty() || collision.is_some() {
            break;
        }
    }
    let own = occupied & mask;
    Trial { mask, product: Bitboard(product(own)), index: index(own), tried, collision }
}
