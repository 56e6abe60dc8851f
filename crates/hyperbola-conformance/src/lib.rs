//! Checks that every technique gives the attacks of the definition, in every possible case.
//!
//! [`oracle`] states the definition on plain numbers and shares no code with the core. [`cases`]
//! lists all subsets of a rook's or a bishop's whole lines, edges included. [`verify`] runs a
//! technique over all of them and returns a [`Digest`], which is the same for all techniques.
//! [`operations`] lists the operations of a word. [`properties`] states further laws. All checks
//! take any technique, a type of your own as [`Subject::of`] too. Techniques that are wrong on
//! purpose show that the checks can fail.
//!
//! ```
//! use hyperbola::{Slider, Technique};
//! use hyperbola_conformance::{Subject, verify};
//!
//! let verified = verify(Subject::from(Technique::KoggeStone), Slider::Bishop, &mut |_| ());
//! assert!(verified.is_ok());
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod cases;
pub mod operations;
pub mod oracle;
pub mod properties;
mod subject;
mod verify;
pub mod wrong;

pub use cases::{Case, cases, for_each_case};
pub use hyperbola_random::Digest;
pub use subject::Subject;
pub use verify::{Mismatch, Verified, verify};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
