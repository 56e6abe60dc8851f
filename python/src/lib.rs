//! The Python package `hyperbola`: the crates' functions on NumPy arrays.
//!
//! Python's side, in `hyperbola/`, brings arrays into one form and has the classes that extend
//! Python's own. The work is done here, without the GIL.

mod arrow;
mod attacks;
mod bad_rows;
mod board;
mod columns;
mod data;
mod device;
mod explain;
mod features;
mod game;
mod games;
mod hunt;
mod inputs;
mod interrupt;
mod lines;
mod memory;
mod moves;
mod names;
mod planes;
mod position;
mod positions;
mod prove;
mod python;
mod records;
mod sink;
mod split;
mod squares;
mod store;
mod texts;
mod verdict;

/// The functions and classes in Rust. Use them through the package `hyperbola`.
///
/// Arrays of NumPy that Python may change are read under the GIL.
#[pyo3::pymodule(gil_used = true)]
mod _hyperbola {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::attacks::{attacks, attacks_of_one};
    #[pymodule_export]
    use crate::bad_rows::{BadRow, BadRowList};
    #[pymodule_export]
    use crate::board::{Board, Move, Moves, Piece};
    #[pymodule_export]
    use crate::data::{DataFilter, DataReader, DataThreads, data_format, data_formats, write_data};
    #[pymodule_export]
    use crate::device::{cuda_feature, cuda_inputs};
    #[pymodule_export]
    use crate::explain::explain;
    #[pymodule_export]
    use crate::features::features;
    #[pymodule_export]
    use crate::game::{ChildNode, Game, GameNode, GameReader};
    #[pymodule_export]
    use crate::games::Games;
    #[pymodule_export]
    use crate::hunt::hunt;
    #[pymodule_export]
    use crate::inputs::InputSet;
    #[pymodule_export]
    use crate::lines::read_lines;
    #[pymodule_export]
    use crate::names::{simd_kinds, techniques};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::prove::{prove, verify};
    #[pymodule_export]
    use crate::split::{Deal, plain_perft, write_file};
    #[pymodule_export]
    use crate::squares::Bitboard;
    #[pymodule_export]
    use crate::store::Positions;
    #[pymodule_export]
    use crate::verdict::{judge, judge_all};

    #[pymodule_export]
    const MAX_DEPTH: u32 = hyperbola_perft::MAX_DEPTH;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::board::add_members(module.py())
    }
}
