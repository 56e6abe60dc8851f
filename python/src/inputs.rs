//! Inputs of networks.

use hyperbola_features::{InputItem, Inputs, PositionSlice, Ragged, WidthError};
use hyperbola_inputs::{Definition, InputSet as Set, Meaning, Preset};
use hyperbola_moves::Color;
use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList, PyString, PyTuple};

use crate::interrupt::{at_once, in_pieces};
use crate::memory;
use crate::names::{self, Text, Way, shown, text, value_error};
use crate::position::Position;
use crate::python::Reduced;

/// The number of positions of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 12;

/// The inputs of a network: how they are numbered.
///
/// A set is made of names of presets with plus signs between them, or of a dict as a definition in
/// TOML has it: a list of "blocks", each a preset or a kind with its parameters, which the
/// documentation of the crate hyperbola-inputs describes. InputSet.presets() lists the presets.
///
/// >>> InputSet("threats_59808+pawn_pairs+halfka_v2_hm").size
/// 86896
/// >>> own = {"kind": "pawn-pairs", "mirror": "a-d", "files": 2}
/// >>> InputSet({"blocks": [{"preset": "chess_768"}, own]}).blocks
/// [{'kind': 'pieces', 'start': 0, 'size': 768}, {'kind': 'pawn-pairs', 'start': 768, 'size':
/// 4560}]
#[pyclass(frozen, eq, module = "hyperbola", name = "InputSet")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct InputSet(pub(crate) Box<Set>);

#[pymethods]
impl InputSet {
    #[new]
    fn new(definition: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::read("definition", definition)
    }

