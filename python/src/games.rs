//! Games side by side, stepped by arrays.

use core::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use hyperbola_features::{
    BadRows as Policy, F16, GameOptions, Games as Inner, GamesError, MoveIndex, Observation,
    Positions as Columns, Restart, Stepped,
};
use hyperbola_moves::{Position, Rules};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyUntypedArray};
use pyo3::PyTypeInfo;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use rayon::ThreadPool;

use crate::bad_rows::BadRows;
use crate::board::{Board, Move, find};
use crate::interrupt::{at_once, in_pieces};
use crate::memory;
use crate::names::{
    Text, check_threads, flag, integer, more_threads, optional, parse, shown, text, value_error,
    within,
};
use crate::python::{Reduced, python};
use crate::store::Positions;

/// N games of chess side by side, which are stepped by arrays: an environment to learn from.
///
/// Games(n) has n games, each of which begins with one of the openings: an iterable of FENs, a
/// Positions, or the path of a file with a FEN or a line of EPD in each line; without openings,
/// with the initial position, and with rules="chess960" with one of the 960 arrays. They are chosen
/// by the seed; with shuffle=False episode e of game g begins with opening (g + e * n) modulo the
/// number of openings. rules are those of Position().
///
/// A game ends by mate, stalemate, insufficient material, 75 moves without a capture or a pawn
/// move, and when a position occurs for the fifth time, as FIDE says; with claim_draw=True also
/// after 50 such moves and when a position occurs for the third time. After max_plies half moves it
/// is cut off.
///
/// A game that has ended begins again: with autoreset="same-step" in the step that ends it, with
/// "next-step" in the one after that, whose action does not count, and with "disabled" by reset()
/// alone. Moves are the numbers of 16 bits that Positions has. An encoding numbers them for
/// networks: "alphazero" (64 times one of 73 planes plus a square, 4672 numbers), "leela" (1858) or
/// "from-to" (4096, where a promotion is one to a queen); compute() describes them as
/// move_mask_alphazero and so on. The work is done without the GIL on a number of threads, and is
/// the same on any number. A call on games that another thread is stepping or resetting raises a
/// RuntimeError.
///
/// >>> games = Games(1000, seed=7, max_plies=200)
/// >>> for _ in range(100):
/// ...     mask = games.mask("leela")
/// ...     step = games.step(mask.argmax(axis=1), "leela")
/// >>> mask.shape, step.rewards.dtype, len(games)
/// ((1000, 1858), dtype('float32'), 1000)
#[pyclass(module = "hyperbola", name = "Games")]
pub(crate) struct Games {
    games: Inner,
    rules: Rules,
    threads: Threads,
}

/// The threads that share the games. They are made anew in a forked process, where they do not
/// live.
struct Threads {
    count: usize,
    pool: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

impl Threads {
    fn new(count: usize) -> PyResult<Self> {
        Ok(Self { count: check_threads(count)?, pool: Mutex::new(None) })
    }

    fn pool(&self) -> PyResult<Option<Arc<ThreadPool>>> {
        if self.count == 1 {
            return Ok(None);
        }
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        let process = std::process::id();
        match &*pool {
            Some((made_by, pool)) if *made_by == process => return Ok(Some(Arc::clone(pool))),
            _ => core::mem::forget(pool.take()),
        }
        let made = more_threads(self.count)?.map(Arc::new);
        *pool = made.clone().map(|made| (process, made));
        Ok(made)
    }
}

/// All rules, in the order of their numbers in a state.
const RULES: [Rules; 3] = [Rules::Auto, Rules::Chess, Rules::Chess960];

impl Games {
    fn with(mut games: Inner, rules: Rules, threads: usize) -> PyResult<Self> {
        games.set_parallel(threads > 1);
        Ok(Self { games, rules, threads: Threads::new(threads)? })
    }

