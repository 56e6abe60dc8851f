//! Perft: legal move sequences, counted without a hash table.

use std::time::Instant;

use hyperbola::word::WordKind;
use hyperbola::{Algorithm, AlgorithmVisitor, SliderAttacks};
use hyperbola_moves::Position;
use hyperbola_moves::perft::{self, Perft};

use crate::inputs::PerftPosition;
use crate::runner::Work;

/// What counts.
#[derive(Debug, Clone, Copy)]
pub enum Way {
    /// The move generator with a technique on plain `u64`; the last moves are counted, not made.
    Generator(Algorithm),
    /// The counter on vectors of positions.
    Counter(WordKind),
}

impl Way {
    fn count(self, position: &Position, depth: u32) -> u128 {
        match self {
            Self::Generator(algorithm) => algorithm.visit(Plain(position, depth)).into(),
            Self::Counter(word) => Perft { word, ..Perft::default() }.count(position, depth),
        }
    }
}

struct Plain<'a>(&'a Position, u32);

impl AlgorithmVisitor for Plain<'_> {
    type Output = u64;

    fn visit<T: SliderAttacks>(self) -> u64 {
        perft::plain_by::<T>(self.0, self.1)
    }
}

/// The work of counting from one position.
#[derive(Debug)]
pub struct Counting {
    way: Way,
    position: Position,
    depth: u32,
    nodes: u64,
}

impl Counting {
    /// Makes the work of a way to count.
    ///
    /// # Errors
    ///
    /// If the position is none.
    pub fn new(way: Way, position: &PerftPosition) -> anyhow::Result<Self> {
        let PerftPosition { ref fen, depth, nodes } = *position;
        Ok(Self { way, position: fen.parse()?, depth, nodes })
    }
}

impl Work for Counting {
    fn verify(&mut self) -> Result<String, String> {
        Ok(self.way.count(&self.position, self.depth).to_string())
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let start = Instant::now();
        for _ in 0..times {
            core::hint::black_box(self.way.count(&self.position, self.depth));
        }
        Ok(start.elapsed().as_nanos() as f64 / f64::from(times) / self.nodes as f64)
    }
}
