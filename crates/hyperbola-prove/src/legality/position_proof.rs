//! Claims about all positions of which something is assumed, or about any position.

use super::algebra::Algebra;
use super::circuit::Circuit;
use super::function::Function;
use super::inputs::{Assumed, Passed, Words, any_words};
use super::laws::{PieceKind, Position, Side, Square};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::Truth;
use super::words::{self, WORDS};
use crate::nodes::Bit;

/// A recorded formula on all positions of which something is assumed, and how many equations about
/// it are proved.
pub(super) struct PositionProof<'d, 'p> {
    pub(super) diagrams: &'d dyn Algebra,
    pub(super) recording: &'p Recording,
    circuit: Circuit<'d, 'p>,
    /// What is assumed; nothing if every square may have any digits.
    assumed: Option<Assumed>,
    pub(super) words: Words,
    pub(super) position: Position<Function<'d>>,
    pub(super) equations: u64,
}

impl<'d, 'p> PositionProof<'d, 'p> {
    /// Gives a recording the positions that are assumed; any position if nothing is.
    pub(super) fn new(
        diagrams: &'d dyn Algebra,
        recording: &'p Recording,
        assumed: Option<Assumed>,
    ) -> Self {
        let words = assumed.map_or_else(any_words, |assumed| assumed.words(diagrams));
        let position = words::read(|word, square| Function::new(diagrams, words[word][square]));
        let inputs = WORDS.into_iter().zip(words).collect();
        let circuit = Circuit::new(diagrams, &recording.program, inputs);
        Self { diagrams, recording, circuit, assumed, words, position, equations: 0 }
    }

    /// Gives a recording the positions that are assumed, and other inputs.
    pub(super) fn with_inputs(
        diagrams: &'d dyn Algebra,
        recording: &'p Recording,
        assumed: Assumed,
        others: Vec<(&'static str, [Bit; 64])>,
    ) -> Self {
        let mut proof = Self::new(diagrams, recording, Some(assumed));
        let inputs = WORDS.into_iter().zip(proof.words).chain(others).collect();
        proof.circuit = Circuit::new(diagrams, &recording.program, inputs);
        proof
    }

    /// Returns the same proof of a recording in which some steps are others.
    #[cfg(test)]
    pub(super) fn of_mutant<'q>(
        &self,
        recording: &'q Recording,
        is_other: &[bool],
    ) -> PositionProof<'d, 'q> {
        let Self { diagrams, assumed, words, ref position, .. } = *self;
        let circuit = self.circuit.of_mutant(&recording.program, is_other);
        let position = position.clone();
        PositionProof { diagrams, recording, circuit, assumed, words, position, equations: 0 }
    }

    /// Returns another recording on the same positions.
    pub(super) fn circuit_of<'q>(&self, other: &'q Recording) -> Circuit<'d, 'q> {
        let inputs = WORDS.into_iter().zip(self.words).collect();
        Circuit::new(self.diagrams, &other.program, inputs)
    }

    /// Returns what is assumed.
    ///
    /// # Panics
    ///
    /// If nothing is.
    pub(super) const fn assumed(&self) -> Assumed {
        self.assumed.expect("the claim is about positions of which something is assumed")
    }

    /// Returns the square of White's king.
    pub(super) fn king(&self) -> Square {
        self.assumed().king()
    }

    /// Returns when a bit of a step is one.
    pub(super) fn bit(&mut self, step: usize, place: usize) -> Function<'d> {
        Function::new(self.diagrams, self.circuit.bit(step, place))
    }

    /// Sets a bit of a step, whatever the step computes.
    pub(super) fn cut(&mut self, step: usize, place: usize, bit: Bit) {
        self.circuit.cut(step, place, bit);
    }

    /// Returns when a bit of a set is one.
    pub(super) fn set(&mut self, set: usize, square: Square) -> Function<'d> {
        self.bit(self.recording.steps[set], square.number())
    }

    pub(super) fn differ(&self, one: Function<'d>, other: Function<'d>) -> Function<'d> {
        Function::new(self.diagrams, self.diagrams.xor(one.bit(), other.bit()))
    }

    /// Proves that something is not so in any position in which Black is not in check.
    ///
    /// A move to a square is looked at where Black's king does not stand there, attacked by White.
    pub(super) fn never(
        &mut self,
        wrong: Function<'d>,
        claim: &str,
        to: Option<Square>,
    ) -> Result<(), Refuted> {
        self.equations += 1;
        let mut wrong = match to {
            Some(to) => self.without_capture_of_king(wrong, to),
            None => wrong,
        };
        if self.diagrams.is_never(wrong.bit()) {
            return Ok(());
        }
        let Some(assumed) = self.assumed else {
            return Err(Refuted::without_position(self.diagrams, claim.to_owned()));
        };
        // The position that is shown is one that the readers of FENs let in.
        if let Passed::One(passed) = assumed.passed {
            wrong = wrong.and(|| self.gave_no_check(passed));
        }
        Err(Refuted::new(self.diagrams, &self.position, wrong, claim, assumed))
    }

    /// Returns which of some positions have no king of Black on a square, attacked by White.
    pub(super) fn without_capture_of_king(&self, some: Function<'d>, to: Square) -> Function<'d> {
        let position = &self.position;
        some.and(|| {
            let king = position.is(to, Side::Black, PieceKind::King);
            king.and(|| position.is_attacked(to, Side::White)).not()
        })
    }

    /// Returns whether no piece but the pawn that advanced two squares gives check now and gave it
    /// before that.
    pub(super) fn gave_no_check(&self, passed: usize) -> Function<'d> {
        let (pawn, origin) = (words::square(passed - 8), words::square(passed + 8));
        let mut before = self.position.clone();
        before.0.swap(pawn.number(), origin.number());
        let king = self.king();
        Square::all().filter(|&square| square != pawn).fold(
            Function::constant(true),
            |none, from| {
                let checks = |position: &Position<_>| position.attacks(Side::Black, from, king);
                none.and(|| checks(&self.position).and(|| checks(&before)).not())
            },
        )
    }
}