    /// Returns the names of all presets and what they are. Their numbers never change.
    ///
    /// >>> InputSet.presets()["chess_768"]
    /// 'Chess768 of Bullet: pieces on squares, without buckets'
    #[staticmethod]
    fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        Preset::ALL.iter().map(|preset| (preset.name, preset.meaning)).into_py_dict(py)
    }

    /// How many inputs there are: numbers go from 0 to below it.
    #[getter]
    fn size(&self) -> u32 {
        self.0.size()
    }

    /// A text that is the same for equal sets, on every machine and in every version.
    ///
    /// >>> InputSet("halfka_v2_hm").digest
    /// '50ff1a52a02432f2'
    #[getter]
    fn digest(&self) -> String {
        format!("{:016x}", self.0.digest())
    }

    /// The kind of each block, the number of its first input, and how many it has.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let blocks = self.0.parts().iter().map(|part| {
            let block = PyDict::new(py);
            block.set_item("kind", part.block().kind())?;
            block.set_item("start", part.start())?;
            block.set_item("size", part.size())?;
            Ok(block)
        });
        PyList::new(py, blocks.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the definition as a dict, without presets.
    ///
    /// >>> InputSet("pawn_pairs").definition()
    /// {'blocks': [{'kind': 'pawn-pairs', 'mirror': 'a-d', 'files': 1}]}
    fn definition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&Definition::from(&*self.0)).map_err(value_error)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// Returns what a number stands for, as its view sees the board: White's pieces are the view's
    /// own and go up, and the files may be turned over. None for a threat or a pair that no
    /// position has.
    ///
    /// >>> InputSet("threats_59808").meaning(357)
    /// {'block': 0, 'kind': 'threat', 'attacker': 'N', 'from': 6, 'victim': 'P', 'to': 12}
    /// >>> InputSet("chess_768").meaning(65)
    /// {'block': 0, 'kind': 'piece', 'bucket': 0, 'plane': 1, 'square': 1}
    fn meaning<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let size = self.0.size();
        let number = index.extract::<u32>().ok().filter(|&number| number < size);
        let number = number.ok_or_else(|| {
            PyIndexError::new_err(format!("index: expected 0 to {}, found {index}", size - 1))
        })?;
        let Some((block, meaning)) = self.0.meaning(number) else { return Ok(None) };
        let found = PyDict::new(py);
        found.set_item("block", block)?;
        match meaning {
            Meaning::Piece { bucket, plane, square } => {
                found.set_item("kind", "piece")?;
                found.set_item("bucket", bucket)?;
                found.set_item("plane", plane)?;
                found.set_item("square", square.index())?;
            }
            Meaning::Threat { attacker, from, victim, to } => {
                found.set_item("kind", "threat")?;
                found.set_item("attacker", attacker.to_string())?;
                found.set_item("from", from.index())?;
                found.set_item("victim", victim.to_string())?;
                found.set_item("to", to.index())?;
            }
            Meaning::Pair(pawns) => {
                found.set_item("kind", "pair")?;
                let letter = |color| if color == Color::White { "P" } else { "p" };
                let pawns = pawns.map(|(color, square)| (letter(color), square.index()));
                found.set_item("pawns", pawns.to_vec())?;
            }
            _ => {}
        }
        Ok(Some(found))
    }

    /// Returns the active inputs of a Position, White's view and Black's: two arrays of int32 in
    /// ascending order.
    ///
    /// >>> white, black = InputSet("chess_768").active(Position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"))
    /// >>> white.tolist(), black.tolist()
    /// ([8, 324, 764], [324, 432, 764])
    fn active<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyTuple>> {
        let active = self.0.active(position.0.board());
        PyTuple::new(py, Color::ALL.map(|view| sorted(py, active.view(view))))
    }

    /// Returns what a legal move changes, for White's view and for Black's: a dict each, with the
    /// inputs that are "removed" and "added", arrays of int32 in ascending order, and with the
    /// places of the blocks that are "refreshed": whose inputs are all to be computed anew.
    ///
    /// >>> white, black = InputSet("halfka_v2_hm").changes(Position(), "e2e4")
    /// >>> white["removed"].tolist(), white["added"].tolist(), white["refreshed"]
    /// ([21836], [21852], [])
    #[pyo3(signature = (position, r#move))]
    fn changes<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        #[pyo3(from_py_with = text::r#move)] r#move: Text,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let before = &position.0;
        let legal = before.parse_uci(&r#move).map_err(|error| {
            value_error(format_args!("move: {error}; found {:?}", shown(&r#move)))
        })?;
        let mut after = *before;
        after.play_unchecked(legal);
        let changes = self.0.changes(before.board(), after.board());
        let views = Color::ALL.map(|view| -> PyResult<Bound<'py, PyDict>> {
            let (changes, found) = (changes.view(view), PyDict::new(py));
            found.set_item("removed", sorted(py, changes.removed()))?;
            found.set_item("added", sorted(py, changes.added()))?;
            let blocks = (0..self.0.parts().len()).filter(|&block| changes.refreshes(block));
            found.set_item("refreshed", blocks.collect::<Vec<_>>())?;
            Ok(found)
        });
        let [white, black] = views;
        PyTuple::new(py, [white?, black?])
    }

    fn __hash__(&self) -> u64 {
        self.0.digest()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, Bound<'py, PyTuple>>> {
        let definition = slf.get().definition(slf.py())?;
        Ok((slf.get_type().into_any(), PyTuple::new(slf.py(), [definition])?))
    }

    fn __repr__(&self) -> String {
        let kinds: Vec<&str> = self.0.parts().iter().map(|part| part.block().kind()).collect();
        format!("<hyperbola.InputSet: {} inputs, {}>", self.0.size(), kinds.join(" + "))
    }
}

impl InputSet {
    /// Reads the set that a parameter has.
    pub(crate) fn read(parameter: &str, definition: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(set) = definition.cast::<Self>() {
            return Ok(set.get().clone());
        }
        let set = if definition.is_instance_of::<PyString>() {
            let names: Text = definition.extract()?;
            names.parse::<Set>().map_err(|error| {
                value_error(format_args!("{parameter}: {error}; found {:?}", shown(&names)))
            })?
        } else {
            if !definition.is_instance_of::<PyDict>() {
                let found = definition.get_type();
                let text = format!("{parameter}: expected a str or a dict, found {found}");
                return Err(PyTypeError::new_err(text));
            }
            // NumPy's numbers and arrays are those of Python.
            let py = definition.py();
            let plain = py.import("hyperbola._arrays")?.getattr("plain")?;
            let options = [("default", plain)].into_py_dict(py)?;
            let json = py.import("json")?.call_method("dumps", (definition,), Some(&options));
            let json = json
                .map_err(|error| value_error(format_args!("{parameter}: {}", error.value(py))))?;
            let read = serde_json::from_str::<Definition>(json.extract()?);
            let wrong =
                |error: &dyn core::fmt::Display| value_error(format_args!("{parameter}: {error}"));
            // The place in a text that nobody has seen says nothing.
            let strip = |error: serde_json::Error| {
                let text = error.to_string();
                wrong(&text.split(" at line ").next().unwrap_or_default())
            };
            read.map_err(strip)?.set().map_err(|error| wrong(&error))?
        };
        Ok(Self(Box::new(set)))
    }
}

