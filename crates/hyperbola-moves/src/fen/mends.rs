//! Lenient reading: mistakes are mended and returned.

use core::fmt;
#[cfg(feature = "serde")]
use core::str::FromStr;

use super::{FenError, ParsePositionError, read};
use crate::{Position, PositionError, Rules, Setup};

/// The mistakes that lenient reading has mended, in their order. Each is the error that strict
/// reading returns if the ones before it are corrected.
///
/// - The side to move is missing or wrong: it is White. `W`, `B`, `white` and `black` are read.
/// - A castling right is wrong, or lacks its king or its rook: there is no such right.
/// - All castling rights are missing: there are none.
/// - The en passant square is missing or wrong, or no pawn can have passed over it: there is none.
///   A capital letter is read.
/// - A clock is wrong: the halfmove clock is 0, the move number 1.
/// - There is more text after the sixth field: it is ignored.
/// - There are more pieces or promoted pieces than a game can have, or more than two checkers: they
///   stay.
///
/// A field that fits a later field counts as missing, not as wrong.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Mends {
    errors: [Option<ParsePositionError>; Self::CAPACITY],
}

impl Mends {
    /// The largest number of mistakes that are mended.
    pub const CAPACITY: usize = 16;

    /// Returns the mistakes.
    pub fn iter(&self) -> impl Iterator<Item = &ParsePositionError> {
        self.errors.iter().flatten()
    }

    /// Returns the number of mistakes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns whether the text had no mistake.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a mistake, or returns it if there are too many.
    pub(crate) fn add<E: Copy + Into<ParsePositionError>>(&mut self, error: E) -> Result<(), E> {
        let free = self.errors.iter_mut().find(|place| place.is_none());
        *free.ok_or(error)? = Some(error.into());
        Ok(())
    }
}

impl fmt::Debug for Mends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Setup {
    /// Reads a FEN as [`from_str`](core::str::FromStr::from_str) does, but mends what it can. The
    /// second value says what was mended. A board that is wrong is not mended.
    ///
    /// # Errors
    ///
    /// Returns a [`FenError`] if the board is wrong or there are more than 16 mistakes.
    ///
    /// ```
    /// use hyperbola_moves::{FenErrorKind, ParsePositionError, Setup};
    /// let (setup, mends) = Setup::from_fen_lenient("4k3/8/8/8/8/8/8/4K2R w KQ e9 0 1")?;
    /// assert_eq!(setup.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// let texts: Vec<String> = mends.iter().map(|mend| mend.to_string()).collect();
    /// assert_eq!(texts, [
    ///     "expected a rook of White on its back rank for a castling right at byte 24",
    ///     "expected an en passant square or - at byte 26",
    /// ]);
    /// # Ok::<(), hyperbola_moves::FenError>(())
    /// ```
    #[inline]
    pub fn from_fen_lenient(fen: &str) -> Result<(Self, Mends), FenError> {
        let mut mends = Mends::default();
        let setup = read::read(fen, &mut |error| mends.add(error))?;
        Ok((setup, mends))
    }

    /// Makes the position as [`position`](Self::position) does, but leaves out castling rights and
    /// an en passant square that do not fit, and takes more pieces than a game can have. The second
    /// value says what was mended.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] if a [`Position`] cannot hold the pieces: unless each side has
    /// one king, no pawn stands on the first or the last rank, and the side that is not to move is
    /// not in check. A side that has more pieces or more promoted pieces than a game can have may
    /// have at most 11 queens and pawns, and 25 pieces in all. Then its moves fit into a
    /// [`MoveList`](crate::MoveList): a search found no such army with more than 240.
    ///
    /// A position with such a side, or with more than two checkers, is one that no game can reach.
    /// Its text is refused by [`from_str`](core::str::FromStr::from_str), and its setup by
    /// [`position`](Self::position). Lenient reading, `serde` and the tag `FEN` of a PGN take it.
    #[inline]
    pub fn position_lenient(&self) -> Result<(Position, Mends), PositionError> {
        let mut mends = Mends::default();
        let position = self.position_by(&mut |error| mends.add(error))?;
        Ok((position, mends))
    }

    /// Makes the position as [`position`](Self::position) does, but takes more pieces, promoted
    /// pieces and checkers than a game can have, as [`position_lenient`](Self::position_lenient)
    /// does. Nothing is mended.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] if the parts do not fit together in other ways.
    ///
    /// ```
    /// use hyperbola_moves::Setup;
    /// let three_checkers: Setup = "3rk3/8/8/8/b7/4n3/8/3K4 w - - 0 1".parse()?;
    /// assert!(three_checkers.position().is_err());
    /// assert!(three_checkers.unreachable_position().is_ok());
    /// # Ok::<(), hyperbola_moves::FenError>(())
    /// ```
    #[inline]
    pub fn unreachable_position(&self) -> Result<Position, PositionError> {
        use PositionError::{Checkers, Pieces, Promoted};

        self.position_by(&mut |error| match error {
            Pieces { .. } | Promoted { .. } | Checkers { .. } => Ok(()),
            error => Err(error),
        })
    }
}

/// A position that was written and is read back. Too many pieces, promoted pieces and checkers are
/// taken, because a [`Position`] may have them. Nothing is mended.
#[cfg(feature = "serde")]
pub(crate) struct Written(pub(crate) Position);

#[cfg(feature = "serde")]
impl FromStr for Written {
    type Err = ParsePositionError;

    fn from_str(fen: &str) -> Result<Self, ParsePositionError> {
        Ok(Self(fen.parse::<Setup>()?.unreachable_position()?))
    }
}

impl Position {
    /// Reads a FEN as [`from_fen_lenient_by_rules`](Self::from_fen_lenient_by_rules) does, by the
    /// rules of Chess960: nothing is changed that strict reading takes. The second value says what
    /// was mended.
    ///
    /// # Errors
    ///
    /// Returns a [`ParsePositionError`] with the first mistake that cannot be mended.
    ///
    /// ```
    /// use hyperbola_moves::Position;
    /// let (position, mends) = Position::from_fen_lenient("4k3/8/8/8/8/8/8/4K2R")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    /// assert_eq!(mends.len(), 3);
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[inline]
    pub fn from_fen_lenient(fen: &str) -> Result<(Self, Mends), ParsePositionError> {
        Self::from_fen_lenient_by_rules(fen, Rules::Chess960)
    }
}
