//! Moves, and what they do in a position.

use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;

use arrayvec::ArrayString;
use hyperbola::Square;

use crate::{CastlingSide, Position, Role};

/// A move: the square it starts from, the square it goes to, and the piece a pawn promotes to.
///
/// Castling is the king's move onto its own rook, so that every move is unambiguous, in Chess960
/// too. A move takes 16 bits, as does an `Option` of one, and has a meaning only in its position.
///
/// It displays as UCI writes it with the option `UCI_Chess960`, and is read back from that text.
/// [`Position::uci`] can also write castling in the ordinary way, and [`Position::parse_uci`] reads
/// both.
///
/// ```
/// use hyperbola_moves::{Move, Role, Square};
/// assert_eq!(Move::new(Square::E2, Square::E4).to_string(), "e2e4");
/// let promotion: Move = "a7a8n".parse()?;
/// assert_eq!(promotion, Move::promoting(Square::A7, Square::A8, Role::Knight));
/// assert_eq!(promotion.promotion(), Some(Role::Knight));
/// # Ok::<(), hyperbola_moves::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// The names of the squares, 1 KiB. They are copied whole, since a few bytes that were written one
/// by one are slow to read together.
static NAMES: [&str; 64] = {
    let mut names = [""; 64];
    let mut index = 0;
    while index < 64 {
        let (_, rest) = BYTES_OF_NAMES.as_flattened().split_at(2 * index);
        let (name, _) = rest.split_at(2);
        names[index] = match core::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => panic!("names are ASCII"),
        };
        index += 1;
    }
    names
};

static BYTES_OF_NAMES: [[u8; 2]; 64] = {
    let mut names = [[0; 2]; 64];
    let mut index = 0_u8;
    while index < 64 {
        names[index as usize] = [b'a' + index % 8, b'1' + index / 8];
        index += 1;
    }
    names
};

impl Move {
    /// The number of the lowest bit of the promotion's role.
    pub(crate) const ROLE_SHIFT: u32 = 12;

    /// The highest bit, which is always set, so that no move is all zeros.
    const HIGHEST: u16 = 1 << 15;

    /// Makes a move of its packed bits.
    #[inline]
    const fn packed(bits: u16) -> Self {
        Self(NonZeroU16::new(bits | Self::HIGHEST).expect("a bit is set"))
    }

