//! Calls of what the package has in Python.

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
    let options = options.into_py_dict(py)?;
    let function = py.import(format!("hyperbola.{module}"))?.getattr(function)?;
    function.call(arguments, Some(&options))
}

/// Refuses an array of NumPy that masks some of its elements.
pub(crate) fn unmasked(array: &Bound<'_, PyAny>, what: &str) -> PyResult<()> {
    python(array.py(), "_arrays", "unmasked", (array, what), []).map(drop)
}

/// What pickle keeps: the function that makes the object again, and its arguments.
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);
