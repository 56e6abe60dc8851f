//! Perft: the number of legal move sequences of a length. Move generators are tested with it.
//!
//! [`count`] hardly ever makes the last two moves: two moves before the end it plans eight
//! positions at once (docs/COUNTER.md explains how). [`Perft`] does the same with several threads, a
//! memory of positions and a chosen kind of word, and it can divide the count by first moves.
//! [`plain`] makes every move except the last, as move generators do, and needs no standard library.
//! [`Statistics`] says what the last moves are: captures, checks and so on.

#[cfg(feature = "counter")]
pub(crate) mod counted;
mod depth;
#[cfg(feature = "std")]
mod split;
mod statistics;

use hyperbola::{FrontDoor, SliderAttacks};

use crate::{Move, Position};

#[cfg(feature = "counter")]
pub use counted::{Counted, Divided, Perft, Progress, count, count_shared, divide};
pub use depth::MAX_DEPTH;
pub(crate) use depth::check_depth;
#[cfg(feature = "std")]
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
/// use hyperbola_moves::{Position, perft};
/// assert_eq!(perft::plain(&Position::initial(), 4), 197_281);
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
