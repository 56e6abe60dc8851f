//! Conversions between the types of `hyperbola-moves` and those of `chess` 3.2.
//!
//! ```
//! use hyperbola_chess::{ToChess, ToChessIn, ToHyperbola, ToHyperbolaIn};
//!
//! let board = chess::Board::default();
//! let position = board.to_hyperbola()?;
//! let played = position.parse_san("Nf3")?;
//! let next = board.make_move_new(played.to_chess_in(&position)?);
//! assert_eq!(next.to_string(), position.play(played)?.to_chess()?.to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | `hyperbola-moves` | `chess` | to ours can fail | to theirs can fail |
//! |---|---|---|---|
//! | `Square`, `File`, `Rank`, `Color` | the same names | | |
//! | `Bitboard` | `BitBoard` | | |
//! | `Role` | `Piece` | | |
//! | `Piece` | `(Piece, Color)` | | |
//! | `Move` in a position | `ChessMove` | the move is not legal | the same; castling of Chess960 |
//! | `CastlingRights` | `[CastleRights; 2]`, of White and of Black | | a rook that is not in its corner |
//! | `Setup` | `BoardBuilder` | | such a rook; an en passant square on a wrong rank |
//! | `Position` | `Board` | see below | see below |
//!
//! `chess` writes castling as the king's move over two squares, `hyperbola-moves` as the king's
//! move onto its own rook. So a move is converted in its position. It must be legal there, which
//! costs a list of the legal moves.
//!
//! `chess` has no clocks: they are left out on the way there, and come back as 0 and 1. The rest of
//! a position is checked by the side that it goes to, and is not changed to fit:
//!
//! - `hyperbola-moves` takes a board unless it breaks a rule of [`PositionError`] that `chess` does
//!   not have. Such rules are about pawns on the first or the last rank, too many pieces, the
//!   number of checkers, and an en passant square that no pawn can have passed over.
//! - `chess` takes every position except those with castling rights that only Chess960 has.
//!
//! En passant is kept by `chess` if an enemy pawn stands beside, and by `hyperbola-moves` only if a
//! legal capture exists. So a board that comes here and goes back may have lost an en passant
//! square that is of no use.

use core::fmt;

use chess::{BitBoard, BoardBuilder, CastleRights, ChessMove};
use hyperbola_moves::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Move, Piece, Position,
    PositionError, Rank, Role, Setup, Square,
};

/// A type of `chess` that becomes one of `hyperbola-moves`.
pub trait ToHyperbola {
    /// The type of `hyperbola-moves`; a [`Result`] if a value may not fit.
    type Output;

    /// Converts to the type of `hyperbola-moves`.
    fn to_hyperbola(&self) -> Self::Output;
}

/// A type of `hyperbola-moves` that becomes one of `chess`.
pub trait ToChess {
    /// The type of `chess`; a [`Result`] if a value may not fit.
    type Output;

    /// Converts to the type of `chess`.
    fn to_chess(&self) -> Self::Output;
}

/// A move of `chess` that becomes one of `hyperbola-moves` in its position.
pub trait ToHyperbolaIn {
    /// Finds the legal move that this move means in a position.
    ///
    /// # Errors
    ///
    /// Returns [`NoSuchMove`] if it is not legal in the position.
    fn to_hyperbola_in(&self, position: &Position) -> Result<Move, NoSuchMove>;
}

/// A move of `hyperbola-moves` that becomes one of `chess` in its position.
pub trait ToChessIn {
    /// Converts a legal move of a position.
    ///
    /// # Errors
    ///
    /// Returns [`ToChessError::IllegalMove`] if the move is not legal in the position, and
    /// [`ToChessError::CastlingRight`] if it is castling from squares that only Chess960 has.
    fn to_chess_in(&self, position: &Position) -> Result<ChessMove, ToChessError>;
}

