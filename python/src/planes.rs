//! Boards of numbers in which a piece's squares, its attacks and its x-rays share a plane.

use hyperbola::{Bitboard, Color, Square, bishop_attacks, rook_attacks};
use hyperbola::{king_attacks, knight_attacks, pawn_attacks};
use hyperbola_features::{
    AttackCounts, F16, Feature, PlaneItem, PlaneSet, Planes, PositionSlice, View,
};
use numpy::{Element, PyReadwriteArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::prelude::*;

use crate::interrupt::{at_once, in_pieces};
use crate::memory;
use crate::names::{self, Text, Way, more_threads, shown, value_error};
use crate::python::python;

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

/// The number of positions of a thread whose planes are computed at a time.
const SOME: usize = 1 << 7;

/// Planes that are chosen among the sets of the crate.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    planes: Planes,
    view: View,
}

/// Returns the planes of a feature.
pub(crate) fn of_feature(name: &str) -> PyResult<Chosen> {
    let known = [View::SideToMove, View::White].into_iter().flat_map(|view| {
        [Planes::pieces(view), Planes::all(view)].map(|planes| Chosen { planes, view })
    });
    known.clone().find(|chosen| chosen.planes.name() == name).ok_or_else(|| {
        let names: Vec<_> = known.map(|chosen| chosen.planes.name()).collect();
        value_error(format_args!(
            "dtype: expected a feature among {}, found {:?}, which has a type of its own",
            names.join(", "),
            shown(name)
        ))
    })
}

/// Returns the name of a set of planes.
fn name_of(set: PlaneSet) -> &'static str {
    match set {
        PlaneSet::Pieces => "pieces",
        PlaneSet::Attacks => "attacks",
        PlaneSet::XRayAttacks => "xray_attacks",
        PlaneSet::AttackCounts => "attack_counts",
        PlaneSet::Castling => "castling",
        PlaneSet::SideToMove => "side_to_move",
        PlaneSet::HalfmoveClock => "halfmove_clock",
        PlaneSet::EnPassant => "en_passant",
    }
}

impl Chosen {
    /// Reads names of sets, or takes all sets, and the name of a view.
    pub(crate) fn new(sets: Option<&Bound<'_, PyAny>>, view: &str) -> PyResult<Self> {
        let view = names::view(view).ok_or_else(|| {
            value_error(format_args!(
                "view: expected \"side_to_move\", \"white\" or \"black\", found {:?}",
                shown(view)
            ))
        })?;
        let Some(sets) = sets else {
            return Ok(Self { planes: Planes::all(view), view });
        };
        let wrong = || {
            let found = sets.get_type();
            PyTypeError::new_err(format!("sets: expected a list of names, found {found}"))
        };
        if sets.is_instance_of::<PyString>() {
            return Err(wrong());
        }
        let mut planes = Planes::new(view);
        for name in sets.try_iter().map_err(|_| wrong())? {
            let name: Text = name?.extract().map_err(|_| wrong())?;
            let set = PlaneSet::ALL.into_iter().find(|&set| name_of(set) == &*name);
            planes = planes.with(set.ok_or_else(|| {
                value_error(format_args!(
                    "sets: expected names among {}, found {:?}",
                    PlaneSet::ALL.map(name_of).join(", "),
                    shown(&name)
                ))
            })?);
        }
        Ok(Self { planes, view })
    }

    /// Returns the names of the planes.
    pub(crate) fn names(self) -> Vec<String> {
        self.planes.names()
    }

    /// Computes the planes as numbers of a type of NumPy, in an array of the caller or a new one.
    pub(crate) fn compute<'py>(
        self,
        py: Python<'py>,
        positions: PositionSlice<'_>,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        simd: Option<&str>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let dtype: Text =
            python(py, "_arrays", "plane_dtype", (dtype, out, "uint8"), [])?.extract()?;
        let shape = (positions.len(), self.planes.planes(), 8, 8);
        if out.is_none() {
            let bytes = match &*dtype {
                "uint8" => 1,
                "float16" => 2,
                _ => 4,
            };
            memory::check(positions.len().saturating_mul(64 * shape.1 * bytes))?;
        }
        let (array, flat): (Bound<'py, PyAny>, Bound<'py, PyAny>) =
            python(py, "_arrays", "buffer", (out, shape, &*dtype), [])?.extract()?;
        match &*dtype {
            "uint8" => self.write(py, positions, &flat, simd, threads, |all: &mut [u8]| all),
            // The crate has no type that NumPy knows, but the bits.
            "float16" => self.write(py, positions, &flat, simd, threads, halves),
            _ => self.write(py, positions, &flat, simd, threads, |all: &mut [f32]| all),
        }?;
        Ok(array)
    }

    /// Writes the planes into numbers of NumPy as the crate has them.
    fn write<T: PlaneItem, N: Element + Copy>(
        self,
        py: Python<'_>,
        positions: PositionSlice<'_>,
        flat: &Bound<'_, PyAny>,
        simd: Option<&str>,
        threads: usize,
        items: impl Fn(&mut [N]) -> &mut [T] + Sync,
    ) -> PyResult<()> {
        let way = Way::new(simd, threads)?;
        let width = 64 * self.planes.planes();
        let planes =
            self.planes.sets().iter().fold(Planes::new(self.view), |planes, &set| planes.with(set));
        let mut writer: PyReadwriteArray1<'_, N> = flat.extract()?;
        let all = writer.as_slice_mut()?;
        in_pieces(py, positions.len(), SOME * at_once(threads), |rows| {
            let some = items(&mut all[rows.start * width..rows.end * width]);
            let rows = positions.rows(rows);
            way.compute(rows, |features| features.compute_into(planes, some)).map_err(value_error)
        })
    }
}

/// Returns bits as the numbers that they are.
fn halves(bits: &mut [u16]) -> &mut [F16] {
    // SAFETY: F16 is a transparent u16, of which all bits are a number.
    unsafe { core::slice::from_raw_parts_mut(bits.as_mut_ptr().cast(), bits.len()) }
}
