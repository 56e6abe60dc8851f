//! Boards of numbers in which a piece's squares, its attacks and its x-rays share a plane.

use hyperbola::{Bitboard, Color, Square, bishop_attacks, rook_attacks};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola_features::{AttackCounts, PositionSlice};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::interrupt::{at_once, in_pieces};
use crate::memory;
use crate::names::more_threads;

/// The number of planes: one for each side and role, rank, file, side to move, and attackers.
pub(crate) const PLANES: usize = 16;

/// The numbers of a position.
const NUMBERS: usize = PLANES * 64;

/// The number of positions of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 12;

/// The number of positions that a thread takes at a time.
const CHUNK: usize = 256;

/// The numbers for a square that a piece attacks, and for one that it reaches by an x-ray.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) attacks: f32,
    pub(crate) xrays: f32,
}

/// Computes the planes of all positions, one after another.
pub(crate) fn compute(
    py: Python<'_>,
    positions: PositionSlice<'_>,
    weights: Weights,
    threads: usize,
) -> PyResult<Vec<f32>> {
    let pool = more_threads(threads)?;
    let mut planes = Vec::new();
    memory::reserve(&mut planes, positions.len().saturating_mul(NUMBERS))?;
    in_pieces(py, positions.len(), PIECE * at_once(threads), |rows| {
        let before = planes.len();
        planes.resize(before + rows.len() * NUMBERS, 0.0);
        let rows = positions.rows(rows);
        let fill = |(chunk, planes): (usize, &mut [f32])| {
            let start = chunk * CHUNK;
            fill(rows.rows(start..start + planes.len() / NUMBERS), weights, planes);
        };
        let planes = &mut planes[before..];
        match &pool {
            None => planes.chunks_mut(CHUNK * NUMBERS).enumerate().for_each(fill),
            Some(pool) => pool.install(|| {
                planes.par_chunks_mut(CHUNK * NUMBERS).enumerate().for_each(fill);
            }),
        }
        Ok(())
    })?;
    Ok(planes)
}

/// Writes the planes of positions. All numbers are zero before.
fn fill(positions: PositionSlice<'_>, weights: Weights, planes: &mut [f32]) {
    let counts = positions.features().compute(AttackCounts);
    let rows = planes.chunks_exact_mut(NUMBERS).zip(counts.as_chunks::<128>().0);
    for (row, (planes, counts)) in rows.enumerate() {
        let (planes, _) = planes.as_chunks_mut::<64>();
        let sets = positions.sets.map(|column| Bitboard(column[row]));
        let [roles @ .., white, black] = sets;
        for (color, own) in [(Color::White, white), (Color::Black, black)] {
            for (role, pieces) in roles.into_iter().enumerate() {
                let pieces = pieces & own;
                let (attacks, xrays) = reached(role, color, pieces, white | black);
                let plane = &mut planes[6 * color as usize + role];
                for (squares, number) in
                    [(xrays, weights.xrays), (attacks, weights.attacks), (pieces, 1.0)]
                {
                    squares.into_iter().for_each(|square| plane[square as usize] = number);
                }
            }
        }
        let side = if positions.sides_to_move[row] == 0 { 1.0 } else { -1.0 };
        for square in Square::ALL {
            let index = square as usize;
            planes[12][index] = f32::from(square.rank() as u8) / 7.0;
            planes[13][index] = f32::from(square.file() as u8) / 7.0;
            planes[14][index] = side;
            planes[15][index] = f32::from(counts[index]) - f32::from(counts[64 + index]);
        }
    }
}

/// Returns the squares that pieces of a role attack, and those that they reach past exactly one
/// piece.
fn reached(
    role: usize,
    color: Color,
    pieces: Bitboard,
    occupied: Bitboard,
) -> (Bitboard, Bitboard) {
    let (mut attacks, mut xrays) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for square in pieces {
        let slides = |occupied| match role {
            2 => bishop_attacks(square, occupied),
            3 => rook_attacks(square, occupied),
            _ => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        };
        let seen = match role {
            0 => pawn_attacks(color, square),
            1 => knight_attacks(square),
            5 => king_attacks(square),
            _ => slides(occupied),
        };
        attacks |= seen;
        if matches!(role, 2..=4) {
            // Without the first piece on each line, the slider reaches the second.
            xrays |= slides(occupied - seen) - seen;
        }
    }
    (attacks, xrays)
}
