//! Games as trees of moves that can be changed.

mod clock;
mod read;
mod tree;
mod write;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyperbola_moves::pgn::{MAX_MOVES, TOO_LONG, TagError, Tags};
use hyperbola_moves::{Color, Position, Setup};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PySet, PyTuple};

use crate::board::{Board, Move, Stack, object};
use crate::names::{Text, flag, shown, text, value_error};
use crate::python::{Reduced, python};

pub(crate) use read::GameReader;
use tree::{Nag, Node, Tree};
use write::Style;

/// A node of a game's tree: a move and what is said of it. The game itself is the node before the
/// first move.
///
/// Nodes are handles: two of the same place are equal, though they need not be one object.
#[pyclass(frozen, subclass, module = "hyperbola.pgn", name = "GameNode")]
pub(crate) struct GameNode {
    tree: Arc<Mutex<Tree>>,
    index: usize,
}

impl GameNode {
    /// Locks the tree. Objects of Python are made when it is free again: to make one may run code
    /// of other threads, or the collector of garbage, which may want the tree too.
    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns something of the node.
    fn of_node<T>(&self, read: impl FnOnce(&Node) -> T) -> T {
        read(&self.tree().nodes[self.index])
    }

    /// Changes the node.
    fn change(&self, change: impl FnOnce(&mut Node)) {
        change(&mut self.tree().nodes[self.index]);
    }

    /// Returns another node of the tree as an object.
    fn node<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let node = PyClassInitializer::from(Self { tree: Arc::clone(&self.tree), index });
        Ok(match index {
            0 => Bound::new(py, node.add_subclass(Game {}))?.into_any(),
            _ => Bound::new(py, node.add_subclass(ChildNode {}))?.into_any(),
        })
    }

    /// Returns the index, among the variations, of one that is given by its node, its move or its
    /// number.
    fn place(&self, variation: &Bound<'_, PyAny>) -> PyResult<usize> {
        // These may call code of Python, so nothing is locked.
        let number = variation.extract::<usize>();
        let wrong = |found| {
            PyTypeError::new_err(format!(
                "variation: expected a node, a Move or an index, found {found}"
            ))
        };
        let is_known = variation.is_instance_of::<Self>() || variation.is_instance_of::<Move>();
        if number.is_err() && !is_known {
            return Err(wrong(variation.get_type()));
        }
        let tree = self.tree();
        let children = &tree.nodes[self.index].children;
        let found = if let Ok(node) = variation.cast::<Self>() {
            let same = Arc::ptr_eq(&node.get().tree, &self.tree);
            children.iter().position(|&child| same && child == node.get().index)
        } else if let Ok(played) = variation.cast::<Move>() {
            let played = tree.board(self.index).legal(played.get()).ok();
            children.iter().position(|&child| Some(tree.nodes[child].played) == played)
        } else {
            number.ok().filter(|&index| index < children.len())
        };
        found.ok_or_else(|| {
            PyKeyError::new_err(format!(
                "variation: expected one of {}, found another",
                children.len()
            ))
        })
    }

    /// Moves a variation to another place among them.
    fn reorder(
        &self,
        variation: &Bound<'_, PyAny>,
        to: impl FnOnce(usize, usize) -> usize,
    ) -> PyResult<()> {
        let from = self.place(variation)?;
        let mut tree = self.tree();
        let children = &mut tree.nodes[self.index].children;
        let moved = children.remove(from);
        let to = to(from, children.len());
        children.insert(to, moved);
        Ok(())
    }

    /// Refuses more moves behind the node than a game can have, which could not be read back.
    fn check_room(&self, moves: usize) -> PyResult<()> {
        match self.of_node(|node| node.depth).saturating_add(moves) {
            0..=MAX_MOVES => Ok(()),
            _ => Err(value_error(TOO_LONG)),
        }
    }

    /// Returns the nodes of the main line after this one.
    fn main_line(&self) -> Vec<usize> {
        let tree = self.tree();
        let mut line = Vec::new();
        let mut index = self.index;
        while let Some(&child) = tree.nodes[index].children.first() {
            line.push(child);
            index = child;
        }
        line
    }
}