    /// Works without the GIL on the threads.
    fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&Inner) -> T + Send) -> PyResult<T> {
        let pool = self.threads.pool()?;
        let games = &self.games;
        Ok(py.detach(|| within(pool.as_deref(), || work(games))))
    }

    /// Returns an array with a number of each game.
    fn column<'py, T: numpy::Element>(
        py: Python<'py>,
        numbers: impl Iterator<Item = T>,
    ) -> Bound<'py, PyArray1<T>> {
        numbers.collect::<Vec<_>>().into_pyarray(py)
    }

    /// Returns an array of a shape behind the number of games, the caller's or a new one, and all
    /// its numbers as those of another type.
    fn buffer<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        shape: &[usize],
        dtype: &str,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let shape = PyTuple::new(py, [&[self.games.len()], shape].concat())?;
        python(py, "_arrays", "buffer", (out, shape, dtype), [])?.extract()
    }

    /// Reads an action for each game: numbers, or moves in texts and objects without an encoding.
    fn actions(
        &self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        index: Option<MoveIndex>,
        name: &str,
    ) -> PyResult<Vec<u16>> {
        let are_moves = index.is_none();
        let games = self.games.len();
        if let Some(numbers) = plain_numbers(actions)?
            && numbers.len() == games
        {
            return Ok(numbers);
        }
        let read = python(py, "_games", "actions", (actions, games, are_moves, name), [])?;
        if let Ok(numbers) = read.extract::<PyReadonlyArray1<'_, u16>>() {
            return Ok(numbers.as_slice()?.to_vec());
        }
        let endings: Vec<bool> = self.games.endings().map(|ending| ending.is_some()).collect();
        let items = read.try_iter()?.zip(endings).enumerate();
        let bits = |(game, (item, has_ended)): (usize, (PyResult<Bound<'_, PyAny>>, bool))| {
            let item = item?;
            let position = self.games.position(game).filter(|_| !has_ended);
            let Some(position) = position else { return Ok(0) };
            let found = match item.cast::<Move>() {
                Ok(found) => found.get().inner().and_then(|found| find(position, found)),
                Err(_) => position.parse_uci(&item.extract::<Text>()?).ok(),
            };
            found.map(hyperbola_moves::Move::to_bits).ok_or_else(|| {
                let legal = position.legal().count();
                let item = item.str().map_or_else(|_| "another".into(), |item| item.to_string());
                value_error(format_args!(
                    "game {game}: expected one of {legal} legal moves, found {:?}, in the position \
                     {position}",
                    shown(&item)
                ))
            })
        };
        items.map(bits).collect()
    }

    fn number(&self, game: isize) -> PyResult<usize> {
        let games = self.games.len();
        let number =
            if game < 0 { games.checked_add_signed(game) } else { Some(game.unsigned_abs()) };
        number.filter(|&number| number < games).ok_or_else(|| {
            PyIndexError::new_err(format!("game: expected one of {games} games, found {game}"))
        })
    }

    fn copied(&self, py: Python<'_>) -> PyResult<Self> {
        memory::check(self.games.len().saturating_mul(BYTES))?;
        let games = self.work(py, Inner::clone)?;
        Self::with(games, self.rules, self.threads.count)
    }
}

/// Where the moves of each game begin and the last end, and the moves of all games.
type Lists<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u16>>);

/// The number of games of a thread between two looks at Python's signals.
const PIECE: usize = 1 << 10;

/// The most bytes of a game, about: itself, its legal moves, 256 keys and 512 moves.
const BYTES: usize = 4608;

/// The most bytes of games for each byte of a state, which has 20 for a game without moves.
const BYTES_OF_STATE: usize = 40;

/// Copies numbers out of an ordinary array of the types that actions mostly have. All others are
/// read in Python, which also says why they are wrong.
fn plain_numbers(actions: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u16>>> {
    let is_plain = actions.get_type().is(PyUntypedArray::type_object(actions.py()))
        && actions.getattr("flags")?.getattr("aligned")?.is_truthy()?;
    if !is_plain {
        return Ok(None);
    }
    if let Ok(numbers) = actions.extract::<PyReadonlyArray1<'_, u16>>() {
        return Ok(numbers.as_slice().ok().map(<[u16]>::to_vec));
    }
    // As argmax returns them.
    let Ok(numbers) = actions.extract::<PyReadonlyArray1<'_, i64>>() else { return Ok(None) };
    let numbers = numbers.as_slice().ok();
    Ok(numbers.and_then(|all| all.iter().map(|&number| u16::try_from(number).ok()).collect()))
}

/// Reads an encoding.
fn encoding(name: &str) -> PyResult<MoveIndex> {
    MoveIndex::ALL.into_iter().find(|index| index.name() == name).ok_or_else(|| {
        let names = MoveIndex::ALL.map(MoveIndex::name).join(", ");
        value_error(format_args!("encoding: expected one of {names}, found {:?}", shown(name)))
    })
}

