//! Proofs that the formulas of the counter's programs for GPUs find the legal moves.

mod after;
mod circuit;
mod function;
mod games;
mod inputs;
mod laws;
mod moves;
#[cfg(test)]
mod planted;
mod proof;
mod refuted;
mod replies;
mod sums;
#[cfg(test)]
mod tests;
mod truth;
mod words;

pub use proof::{
    LegalProved, prove_after, prove_moves, prove_replies, prove_short_ways, prove_turned,
};
pub use refuted::Refuted;