#[pymethods]
impl GameNode {
    /// The node before, or None for the game itself.
    #[getter]
    fn parent<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let parent = self.of_node(|node| node.parent);
        (self.index > 0).then(|| self.node(py, parent)).transpose()
    }

    /// Returns the game.
    fn game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.node(py, 0)
    }

    /// The move, or None for the game itself.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        if self.index == 0 {
            return Ok(None);
        }
        let played = self.tree().shown(self.index);
        object(py, played).map(Some)
    }

    /// The nodes after it, the main one first, as a list that is made anew.
    #[getter]
    fn variations<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let children = self.of_node(|node| node.children.clone());
        children.into_iter().map(|child| self.node(py, child)).collect()
    }

    /// The comment behind the move. A game's comments stand before the first move. Several are one,
    /// with a blank between.
    #[getter]
    fn comment(&self) -> String {
        self.of_node(|node| joined(&node.comments))
    }

    #[setter]
    fn set_comment(&self, comment: &str) -> PyResult<()> {
        let comments = one(comment)?;
        self.change(|node| node.comments = comments);
        Ok(())
    }

    /// The comment before the move, where a variation begins.
    #[getter]
    fn starting_comment(&self) -> String {
        self.of_node(|node| joined(&node.before))
    }

    #[setter]
    fn set_starting_comment(&self, comment: &str) -> PyResult<()> {
        let comments = one(comment)?;
        let mut tree = self.tree();
        if !comments.is_empty() && !tree.starts_variation(self.index) {
            return Err(no_variation());
        }
        tree.nodes[self.index].before = comments;
        Ok(())
    }

    /// The numeric annotations, of which pgn.py makes nags.
    #[getter(_nags)]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PySet>> {
        PySet::new(
            py,
            self.of_node(|node| node.nags.iter().map(|nag| nag.number).collect::<Vec<_>>()),
        )
    }

    #[setter(_nags)]
    fn set_nags(&self, nags: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = numbers(nags)?;
        self.change(|node| {
            let known = core::mem::take(&mut node.nags);
            let kept = |&number: &u16| known.iter().find(|nag| nag.number == number).copied();
            let nag = |number| kept(&number).unwrap_or(Nag { number, is_sign: false });
            node.nags = numbers.into_iter().map(nag).collect();
        });
        Ok(())
    }

    /// Returns the board after the move, with the moves before it.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (board, is_compat) = {
            let tree = self.tree();
            (tree.board(self.index), tree.is_compat)
        };
        let board = match self.index {
            0 => board,
            index => board.with_moves(Stack::to_node(Arc::clone(&self.tree) as _, index)),
        };
        let board = board.into_pyobject(py)?.into_any();
        if is_compat { python(py, "compat.chess", "Board", (board,), []) } else { Ok(board) }
    }

    /// Returns the side to move after the move: True for White, False for Black.
    fn turn(&self) -> bool {
        self.of_node(|node| node.position.side_to_move() == Color::White)
    }

    /// Returns the move in algebraic notation.
    fn san(&self) -> PyResult<String> {
        let tree = self.tree();
        let node = &tree.nodes[self.index];
        if self.index == 0 {
            return Err(value_error("the game itself has no move"));
        }
        let position = &tree.nodes[node.parent].position;
        Ok(node.played.map_or_else(|| "--".into(), |played| position.san(played).to_string()))
    }

    /// Returns the number of half moves since the start of the game.
    fn ply(&self) -> usize {
        let tree = self.tree();
        let moves = usize::from(tree.start().fullmove_number()).saturating_sub(1);
        2 * moves + tree.start().side_to_move() as usize + tree.nodes[self.index].depth
    }

    /// Returns the main node after it, or None.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let child = self.of_node(|node| node.children.first().copied());
        child.map(|child| self.node(py, child)).transpose()
    }

    /// Returns whether no move comes after it.
    fn is_end(&self) -> bool {
        self.of_node(|node| node.children.is_empty())
    }

    /// Returns the last node of the main line from here.
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.node(py, self.main_line().last().copied().unwrap_or(self.index))
    }

    /// Returns the nodes of the main line from here.
    fn mainline<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.main_line().into_iter().map(|index| self.node(py, index)).collect()
    }

    /// The moves of the main line from here, from which pgn.py makes mainline_moves().
    fn _line<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let line = self.main_line();
        let shown: Vec<_> = {
            let tree = self.tree();
            line.into_iter().map(|index| tree.shown(index)).collect()
        };
        let moves = shown.into_iter().map(|played| object(py, played));
        PyTuple::new(py, moves.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns the clock of the player who has moved, in seconds, or None. It is [%clk 0:05:00] in
    /// the comment.
    fn clock(&self) -> Option<f64> {
        self.of_node(|node| node.comments.iter().find_map(|comment| clock::clock(comment)))
    }

    /// Sets the clock of the player who has moved, in seconds, or removes it.
    ///
    /// >>> from hyperbola import pgn
    /// >>> node = pgn.Game().add_variation(Move.from_uci("e2e4"), comment="solid")
    /// >>> node.set_clock(179.5)
    /// >>> node.comment, node.clock()
    /// ('solid [%clk 0:02:59.5]', 179.5)
    #[pyo3(signature = (seconds, /))]
    fn set_clock(&self, seconds: Option<f64>) -> PyResult<()> {
        let text = seconds.map(clock::clock_text).transpose()?;
        self.change(|node| clock::set(&mut node.comments, "clk", text));
        Ok(())
    }

    /// Returns the evaluation of the position after the move, or None. It is [%eval 0.25] in the
    /// comment.
    ///
    /// >>> from hyperbola import pgn
    /// >>> game = next(pgn.read_games(b"1. e4 { [%eval 0.25,18] } 1... e5 { [%eval #3] } *"))
    /// >>> [node.eval() for node in game.mainline()]
    /// [Eval(cp=25, mate=None, depth=18), Eval(cp=None, mate=3, depth=None)]
    fn eval<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.of_node(|node| node.comments.iter().find_map(|text| clock::eval(text)));
        found.map(|found| python(py, "pgn", "Eval", found, [])).transpose()
    }

    /// Sets the evaluation of the position after the move as White sees it: in hundredths of a
    /// pawn, or as the number of moves to mate. Without them it is removed.
    #[pyo3(signature = (cp=None, *, mate=None, depth=None))]
    fn set_eval(&self, cp: Option<i32>, mate: Option<i32>, depth: Option<u32>) -> PyResult<()> {
        let text = clock::eval_text(cp, mate, depth)?;
        self.change(|node| clock::set(&mut node.comments, "eval", text));
        Ok(())
    }

    /// Returns whether the node is on the main line of the game.
    fn is_mainline(&self) -> bool {
        let tree = self.tree();
        let mut index = self.index;
        while index != 0 && !tree.starts_variation(index) {
            index = tree.nodes[index].parent;
        }
        index == 0
    }

    /// Returns whether the node begins a variation.
    fn starts_variation(&self) -> bool {
        self.tree().starts_variation(self.index)
    }

    /// Returns the variation with a move, or with an index.
    #[pyo3(signature = (variation, /))]
    fn variation<'py>(
        &self,
        py: Python<'py>,
        variation: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let place = self.place(variation)?;
        self.node(py, self.of_node(|node| node.children[place]))
    }

    /// Returns whether a move is one of the variations.
    #[pyo3(signature = (variation, /))]
    fn has_variation(&self, variation: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.place(variation) {
            Ok(_) => Ok(true),
            Err(error) if error.is_instance_of::<PyTypeError>(variation.py()) => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// Adds a legal move as the last variation and returns its node.
    #[pyo3(signature = (r#move, *, comment="", starting_comment="", nags=None))]
    fn add_variation<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
        comment: &str,
        starting_comment: &str,
        nags: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (comments, before) = (one(comment)?, one(starting_comment)?);
        let nags = nags.map(numbers).transpose()?.unwrap_or_default();
        let mut board = self.tree().board(self.index);
        let played = board.read_move(r#move)?;
        // A null move may not be legal.
        board.play(played)?;
        self.check_room(1)?;
        let index = {
            let mut tree = self.tree();
            if !before.is_empty() && tree.nodes[self.index].children.is_empty() {
                return Err(no_variation());
            }
            let index = tree.add(self.index, played);
            let node = &mut tree.nodes[index];
            (node.comments, node.before) = (comments, before);
            node.nags = nags.into_iter().map(|number| Nag { number, is_sign: false }).collect();
            index
        };
        self.node(py, index)
    }

    /// Adds a legal move as the main variation and returns its node.
    #[pyo3(signature = (r#move, *, comment=""))]
    fn add_main_variation<'py>(
        &self,
        py: Python<'py>,
        r#move: &Bound<'py, PyAny>,
        comment: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = self.add_variation(py, r#move, comment, "", None)?;
        self.promote_to_main(&node)?;
        Ok(node)
    }

    /// Adds moves one after another, each as the last variation of the one before, and returns the
    /// node of the last one.
    #[pyo3(signature = (moves, *, comment=""))]
    fn add_line<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        comment: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let comments = one(comment)?;
        let mut board = self.tree().board(self.index);
        let mut line = Vec::new();
        for item in moves.try_iter()? {
            let played = board.read_move(&item?)?;
            board.play(played)?;
            line.push(played);
        }
        self.check_room(line.len())?;
        let index = {
            let mut tree = self.tree();
            let index = line.into_iter().fold(self.index, |last, played| tree.add(last, played));
            if !comments.is_empty() {
                tree.nodes[index].comments = comments;
            }
            index
        };
        self.node(py, index)
    }

    /// Removes a variation and all after it.
    #[pyo3(signature = (variation, /))]
    fn remove_variation(&self, variation: &Bound<'_, PyAny>) -> PyResult<()> {
        let place = self.place(variation)?;
        self.change(|node| {
            node.children.remove(place);
        });
        Ok(())
    }

    /// Moves a variation one place up.
    #[pyo3(signature = (variation, /))]
    fn promote(&self, variation: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reorder(variation, |from, _| from.saturating_sub(1))
    }

    /// Moves a variation one place down.
    #[pyo3(signature = (variation, /))]
    fn demote(&self, variation: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reorder(variation, |from, last| last.min(from + 1))
    }

    /// Makes a variation the main one.
    #[pyo3(signature = (variation, /))]
    fn promote_to_main(&self, variation: &Bound<'_, PyAny>) -> PyResult<()> {
        self.reorder(variation, |_, _| 0)
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        variation: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.variation(py, variation)
    }

    fn __contains__(&self, variation: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.has_variation(variation)
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.tree, &other.tree) && self.index == other.index
    }

    fn __hash__(&self) -> usize {
        Arc::as_ptr(&self.tree).addr().wrapping_add(self.index.wrapping_mul(0x9e37_79b9))
    }

    fn __repr__(&self) -> String {
        let Ok(san) = self.san() else { return "<Game>".into() };
        format!("<ChildNode {san}, half move {}>", self.ply())
    }
}

