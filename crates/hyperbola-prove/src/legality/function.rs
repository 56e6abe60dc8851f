//! Boolean functions as truth values.

use super::algebra::Algebra;
use super::truth::Truth;
use crate::nodes::Bit;

/// A Boolean function of the position, which the definition computes with.
#[derive(Debug, Clone, Copy)]
pub(super) enum Function<'d> {
    Constant(bool),
    Of(&'d dyn Algebra, Bit),
}

impl<'d> Function<'d> {
    pub(super) const fn new(diagrams: &'d dyn Algebra, bit: Bit) -> Self {
        match bit.value() {
            Some(value) => Self::Constant(value),
            None => Self::Of(diagrams, bit),
        }
    }

    /// Returns the function's diagram.
    pub(super) const fn bit(self) -> Bit {
        match self {
            Self::Constant(value) => Bit::constant(value),
            Self::Of(_, bit) => bit,
        }
    }
}

impl Truth for Function<'_> {
    fn constant(value: bool) -> Self {
        Self::Constant(value)
    }

    fn not(self) -> Self {
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Of(diagrams, bit) => Self::Of(diagrams, !bit),
        }
    }

    fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Constant(false) => self,
            Self::Constant(true) => other(),
            Self::Of(diagrams, bit) => Self::new(diagrams, diagrams.and(bit, other().bit())),
        }
    }
}
