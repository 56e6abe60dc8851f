//! Boards of any size as arguments.

use core::fmt::Display;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use hyperbola::Technique;
use hyperbola_boards::{FORMULAS, NamedBoard, Square, TECHNIQUES, dispatch_board};
use hyperbola_console::parsers::OccupiedArguments;
use hyperbola_files::Wrong;

/// Parses the name of a board.
pub(crate) fn board_parser() -> impl TypedValueParser<Value = NamedBoard> {
    let boards = || NamedBoard::ALL.iter().copied();
    PossibleValuesParser::new(boards().map(NamedBoard::id))
        .try_map(move |id| boards().find(|board| board.id() == id).ok_or("it is not a board"))
}

/// Returns the error for a technique that does not compute on boards of any size.
pub(crate) fn not_on_boards(technique: Technique) -> anyhow::Error {
    let ids: Vec<&str> = FORMULAS.iter().map(|technique| technique.id()).collect();
    let ids = ids.join(", ");
    let why = match TECHNIQUES.contains(&technique) {
        true => {
            "reads a table by the occupied squares, which only the chessboard's own words can do"
        }
        false => "is only for the chessboard",
    };
    Wrong(format!("{technique} {why}; expected a technique for all boards: {ids}")).into()
}

/// Returns the index of a square by its name on a board.
pub(crate) fn board_square(board: NamedBoard, name: &str) -> anyhow::Result<u8> {
    dispatch_board!(board, B => {
        let square = name.parse::<Square<B>>().map(Square::index);
        square.map_err(|error| wrong_square(name, &error))
    })
}

/// Returns the error for a name that is not a square of a board.
pub(crate) fn wrong_square(name: &str, error: &dyn Display) -> anyhow::Error {
    Wrong(format!("invalid square '{name}': {error}")).into()
}

/// Returns the indices of the occupied squares that are named, on a board.
pub(crate) fn occupied_on(
    board: NamedBoard,
    occupied: &OccupiedArguments,
) -> anyhow::Result<Vec<u8>> {
    let names = occupied.names().into_iter();
    let names = names.flat_map(|names| names.as_encoded_bytes().split(|&byte| byte == b','));
    names.map(|name| board_square(board, &String::from_utf8_lossy(name))).collect()
}
