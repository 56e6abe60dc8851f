//! The parts of a position before they are checked.

use core::fmt;

use hyperbola::{Bitboard, Color, File, Rank, Square};

use hyperbola_rules::legal::victim;
use hyperbola_rules::play::note_passed;

use crate::side::LAST_RANKS;
use crate::{Board, CastlingRights, CastlingSide, Position, Role};

/// The largest number of pieces of a side, in positions that no game can reach too.
pub const MAX_PIECES: u32 = 25;

/// The largest number of queens and pawns of a side. Each pawn may become a queen.
const MAX_QUEENS: u32 = 11;

/// The parts of a position as a FEN or a program sets them. They need not fit together.
///
/// [`position`](Self::position) checks whether they fit.
///
/// ```
/// use hyperbola_moves::{Color, Piece, PositionError, Role, Setup, Square};
/// let mut setup = Setup::EMPTY;
/// setup.board.put(Square::E1, Piece::new(Color::White, Role::King));
/// assert_eq!(setup.position(), Err(PositionError::Kings { color: Color::Black, count: 0 }));
/// setup.board.put(Square::E8, Piece::new(Color::Black, Role::King));
/// assert_eq!(setup.position()?.legal_moves().len(), 5);
/// # Ok::<(), PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board with its pieces.
    pub board: Board,
    /// The side to move.
    pub side_to_move: Color,
    /// The castling rights.
    pub castling_rights: CastlingRights,
    /// The square that a pawn has just passed over, whether or not it can be captured there.
    pub en_passant: Option<Square>,
    /// The number of half moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number. It counts from 1, but some programs write 0, which is kept.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board and White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling_rights: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Reads the initial setup of a game from its FEN, which takes as long as any other FEN.
    #[must_use]
    pub fn initial() -> Self {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        fen.parse().expect("a FEN")
    }

    /// Makes the position if the parts fit together.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] with the first part that does not fit.
    pub fn position(&self) -> Result<Position, PositionError> {
        self.position_by(&mut Err)
    }

    /// Checks whether the parts fit together, as [`position`](Self::position) does. Returns them as
    /// the position has them: with an en passant square only if a capture there is legal.
    ///
    /// It is quicker than making the position, which has a hash key.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Setup};
    /// let setup: Setup = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1".parse()?;
    /// assert_eq!(setup.checked()?, setup.position()?.setup());
    /// assert_eq!(setup.checked()?.en_passant, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] with the first part that does not fit.
    pub fn checked(&self) -> Result<Self, PositionError> {
        Ok(self.position_without_key(&mut Err)?.setup())
    }

    /// Makes the position. For a part that does not fit and that the position can do without, it
    /// calls `mend`, which returns the error, or nothing to leave out the part.
    pub(crate) fn position_by(
        &self,
        mend: &mut impl FnMut(PositionError) -> Result<(), PositionError>,
    ) -> Result<Position, PositionError> {
        Ok(self.position_without_key(mend)?.with_key())
    }

    fn position_without_key(
        &self,
        mend: &mut impl FnMut(PositionError) -> Result<(), PositionError>,
    ) -> Result<Position, PositionError> {
        self.check_pieces(mend)?;
        let castling_rights = self.fitting_castling_rights(mend)?;
        let mut position =
            Position::without_key(&Self { castling_rights, en_passant: None, ..*self });
        let color = self.side_to_move;
        let king = position.king(!color);
        let attackers = position.attackers_to(king, self.board.occupied());
        if let Some(attacker) = (attackers & self.board.of_color(color)).first() {
            return Err(PositionError::OpponentInCheck { attacker });
        }
        let checkers = position.checkers().count();
        if checkers > 2 {
            mend(PositionError::Checkers { count: checkers })?;
        }
        if let Some(square) = self.en_passant {
            match self.check_en_passant(&position, square) {
                Ok(()) => note_passed(&mut position, self.side_to_move, square, !0),
                Err(error) => mend(error)?,
            }
        }
        Ok(position)
    }

    fn check_pieces(
        &self,
        mend: &mut impl FnMut(PositionError) -> Result<(), PositionError>,
    ) -> Result<(), PositionError> {
        for color in Color::ALL {
            let count = |role| self.board.of(color, role).count();
            if count(Role::King) != 1 {
                return Err(PositionError::Kings { color, count: count(Role::King) });
            }
            let pieces = self.board.of_color(color).count();
            // More could have more moves than a list of moves holds.
            let queens = count(Role::Queen) + count(Role::Pawn);
            let is_held = queens <= MAX_QUEENS && pieces <= MAX_PIECES;
            let mut mend = |error| {
                mend(error)?;
                let held = is_held.then_some(());
                held.ok_or(PositionError::Army { color, pieces, queens })
            };
            if pieces > 16 {
                mend(PositionError::Pieces { color, count: pieces })?;
            }
            self.check_promotions(color, [(!Bitboard::EMPTY, 2)]).or_else(&mut mend)?;
        }
        match (self.board.of_role(Role::Pawn) & LAST_RANKS).first() {
            Some(square) => Err(PositionError::Pawn { square }),
            None => Ok(()),
        }
    }

    /// Checks that a colour has no more promoted pieces than it has lost pawns. The bishops on sets
    /// of squares are compared with the number that a game begins with.
    pub(crate) fn check_promotions<const N: usize>(
        &self,
        color: Color,
        bishops: [(Bitboard, u32); N],
    ) -> Result<(), PositionError> {
        let of = |role| self.board.of(color, role);
        let beyond = |pieces: Bitboard, initially| pieces.count().saturating_sub(initially);
        let bishops =
            bishops.map(|(squares, initially)| beyond(of(Role::Bishop) & squares, initially));
        let promoted = bishops.iter().sum::<u32>()
            + beyond(of(Role::Knight), 2)
            + beyond(of(Role::Rook), 2)
            + beyond(of(Role::Queen), 1);
        let pawns = of(Role::Pawn).count();
        let fits = (pawns + promoted <= 8).then_some(());
        fits.ok_or(PositionError::Promoted { color, pawns, promoted })
    }

    fn check_en_passant(&self, position: &Position, square: Square) -> Result<(), PositionError> {
        let color = self.side_to_move;
        let rank = match color {
            Color::White => Rank::Sixth,
            Color::Black => Rank::Third,
        };
        let pawn = victim(square);
        // The pawn started two ranks from its square, on its own side of the board.
        let origin = Square::from_index_wrapping(pawn.index() ^ 16);
        let is_free = |square: Square| !self.board.occupied().contains(square);
        let is_there = self.board.of(!color, Role::Pawn).contains(pawn);
        if square.rank() != rank || !is_there || !is_free(square) || !is_free(origin) {
            return Err(PositionError::EnPassant { square });
        }
        // Every checker is either the pawn itself or a slider that gave no check before the pawn
        // moved.
        let before = (self.board.occupied() - pawn.into()) | origin.into();
        let king = position.king(color);
        let attackers = self.board.attackers_to(king, before) - pawn.into();
        match (attackers & position.checkers()).first() {
            Some(checker) => Err(PositionError::EnPassantCheck { square, checker }),
            None => Ok(()),
        }
    }
}

