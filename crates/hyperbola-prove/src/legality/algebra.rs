//! Where Boolean functions are computed: in decision diagrams, which prove claims, or as gates,
//! which are written for other programs to prove.

use core::fmt;

use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// Operations on Boolean functions, and claims about them.
pub(super) trait Algebra: fmt::Debug {
    /// Returns what is true where two functions are.
    fn and(&self, a: Bit, b: Bit) -> Bit;

    /// Returns what is true where one function or both are.
    fn or(&self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// Returns what is true where two functions differ.
    fn xor(&self, a: Bit, b: Bit) -> Bit {
        self.and(self.or(a, b), !self.and(a, b))
    }

    /// Returns one function where a condition holds and another elsewhere.
    fn choose(&self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        self.or(self.and(condition, then), self.and(!condition, otherwise))
    }

    /// Returns whether a function is false for all values of the variables. Gates note the claim.
    fn is_never(&self, wrong: Bit) -> bool;

    /// Returns the operation that needed more room than there is, if one did.
    fn exhausted(&self) -> Option<&'static str> {
        None
    }

    /// Returns values of the variables that make a function true, with the least sum of the weights
    /// of those that are true.
    fn lightest(&self, _bit: Bit, _weight: &dyn Fn(usize) -> usize) -> Option<Vec<bool>> {
        None
    }
}

impl Algebra for Diagrams {
    fn and(&self, a: Bit, b: Bit) -> Bit {
        self.and(a, b)
    }

    fn or(&self, a: Bit, b: Bit) -> Bit {
        self.or(a, b)
    }

    fn xor(&self, a: Bit, b: Bit) -> Bit {
        self.xor(a, b)
    }

    fn choose(&self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        self.choose(condition, then, otherwise)
    }

    fn is_never(&self, wrong: Bit) -> bool {
        wrong == Bit::FALSE && self.exhausted().is_none()
    }

    fn exhausted(&self) -> Option<&'static str> {
        self.exhausted()
    }

    fn lightest(&self, bit: Bit, weight: &dyn Fn(usize) -> usize) -> Option<Vec<bool>> {
        self.lightest(bit, weight)
    }
}
