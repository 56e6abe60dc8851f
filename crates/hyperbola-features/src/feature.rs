//! A feature: its texts, the shape of its numbers, and the code that computes them.

use hyperbola::word::WideWord;

use crate::PositionSlice;

mod sealed {
    pub trait Sealed {}
}
pub(crate) use sealed::Sealed;

/// A feature with the same number of numbers in each position.
///
/// The numbers of N positions are an array whose first axis is N. [`shape`](Self::shape) has the
/// other axes. A marked row has the numbers of an empty board, which are zeros unless the feature
/// says otherwise.
pub trait Feature: Sealed + Copy + Sync {
    /// The type of a number.
    type Item: Copy + Default + Send + Sync;

    /// Returns the feature's name and its description, as a clause.
    fn info(self) -> [&'static str; 2];

    /// Returns how the numbers are read, as sentences: codes, orders and sizes.
    fn details(self) -> String;

    /// Returns the feature's name in files, on the command line and in other languages.
    fn name(self) -> &'static str {
        self.info()[0]
    }

    /// Returns the lengths of the axes of one position's numbers. It is empty for one number.
    fn shape(self) -> Shape;

    /// Computes the numbers of all positions on a kind of word.
    #[doc(hidden)]
    fn fill(self, positions: PositionSlice<'_>, word: WideWord, items: &mut [Self::Item]);
}

/// Details of sets for each side.
pub(crate) const SIDES: &str = "The first number is White's, the second Black's.";
/// Details of sets of squares.
pub(crate) const SQUARES: &str = "Bit k of a set is square k.";

/// The lengths of the axes of an array, at most three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    lengths: [usize; 3],
    axes: usize,
}

impl Shape {
    /// Makes the shape with these axes.
    pub(crate) const fn new<const N: usize>(lengths: [usize; N]) -> Self {
        let mut shape = Self { lengths: [1; 3], axes: N };
        let mut axis = 0;
        while axis < N {
            shape.lengths[axis] = lengths[axis];
            axis += 1;
        }
        shape
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn lengths(&self) -> &[usize] {
        &self.lengths[..self.axes]
    }

    /// Returns the number of elements.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.lengths[0] * self.lengths[1] * self.lengths[2]
    }
}