impl Position {
    /// Returns whether the numbers of pieces, promoted pieces and checkers are those of a game. A
    /// text with others is read only leniently.
    #[doc(hidden)]
    #[must_use]
    pub fn has_possible_army(&self) -> bool {
        self.setup().check_pieces(&mut Err).is_ok() && self.checkers().count() <= 2
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({self})")
    }
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Self, PositionError> {
        setup.position()
    }
}

/// The reason why the parts of a setup do not make a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// A colour has no king, or more than one.
    Kings {
        /// The colour.
        color: Color,
        /// The number of kings.
        count: u32,
    },
    /// A colour has more than 16 pieces.
    Pieces {
        /// The colour.
        color: Color,
        /// The number of pieces.
        count: u32,
    },
    /// A colour has more pieces than even lenient reading takes: more than 25, or more than 11
    /// queens and pawns.
    Army {
        /// The colour.
        color: Color,
        /// The number of pieces.
        pieces: u32,
        /// The number of queens and pawns.
        queens: u32,
    },
    /// A colour has more promoted pieces than it has lost pawns.
    Promoted {
        /// The colour.
        color: Color,
        /// The number of pawns.
        pawns: u32,
        /// The number of pieces beyond those that a game begins with.
        promoted: u32,
    },
    /// A pawn stands on the first or the last rank.
    Pawn {
        /// The pawn's square.
        square: Square,
    },
    /// A castling right does not have its king and its rook on the back rank, the rook on the right
    /// side.
    CastlingRight {
        /// The colour.
        color: Color,
        /// The side to castle to.
        side: CastlingSide,
        /// The square where the rook should be.
        rook: Square,
    },
    /// A castling right that is one of Chess960, where the rules are those of chess.
    Chess960Right {
        /// The colour.
        color: Color,
        /// The side to castle to.
        side: CastlingSide,
        /// The rook's square.
        rook: Square,
    },
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// The square of a piece that gives check.
        attacker: Square,
    },
    /// More pieces give check than any move can cause.
    Checkers {
        /// The number of checkers.
        count: u32,
    },
    /// No pawn can just have passed over the en passant square.
    EnPassant {
        /// The en passant square.
        square: Square,
    },
    /// The side to move was in check before the pawn's double step, when the other side was to
    /// move.
    EnPassantCheck {
        /// The square that the pawn should have passed over.
        square: Square,
        /// The square of the piece that gave check.
        checker: Square,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Kings { color, count } => {
                write!(f, "expected one king of {color:?}, found {count}")
            }
            Self::Pieces { color, count } => {
                write!(f, "expected at most 16 pieces of {color:?}, found {count}")
            }
            Self::Army { color, pieces, queens } => write!(
                f,
                "expected at most {MAX_PIECES} pieces of {color:?}, {MAX_QUEENS} of them queens and \
                 pawns, found {pieces} and {queens}"
            ),
            Self::Promoted { color, pawns, promoted } => write!(
                f,
                "expected at most eight pawns and promoted pieces of {color:?}, found {pawns} and \
                 at least {promoted}"
            ),
            Self::Pawn { square } => {
                write!(f, "expected pawns on ranks 2 to 7, found one on {square}")
            }
            Self::CastlingRight { color, side, rook } => write!(
                f,
                "the right of {color:?} to castle to the {side} needs a rook on {rook} and its \
                 king on the same back rank, on the correct side of the rook"
            ),
            Self::Chess960Right { color, side, rook } => write!(
                f,
                "the right of {color:?} to castle to the {side} with the rook on {rook} is not one \
                 of chess: expected its king on file e and the rook on file {}",
                match side {
                    CastlingSide::King => File::H,
                    CastlingSide::Queen => File::A,
                }
            ),
            Self::OpponentInCheck { attacker } => write!(
                f,
                "the side that is not to move is in check from {attacker}: its king could be captured"
            ),
            Self::Checkers { count } => write!(f, "expected at most two checkers, found {count}"),
            Self::EnPassant { square } => write!(
                f,
                "no pawn can just have passed over {square}: expected an empty square of the third \
                 or sixth rank, the enemy's pawn in front of it and nothing behind it"
            ),
            Self::EnPassantCheck { square, checker } => {
                write!(f, "the check from {checker} was there before a pawn passed over {square}")
            }
        }
    }
}

impl core::error::Error for PositionError {}
