//! Shows users' own input to them: on one line, and with no effect on their terminal.

use std::path::Path;

/// Returns a text with its control characters escaped.
#[must_use]
pub fn shown(text: &str) -> String {
    escaped(text, |character| character.is_control())
}

/// Returns a path with its control characters escaped.
#[must_use]
pub fn shown_path(path: &Path) -> String {
    shown(&path.to_string_lossy())
}

/// Returns the beginning of a text of the input, with its control characters escaped.
#[must_use]
pub fn shown_start(text: &str) -> String {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => shown(&text[..end]) + "…",
        None => shown(text),
    }
}

/// Returns the beginning of a list of things, with control characters escaped.
#[must_use]
pub fn list(things: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 8;
    let number = things.len();
    let first: Vec<String> = things.take(SHOWN).map(|thing| shown(&thing)).collect();
    let rest = if number > SHOWN { format!(" and {} more", number - SHOWN) } else { String::new() };
    first.join(", ") + &rest
}

/// Returns a number of things with their name, whose plural ends in s.
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Escapes the characters of a text that meet a condition.
#[must_use]
pub fn escaped(text: &str, which: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if which(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_no_others() {
        assert_eq!(
            shown("a\tb\u{1b}[31m\r\n\0\u{7f}\u{9b}"),
            r"a\tb\u{1b}[31m\r\n\u{0}\u{7f}\u{9b}"
        );
        assert_eq!(shown(r#"é 'a' "b" \c 象"#), r#"é 'a' "b" \c 象"#);
        assert_eq!(shown_path(Path::new("a\nb")), r"a\nb");
    }
}
