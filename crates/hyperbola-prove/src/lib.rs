//! Proofs that techniques are right for all boards, by running them on a symbolic word.
//!
//! [`Symbolic`] is a [`Word`](hyperbola::Word) like any other, but each of its 64 bits is a Boolean
//! function of variables, kept as a binary decision diagram. Equal functions have one diagram, so
//! what a formula gives on it is compared with the definition for all 2^64 sets of occupied
//! squares at once.
//!
//! ```
//! use hyperbola::techniques::HyperbolaQuintessence;
//! use hyperbola::{Slider, Square};
//! use hyperbola_prove::{Diagrams, prove_square};
//!
//! let mut diagrams = Diagrams::new(Diagrams::BUDGET);
//! let bishop = [Slider::Bishop];
//! let proved = prove_square::<HyperbolaQuintessence>(&mut diagrams, Square::D4, &bishop)?;
//! // The bishop alone, with the rook, and the toggle.
//! assert_eq!(proved.equations, 3);
//! # Ok::<(), Box<hyperbola_prove::Failure>>(())
//! ```
//!
//! A technique that is wrong is refuted by a [`Counterexample`], a board on which plain `u64` and
//! the oracle of the conformance tests differ. An operation that would need more nodes than the
//! budget of a [`Diagrams`] ends the proof with its name.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod claim;
mod counterexample;
mod definition;
mod diagrams;
#[cfg(feature = "legality")]
pub mod legality;
mod nodes;
mod proof;
mod symbolic;

pub use claim::{AlongLine, ByDerivation, Claim, ClaimInputs, Claimed, OfSet, OnSquare};
pub use counterexample::{Counterexample, WrongStep};
pub use diagrams::{Assignment, Diagrams};
pub use proof::{
    Failure, Proved, Scope, prove, prove_derivation, prove_lines, prove_sets, prove_square,
};
pub use symbolic::Symbolic;

/// What `hyperbola-boards` makes proofs on other boards from. Nothing of it is promised.
#[doc(hidden)]
pub mod for_boards {
    pub use crate::definition::{Between, Shape, attacks, attacks_of_set};
    pub use crate::proof::{Comparison, compare};
}