/// A node that has a move.
#[pyclass(frozen, extends = GameNode, module = "hyperbola.pgn", name = "ChildNode")]
pub(crate) struct ChildNode {}

/// A game: its headers, its moves with variations, comments and annotations, and its result.
///
/// Game() is a game without moves. str(game) is its PGN, with lines of at most 80 columns.
///
/// >>> from hyperbola import pgn
/// >>> game = pgn.Game()
/// >>> game.headers["White"] = "Anna"
/// >>> node = game.add_variation(Move.from_uci("e2e4"), comment="best by test")
/// >>> node = node.add_variation(Move.from_uci("e7e5"))
/// >>> print(game.export(headers=False))
/// 1. e4 {best by test} 1... e5 *
#[pyclass(frozen, subclass, extends = GameNode, module = "hyperbola.pgn", name = "Game")]
pub(crate) struct Game {}

/// A game as pickle writes it: its PGN, its offset, its mistakes, its notes, and whether its boards
/// are those of `hyperbola.compat.chess`.
type Pickled = (String, Option<u64>, Vec<String>, Vec<String>, bool);

/// The tags that each game has.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Returns the object of a tree.
fn game(py: Python<'_>, tree: Tree) -> PyResult<Bound<'_, PyAny>> {
    Ok(Bound::new(py, of_tree(tree))?.into_any())
}

/// Returns what makes the object of a tree.
fn of_tree(tree: Tree) -> PyClassInitializer<Game> {
    let node = GameNode { tree: Arc::new(Mutex::new(tree)), index: 0 };
    PyClassInitializer::from(node).add_subclass(Game {})
}

/// Returns a game without moves, with the tags that each game has.
fn empty() -> Tree {
    let mut tree = Tree::new(Position::initial(), None, false);
    for (name, value) in ROSTER {
        tree.set_tag(name, value.to_owned());
    }
    tree
}

#[pymethods]
impl Game {
    #[new]
    fn new() -> PyClassInitializer<Self> {
        of_tree(empty())
    }

    /// Makes a game of a board's moves, with its result if the game has ended. A draw that a player
    /// could claim does not end it. A board that was changed behind a move is a ValueError.
    ///
    /// >>> from hyperbola import pgn
    /// >>> board = Board()
    /// >>> moves = [board.push_san(san) for san in ["f3", "e5", "g4", "Qh4#"]]
    /// >>> str(pgn.Game.from_board(board)).splitlines()[-1]
    /// '1. f3 e5 2. g4 Qh4# 0-1'
    #[staticmethod]
    fn from_board<'py>(board: &Bound<'py, Board>) -> PyResult<Bound<'py, PyAny>> {
        let (py, board) = (board.py(), Board::settled(board)?);
        if let Some((_, fen)) = board.edits()?.first_key_value() {
            return Err(value_error(format_args!(
                "board: expected the positions of its moves, found {fen}, which was set behind a \
                 move; board.copy(stack=False) begins there"
            )));
        }
        let mut tree = empty();
        set_start(&mut tree, &board.root());
        let mut last = 0;
        for played in board.played() {
            last = tree.add(last, played);
        }
        let result = board.result(false);
        tree.result = result.parse().map_err(value_error)?;
        tree.set_tag("Result", result);
        game(py, tree)
    }

    /// Sets the position where the game starts, a board or a FEN, and the headers that tell it. The
    /// game must not have had moves yet, because their nodes may be in use.
    fn setup(slf: &Bound<'_, Self>, board: &Bound<'_, PyAny>) -> PyResult<()> {
        let board = Board::of_any(board)?;
        let mut tree = slf.as_super().get().tree();
        if tree.nodes.len() > 1 {
            return Err(value_error("setup: expected a game without moves, such as a new Game()"));
        }
        set_start(&mut tree, &board);
        Ok(())
    }

    /// The offset of the game in its stream, in bytes, where reading can begin. It is None for a
    /// game that was not read.
    #[getter]
    fn offset(slf: &Bound<'_, Self>) -> Option<u64> {
        slf.as_super().get().tree().offset
    }

    /// The mistakes that reading has found. The game then ends before the first of them.
    #[getter]
    fn errors(slf: &Bound<'_, Self>) -> Vec<String> {
        slf.as_super().get().tree().errors.clone()
    }

    /// What belongs to no game and was passed over, with its place: the first hundred brackets that
    /// are no tags, parentheses without another one, and other signs. No move is lost by them.
    #[getter]
    fn notes(slf: &Bound<'_, Self>) -> Vec<String> {
        slf.as_super().get().tree().notes.clone()
    }

    /// Returns the game as PGN. columns is the width of its lines, and None stands for one line.
    /// Games of Lichess and Chess.com have one line.
    #[pyo3(
        signature = (*, columns=Some(80), headers=true, comments=true, variations=true),
        text_signature = "($self, *, columns=80, headers=True, comments=True, variations=True)"
    )]
    fn export(
        slf: &Bound<'_, Self>,
        columns: Option<usize>,
        #[pyo3(from_py_with = flag::headers)] headers: bool,
        #[pyo3(from_py_with = flag::comments)] comments: bool,
        #[pyo3(from_py_with = flag::variations)] variations: bool,
    ) -> String {
        let width = columns.unwrap_or(usize::MAX);
        let tree = slf.as_super().get().tree();
        write::write(&tree, Style { width, headers, comments, variations })
    }

    /// Gives the nodes boards of `hyperbola.compat.chess`, and returns the game.
    fn _for_compat<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.as_super().get().tree().is_compat = true;
        slf.clone()
    }

    /// Returns a copy.
    fn copy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tree = slf.as_super().get().tree().clone();
        game(slf.py(), tree)
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::copy(slf)
    }

    fn __deepcopy__<'py>(
        slf: &Bound<'py, Self>,
        _memo: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Self::copy(slf)
    }

    fn __str__(slf: &Bound<'_, Self>) -> String {
        Self::export(slf, Some(80), true, true, true)
    }

    fn _tags(slf: &Bound<'_, Self>) -> Vec<(String, String)> {
        slf.as_super().get().tree().tags.clone()
    }

    fn _set_tag(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = text::name)] name: Text,
        #[pyo3(from_py_with = text::value)] value: Text,
    ) -> PyResult<()> {
        if matches!(&*name, "FEN" | "SetUp" | "Variant") {
            return Err(value_error(format_args!("{}: setup() sets it", &*name)));
        }
        // It knows which names and values can be written.
        if &*name != "Result" {
            Tags::new().set(&name, &value).map_err(value_error)?;
        }
        let mut tree = slf.as_super().get().tree();
        if tree.is_full(&name) {
            return Err(value_error(TagError::Many));
        }
        if &*name == "Result" {
            tree.result = value.parse().map_err(value_error)?;
            let value = tree.result.to_string();
            tree.set_tag(&name, value);
        } else {
            tree.set_tag(&name, value.to_string());
        }
        Ok(())
    }

    fn _remove_tag(slf: &Bound<'_, Self>, name: &str) -> PyResult<()> {
        let mut tree = slf.as_super().get().tree();
        if matches!(name, "FEN" | "SetUp" | "Variant") {
            return Err(value_error(format_args!("{name}: setup() sets it")));
        }
        if tree.remove_tag(name) { Ok(()) } else { Err(PyKeyError::new_err(name.to_owned())) }
    }

    /// Makes the game that pickle has written.
    #[staticmethod]
    fn _restore<'py>(
        py: Python<'py>,
        pgn: &str,
        offset: Option<u64>,
        errors: Vec<String>,
        notes: Vec<String>,
        is_compat: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = GameReader::of_text(pgn).next_game(py)?;
        let found = found.ok_or_else(|| PyIndexError::new_err("the text has no game"))?;
        let mut tree = found.cast::<Self>()?.as_super().get().tree();
        (tree.offset, tree.errors, tree.notes) = (offset, errors, notes);
        tree.is_compat = is_compat;
        drop(tree);
        Ok(found)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py, Pickled>> {
        let restore = slf.py().get_type::<Self>().getattr("_restore")?;
        let pgn = Self::export(slf, None, true, true, true);
        let is_compat = slf.as_super().get().tree().is_compat;
        Ok((restore, (pgn, Self::offset(slf), Self::errors(slf), Self::notes(slf), is_compat)))
    }
}

