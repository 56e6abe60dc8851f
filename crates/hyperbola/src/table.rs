//! Look-up tables that know their name and their size.

use core::fmt;

/// What a table holds: an unsigned integer that widens to `u64`.
pub trait Entry: Copy + Into<u64> + fmt::Debug + sealed::Sealed + 'static {
    /// The entry read past a table's end.
    const ZERO: Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! entries {
    ($($type:ty)*) => {$(
        impl sealed::Sealed for $type {}
        impl Entry for $type {
            const ZERO: Self = 0;
        }
    )*};
}

entries! { u8 u16 u32 u64 }

/// A table of `N` entries, aligned to a cache line, that a word reads by
/// [`lookup`](crate::Word::lookup).
#[repr(C, align(64))]
pub struct Table<T, const N: usize> {
    entries: [T; N],
    name: &'static str,
}

impl<T: Entry, const N: usize> Table<T, N> {
    /// Makes a table of a name.
    #[must_use]
    pub const fn new(name: &'static str, entries: [T; N]) -> Self {
        Self { entries, name }
    }

    /// Returns the entry at an index, without panicking for any: a table whose length is a power
    /// of two takes the index modulo its length, any other has zero past its end.
    ///
    /// No formula reads past an end; these rules only make that safe without a check, or with one
    /// that no result waits for.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, index: u64) -> T {
        if N.is_power_of_two() {
            #[expect(clippy::cast_possible_truncation, reason = "below N, which is a usize")]
            let index = (index & (N as u64 - 1)) as usize;
            self.entries[index]
        } else {
            match usize::try_from(index).ok().and_then(|index| self.entries.get(index)) {
                Some(&entry) => entry,
                None => T::ZERO,
            }
        }
    }

    /// Returns all entries.
    #[must_use]
    pub const fn entries(&self) -> &[T; N] {
        &self.entries
    }

    /// Returns the table's name and size.
    #[must_use]
    pub const fn info(&self) -> TableInfo {
        TableInfo { name: self.name, bytes: size_of::<[T; N]>() }
    }
}

impl<T: Entry, const N: usize> fmt::Debug for Table<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("name", &self.name)
            .field("entries", &N)
            .finish_non_exhaustive()
    }
}

/// A table's name and the bytes of its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableInfo {
    /// The table's name.
    pub name: &'static str,
    /// The size of its entries in bytes.
    pub bytes: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_index_panics() {
        static FOUR: Table<u8, 4> = Table::new("FOUR", [1, 2, 3, 4]);
        static THREE: Table<u64, 3> = Table::new("THREE", [1, 2, 3]);
        assert_eq!((FOUR.get(3), FOUR.get(4), FOUR.get(u64::MAX)), (4, 1, 4));
        assert_eq!((THREE.get(2), THREE.get(3), THREE.get(u64::MAX)), (3, 0, 0));
        assert_eq!(FOUR.info(), TableInfo { name: "FOUR", bytes: 4 });
        assert_eq!(THREE.info(), TableInfo { name: "THREE", bytes: 24 });
    }
}
