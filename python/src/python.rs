//! Calls of what the package has in Python.

use core::ops::Range;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

/// Calls a function of the package's modules in Python.
pub(crate) fn python<'py, const N: usize>(
    py: Python<'py>,
    module: &str,
    function: &str,
    arguments: impl PyCallArgs<'py>,
    options: [(&str, Bound<'py, PyAny>); N],
) -> PyResult<Bound<'py, PyAny>> {
    let function = py.import(format!("hyperbola.{module}"))?.getattr(function)?;
    if N == 0 {
        return function.call1(arguments);
    }
    function.call(arguments, Some(&options.into_py_dict(py)?))
}

/// Refuses an array of NumPy that masks some of its elements.
pub(crate) fn unmasked(array: &Bound<'_, PyAny>, what: &str) -> PyResult<()> {
    python(array.py(), "_arrays", "unmasked", (array, what), []).map(drop)
}

/// The parts that pickle keeps: the function that makes the object again, and its arguments.
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// The number of items between two looks at Python's signals.
const LOOK: usize = 1 << 10;

/// The items of a sequence, one after another.
///
/// Functions in C that take all of them, such as list(), do not look at signals.
#[pyclass(module = "hyperbola._hyperbola", name = "_Items")]
pub(crate) struct Items {
    sequence: Py<PyAny>,
    rest: Range<usize>,
}

#[pymethods]
impl Items {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(index) = self.rest.next() else { return Ok(None) };
        if index % LOOK == LOOK - 1 {
            py.check_signals()?;
        }
        self.sequence.bind(py).get_item(index).map(Some)
    }

    fn __length_hint__(&self) -> usize {
        self.rest.len()
    }
}

/// Returns an iterator through the items of a sequence.
pub(crate) fn each<'py>(
    sequence: &Bound<'py, PyAny>,
    length: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let items = Items { sequence: sequence.clone().unbind(), rest: 0..length };
    Ok(Bound::new(sequence.py(), items)?.into_any())
}
