//! Tests of counts against suites, the generator and published numbers.

mod census;
mod counts;
mod few_pieces;
mod four_words;
mod split;
mod statistics;
