//! Look-up tables that know their name, their size and their recipe.

use core::fmt;
use core::hint::black_box;

/// The type of a table's entries: an unsigned integer that widens to `u64`.
pub trait Entry: Copy + Eq + Into<u64> + fmt::Debug + sealed::Sealed + 'static {
    /// The value that is read past a table's end.
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

/// A table of `N` entries, aligned to a cache line. A word reads it by
/// [`lookup`](crate::Word::lookup).
#[repr(C, align(64))]
pub struct Table<T, const N: usize> {
    entries: [T; N],
    name: &'static str,
}

impl<T: Entry, const N: usize> Table<T, N> {
    /// Makes a table with a name. A table that a technique reads is declared with
    /// [`table!`](crate::table!), which also gives it a recipe.
    #[must_use]
    pub const fn new(name: &'static str, entries: [T; N]) -> Self {
        Self { entries, name }
    }

    /// Returns the entry at an index and never panics. If the table's length is a power of two, the
    /// index is taken modulo the length. Any other table gives zero past its end.
    ///
    /// No formula reads past an end. These rules make the read safe without a check, or with a
    /// check that no result waits for.
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

    /// Returns the entry at an index below the length, to the crate's constant functions. Code that
    /// makes tables does not call them: it names the tables that it reads.
    #[inline(always)]
    pub(crate) const fn at(&self, index: usize) -> T {
        self.entries[index]
    }

    /// Returns all entries.
    ///
    /// This is not a `const fn`. So the code that makes a table can read only those tables that it
    /// names to [`table!`](crate::table!).
    #[must_use]
    pub fn entries(&self) -> &[T; N] {
        &self.entries
    }

    /// Returns the entries to the code that makes another table. At run time, the compiler cannot
    /// know them.
    #[doc(hidden)]
    #[must_use]
    pub const fn source_entries(&self) -> &[T; N] {
        black_box(&self.entries)
    }

    /// Makes the entries again, for a reader if there is one. A [`Recipe`] runs this.
    #[doc(hidden)]
    pub fn remake(&self, make: fn() -> [T; N], reader: Option<Reader<'_>>) {
        let entries = black_box(make)();
        black_box(&entries);
        let Some(read) = reader else { return };
        for (value, kept) in entries.into_iter().zip(&self.entries) {
            let address = core::ptr::from_ref(kept).addr();
            read(RemadeEntry { value: value.into(), kept: (*kept).into(), address });
        }
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

/// The name of a table and the size of its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct TableInfo {
    /// The table's name.
    pub name: &'static str,
    /// The size of its entries in bytes.
    pub bytes: usize,
}

/// The way a table is made: the tables it is made from, and the code that makes it.
///
/// The compiler makes the tables of this crate, so a program contains them ready made. With the
/// feature `remake` they can be made again at run time. This shows how much time that would cost a
/// program.
///
/// The recipe is stored beside the table, not in it. So a program that reads a table but uses no
/// recipe contains neither the sources nor the code.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Recipe {
    /// The table's name and size.
    pub info: TableInfo,
    /// The recipes of the tables that it is made from. Given constants, such as the factors of
    /// magic bitboards, are not included.
    pub sources: &'static [Recipe],
    #[cfg(any(test, feature = "remake"))]
    remake: Remake,
}

/// Runs [`Table::remake`] on one table.
type Remake = fn(reader: Option<Reader<'_>>);

/// A function that gets each entry of a table that was made again.
type Reader<'a> = &'a mut dyn FnMut(RemadeEntry);

/// An entry that was made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemadeEntry {
    /// The new value.
    pub value: u64,
    /// The value in the table.
    pub kept: u64,
    /// The address of the table's value in memory.
    pub address: usize,
}

impl Recipe {
    /// Makes a recipe, for [`table!`](crate::table!).
    #[doc(hidden)]
    #[must_use]
    pub const fn new(info: TableInfo, sources: &'static [Self], remake: Remake) -> Self {
        #[cfg(not(any(test, feature = "remake")))]
        let _ = remake;
        Self {
            info,
            sources,
            #[cfg(any(test, feature = "remake"))]
            remake,
        }
    }
}

#[cfg(any(test, feature = "remake"))]
impl Recipe {
    /// Makes the entries again and drops them. The code and the sources are those that the compiler
    /// used. Nothing is computed at compile time, and nothing is changed.
    ///
    /// The entries are made on the stack. This takes a few times their size.
    pub fn remake(&self) {
        (self.remake)(None);
    }

