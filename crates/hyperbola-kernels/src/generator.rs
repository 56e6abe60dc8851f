//! The move generator with any technique.

use hyperbola::{SliderAttacks, Technique, dispatch};
use hyperbola_moves::{MoveList, Position, perft};

/// The move generator with one technique on plain `u64`.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    count: fn(&Position, u32, Option<&mut MoveList>) -> u64,
    count_every_move: fn(&Position, u32) -> u64,
}

impl Generator {
    /// Returns the generator with a technique.
    #[must_use]
    pub fn new(technique: Technique) -> Self {
        dispatch!(technique, T => Self::of::<T>())
    }

    /// Returns the legal moves.
    #[must_use]
    pub fn moves(self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        (self.count)(position, 2, Some(&mut moves));
        moves
    }

    /// Counts the legal move sequences of a given length without making their last moves.
    #[must_use]
    pub fn count(self, position: &Position, depth: u32) -> u64 {
        (self.count)(position, depth, None)
    }

    /// Counts the legal move sequences of a given length and makes every one of their moves.
    #[must_use]
    pub fn count_every_move(self, position: &Position, depth: u32) -> u64 {
        (self.count_every_move)(position, depth)
    }

    fn of<T: SliderAttacks>() -> Self {
        Self { count: count_or_list::<T>, count_every_move: perft::every_move_by::<T> }
    }
}

/// Counts the sequences of a given length, or only fills a list with the first moves.
///
/// One function does both, because compiling a technique into the generator takes long. The
/// question whether a list is wanted is asked above the last moves, where it takes no time.
fn count_or_list<T: SliderAttacks>(
    position: &Position,
    depth: u32,
    mut list: Option<&mut MoveList>,
) -> u64 {
    let legal = position.legal_by::<T>();
    match depth {
        0 => 1,
        1 => legal.count() as u64,
        _ => {
            let mut nodes = 0;
            legal.for_each_set(|set| match &mut list {
                Some(list) => list.extend(set.moves()),
                None => {
                    for played in set.moves() {
                        let mut next = *position;
                        next.play_unchecked(played);
                        nodes += count_or_list::<T>(&next, depth - 1, None);
                    }
                }
            });
            nodes
        }
    }
}
