//! Proofs that techniques are right for all boards, by running them on a symbolic word.
//!
//! [`Symbolic`] is a [`Word`](hyperbola::Word) like any other, but each of its 64 bits is a Boolean
//! function of variables, kept as a binary decision diagram. Equal functions have one diagram, so
//! what a formula gives on it is compared with the definition for all 2^64 sets of occupied
//! squares at once.
#![forbid(unsafe_code)]

mod claim;
mod counterexample;
mod definition;
mod diagrams;
mod proof;
mod symbolic;

pub use claim::Claim;
pub use counterexample::{Counterexample, WrongStep};
pub use diagrams::{Assignment, Diagrams};
pub use proof::{Failure, Proved, Scope, prove, prove_lines, prove_sets, prove_square};
pub use symbolic::Symbolic;
