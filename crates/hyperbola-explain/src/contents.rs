//! A table with its entries, whatever their type.

use core::any::Any;
use core::fmt;

use hyperbola::table::{Entry, Table, TableInfo};

/// A table's name, size and entries.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contents {
    /// The table's name and size.
    pub info: TableInfo,
    /// Its entries.
    pub entries: Entries,
}

/// The entries of a table by their type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entries {
    /// Entries of one byte.
    U8(&'static [u8]),
    /// Entries of two bytes.
    U16(&'static [u16]),
    /// Entries of four bytes.
    U32(&'static [u32]),
    /// Entries of eight bytes.
    U64(&'static [u64]),
}

impl Contents {
    pub(crate) fn of<T: Entry, const N: usize>(table: &'static Table<T, N>) -> Self {
        let any: &'static dyn Any = table.entries();
        let bytes = any.downcast_ref::<[u8; N]>().map(|entries| Entries::U8(entries));
        let pairs = || any.downcast_ref::<[u16; N]>().map(|entries| Entries::U16(entries));
        let quads = || any.downcast_ref::<[u32; N]>().map(|entries| Entries::U32(entries));
        let words = || any.downcast_ref::<[u64; N]>().map(|entries| Entries::U64(entries));
        let found = bytes.or_else(pairs).or_else(quads).or_else(words);
        let entries = found.expect("the sealed trait has these four types");
        Self { info: table.info(), entries }
    }
}

impl fmt::Debug for Contents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contents").field("info", &self.info).finish_non_exhaustive()
    }
}

impl Entries {
    /// Returns the number of entries.
    #[must_use]
    pub const fn len(self) -> usize {
        match self {
            Self::U8(entries) => entries.len(),
            Self::U16(entries) => entries.len(),
            Self::U32(entries) => entries.len(),
            Self::U64(entries) => entries.len(),
        }
    }

    /// Returns whether there is no entry.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the number of bits of an entry: 8, 16, 32 or 64.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Self::U8(_) => 8,
            Self::U16(_) => 16,
            Self::U32(_) => 32,
            Self::U64(_) => 64,
        }
    }

    /// Returns the entry at an index, or `None` past the end.
    #[must_use]
    pub fn get(self, index: usize) -> Option<u64> {
        match self {
            Self::U8(entries) => entries.get(index).copied().map(u64::from),
            Self::U16(entries) => entries.get(index).copied().map(u64::from),
            Self::U32(entries) => entries.get(index).copied().map(u64::from),
            Self::U64(entries) => entries.get(index).copied(),
        }
    }

    /// Returns all entries in order.
    pub fn iter(self) -> impl Iterator<Item = u64> {
        (0..self.len()).filter_map(move |index| self.get(index))
    }
}
