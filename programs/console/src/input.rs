//! Reads the user's input. An error names the place, what was expected and what was found.

use core::fmt;
use core::ops::Range;
use std::borrow::Cow;
use std::path::Path;

use hyperbola::bitboard::ParseBitboardError;
use hyperbola::{Bitboard, ParseSquareError, Square};
use hyperbola_files::limited;
use hyperbola_moves::placement::{self, PlacementErrorKind};
use hyperbola_moves::{
    FenError, FenErrorKind, Judgement, Mends, ParsePositionError, Position, PositionError, Role,
    Rules, Setup, UciError,
};

/// An unexpected part of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unexpected {
    /// The column where the part begins: the byte's number, from 1.
    pub column: usize,
    /// The text that says what was expected and what was found.
    message: String,
}

impl Unexpected {
    /// Reports a wrong character, given by its byte index from 0, or the end of the input.
    fn character(input: &[u8], index: usize, expected: impl fmt::Display) -> Self {
        let found = match characters(input.get(index..).unwrap_or_default()).next() {
            Some(character) => format!("'{character}'"),
            None => "the end".to_owned(),
        };
        Self { column: index + 1, message: format!("{expected}, found {found}") }
    }

    /// Reports a whole wrong word of the input. A long word is shortened.
    fn word(input: &[u8], word: Range<usize>, expected: impl fmt::Display) -> Self {
        const SHOWN: usize = 16;
        let column = word.start + 1;
        let mut characters = characters(&input[word]);
        let shown: String = characters.by_ref().take(SHOWN).collect();
        let rest = if characters.next().is_some() { "…" } else { "" };
        Self { column, message: format!("{expected}, found '{shown}{rest}'") }
    }
}

impl fmt::Display for Unexpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl core::error::Error for Unexpected {}

/// Returns the characters of any bytes so that they can be shown: control characters and bytes that
/// are not UTF-8 are escaped.
fn characters(bytes: &[u8]) -> impl Iterator<Item = String> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|character| character.escape_debug().to_string());
        valid.chain(chunk.invalid().iter().map(|byte| byte.escape_ascii().to_string()))
    })
}

/// Returns bytes as a text in which every byte keeps its index. If the bytes are not UTF-8, every
/// byte that is not ASCII becomes a `?`, which is equally wrong in a square and in a bitboard.
fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    match core::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let ascii = |&byte: &u8| if byte.is_ascii() { char::from(byte) } else { '?' };
            Cow::Owned(bytes.iter().map(ascii).collect())
        }
    }
}

/// Reads the square in a range of the input.
fn square_in(input: &[u8], range: Range<usize>) -> Result<Square, Unexpected> {
    as_text(&input[range.clone()]).parse().map_err(|error: ParseSquareError| match error {
        ParseSquareError::Length if !range.is_empty() => Unexpected::word(input, range, error),
        _ => Unexpected::character(input, range.start + error.index(), error),
    })
}

/// Reads the bitboard in a range of the input.
fn bitboard_in(input: &[u8], range: Range<usize>) -> Result<Bitboard, Unexpected> {
    as_text(&input[range.clone()]).parse().map_err(|error: ParseBitboardError| {
        Unexpected::character(input, range.start + error.index(), error)
    })
}

/// Reads a square: `d4`.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn square(text: &[u8]) -> Result<Square, Unexpected> {
    square_in(text, 0..text.len())
}

/// Reads a bitboard of 1 to 16 hexadecimal digits, with or without `0x`.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn bitboard(text: &[u8]) -> Result<Bitboard, Unexpected> {
    bitboard_in(text, 0..text.len())
}

/// Reads the occupied squares of a FEN or of its first field.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn fen(text: &[u8]) -> Result<Bitboard, Unexpected> {
    placement::occupied(&as_text(text))
        .map_err(|error| Unexpected::character(text, error.index, error))
}

