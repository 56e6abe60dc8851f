//! A table with its entries, whatever their type.

use core::fmt;

use hyperbola::table::{Entry, Table, TableInfo};

/// A table's name, size and entries. Two are equal if their names and sizes are.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Contents {
    /// The table's name and size.
    pub info: TableInfo,
    /// Its entries.
    pub entries: Entries,
}

impl Contents {
    pub(crate) fn of<T: Entry, const N: usize>(table: &'static Table<T, N>) -> Self {
        Self { info: table.info(), entries: Entries(table.entries()) }
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        self.info == other.info
    }
}

impl Eq for Contents {}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contents").field("info", &self.info).finish_non_exhaustive()
    }
}

/// The entries of a table, numbers of 8, 16, 32 or 64 bits.
#[derive(Clone, Copy)]
pub struct Entries(&'static dyn AnyEntries);

/// An array of any type of entries.
trait AnyEntries {
    fn len(&self) -> usize;
    fn bits(&self) -> usize;
    fn get(&self, index: usize) -> Option<u64>;
}

impl<T: Entry, const N: usize> AnyEntries for [T; N] {
    fn len(&self) -> usize {
        N
    }

    fn bits(&self) -> usize {
        8 * size_of::<T>()
    }

    fn get(&self, index: usize) -> Option<u64> {
        self.as_slice().get(index).map(|&entry| entry.into())
    }
}

impl Entries {
    /// Returns the number of entries.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no entry.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bits of an entry: 8, 16, 32 or 64.
    #[must_use]
    pub fn bits(self) -> usize {
        self.0.bits()
    }

    /// Returns the entry at an index, or `None` past the end.
    #[must_use]
    pub fn get(self, index: usize) -> Option<u64> {
        self.0.get(index)
    }

    /// Returns all entries in order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..self.len()).filter_map(move |index| self.get(index))
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entries of {} bits", self.len(), self.bits())
    }
}
