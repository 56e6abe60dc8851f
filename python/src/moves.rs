//! A move in each of many positions, and numbers of move sequences.

use core::sync::atomic::{AtomicUsize, Ordering};

use hyperbola_features::{
    BadMove, BadMoveKind, BadRows as Policy, Features, MoveIndex, PositionSlice,
    Positions as Columns,
};
use hyperbola_inputs::{Changes, InputSet};
use hyperbola_moves::{Color, Move};
use hyperbola_perft::Perft;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::bad_rows::BadRows;
use crate::interrupt::{at_once, in_pieces, until_stopped};
use crate::names::{Way, more_threads, shown, value_error, wide_word, within};
use crate::python::python;
use crate::sink::{Column, Sink};
use crate::store::Positions;
use crate::texts;
use crate::{memory, position};

/// The number of positions of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 12;

/// Bits that are those of no move. They stand for a text that is no legal move.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// A move for each position.
struct Moves {
    bits: Vec<u16>,
    /// For texts that are no legal moves, in the order of the rows: the row, the text and the
    /// reason.
    wrong: Vec<(usize, String, String)>,
}

impl Moves {
    /// Reads moves: an array of their bits, or of their numbers in an encoding; a column of texts
    /// in UCI, or a list with moves.
    fn read(
        moves: &Bound<'_, PyAny>,
        positions: PositionSlice<'_>,
        encoding: Option<MoveIndex>,
        pool: Option<&ThreadPool>,
    ) -> PyResult<Self> {
        let py = moves.py();
        let codes = python(py, "_arrays", "codes_of_moves", (moves,), [])?;
        let mut reader = Reader { positions, pool, rows: 0, bits: Vec::new(), wrong: Vec::new() };
        if codes.is_none() {
            texts::read(moves, "moves", &mut reader)?;
        } else if codes.is_instance_of::<PyList>() {
            texts::read(&codes, "moves", &mut reader)?;
        } else {
            let codes: PyReadonlyArray1<'_, u16> = codes.extract()?;
            memory::reserve(&mut reader.bits, codes.as_slice()?.len())?;
            reader.bits.extend_from_slice(codes.as_slice()?);
            reader.rows = reader.bits.len();
        }
        check_rows(positions, reader.rows)?;
        let mut found = Self { bits: reader.bits, wrong: reader.wrong };
        // An empty list says nothing of its kind.
        if let Some(encoding) = encoding.filter(|_| !found.bits.is_empty()) {
            if codes.is_none() || codes.is_instance_of::<PyList>() {
                return Err(PyTypeError::new_err("moves: expected numbers of the encoding"));
            }
            found.decode(positions, encoding);
        }
        Ok(found)
    }

    /// Puts moves in the place of their numbers in an encoding.
    fn decode(&mut self, positions: PositionSlice<'_>, encoding: MoveIndex) {
        for (row, bits) in self.bits.iter_mut().enumerate() {
            let number = *bits;
            let position = positions.position(row);
            let found = position.as_ref().map(|at| encoding.legal_move(number.into(), at));
            *bits = match found.flatten() {
                Some(found) => found.to_bits(),
                None => {
                    let name = encoding.name();
                    let reason = match position {
                        Some(_) => format!("expected the {name} number of a legal move"),
                        None => MARKED.into(),
                    };
                    self.wrong.push((row, number.to_string(), reason));
                    NO_MOVE
                }
            };
        }
    }

    /// Returns the text of a row whose move cannot be played, and the reason.
    fn explain(&self, bad: BadMove, is_marked: bool) -> (String, String) {
        if let Ok(index) = self.wrong.binary_search_by_key(&bad.row, |(row, ..)| *row) {
            let (_, text, reason) = &self.wrong[index];
            return (text.clone(), reason.clone());
        }
        let text = Move::from_bits(bad.bits).filter(|_| bad.kind != BadMoveKind::Bits);
        let text = text.map_or_else(|| format!("{:#06x}", bad.bits), |played| played.to_string());
        if is_marked {
            return (text, MARKED.into());
        }
        let reason = bad.to_string();
        let reason = reason.split_once(": ").map_or(&*reason, |(_, reason)| reason);
        (text, reason.to_owned())
    }

    /// Returns the error for a move that cannot be played, in a row from the first one of a part
    /// on.
    fn error(&self, first: usize, mut bad: BadMove) -> PyErr {
        bad.row += first;
        let (text, reason) = self.explain(bad, false);
        error(bad.row, &text, &reason)
    }
}

