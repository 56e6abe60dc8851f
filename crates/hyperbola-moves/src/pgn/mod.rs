//! Games as text: PGN, read as a stream and written.
//!
//! [`Reader`] reads a stream game by game. [`Reader::games`] plays the moves and yields a [`Game`]
//! for each. [`Reader::read_game`] shows the parts of a game to a [`Visitor`] and plays nothing.
//! A [`Game`] displays as PGN.
//!
//! The reader takes what programs and people write: move numbers with any dots or none, `0-0`,
//! `e.p.`, signs for evaluations such as `+=` and `±`, results such as `½–½` and `1:0`, games
//! without results, several games without empty lines between them, byte order marks, blanks that
//! break no line, any line ends, and text in Latin-1. [`Reader::games`] takes moves in UCI and in
//! long algebraic notation too. What belongs to no game, such as a bracket that is no tag, is
//! passed over and noted. A mistake costs one game: it is an error with its byte and line, and
//! reading goes on with the next game.

mod buffer;
mod error;
mod game;
mod lex;
mod moves;
mod reader;
mod tags;
mod visitor;

pub use error::{MoveText, PgnError, PgnErrorKind, TagErrorKind};
pub use game::{Game, Games, Variant};
#[doc(hidden)]
pub use game::{MAX_MOVES, Player, TOO_LONG, read_move, read_start};
pub use reader::Reader;
pub use tags::{TagError, Tags};
pub use visitor::{GameResult, Interest, Text, Visitor};

use tags::MAX_VALUE;
