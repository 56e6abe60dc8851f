//! Finds the smallest chess position that another program's move generator gets wrong, and says why.
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

mod answer;
mod bound;
mod closure;
mod compare;
mod descent;
mod dice;
mod engine;
mod facts;
mod finding;
mod format;
#[cfg(unix)]
mod guard;
mod hunt;
mod inputs;
mod interview;
mod outcome;
mod process;
mod program;
#[cfg(feature = "serde")]
mod record;
mod reproduction;
mod rows;
mod rules;
mod scenes;
mod shrink;
mod situation;
mod subject;
mod suites;
mod template;
mod why;

pub use answer::Written;
pub use closure::{Closure, from_count, from_divide, from_game, from_moves};
pub use compare::{Compared, Fault, Problem, WrongNumber, WrongSum};
pub use engine::{Engine, PerftCommand};
pub use finding::Finding;
pub use format::Format;
pub use hunt::{Hunt, Progress};
pub use inputs::{
    InputClosure, InputList, InputProgram, WrongInput, from_changes, from_inputs, input_words,
};
pub use interview::HuntError;
pub use outcome::{End, Outcome};
pub use process::Limits;
pub use program::Program;
pub use rows::Rows;
pub use rules::{Reason, Rule};
pub use situation::Situation;
pub use subject::{Abilities, Answer, Facts, Failure, Question, Subject, ViewInputs};
pub use suites::{Given, given};
pub use template::TemplateError;
pub use why::WrongMove;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