pub(crate) fn encoding_or_none(name: Option<&Text>) -> PyResult<Option<MoveIndex>> {
    name.map(|name| encoding(name)).transpose()
}

/// A file of openings: its name, and a list with the line of each opening.
type OpeningsFile<'py> = (Text, Bound<'py, PyAny>);

/// Reads the positions with which games begin, and says from which file they are.
fn read_openings<'py>(
    py: Python<'py>,
    openings: Option<&Bound<'py, PyAny>>,
    rules_name: &str,
    rules: Rules,
) -> PyResult<(Vec<Position>, Option<OpeningsFile<'py>>)> {
    let found = python(py, "_games", "openings", (openings, rules_name), [])?;
    let (found, file): (Bound<'py, PyAny>, Option<OpeningsFile<'py>>) = found.extract()?;
    let found = found.cast::<Positions>()?.get().slice();
    let row = |row: usize| {
        let position = found.position(row).ok_or_else(|| (row, " is marked".into()))?;
        position.setup().check_rights(rules).map_err(|error| (row, format!(": {error}")))?;
        Ok(position)
    };
    let openings = py.detach(|| (0..found.len()).map(row).collect::<Result<Vec<_>, _>>());
    let openings = openings.map_err(|(row, why)| wrong_opening(file.as_ref(), row, &why))?;
    Ok((openings, file))
}

/// Returns the error that an opening is wrong.
fn wrong_opening(file: Option<&OpeningsFile<'_>>, row: usize, why: &str) -> PyErr {
    let Some((name, lines)) = file else {
        return value_error(format_args!("openings: row {row}{why}"));
    };
    match lines.get_item(row) {
        Ok(line) => value_error(format_args!("openings: {}, line {line}{why}", &**name)),
        Err(error) => error,
    }
}

