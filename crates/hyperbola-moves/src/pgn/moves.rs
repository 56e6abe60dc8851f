//! Moves of games in other notations than the standard one.

use std::string::ToString as _;
use std::vec::Vec;

use hyperbola::Square;

use super::lex;
use crate::{Move, Position, Role};

/// Finds the legal move of a word that is not in standard notation: UCI (`g1f3`, `e1g1`, `e1h1`),
/// long algebraic notation (`Ng1-f3`, `e2-e4`, `e7-e8=Q+`), a pawn's letter, small letters for
/// castling and promotions, dashes of any kind, figures of pieces, and a sign for an evaluation
/// after the move.
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
    from_squares(position, plain)
        .or_else(|| small_promotion(position, text))
        .or_else(|| with_dash(position, text))
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

/// Reads a move with a dash before its square: `N-f3` or `Nb-d2`.
fn with_dash(position: &Position, text: &str) -> Option<Move> {
    let (piece, to) = text.split_once('-').filter(|(_, to)| to.len() >= 2)?;
    position.parse_san(&std::format!("{piece}{to}")).ok()
}

/// Reads a square, whose file may be a capital.
fn square(text: &str) -> Option<Square> {
    text.to_ascii_lowercase().parse().ok()
}

/// Languages, and the letters of their pieces that are none in English.
const LANGUAGES: [(&str, &str); 16] = [
    ("German, Danish, Norwegian, Swedish, Slovene, Croatian", "DTLS"),
    ("French", "DTFC"),
    ("Spanish, Italian, Catalan", "DTAC"),
    ("Portuguese, Romanian", "DTC"),
    ("Dutch, Finnish", "DTL"),
    ("Polish", "HWGS"),
    ("Czech, Slovak", "DVSJ"),
    ("Hungarian", "VFH"),
    ("Icelandic", "DH"),
    ("Estonian", "LV"),
    ("Latvian", "DTLZ"),
    ("Lithuanian", "VŽ"),
    ("Turkish", "ŞVFA"),
    ("Russian", "КФЛС"),
    ("Bulgarian", "ЦДТОК"),
    ("Greek", "ΡΒΠΑΙ"),
];

/// Returns the first capital of a word with a square that is no letter of a piece in English, and
/// the languages in which it is one.
pub(super) fn foreign_letter(word: &str) -> Option<(char, Vec<&'static str>)> {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    word.as_bytes().windows(2).find(|pair| is_square(pair))?;
    let letter = word.chars().find(|&c| c.is_uppercase() && !"KQRBNPO".contains(c))?;
    let known = LANGUAGES.iter().filter(|(_, letters)| letters.contains(letter));
    let languages: Vec<_> = known.map(|(language, _)| *language).collect();
    (!languages.is_empty()).then_some((letter, languages))
}