/// Returns numbers in ascending order.
fn sorted<'py>(py: Python<'py>, numbers: &[u32]) -> Bound<'py, PyArray1<i32>> {
    let mut numbers: Vec<i32> = numbers.iter().map(|&number| number.cast_signed()).collect();
    numbers.sort_unstable();
    numbers.into_pyarray(py)
}

/// How the inputs of many positions are computed.
pub(crate) struct Asked<'a> {
    pub(crate) set: &'a InputSet,
    pub(crate) first: &'a str,
    pub(crate) width: Option<usize>,
    pub(crate) simd: Option<&'a str>,
    pub(crate) threads: usize,
}

/// Computes the inputs of positions as numbers of a type.
pub(crate) fn compute<'py>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    asked: &Asked<'_>,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    match dtype {
        "int32" => compute_of::<i32>(py, positions, asked, dtype),
        "int64" => compute_of::<i64>(py, positions, asked, dtype),
        "uint16" => compute_of::<u16>(py, positions, asked, dtype),
        _ => Err(value_error(format_args!(
            "dtype: expected int32, int64 or uint16, found {:?}",
            shown(dtype)
        ))),
    }
}

fn compute_of<'py, T: InputItem + Element>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    asked: &Asked<'_>,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let first = names::view(asked.first).ok_or_else(|| {
        value_error(format_args!(
            "first: expected side_to_move, white or black, found {:?}",
            shown(asked.first)
        ))
    })?;
    let set = &*asked.set.0;
    let inputs = Inputs::new(set).first(first).of::<T>().ok_or_else(|| {
        let size = set.size();
        value_error(format_args!("dtype: {size} inputs do not fit in {dtype}; expected int32"))
    })?;
    let way = Way::new(asked.simd, asked.threads)?;
    let at_once = PIECE * at_once(asked.threads);
    if let Some(width) = asked.width {
        let mut items: Vec<T> = Vec::new();
        memory::reserve(&mut items, positions.len().saturating_mul(2).saturating_mul(width))?;
        in_pieces(py, positions.len(), at_once, |rows| {
            let (start, before) = (rows.start, items.len());
            items.resize(before + 2 * width * rows.len(), T::default());
            let part = &mut items[before..];
            let padded = way.compute(positions.rows(rows), |features| {
                features.inputs_padded_into(inputs, width, part)
            });
            padded.map_err(|error| match error {
                WidthError::Width { row, found, width } => value_error(format_args!(
                    "width: row {} has {found} inputs, expected at most {width}",
                    start + row
                )),
                error => value_error(error),
            })
        })?;
        return items
            .into_pyarray(py)
            .call_method1("reshape", ((positions.len(), 2, width),))
            .map(Bound::into_any);
    }
    let (mut offsets, mut items) = (Vec::new(), Vec::<T>::new());
    memory::reserve(&mut offsets, positions.len().saturating_mul(2).saturating_add(1))?;
    offsets.push(0_i64);
    let mut lists = Ragged::new();
    in_pieces(py, positions.len(), at_once, |rows| {
        way.compute(positions.rows(rows), |features| {
            features.compute_ragged_into(inputs, &mut lists);
        });
        let before = offsets.last().copied().unwrap_or(0);
        offsets.extend(lists.offsets()[1..].iter().map(|offset| before + offset));
        memory::extend(&mut items, lists.items())
    })?;
    let arrays = [offsets.into_pyarray(py).into_any(), items.into_pyarray(py).into_any()];
    Ok(PyTuple::new(py, arrays)?.into_any())
}
