//! The named boards and the techniques as values, for programs that choose them at run time.

use core::fmt;

#[doc(hidden)]
pub use hyperbola::{Technique, techniques};

/// Writes the lists, and the macros that go through them, so that each list is in one place.
/// `$dollar` is a dollar sign, which no macro can write otherwise.
macro_rules! lists {
    (
        $dollar:tt
        boards: $($board:ident $id:literal)*;
        formulas: $($formula:ident)*;
        look_ups: $($look_up:ident)*;
        with_tables: $($large:ident)*;
    ) => {
        /// A board of [`boards`](crate::boards) as a value.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum NamedBoard {
            $(
                #[doc = concat!("[`boards::", stringify!($board), "`](crate::boards::", stringify!($board), ").")]
                $board,
            )*
        }

        impl NamedBoard {
            /// All named boards.
            pub const ALL: &[Self] = &[$(Self::$board),*];

            /// Returns the name on the command line and in files.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$board => $id,)*
                }
            }
        }

        /// The techniques of the core that have [`BoardAttacks`](crate::BoardAttacks). With the
        /// feature `tables`, those with more than 64 KiB of tables are among them. The bytes of
        /// their tables are [`BoardAttacks::table_bytes`](crate::BoardAttacks::table_bytes).
        pub const TECHNIQUES: &[Technique] = &[
            $(Technique::$formula,)*
            $(Technique::$look_up,)*
            $(#[cfg(feature = "tables")] Technique::$large,)*
        ];

        /// The [`TECHNIQUES`] that read only masks of squares, so they run on
        /// [`Partial`](crate::Partial) bits too.
        pub const FORMULAS: &[Technique] = &[$(Technique::$formula),*];

        /// Evaluates an expression with a [`NamedBoard`](crate::NamedBoard) as a type. You choose
        /// the name that the expression uses for the type.
        ///
        /// ```
        /// use hyperbola_boards::{Board, NamedBoard, dispatch_board};
        ///
        /// let squares = |board| dispatch_board!(board, B => B::SIZE.squares());
        /// assert_eq!(NamedBoard::ALL.iter().map(|&board| squares(board)).max(), Some(100));
        /// ```
        #[macro_export]
        macro_rules! dispatch_board {
            ($dollar board:expr, $dollar B:ident => $dollar value:expr) => {
                match $dollar board {
                    $($crate::NamedBoard::$board => {
                        type $dollar B = $crate::boards::$board;
                        $dollar value
                    })*
                    #[allow(unreachable_patterns, reason = "it is reachable from outside the crate")]
                    _ => panic!("the list has every board"),
                }
            };
        }

        #[cfg(feature = "tables")]
        dispatch_macro! { $dollar [$($formula)*] $($formula)* $($look_up)* $($large)* }
        #[cfg(not(feature = "tables"))]
        dispatch_macro! { $dollar [$($formula)*] $($formula)* $($look_up)* }
    };
}

/// Writes the macro [`dispatch_on_boards!`](crate::dispatch_on_boards), for the techniques of a
/// build: a `cfg` inside of it would test the features of the crate that uses it.
macro_rules! dispatch_macro {
    ($dollar:tt [$($formula:ident)*] $($technique:ident)*) => {
        /// Evaluates an expression with a technique as a type that has
        /// [`BoardAttacks`](crate::BoardAttacks). It gives `None` for a technique that has none,
        /// and with `formulas:` before the technique also for those that are not in [`FORMULAS`].
        ///
        /// ```
        /// use hyperbola::{Technique, techniques};
        /// use hyperbola_boards::boards::Shogi;
        /// use hyperbola_boards::{BoardAttacks, Square, SquareSet, dispatch_on_boards};
        ///
        /// let square: Square<Shogi> = "5e".parse()?;
        /// let count = |technique| {
        ///     dispatch_on_boards!(technique, T => T::queen_attacks(square, SquareSet::EMPTY).count())
        /// };
        /// assert_eq!(count(Technique::KoggeStone), Some(32));
        /// assert_eq!(count(Technique::Classical), None);
        /// # Ok::<(), hyperbola_boards::ParseSquareError>(())
        /// ```
        #[macro_export]
        macro_rules! dispatch_on_boards {
            (formulas: $dollar technique:expr, $dollar T:ident => $dollar value:expr) => {
                match $dollar technique {
                    $($crate::named::Technique::$formula => {
                        type $dollar T = $crate::named::techniques::$formula;
                        Some($dollar value)
                    })*
                    _ => None,
                }
            };
            ($dollar technique:expr, $dollar T:ident => $dollar value:expr) => {
                match $dollar technique {
                    $($crate::named::Technique::$technique => {
                        type $dollar T = $crate::named::techniques::$technique;
                        Some($dollar value)
                    })*
                    _ => None,
                }
            };
        }
    };
}

lists! { $
    boards:
        Chess "chess"
        Shogi "shogi"
        Xiangqi "xiangqi"
        Capablanca "capablanca"
        Grand "grand"
        Courier "courier";
    formulas:
        HyperbolaQuintessence
        ObstructionDifference
        ObstructionDifferenceInfuehr
        KoggeStone
        Dumb7Fill;
    look_ups:
        HqFirstRank;
    with_tables:
        MagicFancy;
}

impl fmt::Display for NamedBoard {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
