//! Moves of games in other notations than the standard one.

use std::string::ToString as _;

use hyperbola::Square;

use super::lex;
use crate::{Move, Position, Role};

/// Finds the legal move of a word that is not in standard notation: UCI (`g1f3`, `e1g1`, `e1h1`),
/// long algebraic notation (`Ng1-f3`, `e2-e4`, `e7-e8=Q+`), a pawn's letter, small letters for
/// castling and promotions, dashes of any kind, figures of pieces, and a sign for an evaluation after the move.
pub(super) fn find(position: &Position, word: &str) -> Option<Move> {
    let ascii = lex::to_ascii(word);
    let plain = without_signs(&ascii);
    let text = plain.strip_prefix('P').unwrap_or(plain);
    let castling = match text.to_ascii_lowercase().replace('0', "o").as_str() {
        "o-o" | "oo" => Some("O-O"),
        "o-o-o" | "ooo" => Some("O-O-O"),
        _ => None,
    };
    let standard = castling.unwrap_or(text);
    if standard != word
        && let Ok(found) = position.parse_san(standard)
    {
        return Some(found);
    }
    from_squares(position, plain).or_else(|| small_promotion(position, text))
}

/// Leaves out the sign of an evaluation and those of checks behind a move.
fn without_signs(word: &str) -> &str {
    let is_sign = |start: &usize| lex::glyph(&word.as_bytes()[*start..]).is_some();
    let signs = (2..word.len()).filter(|&start| word.is_char_boundary(start)).find(is_sign);
    word[..signs.unwrap_or(word.len())].trim_end_matches(['+', '#'])
}

/// Reads a move that says both of its squares. Its piece is checked if it is named.
fn from_squares(position: &Position, text: &str) -> Option<Move> {
    let (role, text) = match Role::from_letter(text.chars().next()?) {
        // The files are written with capitals by some.
        Some(role) if square(text.get(1..3)?).is_some() => (Some(role), &text[1..]),
        _ => (None, text),
    };
    let (from, rest) = (square(text.get(..2)?)?, &text[2..]);
    let rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
    let (to, rest) = (square(rest.get(..2)?)?, &rest[2..]);
    let promotion = match rest.strip_prefix(['=', '/']).unwrap_or(rest).as_bytes() {
        [] if rest.is_empty() => Role::Pawn,
        [letter] => {
            let role = Role::from_letter(letter.to_ascii_uppercase().into())?;
            Some(role).filter(|role| Role::PROMOTIONS.contains(role))?
        }
        _ => return None,
    };
    if role.is_some() && role != position.board().role_at(from) {
        return None;
    }
    position.parse_uci(&Move::promoting(from, to, promotion).to_string()).ok()
}

/// Reads a promotion with a small letter, `e8q` or `dxe8q`, or with a bar, `e8/Q`.
fn small_promotion(position: &Position, text: &str) -> Option<Move> {
    let (rest, letter) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    position.parse_san(&std::format!("{rest}={}", letter.to_ascii_uppercase())).ok()
}

/// Reads a square, whose file may be a capital.
fn square(text: &str) -> Option<Square> {
    text.to_ascii_lowercase().parse().ok()
}

/// The letters of king, queen, rook, bishop and knight in other languages, but for those of English.
const LANGUAGES: [(&str, &str); 26] = [
    ("German", "DTLS"),
    ("French", "DTFC"),
    ("Spanish", "DTAC"),
    ("Italian", "DTAC"),
    ("Portuguese", "DTC"),
    ("Catalan", "DTAC"),
    ("Dutch", "DTL"),
    ("Danish", "DTLS"),
    ("Norwegian", "DTLS"),
    ("Swedish", "DTLS"),
    ("Finnish", "DTL"),
    ("Icelandic", "DH"),
    ("Estonian", "LV"),
    ("Latvian", "DTLZ"),
    ("Lithuanian", "VŽ"),
    ("Polish", "HWGS"),
    ("Czech", "DVSJ"),
    ("Slovak", "DVSJ"),
    ("Slovene", "DTLS"),
    ("Croatian", "DTLS"),
    ("Hungarian", "VFH"),
    ("Romanian", "DTC"),
    ("Turkish", "ŞVFA"),
    ("Russian", "КФЛС"),
    ("Bulgarian", "ЦДТОК"),
    ("Greek", "ΡΒΠΑΙ"),
];

/// Returns the first capital of a word with a square that is no letter of a piece in English.
pub(super) fn foreign_letter(word: &str) -> Option<char> {
    let is_square =
        |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    word.as_bytes().windows(2).find(|pair| is_square(pair))?;
    word.chars().find(|&letter| letter.is_uppercase() && !"KQRBNPO".contains(letter))
}

/// Returns the languages in which a piece has a letter.
pub(super) fn languages_of(letter: char) -> impl Iterator<Item = &'static str> {
    LANGUAGES.into_iter().filter(move |(_, letters)| letters.contains(letter)).map(|pair| pair.0)
}
