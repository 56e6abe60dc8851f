//! Standard algebraic notation: `Nf3`, `exd8=Q+`, `O-O-O#`.

use core::fmt;
use core::str::FromStr;

use arrayvec::ArrayString;
use hyperbola::{
    Bitboard, File, Rank, Slider, Square, geometry, king_attacks, knight_attacks, pawn_attacks,
};

use crate::{CastlingSide, Move, OtherGame, Position, Role};

/// A move in algebraic notation, with its suffix for check or mate.
///
/// [`Position::san`] makes it from a legal move, and [`Position::find_san`] finds the legal move
/// that it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct San {
    parts: SanParts,
    suffix: &'static str,
}

/// The content of a move in algebraic notation, without its suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SanParts {
    Castling(CastlingSide),
    Move {
        role: Role,
        /// The file that the text gives for the square where the piece starts, if any.
        file: Option<File>,
        rank: Option<Rank>,
        captures: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl San {
    /// Writes the move as it displays, without the detours of formatting.
    ///
    /// ```
    /// use hyperbola_moves::Position;
    /// let mut text = String::from("1. ");
    /// Position::initial().san("g1f3".parse()?).write_to(&mut text)?;
    /// assert_eq!(text, "1. Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the writer's error.
    pub fn write_to(self, text: &mut impl fmt::Write) -> fmt::Result {
        text.write_str(&self.text())
    }

    /// The longest text is `Qa1xb2=Q+`, which is written for no move but can be read.
    fn text(self) -> ArrayString<9> {
        let mut text = ArrayString::new();
        let file_name = |file: File| char::from(b'a' + file.index());
        let rank_name = |rank: Rank| char::from(b'1' + rank.index());
        match self.parts {
            SanParts::Castling(CastlingSide::King) => text.push_str("O-O"),
            SanParts::Castling(CastlingSide::Queen) => text.push_str("O-O-O"),
            SanParts::Move { role, file, rank, captures, to, promotion } => {
                if role != Role::Pawn {
                    text.push(role.letter());
                }
                if let Some(file) = file {
                    text.push(file_name(file));
                }
                if let Some(rank) = rank {
                    text.push(rank_name(rank));
                }
                if captures {
                    text.push('x');
                }
                text.push(file_name(to.file()));
                text.push(rank_name(to.rank()));
                if let Some(role) = promotion {
                    text.push('=');
                    text.push(role.letter());
                }
            }
        }
        for sign in self.suffix.chars() {
            text.push(sign);
        }
        text
    }
}

impl FromStr for San {
    type Err = SanError;

    /// Reads a move as [`Position::parse_san`] does, without a position to find it in. The suffix
    /// of a check or mate is kept; comments such as `!?` are left out.
    ///
    /// # Errors
    ///
    /// Returns [`SanError::Syntax`] if the text is not written as a move.
    fn from_str(text: &str) -> Result<Self, SanError> {
        let mut bytes = text.as_bytes();
        while let [rest @ .., b'!' | b'?'] = bytes {
            bytes = rest;
        }
        let mut suffix = "";
        while let [rest @ .., sign @ (b'+' | b'#')] = bytes {
            suffix = if *sign == b'#' || suffix == "#" { "#" } else { "+" };
            bytes = rest;
        }
        let parts = match bytes {
            b"O-O" | b"0-0" => SanParts::Castling(CastlingSide::King),
            b"O-O-O" | b"0-0-0" => SanParts::Castling(CastlingSide::Queen),
            _ => parse_move(bytes)?,
        };
        Ok(Self { parts, suffix })
    }
}

impl Position {
    /// Returns a legal move to be written in algebraic notation. For a move that is not legal the
    /// text has no meaning.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Position, Square};
    /// let position: Position = "8/6k1/8/8/R6R/8/8/R6K w - - 0 1".parse()?;
    /// let san = |from, to| position.san(Move::new(from, to)).to_string();
    /// assert_eq!(san(Square::A4, Square::E4), "Rae4");
    /// assert_eq!(san(Square::A1, Square::A2), "R1a2");
    /// assert_eq!(san(Square::H4, Square::G4), "Rhg4+");
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn san(&self, legal: Move) -> San {
        let suffix = if self.gives_check(legal) { self.suffix_of_check(legal) } else { "" };
        San { parts: self.parts(legal), suffix }
    }

    fn suffix_of_check(&self, legal: Move) -> &'static str {
        let mut next = *self;
        next.play_unchecked(legal);
        if next.legal().has_moves() { "+" } else { "#" }
    }

    fn parts(&self, legal: Move) -> SanParts {
        if let Some(side) = legal.castling_side(self) {
            return SanParts::Castling(side);
        }
        let (from, to) = (legal.from(), legal.to());
        let board = self.board();
        let role = board.role_at(from).unwrap_or(Role::Pawn);
        let captures = legal.is_capture(self);
        let (file, rank) = if role == Role::Pawn {
            (captures.then_some(from.file()), None)
        } else {
            let rivals = self.origins(role, !Bitboard::from(from), to, None);
            let on_file = !rivals.is_disjoint(Bitboard::from_file(from.file()));
            let on_rank = !rivals.is_disjoint(Bitboard::from_rank(from.rank()));
            // The file alone if it tells the pieces apart, otherwise the rank alone, otherwise
            // both.
            let file = !rivals.is_empty() && (!on_file || on_rank);
            (file.then_some(from.file()), on_file.then_some(from.rank()))
        };
        SanParts::Move { role, file, rank, captures, to, promotion: legal.promotion() }
    }

    /// Returns the squares from which pieces of a role have a legal move, other than castling, to a
    /// square, with a promotion or without. Only the squares of `among` count.
    fn origins(
        &self,
        role: Role,
        among: Bitboard,
        to: Square,
        promotion: Option<Role>,
    ) -> Bitboard {
        let color = self.side_to_move();
        let board = self.board();
        if board.of_color(color).contains(to) {
            return Bitboard::EMPTY;
        }
        // A superset of the squares from which a piece comes.
        let around = match role {
            Role::Pawn => pawn_attacks(!color, to) | Bitboard::from_file(to.file()),
            Role::Knight => knight_attacks(to),
            Role::Bishop => geometry::lines(to, Slider::Bishop),
            Role::Rook => geometry::lines(to, Slider::Rook),
            Role::Queen => geometry::lines(to, Slider::Queen),
            Role::King => king_attacks(to),
        };
        let candidates = board.of(color, role) & among & around;
        if matches!(role, Role::Pawn | Role::King) {
            let role = promotion.unwrap_or(Role::Pawn);
            let is_legal = |&from: &Square| self.is_legal(Move::promoting(from, to, role));
            return candidates.into_iter().filter(is_legal).collect();
        }
        let is_legal = |&from: &Square| {
            promotion.is_none()
                && geometry::between(from, to).is_disjoint(board.occupied())
                && self.king_is_safe_after(from, to, to)
        };
        candidates.into_iter().filter(is_legal).collect()
    }

    /// Reads a legal move in algebraic notation.
    ///
    /// The text may say more than is needed to tell the moves apart. The `x` of a capture, the `=`
    /// of a promotion and the suffix of a check or mate may be missing, and they are not checked
    /// against the position. The suffix may be any run of `+` and `#`, and after `=` the letter may
    /// be small. `0-0` means `O-O`, and comments such as `!?` are ignored.
    ///
    /// # Errors
    ///
    /// Returns [`SanError::Syntax`] if the text is not written as a move, [`SanError::Illegal`] if
    /// no legal move matches it, [`SanError::Ambiguous`] if more than one does, and
    /// [`SanError::OtherGame`] for a move that chess does not have.
    ///
    /// ```
    /// use hyperbola_moves::{Position, SanError, Square};
    /// let position: Position = "8/6k1/8/8/R6R/8/8/7K w - - 0 1".parse()?;
    /// assert_eq!(position.parse_san("Rae4")?.from(), Square::A4);
    /// let ambiguous = SanError::Ambiguous { from: Square::A4, or: Square::H4 };
    /// assert_eq!(position.parse_san("Re4"), Err(ambiguous));
    /// assert_eq!(position.parse_san("Nf3"), Err(SanError::Illegal));
    /// assert_eq!(position.parse_san("Rj4"), Err(SanError::Syntax { index: 1 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.find_san(text.parse()?)
    }

    /// Finds the legal move that was written in algebraic notation. What the text may say or leave
    /// out is described at [`parse_san`](Self::parse_san).
    ///
    /// # Errors
    ///
    /// Returns [`SanError::Illegal`] if no legal move matches, and [`SanError::Ambiguous`] if more
    /// than one does.
    pub fn find_san(&self, written: San) -> Result<Move, SanError> {
        match written.parts {
            SanParts::Castling(side) => {
                let color = self.side_to_move();
                let rook = self.castling_rights().rook(color, side).ok_or(SanError::Illegal)?;
                let castling = Move::new(self.king(color), rook);
                self.is_legal(castling).then_some(castling).ok_or(SanError::Illegal)
            }
            SanParts::Move { role, file, rank, to, promotion, captures: _ } => {
                let among = file.map_or(Bitboard::FULL, Bitboard::from_file)
                    & rank.map_or(Bitboard::FULL, Bitboard::from_rank);
                let mut origins = self.origins(role, among, to, promotion).into_iter();
                match (origins.next(), origins.next()) {
                    (Some(from), None) => {
                        Ok(Move::promoting(from, to, promotion.unwrap_or(Role::Pawn)))
                    }
                    (Some(from), Some(or)) => Err(SanError::Ambiguous { from, or }),
                    (None, _) => Err(SanError::Illegal),
                }
            }
        }
    }
}

