//! The hunt of a move generator in Python.

use core::sync::atomic::{AtomicBool, Ordering};

use hyperbola_hunt::{
    Abilities, Answer, Failure, Hunt, Rule, Situation, Subject, ViewInputs, given,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::inputs::InputSet;
use crate::names::{Text, flag, text};
use pyo3::types::PyString;

/// The number of moves after which a list is not read on. No position has a tenth of it.
const MOST_MOVES: usize = 10_000;

/// The number of inputs of a view after which a list is not read on. No set has so many active.
const MOST_INPUTS: usize = 10_000;

/// A function in Python that takes a FEN and moves, and returns the legal moves then, or the inputs
/// of both views.
struct Function<'a> {
    function: Py<PyAny>,
    name: String,
    is_chess960: bool,
    /// The exception that ends the hunt.
    error: Option<PyErr>,
    /// Set with the exception.
    stop: &'a AtomicBool,
}

impl Function<'_> {
    fn call<'py>(&self, py: Python<'py>, situation: &Situation) -> PyResult<Bound<'py, PyAny>> {
        // A function that is not in Python would never see a signal.
        py.check_signals()?;
        self.function.bind(py).call1((situation.fen(), situation.moves()))
    }

    fn moves(&self, py: Python<'_>, situation: &Situation) -> PyResult<Vec<String>> {
        let found = self.call(py, situation)?;
        if found.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("expected moves, each a str; found one str"));
        }
        let mut moves = Vec::new();
        for uci in found.try_iter()? {
            if moves.len() == MOST_MOVES {
                let message = format!("expected at most {MOST_MOVES} moves, found more");
                return Err(PyValueError::new_err(message));
            }
            moves.push(uci?.extract()?);
        }
        Ok(moves)
    }

    fn numbers(&self, py: Python<'_>, situation: &Situation) -> PyResult<[ViewInputs; 2]> {
        let answer = self.call(py, situation)?;
        let wrong = |error: PyErr| {
            let message =
                "expected two lists of numbers from 0 to 4294967295, White's view and Black's";
            PyTypeError::new_err(format!("{message}; {error}"))
        };
        let mut views = Vec::new();
        for numbers in answer.try_iter().map_err(wrong)?.take(3) {
            let numbers = numbers?.try_iter().map_err(wrong)?.take(MOST_INPUTS + 1);
            let added: Vec<u32> =
                numbers.map(|number| number?.extract().map_err(wrong)).collect::<PyResult<_>>()?;
            if added.len() > MOST_INPUTS {
                let message = format!("expected at most {MOST_INPUTS} inputs, found more");
                return Err(PyValueError::new_err(message));
            }
            views.push(ViewInputs { added, ..ViewInputs::default() });
        }
        let count = if views.len() > 2 { "more".to_owned() } else { views.len().to_string() };
        views.try_into().map_err(|_| {
            let message = format!("expected two lists, White's view and Black's; found {count}");
            PyValueError::new_err(message)
        })
    }

    /// Asks by a call. An exception ends the hunt.
    fn ask<T>(
        &mut self,
        call: impl FnOnce(&Self, Python<'_>) -> PyResult<T>,
    ) -> Result<T, Failure> {
        if self.error.is_none() {
            match Python::attach(|py| call(self, py)) {
                Ok(answer) => return Ok(answer),
                Err(error) => self.error = Some(error),
            }
            self.stop.store(true, Ordering::Relaxed);
        }
        Err(Failure::Interrupted)
    }
}

impl Subject for Function<'_> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(1).plays(true).chess960(self.is_chess960)
    }

    fn divide(&mut self, situation: &Situation, _: u32) -> Result<Answer, Failure> {
        self.ask(|function, py| function.moves(py, situation)).map(Answer::Moves)
    }

    fn inputs(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        self.ask(|function, py| function.numbers(py, situation))
    }
}

/// A finding: its fields as JSON, so that they have the names that the command prints, and the
/// reports as text and as Markdown.
type Found = (String, String, String);

/// Hunts a function. The rows of a suite are lines of one text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's function has them as options")]
pub(crate) fn hunt(
    py: Python<'_>,
    function: Py<PyAny>,
    #[pyo3(from_py_with = text::name)] name: Text,
    seconds: Option<f64>,
    positions: Option<u64>,
    seed: u64,
    #[pyo3(from_py_with = flag::chess960)] chess960: bool,
    #[pyo3(from_py_with = flag::unreachable)] unreachable: bool,
    #[pyo3(from_py_with = flag::suites)] suites: bool,
    #[pyo3(from_py_with = text::suite)] suite: Text,
    ignore: Vec<String>,
    inputs: Option<Bound<'_, PyAny>>,
) -> PyResult<Option<Found>> {
    let rows = given(&suite).map(|row| {
        row.map_err(|(line, error)| {
            PyValueError::new_err(format!("suite: row {}: {error}", line - 1))
        })
    });
    let rows: Vec<_> = rows.collect::<PyResult<_>>()?;
    let ignored = ignore.iter().map(|name| {
        Rule::from_id(name).ok_or_else(|| {
            let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
            let names = names.join(", ");
            PyValueError::new_err(format!("ignore: expected rules out of {names}; found {name:?}"))
        })
    });
    let ignored: Vec<Rule> = ignored.collect::<PyResult<_>>()?;
    let set = inputs.map(|inputs| InputSet::read("inputs", &inputs)).transpose()?;
    let stop = AtomicBool::new(false);
    let mut subject = Function {
        function,
        name: name.to_owned(),
        is_chess960: chess960,
        error: None,
        stop: &stop,
    };
    let hunt = Hunt::new()
        .seed(seed)
        .seconds(seconds)
        .positions(positions)
        .unreachable(unreachable)
        .suites(suites)
        .first(rows)
        .ignore(ignored)
        .stop(&stop);
    let hunt = match &set {
        Some(set) => hunt.inputs(&set.0),
        None => hunt,
    };
    let outcome = py.detach(|| hunt.run(&mut subject));
    if let Some(error) = subject.error {
        return Err(error);
    }
    let outcome = outcome.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let Some(finding) = outcome.findings.first() else { return Ok(None) };
    let fields = serde_json::to_string(finding);
    let fields = fields.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(Some((fields, outcome.to_string(), outcome.markdown())))
}