/// Converts between enums whose values have the same order.
macro_rules! same_order {
    ($($ours:ident, $theirs:ident, $all:ident;)*) => {$(
        impl ToHyperbola for chess::$theirs {
            type Output = $ours;

            #[inline]
            fn to_hyperbola(&self) -> $ours {
                $ours::ALL[self.to_index()]
            }
        }

        impl ToChess for $ours {
            type Output = chess::$theirs;

            #[inline]
            fn to_chess(&self) -> chess::$theirs {
                chess::$all[*self as usize]
            }
        }
    )*};
}

same_order! {
    Square, Square, ALL_SQUARES;
    File, File, ALL_FILES;
    Rank, Rank, ALL_RANKS;
    Color, Color, ALL_COLORS;
    Role, Piece, ALL_PIECES;
}

impl ToHyperbola for BitBoard {
    type Output = Bitboard;

    #[inline]
    fn to_hyperbola(&self) -> Bitboard {
        Bitboard(self.0)
    }
}

impl ToChess for Bitboard {
    type Output = BitBoard;

    #[inline]
    fn to_chess(&self) -> BitBoard {
        BitBoard(self.0)
    }
}

impl ToHyperbola for (chess::Piece, chess::Color) {
    type Output = Piece;

    #[inline]
    fn to_hyperbola(&self) -> Piece {
        Piece::new(self.1.to_hyperbola(), self.0.to_hyperbola())
    }
}

impl ToChess for Piece {
    type Output = (chess::Piece, chess::Color);

    #[inline]
    fn to_chess(&self) -> Self::Output {
        (self.role.to_chess(), self.color.to_chess())
    }
}

impl ToHyperbolaIn for ChessMove {
    fn to_hyperbola_in(&self, position: &Position) -> Result<Move, NoSuchMove> {
        let means = |&&legal: &&Move| legal.to_chess_in(position).is_ok_and(|same| same == *self);
        let moves = position.legal_moves();
        moves.iter().find(means).copied().ok_or(NoSuchMove { played: *self })
    }
}

impl ToChessIn for Move {
    fn to_chess_in(&self, position: &Position) -> Result<ChessMove, ToChessError> {
        if !position.is_legal(*self) {
            return Err(ToChessError::IllegalMove { played: *self });
        }
        let mut to = self.to();
        if let Some(side) = self.castling_side(position) {
            let color = position.side_to_move();
            if self.from().file() != File::E || to != corner(color, side) {
                return Err(ToChessError::CastlingRight { color, side, rook: to });
            }
            to = side.king_target(color);
        }
        let promotion = self.promotion().map(|role| role.to_chess());
        Ok(ChessMove::new(self.from().to_chess(), to.to_chess(), promotion))
    }
}

/// Returns the corner where a rook of ordinary chess may castle.
fn corner(color: Color, side: CastlingSide) -> Square {
    let file = match side {
        CastlingSide::King => File::H,
        CastlingSide::Queen => File::A,
    };
    Square::new(file, Rank::First.relative_to(color))
}

impl ToHyperbola for [CastleRights; 2] {
    type Output = CastlingRights;

    fn to_hyperbola(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for (color, of_color) in Color::ALL.into_iter().zip(self) {
            let sides = [
                (CastlingSide::King, of_color.has_kingside()),
                (CastlingSide::Queen, of_color.has_queenside()),
            ];
            for (side, has_right) in sides {
                rights.set(color, side, has_right.then(|| corner(color, side)));
            }
        }
        rights
    }
}

impl ToChess for CastlingRights {
    type Output = Result<[CastleRights; 2], ToChessError>;

    fn to_chess(&self) -> Self::Output {
        let mut rights = [CastleRights::NoRights; 2];
        for (color, side, rook) in self.iter() {
            if rook != corner(color, side) {
                return Err(ToChessError::CastlingRight { color, side, rook });
            }
            let of_side = match side {
                CastlingSide::King => CastleRights::KingSide,
                CastlingSide::Queen => CastleRights::QueenSide,
            };
            rights[color as usize] = rights[color as usize].add(of_side);
        }
        Ok(rights)
    }
}

