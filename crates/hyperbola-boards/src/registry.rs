//! The one list of the techniques that compute on any board.

use hyperbola::Technique;

/// Makes what depends on the list of techniques: the types, the constant and the macro
/// [`board_dispatch!`](crate::board_dispatch).
macro_rules! registry {
    ($dollar:tt $($technique:ident)*) => {
        /// The techniques of the core that compute on any board, as types.
        pub mod techniques {
            pub use hyperbola::techniques::{$($technique),*};
        }

        /// The techniques that compute on any board. What each is called, and who found it, is in
        /// its [`info`](Technique::info); the bytes of its tables are
        /// [`BoardAttacks::table_bytes`](crate::BoardAttacks::table_bytes).
        pub const TECHNIQUES: &[Technique] = &[$(Technique::$technique),*];

        /// Evaluates an expression with a technique of [`TECHNIQUES`](crate::TECHNIQUES) as a type, and
        /// gives `Some`; for another technique it gives `None`. You choose the name that the expression
        /// uses for the type. Put a whole loop into it, so that the choice is made once.
        ///
        /// ```
        /// use hyperbola::Technique;
        /// use hyperbola_boards::boards::Shogi;
        /// use hyperbola_boards::{BoardAttacks as _, board_dispatch};
        ///
        /// let table_bytes = |technique| board_dispatch!(technique, T => T::table_bytes::<Shogi>());
        /// assert_eq!(table_bytes(Technique::HqFirstRank), Some(8784));
        /// assert_eq!(table_bytes(Technique::Kindergarten), None);
        /// ```
        #[macro_export]
        macro_rules! board_dispatch {
            ($dollar technique:expr, $dollar T:ident => $dollar value:expr $dollar(,)?) => {
                match $dollar technique {
                    $($crate::Technique::$technique => {
                        type $dollar T = $crate::techniques::$technique;
                        Some($dollar value)
                    })*
                    _ => None,
                }
            };
        }
    };
}

registry! {
    $
    Dumb7Fill
    KoggeStone
    HyperbolaQuintessence
    HqFirstRank
    ObstructionDifference
    ObstructionDifferenceInfuehr
}