    /// Makes the entries again and gives them to a reader, from the first to the last.
    ///
    /// The entries are made on the stack. This takes a few times their size.
    pub fn remake_for(&self, mut reader: impl FnMut(RemadeEntry)) {
        (self.remake)(Some(&mut reader));
    }

    /// Makes the entries again and returns whether they equal the table's.
    ///
    /// The entries are made on the stack. This takes a few times their size.
    #[must_use]
    pub fn remakes_the_same(&self) -> bool {
        let mut is_same = true;
        self.remake_for(|RemadeEntry { value, kept, .. }| is_same &= value == kept);
        is_same
    }
}

impl PartialEq for Recipe {
    /// Compares names, sizes and sources. Addresses of functions are not compared.
    fn eq(&self, other: &Self) -> bool {
        (self.info, self.sources) == (other.info, other.sources)
    }
}

impl Eq for Recipe {}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recipe")
            .field("info", &self.info)
            .field("sources", &self.sources)
            .finish_non_exhaustive()
    }
}

/// Declares static [`Table`](crate::table::Table)s that the compiler makes. Each has a
/// [`Recipe`](crate::table::Recipe), which is `NAME::RECIPE`.
///
/// A table that is made from others names them. It also gives the names that their entries have in
/// the expression that makes it. The expression cannot read other tables. The table prints the
/// static's name if no other name is given.
///
/// ```
/// use hyperbola::table;
///
/// table! {
///     /// The squares' own bits, 512 bytes: by square.
///     static BITS: [u64; 64] = {
///         let mut entries = [1; 64];
///         let mut square = 1;
///         while square < 64 {
///             entries[square] = entries[square - 1] << 1;
///             square += 1;
///         }
///         entries
///     };
/// }
///
/// table! {
///     /// The first and the last square's bit, 16 bytes.
///     static ENDS as "ENDS_OF_BITS": [u64; 2] from (bits = BITS) = [bits[0], bits[63]];
/// }
///
/// assert_eq!(ENDS.entries(), &[1, 1 << 63]);
/// assert_eq!(ENDS::RECIPE.info.name, "ENDS_OF_BITS");
/// assert_eq!(ENDS::RECIPE.sources, [BITS::RECIPE]);
/// ```
///
/// Code that reads a table that it does not name does not compile:
///
/// ```compile_fail,E0015
/// use hyperbola::masks::SQUARE_MASKS;
/// use hyperbola::table;
///
/// table! {
///     static FIRST: [u64; 1] = [SQUARE_MASKS.entries()[0]];
/// }
/// ```
#[macro_export]
macro_rules! table {
    ($(
        $(#[$meta:meta])*
        $vis:vis static $name:ident $(as $printed:literal)?: [$entry:ty; $count:expr]
        $(from ($($entries:ident = $source:ident),+))? = $made:expr;
    )+) => {$(
        $(#[$meta])*
        $vis static $name: $crate::table::Table<$entry, { $count }> =
            $crate::table::Table::new([$($printed,)? stringify!($name)][0], $name::made());

        // Types and values have separate names, so this type can have the static's name, as in
        // `lazy_static!`.
        #[doc(hidden)]
        #[derive(Debug)]
        #[allow(
            dead_code,
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "it is written as the static is, and a table may be without use for its recipe"
        )]
        $vis enum $name {}

        #[allow(dead_code, reason = "a table may be without use for its recipe")]
        impl $name {
            /// The recipe of the table.
            $vis const RECIPE: $crate::table::Recipe = $crate::table::Recipe::new(
                $name.info(),
                &[$($($source::RECIPE),+)?],
                |reader| $name.remake(Self::made, reader),
            );

            const fn made() -> [$entry; $count] {
                $($(let $entries = $source.source_entries();)+)?
                $made
            }
        }
    )+};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaking_reports_new_and_kept_values_with_addresses() {
        static KEPT: Table<u16, 3> = Table::new("KEPT", [7, 8, 9]);
        let mut told = std::vec::Vec::new();
        KEPT.remake(|| [7, 5, 9], Some(&mut |entry| told.push(entry)));
        let at = |index: usize| core::ptr::from_ref(&KEPT.entries()[index]).addr();
        let entry = |value, kept, index| RemadeEntry { value, kept, address: at(index) };
        assert_eq!(told, [entry(7, 7, 0), entry(5, 8, 1), entry(9, 9, 2)]);
    }

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