/// Returns the rank of the squares that a pawn may just have passed over.
fn en_passant_rank(side_to_move: Color) -> Rank {
    Rank::Sixth.relative_to(side_to_move)
}

impl ToHyperbola for BoardBuilder {
    type Output = Setup;

    fn to_hyperbola(&self) -> Setup {
        let piece = |square: Square| Some((square, self[square.to_chess()]?.to_hyperbola()));
        let side_to_move = self.get_side_to_move().to_hyperbola();
        Setup {
            board: Square::ALL.into_iter().filter_map(piece).collect::<Board>(),
            side_to_move,
            castling_rights: chess::ALL_COLORS
                .map(|color| self.get_castle_rights(color))
                .to_hyperbola(),
            // Theirs is the square of the pawn, ours the square that it has passed over.
            en_passant: self.get_en_passant().map(|pawn| {
                Square::new(pawn.get_file().to_hyperbola(), en_passant_rank(side_to_move))
            }),
            ..Setup::EMPTY
        }
    }
}

impl ToChess for Setup {
    type Output = Result<BoardBuilder, ToChessError>;

    fn to_chess(&self) -> Self::Output {
        let rank = en_passant_rank(self.side_to_move);
        if let Some(square) = self.en_passant.filter(|square| square.rank() != rank) {
            return Err(ToChessError::EnPassant { square });
        }
        let mut builder = BoardBuilder::new();
        for (square, piece) in self.board.pieces() {
            builder[square.to_chess()] = Some(piece.to_chess());
        }
        builder.side_to_move(self.side_to_move.to_chess());
        builder.en_passant(self.en_passant.map(|square| square.file().to_chess()));
        for (color, rights) in chess::ALL_COLORS.into_iter().zip(self.castling_rights.to_chess()?) {
            builder.castle_rights(color, rights);
        }
        Ok(builder)
    }
}

impl ToHyperbola for chess::Board {
    type Output = Result<Position, PositionError>;

    fn to_hyperbola(&self) -> Self::Output {
        BoardBuilder::from(self).to_hyperbola().position()
    }
}

impl ToChess for Position {
    type Output = Result<chess::Board, ToChessError>;

    fn to_chess(&self) -> Self::Output {
        let rights = self.castling_rights().iter();
        for (color, side, rook) in rights {
            if self.king(color).file() != File::E {
                return Err(ToChessError::CastlingRight { color, side, rook });
            }
        }
        self.setup().to_chess()?.try_into().map_err(ToChessError::Refused)
    }
}

/// The error for a move of `chess` that is not legal in the position where it was to be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchMove {
    /// The move.
    pub played: ChessMove,
}

impl fmt::Display for NoSuchMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is not legal in this position", self.played)
    }
}

impl core::error::Error for NoSuchMove {}

/// The reason why a value does not fit into the types of `chess`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ToChessError {
    /// The king does not castle from file e with a rook in the corner, as `chess` expects.
    CastlingRight {
        /// The colour.
        color: Color,
        /// The side to castle to.
        side: CastlingSide,
        /// The square of the rook.
        rook: Square,
    },
    /// The en passant square is on a rank where the enemy's pawns pass over none.
    EnPassant {
        /// The en passant square.
        square: Square,
    },
    /// The move is not legal in the position where it was to be converted.
    IllegalMove {
        /// The move.
        played: Move,
    },
    /// `chess` finds the position invalid. It takes every [`Position`] that gets as far as this.
    Refused(chess::Error),
}

impl fmt::Display for ToChessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CastlingRight { color, side, rook } => write!(
                f,
                "{color:?} castles to the {side} with a rook on {rook}, and chess expects a king on \
                 file e and a rook in the corner"
            ),
            Self::EnPassant { square } => {
                write!(f, "no enemy pawn can just have passed over {square}")
            }
            Self::IllegalMove { played } => {
                write!(f, "the move {played} is not legal in this position")
            }
            Self::Refused(error) => write!(f, "chess refuses the position: {error}"),
        }
    }
}

impl core::error::Error for ToChessError {}
