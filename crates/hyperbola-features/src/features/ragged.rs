//! Features that have more numbers in some positions than in others.

use core::ops::Range;

use hyperbola::word::WideWord;

use super::{Features, PIECE, Sealed};
use crate::{PositionSlice, threads};

/// A feature that is a list of items in each position.
pub trait RaggedFeature: Sealed + Copy + Sync {
    /// An item of a list.
    type Item: Copy + Send + Sync;

    /// Returns the feature's name in files, on the command line and in other languages.
    fn name(self) -> &'static str;

    /// Returns how many lists each position has, next to each other.
    fn lists(self) -> usize {
        1
    }

    /// Returns the feature of some rows of a number of rows, if it has something of its own for each
    /// row.
    #[doc(hidden)]
    #[must_use]
    fn of_rows(self, _rows: Range<usize>, _all: usize) -> Self {
        self
    }

    /// Appends the lists of all positions.
    #[doc(hidden)]
    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<Self::Item>);
}

/// Lists of different lengths: all items after each other, and where each list begins.
///
/// This is the form of compressed sparse rows: list `i` has the items from `offsets[i]` up to
/// `offsets[i + 1]`. There is one offset more than there are lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ragged<T> {
    offsets: Vec<i64>,
    items: Vec<T>,
}

impl<T> Default for Ragged<T> {
    fn default() -> Self {
        Self { offsets: vec![0], items: Vec::new() }
    }
}

impl<T> Ragged<T> {
    /// Makes no lists.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns where each list begins, and where the last one ends.
    #[must_use]
    pub fn offsets(&self) -> &[i64] {
        &self.offsets
    }

    /// Returns the items of all lists.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// Returns the offsets and the items, each on its own.
    #[must_use]
    pub fn into_parts(self) -> (Vec<i64>, Vec<T>) {
        (self.offsets, self.items)
    }

    /// Returns the number of lists.
    #[must_use]
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns whether there is no list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a list.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer lists.
    #[must_use]
    pub fn list(&self, index: usize) -> &[T] {
        &self.items[self.range(index)]
    }

    fn range(&self, index: usize) -> Range<usize> {
        let end = |offset: i64| usize::try_from(offset).unwrap_or(usize::MAX);
        end(self.offsets[index])..end(self.offsets[index + 1])
    }

    /// Returns the lists in order.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|index| self.list(index))
    }

    /// Removes all lists and keeps the memory.
    pub fn clear(&mut self) {
        self.offsets.truncate(1);
        self.items.clear();
    }

    /// Adds an item to the list that is not yet ended.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Adds items to the list that is not yet ended.
    #[inline]
    pub(crate) fn extend_from_slice(&mut self, items: &[T])
    where
        T: Copy,
    {
        self.items.extend_from_slice(items);
    }

    /// Ends a list.
    #[inline]
    pub(crate) fn end_list(&mut self) {
        self.offsets.push(i64::try_from(self.items.len()).unwrap_or(i64::MAX));
    }

    /// Adds all lists of another.
    fn extend(&mut self, lists: &Self)
    where
        T: Copy,
    {
        let before = self.offsets.last().copied().unwrap_or(0);
        self.offsets.extend(lists.offsets[1..].iter().map(|offset| before + offset));
        self.items.extend_from_slice(&lists.items);
    }
}

impl Features<'_> {
    /// Computes a feature that is a list of items in each position.
    #[must_use]
    pub fn compute_ragged<F: RaggedFeature>(self, feature: F) -> Ragged<F::Item> {
        let mut lists = Ragged::new();
        self.compute_ragged_into(feature, &mut lists);
        lists
    }

    /// Computes such a feature into lists of the caller, whose memory is used again. What they
    /// contain is replaced.
    pub fn compute_ragged_into<F: RaggedFeature>(self, feature: F, lists: &mut Ragged<F::Item>) {
        lists.clear();
        lists.offsets.reserve(self.positions.len() * feature.lists());
        if self.is_parallel && self.positions.len() > PIECE {
            let found = threads::map(threads::ranges(self.positions.len(), PIECE), |rows| {
                let mut lists = Ragged::new();
                let feature = feature.of_rows(rows.clone(), self.positions.len());
                feature.append(self.positions.rows(rows), self.word, &mut lists);
                lists
            });
            lists.items.reserve(found.iter().map(|lists| lists.items.len()).sum());
            found.iter().for_each(|found| lists.extend(found));
            return;
        }
        feature.append(self.positions, self.word, lists);
    }
}
