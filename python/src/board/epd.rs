//! Lines of EPD.

use hyperbola_moves::epd::{Epd, Operand, Operation};
use hyperbola_moves::{Position, Rules, Setup};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use super::Board;
use super::moves::Move;
use crate::names::{shown, value_error};

/// The operations whose operands are moves of the position, any of them or a line.
const MOVES: [&str; 5] = ["am", "bm", "pv", "sm", "pm"];

impl Board {
    /// Reads a line of EPD: the board, and the operations by their opcodes.
    pub(super) fn read_epd<'py>(
        py: Python<'py>,
        line: &str,
        rules: Rules,
    ) -> PyResult<(Self, Bound<'py, PyDict>)> {
        let wrong = |error: &dyn core::fmt::Display| {
            value_error(format_args!("{error}: {:?}", shown(line)))
        };
        let epd: Epd = line.parse().map_err(|error| wrong(&error))?;
        let position = epd.setup.position_by_rules(rules).map_err(|error| wrong(&error))?;
        let board = Self::of(position, epd.setup.en_passant, rules);
        let operations = PyDict::new(py);
        for operation in &epd.operations {
            let value = board.operands(py, operation).map_err(|error| {
                wrong(&format_args!("{}: {}", operation.opcode(), error.value(py)))
            })?;
            if operations.contains(operation.opcode())? {
                return Err(wrong(&format_args!("{}: it stands twice", operation.opcode())));
            }
            operations.set_item(operation.opcode(), value)?;
        }
        Ok((board, operations))
    }

    /// Returns the operands of an operation: a list of moves, one operand, or a list of several.
    fn operands<'py>(
        &self,
        py: Python<'py>,
        operation: &Operation,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let operands = operation.operands();
        if MOVES.contains(&operation.opcode()) {
            let mut board = self.copied();
            let is_line = operation.opcode() == "pv";
            let moves = PyList::empty(py);
            for operand in operands {
                let found = board.san_move(operand.text())?;
                moves.append(board.shown(py, found)?)?;
                if is_line {
                    board.play(found)?;
                }
            }
            return Ok(Some(moves.into_any()));
        }
        let values = operands.iter().map(|operand| value(py, operand));
        let mut values: Vec<_> = values.collect::<PyResult<_>>()?;
        Ok(match values.len() {
            0 | 1 => values.pop(),
            _ => Some(PyList::new(py, values)?.into_any()),
        })
    }

    /// Writes a line of EPD with operations.
    pub(super) fn write_epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let position: &Position = self.here();
        let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..position.setup() };
        let mut epd = Epd::new(setup);
        for (opcode, value) in operations.into_iter().flatten() {
            let opcode: String = opcode.extract()?;
            let clock = || value.extract::<u16>();
            match &*opcode {
                "hmvc" => epd.setup.halfmove_clock = clock()?,
                "fmvn" => epd.setup.fullmove_number = clock()?,
                _ => epd.operations.push(self.operation(&opcode, &value)?),
            }
        }
        Ok(epd.to_string())
    }

    fn operation(&self, opcode: &str, value: &Bound<'_, PyAny>) -> PyResult<Operation> {
        let operation = Operation::new(opcode)
            .map_err(|error| value_error(format_args!("{error}: {:?}", shown(opcode))))?;
        let values: Vec<Bound<'_, PyAny>> = if value.is_none() {
            Vec::new()
        } else if value.is_instance_of::<PyString>() || value.is_instance_of::<Move>() {
            vec![value.clone()]
        } else if let Ok(values) = value.try_iter() {
            values.collect::<PyResult<_>>()?
        } else {
            vec![value.clone()]
        };
        let mut board = self.copied();
        let are_sorted =
            opcode != "pv" && values.iter().all(|value| value.is_instance_of::<Move>());
        let mut operands = Vec::with_capacity(values.len());
        for value in values {
            let operand = if value.is_instance_of::<Move>() {
                let found = board.read_move(&value)?;
                let san = board.san_of(found);
                if opcode == "pv" {
                    board.play(found)?;
                }
                Operand::word(&san)
            } else if let Ok(text) = value.cast::<PyString>() {
                Operand::quoted(&text.to_string_lossy())
            } else if value.is_instance_of::<PyBool>()
                || !(value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>())
            {
                let found = value.get_type();
                return Err(PyTypeError::new_err(format!(
                    "{opcode}: expected texts, numbers, moves or None, found {found}"
                )));
            } else {
                Operand::word(&value.str()?.to_string_lossy())
            };
            let operand =
                operand.map_err(|error| value_error(format_args!("{opcode}: {error}")))?;
            operands.push(operand);
        }
        // Moves of which any will do have the order of their texts.
        if are_sorted {
            operands.sort_by(|one, two| one.text().cmp(two.text()));
        }
        Ok(operands.into_iter().fold(operation, Operation::with))
    }
}

/// Returns an operand: a text in quotes, or a number if it is one.
fn value<'py>(py: Python<'py>, operand: &Operand) -> PyResult<Bound<'py, PyAny>> {
    let text = operand.text();
    if !operand.is_quoted() {
        if let Ok(number) = text.parse::<i64>() {
            return Ok(number.into_pyobject(py)?.into_any());
        }
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return py.get_type::<PyInt>().call1((text,));
        }
        let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
        let number = text.parse::<f64>().ok();
        if let Some(number) = number.filter(|number| has_digits && number.is_finite()) {
            return Ok(number.into_pyobject(py)?.into_any());
        }
    }
    Ok(PyString::new(py, text).into_any())
}
