//! The search for spectral magics: factors of few ones, so that a product is a sum of few shifts.

use hyperbola::Square;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::{
    Candidate, Hashes, Occupancies, Placement, Slider, keep_best, overlay, rooks_and_bishops,
};

/// Finds all factors of few ones for all squares and lays the squares over one another in one
/// table. Returns the placements of rooks, then of bishops, and the table's length.
pub(super) fn lay_out() -> (Vec<Placement>, usize) {
    let progress = ProgressBar::new(128);
    let candidates_of = |(slider, square)| {
        let candidates = candidates(slider, square);
        progress.inc(1);
        candidates
    };
    let candidates = rooks_and_bishops().into_par_iter().map(candidates_of).collect();
    progress.finish_and_clear();
    overlay(candidates, 0)
}

/// The bit that a factor of five ones has in addition. It moves nothing that matters to a place in
/// the product, because a1 is no relevant square.
const NEUTRAL: u64 = 1 << 63;

/// Returns the best factors: for bishops of three ones, for rooks of six.
fn candidates(slider: Slider, square: Square) -> Vec<Candidate> {
    let occupancies = Occupancies::new(slider, square);
    if slider == Slider::Bishop {
        return with_ones(3, 0, 51, &occupancies);
    }
    // Five are enough but for a8 and h8, and there are far fewer of them.
    let found = with_ones(5, NEUTRAL, 52, &occupancies);
    if found.is_empty() { with_ones(6, 0, 52, &occupancies) } else { found }
}

/// Tries all factors of a number of ones, with another one, and keeps the best.
fn with_ones(ones: u32, other: u64, shift: u32, occupancies: &Occupancies) -> Vec<Candidate> {
    let mut hashes = Hashes::new(1 << (64 - shift));
    let mut found = Vec::new();
    let mut factor: u64 = (1 << ones) - 1;
    loop {
        if factor & other == 0 && occupancies.hash(factor | other, 0, shift, &mut hashes) {
            found.push(hashes.candidate(factor | other));
        }
        if found.len() > 1024 {
            keep_best(&mut found);
        }
        if factor.leading_ones() == ones {
            keep_best(&mut found);
            return found;
        }
        // The next number with as many ones: the highest one of the lowest run moves up, and the
        // others of the run move down to the lowest places.
        let lowest = factor & factor.wrapping_neg();
        let raised = factor + lowest;
        factor = raised | (raised ^ factor) >> 2 >> lowest.trailing_zeros();
    }
}
