//! The search for correlation magics: one factor for neighbouring squares, shifted by the file.

use core::fmt::Write as _;

use hyperbola::{Slider, Square};
use rayon::prelude::*;

use super::{Hashes, Occupancies, hexadecimal, next_sparse, words};

/// Writes the factors that pairs of rooks and ranks of bishops share.
pub(super) fn write(text: &mut String) {
    for (slider, name, sharing, shift, of) in [
        (Slider::Rook, "CORRELATION_ROOKS", 2, 52, "two neighbouring rooks"),
        (Slider::Bishop, "CORRELATION_BISHOPS", 8, 55, "the bishops of a rank"),
    ] {
        let _ = write!(
            text,
            "\n/// The factors that {of} share, shifted right by the place among these.\n\
             pub(super) const {name}: [u64; {}] = [\n",
            64 / sharing
        );
        let squares = Square::ALL.par_chunks(sharing);
        let factors: Vec<u64> = squares.map(|squares| find(slider, squares, shift)).collect();
        for factor in factors {
            let _ = writeln!(text, "    {},", hexadecimal(factor));
        }
        text.push_str("];\n");
    }
}

/// Finds a factor that hashes all relevant occupancies of each square, shifted by its place.
fn find(slider: Slider, squares: &[Square], shift: u32) -> u64 {
    let first = squares[0];
    let mut squares: Vec<(usize, Occupancies)> =
        squares.iter().map(|&square| Occupancies::new(slider, square)).enumerate().collect();
    // Those with the most occupancies refuse a wrong factor soonest.
    squares.sort_by_key(|(place, occupancies)| {
        (core::cmp::Reverse(occupancies.attacks.len()), *place)
    });
    let mut words = words(slider, first);
    let mut hashes = Hashes::new(4096);
    loop {
        let factor = next_sparse(&mut words);
        let is_right = squares
            .iter()
            .all(|(place, occupancies)| occupancies.hash(factor >> place, 0, shift, &mut hashes));
        if is_right {
            return factor;
        }
    }
}
