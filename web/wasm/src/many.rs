//! Words of as many lanes as are asked for at run time.
//!
//! [`Lanes`](hyperbola::Lanes) are for speed: each formula is compiled for each number of lanes.
//! Here each operation is one function for all, so that the module stays small.

use core::cell::RefCell;

/// The values of all words of one run.
#[derive(Debug, Default)]
pub(crate) struct Values {
    values: RefCell<Vec<Vec<u64>>>,
}

impl Values {
    /// Makes a word of a value in each lane.
    pub(crate) fn word(&self, lanes: Vec<u64>) -> Many<'_> {
        let mut values = self.values.borrow_mut();
        values.push(lanes);
        Many { all: self, index: values.len() - 1 }
    }
}

/// A word of several lanes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Many<'v> {
    all: &'v Values,
    index: usize,
}

impl Many<'_> {
    /// Returns the values in the lanes.
    pub(crate) fn lanes(self) -> Vec<u64> {
        self.all.values.borrow()[self.index].clone()
    }

    /// Computes each lane as a plain word.
    #[inline(never)]
    pub(crate) fn map(self, operation: &dyn Fn(u64) -> u64) -> Self {
        self.all.word(self.lanes().into_iter().map(operation).collect())
    }

    /// Computes each pair of lanes as plain words.
    #[inline(never)]
    pub(crate) fn zip(self, other: Self, operation: &dyn Fn(u64, u64) -> u64) -> Self {
        let pairs = self.lanes().into_iter().zip(other.lanes());
        self.all.word(pairs.map(|(a, b)| operation(a, b)).collect())
    }
}