/// Reads the parts of a move that is not castling, without its suffix.
fn parse_move(bytes: &[u8]) -> Result<SanParts, SanError> {
    plain_move(bytes).map_or_else(|| parse_other_move(bytes), Ok)
}

/// Reads the parts of a move that is not plain.
fn parse_other_move(bytes: &[u8]) -> Result<SanParts, SanError> {
    parse_any_move(bytes).map_err(|error| match bytes.contains(&b'@') {
        true => SanError::OtherGame(OtherGame::Crazyhouse),
        false => error,
    })
}

/// Reads a move without a promotion from its end, which is quick. Returns nothing if the text is
/// anything else.
fn plain_move(bytes: &[u8]) -> Option<SanParts> {
    let file = |byte: u8| File::from_index(byte.wrapping_sub(b'a'));
    let rank = |byte: u8| Rank::from_index(byte.wrapping_sub(b'1'));
    let [start @ .., to_file, to_rank] = bytes else { return None };
    let to = Square::new(file(*to_file)?, rank(*to_rank)?);
    let (captures, start) = match start {
        [start @ .., b'x'] => (true, start),
        _ => (false, start),
    };
    let (role, start) = match start {
        [b'N', start @ ..] => (Role::Knight, start),
        [b'B', start @ ..] => (Role::Bishop, start),
        [b'R', start @ ..] => (Role::Rook, start),
        [b'Q', start @ ..] => (Role::Queen, start),
        [b'K', start @ ..] => (Role::King, start),
        _ => (Role::Pawn, start),
    };
    let (file, rank) = match *start {
        [] => (None, None),
        [one @ b'a'..=b'h'] => (file(one), None),
        [one] => (None, Some(rank(one)?)),
        [one, two] => (Some(file(one)?), Some(rank(two)?)),
        _ => return None,
    };
    Some(SanParts::Move { role, file, rank, captures, to, promotion: None })
}

