//! Piece placement: the first field of a FEN.

use core::fmt;

use hyperbola::{Bitboard, File, Rank, Square};

use super::fields::{Fields, is_blank};
use crate::{Board, OtherGame, Piece};

/// The reason why a text is not a piece placement, and the byte where it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacementError {
    /// The index of the wrong byte, from 0. If the text ends too early, this is the text's length.
    pub index: usize,
    /// The kind of mistake at that byte.
    pub kind: PlacementErrorKind,
}

/// The kind of mistake in a piece placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlacementErrorKind {
    /// A character that is neither a piece, nor a number of empty squares, nor a slash.
    Character,
    /// A number right after a number. The two should be written as one number.
    AdjacentNumbers,
    /// A rank that has more than eight squares.
    LongRank,
    /// A rank that ends before it has eight squares.
    ShortRank {
        /// The rank that ends too early.
        rank: Rank,
        /// The number of squares it has, 0 to 7.
        squares: u8,
    },
    /// More than eight ranks.
    ManyRanks,
    /// Fewer than eight ranks.
    FewRanks {
        /// The number of ranks, 0 to 7.
        ranks: u8,
    },
    /// A sign that only another game has.
    OtherGame(OtherGame),
}

impl fmt::Display for PlacementErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character => {
                f.write_str("expected a piece (PNBRQK or pnbrqk), a number 1 to 8 or a slash")
            }
            Self::AdjacentNumbers => {
                f.write_str("expected a piece or a slash after a number of empty squares")
            }
            Self::LongRank => f.write_str("expected a slash after eight squares"),
            Self::ShortRank { rank, squares } => {
                write!(f, "expected eight squares on rank {rank}, which ends after {squares}")
            }
            Self::ManyRanks => f.write_str("expected the end after eight ranks"),
            Self::FewRanks { ranks } => {
                write!(f, "expected eight ranks, the text ends after {ranks}")
            }
            Self::OtherGame(game) => game.fmt(f),
        }
    }
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl core::error::Error for PlacementError {}

/// Reads the occupied squares from a FEN, or from its first field alone. Spaces and tabs before the
/// field and everything after it are ignored.
///
/// # Errors
///
/// Returns a [`PlacementError`] with the wrong byte and what was expected there.
///
/// ```
/// use hyperbola::bitboard;
/// use hyperbola_moves::placement;
///
/// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// assert_eq!(placement::occupied(fen)?, bitboard! {
///     1 . . . 1 . . 1
///     1 . 1 1 1 1 1 .
///     1 1 . . 1 1 1 .
///     . . . 1 1 . . .
///     . 1 . . 1 . . .
///     . . 1 . . 1 . 1
///     1 1 1 1 1 1 1 1
///     1 . . . 1 . . 1
/// });
/// assert_eq!(placement::occupied("8/8/7/8/8/8/8/8").unwrap_err().index, 5);
/// # Ok::<(), placement::PlacementError>(())
/// ```
pub fn occupied(fen: &str) -> Result<Bitboard, PlacementError> {
    let mut occupied = Bitboard::EMPTY;
    for_each_piece(fen, |square, _| occupied.insert(square))?;
    Ok(occupied)
}

/// Reads the pieces from a FEN or its first field, as [`occupied`] does. It visits each piece with
/// its square, from a8 to h1.
///
/// # Errors
///
/// Returns a [`PlacementError`] with the wrong byte and what was expected there. The pieces before
/// that byte have been visited.
///
/// ```
/// use hyperbola_moves::{Role, Square, placement};
/// let mut queen = None;
/// placement::for_each_piece("8/8/8/8/3Q4/8/8/7k", |square, piece| {
///     queen = queen.or((piece.role == Role::Queen).then_some(square));
/// })?;
/// assert_eq!(queen, Some(Square::D4));
/// # Ok::<(), placement::PlacementError>(())
/// ```
pub fn for_each_piece(fen: &str, visit: impl FnMut(Square, Piece)) -> Result<(), PlacementError> {
    let (start, field) = Fields::new(fen).next_or_end();
    read_field(field, visit).map_err(|error| PlacementError { index: start + error.index, ..error })
}

