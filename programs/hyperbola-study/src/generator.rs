//! The move generator with any technique.

use core::hint::black_box;

use hyperbola::{SliderAttacks, Technique, dispatch};
use hyperbola_moves::{MoveList, Position};

/// The move generator with one technique on plain `u64`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Generator(Generate);

/// [`generate`] with a technique.
type Generate = fn(&Position, u32, bool, Option<&mut MoveList>) -> u64;

impl Generator {
    /// Returns the generator with a technique.
    #[must_use]
    pub(crate) fn new(technique: Technique) -> Self {
        dispatch!(technique, T => Self(generate::<T>))
    }

    /// Returns the legal moves.
    #[must_use]
    pub(crate) fn moves(self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        (self.0)(position, 1, false, Some(&mut moves));
        moves
    }

    /// Counts the legal move sequences of a given length without making their last moves.
    #[must_use]
    pub(crate) fn count(self, position: &Position, depth: u32) -> u64 {
        self.count_if(position, depth, true)
    }

    /// Counts the legal move sequences of a given length and makes every one of their moves.
    #[must_use]
    pub(crate) fn count_every_move(self, position: &Position, depth: u32) -> u64 {
        self.count_if(position, depth, false)
    }

    fn count_if(self, position: &Position, depth: u32, is_bulk: bool) -> u64 {
        if depth == 0 { 1 } else { (self.0)(position, depth, is_bulk, None) }
    }
}

/// Counts the sequences of a given length, which is at least one, or fills a list with the first
/// moves. With `is_bulk` the last moves are counted without being made.
///
/// One function does both, and makes moves in one place, because compiling a technique into the
/// generator takes long.
fn generate<T: SliderAttacks>(
    position: &Position,
    depth: u32,
    is_bulk: bool,
    mut list: Option<&mut MoveList>,
) -> u64 {
    let counts = depth == 1 && is_bulk;
    let mut nodes = 0;
    position.legal_by::<T>().for_each_set(|set| match &mut list {
        _ if counts => nodes += set.count() as u64,
        Some(list) => list.extend(set.moves()),
        None => {
            for played in set.moves() {
                let mut next = *position;
                next.play_unchecked(played);
                nodes += match depth {
                    1 => {
                        // Nobody reads this position, but it is made.
                        black_box(&next);
                        1
                    }
                    _ => generate::<T>(&next, depth - 1, is_bulk, None),
                };
            }
        }
    });
    nodes
}

#[cfg(test)]
mod tests {
    use hyperbola_samples::suite;

    use super::*;

    #[test]
    fn every_technique_counts_the_same() {
        for case in suite("six") {
            let (position, counts) = (case.position(), case.counts);
            for &technique in Technique::ALL {
                let generator = Generator::new(technique);
                for &(depth, nodes) in counts.iter().filter(|(_, nodes)| *nodes <= 100_000) {
                    assert_eq!(generator.count(&position, depth), nodes, "{technique}: {position}");
                }
                for &(depth, nodes) in counts.iter().filter(|(_, nodes)| *nodes <= 10_000) {
                    let found = generator.count_every_move(&position, depth);
                    assert_eq!(found, nodes, "{technique}: {position}");
                }
            }
        }
    }

    #[test]
    fn every_technique_lists_the_same_moves() {
        for case in suite("six") {
            let position = case.position();
            let expected = position.legal_moves();
            for &technique in Technique::ALL {
                let found = Generator::new(technique).moves(&position);
                assert_eq!(found[..], expected[..], "{technique}: {position}");
            }
        }
    }

    #[test]
    fn no_move_is_one_sequence() {
        let generator = Generator::new(Technique::DualHq);
        assert_eq!(generator.count(&Position::initial(), 0), 1);
        assert_eq!(generator.count_every_move(&Position::initial(), 0), 1);
    }
}
