//! Proofs and verifications of techniques.

use core::panic::AssertUnwindSafe;
use std::panic;

use hyperbola::{Slider, Square};
use hyperbola_conformance::{Mismatch, Subject};
use hyperbola_prove::{Proved, Scope};
use pyo3::exceptions::PyAssertionError;
use pyo3::prelude::*;

use crate::interrupt::{at_once, in_pieces};
use crate::names::{self, Text, integer, optional, slider, text};

/// Proves a technique for all boards: on one square or on all, for one piece or for all. It returns
/// the numbers of equations, of nodes, and of most nodes at once.
#[pyfunction]
pub(crate) fn prove(
    py: Python<'_>,
    #[pyo3(from_py_with = text::technique)] technique: Text,
    square: Option<u8>,
    #[pyo3(from_py_with = optional::piece)] piece: Option<Text>,
    #[pyo3(from_py_with = integer::threads)] threads: usize,
) -> PyResult<(u64, u64, u64)> {
    let technique = names::technique(&technique)?;
    let pool = names::pool(threads)?;
    let squares =
        square.map_or(Square::ALL.to_vec(), |square| vec![Square::from_index_wrapping(square)]);
    let sliders = sliders(piece.as_deref())?;
    let mut proved = Proved::default();
    in_pieces(py, squares.len(), at_once(threads), |part| {
        let mut scope = Scope::default();
        // Sets of sliders have no single square; they are proved once, with the last squares.
        scope.sets = square.is_none() && part.end == squares.len();
        scope.squares = squares[part].to_vec();
        scope.sliders.clone_from(&sliders);
        let part = pool.install(|| hyperbola_prove::prove(technique, &scope, &|| {}));
        proved =
            proved.and(part.map_err(|failure| PyAssertionError::new_err(failure.to_string()))?);
        Ok(())
    })?;
    Ok((proved.equations, proved.nodes, proved.most_nodes))
}

/// Compares a technique with the definition in all cases of one piece or of all. It returns the
/// number of cases.
#[pyfunction]
pub(crate) fn verify(
    py: Python<'_>,
    #[pyo3(from_py_with = text::technique)] technique: Text,
    #[pyo3(from_py_with = optional::piece)] piece: Option<Text>,
) -> PyResult<u64> {
    let subject = Subject::from(names::technique(&technique)?);
    let sliders = sliders(piece.as_deref())?;
    let mut signal = Ok(());
    let mut seen = 0_u64;
    // Nothing but an unwinding ends a verification early. It calls no panic hook.
    let mut progress = |_| {
        seen += 1;
        if seen.is_multiple_of(16) {
            signal = Python::attach(|py| py.check_signals());
            if signal.is_err() {
                panic::resume_unwind(Box::new(()));
            }
        }
    };
    let verified = py.detach(|| {
        panic::catch_unwind(AssertUnwindSafe(|| {
            sliders.into_iter().try_fold(0, |cases, slider| {
                Ok(cases + hyperbola_conformance::verify(subject, slider, &mut progress)?.cases)
            })
        }))
    });
    signal?;
    match verified {
        Ok(Ok(cases)) => Ok(cases),
        Ok(Err(wrong)) => {
            let wrong: Box<Mismatch> = wrong;
            Err(PyAssertionError::new_err(wrong.to_string()))
        }
        Err(panic) => panic::resume_unwind(panic),
    }
}

/// Reads a piece, or returns all pieces.
fn sliders(piece: Option<&str>) -> PyResult<Vec<Slider>> {
    piece.map_or(Ok(Slider::ALL.to_vec()), |piece| Ok(vec![slider(piece)?]))
}
