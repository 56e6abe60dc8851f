//! The search for correlation magics: one factor for neighbouring squares, shifted by the file.

use hyperbola::{Slider, Square};
use rayon::prelude::*;

use super::{Hashes, Occupancies, hexadecimal, next_sparse, words, write_list};

/// Writes the factors that pairs of rooks and ranks of bishops share.
pub(super) fn write(text: &mut String) {
    for (slider, name, sharing, shift, of) in [
        (Slider::Rook, "CORRELATION_ROOKS", 2, 52, "two neighbouring rooks"),
        (Slider::Bishop, "CORRELATION_BISHOPS", 8, 55, "the bishops of a rank"),
    ] {
        let about = format!("The factors that {of} share, shifted right by the place among these");
        let squares = Square::ALL.par_chunks(sharing);
        let factors = squares.map(|squares| hexadecimal(find(slider, squares, shift)));
        write_list(text, &about, name, "u64", &factors.collect::<Vec<_>>(), 4);
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
