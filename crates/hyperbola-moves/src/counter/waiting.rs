//! Nodes that wait to be counted together.

use core::hash::{BuildHasherDefault, Hash, Hasher};
use std::collections::HashMap;
use std::vec::Vec;

use hyperbola::word::WideWord;

use super::castles::Castles;
use super::packed::{Packed, Reached, mixed};
use super::{Counter, Room};
use crate::split::KeyHasher;

/// The number of nodes that are counted together.
const TOGETHER: usize = 256;

/// Nodes that wait for others with the same multiplicity.
pub(super) struct Waiting<'a> {
    counter: Counter<'a>,
    nodes: HashMap<Multiplicity, Vec<Packed>, BuildHasherDefault<KeyHasher>>,
    /// The number of nodes that wait.
    len: usize,
    /// The number that may wait.
    most: usize,
    /// The number of sequences through the nodes that were counted.
    counted: u128,
}

/// The number of sequences that lead to each of some nodes.
#[derive(PartialEq, Eq)]
struct Multiplicity(u128);

impl Hash for Multiplicity {
    fn hash<H: Hasher>(&self, state: &mut H) {
        #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
        let hash = mixed([self.0 as u64, (self.0 >> 64) as u64]);
        // The lowest bits choose the place.
        state.write_u64(hash ^ hash >> 32);
    }
}

impl<'a> Waiting<'a> {
    /// The bytes of a node that is alone with its multiplicity, rounded up.
    pub(super) const BYTES: usize = 256;

    /// Makes room for a number of nodes, at least one.
    pub(super) fn new(word: WideWord, castles: &'a Castles, most: usize) -> Self {
        let Room { quiet, checks, whole, .. } = Room::default();
        let counter = Counter::new(word, castles, quiet, checks, whole);
        Self { counter, nodes: HashMap::default(), len: 0, most, counted: 0 }
    }

    /// Adds a node.
    #[inline(always)]
    pub(super) fn put(&mut self, reached: &Reached) {
        let Self { counter, nodes, len, most, counted } = self;
        let waiting = nodes.entry(Multiplicity(reached.multiplicity)).or_default();
        waiting.push(reached.position);
        *len += 1;
        if waiting.len() == TOGETHER {
            let replies = count_all_of(counter, waiting).saturating_mul(reached.multiplicity);
            *counted = counted.saturating_add(replies);
            *len -= TOGETHER;
        } else if *len >= *most {
            self.count_all();
        }
    }

    /// Counts all nodes that wait.
    pub(super) fn count_all(&mut self) {
        for (Multiplicity(multiplicity), mut waiting) in self.nodes.drain() {
            let replies =
                count_all_of(&mut self.counter, &mut waiting).saturating_mul(multiplicity);
            self.counted = self.counted.saturating_add(replies);
        }
        self.len = 0;
    }

    /// Returns the number of sequences that were counted since it was taken last.
    pub(super) const fn take_counted(&mut self) -> u128 {
        core::mem::replace(&mut self.counted, 0)
    }
}

/// Returns the number of positions two moves on from nodes, and removes the nodes.
fn count_all_of(counter: &mut Counter<'_>, nodes: &mut Vec<Packed>) -> u128 {
    let before = counter.finish();
    for node in nodes.drain(..) {
        counter.put(&node.board(counter.castles));
    }
    counter.finish().wrapping_sub(before).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;
    use crate::counter::Start;

    #[test]
    fn nodes_are_counted_before_they_are_too_many() {
        let Start { board, castles } = Start::new(&Position::initial(), 2);
        let position = Packed::new(&board, &castles);
        for (most, numbers) in [(1, 10), (1000, 1001), (5000, 5001)] {
            let mut waiting = Waiting::new(WideWord::widest(), &castles, most);
            let mut sum = 0;
            for multiplicity in (1..=numbers).chain([3; TOGETHER]) {
                waiting.put(&Reached { position, multiplicity });
                assert!(waiting.len < most);
                assert_eq!(waiting.len, waiting.nodes.values().map(Vec::len).sum::<usize>());
                sum += multiplicity;
            }
            waiting.count_all();
            assert_eq!(waiting.take_counted(), 400 * sum);
            assert_eq!((waiting.len, waiting.take_counted()), (0, 0));
        }
    }

    #[test]
    fn numbers_stop_at_the_greatest() {
        let Start { board, castles } = Start::new(&Position::initial(), 2);
        let position = Packed::new(&board, &castles);
        let mut waiting = Waiting::new(WideWord::widest(), &castles, 4 * TOGETHER);
        let mut count = |nodes: usize, multiplicities: &[u128]| {
            for &multiplicity in multiplicities {
                (0..nodes).for_each(|_| waiting.put(&Reached { position, multiplicity }));
            }
            waiting.count_all();
            waiting.take_counted()
        };
        // Those of a whole group are counted at once, and the others in the end.
        for nodes in [TOGETHER - 1, TOGETHER, TOGETHER + 1] {
            let replies = 400 * nodes as u128;
            let most = u128::MAX / replies;
            assert_eq!(count(nodes, &[most]), most * replies, "{nodes}");
            assert_eq!(count(nodes, &[most + 1]), u128::MAX, "{nodes}");
            assert_eq!(count(nodes, &[u128::MAX]), u128::MAX, "{nodes}");
            assert_eq!(count(nodes, &[most, most - 1]), u128::MAX, "{nodes}");
        }
    }
}
