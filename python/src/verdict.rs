//! Verdicts on positions.

use hyperbola_moves::{Judgement, Verdict};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::interrupt::in_pieces;
use crate::memory;
use crate::names::{Text, flag, shown, text, value_error};
use crate::position::no_fen;
use crate::sink::{Column, Sink};
use crate::texts::{self, BYTE_ORDER_MARK, instead};

/// A verdict: its name, the rule that the position breaks, the reason, the mended FEN, and whether
/// only double Chess960 has such castling rights.
type Judged = (&'static str, Option<&'static str>, String, Option<String>, bool);

/// The number of rows between two looks at Python's signals.
const PIECE: usize = 1 << 10;

/// Judges the position of a FEN.
#[pyfunction]
pub(crate) fn judge(#[pyo3(from_py_with = text::fen)] fen: Text) -> PyResult<Judged> {
    let judgement = Judgement::of_fen(&fen).map_err(|error| no_fen(&error, &fen))?;
    let verdict = judgement.verdict;
    let rule = match verdict {
        Verdict::Impossible(reason) => Some(reason.rule().name()),
        _ => None,
    };
    let is_double = matches!(verdict, Verdict::Chess960 { is_double: true });
    let mended = judgement.mended.map(|mended| mended.to_string());
    Ok((verdict.name(), rule, verdict.to_string(), mended, is_double))
}

/// Judges the positions of many FENs. Returns the number of each verdict: 1 for chess, 2 for
/// Chess960, 3 for what is impossible. With `mark` a text that is no FEN has 0.
#[pyfunction]
pub(crate) fn judge_all<'py>(
    fens: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = flag::mark)] mark: bool,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let mut judge = Judge { numbers: Vec::new(), mark };
    texts::read(fens, "fens", &mut judge)?;
    Ok(judge.numbers.into_pyarray(fens.py()))
}

/// Judges columns of FENs.
struct Judge {
    numbers: Vec<u8>,
    mark: bool,
}

impl Sink for Judge {
    fn expect(&mut self, rows: usize) -> PyResult<()> {
        memory::check_rows(rows)?;
        self.numbers.reserve(rows);
        Ok(())
    }

    fn add(&mut self, py: Python<'_>, texts: &dyn Column) -> PyResult<()> {
        let first = self.numbers.len();
        in_pieces(py, texts.len(), PIECE, |rows| {
            for row in rows {
                let number = match number(texts, row, first == 0 && row == 0) {
                    Ok(number) => number,
                    Err(_) if self.mark => 0,
                    Err(reason) => {
                        return Err(value_error(format_args!("row {}: {reason}", first + row)));
                    }
                };
                self.numbers.push(number);
            }
            Ok(())
        })
    }
}

/// Returns the number of the verdict on a row, which may be the first of all, or why it is no FEN.
fn number(texts: &dyn Column, row: usize, is_first: bool) -> Result<u8, String> {
    if let Some(reason) = texts.wrong(row) {
        return Err(reason);
    }
    let (mut text, mut bytes) = (texts.text(row), texts.bytes(row));
    if is_first {
        text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        bytes = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
    }
    match Judgement::of_fen(text).map(|judgement| judgement.verdict) {
        Ok(Verdict::Chess) => Ok(1),
        Ok(Verdict::Chess960 { .. }) => Ok(2),
        Ok(_) => Ok(3),
        Err(error) => {
            let reason = instead(bytes).map_or_else(|| error.to_string(), str::to_owned);
            Err(format!("{reason}: {:?}", shown(text)))
        }
    }
}
