//! The tokens of PGN, found in bytes that may end anywhere.

use std::string::String;

use super::tags::MAX_NAME;
use super::{GameResult, TagErrorKind};
use crate::text::quoted_len;

/// The longest word of the movetext, in bytes. No move is half as long.
const MAX_WORD: usize = 63;
/// The longest tag pair, in bytes as written. It fits into the reader's buffer.
pub(super) const MAX_TAG: usize = 40 << 10;

/// The byte order mark. Files that were joined have one at the beginning of later lines too.
const MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

const SPACE: u8 = 1;
const DIGIT: u8 = 2;
const LETTER: u8 = 4;
/// A byte that goes on with a word but does not begin one.
const INNER: u8 = 8;
/// All bytes of words: those of the three classes before.
const WORD: u8 = 16;

/// The lowest bit of each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// What each byte is.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    loop {
        classes[byte as usize] = match byte {
            // Some old files end with the byte 26, as CP/M asked for.
            b' ' | b'\t' | b'\n' | b'\r' | 11 | 12 | 26 => SPACE,
            b'0'..=b'9' => DIGIT | WORD,
            b'A'..=b'Z' | b'a'..=b'z' => LETTER | WORD,
            b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'_' | b'@' => INNER | WORD,
            _ => 0,
        };
        if byte == u8::MAX {
            break classes;
        }
        byte += 1;
    }
};

#[inline]
fn is(byte: u8, class: u8) -> bool {
    CLASSES[usize::from(byte)] & class != 0
}

/// Where in its line a byte stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    First,
    /// The first, behind a carriage return, whose line feed may follow.
    Return,
    /// Only blanks stand before it.
    Blank,
    Later,
}

impl Column {
    const fn is_first(self) -> bool {
        matches!(self, Self::First | Self::Return)
    }

    /// Returns the column of the byte after another.
    pub(super) const fn after(byte: u8) -> Self {
        match byte {
            b'\n' => Self::First,
            b'\r' => Self::Return,
            _ => Self::Later,
        }
    }

    /// Returns whether a line end at this column ends a line that has nothing but blanks.
    const fn is_empty(self, line_end: u8) -> bool {
        match self {
            Self::First | Self::Blank => true,
            Self::Return => line_end == b'\r',
            Self::Later => false,
        }
    }
}