/// Returns the error that no games can be made, with the file from which the openings are.
fn wrong_games(file: Option<&OpeningsFile<'_>>, error: &GamesError) -> PyErr {
    match (file, error) {
        (None, _) => value_error(error),
        (Some(_), GamesError::Ended { opening, ending }) => {
            let expected = "expected a position that can be played on";
            let why = format!(": {expected}, found one whose game has ended by {ending}");
            wrong_opening(file, *opening, &why)
        }
        (Some((name, _)), _) => value_error(format_args!("openings: {}: {error}", &**name)),
    }
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(
        signature = (
            games, *, openings=None, rules=Text::of("auto"), seed=0, max_plies=0, claim_draw=false,
            autoreset=Text::of("same-step"), shuffle=true, threads=1
        ),
        text_signature = "(games, *, openings=None, rules='auto', seed=0, max_plies=0, \
            claim_draw=False, autoreset='same-step', shuffle=True, threads=1)"
    )]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = integer::games)] games: usize,
        openings: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = text::rules)] rules: Text,
        #[pyo3(from_py_with = integer::seed)] seed: u64,
        #[pyo3(from_py_with = integer::max_plies)] max_plies: u32,
        #[pyo3(from_py_with = flag::claim_draw)] claim_draw: bool,
        #[pyo3(from_py_with = text::autoreset)] autoreset: Text,
        #[pyo3(from_py_with = flag::shuffle)] shuffle: bool,
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Self> {
        let read = parse::<Rules>("rules", &rules)?;
        let restart = Restart::ALL.into_iter().find(|restart| restart.name() == &*autoreset);
        let restart = restart.ok_or_else(|| {
            let names = Restart::ALL.map(Restart::name).join(", ");
            value_error(format_args!(
                "autoreset: expected one of {names}, found {:?}",
                shown(&autoreset)
            ))
        })?;
        let (openings, file) = read_openings(py, openings, &rules, read)?;
        memory::check(games.saturating_mul(BYTES))?;
        let options = GameOptions { claim_draw, max_plies, restart, in_order: !shuffle, seed };
        let none = py.detach(|| Inner::new(0, openings, options));
        let mut all = none.map_err(|error| wrong_games(file.as_ref(), &error))?;
        in_pieces(py, games, PIECE, |games| {
            all.grow(games.len());
            Ok(())
        })?;
        Self::with(all, read, threads)
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __repr__(&self) -> String {
        format!("<hyperbola.Games: {} games>", self.games.len())
    }

    /// Returns the legal moves: where those of each game begin and where the last end,
    /// int64 (N + 1), and the moves of all games, uint16 (M); with an encoding, their numbers. A
    /// game that has ended has none.
    ///
    /// >>> offsets, moves = Games(2).legal_moves()
    /// >>> starts = [move.from_square for move in Board().legal_moves]
    /// >>> offsets.tolist(), (moves[:20] & 63).tolist() == starts
    /// ([0, 20, 40], True)
    #[pyo3(signature = (encoding=None))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = optional::encoding)] encoding: Option<Text>,
    ) -> PyResult<Lists<'py>> {
        let index = encoding_or_none(encoding.as_ref())?;
        let (offsets, items) = self.work(py, |games| games.legal_moves(index))?;
        Ok((offsets.into_pyarray(py), items.into_pyarray(py)))
    }

    /// Returns the legal moves as a mask of a network's outputs: bool (N, K), where K is the size
    /// of the encoding. With packed=True it has eight numbers in a byte, uint8 (N, K / 8 rounded
    /// up), in NumPy's bitorder="little". A game that has ended has no move.
    ///
    /// out is an array that is written instead of a new one, which is faster.
    ///
    /// >>> import numpy as np
    /// >>> games = Games(3)
    /// >>> mask = games.mask("alphazero", out=np.empty((3, 4672), bool))
    /// >>> mask.sum(axis=1).tolist(), games.mask("leela", packed=True).shape
    /// ([20, 20, 20], (3, 233))
    #[pyo3(signature = (encoding, *, packed=false, out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = text::encoding)] encoding: Text,
        #[pyo3(from_py_with = flag::packed)] packed: bool,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let index = self::encoding(&encoding)?;
        let (width, dtype) = match packed {
            true => (index.size().div_ceil(8), "uint8"),
            false => (index.size(), "bool"),
        };
        let (array, flat) = self.buffer(py, out, &[width], dtype)?;
        let mut flat: PyReadwriteArray1<'_, u8> = flat.extract()?;
        let numbers = flat.as_slice_mut()?;
        self.work(py, |games| match packed {
            true => games.mask_bits_into(index, numbers),
            false => games.mask_into(index, numbers),
        })?;
        Ok(array)
    }

    /// Returns the numbers of moves in an encoding: uint16 (N), of a legal move of each game. A
    /// move is its 16 bits, a text in UCI or a Move.
    ///
    /// >>> Games(2).encode(["e2e4", "g1f3"], "leela").tolist()
    /// [322, 159]
    #[pyo3(signature = (moves, encoding))]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = text::encoding)] encoding: Text,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let index = self::encoding(&encoding)?;
        let moves = self.actions(py, moves, None, "moves")?;
        let numbers = self.work(py, |games| games.numbers(&moves, index))?;
        Ok(numbers.map_err(value_error)?.into_pyarray(py))
    }

    /// Returns the legal moves that have some numbers in an encoding: uint16 (N), one of each game.
    ///
    /// >>> moves = Games(1).decode([322], "leela")
    /// >>> Board().legal_moves[Board().legal_moves.uint16.tolist().index(moves[0])]
    /// Move.from_uci('e2e4')
    #[pyo3(signature = (numbers, encoding))]
    fn decode<'py>(
        &self,
        py: Python<'py>,
        numbers: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = text::encoding)] encoding: Text,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let index = self::encoding(&encoding)?;
        let numbers = self.actions(py, numbers, Some(index), "numbers")?;
        let moves = self.work(py, |games| games.moves_of(&numbers, index))?;
        Ok(moves.map_err(value_error)?.into_pyarray(py))
    }

    /// Returns a random legal move of each game: uint16 (N), with an encoding its number. It is 0
    /// for a game that has ended. They are the same until the games go on; another seed gives
    /// others.
    ///
    /// >>> games = Games(5)
    /// >>> step = games.step(games.random_moves())
    /// >>> games.plies.tolist()
    /// [1, 1, 1, 1, 1]
    #[pyo3(signature = (encoding=None, *, seed=0))]
    fn random_moves<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = optional::encoding)] encoding: Option<Text>,
        #[pyo3(from_py_with = integer::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let index = encoding_or_none(encoding.as_ref())?;
        let found = self.work(py, |games| match index {
            Some(index) => games.random_numbers(seed, index),
            None => games.random_moves(seed),
        })?;
        Ok(found.into_pyarray(py))
    }

    /// Plays a move in each game: its 16 bits, a text in UCI or a Move, or with an encoding its
    /// number. An action that is no legal move is a ValueError that names the game, and then
    /// nothing is played.
    ///
    /// Returns what the step has done as a tuple of arrays (N): rewards, float32, 1 for the side
    /// that has just moved if it mates and else 0; results, int8, 1 if White has won, -1 if Black
    /// has, else 0; terminations, bool, where a game has ended by the rules; truncations, bool,
    /// where it was cut off by max_plies; and endings, uint8, with the numbers of Termination, 8
    /// for a game that was cut off and 0 for one that goes on.
    ///
    /// >>> games = Games(1, openings=["7k/8/6K1/8/8/8/8/R7 w - - 0 1"])
    /// >>> step = games.step(["a1a8"])
    /// >>> step.rewards.tolist(), Termination(step.endings[0]), games.plies.tolist()
    /// ([1.0], <Termination.CHECKMATE: 1>, [0])
    #[pyo3(signature = (actions, encoding=None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional::encoding)] encoding: Option<Text>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let index = encoding_or_none(encoding.as_ref())?;
        let actions = self.actions(py, actions, index, "actions")?;
        let pool = self.threads.pool()?;
        let games = &mut self.games;
        let stepped = py.detach(|| within(pool.as_deref(), || games.step(&actions, index)));
        let stepped = stepped.map_err(value_error)?;
        let all = stepped.iter();
        let number = |step: &Stepped| step.ending.map_or(0, |ending| ending as u8);
        let is_cut_off = |step: &Stepped| number(step) == hyperbola_features::Ending::CutOff as u8;
        let columns = (
            Self::column(py, all.clone().map(|step| f32::from(step.reward))),
            Self::column(py, all.clone().map(|step| step.result)),
            Self::column(py, all.clone().map(|step| step.ending.is_some() && !is_cut_off(step))),
            Self::column(py, all.clone().map(is_cut_off)),
            Self::column(py, all.map(number)),
        );
        python(py, "_games", "Stepped", columns, [])
    }

    /// Begins games anew, each with its next opening: all, or those with some numbers or with a
    /// bool for each game. With a seed all begin as if they had just been made with it.
    ///
    /// >>> games = Games(3)
    /// >>> step = games.step(["e2e4"] * 3)
    /// >>> games.reset([False, True, False])
    /// >>> games.plies.tolist(), games.episodes.tolist()
    /// ([1, 0, 1], [0, 1, 0])
    #[pyo3(signature = (games=None, *, seed=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        games: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = seed_or_none)] seed: Option<u64>,
    ) -> PyResult<()> {
        let which = games.map(|games| {
            let mut which = vec![false; self.games.len()];
            self.rows(py, games, "games")?.into_iter().for_each(|game| which[game] = true);
            Ok::<_, PyErr>(which)
        });
        match (which.transpose()?, seed) {
            (Some(_), Some(_)) => {
                return Err(value_error("seed: expected none where some games begin anew"));
            }
            (which, None) => py.detach(|| self.games.reset(which.as_deref())),
            (None, Some(seed)) => py.detach(|| self.games.reseed(seed)),
        }
        Ok(())
    }

    /// Returns planes of the games as programs that learn by playing see them: (N, planes, 8, 8),
    /// of the last eight positions, as the side to move sees them. The axes behind the planes are
    /// ranks and files from a1, for Black from a8.
    ///
    /// "alphazero" has 119 planes: for each position, the present one first, the six kinds of
    /// pieces of the side to move from pawns to king, those of the other side, and ones if the
    /// position was there once before, and twice; then ones if White is to move, the number of the
    /// move, the castling rights of the side to move to the king's side and the queen's side, those
    /// of the other side, and the halfmove clock. "leela" has 112: for each position those pieces,
    /// and ones if it was there before; then the rights to the queen's side and the king's side,
    /// those of the other side, ones if Black is to move, the halfmove clock, zeros, and ones.
    /// Positions before the opening are zeros; in Leela's, before an opening that is not the
    /// initial array, they are the opening. Counts are at most 255.
    ///
    /// dtype is uint8, float16 or float32. out is an array that is written instead of a new one.
    ///
    /// >>> planes = Games(2).observe("leela")
    /// >>> planes.shape, planes.dtype, planes[0, 0].sum()
    /// ((2, 112, 8, 8), dtype('float32'), np.float32(8.0))
    #[pyo3(signature = (planes, *, dtype=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = text::planes)] planes: Text,
        dtype: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = Observation::ALL.into_iter().find(|found| found.name() == &*planes);
        let observation = found.ok_or_else(|| {
            let names = Observation::ALL.map(Observation::name).join(", ");
            value_error(format_args!("planes: expected one of {names}, found {:?}", shown(&planes)))
        })?;
        let dtype = python(py, "_arrays", "plane_dtype", (dtype, out, "float32"), [])?;
        let dtype: Text = dtype.extract()?;
        let shape = [observation.planes(), 8, 8];
        let (array, flat) = self.buffer(py, out, &shape, &dtype)?;
        match &*dtype {
            "uint8" => self.write_planes(py, observation, &flat, |number| number),
            "float16" => {
                self.write_planes(py, observation, &flat, |number| F16::from(number).to_bits())
            }
            _ => self.write_planes(py, observation, &flat, f32::from),
        }?;
        Ok(array)
    }

    /// Returns the positions in columns, so that every feature and every input can be computed of
    /// them.
    ///
    /// >>> Games(2).positions().compute("legal_counts").tolist()
    /// [20, 20]
    fn positions(&self, py: Python<'_>) -> PyResult<Positions> {
        memory::check_rows(self.games.len())?;
        let columns = self.work(py, |games| {
            let mut columns = Columns::new();
            games.positions_into(&mut columns);
            columns
        })?;
        Ok(Positions::with(columns, BadRows::default(), Policy::Error, 0))
    }

    /// Returns a game as a Board, with the moves since its opening.
    ///
    /// >>> games = Games(3)
    /// >>> step = games.step(["e2e4", "d2d4", "g1f3"])
    /// >>> games.board(-1).move_stack
    /// [Move.from_uci('g1f3')]
    fn board(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = integer::game)] game: isize,
    ) -> PyResult<Board> {
        let number = self.number(game)?;
        let Some((opening, moves)) = self.games.moves(number) else {
            return Err(PyIndexError::new_err("game"));
        };
        let mut board = Board::by_rules(*opening, opening.en_passant(), self.rules)?;
        py.detach(|| moves.iter().try_for_each(|&played| board.play(Some(played))))?;
        Ok(board)
    }

    /// The number of half moves that each game has had since its opening: uint32 (N).
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        Self::column(py, self.games.plies().map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)))
    }

    /// How many games were played before each of these: uint64 (N).
    #[getter]
    fn episodes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        Self::column(py, self.games.episodes())
    }

    /// How often each position has occurred, this time included: uint8 (N).
    #[getter]
    fn repetitions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        Self::column(py, self.games.repetitions())
    }

    /// The side to move of each game: uint8 (N), 0 for White and 1 for Black.
    ///
    /// >>> games = Games(2)
    /// >>> step = games.step(games.random_moves())
    /// >>> games.side_to_move.tolist()
    /// [1, 1]
    #[getter]
    fn side_to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let positions = (0..self.games.len()).filter_map(|game| self.games.position(game));
        Self::column(py, positions.map(|position| position.side_to_move() as u8))
    }

    /// How each game has ended, as in what step() returns: uint8 (N). With autoreset="same-step" no
    /// game here has.
    #[getter]
    fn endings<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        Self::column(py, self.games.endings().map(|ending| ending.map_or(0, |ending| ending as u8)))
    }

    /// Returns games with some numbers, or those with a bool for each game, as games of their own:
    /// a number may be there more than once, as for the moves that a search looks at.
    ///
    /// >>> games = Games(2)
    /// >>> children = games.take([0] * 20)
    /// >>> step = children.step(games.legal_moves()[1][:20])
    /// >>> len(set(children.positions().fens())), games.plies.tolist()
    /// (20, [0, 0])
    #[pyo3(signature = (games, /))]
    fn take(&self, py: Python<'_>, games: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = self.rows(py, games, "games")?;
        memory::check(rows.len().saturating_mul(BYTES))?;
        let taken = self.work(py, |games| games.take(&rows))?;
        Self::with(taken, self.rules, self.threads.count)
    }

    /// Puts games that were taken back.
    fn _put(&mut self, py: Python<'_>, games: &Bound<'_, PyAny>, taken: &Self) -> PyResult<()> {
        let rows = self.rows(py, games, "games")?;
        self.games.put(&rows, taken.games.clone());
        Ok(())
    }

    /// Returns a copy that goes on apart.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        self.copied(py)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.copied(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copied(py)
    }

    /// Returns the games as bytes, from which from_state() makes them: all options but the number
    /// of threads, the openings and the moves.
    ///
    /// >>> games = Games(3, seed=5)
    /// >>> step = games.step(games.random_moves())
    /// >>> again = Games.from_state(games.state())
    /// >>> again.random_moves().tolist() == games.random_moves().tolist()
    /// True
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.work(py, Inner::state)?;
        let rules = RULES.iter().position(|rules| *rules == self.rules);
        let rules = u8::try_from(rules.unwrap_or(0)).unwrap_or(0);
        PyBytes::new_with(py, bytes.len() + 2, |all| {
            let (games, end) = all.split_at_mut(bytes.len());
            games.copy_from_slice(&bytes);
            // The checksum of the games does not see the rules, so they are there twice.
            end.copy_from_slice(&[rules, !rules]);
            Ok(())
        })
    }

    /// Makes the games that state() has returned. They go on exactly as the others do. Bytes that
    /// were changed are a ValueError.
    ///
    /// >>> Games.from_state(Games(3).state(), threads=2)
    /// <hyperbola.Games: 3 games>
    #[staticmethod]
    #[pyo3(signature = (state, /, *, threads=1))]
    fn from_state(
        py: Python<'_>,
        state: &[u8],
        #[pyo3(from_py_with = integer::threads)] threads: usize,
    ) -> PyResult<Self> {
        Self::_restore(py, state, threads)
    }

    #[staticmethod]
    fn _restore(py: Python<'_>, state: &[u8], threads: usize) -> PyResult<Self> {
        let wrong = |why: &dyn Display| value_error(format_args!("state: {why}"));
        let (bytes, [rules, again]) = state.split_last_chunk().unwrap_or((state, &[0, !0]));
        memory::check(bytes.len().saturating_mul(BYTES_OF_STATE))?;
        let games = py.detach(|| Inner::from_state(bytes)).map_err(|error| wrong(&error))?;
        let rules = RULES.get(usize::from(*rules)).filter(|_| *rules == !*again);
        let rules = *rules.ok_or_else(|| wrong(&"the bytes of the rules have changed"))?;
        Self::with(games, rules, threads)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Reduced<'py, (Bound<'py, PyBytes>, usize)>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        Ok((restore, (self.state(py)?, self.threads.count)))
    }
}

