//! The rules of chess as formulas over words.
//!
//! A formula is written once, over a [`Word`](hyperbola::Word). On `u64` it answers for one
//! position, on lanes of a vector for one position in each lane, on a recording word it becomes an
//! explanation or the source code of a kernel, and on a symbolic word a proof for all positions.
//! Proved are [`formulas`], [`generator`], [`play`] and what they use.
//!
//! ```
//! use hyperbola_rules::formulas::Formulas;
//! use hyperbola_rules::castling::Castles;
//!
//! // The three digits of the kind of piece on each square, and Black's squares: the kings on e1 and
//! // e8, and White's rook on a1.
//! let position = [0, 1 << 4 | 1 << 60, 1 << 4 | 1 << 60 | 1, 1 << 60];
//! let moves = Formulas::new(Castles::default()).moves::<u64>(position);
//! assert_eq!(moves.king.count_ones(), 5);
//! assert_eq!(moves.sliders.iter().map(|set| set.count_ones()).sum::<u32>(), 10);
//! ```
//!
//! | rule | module |
//! |---|---|
//! | the pieces of a side, the steps of pawns, knights and kings | [`pieces`] |
//! | the lines of sliders and kings, attacks, pins | [`lines`] |
//! | the moves of pawns, checks and their targets, captures en passant | [`moves`] |
//! | castling, including Chess960 | [`castling`] |
//! | the side to move, in lanes | [`mover`] |
//! | the side to move, square by square with any technique | [`legal`] |
//! | its moves set by set, whether one move is legal, whether it gives check | [`generator`] |
//! | what a move changes in a position | [`play`] |
//! | the number of moves of the other side | [`replies`] |
//! | all moves, and the position after one, for a position in four words | [`formulas`] |
//! | the sets of moves in their order | [`sets`] |
//! | sums of sets | [`digits`] |

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

pub mod castling;
pub mod digits;
pub mod formulas;
pub mod generator;
pub mod legal;
pub mod lines;
pub mod mover;
pub mod moves;
pub mod pieces;
pub mod play;
pub mod replies;
pub mod sets;

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
