//! Tests of positions, moves and notation against suites, a slow reference and another library.

mod corpus;
mod detector;
mod fen;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod game;
mod legal;
mod list;
mod moves;
mod names;
mod notation;
mod other_library;
mod perft;
#[cfg(feature = "serde")]
mod serialize;
mod support;
