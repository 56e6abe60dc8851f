//! Tests of positions, moves and notation against suites, a slow reference and another library.

mod corpus;
mod detector;
mod epd;
mod exchange;
mod fen;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game;
mod keys;
mod legal;
mod lenient;
mod list;
mod moves;
mod names;
mod notation;
mod other_library;
mod outcome;
mod pgn;
mod pgn_games;
mod picker;
mod polyglot;
#[cfg(feature = "serde")]
mod serialize;
mod stages;
mod support;
mod undo;
mod verdict;
