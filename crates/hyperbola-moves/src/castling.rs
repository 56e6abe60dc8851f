//! Castling: its two sides, the castling rights, and all that judges rights: which letters of a FEN
//! are rights, which rights fit the board, and which of them chess has.

use core::convert::Infallible;
use core::fmt;

use hyperbola::{Bitboard, Color, File, Square};
use hyperbola_rules::castling;

use crate::side::{back_rank, is_white};
use crate::{Board, FenErrorKind, Position, PositionError, Role, Rules, Setup};

/// A side to castle to. It is named after the squares where the king and the rook end up; in
/// Chess960 both may start anywhere on their rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// Towards file h: the king ends on file g, the rook on file f.
    King,
    /// Towards file a: the king ends on file c, the rook on file d.
    Queen,
}

impl CastlingSide {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// Returns the side that a rook castles to, from the squares of the rook and its king.
    #[inline]
    #[must_use]
    pub const fn of_rook(king: Square, rook: Square) -> Self {
        Self::ALL[castling::wing(king, rook)]
    }

    /// Returns the outermost rook on this side of a king. This is the rook that `K` or `Q` means in
    /// a FEN.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn outermost_rook(self, board: &Board, king: Square) -> Option<Square> {
        let color = board.color_at(king)?;
        let rooks = board.of(color, Role::Rook) & Bitboard::from_rank(back_rank(color));
        let rook = match self {
            Self::King => rooks.last(),
            Self::Queen => rooks.first(),
        };
        rook.filter(|&rook| rook != king && Self::of_rook(king, rook) == self)
    }

    /// Returns the square where the king ends up.
    #[inline]
    #[must_use]
    pub const fn king_target(self, color: Color) -> Square {
        castling::king_target(self as usize, is_white(color))
    }

    /// Returns the square where the rook ends up.
    #[inline]
    #[must_use]
    pub const fn rook_target(self, color: Color) -> Square {
        castling::rook_target(self as usize, is_white(color))
    }
}

impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::King => "king's side",
            Self::Queen => "queen's side",
        })
    }
}

/// The castling rights: for each colour and side, the square of the rook that may still castle.
///
/// The squares of the two colours are independent, so their rooks may start on different files, as
/// in double Chess960.
///
/// ```
/// use hyperbola_moves::{CastlingRights, CastlingSide, Color, Square};
/// let mut rights = CastlingRights::NONE;
/// rights.set(Color::White, CastlingSide::King, Some(Square::F1));
/// assert_eq!(rights.rook(Color::White, CastlingSide::King), Some(Square::F1));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights {
    rooks: [[Option<Square>; 2]; 2],
}

impl CastlingRights {
    /// No castling rights.
    pub const NONE: Self = Self { rooks: [[None; 2]; 2] };

    /// All castling rights of ordinary chess.
    pub const ORDINARY: Self = Self {
        rooks: [[Some(Square::H1), Some(Square::A1)], [Some(Square::H8), Some(Square::A8)]],
    };

    /// Returns the square of the rook that may castle, if there is one.
    #[inline]
    #[must_use]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        self.rooks[color as usize][side as usize]
    }

    /// Gives the right to castle with a rook, or removes the right.
    pub const fn set(&mut self, color: Color, side: CastlingSide, rook: Option<Square>) {
        self.rooks[color as usize][side as usize] = rook;
    }

    /// Returns whether no right is left.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        // All four are compared at once.
        self.rooks.as_flattened().iter().fold(true, |none, rook| none & rook.is_none())
    }

    /// Returns all rights.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, Square)> + use<> {
        let rights = *self;
        (0..4).filter_map(move |index| {
            let (color, side) = (Color::ALL[index / 2], CastlingSide::ALL[index % 2]);
            Some((color, side, rights.rook(color, side)?))
        })
    }

    /// Returns the right that a letter of a FEN adds to these.
    pub(crate) fn of_letter(
        &self,
        board: &Board,
        letter: u8,
    ) -> Result<(Color, CastlingSide, Square), FenErrorKind> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let kings = board.of(color, Role::King) & Bitboard::from_rank(back_rank(color));
        let file = match letter.to_ascii_uppercase() {
            b'K' | b'Q' => None,
            letter @ b'A'..=b'H' => File::from_index(letter - b'A'),
            _ => return Err(FenErrorKind::CastlingRights),
        };
        let king = kings.first().ok_or(FenErrorKind::CastlingKing { color })?;
        let side = match (letter.to_ascii_uppercase(), file) {
            (b'K', _) => CastlingSide::King,
            (_, Some(file)) => CastlingSide::of_rook(king, Square::new(file, back_rank(color))),
            _ => CastlingSide::Queen,
        };
        let rook = match file {
            Some(file) => Some(Square::new(file, back_rank(color)))
                .filter(|&rook| board.of(color, Role::Rook).contains(rook)),
            None => side.outermost_rook(board, king),
        };
        let rook = rook.ok_or(FenErrorKind::CastlingRook { color })?;
        match self.rook(color, side) {
            Some(_) => Err(FenErrorKind::CastlingTwice { color, side }),
            None => Ok((color, side, rook)),
        }
    }

    /// Removes both rights of a colour.
    #[inline]
    pub(crate) const fn discard_color(&mut self, color: Color) {
        self.rooks[color as usize] = [None; 2];
    }

    /// Removes the right of the rook on a square, if there is one.
    #[inline]
    pub(crate) fn discard_rook(&mut self, square: Square) {
        for rook in self.rooks.as_flattened_mut() {
            if *rook == Some(square) {
                *rook = None;
            }
        }
    }
}

