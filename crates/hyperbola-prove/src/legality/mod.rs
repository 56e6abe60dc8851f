//! Proofs that the counter's formulas find the legal moves.

mod after;
mod circuit;
mod function;
mod games;
mod inputs;
pub mod laws;
mod moves;
mod proof;
mod refuted;
#[cfg(test)]
mod tests;
mod truth;
mod words;

pub use proof::{LegalProved, prove_legal_moves, prove_legality, prove_positions_after};
pub use refuted::Refuted;
pub use truth::Truth;
