//! Perft: legal move sequences, counted without a hash table.

use hyperbola::word::WordKind;
use hyperbola::{Algorithm, AlgorithmVisitor, SliderAttacks};
use hyperbola_moves::perft::{self, Perft};
use hyperbola_moves::{MoveList, Position};

use crate::inputs::PerftPosition;
use crate::runner::{Work, timed};

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
            Self::Generator(algorithm) => (Generator::new(algorithm).count)(position, depth).into(),
            Self::Counter(word) => Perft { word, ..Perft::default() }.count(position, depth),
        }
    }
}

/// The move generator with one technique. It is compiled here for each, which takes long, and the
/// command has it from here.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    /// Returns the legal moves.
    pub moves: fn(&Position) -> MoveList,
    /// Counts move sequences of a length, without making their last moves.
    pub count: fn(&Position, u32) -> u64,
    /// Counts move sequences of a length, making every move.
    pub count_every_move: fn(&Position, u32) -> u64,
}

impl Generator {
    /// Returns the generator with a technique chosen at run time.
    #[must_use]
    pub fn new(technique: Algorithm) -> Self {
        technique.visit(MakeGenerator)
    }
}

/// Makes the generator of the technique that it visits.
struct MakeGenerator;

impl AlgorithmVisitor for MakeGenerator {
    type Output = Generator;

    fn visit<T: SliderAttacks>(self) -> Generator {
        Generator {
            moves: |position| position.legal_by::<T>().moves(),
            count: perft::plain_by::<T>,
            count_every_move: perft::every_move_by::<T>,
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
