//! Features by their names.

use hyperbola::word::WideWord;
use hyperbola_features::{
    AttackCounts, Attacks, AttacksByRole, Blockers, Checkers, Feature, Features, Keys, KingDanger,
    LegalCounts, LegalMoves, Mobility, Outcomes, Pinned, Pinners, PositionSlice, RaggedFeature,
    XRayAttacks,
};
use numpy::{Element, IntoPyArray};
use pyo3::prelude::*;
use rayon::ThreadPool;

use crate::interrupt::in_pieces;
use crate::names::{more_threads, value_error, wide_word};

/// The number of positions of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 13;

/// Visits all features.
macro_rules! each_feature {
    ($visit:ident) => {
        $visit! {
            fixed Attacks, fixed AttacksByRole, fixed AttackCounts, fixed Mobility, fixed Pinned,
            fixed Pinners, fixed Checkers, fixed KingDanger,
            fixed XRayAttacks { blockers: Blockers::Any }, fixed Keys, fixed LegalCounts,
            fixed Outcomes, ragged LegalMoves,
        }
    };
}

/// Returns the names of all features.
#[pyfunction]
pub(crate) fn features() -> Vec<&'static str> {
    macro_rules! names {
        ($($form:ident $feature:expr,)*) => { vec![$($feature.name()),*] };
    }
    each_feature!(names)
}

/// Computes a feature as an array, or as a tuple of offsets and items.
pub(crate) fn compute<'py>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    name: &str,
    word: Option<&str>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let pool = more_threads(threads)?;
    let word = word.map(wide_word).transpose()?;
    let run = Run { positions, word, pool: pool.as_ref(), threads };
    macro_rules! find {
        ($($form:ident $feature:expr,)*) => {
            $(if name == $feature.name() {
                return run.$form(py, $feature);
            })*
        };
    }
    each_feature!(find);
    let names = features().join(", ");
    Err(value_error(format_args!("expected a feature ({names}), found {name:?}")))
}

/// A feature's computation.
struct Run<'a> {
    positions: PositionSlice<'a>,
    word: Option<WideWord>,
    pool: Option<&'a ThreadPool>,
    threads: usize,
}

impl Run<'_> {
    /// Calls a function for pieces of the rows.
    fn pieces(
        &self,
        py: Python<'_>,
        mut work: impl FnMut(core::ops::Range<usize>, Features<'_>) + Send,
    ) -> PyResult<()> {
        in_pieces(py, self.positions.len(), PIECE * self.threads, |rows| {
            let mut features = self.positions.rows(rows.clone()).features();
            if let Some(word) = self.word {
                features = features.on(word.kind()).unwrap_or(features);
            }
            match self.pool {
                None => work(rows, features),
                Some(pool) => pool.install(|| work(rows, features.parallel())),
            }
            Ok(())
        })
    }

    fn fixed<'py, F: Feature<Item: Element> + Send>(
        self,
        py: Python<'py>,
        feature: F,
    ) -> PyResult<Bound<'py, PyAny>> {
        let width = feature.shape().size();
        let rows = self.positions.len();
        let mut items = vec![F::Item::default(); rows * width];
        self.pieces(py, |rows, features| {
            let items = &mut items[rows.start * width..rows.end * width];
            features.compute_into(feature, items).expect("the slice has the length");
        })?;
        let shape = [&[rows], feature.shape().lengths()].concat();
        items.into_pyarray(py).call_method1("reshape", (shape,))
    }

    fn ragged<'py, F: RaggedFeature<Item: Element> + Send>(
        self,
        py: Python<'py>,
        feature: F,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut offsets, mut items) = (vec![0_i64], Vec::new());
        self.pieces(py, |_, features| {
            let lists = features.compute_ragged(feature);
            let before = offsets.last().copied().unwrap_or(0);
            offsets.extend(lists.offsets()[1..].iter().map(|offset| before + offset));
            items.extend_from_slice(lists.items());
        })?;
        (offsets.into_pyarray(py), items.into_pyarray(py)).into_pyobject(py).map(Bound::into_any)
    }
}
