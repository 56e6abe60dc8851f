//! Conversions between the types of `hyperbola-moves` and those of `cozy-chess` 0.3.
//!
//! ```
//! use hyperbola_cozy_chess::{ToCozyChess, ToHyperbola};
//!
//! let board = cozy_chess::Board::default();
//! let position = board.to_hyperbola()?;
//! let played = position.parse_san("Nf3")?;
//! let mut next = board;
//! next.play(played.to_cozy_chess());
//! assert_eq!(position.play(played)?.to_cozy_chess()?, next);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | `hyperbola-moves` | `cozy-chess` | to ours can fail | to theirs can fail |
//! |---|---|---|---|
//! | `Square`, `File`, `Rank`, `Color` | the same names | | |
//! | `Bitboard` | `BitBoard` | | |
//! | `Role` | `Piece` | | |
//! | `Piece` | `(Piece, Color)` | | |
//! | `Move` | `Move` | a promotion to a pawn | |
//! | `CastlingRights` | `[CastleRights; 2]`, of White and of Black | | a rook that is not on its back rank |
//! | `Setup` | `BoardBuilder` | | such a rook; a half-move clock above 255 |
//! | `Position` | `Board` | see below | see below |
//!
//! A move has the same form in both: castling is the king's move onto its own rook, in Chess960 and
//! in ordinary chess. So a move is converted without its position, and is legal in both or in none.
//!
//! A position is checked by the side that it goes to, and is not changed to fit:
//!
//! - `hyperbola-moves` takes a board unless it breaks a rule of [`PositionError`] that `cozy-chess`
//!   does not have: more promoted pieces than lost pawns, more than two checkers.
//! - `cozy-chess` takes a position unless its half-move clock is above 100, its move number is 0,
//!   or it was read leniently and has more than 16 pieces or eight pawns of a colour. To go on with
//!   other clocks, change them in [`Position::setup`] and build that.
//!
//! `cozy-chess` keeps the file of en passant after every double step, `hyperbola-moves` its square
//! only if a legal capture exists. So a position that goes there and back is equal, and a board
//! that comes here and goes back has lost an en passant file that is of no use, but nothing else.

#![no_std]

use core::fmt;

use cozy_chess::{BitBoard, BoardBuilder, BoardBuilderError, CastleRights};
use hyperbola_moves::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Move, Piece, Position,
    PositionError, Rank, Role, Setup, Square,
};

/// A type of `cozy-chess` that becomes one of `hyperbola-moves`.
pub trait ToHyperbola {
    /// The type of `hyperbola-moves`; a [`Result`] if a value may not fit.
    type Output;

    /// Converts to the type of `hyperbola-moves`.
    fn to_hyperbola(&self) -> Self::Output;
}

/// A type of `hyperbola-moves` that becomes one of `cozy-chess`.
pub trait ToCozyChess {
    /// The type of `cozy-chess`; a [`Result`] if a value may not fit.
    type Output;

    /// Converts to the type of `cozy-chess`.
    fn to_cozy_chess(&self) -> Self::Output;
}

/// Converts between enums whose values have the same order.
macro_rules! same_order {
    ($($ours:ident, $theirs:ident;)*) => {$(
        impl ToHyperbola for cozy_chess::$theirs {
            type Output = $ours;

            #[inline]
            fn to_hyperbola(&self) -> $ours {
                $ours::ALL[*self as usize]
            }
        }

        impl ToCozyChess for $ours {
            type Output = cozy_chess::$theirs;

            #[inline]
            fn to_cozy_chess(&self) -> cozy_chess::$theirs {
                cozy_chess::$theirs::ALL[*self as usize]
            }
        }
    )*};
}

same_order! {
    Square, Square;
    File, File;
    Rank, Rank;
    Color, Color;
    Role, Piece;
}

impl ToHyperbola for BitBoard {
    type Output = Bitboard;

    #[inline]
    fn to_hyperbola(&self) -> Bitboard {
        Bitboard(self.0)
    }
}

impl ToCozyChess for Bitboard {
    type Output = BitBoard;

    #[inline]
    fn to_cozy_chess(&self) -> BitBoard {
        BitBoard(self.0)
    }
}

impl ToHyperbola for (cozy_chess::Piece, cozy_chess::Color) {
    type Output = Piece;

    #[inline]
    fn to_hyperbola(&self) -> Piece {
        Piece::new(self.1.to_hyperbola(), self.0.to_hyperbola())
    }
}

impl ToCozyChess for Piece {
    type Output = (cozy_chess::Piece, cozy_chess::Color);

    #[inline]
    fn to_cozy_chess(&self) -> Self::Output {
        (self.role.to_cozy_chess(), self.color.to_cozy_chess())
    }
}

impl ToHyperbola for cozy_chess::Move {
    type Output = Result<Move, PawnPromotion>;

    #[inline]
    fn to_hyperbola(&self) -> Self::Output {
        let (from, to) = (self.from.to_hyperbola(), self.to.to_hyperbola());
        match self.promotion {
            None => Ok(Move::new(from, to)),
            Some(cozy_chess::Piece::Pawn) => Err(PawnPromotion),
            Some(piece) => Ok(Move::promoting(from, to, piece.to_hyperbola())),
        }
    }
}

