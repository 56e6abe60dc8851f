//! Proofs that the formulas of the counter's programs for GPUs find the legal moves.

mod after;
mod algebra;
mod castling;
mod circuit;
mod closure;
mod counts;
mod en_passant;
mod function;
mod games;
mod gates;
mod generator;
mod inputs;
mod laws;
mod lemmas;
mod moves;
mod neutral_sets;
mod numbers;
mod oracle;
mod plan;
mod play;
mod position_proof;
mod proof;
mod recording;
mod refuted;
mod replies;
mod short_ways;
mod single;
mod sums;
#[cfg(test)]
mod tests;
mod truth;
mod words;

pub use generator::Mistake;
pub use lemmas::{Lemma, for_each_lemma, for_each_neutral_lemma};
pub use oracle::Laws;
pub use proof::{
    LegalProved, prove_after, prove_closure, prove_generator, prove_gives_check, prove_is_legal,
    prove_moves, prove_moves_to, prove_plan, prove_play, prove_replies, prove_short_ways,
    prove_turned, prove_with_mistake,
};
pub use refuted::Refuted;
