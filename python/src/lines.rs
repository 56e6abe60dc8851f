//! Lines of a text: FENs, or FENs with scores and results.

use hyperbola_moves::epd::is_passed;
use memchr::memchr;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;

use crate::memory;
use crate::names::{Text, flag, integer, parse, shown, text};
use crate::sink::{self, Column, Sink};
use crate::store::Positions;
use crate::store::parse_bad_rows;
use crate::texts::Reader;
use hyperbola_features::Texts;

/// Lines that are in memory, without their ends. A FEN and a result may have a `\r` behind them.
/// Empty lines and comments are none of them.
struct Lines<'a> {
    lines: Vec<&'a [u8]>,
    /// The number of bytes that they have with what was passed over.
    read: usize,
    /// What is behind the FENs, or nothing if lines are FENs alone.
    labels: Option<Labels>,
}

/// Scores and results of lines. A line without them has NaN.
#[derive(Default)]
struct Labels {
    /// The number of bytes of each FEN.
    fens: Vec<usize>,
    scores: Vec<f32>,
    results: Vec<f32>,
}

impl<'a> Lines<'a> {
    /// Finds as many lines. There may be fewer at the end of a text, whose last line may have no
    /// line end. Otherwise it returns nothing.
    fn find(bytes: &'a [u8], most: usize, is_end: bool) -> PyResult<Option<Self>> {
        let (mut lines, mut read) = (Vec::new(), 0);
        memory::reserve(&mut lines, most.min(bytes.len()))?;
        while lines.len() < most && read < bytes.len() {
            let rest = &bytes[read..];
            let (line, length) = match memchr(b'\n', rest) {
                Some(end) => (&rest[..end], end + 1),
                None if is_end => (rest, rest.len()),
                None => return Ok(None),
            };
            if !is_passed(line) {
                lines.push(line);
            }
            read += length;
        }
        Ok((lines.len() == most || is_end).then_some(Self { lines, read, labels: None }))
    }

    /// Reads the scores and the results.
    fn label(&mut self) -> PyResult<()> {
        let (mut labels, count) = (Labels::default(), self.lines.len());
        memory::reserve(&mut labels.fens, count)?;
        memory::reserve(&mut labels.scores, count)?;
        memory::reserve(&mut labels.results, count)?;
        for line in &self.lines {
            let (fen, score, result) = labelled(line).unwrap_or((b"", f32::NAN, f32::NAN));
            labels.fens.push(fen.len());
            labels.scores.push(score);
            labels.results.push(result);
        }
        self.labels = Some(labels);
        Ok(())
    }
}

/// Returns the FEN, the score and the result of a line `FEN | score | result`. The score is a
/// finite number and the result 1, 0.5 or 0, as a number or as games have it, in brackets or not.
fn labelled(line: &[u8]) -> Option<(&[u8], f32, f32)> {
    let (rest, result) = split_last(line)?;
    let (fen, score) = split_last(rest)?;
    let score = str::from_utf8(score).ok()?.parse().ok().filter(|score: &f32| score.is_finite())?;
    let bare = result.strip_prefix(b"[").and_then(|result| result.strip_suffix(b"]"));
    let result = match bare.unwrap_or(result) {
        b"1.0" | b"1" | b"1-0" => 1.0,
        b"0.5" | b"1/2" | b"1/2-1/2" => 0.5,
        b"0.0" | b"0" | b"0-1" => 0.0,
        _ => return None,
    };
    Some((fen, score, result))
}

/// Returns what is before the last bar, and what is behind it, without blanks around.
fn split_last(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let bar = line.iter().rposition(|&byte| byte == b'|')?;
    Some((&line[..bar], line[bar + 1..].trim_ascii()))
}

impl Texts for Lines<'_> {
    fn len(&self) -> usize {
        self.lines.len()
    }

    fn text(&self, row: usize) -> &str {
        sink::text(self.bytes(row))
    }
}

impl Column for Lines<'_> {
    /// Returns the FEN, or nothing of a line without labels, so that it is no position.
    fn bytes(&self, row: usize) -> &[u8] {
        let line = self.lines[row];
        self.labels.as_ref().map_or(line, |labels| &line[..labels.fens[row]])
    }

    fn wrong(&self, row: usize) -> Option<String> {
        self.labels.as_ref().filter(|labels| labels.scores[row].is_nan()).map(|_| {
            let line = shown(sink::text(self.lines[row]));
            format!("expected FEN | score | result with the result 1.0, 0.5 or 0.0; found {line:?}")
        })
    }
}

/// Positions, their scores and results, and the number of bytes that were read.
type ReadLines<'py> = (Positions, Bound<'py, PyArray1<f32>>, Bound<'py, PyArray1<f32>>, usize);

/// Reads as many lines of bytes as FENs, or as `FEN | score | result`. Without so many lines it
/// returns nothing, unless the bytes are the end of the text. Bad rows count from `first`. The
/// scores and the results are those of all lines, bad ones too, and there are none of lines of FENs
/// alone.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python calls it by these names")]
pub(crate) fn read_lines<'py>(
    py: Python<'py>,
    bytes: &[u8],
    most: usize,
    is_end: bool,
    labelled: bool,
    #[pyo3(from_py_with = text::bad_rows)] bad_rows: Text,
    #[pyo3(from_py_with = flag::lenient)] lenient: bool,
    #[pyo3(from_py_with = integer::threads)] threads: usize,
    #[pyo3(from_py_with = text::rules)] rules: Text,
    first: usize,
) -> PyResult<Option<ReadLines<'py>>> {
    let rules = parse("rules", &rules)?;
    let mut reader = Reader::new(threads, parse_bad_rows(&bad_rows)?, lenient, rules, first)?;
    let found = py.detach(|| -> PyResult<_> {
        let mut lines = Lines::find(bytes, most, is_end)?;
        if let Some(lines) = lines.as_mut().filter(|_| labelled) {
            lines.label()?;
        }
        Ok(lines)
    })?;
    let Some(lines) = found else { return Ok(None) };
    reader.add(py, &lines)?;
    let read = lines.read;
    let Labels { scores, results, .. } = lines.labels.unwrap_or_default();
    Ok(Some((Positions::read(reader), scores.into_pyarray(py), results.into_pyarray(py), read)))
}
