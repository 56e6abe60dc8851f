//! Tests of positions, moves and notation against suites, a slow reference and another library.

mod corpus;
mod detector;
mod epd;
mod fen;
mod game;
mod legal;
mod lenient;
mod notation;
mod other_library;
mod perft;
mod pgn;
mod pgn_games;
mod support;
