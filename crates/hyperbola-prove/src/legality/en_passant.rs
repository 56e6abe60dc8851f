//! The proof that captures en passant are found where they are legal.

#[cfg(test)]
use super::function::Function;
use super::inputs::Passed;
use super::laws::{Manner, Move, Square};
use super::position_proof::PositionProof;
#[cfg(test)]
use super::recording::Recording;
use super::refuted::Refuted;
#[cfg(test)]
use super::truth::Truth;
use super::words;
use hyperbola_rules::sets;

impl PositionProof<'_, '_> {
    /// Proves captures en passant.
    pub(super) fn en_passant(&mut self) -> Result<(), Refuted> {
        for from in Square::all() {
            let found = self.set(sets::EN_PASSANT, from);
            match self.assumed().passed {
                Passed::One(passed) => {
                    let to = words::square(passed);
                    self.legal_if(found, Move { from, to, manner: Manner::EnPassant })?;
                }
                _ => self.never(found, "a capture en passant", None)?,
            }
        }
        Ok(())
    }

    /// Proves that another recording finds the same captures en passant where no piece but the pawn
    /// that advanced two squares gives check now and gave it before that.
    #[cfg(test)]
    pub(super) fn same_captures(
        &mut self,
        other: &Recording,
        passed: usize,
    ) -> Result<(), Refuted> {
        let mut circuit = self.circuit_of(other);
        for from in Square::all() {
            let found = self.set(sets::EN_PASSANT, from);
            let bit = circuit.bit(other.steps[sets::EN_PASSANT], from.number());
            let differ = self.differ(found, Function::new(self.diagrams, bit));
            let wrong = differ.and(|| self.gave_no_check(passed));
            self.never(wrong, "the same captures en passant", None)?;
        }
        Ok(())
    }
}
