//! Nodes that wait to be counted together.

use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

use hyperbola::word::WideWord;

use super::node_counter::NodeCounter;
use super::packed::{Packed, Reached, mixed};
use hyperbola_rules::castling::Castles;

/// The number of nodes that are counted together.
const TOGETHER: usize = 256;

/// Nodes that wait for others with the same multiplicity, the number of sequences that lead to
/// each.
pub(super) struct Waiting<'a> {
    counter: NodeCounter,
    castles: &'a Castles,
    nodes: HashMap<u128, Vec<Packed>, BuildHasherDefault<MultiplicityHasher>>,
    /// The number of nodes that wait.
    len: usize,
    /// The number that may wait.
    most: usize,
    /// The number of sequences through the nodes that were counted.
    counted: u128,
    /// The number of nodes that were added.
    #[cfg(test)]
    pub(super) added: usize,
}

#[derive(Default)]
struct MultiplicityHasher(u64);

impl Hasher for MultiplicityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("a multiplicity is one number");
    }

    fn write_u128(&mut self, multiplicity: u128) {
        #[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
        let hash = mixed([multiplicity as u64, (multiplicity >> 64) as u64]);
        // The lowest bits choose the place.
        self.0 = hash ^ hash >> 32;
    }
}

impl<'a> Waiting<'a> {
    /// The bytes of a node that is alone with its multiplicity, rounded up.
    pub(super) const BYTES: usize = 256;

    /// Makes room for a number of nodes, at least one.
    pub(super) fn new(word: WideWord, castles: &'a Castles, most: usize) -> Self {
        let mut counter = NodeCounter::new(word);
        counter.set_castles(castles);
        Self {
            counter,
            castles,
            nodes: HashMap::default(),
            len: 0,
            most,
            counted: 0,
            #[cfg(test)]
            added: 0,
        }
    }

    /// Adds a node.
    #[inline(always)]
    pub(super) fn put(&mut self, reached: &Reached) {
        #[cfg(test)]
        {
            self.added += 1;
        }
        let Self { counter, castles, nodes, len, most, counted, .. } = self;
        let waiting = nodes.entry(reached.multiplicity).or_default();
        waiting.push(reached.position);
        *len += 1;
        if waiting.len() == TOGETHER {
            let sequences = take_sequences(counter, castles, waiting, reached.multiplicity);
            *counted = counted.saturating_add(sequences);
            *len -= TOGETHER;
        } else if *len >= *most {
            self.count_all();
        }
    }

    /// Counts all nodes that wait.
    pub(super) fn count_all(&mut self) {
        for (multiplicity, mut waiting) in self.nodes.drain() {
            let sequences =
                take_sequences(&mut self.counter, self.castles, &mut waiting, multiplicity);
            self.counted = self.counted.saturating_add(sequences);
        }
        self.len = 0;
    }

    /// Returns the number of sequences that were counted since it was taken last.
    pub(super) const fn take_counted(&mut self) -> u128 {
        core::mem::replace(&mut self.counted, 0)
    }
}

/// Returns the number of sequences through nodes of one multiplicity, and removes the nodes.
fn take_sequences(
    counter: &mut NodeCounter,
    castles: &Castles,
    nodes: &mut Vec<Packed>,
    multiplicity: u128,
) -> u128 {
    for node in nodes.drain(..) {
        counter.put(&node.board(castles));
    }
    u128::from(counter.take_count()).saturating_mul(multiplicity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counter::Start;
    use hyperbola_moves::Position;

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
