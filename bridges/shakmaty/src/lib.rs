//! Conversions between the types of `hyperbola-moves` and those of `shakmaty` 0.30.
//!
//! `shakmaty` is licensed under the GPL, version 3 or later, and so is this crate. `hyperbola` and
//! `hyperbola-moves` never depend on it and stay under MIT or Apache-2.0.
//!
//! ```
//! use hyperbola_shakmaty::{ToHyperbola, ToHyperbolaIn, ToShakmaty, ToShakmatyIn};
//! use shakmaty::{Chess, Position as _};
//!
//! let chess = Chess::default();
//! let position = chess.to_hyperbola()?;
//! let played = position.parse_san("Nf3")?;
//! let next = chess.play(played.to_shakmaty_in(&position)?)?;
//! assert_eq!(position.play(played)?.to_shakmaty()?, next);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | `hyperbola-moves` | `shakmaty` | to ours can fail | to theirs can fail |
//! |---|---|---|---|
//! | `Square`, `File`, `Rank`, `Color`, `Role`, `Piece`, `CastlingSide` | the same names | | |
//! | `Bitboard`, `Board` | the same names | | |
//! | `Move` in a position | `Move` | the move is not legal | the move is not legal |
//! | `Setup` | `Setup` | see [`ToHyperbolaError`] | see [`ToShakmatyError`] |
//! | `Position` | `Chess` | see below | see below |
//!
//! A move of `shakmaty` says which piece moves and what it captures. So a move is converted in its
//! position, where it must be legal.
//!
//! A position is checked by the side that it goes to, and is not changed to fit:
//!
//! - `hyperbola-moves` takes a position of `shakmaty` unless a clock is above 65,535, or it was
//!   made by going on in spite of an error and breaks a rule of [`PositionError`].
//! - `shakmaty` takes a position unless its checkers cannot come from one move, its move number is
//!   0, or it has more pieces than a game can have: `shakmaty` also counts the bishops on squares
//!   of one colour. [`ToShakmatyError::Refused`] holds the error of `shakmaty`, which can go on in
//!   spite of some rules:
//!
//! ```
//! use hyperbola_moves::Position;
//! use hyperbola_shakmaty::{ToShakmaty, ToShakmatyError};
//! use shakmaty::PositionError;
//!
//! // Two rooks on one line, on both sides of the king.
//! let position: Position = "8/8/8/8/R3k2R/8/8/4K3 b - - 0 1".parse()?;
//! let Err(ToShakmatyError::Refused(refused)) = position.to_shakmaty() else { unreachable!() };
//! let chess = refused.ignore_impossible_check()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A position becomes one of Chess960 only if its castling rights are not those of ordinary chess.
//! `shakmaty` keeps the en passant square after every double step, `hyperbola-moves` only if a
//! legal capture exists; positions of `shakmaty` are equal with and without such a square.

#![no_std]

use core::fmt;
use core::num::NonZeroU32;

use hyperbola_moves::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, IllegalMove, Move, Piece, Position,
    PositionError, Rank, Role, Setup, Square,
};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// A type of `shakmaty` that becomes one of `hyperbola-moves`.
pub trait ToHyperbola {
    /// The type of `hyperbola-moves`; a [`Result`] if a value may not fit.
    type Output;

    /// Converts to the type of `hyperbola-moves`.
    fn to_hyperbola(&self) -> Self::Output;
}

/// A type of `hyperbola-moves` that becomes one of `shakmaty`.
pub trait ToShakmaty {
    /// The type of `shakmaty`; a [`Result`] if a value may not fit.
    type Output;

    /// Converts to the type of `shakmaty`.
    fn to_shakmaty(&self) -> Self::Output;
}

/// A move of `shakmaty` that becomes one of `hyperbola-moves` in its position.
pub trait ToHyperbolaIn {
    /// Finds the legal move that this move means in a position.
    ///
    /// # Errors
    ///
    /// Returns [`NoSuchMove`] if it is not legal in the position.
    fn to_hyperbola_in(&self, position: &Position) -> Result<Move, NoSuchMove>;
}