/// Sets the start of a game and the tags that tell it.
fn set_start(tree: &mut Tree, board: &Board) {
    let (start, passed, is_chess960) = board.parts();
    tree.tags.retain(|(name, _)| !matches!(&**name, "FEN" | "SetUp" | "Variant"));
    let mut add = |name: &str, value: String| tree.tags.push((name.to_owned(), value));
    if is_chess960 {
        add("Variant", "Chess960".into());
    }
    if start != Position::initial() {
        add("SetUp", "1".into());
        add("FEN", Setup { en_passant: passed, ..start.setup() }.to_string());
    }
    tree.nodes[0].position = start;
    (tree.passed, tree.is_chess960) = (passed, is_chess960);
}

/// Returns the error of a starting comment that would be read as the comment of the move before.
fn no_variation() -> PyErr {
    value_error("starting_comment: expected a move that starts a variation")
}

/// Returns the numbers of annotations in their order.
fn numbers(nags: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    let mut numbers: Vec<u16> =
        nags.try_iter()?.map(|nag| nag?.extract()).collect::<PyResult<_>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// Returns comments as one.
fn joined(comments: &[String]) -> String {
    let trimmed = comments.iter().map(|comment| comment.trim());
    trimmed.filter(|comment| !comment.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the comments that one is, which may be empty.
fn one(comment: &str) -> PyResult<Vec<String>> {
    if comment.contains('}') {
        let wrong = format!("comment: expected a text without }}, found {:?}", shown(comment));
        return Err(value_error(wrong));
    }
    Ok(if comment.is_empty() { Vec::new() } else { vec![comment.to_owned()] })
}
