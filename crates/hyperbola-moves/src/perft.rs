//! Perft: the number of move sequences of a length, the measure that move generators are held to.

use hyperbola::{FrontDoor, SliderAttacks};

use crate::Position;

/// Counts the legal move sequences of a length, by the core's technique.
///
/// Every move is made but the last, whose number is counted without making it.
///
/// ```
/// use hyperbola_moves::{Position, perft};
/// assert_eq!(perft::plain(&Position::initial(), 4), 197_281);
/// ```
#[must_use]
pub fn plain(position: &Position, depth: u32) -> u64 {
    plain_by::<FrontDoor>(position, depth)
}

/// Counts the legal move sequences of a length, by a technique of choice.
#[must_use]
pub fn plain_by<T: SliderAttacks>(position: &Position, depth: u32) -> u64 {
    let legal = position.legal_by::<T>();
    match depth {
        0 => 1,
        1 => legal.count() as u64,
        _ => {
            let mut nodes = 0;
            legal.for_each_set(|set| {
                for played in set.moves() {
                    let mut next = *position;
                    next.play_unchecked(played);
                    nodes += plain_by::<T>(&next, depth - 1);
                }
            });
            nodes
        }
    }
}