/// A position together with the setup that the text describes.
#[derive(Debug, Clone)]
pub struct Parsed {
    /// The setup that the text describes.
    pub setup: Setup,
    /// The position of that setup.
    pub position: Position,
}

/// Reads a position: a FEN, X-FEN or Shredder-FEN, or `startpos`.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn position(text: &[u8]) -> Result<Position, Unexpected> {
    parsed_position(text).map(|parsed| parsed.position)
}

/// Reads a position and keeps the setup that the text describes.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn parsed_position(text: &[u8]) -> Result<Parsed, Unexpected> {
    parsed_by_rules(text, Rules::Auto)
}

/// Reads a position by rules, and keeps the setup that the text describes.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn parsed_by_rules(text: &[u8], rules: Rules) -> Result<Parsed, Unexpected> {
    let setup = match text {
        b"startpos" => Setup::initial(),
        _ => as_text(text).parse().map_err(|error| not_a_fen(text, error))?,
    };
    let position =
        setup.position_by_rules(rules).map_err(|error| not_a_position(text, &setup, error))?;
    Ok(Parsed { setup, position })
}

/// Reads a position by rules and mends what it can.
///
/// # Errors
///
/// Returns the first part that is not as expected and cannot be mended.
pub fn mended_by_rules(text: &[u8], rules: Rules) -> Result<(Parsed, Mends), Unexpected> {
    if text == b"startpos" {
        return Ok((parsed_by_rules(text, rules)?, Mends::default()));
    }
    let fen = as_text(text);
    let setup = Setup::from_fen_lenient(&fen).map_err(|error| not_a_fen(text, error))?.0;
    let read = Position::from_fen_lenient_by_rules(&fen, rules);
    let (position, mends) = read.map_err(|error| match error {
        ParsePositionError::Fen(error) => not_a_fen(text, error),
        ParsePositionError::Position(error) => not_a_position(text, &setup, error),
        error => Unexpected { column: 1, message: error.to_string() },
    })?;
    Ok((Parsed { setup, position }, mends))
}

/// Returns the text to add to the error of a FEN that strict reading refuses: that lenient reading
/// takes it, if it does.
#[must_use]
pub fn advice(text: &[u8], rules: Rules) -> &'static str {
    if mended_by_rules(text, rules).is_ok() { "; --lenient reads it" } else { "" }
}

/// Judges the position of a text, which may be mended.
///
/// # Errors
///
/// Returns the first part that is not as expected and cannot be mended.
pub fn judged(text: &[u8]) -> Result<Judgement, Unexpected> {
    match text {
        b"startpos" => Ok(Setup::initial().verdict()),
        _ => Judgement::of_fen(&as_text(text)).map_err(|error| not_a_fen(text, error)),
    }
}

/// Reports that the parts of a FEN do not fit together, and where.
fn not_a_position(text: &[u8], setup: &Setup, error: PositionError) -> Unexpected {
    Unexpected { column: place(text, setup, error) + 1, message: error.to_string() }
}

/// Reports that a text is not a FEN, and where.
fn not_a_fen(text: &[u8], FenError { index, kind, .. }: FenError) -> Unexpected {
    let is_field = matches!(
        kind,
        FenErrorKind::SideToMove
            | FenErrorKind::EnPassant
            | FenErrorKind::HalfmoveClock
            | FenErrorKind::FullmoveNumber
            | FenErrorKind::Move(UciError::Syntax { .. })
    );
    let says_what_was_found = matches!(
        kind,
        FenErrorKind::Start(_)
            | FenErrorKind::Move(UciError::Illegal { .. } | UciError::OtherGame(_))
            | FenErrorKind::OtherGame(_)
            | FenErrorKind::Placement(PlacementErrorKind::OtherGame(_))
    );
    let field = next_word(text, index.min(text.len()));
    if says_what_was_found {
        Unexpected { column: index + 1, message: kind.to_string() }
    } else if is_field && !field.is_empty() {
        Unexpected::word(text, field, kind)
    } else {
        Unexpected::character(text, index, kind)
    }
}