/// Reads the board from a text that begins with the first field of a FEN, and returns the length of
/// this field too. It returns nothing if the field is wrong; [`read_field`] says why.
///
/// No branch depends on what a byte of the field is, because which byte comes next can hardly be
/// predicted.
pub(crate) fn read_board(text: &[u8]) -> Option<(Board, usize)> {
    // The sets of the tokens: of the squares at which they stand, counted from a8.
    let mut sets = [0_u64; 16];
    let mut place = 0_u32;
    let mut length = 0;
    // What is longer is wrong.
    let text = &text[..text.len().min(LONGEST + 1)];
    while length < text.len() {
        let Token { set, steps } = TOKENS[usize::from(text[length])];
        if set == BLANK {
            break;
        }
        sets[usize::from(set % 16)] |= 1_u64.wrapping_shl(place);
        place += u32::from(steps);
        length += 1;
    }
    let [a, b, c, d, e, f, g, h, i, j, k, l, numbers, slashes, wrong, _] = sets;
    let roles = [a | g, b | h, c | i, d | j, e | k, f | l];
    let colors = [a | b | c | d | e | f, g | h | i | j | k | l];
    // Seven slashes, each behind whole ranks: one rank before the first slash, two before the
    // second. Then each rank has eight squares.
    let has_ranks = place == 64 + 7 * u32::from(SLASH) && slashes == 0x0101_0101_0101_0100;
    // The squares behind empty ones, but for those of file a. No number begins there.
    let behind_empty = !(colors[0] | colors[1]) << 1 & 0xfefe_fefe_fefe_fefe;
    if !has_ranks || wrong | (numbers & behind_empty) != 0 {
        return None;
    }
    // Squares are counted from a1.
    let from_a1 = |set: u64| Bitboard(set.swap_bytes());
    Some((Board::from_disjoint(roles.map(from_a1), colors.map(from_a1)), length))
}

/// The length of the longest placement: a piece on each square.
const LONGEST: usize = 64 + 7;

/// The meaning of a byte in a placement.
#[derive(Clone, Copy)]
struct Token {
    /// The number of the set: of a piece, of numbers, of slashes, of wrong bytes or of blanks.
    set: u8,
    /// The number of squares that the byte stands for, or [`SLASH`].
    steps: u16,
}

/// The number of the set of blanks, which end the placement.
const BLANK: u8 = 15;

/// The steps of a slash: a multiple of 64, so that the square stays. The squares of a board and the
/// slashes cannot be mistaken for each other.
const SLASH: u16 = 256;

static TOKENS: [Token; 256] = {
    let [numbers, slashes, wrong] = [12, 13, 14];
    let mut tokens = [Token { set: wrong, steps: 0 }; 256];
    let mut byte = 0;
    while byte < 128 {
        if let Some(Piece { color, role }) = Piece::from_letter(byte as char) {
            tokens[byte as usize] = Token { set: 6 * color as u8 + role as u8, steps: 1 };
        }
        if matches!(byte, b'1'..=b'8') {
            tokens[byte as usize] = Token { set: numbers, steps: (byte - b'0') as u16 };
        }
        if is_blank(byte) {
            tokens[byte as usize] = Token { set: BLANK, steps: 0 };
        }
        byte += 1_u8;
    }
    tokens[b'/' as usize] = Token { set: slashes, steps: SLASH };
    tokens
};

/// Visits the pieces in the first field of a FEN. The index of an error counts from the field.
pub(crate) fn read_field(
    field: &str,
    mut visit: impl FnMut(Square, Piece),
) -> Result<(), PlacementError> {
    let error = |index, kind| Err(PlacementError { index, kind });
    let mut rank = Rank::Eighth;
    let mut file = 0;
    let mut after_number = false;
    for (index, byte) in field.bytes().enumerate() {
        if byte == b'/' {
            if file < 8 {
                return error(index, PlacementErrorKind::ShortRank { rank, squares: file });
            }
            match Rank::from_index(rank.index().wrapping_sub(1)) {
                Some(below) => rank = below,
                None if is_hand(&field[index + 1..]) => return error(index, HAND),
                None => return error(index, PlacementErrorKind::ManyRanks),
            }
            (file, after_number) = (0, false);
            continue;
        }
        let piece = Piece::from_letter(char::from(byte));
        let squares = match byte {
            b'1'..=b'8' => byte - b'0',
            _ if piece.is_some() => 1,
            b'[' | b'~' => return error(index, HAND),
            _ => return error(index, PlacementErrorKind::Character),
        };
        let is_number = piece.is_none();
        if is_number && after_number {
            return error(index, PlacementErrorKind::AdjacentNumbers);
        }
        if file + squares > 8 {
            return error(index, PlacementErrorKind::LongRank);
        }
        if let Some(piece) = piece {
            visit(Square::new(File::from_index_wrapping(file), rank), piece);
        }
        file += squares;
        after_number = is_number;
    }
    if file < 8 {
        return error(field.len(), PlacementErrorKind::ShortRank { rank, squares: file });
    }
    if rank != Rank::First {
        return error(field.len(), PlacementErrorKind::FewRanks { ranks: 8 - rank.index() });
    }
    Ok(())
}

