//! A table with its entries, whatever their type.

use core::fmt;
use core::hash::{Hash, Hasher};

use hyperbola::table::{Entry, Table, TableInfo};

/// A table's name, size and entries. Two are equal if their names and sizes are.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Contents {
    /// The table's name and size.
    pub info: TableInfo,
    /// Its entries.
    pub entries: &'static dyn Entries,
}

/// The entries of a table: unsigned numbers of any size.
pub trait Entries {
    /// Returns the number of entries.
    fn count(&self) -> usize;

    /// Returns the number of bits of an entry: 8, 16, 32 or 64.
    fn bits(&self) -> usize;

    /// Returns the entry at an index, or `None` past the end.
    fn get(&self, index: usize) -> Option<u64>;
}

impl<T: Entry, const N: usize> Entries for [T; N] {
    fn count(&self) -> usize {
        N
    }

    fn bits(&self) -> usize {
        8 * size_of::<T>()
    }

    fn get(&self, index: usize) -> Option<u64> {
        self.as_slice().get(index).map(|&entry| entry.into())
    }
}

impl Contents {
    pub(crate) fn of<T: Entry, const N: usize>(table: &'static Table<T, N>) -> Self {
        Self { info: table.info(), entries: table.entries() }
    }

    /// Returns all entries in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + use<> {
        let entries = self.entries;
        (0..).map_while(|index| entries.get(index))
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Self) -> bool {
        self.info == other.info
    }
}

impl Eq for Contents {}

impl Hash for Contents {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.info.hash(state);
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contents").field("info", &self.info).finish_non_exhaustive()
    }
}