/// The reason why no move can be played in a marked row.
const MARKED: &str = "the row is marked, so it has no legal move";

/// Reads moves from texts.
struct Reader<'a> {
    positions: PositionSlice<'a>,
    pool: Option<&'a ThreadPool>,
    rows: usize,
    bits: Vec<u16>,
    wrong: Vec<(usize, String, String)>,
}

impl Sink for Reader<'_> {
    fn expect(&mut self, rows: usize) -> PyResult<()> {
        let left = self.positions.len() - self.bits.len();
        memory::reserve(&mut self.bits, rows.min(left))
    }

    fn add(&mut self, py: Python<'_>, texts: &dyn Column) -> PyResult<()> {
        // Texts behind the last position are only counted.
        let usable = texts.len().min(self.positions.len() - self.bits.len());
        let (positions, first) = (self.positions, self.bits.len());
        let read = |row: usize| {
            if let Some(reason) = texts.wrong(row) {
                return Err(reason);
            }
            let position = positions.position(first + row).ok_or_else(|| MARKED.to_owned())?;
            let found = position.parse_uci(texts.text(row));
            found.map(Move::to_bits).map_err(|error| error.to_string())
        };
        let threads = self.pool.map_or(1, |pool| at_once(pool.current_num_threads()));
        in_pieces(py, usable, PIECE * threads, |rows| {
            let found: Vec<Result<u16, String>> = match self.pool {
                None => rows.clone().map(read).collect(),
                Some(pool) => pool.install(|| rows.clone().into_par_iter().map(read).collect()),
            };
            for (row, found) in rows.zip(found) {
                self.bits.push(*found.as_ref().unwrap_or(&NO_MOVE));
                if let Err(reason) = found {
                    self.wrong.push((first + row, shown(texts.text(row)).to_owned(), reason));
                }
            }
            Ok(())
        })?;
        self.rows += texts.len();
        Ok(())
    }
}

/// Makes the error for a row whose move cannot be played.
fn error(row: usize, text: &str, reason: &str) -> PyErr {
    value_error(format_args!("row {row}: {reason}: {text:?}"))
}

/// Plays a move in each position.
pub(crate) fn play(
    py: Python<'_>,
    positions: PositionSlice<'_>,
    moves: &Bound<'_, PyAny>,
    encoding: Option<MoveIndex>,
    policy: Policy,
    threads: usize,
) -> PyResult<Positions> {
    let pool = more_threads(threads)?;
    let moves = Moves::read(moves, positions, encoding, pool.as_ref())?;
    memory::check_rows(positions.len())?;
    let (mut played, mut some) = (Columns::new(), Columns::new());
    let mut bad_rows = BadRows::default();
    played.reserve(positions.len());
    in_pieces(py, positions.len(), PIECE * at_once(threads), |rows| {
        let (first, bits) = (rows.start, &moves.bits[rows.clone()]);
        let part = positions.rows(rows);
        let play = || part.play_into(bits, policy, &mut some);
        let found = within(pool.as_ref(), play);
        let explained = |mut bad: BadMove| {
            let is_marked = part.is_marked(bad.row);
            bad.row += first;
            let (text, reason) = moves.explain(bad, is_marked);
            (bad.row, text, reason)
        };
        let bad = found.map_err(|bad| {
            let (row, text, reason) = explained(bad);
            error(row, &text, &reason)
        })?;
        for bad in bad {
            let (row, text, reason) = explained(bad);
            bad_rows.push(row, &text, &reason);
        }
        played.extend_from_slice(some.as_slice());
        Ok(())
    })?;
    Ok(Positions::with(played, bad_rows, policy, 0))
}

/// Refuses another number of moves than that of positions.
fn check_rows(positions: PositionSlice<'_>, moves: usize) -> PyResult<()> {
    let expected = positions.len();
    if moves == expected {
        return Ok(());
    }
    Err(value_error(format_args!(
        "moves: expected a move for each of {expected} positions, found {moves}"
    )))
}