/// A move of `hyperbola-moves` that becomes one of `shakmaty` in its position.
pub trait ToShakmatyIn {
    /// Converts a legal move of a position.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] if the move is not legal in the position.
    fn to_shakmaty_in(&self, position: &Position) -> Result<shakmaty::Move, IllegalMove>;
}

/// Converts between enums that have the same names.
macro_rules! same_names {
    ($($type:ident: $($name:ident)*;)*) => {$(
        impl ToHyperbola for shakmaty::$type {
            type Output = $type;

            #[inline]
            fn to_hyperbola(&self) -> $type {
                match self { $(Self::$name => $type::$name,)* }
            }
        }

        impl ToShakmaty for $type {
            type Output = shakmaty::$type;

            #[inline]
            fn to_shakmaty(&self) -> shakmaty::$type {
                match self { $(Self::$name => shakmaty::$type::$name,)* }
            }
        }
    )*};
}

same_names! {
    File: A B C D E F G H;
    Rank: First Second Third Fourth Fifth Sixth Seventh Eighth;
    Color: White Black;
    Role: Pawn Knight Bishop Rook Queen King;
}

impl ToHyperbola for shakmaty::Square {
    type Output = Square;

    #[inline]
    fn to_hyperbola(&self) -> Square {
        Square::ALL[self.to_usize()]
    }
}

impl ToShakmaty for Square {
    type Output = shakmaty::Square;

    #[inline]
    fn to_shakmaty(&self) -> shakmaty::Square {
        shakmaty::Square::new(self.index().into())
    }
}

impl ToHyperbola for shakmaty::CastlingSide {
    type Output = CastlingSide;

    #[inline]
    fn to_hyperbola(&self) -> CastlingSide {
        match self {
            Self::KingSide => CastlingSide::King,
            Self::QueenSide => CastlingSide::Queen,
        }
    }
}

impl ToShakmaty for CastlingSide {
    type Output = shakmaty::CastlingSide;

    #[inline]
    fn to_shakmaty(&self) -> shakmaty::CastlingSide {
        match self {
            Self::King => shakmaty::CastlingSide::KingSide,
            Self::Queen => shakmaty::CastlingSide::QueenSide,
        }
    }
}

impl ToHyperbola for shakmaty::Bitboard {
    type Output = Bitboard;

    #[inline]
    fn to_hyperbola(&self) -> Bitboard {
        Bitboard(self.0)
    }
}

impl ToShakmaty for Bitboard {
    type Output = shakmaty::Bitboard;

    #[inline]
    fn to_shakmaty(&self) -> shakmaty::Bitboard {
        shakmaty::Bitboard(self.0)
    }
}

impl ToHyperbola for shakmaty::Piece {
    type Output = Piece;

    #[inline]
    fn to_hyperbola(&self) -> Piece {
        Piece::new(self.color.to_hyperbola(), self.role.to_hyperbola())
    }
}

impl ToShakmaty for Piece {
    type Output = shakmaty::Piece;

    #[inline]
    fn to_shakmaty(&self) -> shakmaty::Piece {
        shakmaty::Piece { color: self.color.to_shakmaty(), role: self.role.to_shakmaty() }
    }
}

impl ToHyperbola for shakmaty::Board {
    type Output = Board;

    fn to_hyperbola(&self) -> Board {
        self.iter().map(|(square, piece)| (square.to_hyperbola(), piece.to_hyperbola())).collect()
    }
}

impl ToShakmaty for Board {
    type Output = shakmaty::Board;

    fn to_shakmaty(&self) -> shakmaty::Board {
        let mut board = shakmaty::Board::empty();
        for (square, piece) in self.pieces() {
            board.set_piece_at(square.to_shakmaty(), piece.to_shakmaty());
        }
        board
    }
}

