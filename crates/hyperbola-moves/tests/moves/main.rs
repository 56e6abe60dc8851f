//! Positions, moves and notation, held to suites, to a slow reference and to another library.

mod corpus;
mod detector;
mod fen;
mod game;
mod legal;
mod notation;
mod other_library;
mod perft;
mod support;
