//! Forsyth-Edwards notation: FEN, X-FEN and Shredder-FEN.
//!
//! The three differ in how they write castling rights. FEN writes `KQkq` for the rooks on files h
//! and a. X-FEN writes these letters for the outermost rooks, and the file of any other rook.
//! Shredder-FEN always writes the file. The reader accepts all three, even mixed. The writer
//! produces Shredder-FEN or X-FEN; X-FEN is the same as FEN wherever FEN can express the rights.

use core::fmt;
use core::str::FromStr;

use hyperbola::{Bitboard, Color, File, Rank, Square};

use crate::placement::{self, PlacementError, PlacementErrorKind};
use crate::side::back_rank;
use crate::{Board, CastlingRights, CastlingSide, Piece, Position, PositionError, Role, Setup};

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

/// Returns the outermost rook on a side of the king. This is the rook that `K` or `Q` means.
fn outermost_rook(board: &Board, king: Square, side: CastlingSide) -> Option<Square> {
    let color = board.color_at(king)?;
    let rooks = board.of(color, Role::Rook) & Bitboard::from_rank(back_rank(color));
    let rook = match side {
        CastlingSide::King => rooks.last(),
        CastlingSide::Queen => rooks.first(),
    };
    rook.filter(|&rook| rook != king && CastlingSide::of_rook(king, rook) == side)
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
            let outermost = king.and_then(|king| outermost_rook(&setup.board, king, side));
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
    fn from_str(fen: &str) -> Result<Self, FenError> {
        let mut fields = Fields { fen, index: 0 };
        let mut board = Board::EMPTY;
        let (start, pieces) = fields.next_or_end();
        placement::for_each_piece(pieces, |square, letter| {
            // The reader of the placement visits only letters of pieces.
            if let Some(piece) = Piece::from_letter(letter) {
                board.put(square, piece);
            }
        })
        .map_err(|error| FenError { index: start + error.index, ..error.into() })?;

        let (index, side_to_move) = fields.next(FenErrorKind::SideToMove)?;
        let side_to_move = match side_to_move {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError { index, kind: FenErrorKind::SideToMove }),
        };
        let (index, rights) = fields.next(FenErrorKind::CastlingRights)?;
        let castling_rights = read_castling_rights(&board, rights, index)?;
        let (index, en_passant) = fields.next(FenErrorKind::EnPassant)?;
        let en_passant = match en_passant {
            "-" => None,
            square => match square.parse() {
                Ok(parsed) if !square.starts_with(|first: char| first.is_uppercase()) => {
                    Some(parsed)
                }
                _ => return Err(FenError { index, kind: FenErrorKind::EnPassant }),
            },
        };
        let halfmove_clock = fields.next_number(FenErrorKind::HalfmoveClock)?.unwrap_or(0);
        let fullmove_number = fields.next_number(FenErrorKind::FullmoveNumber)?.unwrap_or(1);
        match fields.next_or_end() {
            (_, "") => Ok(Self {
                board,
                side_to_move,
                castling_rights,
                en_passant,
                halfmove_clock,
                fullmove_number,
            }),
            (index, _) => Err(FenError { index, kind: FenErrorKind::End }),
        }
    }
}

/// The fields of a FEN that have not been read yet.
struct Fields<'a> {
    fen: &'a str,
    /// The index where the last field that was read ends.
    index: usize,
}

impl<'a> Fields<'a> {
    /// Returns the next field and the index where it begins. At the end of the text the field is
    /// empty.
    fn next_or_end(&mut self) -> (usize, &'a str) {
        const BLANKS: [char; 2] = [' ', '\t'];
        let fen = self.fen.trim_end_matches(['\r', '\n']);
        let rest = fen[self.index..].trim_start_matches(BLANKS);
        let field = rest.split(BLANKS).next().unwrap_or_default();
        if field.is_empty() {
            return (self.fen.len(), field);
        }
        let start = fen.len() - rest.len();
        self.index = start + field.len();
        (start, field)
    }

    /// Returns the next field and the index where it begins. At the end of the text it returns the
    /// error.
    fn next(&mut self, missing: FenErrorKind) -> Result<(usize, &'a str), FenError> {
        match self.next_or_end() {
            (index, "") => Err(FenError { index, kind: missing }),
            found => Ok(found),
        }
    }

    /// Returns the next field as a number, if there is another field.
    fn next_number(&mut self, kind: FenErrorKind) -> Result<Option<u16>, FenError> {
        let (index, field) = self.next_or_end();
        if field.is_empty() {
            return Ok(None);
        }
        // Rust accepts a sign before a number; a FEN does not.
        let is_number = field.bytes().all(|byte| byte.is_ascii_digit());
        field.parse().ok().filter(|_| is_number).map(Some).ok_or(FenError { index, kind })
    }
}

