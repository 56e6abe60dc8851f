//! Tests of positions, moves and notation against suites, a slow reference and another library.

mod corpus;
mod detector;
mod exchange;
mod fen;
mod game;
mod legal;
mod notation;
mod other_library;
mod outcome;
mod perft;
mod support;
