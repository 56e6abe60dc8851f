//! Forsyth-Edwards notation: FEN, X-FEN and Shredder-FEN.
//!
//! The three differ in how they write castling rights. FEN writes `KQkq` for the rooks on files h
//! and a. X-FEN writes these letters for the outermost rooks, and the file of any other rook.
//! Shredder-FEN always writes the file. The reader accepts all three, even mixed. The writer
//! produces Shredder-FEN or X-FEN; X-FEN is the same as FEN wherever FEN can express the rights.

mod error;
pub(crate) mod fields;
mod mends;
pub mod placement;
mod read;

use core::fmt;
use core::str::FromStr;

use hyperbola::{Bitboard, Color};

use crate::ascii::Ascii;
use crate::{Board, CastlingSide, Position, Role, Setup};

pub use error::{FenError, FenErrorKind, OtherGame, ParsePositionError};
pub use mends::Mends;
#[cfg(feature = "serde")]
pub(crate) use mends::Written;
pub(crate) use read::rights_field;
#[cfg(feature = "std")]
pub(crate) use read::{check_counters, play_moves, read_board_and_rights, read_clock};

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

impl Fen {
    /// Writes the FEN as it displays, without the detours of formatting.
    ///
    /// ```
    /// use hyperbola_moves::Position;
    /// let mut text = String::from("position fen ");
    /// Position::initial().fen().write_to(&mut text)?;
    /// assert_eq!(text, format!("position fen {}", Position::initial()));
    /// # Ok::<(), core::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the writer's error.
    pub fn write_to(&self, text: &mut impl fmt::Write) -> fmt::Result {
        let mut buffer = [0; BUFFER];
        text.write_str(self.write_ascii(Ascii::new(&mut buffer)))
    }

    fn write_ascii<'a>(&self, mut text: Ascii<'a, BUFFER>) -> &'a str {
        let setup = &self.setup;
        write_placement(&mut text, &setup.board);
        text.push(b' ');
        text.push(if setup.side_to_move == Color::White { b'w' } else { b'b' });
        text.push(b' ');
        text.push_if(b'-', setup.castling_rights.is_empty());
        for (color, side, rook) in setup.castling_rights.iter() {
            let king = setup.board.of(color, Role::King).first();
            let outermost = king.and_then(|king| side.outermost_rook(&setup.board, king));
            let letter = match side {
                _ if self.always_files || outermost != Some(rook) => rook.file().index() + b'A',
                CastlingSide::King => b'K',
                CastlingSide::Queen => b'Q',
            };
            let is_white = color == Color::White;
            text.push(if is_white { letter } else { letter.to_ascii_lowercase() });
        }
        text.push(b' ');
        match setup.en_passant {
            Some(square) => text.push_square(square),
            None => text.push(b'-'),
        }
        text.push(b' ');
        text.push_number(setup.halfmove_clock);
        text.push(b' ');
        text.push_number(setup.fullmove_number);
        text.finish()
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

/// The bytes of a buffer for a FEN, which has 93 bytes at most.
const BUFFER: usize = 128;

/// The letters of the pieces: White's by their roles' numbers, then Black's.
static LETTERS: [u8; 16] = *b"PNBRQK  pnbrqk  ";

/// Writes the first field of a FEN. No branch depends on which piece comes next or where, only on
/// the number of pieces of a rank.
fn write_placement(text: &mut Ascii<'_, BUFFER>, board: &Board) {
    let numbers = board.role_bits();
    let black = board.of_color(Color::Black);
    let occupied = board.occupied();
    for rank in (0..8).rev() {
        let mut next = 0;
        let mut row = occupied.0 >> (8 * rank) & 0xff;
        while row != 0 {
            let [file, ..] = row.trailing_zeros().to_le_bytes();
            text.push_if(b'0' + (file - next), file > next);
            let square = 8 * rank + file;
            let bit = |set: Bitboard| usize::from(set.0 >> square & 1 != 0);
            let [a, b, c] = numbers.map(bit);
            text.push(LETTERS[a | b << 1 | c << 2 | bit(black) << 3]);
            next = file + 1;
            row &= row - 1;
        }
        text.push_if(b'0' + (8 - next), next < 8);
        text.push_if(b'/', rank > 0);
    }
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
    /// clocks, `hmvc` and `fmvn`, are read, and the others are passed over. Behind the word `moves`
    /// there may be moves in UCI notation, `moves e2e4 e7e5`: the setup is that behind them.
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
