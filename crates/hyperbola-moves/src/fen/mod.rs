//! Forsyth-Edwards notation: FEN, X-FEN and Shredder-FEN.
//!
//! The three differ in how they write castling rights. FEN writes `KQkq` for the rooks on files h
//! and a. X-FEN writes these letters for the outermost rooks, and the file of any other rook.
//! Shredder-FEN always writes the file. The reader accepts all three, even mixed. The writer
//! produces Shredder-FEN or X-FEN; X-FEN is the same as FEN wherever FEN can express the rights.

mod error;
pub(crate) mod fields;
mod mends;
mod read;

use core::fmt;
use core::str::FromStr;

use hyperbola::{Color, File, Rank, Square};

use crate::{Board, CastlingSide, Position, Role, Setup};

pub use error::{FenError, FenErrorKind, ParsePositionError};
pub use mends::Mends;
#[cfg(any(feature = "std", feature = "serde"))]
pub(crate) use mends::Written;
#[cfg(feature = "std")]
pub(crate) use read::{read_board_and_rights, read_clock};

/// A setup to be written as X-FEN or as Shredder-FEN.
///
/// ```
/// use hyperbola_moves::Position;
/// let position = Position::initial();
/// let rights = |text: String| text.split(' ').nth(2).map(str::to_owned);
/// assert_eq!(rights(position.to_string()).as_deref(), Some("KQkq"));
/// assert_eq!(rights(position.shredder_fen().to_string()).as_deref(), Some("HAha"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fen {
    setup: Setup,
    always_files: bool,
}

impl Setup {
    /// Returns the setup to be written as Shredder-FEN. Without this it displays as X-FEN.
    #[must_use]
    pub const fn shredder_fen(&self) -> Fen {
        Fen { setup: *self, always_files: true }
    }

    /// Returns the setup to be written as X-FEN.
    #[must_use]
    pub const fn fen(&self) -> Fen {
        Fen { setup: *self, always_files: false }
    }
}

impl Position {
    /// Returns the position to be written as Shredder-FEN. Without this it displays as X-FEN.
    #[must_use]
    pub const fn shredder_fen(&self) -> Fen {
        self.setup().shredder_fen()
    }

    /// Returns the position to be written as X-FEN.
    #[must_use]
    pub const fn fen(&self) -> Fen {
        self.setup().fen()
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = &self.setup;
        write_placement(f, &setup.board)?;
        f.write_str(if setup.side_to_move == Color::White { " w " } else { " b " })?;
        if setup.castling_rights.is_empty() {
            f.write_str("-")?;
        }
        for (color, side, rook) in setup.castling_rights.iter() {
            let king = setup.board.of(color, Role::King).first();
            let outermost = king.and_then(|king| side.outermost_rook(&setup.board, king));
            let letter = match side {
                _ if self.always_files || outermost != Some(rook) => rook.file().index() + b'A',
                CastlingSide::King => b'K',
                CastlingSide::Queen => b'Q',
            };
            let is_white = color == Color::White;
            let letter = if is_white { letter } else { letter.to_ascii_lowercase() };
            write!(f, "{}", char::from(letter))?;
        }
        match setup.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", setup.halfmove_clock, setup.fullmove_number)
    }
}

fn write_placement(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let Some(piece) = board.piece_at(Square::new(file, rank)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            empty = 0;
            write!(f, "{piece}")?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        f.write_str(if rank == Rank::First { "" } else { "/" })?;
    }
    Ok(())
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen().fmt(f)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fen().fmt(f)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN, X-FEN or Shredder-FEN. The fields are separated by spaces or tabs, which may
    /// also stand before and after them; a line end may follow. The last two fields, the clocks,
    /// may be missing as in EPD; they are then 0 and 1.
    ///
    /// The operations of a line of EPD may follow the fields: `bm e4; id "one";`. Those with the
    /// clocks, `hmvc` and `fmvn`, are read, and the others are passed over.
    fn from_str(fen: &str) -> Result<Self, FenError> {
        read::read(fen, &mut Err)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a FEN, X-FEN or Shredder-FEN as [`Setup`] does, and checks that its parts fit
    /// together.
    fn from_str(fen: &str) -> Result<Self, ParsePositionError> {
        Ok(fen.parse::<Setup>()?.position()?)
    }
}