/// Returns legal moves, given by their bits, in UCI's notation, and None where there is none.
pub(crate) fn uci(
    py: Python<'_>,
    positions: PositionSlice<'_>,
    moves: &[u16],
) -> PyResult<Vec<Option<String>>> {
    check_rows(positions, moves.len())?;
    let mut texts = Vec::with_capacity(moves.len());
    in_pieces(py, moves.len(), PIECE, |rows| {
        for row in rows {
            let position = positions.position(row).filter(|_| moves[row] != NO_MOVE);
            let text = position.map(|position| match Move::from_bits(moves[row]) {
                Some(played) if position.is_legal(played) => Ok(position.uci(played).to_string()),
                Some(played) => Err(error(row, &played.to_string(), "the move is not legal")),
                None => Err(error(row, &format!("{:#06x}", moves[row]), "the bits are no move's")),
            });
            texts.push(text.transpose()?);
        }
        Ok(())
    })?;
    Ok(texts)
}

/// Returns the bits of moves that are texts in UCI's notation or None.
pub(crate) fn bits<'py>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    moves: &[Option<String>],
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    check_rows(positions, moves.len())?;
    let mut bits = Vec::with_capacity(moves.len());
    in_pieces(py, moves.len(), PIECE, |rows| {
        for row in rows {
            let Some(text) = &moves[row] else {
                bits.push(NO_MOVE);
                continue;
            };
            let wrong = |reason: &str| {
                value_error(format_args!("moves: row {row}: {reason}: {:?}", shown(text)))
            };
            let position = positions.position(row).ok_or_else(|| wrong(MARKED))?;
            let found = position.parse_uci(text);
            bits.push(found.map_err(|reason| wrong(&reason.to_string()))?.to_bits());
        }
        Ok(())
    })?;
    Ok(bits.into_pyarray(py))
}

/// Returns the threats that a legal move of each position removes and adds, as a tuple of arrays:
/// where the lists begin, and the items of all lists.
pub(crate) fn threat_changes<'py>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    moves: &Bound<'py, PyAny>,
    simd: Option<&str>,
    threads: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    let way = Way::new(simd, threads)?;
    let moves = Moves::read(moves, positions, None, way.pool.as_ref())?;
    let (mut offsets, mut items) = (Vec::new(), Vec::<u8>::new());
    memory::reserve(&mut offsets, positions.len().saturating_mul(2).saturating_add(1))?;
    offsets.push(0_i64);
    let mut played = Columns::new();
    in_pieces(py, positions.len(), PIECE * at_once(threads), |rows| {
        let (first, bits) = (rows.start, &moves.bits[rows.clone()]);
        let part = positions.rows(rows);
        let legal: Vec<Move> =
            bits.iter().map(|&bits| Move::from_bits(bits).unwrap_or(A1_A1)).collect();
        let compute = |features: Features<'_>| {
            // The formula believes that moves are legal. In a marked row none is, and none is
            // asked.
            play_all(part, bits, &mut played)?;
            Ok(features.threat_changes(&legal).expect("there is a move for each row"))
        };
        let found = way.compute(part, compute).map_err(|bad| moves.error(first, bad))?;
        let before = offsets.last().copied().unwrap_or(0);
        offsets.extend(found.offsets()[1..].iter().map(|offset| before + offset));
        let bytes = |threat: &hyperbola_features::Threat| {
            [threat.attacker, threat.from, threat.attacked, threat.to]
        };
        memory::extend(&mut items, &found.items().iter().flat_map(bytes).collect::<Vec<_>>())
    })?;
    let threats = items.len() / 4;
    let items = items.into_pyarray(py).call_method1("reshape", ((threats, 4),))?;
    PyTuple::new(py, [offsets.into_pyarray(py).into_any(), items])
}