impl Games {
    /// Reads numbers of games, or a bool for each game.
    fn rows(&self, py: Python<'_>, games: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<usize>> {
        let rows = python(py, "_games", "rows", (games, self.games.len(), name), [])?;
        let rows: PyReadonlyArray1<'_, u64> = rows.extract()?;
        rows.as_slice()?.iter().map(|&row| Ok(usize::try_from(row)?)).collect()
    }

    /// Writes planes into an array, each number made by a function.
    fn write_planes<T: numpy::Element + Copy + Send>(
        &self,
        py: Python<'_>,
        observation: Observation,
        flat: &Bound<'_, PyAny>,
        number: impl Fn(u8) -> T + Copy + Send + Sync,
    ) -> PyResult<()> {
        let mut flat: PyReadwriteArray1<'_, T> = flat.extract()?;
        let items = flat.as_slice_mut()?;
        let pool = self.threads.pool()?;
        let width = 64 * observation.planes();
        in_pieces(py, self.games.len(), PIECE * at_once(self.threads.count), |rows| {
            let items = &mut items[width * rows.start..width * rows.end];
            let write = || self.games.observe_from(rows.start, observation, items, number);
            within(pool.as_deref(), write);
            Ok(())
        })
    }
}

/// Reads a seed, if there is one.
fn seed_or_none(found: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if found.is_none() { Ok(None) } else { integer::seed(found).map(Some) }
}