/// A token of a game, blanks and move numbers left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// The bytes end here, or a token that begins here may go on after them.
    More,
    /// A move or another word. It has letters, digits, a few signs, dashes of any kind and figures
    /// of pieces.
    Word(&'a [u8]),
    /// A numeric annotation, or a sign that stands for one.
    Nag(u16),
    /// A result, `*` among them.
    Result(GameResult),
    /// `[`. The next token of a tag is not read.
    Bracket,
    /// `{`
    Brace,
    /// `;`
    Semicolon,
    /// `%` at the beginning of a line.
    Escape,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$` without a number up to 65535.
    BadNag,
    /// A word that is too long.
    LongWord(&'a [u8]),
    /// A line with nothing but blanks, and what stands behind it.
    EmptyLine(Behind),
    /// A character that begins no token, given by its first byte.
    Stray(u8),
}

/// What stands behind an empty line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behind {
    /// The number of a first move, `1.`, at the beginning of the next line.
    FirstMove,
    /// A result, or the number of another move, behind blanks and empty lines.
    Rest,
    Other,
}

/// A token and its bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexed<'a> {
    pub(super) token: Token<'a>,
    /// The index of the token's first byte.
    pub(super) start: usize,
    /// The index after the token.
    pub(super) end: usize,
    /// The column of the token's first byte.
    pub(super) column: Column,
}

/// Reads the next token. `column` is that of the first byte; `ends` says whether nothing follows
/// the bytes.
#[inline]
pub(super) fn token(bytes: &[u8], mut column: Column, ends: bool) -> Lexed<'_> {
    let mut start = 0;
    loop {
        let lexed = |token, end, column| Lexed { token, start, end, column };
        let Some(&first) = bytes.get(start) else {
            return lexed(Token::More, start, column);
        };
        // Most blanks stand between words.
        if first == b' ' && column == Column::Later {
            start += 1;
            continue;
        }
        if is(first, SPACE) {
            if matches!(first, b'\n' | b'\r') {
                if column.is_empty(first) {
                    return empty_line(bytes, start, ends, column);
                }
                column = Column::after(first);
            } else if column.is_first() {
                column = Column::Blank;
            }
            start += 1;
            continue;
        }
        if first == b'.' {
            column = Column::Later;
            start += 1;
            continue;
        }
        let next = bytes.get(start + 1).copied();
        // The tokens that depend on the byte after them.
        if next.is_none() && !ends && matches!(first, b'!' | b'?') {
            return lexed(Token::More, start, column);
        }
        let (token, len) = match first {
            _ if is(first, WORD) => match word(bytes, start, ends) {
                WordEnd::Skip(end) => {
                    column = Column::Later;
                    start = end;
                    continue;
                }
                WordEnd::More => return lexed(Token::More, start, column),
                WordEnd::Found(token, end) => return lexed(token, end, column),
            },
            b'$' => return nag(bytes, start, ends, column),
            b'!' | b'?' => match (first, next) {
                (b'!', Some(b'!')) => (Token::Nag(3), 2),
                (b'?', Some(b'?')) => (Token::Nag(4), 2),
                (b'!', Some(b'?')) => (Token::Nag(5), 2),
                (b'?', Some(b'!')) => (Token::Nag(6), 2),
                (b'!', _) => (Token::Nag(1), 1),
                _ => (Token::Nag(2), 1),
            },
            b'[' => (Token::Bracket, 1),
            0xef if column.is_first() && bytes[start..].starts_with(&MARK) => {
                start += MARK.len();
                continue;
            }
            b'%' if column.is_first() => (Token::Escape, 1),
            b'*' => (Token::Result(GameResult::Unknown), 1),
            b'{' => (Token::Brace, 1),
            b';' => (Token::Semicolon, 1),
            b'(' => (Token::Open, 1),
            b')' => (Token::Close, 1),
            // A blank, half a point, a sign for an evaluation, or a letter.
            0x80.. => match unusual(bytes, start, ends) {
                WordEnd::Skip(end) => {
                    column = if column.is_first() { Column::Blank } else { column };
                    start = end;
                    continue;
                }
                WordEnd::More => return lexed(Token::More, start, column),
                WordEnd::Found(token, end) => return lexed(token, end, column),
            },
            other => (Token::Stray(other), 1),
        };
        return lexed(token, start + len, column);
    }
}

/// Reads the end of an empty line, and looks what stands behind it.
#[cold]
fn empty_line(bytes: &[u8], start: usize, ends: bool, column: Column) -> Lexed<'_> {
    let end = start + if bytes[start..].starts_with(b"\r\n") { 2 } else { 1 };
    match behind_empty_line(&bytes[end..], ends) {
        None => Lexed { token: Token::More, start, end: start, column },
        Some(behind) => Lexed { token: Token::EmptyLine(behind), start, end, column },
    }
}

/// Returns what the bytes behind an empty line begin with, or nothing if they end too early.
fn behind_empty_line(bytes: &[u8], ends: bool) -> Option<Behind> {
    /// The most blanks that are passed over.
    const BLANKS: usize = 64;
    let (bytes, ends) = first(bytes, ends);
    let mut from = skip_blanks(bytes, 0, BLANKS, ends)?;
    // A comment may stand before what goes on with the moves.
    while let Some(len) = comment_len(&bytes[from..], ends)? {
        from = skip_blanks(bytes, from + len, BLANKS, ends)?;
    }
    let rest = &bytes[from..];
    let Some(&first) = rest.first() else { return ends.then_some(Behind::Other) };
    match result(rest, 0, ends) {
        WordEnd::More => return None,
        WordEnd::Found(..) => return Some(Behind::Rest),
        WordEnd::Skip(_) if first == b'*' => return Some(Behind::Rest),
        WordEnd::Skip(_) if !is(first, DIGIT) => return Some(Behind::Other),
        WordEnd::Skip(_) => {}
    }
    if let Some(behind) = rest.strip_prefix(b"1.") {
        return match behind.strip_prefix(b" ").unwrap_or(behind) {
            [] if !ends => None,
            // `1...` is the number of a move of Black, before which the game may have been cut.
            [b'.', ..] => Some(Behind::Rest),
            _ if from == 0 => Some(Behind::FirstMove),
            _ => Some(Behind::Other),
        };
    }
    match word(rest, 0, ends) {
        WordEnd::More => None,
        WordEnd::Skip(end) if rest[..end] != *b"1" => Some(Behind::Rest),
        _ => Some(Behind::Other),
    }
}

/// The most bytes that are looked at to know what a token means.
const MOST: usize = 8 << 10;

/// Returns the first bytes, and whether nothing follows them that is looked at.
fn first(bytes: &[u8], ends: bool) -> (&[u8], bool) {
    bytes.get(..MOST).map_or((bytes, ends), |first| (first, true))
}

/// Returns the number of bytes of the comment that bytes begin with, or nothing if there is none
/// or it is not closed. The outer nothing means that the bytes end too early.
fn comment_len(bytes: &[u8], ends: bool) -> Option<Option<usize>> {
    let found = match bytes.first() {
        Some(b'{') => find_either(bytes, b'}', b'}'),
        Some(b';') => find_either(bytes, b'\n', b'\r'),
        _ => return Some(None),
    };
    match found {
        None if !ends => None,
        found => Some(found.map(|index| index + 1)),
    }
}

/// What stands behind a result outside variations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BehindResult {
    /// A move with its number.
    Move {
        /// Whether the number is that of a first move.
        is_first: bool,
    },
    /// No move that goes on with the game. So many bytes of the line are a text.
    Other(usize),
}

/// Returns what stands behind a result, up to an empty line, a tag or another result, if its line
/// goes on. Returns nothing if the bytes end too early.
#[cold]
pub(super) fn behind_result(bytes: &[u8], ends: bool) -> Option<BehindResult> {
    let (bytes, ends) = first(bytes, ends);
    let other = |at: usize| Some(BehindResult::Other(text_of_line_len(&bytes[..at])));
    let mut at = 0;
    let (mut is_blank, mut is_line) = (true, true);
    loop {
        let Some(&byte) = bytes.get(at) else { return if ends { other(at) } else { None } };
        match byte {
            b' ' | b'\t' => at += 1,
            b'\n' | b'\r' if is_blank => return Some(BehindResult::Other(0)),
            b'\n' | b'\r' => {
                is_line = false;
                at += if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 };
                match bytes[at..].iter().find(|byte| !matches!(byte, b' ' | b'\t')) {
                    None if !ends => return None,
                    None | Some(b'\n' | b'\r') => return other(at),
                    Some(_) => {}
                }
            }
            b'{' | b';' => match comment_len(&bytes[at..], ends)? {
                // Its line end is left.
                Some(len) => at += len - usize::from(byte == b';'),
                None => return other(at),
            },
            b'*' | b'[' => return other(at),
            _ => {
                is_blank = false;
                match numbered_move(bytes, at, ends)? {
                    Numbered::Move { is_first: true } if !is_line => return other(at),
                    Numbered::Move { is_first } => return Some(BehindResult::Move { is_first }),
                    Numbered::Result => return other(at),
                    Numbered::Other(end) => at = end,
                }
            }
        }
    }
}

/// What may be a number with its move.
enum Numbered {
    Move {
        is_first: bool,
    },
    Result,
    /// Something else, with the index behind it.
    Other(usize),
}

/// Reads what begins at an index, where no word goes on.
fn numbered_move(bytes: &[u8], start: usize, ends: bool) -> Option<Numbered> {
    /// The most blanks between a number and its move.
    const BLANKS: usize = 8;
    let is_word = |byte: &&u8| is(**byte, WORD);
    let digits = bytes[start..].iter().take_while(|byte| is(**byte, DIGIT)).count();
    if digits == 0 && bytes[start].is_ascii() {
        let word = bytes[start..].iter().take_while(is_word).count();
        return Some(Numbered::Other(start + word.max(1)));
    }
    match result(bytes, start, ends) {
        WordEnd::More => return None,
        WordEnd::Found(..) => return Some(Numbered::Result),
        WordEnd::Skip(_) => {}
    }
    let end = start + digits;
    if digits == 0 {
        return Some(Numbered::Other(start + 1));
    }
    let dots = bytes[end..].iter().take_while(|byte| **byte == b'.').count();
    let next = skip_blanks(bytes, end + dots, BLANKS, ends)?;
    match &bytes[next.min(bytes.len())..] {
        rest if rest.len() < 3 && !ends => None,
        rest if dots > 0 && begins_move(rest) => {
            let is_first = bytes[start..end] == *b"1" && dots == 1;
            Some(Numbered::Move { is_first })
        }
        _ => {
            let word = bytes[start..].iter().take_while(is_word).count();
            Some(Numbered::Other(start + word))
        }
    }
}

/// Returns whether something other than a tag stands behind blanks and line ends, or nothing if the
/// bytes end too early.
pub(super) fn has_moves_behind(bytes: &[u8], ends: bool) -> Option<bool> {
    let (bytes, ends) = first(bytes, ends);
    let at = skip_blanks(bytes, 0, MOST, ends)?;
    match bytes.get(at) {
        None if !ends => None,
        found => Some(found.is_some_and(|byte| *byte != b'[')),
    }
}

/// Returns whether bytes begin as a move does.
fn begins_move(bytes: &[u8]) -> bool {
    let piece = |bytes| match sign(&LETTERS, bytes, 0, true) {
        Sign::Found('A'..='Z', len) => len,
        _ => usize::from(matches!(bytes, [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', ..])),
    };
    let len = piece(bytes);
    match &bytes[len..] {
        [b'O' | b'0', b'-', ..] | [b'a'..=b'h', b'1'..=b'8' | b'x', ..] => true,
        [b'a'..=b'h', b'a'..=b'h', ..] | [b'x' | b'1'..=b'8', ..] => len > 0,
        _ => false,
    }
}

/// Returns the number of bytes of a text, such as `White resigns`, that a line begins with. It is 0
/// if the line begins with something else, or may have a move.
pub(super) fn text_of_line_len(line: &[u8]) -> usize {
    let ends_text = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'{' | b';' | b'[' | b'(' | b'*');
    let text = line.split(ends_text).next().unwrap_or_default();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let is_move = |text: &[u8]| {
        text.windows(2).any(is_square)
            || [b"O-O", b"0-0", b"1-0", b"0-1", b"1/2"].iter().any(|&word| has(text, word))
    };
    let has_letter = text.iter().any(|byte| is(*byte, LETTER) || !byte.is_ascii());
    if has_letter && !is_move(text) { text.len() } else { 0 }
}

fn has(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|part| part == word)
}

/// Returns the number of bytes of a text that is no move and stands behind all moves: words of
/// letters before a result, `)`, a tag or the end of the stream. It is 0 for everything else, and
/// nothing if the bytes end too early.
#[cold]
pub(super) fn text_len(bytes: &[u8], ends: bool) -> Option<usize> {
    /// The fewest bytes of a word that may be damaged and is none.
    const FEWEST: usize = 3;
    let (bytes, ends) = first(bytes, ends);
    let mut at = letters_len(bytes, ends)?;
    // A stream that was cut may end with a part of a move.
    let is_part = at == bytes.len();
    if is_like_move(&bytes[..at], is_part) || at < FEWEST && !is_part {
        return Some(0);
    }
    loop {
        let rest = &bytes[at..];
        let text =
            || Some(at - bytes[..at].iter().rev().take_while(|byte| is(**byte, SPACE)).count());
        match rest {
            [] if at >= MOST => return Some(0),
            [] => return if ends { text() } else { None },
            [b'*' | b')', ..] => return text(),
            [b'\n' | b'\r', b'[', ..] => return text(),
            [b'\n' | b'\r'] if !ends => return None,
            [b',' | b'.' | b'!' | b'?' | b'\'', ..] => at += 1,
            _ => match result(bytes, at, ends) {
                WordEnd::More => return None,
                WordEnd::Found(..) => return text(),
                WordEnd::Skip(_) => match blank_len(rest, ends)? + letters_len(rest, ends)? {
                    0 => return Some(0),
                    len => at += len,
                },
            },
        }
    }
}

/// Returns the number of bytes of the word that bytes begin with, if it has letters alone.
fn letters_len(bytes: &[u8], ends: bool) -> Option<usize> {
    let mut end = 0;
    loop {
        match bytes.get(end) {
            None => return if ends { Some(end) } else { None },
            Some(&byte) if is(byte, LETTER) => end += 1,
            Some(&byte) if is(byte, WORD) => return Some(0),
            Some(_) => match letter_len(&bytes[end..], ends)? {
                0 => return Some(end),
                len => end += len,
            },
        }
    }
}

/// Returns whether a word of letters may say a move: `ed`, `exd`, `PxP`, `castles`, or a null move.
/// Parts of moves such as `Bx` are none.
fn is_like_move(word: &[u8], is_part: bool) -> bool {
    /// The longest capture that says no square.
    const CAPTURE: usize = 5;
    let is_file = |byte: &u8| matches!(byte, b'a'..=b'h');
    let captures = match word {
        [one, b'x', other] if is_part => is_file(one) == is_file(other),
        _ => !is_part && word.len() <= CAPTURE && word.contains(&b'x'),
    };
    let begins = |start: &str| {
        word.get(..start.len()).is_some_and(|word| word.eq_ignore_ascii_case(start.as_bytes()))
    };
    matches!(word, [one, other] if is_file(one) && is_file(other))
        || captures
        || matches!(word, [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..]
            if !is_part && !rest.is_empty() && rest.iter().all(is_file))
        || ["oo", "cast", "roch", "roq", "enroq", "null", "pass"].into_iter().any(begins)
}

/// Returns whether other games may stand in a comment that is not closed.
pub(super) fn may_have_games(comment: &[u8]) -> bool {
    let lines = comment
        .trim_ascii_end()
        .split(|byte| *byte == b'\n')
        .flat_map(|line| line.strip_suffix(b"\r").unwrap_or(line).split(|byte| *byte == b'\r'));
    let begins_game = |line: &[u8]| {
        let digits = line.iter().take_while(|byte| is(**byte, DIGIT)).count();
        let has_number = digits > 0 && line.get(digits) == Some(&b'.');
        line.trim_ascii().is_empty() || line.starts_with(b"[") || has_number
    };
    lines.skip(1).any(begins_game)
}

/// A word, or the reason why there is no word.
#[cfg_attr(test, derive(Debug, PartialEq))]
enum WordEnd<'a> {
    /// A move number, `e.p.` or a blank, which say nothing; and the index after it.
    Skip(usize),
    More,
    Found(Token<'a>, usize),
}

#[inline]
fn word(bytes: &[u8], start: usize, ends: bool) -> WordEnd<'_> {
    if let Some(chunk) = bytes[start..].first_chunk::<8>()
        && let Some((len, all)) = short_word(*chunk)
    {
        // Results begin with 0, as no number does, or are `1`, a blank and more, or no number.
        if all & DIGIT != 0 && chunk[0] != b'0' && !(chunk[0] == b'1' && chunk[1] <= b' ') {
            return WordEnd::Skip(start + len);
        }
        // Words that begin with a sign or a digit or end as `e.p.` does are rare.
        if !is(chunk[0], INNER | DIGIT) && !matches!(chunk[len - 1], b'e' | b'p') {
            return WordEnd::Found(Token::Word(&bytes[start..start + len]), start + len);
        }
    }
    long_word(bytes, start, ends)
}

/// Returns the length of a word of at most seven bytes before a blank or a period, and the classes
/// that all its bytes have. It does so without a branch for each byte, because the lengths of moves
/// cannot be predicted.
#[inline]
fn short_word(chunk: [u8; 8]) -> Option<(usize, u8)> {
    let word = u64::from_le_bytes(chunk);
    // The lowest top bit marks the first byte below 33, or the first that is a period.
    let period = word ^ (ONES * u64::from(b'.'));
    let ends = (word.wrapping_sub(ONES * 33) | period.wrapping_sub(ONES)) & TOPS & !word;
    let len = ends.trailing_zeros() as usize / 8;
    if len == 8 || chunk.starts_with(b"0000") {
        return None;
    }
    // The bytes behind the word become copies of its first.
    let behind = u64::MAX << (8 * len);
    let word = word & !behind | (ONES * (word & 0xff)) & behind;
    let all =
        word.to_le_bytes().iter().fold(u8::MAX, |all, &byte| all & CLASSES[usize::from(byte)]);
    (len > 0 && all & WORD != 0).then_some((len, all))
}

/// As [`word`], for words of all lengths.
fn long_word(bytes: &[u8], start: usize, ends: bool) -> WordEnd<'_> {
    if is(bytes[start], DIGIT) {
        match result(bytes, start, ends) {
            WordEnd::Skip(_) => {}
            found => return found,
        }
    }
    let mut end = start;
    let mut all = u8::MAX;
    while let Some(&byte) = bytes.get(end) {
        let class = CLASSES[usize::from(byte)];
        if class & WORD == 0 {
            match sign(&LETTERS, bytes, end, ends) {
                Sign::More => return WordEnd::More,
                Sign::Found(_, len) => end += len,
                Sign::None => match letter_len(&bytes[end..], ends) {
                    None => return WordEnd::More,
                    Some(0) => break,
                    Some(len) => end += len,
                },
            }
            all = 0;
            continue;
        }
        all &= class;
        end += 1;
    }
    if end - start > MAX_WORD {
        return WordEnd::Found(Token::LongWord(&bytes[start..end]), end);
    }
    let next = bytes.get(end).copied();
    if next.is_none() && !ends {
        return WordEnd::More;
    }
    let word = &bytes[start..end];
    // UCI's null move is no move number.
    if all & DIGIT != 0 && word != b"0000" {
        return WordEnd::Skip(end);
    }
    match word {
        _ if is_no_move(word) => WordEnd::Found(Token::Stray(word[0]), end),
        [first, ..] if is(*first, INNER) && word != b"--" => match glyph(word) {
            Some(number) => WordEnd::Found(Token::Nag(number), end),
            None => WordEnd::Found(Token::Stray(*first), start + 1),
        },
        // En passant may be said, glued to the move or apart.
        [before @ .., b'e'] if next == Some(b'.') => {
            match bytes.get(end + 1) {
                None if !ends => return WordEnd::More,
                Some(b'p') => {}
                _ => return WordEnd::Found(Token::Word(word), end),
            }
            let end = end + 2;
            if before.is_empty() {
                WordEnd::Skip(end)
            } else {
                WordEnd::Found(Token::Word(before), end)
            }
        }
        b"ep" => WordEnd::Skip(end),
        [before @ .., b'e', b'p'] => WordEnd::Found(Token::Word(before), end),
        _ => WordEnd::Found(Token::Word(word), end),
    }
}

/// Returns whether a word that begins with a digit has no letter and begins no castling: the rest
/// of a result, or a clock.
fn is_no_move(word: &[u8]) -> bool {
    is(word[0], DIGIT)
        && word.iter().all(|&byte| is(byte, DIGIT | INNER))
        && !word.starts_with(b"0-0")
        && word != b"0000"
}

/// The signs that are no ASCII and stand in moves, and what they stand for: the hyphens, the dashes
/// of all lengths, the minus sign, and the figures of pieces.
const LETTERS: [(&str, char); 19] = [
    ("\u{2010}", '-'),
    ("\u{2011}", '-'),
    ("\u{2012}", '-'),
    ("\u{2013}", '-'),
    ("\u{2014}", '-'),
    ("\u{2015}", '-'),
    ("\u{2212}", '-'),
    ("♔", 'K'),
    ("♕", 'Q'),
    ("♖", 'R'),
    ("♗", 'B'),
    ("♘", 'N'),
    ("♙", 'P'),
    ("♚", 'K'),
    ("♛", 'Q'),
    ("♜", 'R'),
    ("♝", 'B'),
    ("♞", 'N'),
    ("♟", 'P'),
];

/// Returns a move with letters and signs of ASCII in the place of others.
pub(super) fn to_ascii(word: &str) -> String {
    let ascii = |c: char| {
        let found = LETTERS.iter().find(|(sign, _)| sign.starts_with(c));
        found.map_or(c, |&(_, letter)| letter)
    };
    word.chars().map(ascii).collect()
}

/// The signs that are no ASCII, and the numbers of the annotations that they stand for.
const SIGNS: [(&str, u16); 25] = [
    ("□", 7),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⊙", 22),
    ("⨀", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("⨁", 138),
    ("⊕", 138),
    ("–+", 19),
    ("−+", 19),
    ("–/+", 17),
    ("−/+", 17),
];

/// Returns the number of the annotation that signs stand for.
pub(super) fn glyph(signs: &[u8]) -> Option<u16> {
    Some(match signs {
        b"=" => 10,
        b"+=" | b"+/=" => 14,
        b"=+" | b"=/+" => 15,
        b"+/-" => 16,
        b"-/+" => 17,
        b"+-" => 18,
        b"-+" => 19,
        _ if signs == "+/–".as_bytes() || signs == "+/−".as_bytes() => 16,
        _ if signs == "+–".as_bytes() || signs == "+−".as_bytes() => 18,
        _ => return None,
    })
}

/// A sign that bytes begin with.
enum Sign<T> {
    None,
    /// The bytes end within it.
    More,
    /// What it stands for, and its bytes.
    Found(T, usize),
}

/// Finds the sign of a list that stands at an index.
fn sign<T: Copy>(signs: &[(&str, T)], bytes: &[u8], start: usize, ends: bool) -> Sign<T> {
    let rest = &bytes[start..];
    // All of them are no ASCII.
    if rest.first().is_some_and(u8::is_ascii) {
        return Sign::None;
    }
    for &(sign, value) in signs {
        if rest.starts_with(sign.as_bytes()) {
            return Sign::Found(value, sign.len());
        }
        if sign.as_bytes().starts_with(rest) && !ends {
            return Sign::More;
        }
    }
    Sign::None
}

/// Returns the number of bytes of the blank or the ellipsis that bytes begin with. It is 0 if they
/// begin with another character, and nothing if they end too early. Zero-width signs are blanks
/// too. In Latin-1 the blank that breaks no line is one byte.
#[inline]
fn blank_len(bytes: &[u8], ends: bool) -> Option<usize> {
    match bytes.first() {
        Some(first) if first.is_ascii() => Some(usize::from(is(*first, SPACE))),
        _ => other_blank_len(bytes, ends),
    }
}

/// As [`blank_len`], of a byte that is no ASCII.
#[cold]
fn other_blank_len(bytes: &[u8], ends: bool) -> Option<usize> {
    Some(match bytes {
        [_, ..] if bytes.len() < 3 && !ends => return None,
        [0xc2, 0x85 | 0xa0, ..] => 2,
        // U+1680; U+2000 to U+200F; U+2026, the ellipsis, to U+202F; U+205F to U+206F; U+3000.
        [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8f | 0xa6 | 0xa8..=0xaf, ..]
        | [0xe2, 0x81, 0x9f..=0xaf, ..]
        | [0xe3, 0x80, 0x80, ..] => 3,
        _ if bytes.starts_with(&MARK) => 3,
        [0xa0, ..] => 1,
        _ => 0,
    })
}

/// Returns the index after at most a number of blanks, or nothing if the bytes end within one.
fn skip_blanks(bytes: &[u8], mut from: usize, most: usize, ends: bool) -> Option<usize> {
    for _ in 0..most {
        match blank_len(bytes.get(from..).unwrap_or_default(), ends)? {
            0 => break,
            len => from += len,
        }
    }
    Some(from)
}

/// Returns the first character, a byte of Latin-1 if the bytes are not UTF-8, and the number of its
/// bytes. Returns nothing if they end too early.
fn character(bytes: &[u8], ends: bool) -> Option<(char, usize)> {
    /// The most bytes of a character.
    const MOST: usize = 4;
    let first = *bytes.first()?;
    if bytes.len() < MOST && !ends {
        return None;
    }
    let found = bytes[..bytes.len().min(MOST)].utf8_chunks().next()?.valid().chars().next();
    Some(found.map_or((char::from(first), 1), |found| (found, found.len_utf8())))
}

/// Returns the number of bytes of the letter that bytes begin with, if it is no ASCII and no sign.
/// It is 0 if they begin with another character, and nothing if they end too early.
fn letter_len(bytes: &[u8], ends: bool) -> Option<usize> {
    let is_sign = || SIGNS.iter().any(|(sign, _)| bytes.starts_with(sign.as_bytes()));
    if bytes.first().is_none_or(u8::is_ascii) || is_sign() {
        return Some(0);
    }
    character(bytes, ends).map(|(found, len)| if found.is_alphabetic() { len } else { 0 })
}

/// Reads a token that begins with a byte that is no ASCII.
fn unusual(bytes: &[u8], start: usize, ends: bool) -> WordEnd<'_> {
    match blank_len(&bytes[start..], ends) {
        None => return WordEnd::More,
        Some(0) => {}
        Some(len) => return WordEnd::Skip(start + len),
    }
    match result(bytes, start, ends) {
        WordEnd::Skip(_) => {}
        found => return found,
    }
    // In Latin-1 the sign is one byte.
    match sign(&SIGNS, bytes, start, ends) {
        Sign::More => WordEnd::More,
        Sign::Found(number, len) => WordEnd::Found(Token::Nag(number), start + len),
        Sign::None if bytes[start] == 0xb1 => WordEnd::Found(Token::Nag(16), start + 1),
        Sign::None => match sign(&LETTERS, bytes, start, ends) {
            Sign::More => WordEnd::More,
            // The figure of a piece begins a move, and a dash does not.
            Sign::Found('A'..='Z', _) => long_word(bytes, start, ends),
            _ => match character(&bytes[start..], ends) {
                None => WordEnd::More,
                Some((letter, _)) if letter.is_alphabetic() => long_word(bytes, start, ends),
                Some((_, len)) => WordEnd::Found(Token::Stray(bytes[start]), start + len),
            },
        },
    }
}

/// The points of one side as people write them, and twice their number. In Latin-1 half a point is
/// a byte of its own.
const POINTS: [(&[u8], u8); 7] = [
    (b"1/2", 1),
    (b"0.5", 1),
    (b"0,5", 1),
    ("½".as_bytes(), 1),
    (b"\xbd", 1),
    (b"1", 2),
    (b"0", 0),
];

/// Reads a result as people write it: `1-0`, `1/2`, `½–½`, `0.5 - 0.5`, `1:0`. Skips nothing if no
/// result stands there.
fn result(bytes: &[u8], start: usize, ends: bool) -> WordEnd<'_> {
    /// The most blanks on one side of the sign.
    const BLANKS: usize = 3;
    let none = WordEnd::Skip(start);
    let points = |from: usize| {
        let rest = &bytes[from..];
        if !ends && POINTS.iter().any(|(text, _)| text.starts_with(rest) && *text != rest) {
            return Sign::More;
        }
        match POINTS.iter().find(|(text, _)| rest.starts_with(text)) {
            Some(&(text, twice)) => Sign::Found(twice, text.len()),
            None => Sign::None,
        }
    };
    let skip = |from: usize| skip_blanks(bytes, from, BLANKS, ends);
    let first = match points(start) {
        Sign::None => return none,
        Sign::More => return WordEnd::More,
        Sign::Found(twice, len) => (twice, start + len),
    };
    // Half a point means a draw even without the other half, unless the word goes on or is a
    // decimal.
    let goes_on = |end: usize| bytes.get(end).is_some_and(|&byte| is(byte, WORD));
    let alone = match first {
        (1, end) if !goes_on(end) && bytes[start] != b'0' => {
            WordEnd::Found(Token::Result(GameResult::Draw), end)
        }
        _ => none,
    };
    let Some(dash) = skip(first.1) else { return WordEnd::More };
    let dash_end = match bytes.get(dash) {
        None if ends => return alone,
        None => return WordEnd::More,
        Some(b'-' | b':') => dash + 1,
        Some(_) => match sign(&LETTERS, bytes, dash, ends) {
            Sign::More => return WordEnd::More,
            Sign::Found('-', len) => dash + len,
            _ => return alone,
        },
    };
    let Some(second) = skip(dash_end) else { return WordEnd::More };
    let (twice, end) = match points(second) {
        _ if second == bytes.len() && !ends => return WordEnd::More,
        Sign::None => return alone,
        Sign::More => return WordEnd::More,
        Sign::Found(twice, len) => (twice, second + len),
    };
    if end == bytes.len() && !ends {
        return WordEnd::More;
    }
    match (first.0, twice) {
        _ if goes_on(end) => alone,
        (2, 0) => WordEnd::Found(Token::Result(GameResult::WhiteWins), end),
        (0, 2) => WordEnd::Found(Token::Result(GameResult::BlackWins), end),
        (1, 1) => WordEnd::Found(Token::Result(GameResult::Draw), end),
        _ => alone,
    }
}

/// Reads a text that is a result and nothing else, as [`result`] does.
pub(super) fn whole_result(text: &[u8]) -> Option<GameResult> {
    let text = text.trim_ascii();
    match text {
        b"*" => Some(GameResult::Unknown),
        [] => None,
        _ => match result(text, 0, true) {
            WordEnd::Found(Token::Result(result), end) if end == text.len() => Some(result),
            _ => None,
        },
    }
}

fn nag(bytes: &[u8], start: usize, ends: bool, column: Column) -> Lexed<'_> {
    const MAX_DIGITS: usize = 5;
    let digits = bytes[start + 1..].iter().take(MAX_DIGITS).take_while(|byte| is(**byte, DIGIT));
    let (count, number) = digits.fold((0, 0_u32), |(count, number), digit| {
        (count + 1, 10 * number + u32::from(digit - b'0'))
    });
    let end = start + 1 + count;
    let token = match u16::try_from(number) {
        _ if end == bytes.len() && !ends => Token::More,
        _ if count == 0 || bytes.get(end).is_some_and(|&next| is(next, DIGIT)) => Token::BadNag,
        Ok(number) => Token::Nag(number),
        Err(_) => Token::BadNag,
    };
    let end = if token == Token::More { start } else { end };
    Lexed { token, start, end, column }
}

/// A tag pair as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RawTag<'a> {
    pub(super) name: &'a str,
    /// The value with its escapes.
    pub(super) value: &'a [u8],
    /// The index of the value's first byte.
    pub(super) value_start: usize,
    /// The index after the tag.
    pub(super) end: usize,
}

/// Reads a tag pair that begins at the first byte, `[`. It returns nothing if the bytes end too
/// early, though not the text. An error has the index of the wrong byte.
pub(super) fn tag(bytes: &[u8], ends: bool) -> Result<Option<RawTag<'_>>, (usize, TagErrorKind)> {
    // What is read must not depend on how many bytes are there.
    let (all, bytes) = (bytes.len(), &bytes[..bytes.len().min(MAX_TAG + 1)]);
    let ends = ends && bytes.len() == all;
    match read_tag(bytes, ends) {
        Err((index, _)) if index >= bytes.len() && !ends && bytes.len() <= MAX_TAG => Ok(None),
        Ok(tag) if tag.end > MAX_TAG => Err((MAX_TAG, TagErrorKind::Long)),
        Err((index, _)) if index > MAX_TAG => Err((MAX_TAG, TagErrorKind::Long)),
        result => result.map(Some),
    }
}

fn read_tag(bytes: &[u8], ends: bool) -> Result<RawTag<'_>, (usize, TagErrorKind)> {
    let skip = |start: usize| match bytes.get(start) {
        Some(byte) if byte.is_ascii_graphic() => start,
        _ => skip_blanks(bytes, start, usize::MAX, ends).unwrap_or(bytes.len()),
    };
    let name_start = skip(1);
    let is_word = |byte: &&u8| is(**byte, WORD);
    let name_end =
        name_start + bytes.get(name_start..).unwrap_or_default().iter().take_while(is_word).count();
    let name = bytes.get(name_start..name_end).unwrap_or_default();
    let name = match core::str::from_utf8(name) {
        Ok(name) if (1..=MAX_NAME).contains(&name.len()) => name,
        _ => return Err((name_start, TagErrorKind::Name)),
    };
    let quote = skip(name_end);
    if bytes.get(quote) != Some(&b'"') {
        return Err((quote, TagErrorKind::Quote));
    }
    let value_start = quote + 1;
    let end = match quoted_len(&bytes[value_start..]) {
        Ok(len) => value_start + len,
        Err(len) => return Err((value_start + len, TagErrorKind::Value)),
    };
    let bracket = skip(end + 1);
    let (end, after) = match bytes.get(bracket) {
        Some(b']') => (end, bracket + 1),
        None => return Err((bracket, TagErrorKind::Bracket)),
        Some(_) => quote_at_line_end(bytes, value_start, bracket, ends)?,
    };
    Ok(RawTag { name, value: &bytes[value_start..end], value_start, end: after })
}

/// Finds the quote and the bracket that end a tag and its line, where quotes stand in the value
/// without a backslash. Returns the index of the quote and that after the bracket.
#[cold]
fn quote_at_line_end(
    bytes: &[u8],
    value_start: usize,
    bracket: usize,
    ends: bool,
) -> Result<(usize, usize), (usize, TagErrorKind)> {
    let none = Err((bracket, TagErrorKind::Bracket));
    let rest = &bytes[value_start..];
    let line = match find_either(rest, b'\n', b'\r') {
        Some(len) => &rest[..len],
        None if !ends => return Err((bytes.len(), TagErrorKind::Bracket)),
        None => rest,
    };
    let line = line.trim_ascii_end();
    // Behind a bracket another tag may begin.
    match line.strip_suffix(b"\"]") {
        Some(value) if bracket < value_start + line.len() && !value.contains(&b'[') => {
            let quote = value_start + value.len();
            Ok((quote, quote + 2))
        }
        _ => none,
    }
}

/// Returns whether what begins with `[` and is no tag may have been the tag of a FEN.
pub(super) fn is_cut_fen(bracket: &[u8]) -> bool {
    let is_cut = |at: usize| {
        let (before, rest) = bracket.split_at(at);
        let Some((name, rest)) = rest.split_at_checked(3) else { return false };
        let is_name = name == b"FEN"
            || name.eq_ignore_ascii_case(b"FEN") && !before.iter().any(u8::is_ascii_alphanumeric);
        // A bracket with a name alone says nothing.
        is_name && !rest.first().is_some_and(u8::is_ascii_alphanumeric) && rest.trim_ascii() != b"]"
    };
    (0..bracket.len()).any(is_cut)
}

/// Returns the number of bytes of what begins with `[` and is no tag, up to its closing bracket on
/// the same line. Without one it is 1, or among tags all that looks like a part of a tag, up to the
/// next `[` or the end of the line. Returns nothing if the bytes end too early.
pub(super) fn stray_bracket_len(
    bytes: &[u8],
    among_tags: bool,
    begins_line: bool,
    ends: bool,
) -> Option<usize> {
    let bytes = &bytes[1..];
    let ends_part = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'[');
    let part = match bytes.iter().take(MAX_TAG).position(ends_part) {
        Some(len) => &bytes[..len],
        None if bytes.len() < MAX_TAG && !ends => return None,
        None => &bytes[..bytes.len().min(MAX_TAG)],
    };
    let is_bracket = |byte: &u8| *byte == b']';
    if !among_tags {
        return Some(part.iter().position(is_bracket).map_or(1, |bracket| bracket + 2));
    }
    // A bracket may stand in a value whose quotes do not fit.
    let last = part.iter().rposition(is_bracket);
    Some(match last.filter(|&bracket| !part[bracket..].contains(&b'"')) {
        Some(bracket) => bracket + 2,
        None if begins_line || part.contains(&b'"') => part.len() + 1,
        None => 1,
    })
}

/// Returns the length of a line's rest that is left of a tag: it has a quote, or ends with a
/// bracket. Behind a tag's bracket any sign is enough, unless a result ends the line. What begins
/// with a quote ends with a bracket. It is 0 where the bytes are something else.
#[cold]
pub(super) fn piece_of_tag_len(bytes: &[u8], is_sign: bool) -> usize {
    let mut is_quoted = false;
    let ends_part = |byte: &u8| {
        is_quoted ^= *byte == b'"';
        match byte {
            b'\n' | b'\r' | b'[' => true,
            b'{' | b'(' | b';' => !is_quoted,
            _ => false,
        }
    };
    let part = bytes.split(ends_part).next().unwrap_or_default();
    let text = part.trim_ascii_end();
    let ends_game = [&b"*"[..], b"1-0", b"0-1", b"1/2"].iter().any(|end| text.ends_with(end));
    let has_quote = part.contains(&b'"') && !part.starts_with(b"\"");
    let is_piece = (is_sign && !ends_game) || has_quote || text.ends_with(b"]");
    if is_piece { part.len() } else { 0 }
}

/// Returns the index of the first byte that is one of two.
#[inline(always)]
pub(super) fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    let (ones, others) = (ONES * u64::from(one), ONES * u64::from(other));
    // The lowest top bit marks the first byte that is zero; those above may be wrong.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & TOPS;
    let (words, rest) = bytes.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zeros(word ^ ones) | zeros(word ^ others);
        if found != 0 {
            return Some(8 * index + found.trailing_zeros() as usize / 8);
        }
    }
    let found = rest.iter().position(|&byte| byte == one || byte == other)?;
    Some(bytes.len() - rest.len() + found)
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::{long_word, word};

    #[test]
    fn short_words_are_read_as_long_ones() {
        const BYTES: &[u8] = b"e0p.+- }N\n\xe9!";
        let mut text = *b"e4e.p. 12";
        for index in 0..BYTES.len().pow(5) {
            let mut rest = index;
            for byte in &mut text[..5] {
                *byte = BYTES[rest % BYTES.len()];
                rest /= BYTES.len();
            }
            for start in 0..2 {
                // A blank or another byte that begins no word is not asked for.
                if super::is(text[start], super::WORD) {
                    let long = long_word(&text, start, false);
                    assert_eq!(word(&text, start, false), long, "{:?}", text.escape_ascii());
                }
            }
        }
        for word_of in ["0000", "--", "e.p.", "exd6e.p.", "O-O-O", "Qa1xb2=Q", "a7axb8=", "1234567"]
        {
            let text = format!("{word_of} Nf3 e5");
            let long = long_word(text.as_bytes(), 0, false);
            assert_eq!(word(text.as_bytes(), 0, false), long, "{word_of}");
        }
    }
}
