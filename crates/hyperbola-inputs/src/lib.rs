//! Inputs of chess networks, numbered as the networks number them.
//!
//! An [`InputSet`] is a definition: blocks of [pieces on squares](PieceSquares), of
//! [threats](PieceThreats) and of [pairs of pawns](PawnPairs), one after the other. It finds the
//! inputs of a position, and those that a move removes and adds.
//!
//! ```
//! use hyperbola_inputs::{Color, InputSet};
//! use hyperbola_moves::{Move, Position, Square};
//!
//! // The inputs of Stockfish's networks since July 2026.
//! let set: InputSet = "threats_59808+pawn_pairs+halfka_v2_hm".parse()?;
//! assert_eq!(set.size(), 59_808 + 4_560 + 22_528);
//!
//! let before = Position::initial();
//! let active = set.active(before.board());
//! // 28 threats, 36 pairs of pawns and 32 pieces.
//! assert_eq!(active.view(Color::White).len(), 28 + 36 + 32);
//!
//! let after = before.play(Move::new(Square::G1, Square::F3))?;
//! let changes = set.changes(before.board(), after.board());
//! let white = changes.view(Color::White);
//! // The knight leaves g1, where it guarded the pawn on e2, and the rook on h1 guarded it. On f3 it
//! // guards the pawns on d2 and h2, the pawns on e2 and g2 guard it, and the rook guards the bishop.
//! assert_eq!((white.removed().len(), white.added().len()), (1 + 2, 1 + 5));
//! // No king has moved, so no block is computed again.
//! assert!((0..3).all(|part| !white.refreshes(part)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Numbers
//!
//! | block | number of an input |
//! |---|---|
//! | [`PieceSquares`] | `(bucket × planes + plane) × 64 + square` |
//! | [`PieceThreats`] | by the attacker, then by the victim, then by the attacker's square, then by the victim's among those that the attacker reaches on an empty board |
//! | [`PawnPairs`] | `high × (high - 1) / 2 + low`, of the two pawns' numbers 0 to 95 |
//!
//! [`InputSet::meaning`] reads a number back. The [presets](Preset::ALL) have the numbers of known
//! networks, which never change:
//!
//! - Stockfish's `HalfKAv2_hm`, its threats of each generation, and its pairs of pawns. The sets of
//!   its networks since July 2026 are `threats_59808+pawn_pairs+halfka_v2_hm`; other engines have
//!   the pairs first.
//! - Bullet's `Chess768`; its `ChessBuckets` and `ChessBucketsMirrored` are made of a layout by
//!   [`PieceSquares::chess_buckets`] and [`PieceSquares::chess_buckets_mirrored`].
//!
//! A view brings its own king to files e to h for `HalfKAv2_hm`, and to files a to d for threats,
//! pairs and Bullet's sets: in one network both occur.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

#[cfg(feature = "serde")]
extern crate alloc;

mod accumulators;
mod changes;
mod definition;
mod groups;
mod meaning;
mod numbers;
mod part;
mod pieces;
mod presets;
mod set;
mod sight;
mod tables;
#[cfg(feature = "serde")]
mod text;
mod threat;

pub use accumulators::{Accumulator, Accumulators, KING_SQUARES};
pub use changes::{ChangedThreats, ThreatList, threat_changes, threat_changes_into};
pub use definition::{
    Block, InputSetError, KINGS_APART, KINGS_MERGED, Mirror, PawnPairs, PieceSquares, PieceThreats,
    Victims, halves,
};
pub use hyperbola_moves::{Board, Color, Piece, Role, Square};
pub use meaning::Meaning;
pub use part::Part;
pub use presets::{ParseInputSetError, Preset};
pub use set::{Active, Changes, InputSet, ViewChanges};
#[cfg(feature = "serde")]
pub use text::{Definition, DefinitionError};
pub use threat::{Threat, threats_of};

/// The functions that `hyperbola-features` shares with this crate, and the tables for a program
/// that another device runs.
#[doc(hidden)]
pub mod batch {
    pub use crate::changes::find_changes;
    pub use crate::pieces::Pieces;
    pub use crate::sight::{BoardSight, ORIGINS, Sight, UPWARDS, all_steps};
    pub use crate::tables::{
        NEAR_FILES, NONE, PAIRS_FROM, PAWN_SQUARES, PieceTable, Table, ThreatTable,
    };
    pub use crate::threat::ThreatsOf;
}

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
