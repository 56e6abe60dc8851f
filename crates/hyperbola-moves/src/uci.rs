//! Moves in the notation of the Universal Chess Interface: `e2e4`, `e7e8q`.

use core::fmt;
use core::str::FromStr;

use hyperbola::File;

use crate::{CastlingSide, Move, OtherGame, ParseMoveError, Position};

/// A move to be written as UCI. If all castling rights are those of ordinary chess, castling is
/// written as the king's move to the square where it ends up: `e1g1`.
///
/// A plain [`Move`] displays castling as Chess960 does, as the king's move onto its rook: `e1h1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Uci(Move);

impl Uci {
    /// Writes the move as it displays, without the detours of formatting.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Position};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mut text = String::from("bestmove ");
    /// position.uci("e1h1".parse()?).write_to(&mut text)?;
    /// assert_eq!(text, "bestmove e1g1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the writer's error.
    #[inline]
    pub fn write_to(self, text: &mut impl fmt::Write) -> fmt::Result {
        self.0.write_to(text)
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Uci {
    type Err = ParseMoveError;

    /// Reads the squares and the promotion as they are written. [`Position::find_uci`] finds the
    /// legal move that they mean.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        text.parse().map(Self)
    }
}

impl Position {
    /// Returns a move to be written as UCI without the option `UCI_Chess960`. In a Chess960
    /// position castling is still written as with that option, because the king's move to its final
    /// square can be another legal move.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Square, Move};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = Move::new(Square::E1, Square::H1);
    /// assert_eq!(position.uci(castling).to_string(), "e1g1");
    /// assert_eq!(castling.to_string(), "e1h1");
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn uci(&self, written: Move) -> Uci {
        Uci(match written.castling_side(self).filter(|_| self.chess960_right().is_none()) {
            Some(side) => Move::new(written.from(), side.king_target(self.side_to_move())),
            None => written,
        })
    }

    /// Reads a legal move in UCI notation. Castling may be written in either way.
    ///
    /// # Errors
    ///
    /// Returns [`UciError::Syntax`] if the text is not written as a move, [`UciError::Illegal`] if
    /// the move is not legal in this position, and [`UciError::OtherGame`] for a move that chess
    /// does not have.
    ///
    /// ```
    /// use hyperbola_moves::{Position, UciError};
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.parse_uci("e1g1")?, position.parse_uci("e1h1")?);
    /// assert_eq!(position.parse_uci("e1i1"), Err(UciError::Syntax { index: 2 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let written = text.parse().map_err(|error: ParseMoveError| match text.contains('@') {
            true => UciError::OtherGame(OtherGame::Crazyhouse),
            false => error.into(),
        });
        self.find_uci(written?)
    }

    /// Finds the legal move that was written in UCI notation. Castling may be written in either
    /// way.
    ///
    /// # Errors
    ///
    /// Returns [`UciError::Illegal`] if the move is not legal in this position.
    pub fn find_uci(&self, written: Uci) -> Result<Move, UciError> {
        let Uci(read) = written;
        if self.is_legal(read) {
            return Ok(read);
        }
        // In ordinary chess a king's move of two files is castling; no other legal move looks like
        // it.
        let as_castling = || {
            let color = self.side_to_move();
            let king = self.king(color);
            let is_ordinary = read.from() == king && king.file() == File::E;
            let side = CastlingSide::of_rook(king, read.to());
            let castles = is_ordinary && read.to() == side.king_target(color);
            let rook = self.castling_rights().rook(color, side).filter(|_| castles)?;
            Some(Move::new(king, rook)).filter(|_| read.promotion().is_none())
        };
        let castling = as_castling().filter(|&castling| self.is_legal(castling));
        castling.ok_or(UciError::Illegal { read })
    }
}

/// The reason why a text is not a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not two squares and an optional promotion.
    Syntax {
        /// The index of the wrong byte, from 0.
        index: usize,
    },
    /// The move is not legal in the position.
    Illegal {
        /// The move that was read.
        read: Move,
    },
    /// The text is a move that only another game has, such as the drop `N@h5`.
    OtherGame(OtherGame),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { index } => ParseMoveError { index: *index }.fmt(f),
            Self::Illegal { read } => write!(f, "the move {read} is not legal in this position"),
            Self::OtherGame(game) => game.fmt(f),
        }
    }
}

impl core::error::Error for UciError {}

impl From<ParseMoveError> for UciError {
    fn from(error: ParseMoveError) -> Self {
        Self::Syntax { index: error.index }
    }
}