/// The mistake of a text with pieces in hand or promoted pieces.
const HAND: PlacementErrorKind = PlacementErrorKind::OtherGame(OtherGame::Crazyhouse);

/// Returns whether a ninth rank has pieces alone, as those in hand.
fn is_hand(rank: &str) -> bool {
    !rank.is_empty() && rank.chars().all(|letter| Piece::from_letter(letter).is_some())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    #[test]
    fn boards_are_their_pieces() {
        let mut random = 1_u64;
        // Bytes of a placement are changed and doubled, so that many texts are wrong.
        let start = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R";
        let (mut right, mut wrong) = (0, 0);
        for _ in 0..200_000 {
            let mut text = start.as_bytes().to_vec();
            for _ in 0..2 {
                random =
                    random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                let [a, b, c, ..] = random.to_be_bytes();
                let letters = b"PNBRQKpnbrqk12345678/9x ";
                let place = usize::from(a) % text.len();
                let letter = letters[usize::from(b) % letters.len()];
                match c % 4 {
                    0 => text[place] = letter,
                    1 => text.insert(place, letter),
                    2 => drop(text.remove(place)),
                    _ => {}
                }
            }
            let text = core::str::from_utf8(&text).expect("ASCII");
            let (field, _) = text.split_once(' ').unwrap_or((text, ""));
            let mut board = Board::EMPTY;
            let slow = read_field(field, |square, piece| board.put(square, piece));
            let slow = slow.ok().map(|()| (board, field.len()));
            assert_eq!(read_board(text.as_bytes()), slow, "{text}");
            if slow.is_some() { right += 1 } else { wrong += 1 }
        }
        assert!(right > 20_000 && wrong > 20_000, "{right} {wrong}");
    }

    #[test]
    fn errors_name_the_byte_and_what_was_expected() {
        let error =
            |fen: &str| occupied(fen).map_err(|error| (error.index, error.kind)).unwrap_err();
        let short = |rank, squares| PlacementErrorKind::ShortRank { rank, squares };
        assert_eq!(error(""), (0, short(Rank::Eighth, 0)));
        assert_eq!(error("8/8"), (3, PlacementErrorKind::FewRanks { ranks: 2 }));
        assert_eq!(error("8/ppp/8"), (5, short(Rank::Seventh, 3)));
        assert_eq!(error("8/pppppp3/8"), (8, PlacementErrorKind::LongRank));
        assert_eq!(error("8/8/8/8/8/8/8/8/8"), (15, PlacementErrorKind::ManyRanks));
        assert_eq!(error("8/8/x"), (4, PlacementErrorKind::Character));
        assert_eq!(error("44/8"), (1, PlacementErrorKind::AdjacentNumbers));
        assert_eq!(error("8/8/9"), (4, PlacementErrorKind::Character));
        assert_eq!(error("8/8/é"), (4, PlacementErrorKind::Character));
        assert_eq!(error("8/8/8/8/8/8/8/8/Qn"), (15, HAND));
        assert_eq!(error("8/8/8/8/8/8/8/8[]"), (15, HAND));
        assert_eq!(error("8/Q~7/8/8/8/8/8/8"), (3, HAND));
        assert_eq!(error("8/8/8/8/8/8/8/8/"), (15, PlacementErrorKind::ManyRanks));
    }
}
