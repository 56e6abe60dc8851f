//! A technique's runs on the word that records.

use hyperbola::{Line, LineAttacks, OccupiedBoards, Slider, SliderAttacks, Technique, dispatch};

use crate::recorder::Recorded;

/// The attacks of a technique that ran on a square and the occupied squares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordedAttacks<'r> {
    /// The number of nodes when the technique had its boards of the occupied squares.
    pub(crate) boards_end: usize,
    pub(crate) attacks: Recorded<'r>,
}

/// Runs a technique for one piece, from the words of its square and of the occupied squares.
pub(crate) type PieceRun =
    for<'r> fn(slider: Slider, square: Recorded<'r>, occupied: Recorded<'r>) -> RecordedAttacks<'r>;

/// Runs a technique along one line, from the same words.
pub(crate) type LineRun =
    for<'r> fn(line: Line, square: Recorded<'r>, occupied: Recorded<'r>) -> RecordedAttacks<'r>;

/// Returns the function that runs a technique of the registry for one piece.
pub(crate) fn piece_run(technique: Technique) -> PieceRun {
    dispatch!(technique, T => run_piece::<T>)
}

/// Returns the function that runs a technique of the registry along one line, if it works line by
/// line.
pub(crate) fn line_run(technique: Technique) -> Option<LineRun> {
    dispatch!(technique, T: LineAttacks => run_line::<T>)
}

/// Makes a technique's boards from the occupied squares, and toggles a square.
pub(crate) type BoardsRun = for<'r> fn(square: Recorded<'r>, occupied: Recorded<'r>);

/// Returns the function that makes a technique's boards and toggles a square.
pub(crate) fn boards_run(technique: Technique) -> BoardsRun {
    dispatch!(technique, T => run_boards::<T>)
}

/// Makes a technique's boards and toggles a square: only this, [`run_piece`] and [`run_line`] are
/// compiled for each technique.
fn run_boards<'r, T: SliderAttacks>(square: Recorded<'r>, occupied: Recorded<'r>) {
    T::occupied(occupied).toggle(square);
}

/// Runs a technique for one piece.
pub(crate) fn run_piece<'r, T: SliderAttacks>(
    slider: Slider,
    square: Recorded<'r>,
    occupied: Recorded<'r>,
) -> RecordedAttacks<'r> {
    let boards = T::occupied(occupied);
    let boards_end = occupied.recorded();
    RecordedAttacks { boards_end, attacks: T::slider(slider, square, &boards) }
}

/// Runs a technique along one line.
fn run_line<'r, T: LineAttacks>(
    line: Line,
    square: Recorded<'r>,
    occupied: Recorded<'r>,
) -> RecordedAttacks<'r> {
    let boards = T::occupied(occupied);
    let boards_end = occupied.recorded();
    RecordedAttacks { boards_end, attacks: T::line(line, square, &boards) }
}
