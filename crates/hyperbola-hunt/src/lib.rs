//! Finds the smallest chess position that another program's move generator gets wrong, and says
//! why.
//!
//! A [`Hunt`] asks a [`Subject`] for the moves of many positions: of suites, of positions made to
//! hurt, and of random games. It compares the lists of moves, so errors cannot cancel each other. A
//! position that is wrong is made small, and the rule that is broken is named.
//!
//! A test hunts a library's own generator:
//!
//! ```no_run
//! # mod mine { pub fn legal_moves(_fen: &str, _played: &[String]) -> Vec<String> { vec![] } }
//! #[test]
//! fn nothing_is_found() {
//!     // Takes a FEN and moves; returns the legal moves then, all in UCI's notation or in SAN.
//!     let mut subject = hyperbola_hunt::from_game(|fen, played| mine::legal_moves(fen, played));
//!     let outcome = hyperbola_hunt::Hunt::new().seconds(Some(10.0)).run(&mut subject);
//!     let outcome = outcome.expect("there is an answer for the initial position");
//!     assert!(outcome.findings.is_empty(), "{outcome}");
//! }
//! ```
//!
//! | your library | use |
//! |---|---|
//! | takes a FEN and lists moves | [`from_moves`] |
//! | makes moves, too | [`from_game`] |
//! | counts by first moves | [`from_divide`] |
//! | has plain perft only | [`from_count`] |
//! | numbers the inputs of a network | [`from_inputs`], [`from_changes`] |
//!
//! Other programs are hunted by [`Engine`], which speaks UCI, by [`Program`], whose command is a
//! template, and by [`InputProgram`], which numbers inputs. The command `hyperbola hunt` does this.
//!
//! The feature `serde` writes an [`Outcome`] as JSON and in other formats.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod compare;
mod countable;
mod descent;
mod dice;
mod explain;
mod format;
mod hunt;
mod inputs;
mod interview;
mod rows;
mod scenes;
mod shrink;
mod situation;
mod subject;
mod suites;

pub use compare::{Compared, Fault, Problem, WrongNumber, WrongSum};
pub use explain::finding::Finding;
pub use explain::input_words::input_words;
pub use explain::outcome::{End, Outcome};
pub use explain::rules::{Reason, Rule};
pub use explain::{WrongInput, WrongMove};
pub use format::Format;
pub use hunt::{Hunt, Progress};
pub use inputs::InputList;
pub use interview::HuntError;
pub use rows::Rows;
pub use situation::Situation;
pub use subject::closures::{Closure, from_count, from_divide, from_game, from_moves};
pub use subject::engine::{Engine, PerftCommand};
pub use subject::input_closures::{InputClosure, from_changes, from_inputs};
pub use subject::input_program::InputProgram;
pub use subject::printed_moves::Written;
pub use subject::process::Limits;
pub use subject::program::Program;
pub use subject::template::TemplateError;
pub use subject::{Abilities, Answer, Facts, Failure, Question, Subject, ViewInputs};
pub use suites::{Given, given};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