/// Reads a move from its start, and finds the byte that is wrong.
fn parse_any_move(bytes: &[u8]) -> Result<SanParts, SanError> {
    let mut reader = SanReader { bytes, index: 0 };
    let role =
        reader.take(|byte| Role::from_letter(byte.into()).filter(|&role| role != Role::Pawn));
    let role = role.unwrap_or(Role::Pawn);
    let file = |byte: u8| byte.checked_sub(b'a').and_then(File::from_index);
    let rank = |byte: u8| byte.checked_sub(b'1').and_then(Rank::from_index);
    let first = (reader.take(file), reader.take(rank));
    let captures = reader.take(|byte| (byte == b'x').then_some(())).is_some();
    let second = (reader.take(file), reader.take(rank));
    // The last square is the target. A square before it is where the piece starts.
    let (from, to) = match second {
        (None, None) if !captures => ((None, None), first),
        _ => (first, second),
    };
    let (Some(to_file), Some(to_rank)) = to else {
        return Err(SanError::Syntax { index: reader.index });
    };
    let equals = reader.take(|byte| (byte == b'=').then_some(()));
    let promotion = reader.take(|byte| {
        let letter = if equals.is_some() { byte.to_ascii_uppercase() } else { byte };
        Role::from_letter(letter.into()).filter(|role| Role::PROMOTIONS.contains(role))
    });
    if reader.index < bytes.len() || (equals.is_some() && promotion.is_none()) {
        return Err(SanError::Syntax { index: reader.index });
    }
    let to = Square::new(to_file, to_rank);
    Ok(SanParts::Move { role, file: from.0, rank: from.1, captures, to, promotion })
}

