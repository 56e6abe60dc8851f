//! The proof that the short ways of a formula find what the long way does.

use super::function::Function;
use super::laws::Square;
use super::position_proof::PositionProof;
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::Truth;

impl PositionProof<'_, '_> {
    /// Proves that another recording, which goes the short way at some questions, finds the same
    /// where nothing is left at these.
    pub(super) fn short_way(&mut self, short: &Recording, skips: u64) -> Result<(), Refuted> {
        let mut circuit = self.circuit_of(short);
        let mut is_skipped = Function::constant(true);
        for (question, &step) in short.asked.iter().enumerate() {
            if skips >> question & 1 == 1 {
                for place in 0..64 {
                    let left = circuit.bit(step, place);
                    is_skipped = is_skipped.and(|| Function::new(self.diagrams, !left));
                }
            }
        }
        for (set, &step) in short.steps.iter().enumerate() {
            for square in Square::all() {
                let long = self.set(set, square);
                let short = circuit.bit(step, square.number());
                let differ = self.differ(long, Function::new(self.diagrams, short));
                let wrong = differ.and(|| is_skipped);
                self.never(wrong, "the short way", None)?;
            }
        }
        Ok(())
    }
}