    /// Makes a move without a promotion.
    #[inline]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::promoting(from, to, Role::Pawn)
    }

    /// Makes a pawn's promotion to another role. With [`Role::Pawn`] the move is no promotion.
    ///
    /// No pawn promotes to a king. Such a move can be made, but it is legal in no position and is
    /// read back neither from its text nor from its bits.
    #[inline]
    #[must_use]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Self {
        Self::packed(from as u16 | (to as u16) << 6 | (role as u16) << Self::ROLE_SHIFT)
    }

    /// Returns the square that the piece starts from.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_index_wrapping(self.0.get().to_le_bytes()[0] & 63)
    }

    /// Returns the square that the piece goes to. For castling this is the rook's square.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_index_wrapping((self.0.get() >> 6).to_le_bytes()[0] & 63)
    }

    /// Returns the role that a pawn promotes to, if the move is a promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match (self.0.get() >> Self::ROLE_SHIFT) & 7 {
            0 => None,
            role => Some(Role::from_number_wrapping(role as usize)),
        }
    }

    /// Returns whether the move has a promotion's role, be it one that no pawn promotes to.
    #[inline]
    #[must_use]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & 7 << Self::ROLE_SHIFT != 0
    }

    /// Packs the move into 16 bits, to be stored: the square that it starts from in bits 0 to 5,
    /// the square that it goes to in bits 6 to 11, and the number of the promotion's role in bits
    /// 12 to 15: 0 for none, 1 for a knight, 2 a bishop, 3 a rook and 4 a queen.
    ///
    /// The bits 0 are those of a1a1, which is legal nowhere, so a table can store them for no move.
    ///
    /// ```
    /// use hyperbola_moves::Move;
    /// let promotion: Move = "a7a8n".parse()?;
    /// assert_eq!(promotion.to_bits(), 48 | 56 << 6 | 1 << 12);
    /// assert_eq!(Move::from_bits(promotion.to_bits()), Some(promotion));
    /// assert_eq!(Move::from_bits(0xf000), None);
    /// # Ok::<(), hyperbola_moves::ParseMoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0.get() & !Self::HIGHEST
    }

    /// Unpacks a move from the bits that [`to_bits`](Self::to_bits) returns. Returns nothing if
    /// they are not the bits of any move. The move need not be legal in any position.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        if bits >> Self::ROLE_SHIFT > Role::Queen as u16 {
            return None;
        }
        Some(Self::packed(bits))
    }

    /// Writes the move as it displays, without the detours of formatting.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Square};
    /// let mut text = String::from("bestmove ");
    /// Move::new(Square::E2, Square::E4).write_to(&mut text)?;
    /// assert_eq!(text, "bestmove e2e4");
    /// # Ok::<(), core::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the writer's error.
    #[inline]
    pub fn write_to(self, text: &mut impl fmt::Write) -> fmt::Result {
        text.write_str(NAMES[self.from() as usize])?;
        text.write_str(NAMES[self.to() as usize])?;
        match self.promotion() {
            Some(role) => text.write_char(role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }

    /// Returns the role of the piece that a legal move takes off the board, if it takes one. En
    /// passant takes a pawn. For a move that is not legal the result has no meaning.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Position, Role};
    /// let position: Position = "4k3/8/8/2pP4/8/8/8/4K2R w K c6 0 1".parse()?;
    /// let captured = |text: &str| text.parse().map(|read: Move| read.captured(&position));
    /// assert_eq!(captured("e1h1")?, None);
    /// assert_eq!(captured("d5c6")?, Some(Role::Pawn));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn captured(self, position: &Position) -> Option<Role> {
        if self.is_en_passant(position) {
            return Some(Role::Pawn);
        }
        let board = position.board();
        let enemies = board.of_color(!position.side_to_move());
        board.role_at(self.to()).filter(|_| enemies.contains(self.to()))
    }

    /// Returns whether a legal move takes a piece off the board. For a move that is not legal the
    /// result has no meaning.
    #[inline]
    #[must_use]
    pub fn is_capture(self, position: &Position) -> bool {
        let enemies = position.board().of_color(!position.side_to_move());
        enemies.contains(self.to()) || self.is_en_passant(position)
    }

    /// Returns whether a legal move takes nothing and does not promote. For a move that is not
    /// legal the result has no meaning.
    #[inline]
    #[must_use]
    pub fn is_quiet(self, position: &Position) -> bool {
        !self.is_promotion() && !self.is_capture(position)
    }

    /// Returns whether a legal move captures a pawn en passant. For a move that is not legal the
    /// result has no meaning.
    #[inline]
    #[must_use]
    pub fn is_en_passant(self, position: &Position) -> bool {
        position.en_passant() == Some(self.to())
            && position.board().of_role(Role::Pawn).contains(self.from())
    }

    /// Returns whether a legal move is castling. For a move that is not legal the result has no
    /// meaning.
    #[inline]
    #[must_use]
    pub fn is_castling(self, position: &Position) -> bool {
        position.board().of_color(position.side_to_move()).contains(self.to())
    }

    /// Returns the side that a legal move castles to, if it is castling. For a move that is not
    /// legal the result has no meaning.
    #[inline]
    #[must_use]
    pub fn castling_side(self, position: &Position) -> Option<CastlingSide> {
        self.is_castling(position).then(|| CastlingSide::of_rook(self.from(), self.to()))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = ArrayString::<5>::new();
        self.write_to(&mut text)?;
        f.pad(&text)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads the name of the square that the piece starts from, that of the square it goes to, and
    /// for a promotion `q`, `r`, `b` or `n`. Capital letters are read too.
    ///
    /// Nothing is known of a position, so the squares are taken as they are written: castling must
    /// be the king's move onto its rook, `e1h1`. [`Position::parse_uci`] understands `e1g1`, and
    /// returns only legal moves.
    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let [from_file, from_rank, to_file, to_rank, promotion @ ..] = text.as_bytes() else {
            return Err(wrong(text));
        };
        // The bit by which small letters differ from capital ones is added to both.
        let small = |letter: &u8| letter | 0x20;
        let role = match promotion {
            [] => Role::Pawn,
            [letter] => match small(letter) {
                b'q' => Role::Queen,
                b'r' => Role::Rook,
                b'b' => Role::Bishop,
                b'n' => Role::Knight,
                _ => return Err(wrong(text)),
            },
            _ => return Err(wrong(text)),
        };
        let [a, b] = [from_file, to_file].map(|letter| small(letter).wrapping_sub(b'a'));
        let [c, d] = [from_rank, to_rank].map(|digit| digit.wrapping_sub(b'1'));
        if a | b | c | d >= 8 {
            return Err(wrong(text));
        }
        let [from, to] = [c << 3 | a, d << 3 | b].map(Square::from_index_wrapping);
        Ok(Self::promoting(from, to, role))
    }
}

/// Finds the wrong byte of a text that is no move.
#[cold]
fn wrong(text: &str) -> ParseMoveError {
    let square = |start: usize| match text.get(start..start + 2).map(str::parse::<Square>) {
        Some(Ok(_)) => None,
        Some(Err(wrong)) => Some(start + wrong.index()),
        None => Some(start.min(text.len())),
    };
    let index = square(0).or_else(|| square(2)).unwrap_or(if text.len() == 5 { 4 } else { 5 });
    ParseMoveError { index }
}

/// The reason why a text is not a move in UCI notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMoveError {
    /// The index of the wrong byte, from 0. If the text ends too early, this is the text's length
    /// or the index of the square that is not complete.
    pub index: usize,
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected two squares and optionally one of q, r, b and n, as in e7e8q, at byte {}",
            self.index
        )
    }
}

impl core::error::Error for ParseMoveError {}