/// Takes one byte after another, as long as each is one of those that are wanted.
struct SanReader<'a> {
    bytes: &'a [u8],
    index: usize,
}

impl SanReader<'_> {
    fn take<T>(&mut self, read: impl FnOnce(u8) -> Option<T>) -> Option<T> {
        let value = read(*self.bytes.get(self.index)?)?;
        self.index += 1;
        Some(value)
    }
}

/// The reason why a text is not a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not a move in algebraic notation.
    Syntax {
        /// The index of the wrong byte, from 0. If the text ends too early, this is the text's
        /// length.
        index: usize,
    },
    /// No legal move matches the text.
    Illegal,
    /// More than one legal move matches the text.
    Ambiguous {
        /// The square of one of the pieces that match.
        from: Square,
        /// The square of another piece that matches.
        or: Square,
    },
    /// The text is a move that only another game has, such as the drop `N@h5`.
    OtherGame(OtherGame),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { index } => {
                write!(f, "expected a move such as e4, Nbd7, exd8=Q+ or O-O, wrong at byte {index}")
            }
            Self::Illegal => f.write_str("no legal move of this position matches the text"),
            Self::Ambiguous { from, or } => write!(
                f,
                "the move may be from {from} or from {or}: expected the file or the rank it comes \
                 from"
            ),
            Self::OtherGame(game) => game.fmt(f),
        }
    }
}

impl core::error::Error for SanError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// All texts of up to five of the characters that matter.
    #[test]
    fn a_move_read_from_its_end_is_the_move_read_from_its_start() {
        let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
        let mut plain = 0;
        for _ in 0..5 {
            let longer = |text: &Vec<u8>| {
                let add = |&byte: &u8| text.iter().copied().chain([byte]).collect::<Vec<_>>();
                b"NPQKaehi0189x=".iter().map(add).collect::<Vec<_>>()
            };
            texts = texts.iter().flat_map(longer).collect();
            for text in &texts {
                if let Some(parts) = plain_move(text) {
                    plain += 1;
                    assert_eq!(parse_any_move(text), Ok(parts), "{text:?}");
                } else if let Ok(parts) = parse_any_move(text) {
                    let is_promotion = matches!(parts, SanParts::Move { promotion: Some(_), .. });
                    assert!(is_promotion, "{text:?}");
                }
            }
        }
        // Six squares behind any of four roles, four files, three ranks and two signs, but for
        // those with all four.
        assert_eq!(plain, 6 * (4 * 4 * 3 * 2 - 3 * 3 * 2));
    }
}
