//! Prints on standard output, in the forms that several commands share.

use hyperbola::Bitboard;
pub(crate) use hyperbola_console::output::{CANNOT_WRITE, print, print_json};
pub(crate) use hyperbola_files::counted;
use hyperbola_moves::CastlingSide;

/// Returns the value of a bitboard as `0x` and 16 hexadecimal digits.
pub(crate) fn hex(bitboard: Bitboard) -> String {
    format!("{bitboard:#018x}")
}

/// Returns a picture of eight rows, a8 at the top left, with the ranks and the files beside it.
pub(crate) fn board(picture: &str) -> String {
    let mut text = String::new();
    for (rank, row) in (1..=8).rev().zip(picture.lines()) {
        text += &format!("{rank}  {row}\n");
    }
    text + "\n   a b c d e f g h\n"
}

/// Returns the end of a line about a position in which the game is over: how it ended.
pub(crate) const fn end_of_game(checkmate: bool, stalemate: bool) -> &'static str {
    if checkmate {
        ", checkmate"
    } else if stalemate {
        ", stalemate"
    } else {
        ""
    }
}

/// Returns the name of a side to castle to.
pub(crate) const fn castling_side(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "king",
        CastlingSide::Queen => "queen",
    }
}