impl ToHyperbolaIn for shakmaty::Move {
    fn to_hyperbola_in(&self, position: &Position) -> Result<Move, NoSuchMove> {
        let error = NoSuchMove { played: *self };
        let from = self.from().ok_or(error)?.to_hyperbola();
        let promotion = self.promotion().map_or(Role::Pawn, |role| role.to_hyperbola());
        let played = Move::promoting(from, self.to().to_hyperbola(), promotion);
        let is_same = played.to_shakmaty_in(position).is_ok_and(|same| same == *self);
        is_same.then_some(played).ok_or(error)
    }
}

impl ToShakmatyIn for Move {
    fn to_shakmaty_in(&self, position: &Position) -> Result<shakmaty::Move, IllegalMove> {
        let error = IllegalMove::new(*self);
        let role = position.board().role_at(self.from()).ok_or(error)?;
        if !position.is_legal(*self) {
            return Err(error);
        }
        let (from, to) = (self.from().to_shakmaty(), self.to().to_shakmaty());
        Ok(if self.is_castling(position) {
            shakmaty::Move::Castle { king: from, rook: to }
        } else if self.is_en_passant(position) {
            shakmaty::Move::EnPassant { from, to }
        } else {
            shakmaty::Move::Normal {
                role: role.to_shakmaty(),
                from,
                capture: self.captured(position).map(|role| role.to_shakmaty()),
                to,
                promotion: self.promotion().map(|role| role.to_shakmaty()),
            }
        })
    }
}

/// Returns the side of a rook that has a king on its own back rank.
fn side_of_rook(board: &Board, color: Color, rook: Square) -> Option<CastlingSide> {
    let home = Bitboard::from_rank(Rank::First.relative_to(color));
    let king = (board.of(color, Role::King) & home).first()?;
    home.contains(rook).then(|| CastlingSide::of_rook(king, rook))
}

impl ToHyperbola for shakmaty::Setup {
    type Output = Result<Setup, ToHyperbolaError>;

    fn to_hyperbola(&self) -> Self::Output {
        let is_variant = self.pockets.is_some() || self.remaining_checks.is_some();
        if is_variant || !self.promoted.is_empty() {
            return Err(ToHyperbolaError::Variant);
        }
        let board = self.board.to_hyperbola();
        let mut castling_rights = CastlingRights::NONE;
        for rook in self.castling_rights.to_hyperbola() {
            // Without a piece, the half of the board decides.
            let is_white = Bitboard(0xffff_ffff).contains(rook);
            let color = if is_white { Color::White } else { Color::Black };
            let side = side_of_rook(&board, color, rook);
            match side.filter(|&side| castling_rights.rook(color, side).is_none()) {
                Some(side) => castling_rights.set(color, side, Some(rook)),
                None => return Err(ToHyperbolaError::CastlingRight { rook }),
            }
        }
        let (halfmoves, fullmoves) = (self.halfmoves, self.fullmoves.get());
        Ok(Setup {
            board,
            side_to_move: self.turn.to_hyperbola(),
            castling_rights,
            en_passant: self.ep_square.map(|square| square.to_hyperbola()),
            halfmove_clock: u16::try_from(halfmoves)
                .map_err(|_| ToHyperbolaError::HalfmoveClock { clock: halfmoves })?,
            fullmove_number: u16::try_from(fullmoves)
                .map_err(|_| ToHyperbolaError::FullmoveNumber { number: fullmoves })?,
        })
    }
}

impl ToShakmaty for Setup {
    type Output = Result<shakmaty::Setup, ToShakmatyError>;