fn read_castling_rights(
    board: &Board,
    field: &str,
    start: usize,
) -> Result<CastlingRights, FenError> {
    let mut rights = CastlingRights::NONE;
    if field == "-" {
        return Ok(rights);
    }
    for (index, letter) in (start..).zip(field.bytes()) {
        let error = |kind| Err(FenError { index, kind });
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let kings = board.of(color, Role::King) & Bitboard::from_rank(back_rank(color));
        let file = match letter.to_ascii_uppercase() {
            b'K' | b'Q' => None,
            letter @ b'A'..=b'H' => File::from_index(letter - b'A'),
            _ => return error(FenErrorKind::CastlingRights),
        };
        let Some(king) = kings.first() else { return error(FenErrorKind::CastlingKing { color }) };
        let side = match (letter.to_ascii_uppercase(), file) {
            (b'K', _) => CastlingSide::King,
            (_, Some(file)) => CastlingSide::of_rook(king, Square::new(file, back_rank(color))),
            _ => CastlingSide::Queen,
        };
        let rook = match file {
            Some(file) => Some(Square::new(file, back_rank(color)))
                .filter(|&rook| board.of(color, Role::Rook).contains(rook)),
            None => outermost_rook(board, king, side),
        };
        if rook.is_none() {
            return error(FenErrorKind::CastlingRook { color });
        }
        if rights.rook(color, side).is_some() {
            return error(FenErrorKind::CastlingTwice { color, side });
        }
        rights.set(color, side, rook);
    }
    Ok(rights)
}

impl FromStr for Position {
    type Err = ParsePositionError;

    /// Reads a FEN, X-FEN or Shredder-FEN as [`Setup`] does, and checks that its parts fit
    /// together.
    fn from_str(fen: &str) -> Result<Self, ParsePositionError> {
        Ok(fen.parse::<Setup>()?.position()?)
    }
}

/// The reason why a text is not a FEN, and the byte where it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FenError {
    /// The index of the wrong byte, from 0. If the text ends too early, this is the text's length.
    pub index: usize,
    /// The part that was expected at that byte.
    pub kind: FenErrorKind,
}

/// The part of a FEN that was expected but not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// A piece placement, the first field.
    Placement(PlacementErrorKind),
    /// The side to move, `w` or `b`.
    SideToMove,
    /// Castling rights: letters or `-`.
    CastlingRights,
    /// A king on its back rank, for a castling right.
    CastlingKing {
        /// The king's colour.
        color: Color,
    },
    /// A rook on the back rank, for a castling right.
    CastlingRook {
        /// The rook's colour.
        color: Color,
    },
    /// At most one right for each colour and side; the text has two.
    CastlingTwice {
        /// The colour of the rights.
        color: Color,
        /// The side that both rights are for.
        side: CastlingSide,
    },
    /// An en passant square or `-`.
    EnPassant,
    /// The halfmove clock, a number.
    HalfmoveClock,
    /// The move number.
    FullmoveNumber,
    /// The end of the text.
    End,
}

impl From<PlacementError> for FenError {
    fn from(error: PlacementError) -> Self {
        Self { index: error.index, kind: FenErrorKind::Placement(error.kind) }
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Placement(kind) => kind.fmt(f),
            Self::SideToMove => f.write_str("expected the side to move, w or b"),
            Self::CastlingRights => {
                f.write_str("expected castling rights, letters of KQkq, A to H or a to h, or -")
            }
            Self::CastlingKing { color } => {
                write!(f, "expected the king of {color:?} on its back rank for a castling right")
            }
            Self::CastlingRook { color } => {
                write!(f, "expected a rook of {color:?} on its back rank for a castling right")
            }
            Self::CastlingTwice { color, side } => {
                write!(f, "expected one castling right of {color:?} to the {side}")
            }
            Self::EnPassant => f.write_str("expected an en passant square or -"),
            Self::HalfmoveClock => f.write_str(
                "expected the number of half moves since a capture or pawn move, 0 to 65535",
            ),
            Self::FullmoveNumber => f.write_str("expected the move number, 0 to 65535"),
            Self::End => f.write_str("expected the end after six fields"),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind, self.index)
    }
}

impl core::error::Error for FenError {}

/// The reason why a text is not a position that can be played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The text is a FEN, but its parts do not fit together.
    Position(PositionError),
}

impl From<FenError> for ParsePositionError {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl From<PositionError> for ParsePositionError {
    fn from(error: PositionError) -> Self {
        Self::Position(error)
    }
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParsePositionError {}
