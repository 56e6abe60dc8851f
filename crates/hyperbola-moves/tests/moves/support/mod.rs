//! Shared parts of the tests.

pub(crate) mod laws;
pub(crate) mod reference;

pub(crate) use hyperbola_samples::{
    OUT_OF_REACH, SUITES, chess960, positions, random_game, random_move, random_setup, suite,
    testdata, testdata_bytes,
};