impl ToCozyChess for Move {
    type Output = cozy_chess::Move;

    #[inline]
    fn to_cozy_chess(&self) -> cozy_chess::Move {
        cozy_chess::Move {
            from: self.from().to_cozy_chess(),
            to: self.to().to_cozy_chess(),
            promotion: self.promotion().map(|role| role.to_cozy_chess()),
        }
    }
}

impl ToHyperbola for [CastleRights; 2] {
    type Output = CastlingRights;

    fn to_hyperbola(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for (color, of_color) in Color::ALL.into_iter().zip(self) {
            let square =
                |file: cozy_chess::File| Square::new(file.to_hyperbola(), back_rank(color));
            rights.set(color, CastlingSide::King, of_color.short.map(square));
            rights.set(color, CastlingSide::Queen, of_color.long.map(square));
        }
        rights
    }
}

impl ToCozyChess for CastlingRights {
    type Output = Result<[CastleRights; 2], ToCozyChessError>;

    fn to_cozy_chess(&self) -> Self::Output {
        let mut rights = [CastleRights::EMPTY; 2];
        for (color, side, rook) in self.iter() {
            if rook.rank() != back_rank(color) {
                return Err(ToCozyChessError::CastlingRight { color, side, rook });
            }
            let of_color = &mut rights[color as usize];
            let of_side = match side {
                CastlingSide::King => &mut of_color.short,
                CastlingSide::Queen => &mut of_color.long,
            };
            *of_side = Some(rook.file().to_cozy_chess());
        }
        Ok(rights)
    }
}

/// Returns the rank where a colour's king and rooks may castle.
fn back_rank(color: Color) -> Rank {
    Rank::First.relative_to(color)
}

impl ToHyperbola for BoardBuilder {
    type Output = Setup;

    fn to_hyperbola(&self) -> Setup {
        let pieces = Square::ALL.into_iter().zip(self.board);
        Setup {
            board: pieces
                .filter_map(|(square, piece)| Some((square, piece?.to_hyperbola())))
                .collect::<Board>(),
            side_to_move: self.side_to_move.to_hyperbola(),
            castling_rights: self.castle_rights.to_hyperbola(),
            en_passant: self.en_passant.map(|square| square.to_hyperbola()),
            halfmove_clock: self.halfmove_clock.into(),
            fullmove_number: self.fullmove_number,
        }
    }
}

impl ToCozyChess for Setup {
    type Output = Result<BoardBuilder, ToCozyChessError>;

    fn to_cozy_chess(&self) -> Self::Output {
        let clock = self.halfmove_clock;
        let mut board = [None; 64];
        for (square, piece) in self.board.pieces() {
            board[square as usize] = Some(piece.to_cozy_chess());
        }
        Ok(BoardBuilder {
            board,
            side_to_move: self.side_to_move.to_cozy_chess(),
            castle_rights: self.castling_rights.to_cozy_chess()?,
            en_passant: self.en_passant.map(|square| square.to_cozy_chess()),
            halfmove_clock: u8::try_from(clock)
                .map_err(|_| ToCozyChessError::HalfmoveClock { clock })?,
            fullmove_number: self.fullmove_number,
        })
    }
}

impl ToHyperbola for cozy_chess::Board {
    type Output = Result<Position, PositionError>;

    fn to_hyperbola(&self) -> Self::Output {
        BoardBuilder::from_board(self).to_hyperbola().position()
    }
}

impl ToCozyChess for Position {
    type Output = Result<cozy_chess::Board, ToCozyChessError>;

    fn to_cozy_chess(&self) -> Self::Output {
        self.setup().to_cozy_chess()?.build().map_err(ToCozyChessError::Refused)
    }
}

/// The error for a move that promotes to a pawn, which is legal in no position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PawnPromotion;

impl fmt::Display for PawnPromotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a promotion to a pawn is no move")
    }
}

impl core::error::Error for PawnPromotion {}

/// The reason why a setup or a position does not fit into the types of `cozy-chess`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum ToCozyChessError {
    /// The rook that may castle is not on its back rank. No [`Position`] has such a right.
    CastlingRight {
        /// The colour.
        color: Color,
        /// The side to castle to.
        side: CastlingSide,
        /// The square of the rook.
        rook: Square,
    },
    /// The half-move clock does not fit into 8 bits.
    HalfmoveClock {
        /// The number of half moves.
        clock: u16,
    },
    /// `cozy-chess` finds the position invalid.
    Refused(BoardBuilderError),
}

impl fmt::Display for ToCozyChessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CastlingRight { color, side, rook } => write!(
                f,
                "the right of {color:?} to castle to the {side} has its rook on {rook}, and \
                 cozy-chess expects it on the back rank"
            ),
            Self::HalfmoveClock { clock } => {
                write!(f, "the half-move clock is {clock}, and cozy-chess counts to 255")
            }
            Self::Refused(error) => write!(f, "cozy-chess refuses the position: {error}"),
        }
    }
}

impl core::error::Error for ToCozyChessError {}