/// Returns the inputs of a set that a legal move of each position changes, as a tuple of arrays:
/// where the lists begin, the numbers of all lists, and the blocks of each view that are computed
/// anew.
pub(crate) fn input_changes<'py>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    set: &InputSet,
    moves: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let moves = Moves::read(moves, positions, None, None)?;
    let (mut offsets, mut items, mut refreshed) = (Vec::new(), Vec::new(), Vec::<u8>::new());
    memory::reserve(&mut offsets, positions.len().saturating_mul(4).saturating_add(1))?;
    memory::reserve(&mut refreshed, positions.len().saturating_mul(2))?;
    offsets.push(0_i64);
    let (mut played, mut changes) = (Columns::new(), Changes::default());
    in_pieces(py, positions.len(), PIECE, |rows| {
        let (first, bits) = (rows.start, &moves.bits[rows.clone()]);
        let part = positions.rows(rows);
        play_all(part, bits, &mut played).map_err(|bad| moves.error(first, bad))?;
        for row in 0..part.len() {
            let found = [part, played.as_slice()].map(|all| all.position(row));
            match &found {
                [Some(before), Some(after)] => {
                    set.changes_into(before.board(), after.board(), &mut changes);
                }
                _ => changes = Changes::default(),
            }
            for view in Color::ALL.map(|view| changes.view(view)) {
                for list in [view.removed(), view.added()] {
                    let numbers: Vec<i32> =
                        list.iter().map(|&number| number.cast_signed()).collect();
                    memory::extend(&mut items, &numbers)?;
                    offsets.push(i64::try_from(items.len()).expect("it is in memory"));
                }
                let blocks = (0..set.parts().len()).filter(|&block| view.refreshes(block));
                refreshed.push(blocks.map(|block| 1 << block).sum());
            }
        }
        Ok(())
    })?;
    let refreshed = refreshed.into_pyarray(py).call_method1("reshape", ((positions.len(), 2),))?;
    let [offsets, items] = [offsets.into_pyarray(py).into_any(), items.into_pyarray(py).into_any()];
    PyTuple::new(py, [offsets, items, refreshed])
}

/// Makes a legal move in each row that is not marked, or returns the first that is not legal.
fn play_all(rows: PositionSlice<'_>, bits: &[u16], played: &mut Columns) -> Result<(), BadMove> {
    let bad = rows.play_into(bits, Policy::Mark, played).unwrap_or_default();
    bad.into_iter().find(|bad| !rows.is_marked(bad.row)).map_or(Ok(()), Err)
}

/// The move of no meaning that stands for that of a marked row.
const A1_A1: Move = match Move::from_bits(0) {
    Some(found) => found,
    None => panic!("zero is a move from a1 to a1"),
};

/// Counts the legal move sequences of a length from each position. Threads share the positions, and
/// each keeps positions in as many bytes.
pub(crate) fn perft<'py>(
    py: Python<'py>,
    positions: PositionSlice<'_>,
    depth: u32,
    memory_mib: usize,
    simd: Option<&str>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    /// The greatest depth whose counts take a few milliseconds a position, at most.
    const SHORT: u32 = 2;
    position::check_depth(depth)?;
    let pool = more_threads(threads)?;
    let memory_bytes = position::mebibytes(memory_mib);
    let mut perft = Perft::default().memory_bytes(memory_bytes);
    if let Some(name) = simd {
        perft = perft.word(wide_word(name)?.kind());
    }
    let mut counts: Vec<u64> = Vec::new();
    memory::reserve(&mut counts, positions.len())?;
    if memory_bytes > 0 {
        let most = until_stopped(py, |stop| {
            let mut most = 0;
            for position in (0..positions.len()).filter_map(|row| positions.position(row)) {
                most = most.max(perft.kept_bytes(&position, depth));
                if most >= memory_bytes || stop.load(Ordering::Relaxed) {
                    break;
                }
            }
            most
        })?;
        memory::check(most.saturating_mul(threads.min(positions.len())))?;
    }
    counts.resize(positions.len(), 0);
    // The first row whose count an element of the array cannot hold.
    let too_many = AtomicUsize::new(usize::MAX);
    until_stopped(py, |stop| {
        let count = |(row, number): (usize, &mut u64)| {
            if stop.load(Ordering::Relaxed) || row > too_many.load(Ordering::Relaxed) {
                return;
            }
            let Some(position) = positions.position(row) else { return };
            let count = match depth {
                ..=SHORT => perft.count(&position, depth),
                _ => perft.count_until(&position, depth, stop, &|_| {}).nodes,
            };
            match u64::try_from(count) {
                Ok(count) => *number = count,
                Err(_) => {
                    too_many.fetch_min(row, Ordering::Relaxed);
                }
            }
        };
        match &pool {
            None => counts.iter_mut().enumerate().for_each(count),
            Some(pool) => pool.install(|| counts.par_iter_mut().enumerate().for_each(count)),
        }
    })?;
    match too_many.into_inner() {
        usize::MAX => Ok(counts.into_pyarray(py)),
        row => Err(PyOverflowError::new_err(format!(
            "row {row}: expected at most 2^64 - 1 move sequences, which a uint64 holds; found more"
        ))),
    }
}