/// Returns the index in a FEN of the part that does not fit with the rest.
fn place(fen: &[u8], setup: &Setup, error: PositionError) -> usize {
    // The first piece in a FEN is the one nearest to a8.
    let order = |square: &Square| square.index() ^ 56;
    let piece = |square: Square| {
        let mut before = usize::from(order(&square));
        let is_piece = |byte: &u8| {
            let squares = match byte {
                b'/' => return false,
                b'1'..=b'8' => usize::from(byte - b'0'),
                _ if before == 0 => return true,
                _ => 1,
            };
            before = before.saturating_sub(squares);
            false
        };
        let start = next_word(fen, 0).start;
        start + fen[start..].iter().position(is_piece).unwrap_or_default()
    };
    let field = |number: usize| {
        (0..number).fold(next_word(fen, 0), |word, _| next_word(fen, word.end)).start
    };
    match error {
        PositionError::Kings { color, .. } => {
            let kings = setup.board.of(color, Role::King).into_iter();
            kings.max_by_key(order).map_or(field(0), piece)
        }
        PositionError::Pawn { square } | PositionError::OpponentInCheck { attacker: square } => {
            piece(square)
        }
        PositionError::CastlingRight { .. } | PositionError::Chess960Right { .. } => field(2),
        PositionError::EnPassant { .. } | PositionError::EnPassantCheck { .. } => field(3),
        // An error about several pieces is reported at the first field.
        _ => field(0),
    }
}

/// A wrong item in a list of squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadItem {
    /// The number of the item in the list, from 1.
    item: usize,
    /// The part of the item that is wrong.
    unexpected: Unexpected,
}

impl fmt::Display for BadItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "square {}, {}", self.item, self.unexpected)
    }
}

impl core::error::Error for BadItem {}

/// Reads squares that are separated by commas. A square may occur twice.
///
/// # Errors
///
/// Returns the first item that is not a square.
pub fn squares(text: &[u8]) -> Result<Bitboard, BadItem> {
    let mut set = Bitboard::EMPTY;
    let mut start = 0;
    for (item, name) in (1..).zip(text.split(|&byte| byte == b',')) {
        let end = start + name.len();
        set |=
            square_in(text, start..end).map_err(|unexpected| BadItem { item, unexpected })?.into();
        start = end + 1;
    }
    Ok(set)
}

/// The largest number of bytes in a line of standard input, without the line end.
pub const LINE_BYTES: usize = 4096;

/// Reads a query: a square and the occupied squares in hexadecimal. There are blanks between them,
/// and there may be blanks around them. The line is given without its end. For a line longer than
/// [`LINE_BYTES`], the first [`LINE_BYTES`] bytes and one more are enough.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn query(line: &[u8]) -> Result<(Square, Bitboard), Unexpected> {
    let result = short_query(line);
    // A mistake past the limit may come only from cutting the line there.
    let is_cut = |error: &Unexpected| error.column > LINE_BYTES;
    if line.len() > LINE_BYTES && result.as_ref().err().is_none_or(is_cut) {
        let expected = format_args!("expected a line of at most {LINE_BYTES} bytes");
        return Err(Unexpected::character(line, LINE_BYTES, expected));
    }
    result
}

/// Reads a query from a line of any length.
fn short_query(line: &[u8]) -> Result<(Square, Bitboard), Unexpected> {
    let word = next_word(line, 0);
    if word.is_empty() {
        return Err(Unexpected::character(line, word.start, "expected SQUARE HEX"));
    }
    let next = next_word(line, word.end);
    let rest = next_word(line, next.end);
    let square = square_in(line, word)?;
    let occupied = bitboard_in(line, next)?;
    if !rest.is_empty() {
        return Err(Unexpected::character(line, rest.start, "expected the end of the line"));
    }
    Ok((square, occupied))
}

