//! The parts of a position, before anybody has looked whether they fit.

use core::fmt;

use hyperbola::{Color, FrontDoor, Rank, Square};

use crate::legal::victim;
use crate::side::back_rank;
use crate::{Board, CastlingRights, CastlingSide, Piece, Position, Role};

/// The parts of a position as a FEN or a hand sets them, whether or not they fit together.
///
/// [`position`](Self::position) looks whether they do.
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
    /// What stands where.
    pub board: Board,
    /// Whose move it is.
    pub side_to_move: Color,
    /// The rights to castle.
    pub castling_rights: CastlingRights,
    /// The square a pawn has just passed over, whether or not anything can take it there.
    pub en_passant: Option<Square>,
    /// The number of half moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, from 1.
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

    /// Makes the setup that a game begins with.
    #[must_use]
    pub fn initial() -> Self {
        use Role::{Bishop, King, Knight, Pawn, Queen, Rook};
        let roles = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let ranks = [
            (Color::White, Rank::First, roles),
            (Color::White, Rank::Second, [Pawn; 8]),
            (Color::Black, Rank::Seventh, [Pawn; 8]),
            (Color::Black, Rank::Eighth, roles),
        ];
        let board = ranks.into_iter().flat_map(|(color, rank, roles)| {
            hyperbola::File::ALL
                .into_iter()
                .zip(roles)
                .map(move |(file, role)| (Square::new(file, rank), Piece::new(color, role)))
        });
        let castling_rights = CastlingRights::ORDINARY;
        Self { board: board.collect(), castling_rights, ..Self::EMPTY }
    }

    /// Makes the position, if the parts fit together.
    ///
    /// # Errors
    ///
    /// A [`PositionError`] names the first part that does not fit.
    pub fn position(&self) -> Result<Position, PositionError> {
        self.check_pieces()?;
        self.check_castling_rights()?;
        let position = Position::from_valid(&Self { en_passant: None, ..*self });
        let color = self.side_to_move;
        let king = position.king(!color);
        let attackers = position.attackers_to(king, self.board.occupied());
        if let Some(attacker) = (attackers & self.board.of_color(color)).first() {
            return Err(PositionError::OpponentInCheck { attacker });
        }
        let checkers = position.checkers().count();
        if checkers > 2 {
            return Err(PositionError::Checkers { count: checkers });
        }
        let Some(square) = self.en_passant else { return Ok(position) };
        self.check_en_passant(&position, square)?;
        Ok(Position::from_valid(self))
    }

    fn check_pieces(&self) -> Result<(), PositionError> {
        for color in Color::ALL {
            let count = |role| self.board.of(color, role).count();
            if count(Role::King) != 1 {
                return Err(PositionError::Kings { color, count: count(Role::King) });
            }
            let pieces = self.board.of_color(color).count();
            if pieces > 16 {
                return Err(PositionError::Pieces { color, count: pieces });
            }
            let beyond = |role, initially| count(role).saturating_sub(initially);
            let promoted = beyond(Role::Knight, 2)
                + beyond(Role::Bishop, 2)
                + beyond(Role::Rook, 2)
                + beyond(Role::Queen, 1);
            if count(Role::Pawn) + promoted > 8 {
                return Err(PositionError::Promoted { color, pawns: count(Role::Pawn), promoted });
            }
        }
        let pawns = self.board.of_role(Role::Pawn);
        match pawns.into_iter().find(|pawn| matches!(pawn.rank(), Rank::First | Rank::Eighth)) {
            Some(square) => Err(PositionError::Pawn { square }),
            None => Ok(()),
        }
    }

    fn check_castling_rights(&self) -> Result<(), PositionError> {
        for (color, side, rook) in self.castling_rights.iter() {
            let is_home = |square: Square| square.rank() == back_rank(color);
            let fits = self.board.of(color, Role::King).first().is_some_and(|king| {
                is_home(king) && is_home(rook) && CastlingSide::of_rook(king, rook) == side
            });
            if !fits || !self.board.of(color, Role::Rook).contains(rook) {
                return Err(PositionError::CastlingRight { color, side, rook });
            }
        }
        Ok(())
    }

    fn check_en_passant(&self, position: &Position, square: Square) -> Result<(), PositionError> {
        let color = self.side_to_move;
        let rank = match color {
            Color::White => Rank::Sixth,
            Color::Black => Rank::Third,
        };
        let pawn = victim(square);
        // Two ranks from where it stands, on its side of the board.
        let origin = Square::from_index_wrapping(pawn.index() ^ 16);
        let is_free = |square: Square| !self.board.occupied().contains(square);
        let is_there = self.board.of(!color, Role::Pawn).contains(pawn);
        if square.rank() != rank || !is_there || !is_free(square) || !is_free(origin) {
            return Err(PositionError::EnPassant { square });
        }
        // Whatever gives check is the pawn, or a slider that did not before it moved.
        let before = (self.board.occupied() - pawn.into()) | origin.into();
        let king = position.king(color);
        let attackers = self.board.attackers_to::<FrontDoor>(king, before) - pawn.into();
        match (attackers & position.checkers()).first() {
            Some(checker) => Err(PositionError::EnPassantCheck { square, checker }),
            None => Ok(()),
        }
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

/// Why the parts of a setup are no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// A colour has no king, or more than one.
    Kings {
        /// Whose.
        color: Color,
        /// How many kings there are.
        count: u32,
    },
    /// A colour has more than 16 pieces.
    Pieces {
        /// Whose.
        color: Color,
        /// How many pieces there are.
        count: u32,
    },
    /// A colour has more promoted pieces than pawns are missing.
    Promoted {
        /// Whose.
        color: Color,
        /// How many pawns there are.
        pawns: u32,
        /// How many pieces more than a game begins with.
        promoted: u32,
    },
    /// A pawn stands on the first or the last rank.
    Pawn {
        /// Where.
        square: Square,
    },
    /// A right to castle has not its king and its rook on the back rank, on the right side.
    CastlingRight {
        /// Whose.
        color: Color,
        /// To which side.
        side: CastlingSide,
        /// Where the rook should be.
        rook: Square,
    },
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// What gives check.
        attacker: Square,
    },
    /// More pieces give check than any move can make.
    Checkers {
        /// How many.
        count: u32,
    },
    /// No pawn can just have passed over the en passant square.
    EnPassant {
        /// The square.
        square: Square,
    },
    /// A check that a pawn's double step cannot have given.
    EnPassantCheck {
        /// The square the pawn is said to have passed over.
        square: Square,
        /// What gives check.
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
                 king on the same back rank, on the right side of it"
            ),
            Self::OpponentInCheck { attacker } => write!(
                f,
                "the side that is not to move is in check from {attacker}: its king could be taken"
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
