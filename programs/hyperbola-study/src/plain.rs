//! Counts with the move generator and any technique.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};

use hyperbola::Technique;
use hyperbola_moves::Position;
use hyperbola_perft::{Counted, Progress, SplitPosition, count_shared};

use crate::generator::Generator;

/// The greatest depth that is counted without testing whether to stop.
const AT_ONCE: u32 = 3;

/// The plain move generator, with its options.
pub(crate) struct Plain {
    /// Whether the last moves are only counted and not made.
    pub(crate) is_bulk: bool,
    threads: NonZeroUsize,
    generator: Generator,
}

impl Plain {
    pub(crate) fn new(technique: Technique, is_bulk: bool, threads: NonZeroUsize) -> Self {
        Self { is_bulk, threads, generator: Generator::new(technique) }
    }

    /// Counts the sequences of a length that continue from some positions of a split, until `stop`
    /// is set.
    pub(crate) fn count_share<'a>(
        &self,
        positions: impl IntoIterator<Item = &'a SplitPosition>,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        let top = |reached: &SplitPosition| (reached.position, reached.multiplicity);
        let positions = positions.into_iter().map(top).collect();
        let children = |position: &Position, _| self.children(position);
        let counter = || |position: &Position, depth| self.count(position, depth, stop);
        count_shared(positions, depth, self.threads, children, counter, progress)
    }

    /// Returns the positions after all legal moves.
    fn children(&self, position: &Position) -> Vec<Position> {
        let after = |played| {
            let mut next = *position;
            next.play_unchecked(played);
            next
        };
        self.generator.moves(position).into_iter().map(after).collect()
    }

    /// Returns the number of sequences of a length, and whether the count is complete. If counting
    /// is stopped, the number is the count until then.
    fn count(&self, position: &Position, depth: u32, stop: &AtomicBool) -> (u128, bool) {
        if stop.load(Ordering::Relaxed) {
            return (0, false);
        }
        if depth <= AT_ONCE {
            let count = if self.is_bulk { Generator::count } else { Generator::count_every_move };
            return (count(self.generator, position, depth).into(), true);
        }
        let mut nodes = 0;
        for next in self.children(position) {
            let (counted, is_all) = self.count(&next, depth - 1, stop);
            nodes += counted;
            if !is_all {
                return (nodes, false);
            }
        }
        (nodes, true)
    }
}
