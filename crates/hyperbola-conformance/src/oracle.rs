//! The definition of an attack, on squares as pairs of numbers. Nothing of the core is used here.
//!
//! A square is attacked if it is on a line with the slider's square and every square strictly
//! between the two is empty.

/// The steps of a rook: along files and ranks.
pub const ROOK_STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The steps of a bishop: along diagonals.
pub const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Returns the squares from a square onwards in steps, up to and including the first occupied one.
///
/// `square` is 8 x rank + file. Bit i of `occupied` and of the result is square i.
#[must_use]
pub fn ray(square: u32, step: (i32, i32), occupied: u64) -> u64 {
    let mut attacks = 0;
    let (mut file, mut rank) = (square as i32 % 8 + step.0, square as i32 / 8 + step.1);
    while (0..8).contains(&file) && (0..8).contains(&rank) {
        let bit = 1 << (8 * rank + file);
        attacks |= bit;
        if occupied & bit != 0 {
            break;
        }
        file += step.0;
        rank += step.1;
    }
    attacks
}

/// Returns the union of the rays in several directions.
#[must_use]
pub fn attacks(square: u32, steps: &[(i32, i32)], occupied: u64) -> u64 {
    steps.iter().map(|&step| ray(square, step, occupied)).fold(0, |all, ray| all | ray)
}
