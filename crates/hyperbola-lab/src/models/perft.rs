//! Perft: legal move sequences, counted without a hash table.

use hyperbola::Technique;
use hyperbola::word::WordKind;
use hyperbola_kernels::generator::Generator;
use hyperbola_moves::Position;
use hyperbola_moves::perft::Perft;

use crate::inputs::PerftPosition;
use crate::runner::{Work, timed};

/// What counts.
#[derive(Debug, Clone, Copy)]
pub enum Way {
    /// The move generator with a technique on plain `u64`; the last moves are counted, not made.
    Generator(Technique),
    /// The counter on vectors of positions.
    Counter(WordKind),
}

impl Way {
    fn count(self, position: &Position, depth: u32) -> u128 {
        match self {
            Self::Generator(technique) => Generator::new(technique).count(position, depth).into(),
            Self::Counter(word) => Perft { word, ..Perft::default() }.count(position, depth),
        }
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
        let operations = self.nodes as f64;
        timed(times, operations, || {
            core::hint::black_box(self.way.count(&self.position, self.depth));
            Ok(())
        })
    }
}