/// Reads a query in CSV: a square, a comma, and the occupied squares in hexadecimal. The line is
/// given without its end.
///
/// # Errors
///
/// Returns the first part that is not as expected.
pub fn csv_query(line: &[u8]) -> Result<(Square, Bitboard), Unexpected> {
    if line.is_empty() {
        return Err(Unexpected::character(line, 0, "expected SQUARE,HEX"));
    }
    let comma = |start: usize| {
        let comma = line[start..].iter().position(|byte| *byte == b',');
        comma.map_or(line.len(), |index| start + index)
    };
    let first = comma(0);
    let square = square_in(line, 0..first)?;
    if first == line.len() {
        return Err(Unexpected::character(line, first, "expected a comma"));
    }
    let second = comma(first + 1);
    let occupied = bitboard_in(line, first + 1..second)?;
    if second < line.len() {
        return Err(Unexpected::character(line, second, "expected the end of the line"));
    }
    Ok((square, occupied))
}

/// Returns a line without its end, which is a line feed with or without a carriage return before
/// it.
#[must_use]
pub fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns the range of the first word after `start`. At the end of the line it is empty.
fn next_word(line: &[u8], start: usize) -> Range<usize> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let blanks = line[start..].iter().take_while(|byte| is_blank(byte)).count();
    let start = start + blanks;
    let length = line[start..].iter().take_while(|byte| !is_blank(byte)).count();
    start..start + length
}

/// Reads the text of a definition if an argument is the name of its file, which ends in .toml.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if it is not text in UTF-8.
pub fn definition(argument: &str) -> anyhow::Result<Option<String>> {
    /// The greatest number of bytes in a definition. It has some hundreds.
    const MOST_BYTES: u64 = 1 << 20;
    if !argument.ends_with(".toml") {
        return Ok(None);
    }
    Ok(Some(String::from_utf8(limited::read(Path::new(argument), MOST_BYTES)?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_from_any_blanks() {
        let expected = Ok((Square::D4, Bitboard(0x44_0000_0000)));
        for line in ["d4 4400000000", "D4\t0x4400000000", "  d4 \t 0X0000004400000000 \t"] {
            assert_eq!(query(line.as_bytes()), expected, "{line}");
        }
    }

    #[test]
    fn a_long_line_is_wrong_where_its_words_are_or_where_it_should_have_ended() {
        let blanks = vec![b' '; LINE_BYTES];
        let column = |line: &[u8]| query(line).unwrap_err().column;
        assert_eq!(query(&[b"d4 12", &blanks[5..]].concat()), Ok((Square::D4, Bitboard(0x12))));
        assert_eq!(column(&[b"d4 12", &blanks[4..]].concat()), LINE_BYTES + 1);
        assert_eq!(column(&[b"d4", &blanks[4..], b"0x1"].concat()), LINE_BYTES + 1);
        assert_eq!(column(&[b"d4 x", &blanks[3..]].concat()), 4);
        assert_eq!(column(&[&blanks[..], b"d"].concat()), LINE_BYTES + 1);
        // This is the last byte that a line may have.
        assert_eq!(column(&[&blanks[1..], b"x  "].concat()), LINE_BYTES);
    }

    #[test]
    fn found_texts_are_escaped_and_shortened() {
        let message = |line: &[u8]| query(line).unwrap_err().to_string();
        assert!(message(b"d4 \xff").ends_with(r"found '\xff'"));
        assert!(message(b"d4 \x00").ends_with(r"found '\0'"));
        assert!(message("d4 é".as_bytes()).ends_with("found 'é'"));
        assert!(message(b"\x1b[31m").ends_with(r"found '\u{1b}[31m'"));
        assert!(message(&[b'x'; 17]).ends_with("found 'xxxxxxxxxxxxxxxx…'"));
    }
}