impl Setup {
    /// Returns the castling rights that fit.
    pub(crate) fn fitting_castling_rights(
        &self,
        mend: &mut impl FnMut(PositionError) -> Result<(), PositionError>,
    ) -> Result<CastlingRights, PositionError> {
        let mut rights = self.castling_rights;
        for (color, side, rook) in self.castling_rights.iter() {
            let is_home = |square: Square| square.rank() == back_rank(color);
            let fits = self.board.of(color, Role::King).first().is_some_and(|king| {
                is_home(king) && is_home(rook) && CastlingSide::of_rook(king, rook) == side
            });
            if !fits || !self.board.of(color, Role::Rook).contains(rook) {
                mend(PositionError::CastlingRight { color, side, rook })?;
                rights.set(color, side, None);
            }
        }
        Ok(rights)
    }

    /// Returns the first castling right that is not one of chess: of a king on its square of file e
    /// with a rook on its square of file a or h.
    #[must_use]
    pub fn chess960_right(&self) -> Option<(Color, CastlingSide, Square)> {
        self.castling_rights.iter().find(|&(color, side, rook)| {
            let king = Square::new(File::E, back_rank(color));
            let home = CastlingRights::ORDINARY.rook(color, side);
            !self.board.of(color, Role::King).contains(king)
                || !self.board.of(color, Role::Rook).contains(rook)
                || home != Some(rook)
        })
    }

    /// Checks that the castling rights are allowed by rules: those of chess allow only its own.
    ///
    /// # Errors
    ///
    /// Returns [`PositionError::Chess960Right`] with the first right that is not allowed.
    pub fn check_rights(&self, rules: Rules) -> Result<(), PositionError> {
        match self.chess960_right() {
            Some((color, side, rook)) if rules == Rules::Chess => {
                Err(PositionError::Chess960Right { color, side, rook })
            }
            _ => Ok(()),
        }
    }

    /// Returns the setup without the castling rights that are not those of chess.
    ///
    /// ```
    /// use hyperbola_moves::Setup;
    /// let setup: Setup = "5k1r/8/8/8/8/8/8/R3K2R w KQk - 0 1".parse()?;
    /// let of_chess = setup.with_rights_of_chess();
    /// assert_eq!(of_chess.to_string(), "5k1r/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    /// # Ok::<(), hyperbola_moves::FenError>(())
    /// ```
    #[must_use]
    pub fn with_rights_of_chess(mut self) -> Self {
        let Ok(()) = self.drop_chess960_rights(|_| Ok::<(), Infallible>(()));
        self
    }

    /// Drops the castling rights that are not those of chess, each after it was handed to a
    /// function as an error.
    pub(crate) fn drop_chess960_rights<E>(
        &mut self,
        mut each: impl FnMut(PositionError) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some((color, side, rook)) = self.chess960_right() {
            each(PositionError::Chess960Right { color, side, rook })?;
            self.castling_rights.set(color, side, None);
        }
        Ok(())
    }

    /// Returns the king that may castle and stands on file a or h, where no king begins.
    pub(crate) fn castling_king_at_edge(&self) -> Option<Square> {
        let kings = self.castling_rights.iter().map(|(color, ..)| self.board.of(color, Role::King));
        let mut kings = kings.filter_map(Bitboard::first);
        kings.find(|king| matches!(king.file(), File::A | File::H))
    }

    /// Returns whether the castling rights of the two sides need different start arrays.
    pub(crate) fn needs_two_arrays(&self) -> bool {
        let rook = |color, side| self.castling_rights.rook(color, side).map(Square::file);
        let king = |color| {
            let king = self.board.of(color, Role::King).first()?.file();
            CastlingSide::ALL.into_iter().any(|side| rook(color, side).is_some()).then_some(king)
        };
        let differ = |pair: (Option<File>, Option<File>)| matches!(pair, (Some(white), Some(black)) if white != black);
        let [white, black] = Color::ALL;
        differ((king(white), king(black)))
            || CastlingSide::ALL
                .into_iter()
                .any(|side| differ((rook(white, side), rook(black, side))))
    }
}

impl Position {
    /// Returns the first castling right that is not one of chess, as [`Setup::chess960_right`]
    /// does.
    ///
    /// ```
    /// use hyperbola_moves::{CastlingSide, Color, Position, Square};
    /// assert_eq!(Position::initial().chess960_right(), None);
    /// let position: Position = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1".parse()?;
    /// let right = (Color::White, CastlingSide::King, Square::G1);
    /// assert_eq!(position.chess960_right(), Some(right));
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn chess960_right(&self) -> Option<(Color, CastlingSide, Square)> {
        self.setup.chess960_right()
    }
}
