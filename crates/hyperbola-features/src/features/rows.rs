//! Lists that are found in one position after another, with the scalar instructions of a kind of
//! word: those that count and take the bits of a set.

use hyperbola::word::{Vector, WideWord, WordVisitor};

use super::{Ragged, RaggedFeature};
use crate::PositionSlice;

/// A feature whose lists are found in one position after another.
pub(super) trait RowFeature: RaggedFeature {
    /// Memory that the rows share, so that it is made only once.
    type Scratch: Default;

    /// Appends the lists of a row.
    ///
    /// It must be inlined, with everything that it calls, so that it is compiled for the processor.
    fn row(
        self,
        positions: PositionSlice<'_>,
        row: usize,
        scratch: &mut Self::Scratch,
        lists: &mut Ragged<Self::Item>,
    );
}

/// The loop over all rows.
struct Rows<'a, F: RowFeature> {
    feature: F,
    positions: PositionSlice<'a>,
    lists: &'a mut Ragged<F::Item>,
}

impl<F: RowFeature> WordVisitor for Rows<'_, F> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _token: V::Token) {
        let mut scratch = F::Scratch::default();
        for row in 0..self.positions.len() {
            self.feature.row(self.positions, row, &mut scratch, self.lists);
        }
    }
}

/// Appends the lists of all positions.
#[inline]
pub(super) fn append<F: RowFeature>(
    feature: F,
    positions: PositionSlice<'_>,
    word: WideWord,
    lists: &mut Ragged<F::Item>,
) {
    word.run(Rows { feature, positions, lists });
}