    fn to_shakmaty(&self) -> Self::Output {
        let mut castling_rights = shakmaty::Bitboard::EMPTY;
        for (color, side, rook) in self.castling_rights.iter() {
            if side_of_rook(&self.board, color, rook) != Some(side) {
                return Err(ToShakmatyError::CastlingRight { color, side, rook });
            }
            castling_rights.add(rook.to_shakmaty());
        }
        Ok(shakmaty::Setup {
            board: self.board.to_shakmaty(),
            turn: self.side_to_move.to_shakmaty(),
            castling_rights,
            ep_square: self.en_passant.map(|square| square.to_shakmaty()),
            halfmoves: self.halfmove_clock.into(),
            fullmoves: NonZeroU32::new(self.fullmove_number.into())
                .ok_or(ToShakmatyError::FullmoveNumber)?,
            ..shakmaty::Setup::empty()
        })
    }
}

impl ToHyperbola for Chess {
    type Output = Result<Position, ToHyperbolaError>;

    fn to_hyperbola(&self) -> Self::Output {
        let setup = self.to_setup(EnPassantMode::Always).to_hyperbola()?;
        setup.position().map_err(ToHyperbolaError::Refused)
    }
}

impl ToShakmaty for Position {
    type Output = Result<Chess, ToShakmatyError>;

    fn to_shakmaty(&self) -> Self::Output {
        let setup = self.setup().to_shakmaty()?;
        let mode = CastlingMode::detect(&setup);
        setup.position(mode).map_err(ToShakmatyError::Refused)
    }
}

/// The error for a move of `shakmaty` that is not legal in the position where it was to be
/// converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoSuchMove {
    /// The move.
    pub played: shakmaty::Move,
}

impl fmt::Display for NoSuchMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is not legal in this position", self.played)
    }
}

impl core::error::Error for NoSuchMove {}

/// The reason why a value does not fit into the types of `hyperbola-moves`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToHyperbolaError {
    /// The setup has pockets, remaining checks or promoted pieces, which only variants have.
    Variant,
    /// A rook that may castle has no king on its back rank, is not on it, or is one of two rooks on
    /// the same side of its king.
    CastlingRight {
        /// The square of the rook.
        rook: Square,
    },
    /// The half-move clock does not fit into 16 bits.
    HalfmoveClock {
        /// The number of half moves.
        clock: u32,
    },
    /// The move number does not fit into 16 bits.
    FullmoveNumber {
        /// The number.
        number: u32,
    },
    /// `hyperbola-moves` finds the position invalid.
    Refused(PositionError),
}

impl fmt::Display for ToHyperbolaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Variant => f.write_str(
                "the setup has pockets, remaining checks or promoted pieces, which ordinary chess does not have",
            ),
            Self::CastlingRight { rook } => write!(
                f,
                "castling with a rook on {rook} needs the king on the same back rank, and one such \
                 rook on each side of it"
            ),
            Self::HalfmoveClock { clock } => {
                write!(f, "the half-move clock is {clock}, and 65535 is the highest")
            }
            Self::FullmoveNumber { number } => {
                write!(f, "the move number is {number}, and 65535 is the highest")
            }
            Self::Refused(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ToHyperbolaError {}

/// The reason why a value does not fit into the types of `shakmaty`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum ToShakmatyError {
    /// A rook that may castle is not on its king's back rank, or not on the side of the right. No
    /// [`Position`] has such a right.
    CastlingRight {
        /// The colour.
        color: Color,
        /// The side to castle to.
        side: CastlingSide,
        /// The square of the rook.
        rook: Square,
    },
    /// The move number is 0, and `shakmaty` counts from 1.
    FullmoveNumber,
    /// `shakmaty` finds the position invalid.
    Refused(shakmaty::PositionError<Chess>),
}

impl fmt::Display for ToShakmatyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CastlingRight { color, side, rook } => write!(
                f,
                "the right of {color:?} to castle to the {side} with a rook on {rook} needs the \
                 king on the same back rank, on the correct side of the rook"
            ),
            Self::FullmoveNumber => f.write_str("the move number is 0, and shakmaty counts from 1"),
            Self::Refused(error) => write!(f, "shakmaty refuses the position: {error}"),
        }
    }
}

impl core::error::Error for ToShakmatyError {}
