//! Features that have more numbers in some positions than in others.

use core::fmt;
use core::ops::Range;

use hyperbola::word::WideWord;

use super::{Features, PIECE};
use crate::feature::Sealed;
use crate::{PositionSlice, threads};

/// A feature that is a list of items in each position.
pub trait RaggedFeature: Sealed + Copy + Sync {
    /// An item of a list.
    type Item: Copy + Send + Sync;

    /// Returns the feature's name and its description, as a clause.
    fn info(self) -> [&'static str; 2];

    /// Returns how the items are read, as sentences: codes, orders and sizes.
    fn details(self) -> String;

    /// Returns the feature's name in files, on the command line and in other languages.
    fn name(self) -> &'static str {
        self.info()[0]
    }

    /// Returns how many lists each position has, next to each other.
    fn lists(self) -> usize {
        1
    }

    /// Appends the lists of all positions.
    #[doc(hidden)]
    fn append(self, positions: PositionSlice<'_>, word: WideWord, lists: &mut Ragged<Self::Item>);
}

/// Lists of different lengths: all items after each other, and the place where each list begins.
///
/// This is the form of compressed sparse rows: list `i` has the items from `offsets[i]` up to
/// `offsets[i + 1]`. There is one offset more than there are lists.
pub struct Ragged<T> {
    offsets: Vec<i64>,
    items: Vec<T>,
    /// Memory for the pieces that threads compute, to be used again. It is not part of the value.
    pieces: Vec<Self>,
}

/// The number of pieces of a thread between two times that pieces are put together. Threads wait
/// for each other then.
const PIECES: usize = 8;

impl<T: Clone> Clone for Ragged<T> {
    fn clone(&self) -> Self {
        let Self { offsets, items, .. } = self;
        Self { offsets: offsets.clone(), items: items.clone(), pieces: Vec::new() }
    }
}

impl<T: PartialEq> PartialEq for Ragged<T> {
    fn eq(&self, other: &Self) -> bool {
        (&self.offsets, &self.items) == (&other.offsets, &other.items)
    }
}

impl<T: Eq> Eq for Ragged<T> {}

impl<T: fmt::Debug> fmt::Debug for Ragged<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offsets, items, .. } = self;
        f.debug_struct("Ragged").field("offsets", offsets).field("items", items).finish()
    }
}

impl<T> Default for Ragged<T> {
    fn default() -> Self {
        Self { offsets: vec![0], items: Vec::new(), pieces: Vec::new() }
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

    /// Returns whether there are no lists.
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

/// The number of items copied at once: as many as a position has pieces.
const CHUNK: usize = 32;

/// Appends lists by the chunk: a loop over single items would end after a number of rounds that
/// cannot be predicted.
pub(super) struct Chunks<'a, T> {
    lists: &'a mut Ragged<T>,
    /// The number of items of the ended lists. There are others after them, which do not count.
    end: usize,
}

impl<'a, T: Copy + Default> Chunks<'a, T> {
    pub(super) fn new(lists: &'a mut Ragged<T>) -> Self {
        Self { end: lists.items.len(), lists }
    }

    /// Appends a list of the first `len` numbers, each as an item.
    #[inline(always)]
    pub(super) fn append(&mut self, numbers: &[u32], len: usize, item: impl Fn(u32) -> T) {
        let chunks = len.div_ceil(CHUNK);
        let needed = self.end + chunks * CHUNK;
        if self.lists.items.len() < needed {
            self.grow(needed);
        }
        let places = &mut self.lists.items[self.end..needed];
        let (places, _) = places.as_chunks_mut::<CHUNK>();
        let (numbers, _) = numbers.as_chunks::<CHUNK>();
        for (places, numbers) in places.iter_mut().zip(numbers) {
            // In an array of its own, so that the compiler knows that the two do not overlap.
            let mut items = [T::default(); CHUNK];
            let mut place = 0;
            while place < CHUNK {
                items[place] = item(numbers[place]);
                place += 1;
            }
            *places = items;
        }
        self.end += len;
        self.lists.offsets.push(i64::try_from(self.end).unwrap_or(i64::MAX));
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, needed: usize) {
        let items = &mut self.lists.items;
        items.resize(needed + (1 << 12), T::default());
    }

    pub(super) fn finish(self) {
        self.lists.items.truncate(self.end);
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

    /// Computes such a feature into lists of the caller, whose memory is used again and whose
    /// contents are replaced. On many threads the lists also keep memory for some pieces of the
    /// result.
    pub fn compute_ragged_into<F: RaggedFeature>(self, feature: F, lists: &mut Ragged<F::Item>) {
        self.append_pieces(feature, lists, |_| feature);
    }

    /// Replaces lists by those of a feature, which a function returns for a range of rows.
    pub(super) fn append_pieces<F: RaggedFeature>(
        self,
        feature: F,
        lists: &mut Ragged<F::Item>,
        of_rows: impl Fn(Range<usize>) -> F + Sync,
    ) {
        lists.clear();
        lists.offsets.reserve(self.positions.len() * feature.lists());
        if !self.is_parallel || self.positions.len() <= PIECE {
            feature.append(self.positions, self.word, lists);
            return;
        }
        let all = self.positions.len();
        let at_once = all.div_ceil(PIECE).min(PIECES * threads::number());
        let mut pieces = core::mem::take(&mut lists.pieces);
        pieces.resize_with(pieces.len().max(at_once), Ragged::new);
        for rows in threads::ranges(all, at_once * PIECE) {
            let found = &mut pieces[..rows.len().div_ceil(PIECE)];
            let ranges = threads::ranges(rows.len(), PIECE);
            let ranges = ranges.map(|range| rows.start + range.start..rows.start + range.end);
            threads::map(found.iter_mut().zip(ranges), |(piece, rows)| {
                piece.clear();
                of_rows(rows.clone()).append(self.positions.rows(rows), self.word, piece);
            });
            lists.items.reserve(found.iter().map(|piece| piece.items.len()).sum());
            found.iter().for_each(|piece| lists.extend(piece));
        }
        lists.pieces = pieces;
    }
}
