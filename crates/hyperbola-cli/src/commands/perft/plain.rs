//! Counts with the move generator and any technique.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};

use hyperbola::Technique;
use hyperbola_console::generator::Generator;
use hyperbola_moves::perft::{Counted, Divided, Progress, SplitPosition, Subtrees};
use hyperbola_moves::{Move, Position};

/// The greatest depth that is counted without testing whether to stop.
const AT_ONCE: u32 = 3;

/// The plain move generator, with its options.
pub(super) struct Plain {
    pub(super) technique: Technique,
    /// Whether the last moves are only counted and not made.
    pub(super) is_bulk: bool,
    threads: NonZeroUsize,
    generator: Generator,
}

impl Plain {
    pub(super) fn new(technique: Technique, is_bulk: bool, threads: NonZeroUsize) -> Self {
        Self { technique, is_bulk, threads, generator: Generator::new(technique) }
    }

    /// Counts the sequences of a length for each first move, until `stop` is set.
    pub(super) fn divide(
        &self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Divided {
        let depth = depth.max(1);
        let more_moves = match depth {
            ..5 => 0,
            5..8 => 1,
            8.. => 2,
        };
        let moves = self.generator.moves(position);
        let after = |played, _| after(position, played);
        let children = |position: &Position, _| self.children(position);
        Subtrees::new(moves, depth, more_moves, after, children).count(
            self.threads,
            || |position: &Position, depth| self.count(position, depth, stop),
            progress,
        )
    }

    /// Counts the sequences of a length that go on from some positions of a split, until `stop` is
    /// set.
    pub(super) fn count_share<'a>(
        &self,
        positions: impl Iterator<Item = &'a SplitPosition>,
        depth: u32,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Counted {
        let positions = positions.map(|reached| (reached.position, reached.multiplicity));
        Subtrees::of_positions(positions, depth).count_all(
            self.threads,
            || |position: &Position, depth| self.count(position, depth, stop),
            progress,
        )
    }

    /// Returns the positions after all legal moves.
    fn children(&self, position: &Position) -> Vec<Position> {
        self.generator.moves(position).iter().map(|&played| after(position, played)).collect()
    }

    /// Returns the number of sequences of a length, and whether the count is complete. If counting
    /// is stopped, the number is what was counted until then.
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

/// Returns the position after a legal move.
fn after(position: &Position, played: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(played);
    next
}
