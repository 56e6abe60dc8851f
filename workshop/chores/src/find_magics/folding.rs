//! The search for the folding hash: a factor of 32 bits and a place for each line of each square.

use core::fmt::Write as _;

use hyperbola::{Bitboard, Line, Square, geometry};
use hyperbola_random::Random;
use rayon::prelude::*;

use super::{Candidate, Hashes, Placement, keep_best, overlay, write_list};
use crate::generated::grouped;

/// The number of factors that are tried for each line.
const TRIALS: u32 = 1 << 18;

/// Writes the factors and places of all lines and the length of the table.
pub(super) fn write(text: &mut String) {
    let lines: Vec<(Square, Line)> =
        Square::ALL.iter().flat_map(|&square| Line::ALL.map(|line| (square, line))).collect();
    let found = lines.par_iter().map(|&(square, line)| candidates(square, line)).collect();
    // The first entry stays empty, for the lines that have no other square.
    let (mut placements, entries) = overlay(found, 1);
    for ((square, line), placement) in lines.into_iter().zip(&mut placements) {
        if geometry::line(square, line).is_empty() {
            *placement = Placement::default();
        }
    }
    let _ = write!(
        text,
        "\n/// The entries of the table that all lines share by the folding hash.\n\
         pub(super) const FOLDING_ENTRIES: usize = {};\n",
        grouped(entries, "_")
    );
    let list = placements.iter().map(|&Placement { factor, offset }| {
        let (high, low) = (factor >> 16, factor & 0xffff);
        format!("(0x{high:04x}_{low:04x}, {})", grouped(offset as usize, "_"))
    });
    let about = "The factors and offsets of the folding hash: by square, then by line";
    write_list(text, about, "FOLDING_LINES", "(u32, u32)", &list.collect::<Vec<_>>(), 4);
}

/// Finds factors that hash a line's relevant occupancies and keeps the best.
fn candidates(square: Square, line: Line) -> Vec<Candidate> {
    if geometry::line(square, line).is_empty() {
        return vec![Candidate { factor: 0, hashes: Vec::new() }];
    }
    let mask = geometry::relevant_occupancy(square, line);
    let mut attacks = Vec::new();
    let mut subset = Bitboard::EMPTY;
    loop {
        let along = [line.positive(), line.negative()]
            .map(|direction| geometry::ray_attacks(square, direction, subset));
        attacks.push((subset.0, (along[0] | along[1]).0));
        subset = geometry::next_subset(subset, mask);
        if subset.is_empty() {
            break;
        }
    }
    let mut random = Random::new(1 + square.word() + 64 * line as u64);
    let mut hashes = Hashes::new(64);
    let mut found = Vec::new();
    for _ in 0..TRIALS {
        let factor = random.word() & 0xffff_ffff;
        hashes.begin();
        if attacks.iter().all(|&(occupied, attacks)| hashes.put(hash(occupied, factor), attacks)) {
            found.push(hashes.candidate(factor));
        }
        if found.len() > 1024 {
            keep_best(&mut found);
        }
    }
    keep_best(&mut found);
    found
}

/// Folds an occupancy to 32 bits and returns the upper six of its product with a factor.
fn hash(occupied: u64, factor: u64) -> usize {
    let folded = (occupied >> 32) ^ occupied.wrapping_mul(3);
    (folded.wrapping_mul(factor) << 32 >> 58) as usize
}
