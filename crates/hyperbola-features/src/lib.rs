//! Attack maps, counts, pins, threats and legal moves of millions of chess positions at once.
//!
//! [`Positions`] has positions in columns. So a register takes a set of eight positions with one
//! load, and one formula answers for all eight. [`Features`] computes the requested ones:
//!
//! ```
//! use hyperbola_features::{AttackCounts, Attacks, BadRows, Positions};
//!
//! let fens = [
//!     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
//!     "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
//! ];
//! let positions = Positions::from_fens(&fens[..], BadRows::Error)?.positions;
//! let features = positions.as_slice().features();
//! // Two sets for each position: the squares that White attacks, and Black.
//! let attacks: Vec<u64> = features.compute(Attacks);
//! // 64 counts for each side of each position.
//! let counts: Vec<u8> = features.compute(AttackCounts);
//! assert_eq!((attacks.len(), counts.len()), (4, 256));
//! // The pawn on e5 is attacked by the knight on f3.
//! assert_eq!(counts[128 + 36], 1);
//! # Ok::<(), hyperbola_features::BadRow>(())
//! ```
//!
//! The numbers of N positions are an array whose first axis is N, written by rows: those of one
//! position are next to each other. Squares count from a1 = 0 to h8 = 63, sides from White = 0,
//! roles from pawn = 0 to king = 5. A set of squares is a `u64` with the bit of each of its
//! squares.
//!
//! | you want | use |
//! |---|---|
//! | positions from FENs, with a policy for bad rows, and back | [`Positions::from_fens`], [`PositionSlice::fens`] |
//! | attacked squares, how often, by which roles | [`Attacks`], [`AttackCounts`], [`AttacksByRole`], [`Mobility`] |
//! | checks, pins, attacks behind a blocker | [`Checkers`], [`KingDanger`], [`Pinned`], [`Pinners`], [`XRayAttacks`] |
//! | legal moves: their number, lists, masks | [`LegalCounts`], [`LegalMoves`], [`MoveMask`], [`MoveMaskBits`] |
//! | inputs of networks | [`Planes`], [`Inputs`], [`Threats`] |
//! | keys, and how games have ended | [`Keys`], [`Outcomes`] |
//! | a feature into your own memory, or on a chosen word | [`Features::compute_into`], [`Features::on`] |
//! | a feature by its name | [`AnyFeature`] |
//! | the positions after a move each; perft of each | [`PositionSlice::play`], [`Features::perft`] |
//! | the threats that one move changes, in a search | [`threat_changes`] |
//! | games side by side for learning, stepped by arrays | [`Games`], [`Observation`] |
//!
//! # Features of this crate
//!
//! - `file`: positions in files that are read or mapped to memory, in the module `file`.
//! - `rayon`: reads texts, plays moves and computes features on many threads.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod block;
mod catalogue;
mod columns;
mod feature;
mod features;
mod fens;
#[cfg(feature = "file")]
pub mod file;
mod games;
mod move_index;
mod play;
mod positions;
#[doc(hidden)]
pub mod threads;

pub use block::{Block, OfWords, WordFormula, castling_of_side};
pub use catalogue::{
    AnyFeature, Array, Arrays, Axis, Dtype, FeatureVisitor, FormulaVisitor, Item,
    ParseFeatureError, visit_features, visit_formulas,
};
pub use columns::{ColumnsError, RowError};
pub use feature::{Feature, Shape};
pub use features::*;
pub use fens::{BadRow, BadRows, MendedRow, Read, Texts};
pub use games::{
    BadAction, Ending, GameOptions, Games, GamesError, Observation, Restart, StateError, Stepped,
};
pub use hyperbola_inputs::{InputSet, Meaning, Preset};
pub use move_index::MoveIndex;
pub use play::{BadMove, BadMoveKind, Played};
pub use positions::{CastlingFiles, NONE, PositionSlice, Positions};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
