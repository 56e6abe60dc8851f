//! Positions, moves and notation, held to suites, to a slow reference and to another library.

mod fen;
mod perft;
mod support;
