//! Perft, the number of legal move sequences of a length, by the fastest known counter, and what is
//! built on it. Move generators are tested with it.
//!
//! ```
//! use hyperbola_moves::Position;
//! assert_eq!(hyperbola_perft::count(&Position::initial(), 5), 4_865_609);
//! ```
//!
//! [`count`] hardly ever makes the last two moves: two moves before the end it plans eight
//! positions at once (docs/COUNTER.md explains how). [`Perft`] does the same with several threads,
//! a memory of positions and a chosen kind of word, and it can divide the count by first moves.
//! [`plain`] makes every move except the last, as move generators do.
//!
//! | you want | use |
//! |---|---|
//! | the number of sequences | [`count`]; with options [`Perft`] |
//! | the same with a technique, move by move | [`plain`], [`plain_by`] |
//! | what the last moves are: captures, checks and so on | [`Statistics`] |
//! | the positions after some moves, as often as sequences lead to them | [`Split`] |
//! | the number of different positions | [`census::Unique`] |
//! | shares for many computers | `shards`, with the feature `files` |
//! | one count after another in the same memory | [`Sequences`] |
//! | the formulas of the counter for kernels | [`four_words`], and the crate `hyperbola-rules` |
//!
//! The feature `files` adds what keeps counts in files, `shards` and `census::state`, and what
//! counts report: `report`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

pub mod census;
mod counted;
mod counter;
mod depth;
pub mod four_words;
mod plan;
#[cfg(feature = "files")]
pub mod report;
#[cfg(feature = "files")]
pub mod shards;
mod split;
mod statistics;

use hyperbola::{FrontDoor, SliderAttacks};
use hyperbola_moves::{Move, Position};

pub use counted::{Counted, Divided, Perft, Progress, count, count_shared, divide};
pub use counter::Sequences;
pub use depth::MAX_DEPTH;
use depth::check_depth;
pub use split::{Split, SplitError, SplitPosition};
pub use statistics::Statistics;

/// Counts the legal move sequences of a length with the default technique. If there are `u64::MAX`
/// or more, it returns `u64::MAX`.
///
/// It makes every move except the last; the last moves are only counted.
///
/// # Panics
///
/// Panics if `depth` is greater than [`MAX_DEPTH`].
///
/// ```
/// use hyperbola_moves::Position;
/// assert_eq!(hyperbola_perft::plain(&Position::initial(), 4), 197_281);
/// ```
#[inline]
#[must_use]
pub fn plain(position: &Position, depth: u32) -> u64 {
    plain_by::<FrontDoor>(position, depth)
}

/// Counts the legal move sequences of a length with a chosen technique, as [`plain`] does.
///
/// # Panics
///
/// Panics if `depth` is greater than [`MAX_DEPTH`].
#[must_use]
pub fn plain_by<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    check_depth(depth);
    plain_below::<T>(position, depth)
}

/// Returns the position after a legal move.
#[inline]
fn after(position: &Position, played: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(played);
    next
}

/// Counts as [`plain_by`] does, and calls itself for each move.
fn plain_below<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    let legal = position.legal_by::<T>();
    match depth {
        0 => 1,
        1 => legal.count() as u64,
        _ => {
            let mut nodes = 0_u64;
            legal.for_each_set(|set| {
                for played in set.moves() {
                    let next = plain_below::<T>(&after(position, played), depth - 1);
                    nodes = nodes.saturating_add(next);
                }
            });
            nodes
        }
    }
}

/// The example of the README is tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
