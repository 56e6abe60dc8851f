//! Techniques, kinds of SIMD and numbers of threads as Python names them.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;
use std::path::PathBuf;

use hyperbola::choice::{Choice, Purpose};
use hyperbola::word::{WideWord, WordKind};
use hyperbola::{Slider, Technique};
use hyperbola_features::{Features, PositionSlice, View};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The largest number of threads.
const THREADS: usize = 256;

/// Makes a `ValueError` of an error.
pub(crate) fn value_error(error: impl fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The number of characters of a wrong text that its error shows.
const SHOWN: usize = 200;

/// Returns the beginning of a text that is wrong, to be shown.
pub(crate) fn shown(text: &str) -> &str {
    &text[..text.char_indices().nth(SHOWN).map_or(text.len(), |(index, _)| index)]
}

/// A text of Python. A surrogate, which no text of Rust has, becomes a character that no name has.
///
/// A default of this type is written twice, because PyO3 shows none but those of simple types.
pub(crate) struct Text(String);

impl Text {
    pub(crate) fn of(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Ok(Self(object.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Reads the name that a parameter has. The error says what was found.
pub(crate) fn parse<T: FromStr<Err: fmt::Display>>(parameter: &str, name: &str) -> PyResult<T> {
    name.parse()
        .map_err(|error| value_error(format_args!("{parameter}: {error}; found {:?}", shown(name))))
}

/// Returns the view with a name.
pub(crate) fn view(name: &str) -> Option<View> {
    match name {
        "side_to_move" => Some(View::SideToMove),
        "white" => Some(View::White),
        "black" => Some(View::Black),
        _ => None,
    }
}

/// Reads a piece.
pub(crate) fn slider(name: &str) -> PyResult<Slider> {
    parse("piece", name)
}

/// Reads a technique.
pub(crate) fn technique(name: &str) -> PyResult<Technique> {
    name.parse().map_err(|_| {
        let ids: Vec<_> = Technique::ALL.iter().map(|technique| technique.id()).collect();
        value_error(format_args!(
            "technique: expected a technique, found {:?}; techniques: {}",
            shown(name),
            ids.join(", ")
        ))
    })
}

/// Reads a kind of word that this processor has: the parameter `simd`.
fn word(simd: &str, boards: bool) -> PyResult<WordKind> {
    let kind: Option<WordKind> = simd.parse().ok();
    let kind = kind.ok_or_else(|| {
        value_error(format_args!(
            "simd: expected one of {}; found {:?}",
            simd_kinds(boards).join(", "),
            shown(simd)
        ))
    })?;
    if kind.is_available() {
        Ok(kind)
    } else {
        Err(value_error(format_args!("simd: this processor does not have {kind}")))
    }
}

/// Reads a kind of word that whole boards are computed on: features, and perft.
pub(crate) fn wide_word(simd: &str) -> PyResult<WideWord> {
    WideWord::detect(word(simd, true)?).ok_or_else(|| {
        let kinds = simd_kinds(true).join(", ");
        value_error(format_args!("simd: expected one of {kinds} for boards; found {simd:?}"))
    })
}

/// Reads a technique and a kind of word for batches; what is not named is the best for this
/// processor.
pub(crate) fn choice(technique: Option<&str>, simd: Option<&str>) -> PyResult<Choice> {
    let best = Purpose::Batch.choice();
    let technique = technique.map_or(Ok(best.technique), self::technique)?;
    let kind = simd.map_or(Ok(best.kind), |simd| word(simd, false))?;
    Ok(Choice { technique, kind })
}

/// Makes a pool of threads.
///
/// Each call makes its own, because the threads of a pool do not live on in a forked process.
pub(crate) fn pool(threads: usize) -> PyResult<ThreadPool> {
    let threads = check_threads(threads)?;
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(value_error)
}

/// Makes a pool of several threads, and nothing for one: that is the caller's.
pub(crate) fn more_threads(threads: usize) -> PyResult<Option<ThreadPool>> {
    (check_threads(threads)? > 1).then(|| pool(threads)).transpose()
}

/// Works on a pool, or on the caller's thread without one.
pub(crate) fn within<T: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> T + Send) -> T {
    match pool {
        None => work(),
        Some(pool) => pool.install(work),
    }
}

/// On which word features are computed, and on how many threads.
pub(crate) struct Way {
    word: Option<WideWord>,
    pub(crate) pool: Option<ThreadPool>,
}

impl Way {
    pub(crate) fn new(simd: Option<&str>, threads: usize) -> PyResult<Self> {
        let pool = more_threads(threads)?;
        Ok(Self { word: simd.map(wide_word).transpose()?, pool })
    }

    /// Works on the threads, with what computes features of positions.
    pub(crate) fn compute<T: Send>(
        &self,
        positions: PositionSlice<'_>,
        work: impl FnOnce(Features<'_>) -> T + Send,
    ) -> T {
        let features = positions.features();
        let on_word = self.word.and_then(|word| features.on(word.kind()));
        let features = on_word.unwrap_or(features);
        match &self.pool {
            None => work(features),
            Some(pool) => pool.install(|| work(features.parallel())),
        }
    }
}

/// Checks a number of threads.
pub(crate) fn check_threads(threads: usize) -> PyResult<usize> {
    if (1..=THREADS).contains(&threads) {
        Ok(threads)
    } else {
        Err(value_error(format_args!("expected 0 to {THREADS} threads, found {threads}")))
    }
}

/// Returns all techniques: id, name, family, inventors and year.
#[pyfunction]
pub(crate) fn techniques() -> Vec<(&'static str, &'static str, String, Vec<&'static str>, u16)> {
    let facts = |technique: &Technique| {
        let info = technique.info();
        (info.id, info.name, info.family.to_string(), info.inventors.to_vec(), info.year)
    };
    Technique::ALL.iter().map(facts).collect()
}

/// Returns the kinds of SIMD of this processor that the parameter simd takes, from "u64", which has
/// none, to the widest: of functions of attacks, or with boards=True of methods that compute whole
/// boards, as Positions.compute() and perft() do. All give the same.
///
/// >>> set(simd_kinds(boards=True)) <= set(simd_kinds()), simd_kinds(boards=True)[0]
/// (True, 'u64')
#[pyfunction]
#[pyo3(signature = (*, boards=false))]
pub(crate) fn simd_kinds(#[pyo3(from_py_with = flag::boards)] boards: bool) -> Vec<&'static str> {
    let usable = |kind: &&WordKind| {
        let is_wanted = if boards { WideWord::KINDS.contains(kind) } else { kind.is_for_batches() };
        is_wanted && kind.is_available()
    };
    WordKind::ALL.iter().filter(usable).map(|kind| kind.id()).collect()
}

/// Defines a function for each parameter that is a whole number, which reads it. Errors name the
/// parameter.
macro_rules! integers {
    ($($name:ident: $type:ty),*) => {
        $(pub(crate) fn $name(found: &Bound<'_, PyAny>) -> PyResult<$type> {
            let range = || format!("a number from {} to {}", <$type>::MIN, <$type>::MAX);
            found.extract().map_err(|error| whole(&error, stringify!($name), &range(), found))
        })*
    };
}

/// The parameters that are whole numbers.
pub(crate) mod integer {
    use pyo3::prelude::*;

    use super::{THREADS, whole};

    /// Reads a number of threads. 0 stands for as many as there are processors.
    pub(crate) fn threads(found: &Bound<'_, PyAny>) -> PyResult<usize> {
        let wrong = |error: PyErr| whole(&error, "threads", "a number from 0 to 256", found);
        let all = || std::thread::available_parallelism().map_or(1, |all| all.get().min(THREADS));
        Ok(match found.extract().map_err(wrong)? {
            0 => all(),
            threads => threads,
        })
    }

    integers!(
        bits: u16, width: usize, depth: u32, memory_mib: usize, row: isize, max_score: u32, min_ply: u16,
        max_ply: u16, min_pieces: u32, max_pieces: u32, min_material: u32, max_material: u32,
        every: u64, missing_score: i16, number: u32, count: usize, games: usize, game: isize, seed: u64, max_plies: u32
    );
}

/// Defines a module for each type of parameters, with a function for each of them that reads it.
/// Errors name the parameter.
macro_rules! parameters {
    ($($(#[$doc:meta])* $module:ident: $type:ty, $expected:literal = $($name:ident)*;)*) => {
        $($(#[$doc])* pub(crate) mod $module {
            use super::*;

            $(pub(crate) fn $name(found: &Bound<'_, PyAny>) -> PyResult<$type> {
                found.extract().map_err(|error| unfit(error, stringify!($name), $expected, found))
            })*
        })*
    };
}

parameters! {
    /// The parameters that are texts.
    text: Text, "a str" = autoreset bad_games bad_rows dtype en_passant encoding epd fen first name r#move piece
        planes
        rules san suite symbol technique uci value view;
    /// The parameters that are texts or None.
    optional: Option<Text>, "a str or None" = encoding format missing_result piece simd technique;
    /// The parameters that are true or false.
    flag: bool, "a bool" = boards chess960 claim_draw comments headers invert_color keeps_before lenient mark only_headers overwrite packed scored shredder shuffle suites
        unlabelled unreachable unscored variations verify without_captures without_checks without_promotions;
    /// The parameters that are true, false or None.
    flag_or_none: Option<bool>, "a bool or None" = chess960;
    /// The parameters that are the numbers of squares in planes.
    weight: f32, "a number" = attacks xrays;
    /// The parameters that are paths of files.
    path: PathBuf, "a str or an os.PathLike" = path;
}

/// Makes the error for what a parameter does not take. An error of another kind is one of the
/// object's own.
fn unfit(error: PyErr, name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    if !error.is_instance_of::<PyTypeError>(found.py()) {
        return error;
    }
    let (name, found) = (name.trim_start_matches("r#"), found.get_type());
    PyTypeError::new_err(format!("{name}: expected {expected}, found {found}"))
}

/// Makes the error for values that are not integers in the parameter's range.
fn whole(error: &PyErr, name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    if error.is_instance_of::<PyOverflowError>(found.py()) {
        // The text of a number may be too long for Python to make it.
        let found = found.str().map_or_else(|_| "a huge one".into(), |text| text.to_string());
        let text = format!("{name}: expected {expected}, found {}", shown(&found));
        return PyValueError::new_err(text);
    }
    unfit(PyTypeError::new_err(()), name, "an int", found)
}
