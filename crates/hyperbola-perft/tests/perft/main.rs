//! Tests of counts against suites, the generator and published numbers.

mod census;
mod counts;
mod four_words;
mod split;
mod statistics;
